"""A match as one viewer finds it, and what can keep one from changing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from service.games.base import Seat, Told
from service.match import Match, Status


class MatchNotFound(Exception):
    """There is no match of that id, or it has expired."""


class BadToken(Exception):
    """The token opens no seat of this match, or a seat's token is needed."""


class WrongSeat(Exception):
    """The token is another seat's than the one named."""


class NoOpenSeat(Exception):
    """All seats are taken."""


class NotInvited(Exception):
    """The seats of the match need its invitation."""


class NoSpectators(Exception):
    """The match is for its players only."""


class AlreadyStarted(Exception):
    """The match has begun: its seats are not left any more."""


class NotStarted(Exception):
    """Seats are open: nobody can move yet."""


class NotFinished(Exception):
    """The match goes on: its record is not for anybody yet."""


class AssistOff(Exception):
    """It was agreed to play this match without hints."""


class NoAdvice(Exception):
    """The game has neither hints nor analysis."""


class KeyReused(Exception):
    """An idempotency key comes with another request than the first time."""


class TooBusy(Exception):
    """Others changed the match each time that this change was to be committed."""


class Table(NamedTuple):
    """A match at one version, and the seat from which it is seen (None: spectator)."""

    match: Match
    version: int
    position: Any
    seat: Seat | None
    events: tuple[Told, ...] = ()
    """What this call has made happen, if it was a change."""
    at: float = 0
    """When it happened: seconds since 1970, UTC."""

    @property
    def status(self) -> Status:
        """Whether the match waits for seats, is played, or is over."""
        if self.position is None:
            return "open"
        return "playing" if self.match.rules.to_move(self.position) else "finished"

    @property
    def own_seat(self) -> Seat:
        """The viewer's seat; raises BadToken for a spectator."""
        if self.seat is None:
            raise BadToken("A seat's token is needed for this.")
        return self.seat


class Stale(Exception):
    """The match is not at the version that the change was meant for."""

    def __init__(self, table: Table) -> None:
        """Keep the match as it is now."""
        super().__init__(f"The match is at version {table.version} by now.")
        self.table = table


class Asked(NamedTuple):
    """What a request asks of a change besides the change itself."""

    answer: Callable[[Table], bytes]
    """Makes the answer, which is kept with the change for repetitions."""
    key: str = ""
    """Name under which a repetition is recognised; empty if none was given."""
    fingerprint: bytes = b""
    """Tells the request from others under the same key; of constant length."""
    fits: Callable[[Table], bool] | None = None
    """Whether the change is still wanted of the match as it is found."""
    payer: str = ""
    """Who pays for what bots think about it (Purse)."""


class Answered(NamedTuple):
    """The answer to a change, and whether it is a repetition of an earlier one."""

    answer: bytes
    repeated: bool = False
