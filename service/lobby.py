"""Before and after the play: matches come to be, seats are taken, matches go on."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from service.changes import PATIENCE_S, Changes
from service.games import Game
from service.games.base import Options, Seat, Told, UnknownFormat
from service.match import (
    Match,
    Rematch,
    Seated,
    SeatLeft,
    SeatTaken,
    Terms,
    new_id,
    token_hash,
    unpack,
)
from service.purse import Purse
from service.shuffle import new_seed
from service.store.redis import Store
from service.table import (
    AlreadyStarted,
    Answered,
    Asked,
    BadToken,
    KeyReused,
    NoOpenSeat,
    NotFinished,
    NotInvited,
    Table,
    WrongSeat,
)
from service.turns import Progress, begin

_PAGE = 50


class Lobby:
    """Where matches of a store are opened, found and joined."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float] = time.time,
        patience_s: float = PATIENCE_S,
        purse: Purse | None = None,
    ) -> None:
        """Take what Matches takes."""
        self._store = store
        self._now = now
        self._changes = Changes(store, now, patience_s, purse)

    def create(
        self,
        rules: Game[Any, Any],
        seats: Sequence[Seated],
        options: Options,
        tokens: dict[Seat, str],
        asked: Asked,
        match_id: str = "",
        terms: Terms | None = None,
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
            terms=terms or Terms(),
        )
        self._list(match)
        table = Table(match, 0, None, next(iter(tokens), None))
        answered = self._changes.commit(table, match, begin(match), asked)
        if answered is None:
            raise KeyReused("A match was created under this key a long time ago.")
        return answered

    def join(
        self,
        match_id: str,
        name: str,
        entropy: str,
        token: str,
        asked: Asked,
        invitation: str = "",
    ) -> Answered:
        """Give the first open seat to a new token; the last one starts the match."""

        def take(table: Table) -> tuple[Match, Progress]:
            match = table.match
            _check_invitation(match, invitation)
            seat = next(
                (n for n, s in enumerate(match.seats) if s.kind == "open"), None
            )
            if seat is None:
                raise NoOpenSeat("All seats of this match are taken.")
            taken = Seated("human", name, None, token_hash(token), entropy)
            match = _with_seat(match, seat, taken)
            begun = begin(match)
            events = (Told(SeatTaken(seat, name)), *begun.events)
            return match, begun._replace(events=events)

        return self._changes.change(match_id, None, take, asked)

    def leave(
        self, match_id: str, seat: Seat, token: str | None, asked: Asked
    ) -> Answered:
        """Open the token's seat again, before the match has started."""

        def stand_up(table: Table) -> tuple[Match, Progress]:
            if table.own_seat != seat:
                raise WrongSeat(f"The token is seat {table.own_seat}'s, not {seat}'s.")
            if table.position is not None:
                raise AlreadyStarted("The match has started; resign instead.")
            match = _with_seat(table.match, seat, Seated("open"))
            self._list(match)
            return match, Progress(None, (Told(SeatLeft(seat)),))

        return self._changes.change(match_id, token, stand_up, asked)

    def rematch(self, match_id: str, token: str | None, payer: str = "") -> Table:
        """Return the match that follows a finished one, the same for all who ask.

        Seats, tokens, options and terms are kept; who begins is changed if the game
        has somebody begin (Locus C10).
        """
        asked = Asked(lambda table: b"", payer=payer)
        following = new_id()

        def go_on(table: Table) -> tuple[Match, Progress]:
            if table.status != "finished":
                raise NotFinished("The match goes on: finish it before the next.")
            match = table.match
            if not match.rematch:
                match = msgspec.structs.replace(match, rematch=following)
            events = () if table.match.rematch else (Told(Rematch(match.rematch)),)
            return match, Progress(table.position, events)

        old, _ = self._changes.find(match_id, token)
        if old.seat is None:
            raise BadToken("A seat's token is needed for this.")
        if not old.match.rematch:
            self._changes.change(match_id, token, go_on, asked)
            old, _ = self._changes.find(match_id, token)
        self._open_again(old, asked)
        return self._changes.find(old.match.rematch, token)[0]

    def open_matches(
        self, game: str, before: float, most: int
    ) -> tuple[list[Table], float | None]:
        """Return listed matches with an open seat, the newest first.

        Those created before a time (seconds since 1970), `most` at the most; and the
        time from which to go on, None at the end.
        """
        found: list[Table] = []
        while True:
            page = self._store.lobby(before, _PAGE)
            loaded = self._store.load_many([match_id for match_id, _ in page])
            for (match_id, created_at), stored in zip(page, loaded, strict=True):
                try:
                    match = None if stored is None else unpack(stored.data)
                except UnknownFormat:  # those who know it show it
                    continue
                if match is None or stored is None or not _is_open(match):
                    self._store.unlist(match_id)
                elif game in ("", match.game):
                    found.append(Table(match, stored.version, None, None))
                    if len(found) == most:
                        return found, created_at
            if len(page) < _PAGE:
                return found, None
            before = page[-1][1]

    def _open_again(self, old: Table, asked: Asked) -> None:
        """Create the match that follows, unless somebody has done so."""
        match, rules = old.match, old.match.rules
        following = msgspec.structs.replace(
            match,
            id=match.rematch,
            options=msgspec.to_builtins(
                rules.rematch(match.rule_options, old.position)
            ),
            seed=new_seed(),
            created_at=self._now(),
            state=None,
            left=(),
            since=(),
            rematch="",
            moves=0,
        )
        if self._store.load(following.id) is None:
            table = Table(following, 0, None, old.seat)
            self._changes.commit(table, following, begin(following), asked)

    def _list(self, match: Match) -> None:
        """Show a match to those who look for one, before it is there to be found."""
        if _is_open(match) and not match.terms.unlisted:
            # To the microsecond, so that a cursor can name the time without a rest.
            self._store.list_open(match.id, round(match.created_at, 6))


def _is_open(match: Match) -> bool:
    return any(seat.kind == "open" for seat in match.seats)


def _with_seat(match: Match, number: Seat, seat: Seated) -> Match:
    seats = (*match.seats[:number], seat, *match.seats[number + 1 :])
    return msgspec.structs.replace(match, seats=seats)


def _check_invitation(match: Match, invitation: str) -> None:
    wanted = match.terms.invitation
    if wanted and not hmac.compare_digest(wanted, token_hash(invitation)):
        raise NotInvited("This match is for those with its invitation.")
