"""The schemas of the OpenAPI document, completed from the games' types."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from service.api import answers, assisted, evaluated
from service.bots import LEVELS
from service.games import GAMES, Game
from service.games.base import Choice
from service.match import EVENTS
from service.records import Record

REF = "#/components/schemas/"
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
    assisted.SeatHints,
    assisted.Analysis,
    evaluated.PokerValues,
    evaluated.AreaValues,
    evaluated.SevenValues,
    Record,
    answers.Health,
)


def complete(schemas: dict[str, Any]) -> None:
    """Add the shapes of answers, and narrow those of bodies to what a game takes."""
    schemas.update(_components())
    schemas["MoveToMake"]["properties"]["move"] = {
        "description": "One of the game's moves, told apart by `type`.",
        "oneOf": _refs(_moves()),
    }
    schemas["RecordToVerify"] = {"$ref": f"{REF}Record"}
    schemas["NewMatch"]["oneOf"] = [_new_match(rules) for rules in GAMES.values()]
    schemas["ClockSetting"]["anyOf"] = [
        {"required": [name], "properties": {name: {"type": "number"}}}
        for name in ("turn", "base")
    ]


def _new_match(rules: Game[Any, Any]) -> dict[str, Any]:
    """Return what holds of a match to create if it is of this game."""
    (options,) = _refs([rules.options_type])
    low, high = rules.seats.start, rules.seats.stop - 1
    return {
        "title": rules.title["en"],
        "properties": {
            "game": {"const": rules.name},
            "options": options,
            "seats": {
                "items": {"anyOf": _seats(sorted(LEVELS[rules.name]))},
                "anyOf": [{"maxItems": 0}, {"minItems": low, "maxItems": high}],
            },
        },
    }


def _seats(levels: list[int]) -> list[dict[str, Any]]:
    """Only bots have a level, and only one that their game has."""
    people = {"kind": {"enum": ["human", "open"]}, "level": {"type": "null"}}
    bots = {"kind": {"const": "bot"}, "level": {"enum": [*levels, None]}}
    return [{"properties": people}, {"properties": bots}]


def _moves() -> list[Any]:
    return [move for game in GAMES.values() for move in game.move_types]


def _choices() -> list[Any]:
    return [Choice[reduce(or_, game.move_types)] for game in GAMES.values()]  # type: ignore[misc]


def _events() -> list[Any]:
    return [*EVENTS, *(e for game in GAMES.values() for e in game.event_types)]


def _types() -> list[Any]:
    options = [game.options_type for game in GAMES.values()]
    return [*_ANSWERS, *_choices(), *_moves(), *_events(), *options]


def _components() -> dict[str, Any]:
    """Return the schemas of all answers, with what is typed per game filled in."""
    _, schemas = _described()
    del schemas["Choice_Any_"]
    schemas["EventEntry"]["properties"]["event"] = {"anyOf": _refs(_events())}
    schemas["LegalMoves"]["properties"]["moves"]["items"] = {"anyOf": _refs(_choices())}
    judged = schemas["MoveJudged"]["properties"]
    judged["move"] = {"anyOf": _refs(_moves())}
    judged["best"] = {"anyOf": [*_refs(_moves()), {"type": "null"}]}
    return schemas


def _refs(types: list[Any]) -> list[dict[str, Any]]:
    """Return references under the names that all the types together lead to."""
    refs, every = _described()[0], _types()
    return [refs[every.index(each)] for each in types]


def _described() -> tuple[list[Any], dict[str, Any]]:
    """Return references to all types, and the schemas that they lead to.

    msgspec names a choice after all moves of its game; here it is `LocusChoice`.
    """
    found = msgspec.json.schema_components(_types(), ref_template=f"{REF}{{name}}")
    text = msgspec.json.encode(found).decode()
    choices = found[0][len(_ANSWERS) : len(_ANSWERS) + len(GAMES)]
    for game, choice in zip(GAMES, choices, strict=True):
        name = choice["$ref"].removeprefix(REF)
        text = text.replace(f'{name}"', f'{game.capitalize()}Choice"')
    refs, schemas = msgspec.json.decode(text)
    return refs, schemas
