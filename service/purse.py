"""How long bots may think for one address: a purse of seconds that fills with time.

All workers take from the same purse. Whoever has taken too much is in debt, and waits
until it is paid; so no single thought has to be measured before it is thought.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from service.store.redis import Store, StoreUnavailable

_LEAST_S = 0.02
"""What is not worth a round trip yet; it is kept until there is more."""
_MOST_PAYERS = 10_000


class Rate(NamedTuple):
    """Seconds of a processor that come back within a time, also the most there are."""

    seconds: float
    within_s: float


class Overdrawn(Exception):
    """Bots have thought too long for an address; it is to wait `seconds`."""

    def __init__(self, seconds: int) -> None:
        """Keep after how many seconds there is something in the purse again."""
        super().__init__("Bots have thought as long for your address as they may.")
        self.seconds = seconds


class Purse:
    """The purses of all addresses; without a rate they are endless."""

    def __init__(self, store: Store, rate: Rate | None) -> None:
        """Take the store that keeps them."""
        self._store = store
        self._rate = rate
        self._lock = threading.Lock()
        self._small: dict[str, float] = {}
        self._until: dict[str, float] = {}

    def wait_s(self, payer: str) -> float:
        """Return for how long a payer is in debt, as far as this process knows."""
        left = self._until.get(payer, 0) - time.monotonic()
        return max(0.0, left)

    def check(self, payer: str) -> None:
        """Raise Overdrawn if the payer is in debt."""
        if wait := self.wait_s(payer):
            raise Overdrawn(math.ceil(wait))

    @contextmanager
    def paying(self, payer: str) -> Iterator[None]:
        """Take what this thread works within the block; nobody pays for "" ."""
        if self._rate is None or not payer:
            yield
            return
        began = time.thread_time()
        try:
            yield
        finally:
            self._take(payer, time.thread_time() - began, self._rate)

    def _take(self, payer: str, seconds: float, rate: Rate) -> None:
        with self._lock:
            seconds += self._small.pop(payer, 0)
            if seconds < _LEAST_S:
                if len(self._small) < _MOST_PAYERS:
                    self._small[payer] = seconds
                return
        with suppress(StoreUnavailable):
            comes = rate.seconds / rate.within_s
            left = self._store.spend(payer, seconds, rate.seconds, comes)
            self._remember(payer, -left / comes)

    def _remember(self, payer: str, wait_s: float) -> None:
        now = time.monotonic()
        with self._lock:
            if len(self._until) >= _MOST_PAYERS:
                late = {who: at for who, at in self._until.items() if at > now}
                self._until = late if len(late) < _MOST_PAYERS else {}
            if wait_s > 0:
                self._until[payer] = now + wait_s
            else:
                self._until.pop(payer, None)
