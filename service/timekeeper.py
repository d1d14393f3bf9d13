"""Applies time-outs when they are due, though nobody asks; any process may run one."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from service.games.base import UnknownFormat
from service.matches import Matches
from service.store.redis import Store, StoreUnavailable
from service.table import MatchNotFound, TooBusy
from service.telemetry import metrics

log = logging.getLogger("tapete")

_LOOK_S = 0.2
_AWAY_S = 1.0
_MOST = 20


class Timekeeper:
    """Works off the list of due matches, shared with those of other processes.

    An entry is a reminder to look at a match, not an order: what is late is decided
    from the match itself, and its commit checks the version. So a time-out is applied
    once, however many look, and one that a crash has left behind is found again.
    """

    def __init__(
        self, store: Store, matches: Matches, now: Callable[[], float] = time.time
    ) -> None:
        """Take the store of the reminders, the use cases, and the clock."""
        self._store = store
        self._matches = matches
        self._now = now

    def start(self) -> None:
        """Work in a thread of its own until the process ends."""
        threading.Thread(target=self._run, daemon=True, name="timekeeper").start()

    def _run(self) -> None:
        while True:
            pause = _LOOK_S
            try:
                if self.work():
                    pause = 0
            except StoreUnavailable:
                pause = _AWAY_S
            except Exception:
                log.exception("the timekeeper goes on after an unexpected error")
                pause = _AWAY_S
            time.sleep(pause)

    def work(self) -> int:
        """Look at the matches that are due; returns how many there were."""
        claimed = self._store.claim_due(self._now(), _MOST)
        metrics.timekeeper_looked()
        for match_id, claim in claimed:
            try:
                following = self._matches.expire(match_id)
            except MatchNotFound:
                following = None
            except (TooBusy, UnknownFormat):
                continue  # the claim ends, and somebody looks again
            self._store.settle(match_id, claim, following)
        return len(claimed)
