"""Reads a match, changes it and commits the change, again if others were quicker."""

from __future__ import annotations

import random
import re
import time
import zlib
from collections.abc import Callable

import msgspec

from service import clocks
from service.compact import squeeze
from service.match import Action, Match, Recorded, pack, unpack
from service.purse import Purse
from service.store.redis import Change, Known, Store
from service.table import (
    Answered,
    Asked,
    BadToken,
    KeyReused,
    MatchNotFound,
    Stale,
    Table,
    TooBusy,
)
from service.telemetry import metrics, traces
from service.turns import (
    Done,
    Progress,
    answered,
    bots_to_move,
    time_out,
    with_state,
)

_ID = re.compile(r"[A-Za-z0-9_-]{22}\Z")
_ATTEMPTS = 12
_PAUSE_S = 0.004

PATIENCE_S = 4.0
"""How long a commit waits for bots, unless the settings say otherwise."""

_CRASHED_S = 1.0
"""After that the timekeeper looks whether a commit has left bots to move; it is told
at once when one has, unless the process has died meanwhile."""

Changing = Callable[[Table], tuple[Match, Progress]]
"""Makes a change of a match as it is found, or raises why that cannot be."""


class Changes:
    """The one way in which matches of a store come to be and change."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        patience_s: float,
        purse: Purse | None = None,
    ) -> None:
        """Take the store, the clock, for how long a commit waits for bots, and purses.

        Without these nobody pays for what bots think.
        """
        self._store = store
        self._now = now
        self._patience_s = patience_s
        self._purse = purse or Purse(store, None)

    def find(
        self, match_id: str, token: str | None, key: str = ""
    ) -> tuple[Table, bytes | None]:
        """Return a match as the token's seat sees it, and the record of a key."""
        stored = self._store.load(match_id, key) if _ID.match(match_id) else None
        if stored is None:
            raise MatchNotFound("There is no match of this id, or it has expired.")
        match = unpack(stored.data)
        seat = None if token is None else match.seat_of(token)
        if token is not None and seat is None:
            raise BadToken("The token opens no seat of this match.")
        position = None if match.state is None else match.position()
        return Table(match, stored.version, position, seat), stored.record

    def change(
        self, match_id: str, token: str | None, change: Changing, asked: Asked
    ) -> Answered:
        """Read, change and commit; if others were quicker, begin again from theirs."""
        for attempt in range(_ATTEMPTS):
            table, record = self.find(match_id, token, asked.key)
            if record is not None:
                return _repeated(record, asked)
            if clocks.late(table.match, self._now()):
                self.expire(match_id)
                continue
            if asked.fits and not asked.fits(table):
                raise Stale(table)
            answered = self.commit(table, *change(table), asked)
            if answered is not None:
                return answered
            metrics.retried(table.match.game)
            time.sleep(random.uniform(0, _PAUSE_S * (attempt + 1)))  # noqa: S311 jitter
        raise TooBusy("Others keep changing this match.")

    def commit(
        self, table: Table, match: Match, progress: Progress, asked: Asked
    ) -> Answered | None:
        """Commit what has come of a match as it was found; None if it has moved on.

        The bots' answers are in it, as far as they have got. Raises Overdrawn if who
        asks for it may not have bots think.
        """
        payer = asked.payer or match.payer
        progress = self._answered(match, table.version, progress, asked.payer, payer)
        now = self._now()
        match = self._on_time(with_state(match, progress.state), progress, now)
        moves = match.moves + len(progress.done)
        owing = bots_to_move(match, progress.state)
        payer = payer if owing else ""
        match = msgspec.structs.replace(match, moves=moves, payer=payer)
        after = table._replace(
            match=match,
            version=table.version + 1,
            position=progress.state,
            events=progress.events,
            at=now,
        )
        over = after.status == "finished"
        answer = asked.answer(after)
        change = Change(
            version=table.version,
            data=pack(match),
            actions=[_action(now, done) for done in progress.done],
            events=[
                _event(Recorded(now, told, match.moves, over)) for told in after.events
            ],
            key=asked.key,
            record=_record(asked, answer) if asked.key else b"",
        )
        finished = over and table.status != "finished"
        if finished:
            self._store.note_finished(match.id, now + _CRASHED_S)
        with traces.span("commit", game=match.game, match_id=match.id):
            outcome = self._store.commit(match.id, change)
        if isinstance(outcome, Known):
            return _repeated(outcome.record, asked)
        if outcome is None:
            return None
        metrics.committed(
            match.game,
            len(after.events),
            created=table.version == 0,
            finished=finished,
        )
        if owing:
            self._store.remind(match.id, now)
        return Answered(answer)

    def _answered(
        self, match: Match, version: int, progress: Progress, asks: str, payer: str
    ) -> Progress:
        """Return what has come of it with the bots' answers, for which `payer` pays."""
        if not bots_to_move(match, progress.state):
            return progress
        if asks:
            self._purse.check(asks)
        with self._purse.paying(payer):
            return answered(match, version, progress, self._patience_s)

    def _on_time(self, match: Match, progress: Progress, now: float) -> Match:
        """Set the clocks after a change, and have the match looked at in time."""
        if bots_to_move(match, progress.state):
            self._store.remind(match.id, now + _CRASHED_S)
        if match.clock is None or progress.state is None:
            return match
        match = match if match.since else clocks.started(match)
        acted = {done.seat for done in progress.done}
        match = clocks.turned(match, match.rules.to_move(progress.state), acted, now)
        following = clocks.deadline(match)
        if following is not None:
            self._store.remind(match.id, following)
        return match

    def expire(self, match_id: str) -> float | None:
        """Play for seats whose clock has run out, and let bots go on that are to move.

        Returns when to look again: at the next deadline, or at once.
        """
        for _ in range(_ATTEMPTS):
            table, _ = self.find(match_id, None)
            match, seats = table.match, clocks.late(table.match, self._now())
            owing = bots_to_move(match, table.position)
            if not seats and not owing:
                return clocks.deadline(match)
            if not seats and (wait_s := self._purse.wait_s(match.payer)):
                return self._now() + wait_s
            progress = time_out(match, table.position, seats)
            landed = self.commit(table, match, progress, Asked(lambda table: b""))
            if landed is not None:
                metrics.timed_out(match.game, len(progress.done))
            if owing:
                return self._now()
        raise TooBusy("Others keep changing this match.")


def _action(now: float, done: Done) -> bytes:
    made = None if done.move is None else msgspec.to_builtins(done.move)
    return msgspec.msgpack.encode(Action(now, done.seat, done.kind, made))


def _event(recorded: Recorded) -> bytes:
    return squeeze(msgspec.json.encode(recorded))


def _record(asked: Asked, answer: bytes) -> bytes:
    return asked.fingerprint + zlib.compress(answer, level=1)


def _repeated(record: bytes, asked: Asked) -> Answered:
    """Return the first answer again, if it was to the same request."""
    length = len(asked.fingerprint)
    if record[:length] != asked.fingerprint:
        raise KeyReused("The key came with another request the first time.")
    metrics.replayed()
    return Answered(zlib.decompress(record[length:]), repeated=True)
