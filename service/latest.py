"""What somebody has just read of a match's feed, for all others who read the same."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

_PLACES = 64
"""Places in feeds that are remembered."""
_FEW = 20
"""Pages with more events are for those who catch up; they are not remembered."""
_FRESH_S = 1.0
"""A page is good for no longer: a wake-up may be lost with its connection."""
_PATIENCE_S = 0.1
"""For so long others wait for the one who reads; then the store is slow, or away."""

T = TypeVar("T")


class _Place(Generic[T]):
    """A place in a feed; who holds the lock reads for all who wait for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.heard = -1
        self.read_at = 0.0
        self.page: Sequence[T] = ()


class Latest(Generic[T]):
    """Pages that those who follow a match in this process share.

    A change wakes all of them at once, and each asks for what comes after the same
    event: one asks the store, and the others take what it got.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lock = threading.Lock()
        self._places: OrderedDict[tuple[str, str], _Place[T]] = OrderedDict()

    def page(
        self, match_id: str, after: str, heard: int, read: Callable[[], Sequence[T]]
    ) -> Sequence[T]:
        """Return what comes after an event, by `read` unless that was done just now.

        `heard` numbers what this process knows of: what was read under another number
        may lack a change.
        """
        place = self._place(match_id, after)
        if not place.lock.acquire(timeout=_PATIENCE_S):
            return read()
        try:
            now = time.monotonic()
            if place.heard == heard and now - place.read_at < _FRESH_S:
                return place.page
            page = read()
            if len(page) <= _FEW:
                place.page, place.heard, place.read_at = page, heard, now
            return page
        finally:
            place.lock.release()

    def _place(self, match_id: str, after: str) -> _Place[T]:
        with self._lock:
            place = self._places.get((match_id, after))
            if place is None:
                place = self._places[match_id, after] = _Place()
                if len(self._places) > _PLACES:
                    self._places.popitem(last=False)
            return place
