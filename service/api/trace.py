"""Tells requests apart and how long they took: ids, times, spans, the access log.

No token, no body and nothing of a query (it may have a ticket) is ever logged.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from contextlib import AbstractContextManager
from typing import Any, cast

from flask import Flask, Response, g, has_request_context, request

from service.names import new_name
from service.store.timing import followed, waited
from service.telemetry import metrics, traces
from service.telemetry.logs import Form, handler

HEADER = "X-Request-Id"
_VARIABLE = "HTTP_X_REQUEST_ID"

_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,128}\Z")
_log = logging.getLogger("tapete.access")


class Named(logging.Filter):
    """Adds the ids of the request, and of its match, to what is logged during it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        if has_request_context():
            for name, value in _ids().items():
                if not hasattr(record, name):
                    setattr(record, name, value)
        return True


class Trace:
    """What is known of a request while it is answered."""

    __slots__ = (
        "began",
        "followed",
        "lap_began",
        "laps",
        "request_id",
        "span",
        "span_running",
        "waited",
    )

    def __init__(self, given: str) -> None:
        """Begin; `given` is how the client names the request, and is used if it can."""
        keeps = given and _WELL_FORMED.match(given)
        self.request_id = given if keeps else new_name()
        self.began = self.lap_began = time.perf_counter()
        self.waited, self.followed = waited(), followed()
        self.laps = ""
        self.span: AbstractContextManager[Any] | None = None
        self.span_running: Any = None


def request_id() -> str:
    """Return the name of the request: the client's, if it is well-formed, or ours."""
    return _trace().request_id


def register(app: Flask, *, access_log: bool, form: Form = "text") -> None:
    """Name and time every request.

    Call it before all others that register: the first hook of a request is the first
    registered, and the last one is too.
    """
    app.before_request(_begin)
    app.after_request(_finish)
    if traces.running():
        app.teardown_request(_end)
    if access_log:
        _log.handlers = [handler(form, sys.stdout)]
        _log.propagate = False
        _log.setLevel(logging.INFO)
        app.after_request(_log_when_sent)


def lap(name: str) -> None:
    """Let Server-Timing tell what a part of the request took, since the last one."""
    trace, now = _trace(), time.perf_counter()
    trace.laps += f", {name};dur={1_000 * (now - trace.lap_began):.1f}"
    trace.lap_began = now


def _trace() -> Trace:
    """Return what the first hook has begun, unless the request failed before it."""
    try:
        return cast(Trace, g.trace)
    except AttributeError:
        g.trace = trace = Trace(request.environ.get(_VARIABLE, ""))
        return trace


def _ids() -> dict[str, str]:
    """Return the ids that tell of this request in the log and in its span."""
    ids = {"request_id": request_id()}
    match_id = (request.view_args or {}).get("match_id")
    return {**ids, "match_id": match_id} if match_id else ids


def _route() -> str | None:
    """Return the declared address, to group by; None if there is none."""
    rule = request.url_rule
    return rule.rule if rule else None


def _begin() -> None:
    g.trace = trace = Trace(request.environ.get(_VARIABLE, ""))
    if traces.running():
        trace.span = traces.request(request.headers.items())
        trace.span_running = trace.span.__enter__()


def _finish(response: Response) -> Response:
    trace = _trace()
    seconds = time.perf_counter() - trace.began
    store = 1_000 * (waited() - trace.waited)
    timing = f"total;dur={1_000 * seconds:.1f}, store;dur={store:.1f}{trace.laps}"
    response.headers.add(HEADER, trace.request_id)
    response.headers.add("Server-Timing", timing)
    if metrics.kept() or trace.span is not None:
        _tell(trace, response.status_code, seconds)
    return response


def _tell(trace: Trace, status: int, seconds: float) -> None:
    """Tell operators of a request that is answered."""
    method, route = request.method, _route()
    metrics.request(method, route, status, seconds + trace.followed - followed())
    if trace.span is not None:
        traces.name_request(trace.span_running, method, route, status, _ids())


def _end(error: BaseException | None) -> None:
    """End the span of the request, in the thread that began it."""
    trace: Trace | None = g.get("trace")
    if trace is not None and trace.span is not None:
        span, trace.span = trace.span, None
        span.__exit__(None, None, None)


def _log_when_sent(response: Response) -> Response:
    """Take all that the line needs now: the request is over by then."""
    began = _trace().began
    told = {
        "method": request.method,
        "path": request.path,
        "route": _route(),
        "status": response.status_code,
        **_ids(),
    }

    def write() -> None:
        """Tell how long it took: for a feed, how long it was followed."""
        ms = round(1_000 * (time.perf_counter() - began), 1)
        _log.info("request", extra={**told, "ms": ms})

    if response.direct_passthrough:  # a file, which the server sends by itself
        write()
    else:
        response.call_on_close(write)
    return response
