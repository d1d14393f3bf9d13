"""How many streams and long polls one seat, and one address, hold at a worker."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from werkzeug.exceptions import TooManyRequests

from service.games.base import Seat

_RETRY_AFTER_S = 5


class Crowd:
    """Counts those who follow matches here; 0 is any number."""

    def __init__(self, *, seat: int, address: int) -> None:
        """Take how many each may hold."""
        self._most = {"seat": seat, "address": address}
        self._lock = threading.Lock()
        self._held: Counter[tuple[str, str]] = Counter()

    @property
    def limited(self) -> bool:
        """Whether anybody is refused at all."""
        return any(self._most.values())

    def enter(
        self, match_id: str, seat: Seat | None, address: str
    ) -> Callable[[], None]:
        """Count one more; returns what ends it, to be called once.

        Spectators, who have no seat, count for their address. Raises TooManyRequests.
        """
        held_by = "" if seat is None else f"{match_id} {seat}"
        named = (("seat", held_by), ("address", address))
        keys = [(kind, name) for kind, name in named if name and self._most[kind]]
        with self._lock:
            for kind, name in keys:
                most = self._most[kind]
                if self._held[kind, name] >= most:
                    text = f"Followers: at most {most} at a time for one {kind}."
                    raise TooManyRequests(text, retry_after=_RETRY_AFTER_S)
            self._held.update(keys)
        return lambda: self._leave(keys)

    @contextmanager
    def holding(self, match_id: str, seat: Seat | None, address: str) -> Iterator[None]:
        """Count one more within the block; as `enter`."""
        leave = self.enter(match_id, seat, address)
        try:
            yield
        finally:
            leave()

    def _leave(self, keys: list[tuple[str, str]]) -> None:
        with self._lock:
            self._held.subtract(keys)
            for key in keys:
                if self._held[key] <= 0:
                    del self._held[key]
