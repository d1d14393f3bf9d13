"""Runs the service under gunicorn, with a Redis server of its own if none is named."""

from __future__ import annotations

import fcntl
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from gunicorn.app.base import BaseApplication

from service import measured, memory
from service.api.context import ARCHIVE, TIMEKEEPER
from service.api.trace import Named
from service.app import Tapete, create_app
from service.config import Settings, SettingsError
from service.cpus import Cpus
from service.master import Master
from service.store.embedded import EmbeddedServer, default_data_dir
from service.store.reasons import WORDS
from service.telemetry import logs, metrics, traces
from service.telemetry.server_log import server_log

_OTHERS = 64
"""Threads for requests that do not wait; they start when they are needed."""
_IDLE = 1000
"""Connections kept without a request."""
_GRACE_S = 20
_BEHIND_BALANCER_S = 65
"""Longer than balancers keep idle connections, so that they meet no closed one."""

OPTIONS = {
    "worker_class": "service.worker.Worker",
    "keepalive": _BEHIND_BALANCER_S,
    "graceful_timeout": _GRACE_S,
    "control_socket_disable": True,
    "loglevel": "warning",
}
"""How gunicorn is run here, whatever the address; decision 0003 tells why."""


@contextmanager
def with_store(settings: Settings, data_dir: Path | None) -> Iterator[Settings]:
    """Give settings that name a Redis; one is started, and stopped, if none was named.

    Call it in the main thread. Raises EmbeddedServerError.
    """
    with _tended_store(settings, data_dir) as (found, _):
        yield found


@contextmanager
def _tended_store(
    settings: Settings, data_dir: Path | None
) -> Iterator[tuple[Settings, Callable[[], None]]]:
    """Give such settings, and what is to be called often to keep the store alive."""
    if settings.redis_url:
        yield settings, lambda: None
        return
    server = EmbeddedServer(data_dir or default_data_dir())
    with server as url:
        yield replace(settings, redis_url=url), server.tend


def serve(
    settings: Settings,
    *,
    host: str,
    port: int,
    workers: int,
    data_dir: Path | None = None,
    on_ready: Callable[[str], None],
    on_metrics: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until told to stop; `on_ready` gets the address once it is open.

    `on_metrics` gets that of the metrics, if the settings have one.
    Without a Redis in the settings one is started on `data_dir`, and started again if
    it dies. Call it in the main thread. Raises EmbeddedServerError.
    """

    def ready(arbiter: Any) -> None:
        memory.settle()  # before the first worker is forked
        own, *more = [_address(each.sock) for each in arbiter.LISTENERS]
        on_ready(own)
        for address in more:
            on_metrics(f"{address}{measured.PATH}")

    _allow_descriptors()
    _check_extras(settings)
    logs.configure(settings.log_format, Named())
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    own: dict[str, Any] = {
        "workers": workers,
        "when_ready": ready,
        "post_worker_init": begin,
        "logger_class": server_log(settings.log_format),
    }
    with (
        measured.kept(settings.metrics_addr) as more,
        _tended_store(settings, data_dir) as (found, tend),
    ):
        own["bind"] = [bind, *more.bind]
        options = {**OPTIONS, **threads(found.followers), **own, **more.hooks}
        Gunicorn(found, options, tend).run()


def threads(followers: int) -> dict[str, int]:
    """Return gunicorn's options that leave threads free beside so many followers."""
    most = followers + _OTHERS
    return {"threads": most, "worker_connections": most + _IDLE}


def begin(worker: Any) -> None:
    """Begin to work, once the worker has forked and loaded the application."""
    app: Gunicorn = worker.app
    app.begin(worker.sockets[-1])


class Missing(NamedTuple):
    """A package that a setting needs, which is not installed."""

    variable: str
    package: str
    extra: str
    """What to install, as in tapete[extra]."""


def missing(settings: Settings) -> Iterator[Missing]:
    """Yield the packages that the settings and the environment need in vain."""
    spans = "opentelemetry-exporter-otlp-proto-http"
    for wanted, each in (
        (settings.archive_url, Missing("TAPETE_ARCHIVE_URL", "obstore", "archive")),
        (traces.configured(), Missing("OTEL_EXPORTER_OTLP_ENDPOINT", spans, "otel")),
    ):
        try:
            _ = wanted and distribution(each.package)
        except PackageNotFoundError:
            yield each


def _check_extras(settings: Settings) -> None:
    """Refuse settings that need what is not here, before anything starts."""
    if settings.pin_workers and not hasattr(os, "sched_setaffinity"):
        raise SettingsError("TAPETE_PIN_WORKERS needs Linux: unset it.")
    for variable, package, extra in missing(settings):
        raise SettingsError(
            f"{variable} is set, but {package} is not installed: run "
            f"`pip install 'tapete[{extra}]'`, or unset it."
        )


def _address(sock: Any) -> str:
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _allow_descriptors() -> None:
    """Take as many as the system gives; shells often allow 1024, and streams add up."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # macOS may refuse; then it stays as it is
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Gunicorn(BaseApplication):
    """gunicorn, set up from here and from nowhere else."""

    def __init__(
        self,
        settings: Settings,
        options: dict[str, Any],
        tend: Callable[[], None] = lambda: None,
    ) -> None:
        self.tend = tend
        """Is called by the master, about once a second."""
        self._settings = settings
        self._options = options
        self._tapete: Tapete | None = None
        self._cpus = Cpus() if settings.pin_workers else None
        self._turn = TemporaryFile()  # noqa: SIM115 for as long as the process lives
        super().__init__()

    def run(self) -> None:
        """Serve, with a master of our own, until told to stop."""
        Master(self).run()

    def load_config(self) -> None:
        """Take the options; gunicorn asks again at a reload."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Make the application, in a worker."""
        if self._settings.metrics_addr:
            metrics.begin(WORDS)
        if traces.configured():
            traces.begin()
        self._tapete = create_app(self._settings)
        return self._tapete

    def begin(self, last_listener: Any) -> None:
        """Begin what a worker does besides answering; it has loaded the application."""
        assert self._tapete is not None
        if self._cpus is not None:
            self._cpus.keep_to_one()
        memory.settle()
        if metrics.kept():
            measured.expose(self._tapete, last_listener)
        self._tapete.extensions[TIMEKEEPER].start()
        if ARCHIVE in self._tapete.extensions:
            self._tapete.extensions[ARCHIVE].start()

    def takes_turn(self) -> bool:
        """Return whether this process alone, of all workers, may do something.

        It may until it ends, and so gives the turn to another.
        """
        with suppress(OSError):
            fcntl.lockf(self._turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    def dismiss(self) -> None:
        """End streams and long polls; the worker calls it when it is to stop."""
        if self._tapete is not None:
            self._tapete.dismiss()
