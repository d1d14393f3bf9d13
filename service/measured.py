"""Serves /metrics at an address of its own, which the same workers answer."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from service.telemetry import metrics

PATH = "/metrics"


class More(NamedTuple):
    """What gunicorn is run with besides its usual options."""

    bind: list[str]
    hooks: dict[str, Any]


@contextmanager
def kept(address: str) -> Iterator[More]:
    """Keep the numbers of all workers as long as the service runs; "" keeps none.

    They are some 100 kB in a directory of their own. One that is left over by a killed
    service holds nothing that anybody reads.
    """
    if not address:
        yield More([], {})
        return
    owner, folder = os.getpid(), tempfile.mkdtemp(prefix="tapete-metrics-")
    try:
        metrics.prepare(Path(folder))
        yield More([address], {"child_exit": _forget})
    finally:
        if os.getpid() == owner:  # a worker leaves this block too when it ends
            shutil.rmtree(folder, ignore_errors=True)


def expose(app: Any, listener: Any) -> None:
    """Answer what comes in by a listening socket with the metrics, and only that."""
    own = tuple(map(str, listener.getsockname()[:2]))
    service = app.wsgi_app

    def by_listener(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if (environ["SERVER_NAME"], environ["SERVER_PORT"]) == own:
            return _answer(environ, start_response)
        answer: Iterable[bytes] = service(environ, start_response)
        return answer

    app.wsgi_app = by_listener


def _answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    method, kind = environ["REQUEST_METHOD"], "text/plain; charset=utf-8"
    if environ["PATH_INFO"] != PATH:
        status, body = "404 Not Found", b"Only /metrics is here.\n"
    elif method not in ("GET", "HEAD"):
        status, body = "405 Method Not Allowed", b"Use GET.\n"
    else:
        status, (body, kind) = "200 OK", metrics.exposition()
    headers = [("Content-Type", kind), ("Content-Length", str(len(body)))]
    headers += [("Allow", "GET, HEAD")] if status.startswith("405") else []
    start_response(status, headers)
    return [] if method == "HEAD" else [body]


def _forget(arbiter: Any, worker: Any) -> None:
    """Let the master drop what a worker that has gone told of itself."""
    metrics.forget(worker.pid)
