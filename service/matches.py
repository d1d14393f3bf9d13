"""The use cases of a match: create, join, look, move; no HTTP in here."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from service import clocks, records
from service.games import Game
from service.games.base import Choice, MatchOver, Move, Options, Seat, Told
from service.match import (
    Action,
    Clock,
    Match,
    Recorded,
    Seated,
    SeatTaken,
    new_id,
    pack,
    token_hash,
    unpack,
)
from service.records import Record
from service.shuffle import new_seed
from service.store.redis import Change, Known, Store
from service.table import (
    Answered,
    Asked,
    BadToken,
    KeyReused,
    MatchNotFound,
    NoOpenSeat,
    NotFinished,
    NotStarted,
    Stale,
    Table,
    TooBusy,
    WrongSeat,
)
from service.turns import Done, Progress, begin, move, resign, time_out, with_state

_ID = re.compile(r"[A-Za-z0-9_-]{22}\Z")
_ATTEMPTS = 12
_PAUSE_S = 0.004
_LOOK_AGAIN_S = 5.0
"""While waiting, in case a wake-up was lost with its connection."""

Changing = Callable[[Table], tuple[Match, Progress]]
"""Makes a change of a match as it is found, or raises why that cannot be."""


class Matches:
    """All matches of a store."""

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        """Take the store, and the clock that dates matches and events."""
        self._store = store
        self._now = now

    def create(
        self,
        rules: Game[Any, Any],
        seats: Sequence[Seated],
        options: Options,
        tokens: dict[Seat, str],
        asked: Asked,
        match_id: str = "",
        clock: Clock | None = None,
    ) -> Answered:
        """Open a match and, if no seat is open, deal and let the bots move.

        `tokens` are those of the creator's own seats. With a key, `match_id` must
        follow from it, so that a repetition finds the first match.
        """
        match = Match(
            id=match_id or new_id(),
            game=rules.name,
            options=msgspec.to_builtins(options),
            seats=tuple(
                msgspec.structs.replace(seat, token_hash=token_hash(tokens[number]))
                if number in tokens
                else seat
                for number, seat in enumerate(seats)
            ),
            seed=new_seed(),
            created_at=self._now(),
            clock=clock,
        )
        table = Table(match, 0, None, next(iter(tokens), None))
        answered = self._commit(table, match, begin(match, 0), asked)
        if answered is None:
            raise KeyReused("A match was created under this key a long time ago.")
        return answered

    def look(
        self,
        match_id: str,
        token: str | None,
        wait_s: float = 0,
        known: Callable[[Table], bool] = lambda table: False,
    ) -> Table:
        """Return a match as the token's seat, or without one a spectator, finds it.

        While it is `known` already, wait up to `wait_s` for it to change.
        """
        table = self._find(match_id, token)[0]
        if wait_s <= 0 or not known(table):
            return table
        viewer = "spectator" if table.seat is None else str(table.seat)
        deadline = time.monotonic() + wait_s
        with self._store.watching(match_id) as changed:
            while True:
                self._store.arrive(match_id, viewer)
                changed.clear()
                table = self._find(match_id, token)[0]
                left = deadline - time.monotonic()
                if left <= 0 or not known(table):
                    return table
                changed.wait(min(left, _LOOK_AGAIN_S))

    def connected(self, match_id: str) -> list[bool]:
        """Return for each seat whether it follows the match just now; bots do."""
        match = self.look(match_id, None).match
        here = self._store.here(match_id)
        return [
            seat.kind == "bot" or str(number) in here
            for number, seat in enumerate(match.seats)
        ]

    def join(
        self, match_id: str, name: str, entropy: str, token: str, asked: Asked
    ) -> Answered:
        """Give the first open seat to a new token; the last one starts the match."""

        def take(table: Table) -> tuple[Match, Progress]:
            match = table.match
            seat = next(
                (n for n, s in enumerate(match.seats) if s.kind == "open"), None
            )
            if seat is None:
                raise NoOpenSeat("All seats of this match are taken.")
            taken = Seated("human", name, None, token_hash(token), entropy)
            seats = (*match.seats[:seat], taken, *match.seats[seat + 1 :])
            match = msgspec.structs.replace(match, seats=seats)
            begun = begin(match, table.version)
            events = (Told(SeatTaken(seat, name)), *begun.events)
            return match, begun._replace(events=events)

        return self._change(match_id, None, take, asked)

    def legal_moves(
        self, match_id: str, token: str | None
    ) -> tuple[Table, tuple[Choice[Any], ...]]:
        """Return what the token's seat may do now; nothing if it is not its turn."""
        table = self.look(match_id, token)
        seat = table.own_seat
        if table.position is None:
            return table, ()
        return table, table.match.rules.legal_moves(table.position, seat)

    def play(
        self,
        match_id: str,
        token: str | None,
        read: Callable[[Game[Any, Any]], Move],
        seat: Seat | None,
        asked: Asked,
    ) -> Answered:
        """Make a move for the token's seat; bots answer in the same commit.

        `read` gives the move, once it is known which game's it must be. A `seat` that
        is not the token's raises WrongSeat. Raises what Game.apply raises.
        """

        def make(table: Table) -> tuple[Match, Progress]:
            made = _legal(table, read, seat)
            match, own = table.match, table.own_seat
            return match, move(match, table.version, table.position, own, made)

        return self._change(match_id, token, make, asked)

    def try_out(
        self,
        match_id: str,
        token: str | None,
        read: Callable[[Game[Any, Any]], Move],
        seat: Seat | None,
        asked: Asked,
    ) -> Answered:
        """Tell whether `play` would accept a move, and nothing of what it leads to."""
        table = self.look(match_id, token)
        if asked.fits and not asked.fits(table):
            raise Stale(table)
        made = _legal(table, read, seat)
        match = table.match
        match.rules.apply(table.position, table.own_seat, made, match.decks)
        return Answered(asked.answer(table))

    def resign(self, match_id: str, token: str | None, asked: Asked) -> Answered:
        """Take the token's seat out of a match that is being played."""

        def give_up(table: Table) -> tuple[Match, Progress]:
            match, own = table.match, table.own_seat
            if table.position is None:
                raise NotStarted("The match has not started; leave the seat instead.")
            if table.status == "finished":
                raise MatchOver("The match is over.")
            return match, resign(match, table.version, table.position, own)

        return self._change(match_id, token, give_up, asked)

    def record(self, match_id: str) -> Record:
        """Return the record of a match; raises NotFinished while it goes on."""
        table = self.look(match_id, None)
        result = table.position and table.match.rules.result(table.position)
        if not result:
            raise NotFinished("The match goes on: its record would tell the cards.")
        actions = [_decode_action(data) for data in self._store.actions(match_id)]
        return records.make(table.match, actions, result)

    def expire(self, match_id: str) -> float | None:
        """Play for the seats whose clock has run out; returns the next deadline."""
        for _ in range(_ATTEMPTS):
            table = self.look(match_id, None)
            match, seats = table.match, clocks.late(table.match, self._now())
            if not seats:
                return clocks.deadline(match)
            progress = time_out(match, table.version, table.position, seats)
            self._commit(table, match, progress, Asked(lambda table: b""))
        raise TooBusy("Others keep changing this match.")

    def ready(self) -> None:
        """Raise StoreUnavailable unless the store answers."""
        self._store.ping()

    def _find(
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

    def _change(
        self, match_id: str, token: str | None, change: Changing, asked: Asked
    ) -> Answered:
        """Read, change and commit; if others were quicker, begin again from theirs."""
        for attempt in range(_ATTEMPTS):
            table, record = self._find(match_id, token, asked.key)
            if record is not None:
                return _repeated(record, asked)
            if clocks.late(table.match, self._now()):
                self.expire(match_id)
                continue
            if asked.fits and not asked.fits(table):
                raise Stale(table)
            answered = self._commit(table, *change(table), asked)
            if answered is not None:
                return answered
            time.sleep(random.uniform(0, _PAUSE_S * (attempt + 1)))  # noqa: S311 jitter
        raise TooBusy("Others keep changing this match.")

    def _commit(
        self, table: Table, match: Match, progress: Progress, asked: Asked
    ) -> Answered | None:
        """Commit what has come of a match as it was found; None if it has moved on."""
        now = self._now()
        match = self._on_time(with_state(match, progress.state), progress, now)
        after = table._replace(
            match=match,
            version=table.version + 1,
            position=progress.state,
            events=progress.events,
            at=now,
        )
        answer = asked.answer(after)
        change = Change(
            version=table.version,
            data=pack(match),
            actions=[_action(now, done) for done in progress.done],
            events=[msgspec.json.encode(Recorded(now, told)) for told in after.events],
            key=asked.key,
            record=asked.fingerprint + answer if asked.key else b"",
        )
        outcome = self._store.commit(match.id, change)
        if isinstance(outcome, Known):
            return _repeated(outcome.record, asked)
        return None if outcome is None else Answered(answer)

    def _on_time(self, match: Match, progress: Progress, now: float) -> Match:
        """Set the clocks after a change, and have the match looked at in time."""
        if match.clock is None or progress.state is None:
            return match
        match = match if match.since else clocks.started(match)
        acted = {done.seat for done in progress.done}
        match = clocks.turned(match, match.rules.to_move(progress.state), acted, now)
        following = clocks.deadline(match)
        if following is not None:
            self._store.remind(match.id, following)
        return match


def _legal(
    table: Table, read: Callable[[Game[Any, Any]], Move], seat: Seat | None
) -> Move:
    """Return the move to make, once it is clear that the viewer may try it."""
    own = table.own_seat
    if seat is not None and seat != own:
        raise WrongSeat(f"The token is seat {own}'s, the move is seat {seat}'s.")
    made = read(table.match.rules)
    if table.position is None:
        raise NotStarted("The match waits for its open seats to be taken.")
    return made


_decode_action = msgspec.msgpack.Decoder(Action).decode


def _action(now: float, done: Done) -> bytes:
    made = None if done.move is None else msgspec.to_builtins(done.move)
    return msgspec.msgpack.encode(Action(now, done.seat, done.kind, made))


def _repeated(record: bytes, asked: Asked) -> Answered:
    """Return the first answer again, if it was to the same request."""
    length = len(asked.fingerprint)
    if record[:length] != asked.fingerprint:
        raise KeyReused("The key came with another request the first time.")
    return Answered(record[length:], repeated=True)
