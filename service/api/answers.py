"""The shape of what clients are answered."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response

from service import clocks
from service.api.levels import Level
from service.api.levels import of_game as levels_of
from service.api.whole import Whole
from service.bots import HINTS
from service.feed import Entry
from service.games import GAMES, Game
from service.games.base import Choice, Result, Seat, View
from service.match import Disclosure, Kind, Spectators, Status
from service.match import Match as Stored
from service.proofs import DealProofs
from service.records import RecordCheck
from service.shuffle import METHOD, commitment
from service.table import Table

_MOMENTS = 1024
"""Times whose form is remembered: a match tells when it began whenever it is shown."""

if TYPE_CHECKING:
    AnyView = View
else:
    AnyView = reduce(or_, (game.view_type for game in GAMES.values()))


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all answers."""


class SeatRange(Answer, frozen=True):
    """The least and the most seats of a game."""

    min: int
    max: int


class GameSummary(Answer, frozen=True):
    """A game of the service; `hints` is whether there are hints and analysis for it."""

    name: str
    title: Mapping[str, str]
    seats: SeatRange
    levels: list[Level]
    hints: bool
    href: str
    rules: str


class Games(Answer, frozen=True):
    """The games of the service."""

    games: list[GameSummary]


class GameDetail(GameSummary, frozen=True):
    """A game with the JSON Schemas of its options and, by type, of its moves."""

    options: dict[str, Any]
    moves: dict[str, Any]


class SeatInfo(Answer, frozen=True):
    """A seat and who has it."""

    seat: Seat
    kind: Kind
    name: str | None
    level: int | None


class Shuffle(Answer, frozen=True):
    """What was published of the shuffle before the seats were taken."""

    method: str
    commitment: str
    disclosure: Disclosure


class Time(Answer, frozen=True):
    """The clock of a match, in seconds; `deadline_at` is the next to run out.

    `left` is what each seat has of its base time at `server_time`, which is when this
    was answered: the one thing in a match that changes without its version.
    """

    turn: float | None
    base: float | None
    increment: float
    deadline_at: datetime | None
    left: list[float] | None
    server_time: datetime


class Match(Answer, frozen=True):
    """A match as the bearer, or a spectator, may see it."""

    id: str
    game: str
    version: int
    status: Status
    created_at: datetime
    options: dict[str, Any]
    seats: list[SeatInfo]
    shuffle: Shuffle
    you: Seat | None
    to_move: list[Seat]
    clock: Time | None
    spectators: Spectators
    unlisted: bool
    assist: bool
    rematch: str | None
    view: AnyView | None
    result: Result | None


class Presence(Answer, frozen=True):
    """For each seat, whether it follows the match just now."""

    connected: list[bool]


class SeatToken(Answer, frozen=True):
    """The secret that lets its holder act for a seat; shown this once."""

    seat: Seat
    token: str


class MatchOpened(Answer, frozen=True):
    """A new match, with the tokens of the creator's own seats."""

    match: Match
    tokens: list[SeatToken]
    invitation: str | None
    """What others need to take an open seat; None if they need nothing."""


class OpenMatches(Answer, frozen=True):
    """Matches with an open seat, the newest first; `next` is None at the end."""

    matches: list[Match]
    next: str | None


class Ticket(Answer, frozen=True):
    """Opens the feed once, within a minute, for clients that send no headers."""

    ticket: str
    expires_at: datetime


class SeatJoined(Answer, frozen=True):
    """The seat that was taken, and its token."""

    match: Match
    seat: Seat
    token: str


class LegalMoves(Answer, frozen=True):
    """Exactly the moves that the seat can make at this version."""

    version: int
    seat: Seat | None
    moves: list[Choice[Any]]


class EventEntry(Answer, frozen=True):
    """Something that happened, at its place in the match's feed."""

    id: str
    at: datetime
    event: Any


class EventPage(Answer, frozen=True):
    """Events of a match that the viewer may know, and where to go on."""

    events: list[EventEntry]
    next: str


class Moved(Answer, frozen=True):
    """The match after a move, and what has happened since, bots' answers included."""

    match: Match
    events: list[EventEntry]


class Legal(Answer, frozen=True):
    """The move would be accepted at this version."""

    legal: bool
    version: int


class Proofs(Answer, frozen=True):
    """By deal, proofs of the cards that the viewer has seen."""

    deals: list[DealProofs]


class Verified(Answer, frozen=True):
    """What was checked of a record, and whether all of it holds."""

    ok: bool
    checks: list[RecordCheck]


class Health(Answer, frozen=True):
    """The service's word on itself."""

    status: str


def reply(
    answer: Answer, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer as JSON."""
    return Whole(msgspec.json.encode(answer), status, headers or {})


def etag(table: Table) -> str:
    """Return the strong validator of a match as one viewer sees it."""
    viewer = "spectator" if table.seat is None else table.seat
    return f'"{table.version}-{viewer}"'


def game_summary(rules: Game[Any, Any], language: str) -> GameSummary:
    """Describe a game in a line; the language is one of `described.LANGUAGES`."""
    return GameSummary(**_summary(rules, language))


def game_detail(rules: Game[Any, Any], language: str) -> GameDetail:
    """Describe a game with its options and moves."""
    moves = {
        str(move.__struct_config__.tag): msgspec.json.schema(move)
        for move in rules.move_types
    }
    options = msgspec.json.schema(rules.options_type)
    return GameDetail(**_summary(rules, language), options=options, moves=moves)


def match(table: Table) -> Match:
    """Show a match to the one who asks."""
    stored, rules, position = table.match, table.match.rules, table.position
    begun = position is not None
    return Match(
        id=stored.id,
        game=stored.game,
        version=table.version,
        status=table.status,
        created_at=moment(stored.created_at),
        options=stored.options,
        seats=[
            SeatInfo(
                seat=number,
                kind=seat.kind,
                name=seat.name or None,
                level=seat.level,
            )
            for number, seat in enumerate(stored.seats)
        ],
        shuffle=Shuffle(
            method=METHOD,
            commitment=commitment(stored.seed),
            disclosure=stored.terms.disclosure,
        ),
        you=table.seat,
        to_move=sorted(rules.to_move(position)) if begun else [],
        clock=_clock(stored),
        spectators=stored.terms.spectators,
        unlisted=stored.terms.unlisted,
        assist=stored.terms.assist,
        rematch=stored.rematch or None,
        view=rules.view(position, table.seat) if begun else None,
        result=rules.result(position) if begun else None,
    )


@lru_cache(maxsize=_MOMENTS)
def moment(seconds: float) -> datetime:
    """Return a time as answers show it, to the millisecond."""
    return datetime.fromtimestamp(round(seconds, 3), UTC)


def entry(found: Entry) -> EventEntry:
    """Show an event of the feed."""
    return EventEntry(id=found.id, at=moment(found.at), event=found.event)


def _clock(stored: Stored) -> Time | None:
    if stored.clock is None:
        return None
    now = time.time()
    due = clocks.deadline(stored)
    left = clocks.time_left(stored, now)
    return Time(
        turn=stored.clock.turn,
        base=stored.clock.base,
        increment=stored.clock.increment,
        deadline_at=None if due is None else moment(due),
        left=left and [round(seconds, 3) for seconds in left],
        server_time=moment(now),
    )


def location(table: Table) -> Mapping[str, str]:
    """Say where a match is."""
    return {"Location": f"/v1/matches/{table.match.id}"}


def opened(table: Table, tokens: Mapping[Seat, str], invitation: str) -> MatchOpened:
    """Show a new match to its creator."""
    secrets = [SeatToken(seat=seat, token=text) for seat, text in tokens.items()]
    return MatchOpened(
        match=match(table), tokens=secrets, invitation=invitation or None
    )


def joined(table: Table, token: str) -> SeatJoined:
    """Show a match to the one who has taken a seat."""
    mine = table._replace(seat=table.match.seat_of(token))
    return SeatJoined(match=match(mine), seat=mine.own_seat, token=token)


def legal_moves(table: Table, choices: tuple[Choice[Any], ...]) -> LegalMoves:
    """Show a seat what it can do."""
    return LegalMoves(version=table.version, seat=table.seat, moves=list(choices))


def legal(table: Table) -> Legal:
    """Say that a move is legal, and nothing of what it would lead to."""
    return Legal(legal=True, version=table.version)


def moved(table: Table) -> Moved:
    """Show a seat what its move has led to, as far as the seat may know."""
    at = moment(table.at)
    events = [
        EventEntry(id=f"{table.version}-{number}", at=at, event=told.event)
        for number, told in enumerate(table.events)
        if told.heard_by(table.seat)
    ]
    return Moved(match=match(table), events=events)


def _summary(rules: Game[Any, Any], language: str) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "seats": SeatRange(min=rules.seats.start, max=rules.seats.stop - 1),
        "levels": levels_of(rules.name, language),
        "hints": rules.name in HINTS,
        "href": f"/v1/games/{rules.name}",
        "rules": f"/v1/games/{rules.name}/rules",
    }
