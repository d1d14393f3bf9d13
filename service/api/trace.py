"""Tells requests apart and how long they took: ids, times, spans, the access log.

No token, no body and nothing of a query (it may have a ticket) is ever logged.
"""

from __future__ import annotations

import logging
import re
import sys
import time
import uuid
from typing import cast

from flask import Flask, Response, g, has_request_context, request

from service.store.timing import followed, waited
from service.telemetry import metrics, traces
from service.telemetry.logs import Form, handler

HEADER = "X-Request-Id"

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


def request_id() -> str:
    """Return the name of the request: the client's, if it is well-formed, or ours."""
    if "request_id" not in g:
        given = request.headers.get(HEADER, "")
        g.request_id = given if _WELL_FORMED.match(given) else str(uuid.uuid4())
    return cast(str, g.request_id)


def register(app: Flask, *, access_log: bool, form: Form = "text") -> None:
    """Name and time every request.

    Call it before all others that register: the first hook of a request is the first
    registered, and the last one is too.
    """
    app.before_request(_begin)
    app.after_request(_finish)
    app.teardown_request(_end)
    if access_log:
        _log.handlers = [handler(form, sys.stdout)]
        _log.propagate = False
        _log.setLevel(logging.INFO)
        app.after_request(_log_when_sent)


def lap(name: str) -> None:
    """Let Server-Timing tell what a part of the request took, since the last one."""
    now = time.perf_counter()
    g.laps.append(f", {name};dur={1_000 * (now - g.lap_began):.1f}")
    g.lap_began = now


def _ids() -> dict[str, str]:
    """Return the ids that tell of this request in the log and in its span."""
    ids = {"request_id": request_id()}
    match_id = (request.view_args or {}).get("match_id")
    return {**ids, "match_id": match_id} if match_id else ids


def _route() -> str | None:
    """Return the declared address, to group by; None if there is none."""
    return request.url_rule.rule if request.url_rule else None


def _begin() -> None:
    g.began, g.waited, g.followed = time.perf_counter(), waited(), followed()
    g.laps, g.lap_began = [], g.began
    span = traces.request(request.headers.items())
    if span is not None:
        g.span, g.span_running = span, span.__enter__()


def _finish(response: Response) -> Response:
    seconds = time.perf_counter() - g.began
    store = 1_000 * (waited() - g.waited)
    timing = f"total;dur={1_000 * seconds:.1f}, store;dur={store:.1f}{''.join(g.laps)}"
    response.headers.add(HEADER, request_id())
    response.headers.add("Server-Timing", timing)
    status, route = response.status_code, _route()
    metrics.request(request.method, route, status, seconds + g.followed - followed())
    if "span" in g:
        traces.name_request(g.span_running, request.method, route, status, _ids())
    return response


def _end(error: BaseException | None) -> None:
    """End the span of the request, in the thread that began it."""
    if "span" in g:
        g.pop("span").__exit__(None, None, None)


def _log_when_sent(response: Response) -> Response:
    """Take all that the line needs now: the request is over by then."""
    began = g.began
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
