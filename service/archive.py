"""Writes the record of each finished match to a directory or a bucket, once in effect.

A commit that ends a match leaves a note before; any worker's archive works the notes
off, in a thread of its own, so that no move and no clock waits for the target. A record
has one name and one content: written twice after a crash, it is there once.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from service import records
from service.chore import Chore
from service.games.base import UnknownFormat
from service.matches import Matches
from service.store.redis import CLAIM_S, Store
from service.table import MatchNotFound, NotFinished
from service.telemetry import metrics

if TYPE_CHECKING:
    from obstore.store import ObjectStore

log = logging.getLogger("tapete")

_LOOK_S = 1.0
_AWAY_S = 5.0
_MOST = 4
_PUT_S = CLAIM_S - 1
"""Less than a note is left to the one who claimed it."""
_FIRST_PAUSE_S = 2.0
_LONGEST_PAUSE_S = 300.0
_NOT_YET_S = 60.0


def target(url: str) -> ObjectStore:
    """Return where a URL leads, without asking; a directory is made.

    The keys of a bucket, its region and its endpoint are AWS_* variables.
    """
    from obstore.store import LocalStore, from_url

    if url.startswith("file:"):
        return LocalStore.from_url(url, mkdir=True)
    plain = os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")
    return from_url(
        url,
        client_options={"timeout": f"{_PUT_S:.0f}s", "allow_http": plain},
        retry_config={"max_retries": 1, "retry_timeout": timedelta(seconds=_PUT_S)},
    )


def brief(error: Exception) -> str:
    """Return the first line of what a library says."""
    return str(error).partition("\n")[0]


def name(record: records.Record) -> str:
    """Return the name of a record in the archive: the day of the match, and its id."""
    return f"{record.created_at[:10].replace('-', '/')}/{record.id}.json"


class Archive(Chore):
    """Works off the notes of finished matches, shared with those of other processes."""

    def __init__(
        self,
        store: Store,
        matches: Matches,
        place: ObjectStore,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Take the store of the notes, the use cases, the target, and the clock."""
        super().__init__("archive", look_s=_LOOK_S, away_s=_AWAY_S)
        self._store = store
        self._matches = matches
        self._place = place
        self._now = now

    def work(self) -> int:
        """Write the records that are due; returns how many notes there were."""
        claimed = self._store.claim_finished(self._now(), _MOST)
        for match_id, claim in claimed:
            self._store.settle_finished(match_id, claim, self._written(match_id))
        return len(claimed)

    def _written(self, match_id: str) -> float | None:
        """Write a record; returns when to try again, None for never."""
        try:
            _, actions, record = self._matches.finished(match_id)
        except MatchNotFound:
            metrics.archived("lost")
            log.error("a match has expired unarchived", extra={"match_id": match_id})
            return None
        except (NotFinished, UnknownFormat):
            return self._now() + _NOT_YET_S  # its last commit has not landed, or is new
        try:
            self._put(name(record), records.encode(record))
        except Exception as error:
            metrics.archived("failed")
            told = "the archive is away: %s"
            log.warning(told, brief(error), extra={"match_id": match_id})
            waited = self._now() - actions[-1].at
            return self._now() + min(max(_FIRST_PAUSE_S, waited), _LONGEST_PAUSE_S)
        metrics.archived("written")
        return None

    def _put(self, path: str, data: bytes) -> None:
        import obstore

        # Without attributes: directories have none, and the name tells what it is.
        obstore.put(self._place, path, data)
