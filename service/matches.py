"""The use cases of a match: create, join, look, move; no HTTP in here."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from service.games import Game
from service.games.base import Choice, Event, Move, Options, Seat, Step, Told
from service.match import (
    Match,
    Recorded,
    Seated,
    Status,
    new_id,
    new_token,
    pack,
    token_hash,
    unpack,
)
from service.shuffle import new_seed
from service.store.redis import Store
from service.turns import begin, then_bots

_ID = re.compile(r"[A-Za-z0-9_-]{22}\Z")
_ATTEMPTS = 12
_PAUSE_S = 0.004


class MatchNotFound(Exception):
    """There is no match of that id, or it has expired."""


class BadToken(Exception):
    """The token opens no seat of this match, or a seat's token is needed."""


class WrongSeat(Exception):
    """The token is another seat's than the one named."""


class NoOpenSeat(Exception):
    """All seats are taken."""


class NotStarted(Exception):
    """Seats are open: nobody can move yet."""


class TooBusy(Exception):
    """Others changed the match each time that this change was to be committed."""


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Somebody took an open seat."""

    seat: Seat
    name: str


class Table(NamedTuple):
    """A match at one version, and the seat from which it is seen (None: spectator)."""

    match: Match
    version: int
    position: Any
    seat: Seat | None
    events: tuple[Told, ...] = ()
    """What this call has made happen, if it was a change."""

    @property
    def status(self) -> Status:
        """Whether the match waits for seats, is played, or is over."""
        if self.position is None:
            return "open"
        return "playing" if self.match.rules.to_move(self.position) else "finished"


class Opened(NamedTuple):
    """A new match, and the tokens of the creator's own seats by seat number."""

    table: Table
    tokens: dict[Seat, str]


class Matches:
    """All matches of a store."""

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        """Take the store, and the clock that dates matches and events."""
        self._store = store
        self._now = now

    def create(
        self, rules: Game[Any, Any], seats: tuple[Seated, ...], options: Options
    ) -> Opened:
        """Open a match and, if no seat is open, deal and let the bots move."""
        tokens = {n: new_token() for n, s in enumerate(seats) if s.kind == "human"}
        match = Match(
            id=new_id(),
            game=rules.name,
            options=msgspec.to_builtins(options),
            seats=tuple(
                _with_token(seat, tokens[n]) if n in tokens else seat
                for n, seat in enumerate(seats)
            ),
            seed=new_seed(),
            created_at=self._now(),
        )
        step = begin(match, version=0)
        match = _with_state(match, step.state)
        version = self._store.create(match.id, pack(match), self._record(step))
        seat = next(iter(tokens), None)
        return Opened(Table(match, version, step.state, seat, step.events), tokens)

    def look(self, match_id: str, token: str | None) -> Table:
        """Return a match as the token's seat, or without one a spectator, finds it."""
        match, version = self._load(match_id)
        seat = None if token is None else _seat(match, token)
        position = None if match.state is None else match.position()
        return Table(match, version, position, seat)

    def join(self, match_id: str, name: str, entropy: str) -> tuple[Table, str]:
        """Take the first open seat; the last one to join starts the match."""
        token = new_token()

        def take(table: Table) -> tuple[Match, Step[Any]]:
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
            told = Told(SeatTaken(seat, name))
            return match, Step(begun.state, (told, *begun.events))

        table = self._change(match_id, None, take)
        return table._replace(seat=table.match.seat_of(token)), token

    def legal_moves(self, match_id: str, token: str | None) -> tuple[Table, _Choices]:
        """Return what the token's seat may do now; nothing if it is not its turn."""
        table = self.look(match_id, token)
        seat = _own_seat(table)
        if table.position is None:
            return table, ()
        return table, table.match.rules.legal_moves(table.position, seat)

    def play(
        self,
        match_id: str,
        token: str | None,
        read: Callable[[Game[Any, Any]], Move],
        seat: Seat | None = None,
    ) -> Table:
        """Make a move for the token's seat; bots answer in the same commit.

        `read` gives the move, once it is known which game's it must be. A `seat` that
        is not the token's raises WrongSeat. Raises what Game.apply raises.
        """

        def move(table: Table) -> tuple[Match, Step[Any]]:
            match, own = table.match, _own_seat(table)
            if seat is not None and seat != own:
                raise WrongSeat(
                    f"The token is seat {own}'s, the move is seat {seat}'s."
                )
            wanted = read(match.rules)
            if table.position is None:
                raise NotStarted("The match waits for its open seats to be taken.")
            step = match.rules.apply(table.position, own, wanted, match.decks)
            return match, then_bots(match, table.version, step)

        return self._change(match_id, token, move)

    def ready(self) -> None:
        """Raise StoreUnavailable unless the store answers."""
        self._store.ping()

    def _load(self, match_id: str) -> tuple[Match, int]:
        stored = self._store.load(match_id) if _ID.match(match_id) else None
        if stored is None:
            raise MatchNotFound("There is no match of this id, or it has expired.")
        return unpack(stored.data), stored.version

    def _change(
        self,
        match_id: str,
        token: str | None,
        change: Callable[[Table], tuple[Match, Step[Any]]],
    ) -> Table:
        """Read, change and commit; if others were quicker, begin again from theirs."""
        for attempt in range(_ATTEMPTS):
            table = self.look(match_id, token)
            match, step = change(table)
            match = _with_state(match, step.state)
            version = self._store.commit(
                match_id, table.version, pack(match), self._record(step)
            )
            if version is not None:
                return Table(match, version, step.state, table.seat, step.events)
            time.sleep(random.uniform(0, _PAUSE_S * (attempt + 1)))  # noqa: S311 jitter
        raise TooBusy("Others keep changing this match.")

    def _record(self, step: Step[Any]) -> list[bytes]:
        now = self._now()
        return [msgspec.json.encode(Recorded(now, told)) for told in step.events]


_Choices = tuple[Choice[Any], ...]


def _seat(match: Match, token: str) -> Seat:
    seat = match.seat_of(token)
    if seat is None:
        raise BadToken("The token opens no seat of this match.")
    return seat


def _own_seat(table: Table) -> Seat:
    if table.seat is None:
        raise BadToken("A seat's token is needed for this.")
    return table.seat


def _with_token(seat: Seated, token: str) -> Seated:
    return msgspec.structs.replace(seat, token_hash=token_hash(token))


def _with_state(match: Match, state: Any) -> Match:
    if state is None:
        return match
    return msgspec.structs.replace(match, state=match.rules.encode(state))
