"""Surrounds what is asked of Redis: how long it takes, and why it is not served."""

from __future__ import annotations

import time
from types import TracebackType

import redis

from service.store import timing
from service.store.clients import Client
from service.store.errors import StoreUnavailable, Unconfirmed
from service.store.reasons import reason
from service.telemetry import metrics, traces


class Call:
    """A block that asks a client, timed; two of them come with each move.

    It turns what Redis reports of its state into StoreUnavailable. A reply that blames
    our own command is a mistake of ours and stays what it is.
    """

    __slots__ = ("_began", "_client", "_span")

    def __init__(self, client: Client) -> None:
        """Take the client that is asked."""
        self._client = client

    def __enter__(self) -> None:
        """Begin to count."""
        self._began = time.perf_counter()
        self._span = traces.span("store")
        self._span.__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop counting, and tell what an error means."""
        self._span.__exit__(kind, error, trace)
        timing.count(time.perf_counter() - self._began)
        if isinstance(error, Unconfirmed):
            metrics.store_failed(error.reason)
        if isinstance(error, redis.RedisError):
            self._translate(error)

    def _translate(self, error: redis.RedisError) -> None:
        if isinstance(error, redis.ReadOnlyError):
            self._client.renew()
        why = reason(error)
        if why is not None:
            metrics.store_failed(why)
            raise StoreUnavailable(str(error), why) from error
