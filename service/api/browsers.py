"""What browsers are told: which pages may call the API, and what answers may do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import Flask, Response, request
from flask_cors import CORS

from service.api.trace import HEADER
from service.api.whole import Whole

_METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")
_ALLOWED = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    HEADER,
)
_EXPOSED = (
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    HEADER,
)
_PREFLIGHT_S = 7_200
"""How long a browser remembers a preflight; Chromium takes no longer time."""

# Swagger UI's style sheet has images inside. Its styles are set by script, which
# counts as the script's own: Chromium reports nothing under this policy.
_PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

_OF_ALL = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
_OF_PAGES = (*_OF_ALL, ("Content-Security-Policy", _PAGE_POLICY))
_OF_DATA = (*_OF_ALL, ("Content-Security-Policy", _DATA_POLICY))


def register(app: Flask, origins: Sequence[str]) -> None:
    """Guard every answer; let pages of the origins call, of any if it is `*`."""
    app.after_request(_guard)
    if not origins:
        return
    anybody = list(origins) == ["*"]
    CORS(
        app,
        # As patterns, since the library takes an IPv6 address for a pattern of its own.
        origins="*"
        if anybody
        else [re.compile(rf"{re.escape(origin)}\Z", re.I) for origin in origins],
        methods=_METHODS,
        allow_headers=_ALLOWED,
        expose_headers=_EXPOSED,
        max_age=_PREFLIGHT_S,
        send_wildcard=anybody,
        always_send=anybody,
        vary_header=False,  # it leaves answers to requests without Origin out
        intercept_exceptions=False,  # errors.py answers them all
    )
    app.before_request(_preflight)
    if not anybody:
        app.after_request(_vary)


def _guard(response: Response) -> Response:
    data = isinstance(response, Whole) or response.mimetype != "text/html"
    response.headers.extend(_OF_DATA if data else _OF_PAGES)  # no answer has them yet
    return response


def _preflight() -> Response | None:
    """Let browsers ask at any address, so that they get to see its 404."""
    if request.method == "OPTIONS" and request.routing_exception is not None:
        return Response(status=204)
    return None


def _vary(response: Response) -> Response:
    response.vary.add("Origin")
    return response
