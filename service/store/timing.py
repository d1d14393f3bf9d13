"""How long the store has kept the running thread waiting, and changes of matches."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from service.telemetry import metrics
from service.telemetry.metrics import Following

_waited: ContextVar[float] = ContextVar("waited_for_the_store", default=0.0)
_followed: ContextVar[float] = ContextVar("waited_for_a_change", default=0.0)


def waited() -> float:
    """Return the seconds since the thread began; the difference of two calls counts."""
    return _waited.get()


def followed() -> float:
    """Return, likewise, the seconds spent waiting for matches to change."""
    return _followed.get()


@contextmanager
def following(kind: Following) -> Iterator[None]:
    """Count the time that a long poll waits, or a stream is open."""
    began = time.perf_counter()
    try:
        with metrics.following(kind):
            yield
    finally:
        _followed.set(_followed.get() + time.perf_counter() - began)


def count(seconds: float) -> None:
    """Count the time that a call of the store has taken."""
    _waited.set(_waited.get() + seconds)
    metrics.store_called(seconds)
