"""A bare Flask application under the service's gunicorn: `python -m loadtests.hello`.

The yardstick of the load curve: no store, no rules, one line of text. It prints its
address, and serves until it is told to stop.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask

from service.config import Settings
from service.server import OPTIONS, Gunicorn, threads

_STOP_S = 30


class Hello(Gunicorn):
    """gunicorn as the service has it, with another application."""

    def load(self) -> Any:
        """Make the application, in a worker."""
        app = Flask("hello")
        app.add_url_rule("/", view_func=lambda: "hello, world")
        return app


@contextmanager
def running_hello(workers: int) -> Iterator[str]:
    """Serve it on a free port until the block is left; gives the address."""
    command = [sys.executable, "-m", "loadtests.hello", "--workers", str(workers)]
    root = Path(__file__).parents[1]
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(_STOP_S)


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    workers = parser.parse_args().workers

    def ready(arbiter: Any) -> None:
        host, port = arbiter.LISTENERS[0].sock.getsockname()[:2]
        print(f"http://{host}:{port}", flush=True)

    settings = Settings()
    own = {"bind": ["127.0.0.1:0"], "workers": workers, "when_ready": ready}
    Hello(settings, {**OPTIONS, **threads(settings.followers), **own}).run()


if __name__ == "__main__":
    main()
