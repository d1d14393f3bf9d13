"""What the handles of a match know, sync and async alike."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tapete.client import calls, models
from tapete.client.feed import Resumption
from tapete.client.messages import Answer, Call, Request

T = TypeVar("T")
S = TypeVar("S")

_TOKEN = re.compile("[!-~]+")


@dataclass(frozen=True)
class Opened(Generic[S]):
    """A match that was created: its id, how it began, and a handle for each own seat.

    `invitation` is a secret that others need to take an open seat, None if they need
    nothing.
    """

    match: models.Match = field(repr=False)
    seats: tuple[S, ...]
    invitation: str | None = field(repr=False)

    @property
    def id(self) -> str:
        """The id of the match, which is no secret."""
        return self.match["id"]

    @property
    def seat(self) -> S:
        """The one own seat; raises ValueError if there are several, or none."""
        (only,) = self.seats
        return only


class Viewer:
    """A match as somebody sees it; makes their calls and notes the version answered."""

    def __init__(
        self, match_id: str, token: str | None = None, number: int | None = None
    ) -> None:
        """Take a token, None for a spectator, and the number of its seat if known."""
        if token is not None and not _TOKEN.fullmatch(token):
            raise ValueError("a token has visible characters only")
        self.id = match_id
        self.token = token or ""
        self.number = number
        self.etag: str | None = None

    def look(self) -> Call[models.Match]:
        """Ask for the match as it is."""
        call = self._noting(calls.look(self.id, self.token))

        def read(answer: Answer) -> models.Match:
            match = call.read(answer)
            self.number = match["you"]
            return match

        return Call(call.request, read)

    def look_for_change(self, wait: int) -> Call[models.Match | None]:
        """Ask for the match once it is not the one that was seen last."""
        return self._noting(calls.look_for_change(self.id, self.token, self.etag, wait))

    def play(self, move: models.Move, if_unchanged: bool) -> Call[models.Moved]:
        """Move."""
        tag = self._condition(if_unchanged)
        return self._noting(calls.make_move(self.id, self.token, {"move": move}, tag))

    def moves(self) -> Call[models.LegalMoves]:
        """Ask for the legal moves."""
        return calls.moves(self.id, self.token)

    def dry_run(self, move: models.Move, if_unchanged: bool) -> Call[models.Legal]:
        """Ask whether a move would be accepted."""
        tag = self._condition(if_unchanged)
        return calls.dry_run(self.id, self.token, {"move": move}, tag)

    def resign(self, if_unchanged: bool) -> Call[models.Moved]:
        """Give up."""
        tag = self._condition(if_unchanged)
        return self._noting(calls.give_up(self.id, self.token, tag))

    def hints(self) -> Call[models.SeatHints]:
        """Ask for hints."""
        return calls.hints(self.id, self.token)

    def analysis(self, query: calls.Query) -> Call[models.Analysis]:
        """Ask for a page of the analysis."""
        return calls.analysis(self.id, self.token, query)

    def leave(self) -> Call[models.Moved]:
        """Give the seat back; its number must be known."""
        assert self.number is not None, "whoever has a token has a number"
        return calls.leave_seat(self.id, self.number, self.token)

    def rematch(self) -> Call[models.Match]:
        """Ask for the next match."""
        return calls.play_again(self.id, self.token)

    def proofs(self) -> Call[models.Proofs]:
        """Ask for proofs of the cards that the viewer has seen."""
        return calls.proofs(self.id, self.token)

    def stream(self, resumption: Resumption) -> Request:
        """Return the request for the next connection to the feed."""
        return calls.stream(self.id, self.token, resumption.headers())

    def page(self, query: calls.Query) -> Call[models.EventPage]:
        """Ask for a page of what has happened."""
        return calls.event_page(self.id, self.token, query)

    def _condition(self, if_unchanged: bool) -> str | None:
        if if_unchanged and self.etag is None:
            raise ValueError("this handle has not seen the match yet: call view()")
        return self.etag if if_unchanged else None

    def _noting(self, call: Call[T]) -> Call[T]:
        """Return the call, which will keep the tag of its answer."""

        def read(answer: Answer) -> T:
            self.etag = answer.headers.get("etag", self.etag)
            return call.read(answer)

        return Call(call.request, read)
