"""The OpenAPI document: what routes declare, completed from the games' types."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec
from flask_openapi.openapi import OpenAPI
from flask_openapi.types import ResponseDict

from service.api import answers
from service.api.errors import MEDIA_TYPE
from service.api.kinds import HTTP_KINDS, KINDS, SHAPE, Kind
from service.games import GAMES
from service.games.base import Choice
from service.match import EVENTS
from service.records import Record

VERSION = "3.1.0"
BEARER: list[dict[str, list[Any]]] = [{"bearer": []}]

_REF = "#/components/schemas/"
_ANSWERS = (
    answers.Games,
    answers.GameDetail,
    answers.Match,
    answers.MatchOpened,
    answers.SeatJoined,
    answers.LegalMoves,
    answers.Moved,
    answers.Legal,
    answers.EventPage,
    answers.Presence,
    answers.Proofs,
    answers.OpenMatches,
    answers.Ticket,
    answers.Verified,
    Record,
    answers.Health,
)


def ok(answer: type[msgspec.Struct], status: int = 200) -> ResponseDict:
    """Declare the answer of an operation that went well."""
    schema = {"$ref": f"{_REF}{answer.__name__}"}
    description = (answer.__doc__ or "").strip()
    content = {"application/json": {"schema": schema}}
    return {status: {"description": description, "content": content}}


def either(*kinds: type[answers.Answer]) -> ResponseDict:
    """Declare an answer of one of several shapes."""
    schema = {"anyOf": [{"$ref": f"{_REF}{kind.__name__}"} for kind in kinds]}
    description = " Or: ".join((kind.__doc__ or "").strip() for kind in kinds)
    content = {"application/json": {"schema": schema}}
    return {200: {"description": description, "content": content}}


def events(pages: str, lines: str, server_sent: str) -> ResponseDict:
    """Declare the three forms of a feed."""
    entry = '{"id":"5-0","at":"2026-01-31T12:00:00Z","event":{"type":"seat_taken"}}'
    content: dict[str, Any] = {
        pages: {"schema": {"$ref": f"{_REF}EventPage"}},
        lines: {"schema": {"type": "string"}, "example": f"{entry}\n"},
        server_sent: {
            "schema": {"type": "string"},
            "example": f"id: 5-0\ndata: {entry}\n\n",
        },
    }
    return {200: {"description": "The events.", "content": content}}


def text(description: str, media_type: str) -> ResponseDict:
    """Declare an answer that is a text."""
    content = {media_type: {"schema": {"type": "string"}}}
    return {200: {"description": description, "content": content}}


def problems(*errors: type[Exception] | int) -> ResponseDict:
    """Declare the problem documents of an operation, by exception or status."""
    kinds: dict[int, list[Kind]] = {}
    for error in errors:
        kind = HTTP_KINDS[error] if isinstance(error, int) else KINDS[error]
        kinds.setdefault(kind.status, []).append(kind)
        if error == 400:
            kinds[400].append(SHAPE)
    return {status: _described(several) for status, several in kinds.items()}


def operation_id(*, name: str, path: str, method: str) -> str:
    """Call an operation after the function that carries it out."""
    return name


def complete(app: OpenAPI) -> dict[str, Any]:
    """Return the document; it is made at the first request, and then kept."""
    document = app.api_doc
    schemas = document["components"]["schemas"]
    if "MatchOpened" not in schemas:
        schemas.update(_components())
        schemas["MoveToMake"]["properties"]["move"] = {
            "description": "One of the game's moves, told apart by `type`.",
            "oneOf": _refs(_moves()),
        }
        _drop_untrue(document)
        _limit(document)
    return document


def _drop_untrue(document: dict[str, Any]) -> None:
    """Take out the 400 that the library adds to operations that declare none."""
    for item in document["paths"].values():
        for operation in item.values():
            answer = operation["responses"].get("400", {})
            if "application/json" in answer.get("content", {}):
                del operation["responses"]["400"]


def _limit(document: dict[str, Any]) -> None:
    """Declare for each operation that the operator may limit its use."""
    answer = _described([HTTP_KINDS[429]])
    answer["headers"] = {
        "Retry-After": {
            "description": "Seconds to wait.",
            "schema": {"type": "integer", "minimum": 1},
        }
    }
    for path, item in document["paths"].items():
        for operation in item.values():
            if path.startswith("/v1/"):
                operation["responses"]["429"] = answer


def _described(kinds: list[Kind]) -> dict[str, Any]:
    examples = {
        kind.code: {
            "value": {
                "type": f"urn:tapete:problem:{kind.code}",
                "title": kind.title,
                "status": kind.status,
                "code": kind.code,
                "detail": f"{kind.title}.",
                "remedy": kind.remedy,
                "instance": "urn:tapete:request:6f1c2f0a-9f2f-4d0e-8a53-0c1f6a0e7b11",
            }
        }
        for kind in kinds
    }
    schema = {"$ref": f"{_REF}Problem"}
    content = {MEDIA_TYPE: {"schema": schema, "examples": examples}}
    return {"description": "; ".join(k.title for k in kinds), "content": content}


def _moves() -> list[Any]:
    return [move for game in GAMES.values() for move in game.move_types]


def _choices() -> list[Any]:
    return [Choice[reduce(or_, game.move_types)] for game in GAMES.values()]  # type: ignore[misc]


def _events() -> list[Any]:
    return [*EVENTS, *(e for game in GAMES.values() for e in game.event_types)]


def _types() -> list[Any]:
    return [*_ANSWERS, *_choices(), *_moves(), *_events()]


def _components() -> dict[str, Any]:
    """Return the schemas of all answers, with what is typed per game filled in."""
    _, schemas = msgspec.json.schema_components(
        _types(), ref_template=f"{_REF}{{name}}"
    )
    del schemas["Choice_Any_"]
    schemas["EventEntry"]["properties"]["event"] = {"anyOf": _refs(_events())}
    schemas["LegalMoves"]["properties"]["moves"]["items"] = {"anyOf": _refs(_choices())}
    return dict(schemas)


def _refs(types: list[Any]) -> list[dict[str, Any]]:
    """Return references under the names that all the types together lead to."""
    every = _types()
    refs, _ = msgspec.json.schema_components(every, ref_template=f"{_REF}{{name}}")
    return [refs[every.index(each)] for each in types]
