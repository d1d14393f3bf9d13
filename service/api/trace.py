"""Tells requests apart and how long they took: ids, Server-Timing, the access log.

No token, no body and nothing of a query (it may have a ticket) is ever logged.
"""

from __future__ import annotations

import logging
import re
import sys
import time
import uuid
from datetime import UTC, datetime
from typing import cast

import msgspec
from flask import Flask, Response, g, request

from service.store.timing import waited

HEADER = "X-Request-Id"

_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,128}\Z")
_log = logging.getLogger("tapete.access")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """What the access log tells of a request."""

    at: datetime
    method: str
    path: str
    route: str | None
    """The declared address, to group by; None if there is none."""
    status: int
    ms: float
    """Until the answer was sent: as long as a feed was followed."""
    request_id: str


def request_id() -> str:
    """Return the name of the request: the client's, if it is well-formed, or ours."""
    if "request_id" not in g:
        given = request.headers.get(HEADER, "")
        g.request_id = given if _WELL_FORMED.match(given) else str(uuid.uuid4())
    return cast(str, g.request_id)


def register(app: Flask, *, access_log: bool) -> None:
    """Name and time every request.

    Call it before all others that register: the first hook of a request is the first
    registered, and the last one is too.
    """
    app.before_request(_begin)
    app.after_request(_finish)
    if access_log:
        handler = logging.StreamHandler(sys.stdout)
        handler.setFormatter(logging.Formatter("%(message)s"))
        _log.handlers = [handler]
        _log.propagate = False
        _log.setLevel(logging.INFO)
        app.after_request(_log_when_sent)


def lap(name: str) -> None:
    """Let Server-Timing tell what a part of the request took, since the last one."""
    now = time.perf_counter()
    g.laps.append(f", {name};dur={1_000 * (now - g.lap_began):.1f}")
    g.lap_began = now


def _begin() -> None:
    g.began, g.waited = time.perf_counter(), waited()
    g.laps, g.lap_began = [], g.began


def _finish(response: Response) -> Response:
    total = 1_000 * (time.perf_counter() - g.began)
    store = 1_000 * (waited() - g.waited)
    timing = f"total;dur={total:.1f}, store;dur={store:.1f}{''.join(g.laps)}"
    response.headers.add(HEADER, request_id())
    response.headers.add("Server-Timing", timing)
    return response


def _log_when_sent(response: Response) -> Response:
    """Take all that the line needs now: the request is over by then."""
    at, began, name = datetime.now(UTC), g.began, request_id()
    method, path = request.method, request.path
    route = request.url_rule.rule if request.url_rule else None

    def write() -> None:
        line = Line(
            at=at,
            method=method,
            path=path,
            route=route,
            status=response.status_code,
            ms=round(1_000 * (time.perf_counter() - began), 1),
            request_id=name,
        )
        _log.info(msgspec.json.encode(line).decode())

    if response.direct_passthrough:  # a file, which the server sends by itself
        write()
    else:
        response.call_on_close(write)
    return response
