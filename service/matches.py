"""The use cases of a match: create, join, look, move; no HTTP in here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from service import history, records
from service.changes import PATIENCE_S, Changes
from service.games import Game
from service.games.base import Choice, MatchOver, Move, Seat
from service.match import (
    Action,
    Match,
    new_token,
    token_hash,
)
from service.proofs import DealProofs, prove
from service.purse import Purse
from service.records import Record
from service.store.redis import Store
from service.table import (
    Answered,
    Asked,
    BadToken,
    NoSpectators,
    NotFinished,
    NotStarted,
    Stale,
    Table,
    WrongSeat,
)
from service.turns import Progress, move, resign

_LOOK_AGAIN_S = 5.0
"""While waiting, in case a wake-up was lost with its connection."""


class Matches:
    """All matches of a store."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float] = time.time,
        patience_s: float = PATIENCE_S,
        purse: Purse | None = None,
    ) -> None:
        """Take the store, the clock that dates what happens, and how bots are limited.

        A commit waits for bots up to `patience_s` seconds; `purse` tells who pays.
        """
        self._store = store
        self._now = now
        self._changes = Changes(store, now, patience_s, purse)

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
        table = self._changes.find(match_id, token)[0]
        if table.seat is None and not _may_watch(table):
            raise NoSpectators("This match is for its players only.")
        if wait_s <= 0 or not known(table):
            return self._as_seen(table)
        viewer = "spectator" if table.seat is None else str(table.seat)
        deadline = time.monotonic() + wait_s
        with self._store.watching(match_id) as changed:
            while True:
                self._store.arrive(match_id, viewer)
                changed.clear()
                table = self._changes.find(match_id, token)[0]
                left = deadline - time.monotonic()
                if left <= 0 or self._store.dismissed or not known(table):
                    return self._as_seen(table)
                changed.wait(min(left, _LOOK_AGAIN_S))

    def connected(self, match_id: str) -> list[bool]:
        """Return for each seat whether it follows the match just now; bots do."""
        match = self._changes.find(match_id, None)[0].match
        here = self._store.here(match_id)
        return [
            seat.kind == "bot" or str(number) in here
            for number, seat in enumerate(match.seats)
        ]

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
            return match, move(match, table.position, own, made)

        return self._changes.change(match_id, token, make, asked)

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
            return match, resign(match, table.position, own)

        return self._changes.change(match_id, token, give_up, asked)

    def record(self, match_id: str) -> Record:
        """Return the record of a match; raises NotFinished while it goes on."""
        return self.finished(match_id)[-1]

    def history(self, match_id: str) -> str | None:
        """Return a match as text, None if its game has no such form; as `record`."""
        return history.tell(*self.finished(match_id))

    def finished(self, match_id: str) -> tuple[Match, list[Action], Record]:
        """Return a match, all that was done in it, and its record; as `record`."""
        table, _ = self._changes.find(match_id, None)
        result = table.position and table.match.rules.result(table.position)
        if not result:
            raise NotFinished("The match goes on: its record would tell the cards.")
        actions = [_decode_action(data) for data in self._store.actions(match_id)]
        record = records.make(table.match, actions, result)
        return table.match, actions, record

    def expire(self, match_id: str) -> float | None:
        """Do what nobody has asked for: time-outs, and moves that bots still owe.

        Returns when to look at the match again (seconds since 1970).
        """
        return self._changes.expire(match_id)

    def proofs(self, match_id: str, token: str | None) -> list[DealProofs]:
        """Return proofs of the cards that the token's seat has seen, by deal."""
        table = self.look(match_id, token)
        if table.position is None:
            return []
        seen = table.match.rules.seen(table.position, table.seat)
        return [prove(table.match, deal, seen[deal]) for deal in sorted(seen)]

    def hold(self, match_id: str, seat: Seat | None) -> int:
        """Return by how many moves the feed is held back for a viewer."""
        if seat is not None:
            return 0
        terms = self._changes.find(match_id, None)[0].match.terms
        return terms.delay if terms.spectators == "delayed" else 0

    def _as_seen(self, table: Table) -> Table:
        """Return a match as it was some moves ago, if the viewer is to see that."""
        terms = table.match.terms
        if (
            table.seat is not None
            or terms.spectators != "delayed"
            or table.status != "playing"
        ):
            return table
        shown = max(0, table.match.moves - terms.delay)
        actions = self._store.actions(table.match.id)[:shown]
        past = records.earlier(table.match, [_decode_action(a) for a in actions])
        return table._replace(position=past)

    def ticket(self, match_id: str, token: str | None) -> str:
        """Return a secret that opens the feed once, as the token would, for a while."""
        table = self.look(match_id, token)
        ticket = new_token()
        seat = "" if table.seat is None else str(table.seat)
        self._store.keep_ticket(ticket_name(match_id, ticket), seat)
        return ticket

    def redeem(self, match_id: str, ticket: str) -> Seat | None:
        """Return the seat (None: spectator) of a ticket, which is then used up."""
        seat = self._store.take_ticket(ticket_name(match_id, ticket))
        if seat is None:
            raise BadToken("The ticket is unknown, used or too old: ask for another.")
        return int(seat) if seat else None

    def ready(self) -> None:
        """Raise StoreUnavailable unless the store takes changes."""
        self._store.check()


def ticket_name(match_id: str, ticket: str) -> str:
    """Return the name under which a ticket is kept; the ticket itself is not."""
    return token_hash(f"{match_id} {ticket}").hex()


def _may_watch(table: Table) -> bool:
    return table.match.terms.spectators != "none" or table.status == "finished"


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
