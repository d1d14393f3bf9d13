"""How long the store has kept the running thread waiting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_waited: ContextVar[float] = ContextVar("waited_for_the_store", default=0.0)


def waited() -> float:
    """Return the seconds since the thread began; the difference of two calls counts."""
    return _waited.get()


@contextmanager
def waiting() -> Iterator[None]:
    """Count the time that a call of the store takes."""
    began = time.perf_counter()
    try:
        yield
    finally:
        _waited.set(_waited.get() + time.perf_counter() - began)
