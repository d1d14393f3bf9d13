"""How often a caller may ask, counted in Redis for all workers together.

An allowed request costs one round trip for each limit that it counts for; what is left
is not told, as it would cost another. While Redis is away every worker counts alone.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import time
from functools import partial
from typing import Any

from flask import Flask, Response, request
from flask_limiter import Limit, Limiter, RequestLimit
from limits.errors import StorageError

from service.api.auth import bearer_token
from service.match import token_hash
from service.table import BadToken

_KEYS = "tapete:limits"

_CREATES = frozenset({"lobby.create_match"})
_HINTS = frozenset({"assist.give_hints", "assist.analyse_match"})


def register(app: Flask, pool: Any, *, every: str, create: str, hints: str) -> None:
    """Count requests, new matches and hints against a rate such as 600/minute.

    An empty rate is none.

    `pool` is the store's, so that there are no connections besides its own.
    """
    limits: list[Any] = []
    if every:
        limits.append(_limit("requests", every, _caller))
    if create:
        limits.append(_limit("new matches", create, _address, _CREATES))
    if hints:
        limits.append(_limit("hints", hints, _caller, _HINTS))
    if not limits:
        return
    limiter = Limiter(
        _address,
        default_limits=limits,
        strategy="sliding-window-counter",
        storage_uri="redis://",  # only names the kind: the pool knows the address
        storage_options={
            "connection_pool": pool,
            "key_prefix": _KEYS,
            "wrap_exceptions": True,
        },
        in_memory_fallback_enabled=True,
        swallow_errors=True,
        headers_enabled=False,
    )
    limiter.logger = logging.getLogger("tapete.limits")  # its own has no output
    limiter.request_filter(partial(_free, every=bool(every)))
    limiter.init_app(app)
    app.after_request(partial(_tell, limiter))


def _limit(
    name: str, rate: str, caller: Any, only: frozenset[str] | None = None
) -> Limit:
    """Return a limit for all requests, or only for those to some endpoints."""
    exempt = None if only is None else lambda: request.endpoint not in only
    return Limit(
        rate,
        key_function=caller,
        scope=name,
        shared=True,
        exempt_when=exempt,
        error_message=f"{name}: at most {rate.replace('/', ' per ')}.".capitalize(),
    )


def _free(*, every: bool) -> bool:
    """Probes, pages and preflights are free, and what no limit is about."""
    if request.method == "OPTIONS" or not request.path.startswith("/v1/"):
        return True
    return not every and request.endpoint not in _CREATES | _HINTS


def _caller() -> str:
    """Name a seat by its token; where no token is checked, anybody by the address.

    Else whoever makes up a token for each request would never meet a limit.
    """
    try:
        token = bearer_token() if "match_id" in (request.view_args or {}) else None
    except BadToken:
        token = None
    return token_hash(token).hex() if token else _address()


def _address() -> str:
    """Name a client by its address; one client has a whole /64 of IPv6."""
    text = request.remote_addr or "unknown"
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text[:64]
    if isinstance(address, ipaddress.IPv6Address) and not address.ipv4_mapped:
        return str(ipaddress.ip_network((int(address), 64), strict=False))
    return text


def _tell(limiter: Limiter, response: Response) -> Response:
    """Write the fields of the IETF's draft, draft-ietf-httpapi-ratelimit-headers."""
    counted = limiter.current_limits
    if counted:
        response.headers["RateLimit-Policy"] = ", ".join(
            f'"{_name(each)}";q={each.limit.amount};w={each.limit.get_expiry()}'
            for each in counted
        )
    for each in counted:
        if each.breached:
            seconds = _seconds_left(each)
            response.headers["RateLimit"] = f'"{_name(each)}";r=0;t={seconds}'
            response.headers["Retry-After"] = str(seconds)
    return response


def _name(counted: RequestLimit) -> str:
    return counted.request_args[-1]


def _seconds_left(counted: RequestLimit) -> int:
    try:
        return max(1, math.ceil(counted.window.reset_time - time.time()))
    except StorageError:
        return 1
