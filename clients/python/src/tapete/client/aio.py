"""The client for programs with an event loop; generate.py makes sync.py of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from types import TracebackType
from typing import Self, TypeVar, Unpack, overload

import httpx

from tapete.client import calls, models
from tapete.client.connection import (
    LOST,
    PATIENCE_S,
    TIMEOUT_S,
    ended,
    following,
    is_feed,
    options,
    received,
    sending,
)
from tapete.client.feed import Resumption
from tapete.client.handles import Opened, Viewer
from tapete.client.messages import Answer, Call, Request
from tapete.client.models import FrenchHands, PokerdrezHands
from tapete.client.patience import LongPoll, Lost, Patience

T = TypeVar("T")


class AsyncClient:
    """A Tapete service. Its connections are kept until it is closed."""

    def __init__(
        self,
        base_url: str,
        *,
        patience: float = PATIENCE_S,
        timeout: float = TIMEOUT_S,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Take the service's address.

        A request that gets no answer is repeated for `patience` seconds; `timeout` is
        the longest silence of a connection, in seconds. Raises ValueError if the
        address is none.
        """
        self._http = httpx.AsyncClient(
            transport=transport, **options(base_url, timeout)
        )
        self._patience = patience

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._http.base_url!r})"

    async def aclose(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def ready(self) -> models.Health:
        """Return the service's word that it and its store are there."""
        return await self._do(calls.ready())

    async def games(self) -> list[models.GameSummary]:
        """Return the games of the service."""
        return (await self._do(calls.games()))["games"]

    async def game(self, name: str) -> models.GameDetail:
        """Return a game, with the JSON Schemas of its options and moves."""
        return await self._do(calls.game(name))

    async def rules(self, name: str, language: str = "en") -> str:
        """Return the rules of a game as Markdown, in `en` or `es`."""
        return await self._do(calls.rules(name, language))

    async def create_match(self, **body: Unpack[models.NewMatch]) -> Opened[AsyncSeat]:
        """Open a match, and get a handle for each seat of kind `human`."""
        opened = await self._do(calls.create_match(body))
        match = opened["match"]
        seats = tuple(
            AsyncSeat(self, Viewer(match["id"], own["token"], own["seat"]))
            for own in opened["tokens"]
        )
        return Opened(match, seats, opened["invitation"])

    async def join(self, match_id: str, **body: Unpack[models.Join]) -> AsyncSeat:
        """Take an open seat."""
        joined = await self._do(calls.take_seat(match_id, body))
        return AsyncSeat(self, Viewer(match_id, joined["token"], joined["seat"]))

    @overload
    def match(self, match_id: str) -> AsyncSpectator: ...

    @overload
    def match(self, match_id: str, token: str) -> AsyncSeat: ...

    def match(self, match_id: str, token: str | None = None) -> AsyncSpectator:
        """Return a match as its seat has it that a token opens, or else as a spectator.

        Nothing is asked of the service.
        """
        if token is None:
            return AsyncSpectator(self, Viewer(match_id))
        return AsyncSeat(self, Viewer(match_id, token))

    async def open_matches(
        self, game: str = "", page: int = 20
    ) -> AsyncIterator[models.Match]:
        """Yield the matches that anybody may join, the newest first, page by page."""
        query: calls.Query = {"game": game, "limit": page}
        while True:
            found = await self._do(calls.list_matches(query))
            for match in found["matches"]:
                yield match
            if found["next"] is None:
                return
            query = calls.query_of(found["next"])

    async def evaluate_poker(
        self, *, wild: bool = False, strict: bool = False, **body: Unpack[FrenchHands]
    ) -> models.PokerValues:
        """Rank poker hands, each with a wild card besides if `wild` is said."""
        return await self._do(calls.evaluate_poker(body, wild, strict))

    async def evaluate_lamarckian(
        self, *, strict: bool = False, **body: Unpack[FrenchHands]
    ) -> models.PokerValues:
        """Rank poker hands, of which no two of one deck are equal."""
        return await self._do(calls.evaluate_lamarckian(body, strict))

    async def evaluate_locus(
        self, *, wild: bool = False, strict: bool = False, **body: Unpack[FrenchHands]
    ) -> models.AreaValues:
        """Score areas of Locus Poker."""
        return await self._do(calls.evaluate_locus(body, wild, strict))

    async def evaluate_poker7(
        self, *, strict: bool = False, **body: Unpack[PokerdrezHands]
    ) -> models.SevenValues:
        """Rank Poker7 hands of seven cards."""
        return await self._do(calls.evaluate_poker7(body, strict))

    async def rank_masks(
        self, masks: Sequence[int], *, wild: bool = False
    ) -> list[int]:
        """Rank poker hands given as masks, with bit suit * 13 + rank for each card.

        Suits c d h s are 0 to 3, ranks 2 to A 0 to 12; a mask that is no hand has 0.
        """
        return await self._do(calls.rank_masks(masks, wild))

    async def verify(self, record: models.Record) -> models.Verified:
        """Have a record checked: shuffle, digest and every action."""
        return await self._do(calls.verify(record))

    async def _do(self, call: Call[T]) -> T:
        """Send a request until there is an answer, and read it."""
        patience = Patience(self._patience)
        while True:
            verdict = patience.judge(await self._send(call.request))
            if isinstance(verdict, Answer):
                return call.read(verdict)
            await asyncio.sleep(verdict)

    async def _send(self, request: Request) -> Answer | Lost:
        try:
            return received(
                await self._http.request(**sending(request, self._http.timeout))
            )
        except LOST as why:
            return Lost(why)

    async def _follow(
        self, viewer: Viewer, after: str
    ) -> AsyncGenerator[models.EventEntry]:
        """Yield events over as many connections as it takes."""
        resumption = Resumption(after, self._patience)
        while True:
            outcome: Answer | Lost = ended()
            keywords = following(viewer.stream(resumption), self._http.timeout)
            try:
                async with self._http.stream(**keywords) as response:
                    if is_feed(response):
                        async for data in response.aiter_bytes():
                            for entry in resumption.read(data):
                                yield entry
                    else:
                        await response.aread()
                        outcome = received(response)
            except LOST as why:
                outcome = Lost(why)
            await asyncio.sleep(resumption.pause(outcome))


class AsyncSpectator:
    """A match as those see it who have no seat."""

    def __init__(self, client: AsyncClient, viewer: Viewer) -> None:
        """Take who looks; made by AsyncClient."""
        self._client = client
        self._viewer = viewer

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    @property
    def id(self) -> str:
        """The id of the match."""
        return self._viewer.id

    async def view(self) -> models.Match:
        """Return the match as the viewer may see it."""
        return await self._client._do(self._viewer.look())

    async def wait(self, seconds: float | None = None) -> models.Match | None:
        """Return the match once it is not what this handle was last answered.

        None if it has not changed for so long; without `seconds` there is no end.
        """
        poll = LongPoll(seconds)
        while (wait := poll.ask()) is not None:
            match = await self._client._do(self._viewer.look_for_change(wait))
            if match is not None:
                return match
            await asyncio.sleep(poll.pause())
        return None

    def events(self, after: str = "") -> AsyncGenerator[models.EventEntry]:
        """Yield what happens, from after the event of an id, each event once.

        There is no end to it, not even with the match: leave the loop, or close the
        generator. A connection that is cut is made anew and nothing is missed.
        """
        return self._client._follow(self._viewer, after)

    async def history(self, after: str = "") -> AsyncIterator[models.EventEntry]:
        """Yield what has happened until now."""
        query: calls.Query = {"after": after, "limit": calls.PAGE}
        while True:
            page = await self._client._do(self._viewer.page(query))
            for entry in page["events"]:
                yield entry
            next_query = calls.query_of(page["next"])
            if next_query["after"] == query["after"]:
                return
            query = next_query

    async def presence(self) -> list[bool]:
        """Return for each seat whether it follows the match just now."""
        return (await self._client._do(calls.presence(self.id)))["connected"]

    async def proofs(self) -> models.Proofs:
        """Return proofs of the cards that the viewer has seen."""
        return await self._client._do(self._viewer.proofs())

    async def analysis(self) -> AsyncIterator[models.MoveJudged]:
        """Yield the moves of a finished match that can be judged, page by page."""
        query: calls.Query = {}
        while True:
            page = await self._client._do(self._viewer.analysis(query))
            for judged in page["moves"]:
                yield judged
            if page["next"] is None:
                return
            query = calls.query_of(page["next"])

    async def record(self) -> models.Record:
        """Return the record of the match, once it is finished."""
        return await self._client._do(calls.record(self.id))

    async def record_text(self) -> str:
        """Return the record as a text for poker programs, if the game has one."""
        return await self._client._do(calls.record_text(self.id))


class AsyncSeat(AsyncSpectator):
    """A seat of a match, which its token opens.

    With `if_unchanged` a change is made only if the match is still the one that this
    handle was last answered; else StaleVersion is raised.
    """

    @property
    def token(self) -> str:
        """The secret that opens the seat: keep it to come back."""
        return self._viewer.token

    @property
    def number(self) -> int | None:
        """The number of the seat; None if only its token is known, until `view`."""
        return self._viewer.number

    async def moves(self) -> list[models.Choice]:
        """Return exactly the moves that the seat can make now."""
        return (await self._client._do(self._viewer.moves()))["moves"]

    async def hints(self) -> models.SeatHints:
        """Return what the service thinks of the turn, from what the seat can see."""
        return await self._client._do(self._viewer.hints())

    async def play(
        self, move: models.Move, *, if_unchanged: bool = False
    ) -> models.Moved:
        """Make a move; return the match after it, and what has happened since."""
        return await self._client._do(self._viewer.play(move, if_unchanged))

    async def dry_run(
        self, move: models.Move, *, if_unchanged: bool = False
    ) -> models.Legal:
        """Ask whether a move would be accepted; what `play` would raise is raised."""
        return await self._client._do(self._viewer.dry_run(move, if_unchanged))

    async def resign(self, *, if_unchanged: bool = False) -> models.Moved:
        """Give up, whoever's turn it is."""
        return await self._client._do(self._viewer.resign(if_unchanged))

    async def leave(self) -> models.Moved:
        """Give the seat back, before the match has started."""
        if self.number is None:
            await self.view()
        return await self._client._do(self._viewer.leave())

    async def rematch(self) -> AsyncSeat:
        """Return the same seat of the next match; all who ask get the same match."""
        match = await self._client._do(self._viewer.rematch())
        return AsyncSeat(self._client, Viewer(match["id"], self.token, match["you"]))
