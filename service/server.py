"""Runs the service under gunicorn, with a Redis server of its own if none is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication

from service.api.context import TIMEKEEPER
from service.app import create_app
from service.config import Settings
from service.store.embedded import EmbeddedServer, default_data_dir

THREADS = 8
_GRACE_S = 20
_BEHIND_BALANCER_S = 65
"""Longer than balancers keep idle connections, so that they meet no closed one."""


@contextmanager
def with_store(settings: Settings, data_dir: Path | None) -> Iterator[Settings]:
    """Give settings that name a Redis; one is started, and stopped, if none was named.

    Call it in the main thread. Raises EmbeddedServerError.
    """
    if settings.redis_url:
        yield settings
        return
    with EmbeddedServer(data_dir or default_data_dir()) as url:
        yield replace(settings, redis_url=url)


def serve(
    settings: Settings,
    *,
    host: str,
    port: int,
    workers: int,
    on_ready: Callable[[str], None],
) -> None:
    """Serve until told to stop; `on_ready` gets the address once it is open."""

    def ready(arbiter: Any) -> None:
        bound = arbiter.LISTENERS[0].sock.getsockname()
        shown = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
        on_ready(f"http://{shown}:{bound[1]}")

    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    _Gunicorn(
        settings,
        {
            "bind": [bind],
            "workers": workers,
            "worker_class": "gthread",
            "threads": THREADS,
            "keepalive": _BEHIND_BALANCER_S,
            "graceful_timeout": _GRACE_S,
            "control_socket_disable": True,
            "loglevel": "warning",
            "when_ready": ready,
            "post_worker_init": _keep_time,
        },
    ).run()


def _keep_time(worker: Any) -> None:
    """Start the worker's timekeeper, once it has forked and loaded the application."""
    worker.wsgi.extensions[TIMEKEEPER].start()


class _Gunicorn(BaseApplication):
    """gunicorn, set up from here and from nowhere else."""

    def __init__(self, settings: Settings, options: dict[str, Any]) -> None:
        self._settings = settings
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return create_app(self._settings)
