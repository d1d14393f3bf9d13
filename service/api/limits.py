"""How often a caller may ask, counted in Redis for all workers together.

An allowed request costs one round trip for each limit that it counts for; what is left
is not told, as it would cost another. While Redis is away every worker counts alone.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import time
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from flask import Flask, Response, g, request
from flask_limiter import Limit, Limiter, RequestLimit
from limits import parse
from limits.errors import StorageError
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter
from werkzeug.exceptions import TooManyRequests

from service.api.auth import bearer_token
from service.match import token_hash
from service.store.counters import SCHEME
from service.table import BadToken

_KEYS = "tapete:limits"
_URI = f"{SCHEME}://"

_ADDRESSES = 1024
"""Addresses whose names are remembered, for reading one takes as long as hashing it."""

_CREATES = ("lobby.create_match",)
_ADVICE = "assist"
_HINTS = (f"{_ADVICE}.give_hints", f"{_ADVICE}.analyse_match")


def register(app: Flask, client: Any, *, every: str, create: str, hints: str) -> None:
    """Count requests, new matches and hints against rates such as 600/minute.

    "" is no limit. `client` is the store's, so that there are no connections besides
    its own.
    """
    if hints:
        _HintsLimit(hints, client).register(app)
    limits: list[Any] = []
    if every:
        limits.append(_limit("requests", every, _caller))
    if create:
        limits.append(_limit("new matches", create, _address, _creates_none))
    if not limits:
        return
    limiter = Limiter(
        _address,
        default_limits=limits,
        strategy="sliding-window-counter",
        storage_uri=_URI,
        storage_options=_storage(client),
        in_memory_fallback_enabled=True,
        swallow_errors=True,
        headers_enabled=False,
    )
    limiter.logger = logging.getLogger("tapete.limits")  # its own has no output
    limiter.request_filter(_free)
    limiter.init_app(app)
    app.after_request(partial(_tell, limiter))


def _limit(name: str, rate: str, caller: Any, exempt: Any = None) -> Limit:
    return Limit(
        rate,
        key_function=caller,
        scope=name,
        shared=True,
        exempt_when=exempt,
        error_message=_refusal(name, rate),
    )


def _storage(client: Any) -> dict[str, Any]:
    return {"client": client, "key_prefix": _KEYS, "wrap_exceptions": True}


def _refusal(name: str, rate: str) -> str:
    return f"{name}: at most {rate.replace('/', ' per ')}.".capitalize()


class _HintsLimit:
    """The limit of what takes the processor long; it is on where others are off.

    It looks at no other request, whose way a Limiter would make a tenth longer. While
    Redis is away nothing is counted: there are no hints then.
    """

    def __init__(self, rate: str, client: Any) -> None:
        self._rate = rate
        self._item = parse(rate)
        storage = storage_from_string(_URI, **_storage(client))
        self._counter = SlidingWindowCounterRateLimiter(storage)

    def register(self, app: Flask) -> None:
        app.before_request_funcs.setdefault(_ADVICE, []).append(self._count)
        app.after_request_funcs.setdefault(_ADVICE, []).append(self._tell)

    def _count(self) -> None:
        if request.endpoint not in _HINTS or request.method == "OPTIONS":
            return
        g.hints_left_s = 0
        key = "hints", _caller()
        with suppress(StorageError):
            if not self._counter.hit(self._item, *key):
                until = self._counter.get_window_stats(self._item, *key).reset_time
                g.hints_left_s = max(1, math.ceil(until - time.time()))
        if g.hints_left_s:
            raise TooManyRequests(_refusal("hints", self._rate))

    def _tell(self, response: Response) -> Response:
        if "hints_left_s" in g:
            item, seconds = self._item, g.hints_left_s
            policy = f'"hints";q={item.amount};w={item.get_expiry()}'
            response.headers.add("RateLimit-Policy", policy)
            if seconds:
                response.headers["RateLimit"] = f'"hints";r=0;t={seconds}'
                response.headers["Retry-After"] = str(seconds)
        return response


def _free() -> bool:
    """Probes, pages and preflights are free."""
    return request.method == "OPTIONS" or not request.path.startswith("/v1/")


def _creates_none() -> bool:
    return request.endpoint not in _CREATES


def _caller() -> str:
    """Name a seat by its token; where no token is checked, anybody by the address.

    Else whoever makes up a token for each request would never meet a limit.
    """
    try:
        token = bearer_token() if "match_id" in (request.view_args or {}) else None
    except BadToken:
        token = None
    return token_hash(token).hex() if token else _address()


def hashed_address() -> str:
    """Name the client's address by a hash, which is no address to whoever reads it."""
    return _hashed(_remote())


def _address() -> str:
    """Name a client by its address."""
    return _network(_remote())


def _remote() -> str:
    return request.remote_addr or "unknown"


@lru_cache(maxsize=_ADDRESSES)
def _hashed(text: str) -> str:
    return token_hash(_network(text)).hex()[:16]


@lru_cache(maxsize=_ADDRESSES)
def _network(text: str) -> str:
    """Return who has an address; one client has a whole /64 of IPv6."""
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
        policies = (
            f'"{_name(each)}";q={each.limit.amount};w={each.limit.get_expiry()}'
            for each in counted
        )
        response.headers.add("RateLimit-Policy", ", ".join(policies))
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
