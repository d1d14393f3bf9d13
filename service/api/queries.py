"""The shape of addresses and queries: texts, read less strictly than bodies."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field
from werkzeug.datastructures import Headers
from werkzeug.exceptions import BadRequest


def _digits(value: Any) -> Any:
    """Refuse what pydantic would take for a number in a text, such as 1_0 or 2.0."""
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{1,9}", value):
        raise ValueError("not a number of digits only")
    return value


class Query(BaseModel):
    """Base of query parameters; unknown ones are let through, as proxies add them."""

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Make the schema once: flask-openapi asks for it at each request."""
        if args or kwargs:
            return super().model_json_schema(*args, **kwargs)
        if cls not in _SCHEMAS:
            _SCHEMAS[cls] = super().model_json_schema()
        return _SCHEMAS[cls]


_SCHEMAS: dict[type[Query], dict[str, Any]] = {}


class MoveQuery(Query):
    """How to make a move."""

    dry_run: Annotated[
        bool,
        Field(description="Only tell whether the move is legal; nothing changes."),
    ] = False


EVENT_ID = "[0-9]{1,15}-[0-9]{1,9}"

Wait = Annotated[
    int,
    Field(ge=0, le=25, description="Seconds to wait for something new, 0 to 25."),
    BeforeValidator(_digits),
]


class WaitQuery(Query):
    """How long to wait for a change."""

    wait: Wait = 0


class LobbyQuery(Query):
    """Which open matches."""

    game: Annotated[str, Field(description="Only of this game.")] = ""
    status: Annotated[
        Literal["open"], Field(description="Matches with an open seat.")
    ] = "open"
    cursor: Annotated[
        str,
        Field(
            pattern=r"^([0-9]{1,12}(\.[0-9]{1,9})?)?$",
            description="Where the page before has ended; empty for the newest.",
        ),
    ] = ""
    limit: Annotated[
        int,
        Field(ge=1, le=100, description="Matches on a page at most."),
        BeforeValidator(_digits),
    ] = 20


class EventsQuery(WaitQuery):
    """Which part of the feed."""

    after: Annotated[
        str,
        Field(
            pattern=f"^({EVENT_ID})?$",
            description="The id of the last event that you know; empty for none.",
            examples=["5-0"],
        ),
    ] = ""
    limit: Annotated[
        int,
        Field(ge=1, le=1000, description="Events of a JSON page at most."),
        BeforeValidator(_digits),
    ] = 100
    ticket: Annotated[
        str, Field(description="Instead of a token, for clients without headers.")
    ] = ""


class AnalysisQuery(Query):
    """Which part of the moves of a match."""

    after: Annotated[
        int,
        Field(
            ge=0,
            le=999_999_999,  # as many digits as are read
            description="The number of the last move that you know.",
        ),
        BeforeValidator(_digits),
    ] = 0
    limit: Annotated[
        int,
        Field(ge=1, le=100, description="Moves looked at for a page at most."),
        BeforeValidator(_digits),
    ] = 100


def resume_after(query: EventsQuery, headers: Headers) -> str:
    """Return the event to go on after, "" for none: `after`, or Last-Event-ID."""
    last = headers.get("Last-Event-ID", "")
    if last and not re.fullmatch(EVENT_ID, last):
        raise BadRequest("Last-Event-ID must be the id of an event, such as 5-0.")
    return query.after or last


class GamePath(BaseModel):
    """Which game."""

    game: Annotated[str, Field(examples=["locus"])]


class MatchPath(BaseModel):
    """Which match."""

    match_id: Annotated[
        str,
        Field(
            description="The id that creating the match has answered.",
            examples=["mXv3RTSsQ1uP6Lw0QYkJ8A"],
            json_schema_extra={"pattern": "^[A-Za-z0-9_-]{22}$"},
        ),
    ]


class SeatPath(MatchPath):
    """Which seat of a match."""

    seat: Annotated[int, Field(ge=0, le=31)]


class DocsPath(BaseModel):
    """Which file of the documentation page."""

    name: str


class PageFilePath(BaseModel):
    """Which file of the table page, of which version."""

    digest: str
    name: str
