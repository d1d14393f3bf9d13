"""One candidate of bench.workers as a process: `bench.candidates NAME URL [WORKERS]`.

It prints its port. The gevent classes patch a worker in which redis-py is loaded
already, which is good enough to measure but not to ship.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping
from typing import Any

from service.config import Settings
from service.server import OPTIONS, Gunicorn, begin, threads

WORKERS = 2
CANDIDATES: Mapping[str, Mapping[str, Any]] = {
    "gthread, 8": {"worker_class": "gthread", "threads": 8},
    "gthread, 1064": {"worker_class": "gthread"},
    "gevent": {"worker_class": "gevent"},
    "gevent_pywsgi": {"worker_class": "gevent_pywsgi"},
    "service.worker": {},
}
PINNED = "service.worker, pinned"
"""The last of them, each worker of which keeps to a processor of its own."""
THINKING_S = 0.1


class WithHello(Gunicorn):
    """The service, with a hello-world application beside it."""

    def load(self) -> Any:
        """Make both applications, in a worker."""
        from flask import Flask
        from werkzeug.middleware.dispatcher import DispatcherMiddleware

        hello = Flask("hello")
        hello.add_url_rule("/", view_func=lambda: "hello, world")
        hello.add_url_rule("/think", view_func=_think)
        return DispatcherMiddleware(super().load(), {"/hello": hello})


def _think() -> str:
    """Be in C without the lock, as a strong opponent is."""
    ctypes.CDLL(None).usleep(int(THINKING_S * 1e6))
    return "done"


def serve(name: str, url: str, workers: str = str(WORKERS)) -> None:
    """Run a candidate until it is told to stop."""

    def ready(arbiter: Any) -> None:
        print(arbiter.LISTENERS[0].sock.getsockname()[1], flush=True)

    own = {"bind": ["127.0.0.1:0"], "workers": int(workers), "when_ready": ready}
    own["post_worker_init"] = begin
    settings = Settings(redis_url=url, pin_workers=name == PINNED)
    options = {
        **OPTIONS,
        **threads(settings.followers),
        **own,
        **CANDIDATES.get(name, {}),
    }
    WithHello(settings, options).run()


if __name__ == "__main__":
    serve(*sys.argv[1:])
