"""Applies time-outs when they are due, though nobody asks; any process may run one."""

from __future__ import annotations

import time
from collections.abc import Callable

from service.chore import Chore
from service.games.base import UnknownFormat
from service.matches import Matches
from service.store.redis import Store
from service.table import MatchNotFound, TooBusy
from service.telemetry import metrics

_LOOK_S = 0.2
_AWAY_S = 1.0
_MOST = 20


class Timekeeper(Chore):
    """Works off the list of due matches, shared with those of other processes.

    An entry is a reminder to look at a match, not an order: what is late is decided
    from the match itself, and its commit checks the version. So a time-out is applied
    once, however many look, and one that a crash has left behind is found again.
    """

    def __init__(
        self, store: Store, matches: Matches, now: Callable[[], float] = time.time
    ) -> None:
        """Take the store of the reminders, the use cases, and the clock."""
        super().__init__("timekeeper", look_s=_LOOK_S, away_s=_AWAY_S)
        self._store = store
        self._matches = matches
        self._now = now

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
