"""What answers must be like, whatever the game; no HTTP in here.

A check raises Wrong and, where an answer lacks what it should have, LookupError or
TypeError: whoever calls it takes all three for a failure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

_EVENT_ID = re.compile(r"([0-9]+)-([0-9]+)")


class Wrong(Exception):
    """An answer that must not be. The texts are few, and name no ids or numbers."""


@dataclass
class Table:
    """A match, as the people at it keep book of it."""

    id: str
    game: str
    seats: int
    people: int
    """Seats that are not bots'."""
    versions: list[int]
    """Those that the creation, joins and accepted moves were answered with."""
    taken: set[int] = field(default_factory=set)
    """Seats that somebody has joined."""
    results: list[Json] = field(default_factory=list)
    """What each of its people, having seen it finished, takes for the result."""
    broken: bool = False
    """Whether somebody has left after a wrong answer: it will not end any more."""


def ensure(condition: bool, otherwise: str) -> None:
    """Raise Wrong, with a text on what is the case, unless the condition holds."""
    if not condition:
        raise Wrong(otherwise)


def problem(document: Json, status: int, content_type: str) -> str:
    """Check a problem document and return its code."""
    ensure(
        content_type.startswith("application/problem+json"),
        f"{status} without a problem document",
    )
    ensure(document["status"] == status, "the problem has another status")
    ensure(bool(document["detail"] and document["remedy"]), "a problem without help")
    return str(document["code"])


def created(answer: Json, seats: list[Json]) -> None:
    """Check a new match: the seats asked for, and tokens for the creator's own."""
    match, tokens = answer["match"], answer["tokens"]
    kinds = [seat["kind"] for seat in seats]
    own = [number for number, kind in enumerate(kinds) if kind == "human"]
    ensure([s["kind"] for s in match["seats"]] == kinds, "other seats than asked for")
    ensure([t["seat"] for t in tokens] == own, "tokens for other seats than one's own")
    ensure(match["version"] == 1, "a new match is not at version 1")
    waits = "open" in kinds
    ensure((match["status"] == "open") == waits, "a new match has the wrong status")
    people = len(seats) - kinds.count("bot")
    table = Table(match["id"], match["game"], len(seats), people, [1])
    shown(match, table, own[0] if own else None)


def joined(answer: Json, table: Table) -> None:
    """Check the answer to somebody who has taken a seat."""
    shown(answer["match"], table, answer["seat"])
    ensure(answer["match"]["version"] not in table.versions, "one version for two")
    ensure(answer["seat"] not in table.taken, "one seat for two")
    seat = answer["match"]["seats"][answer["seat"]]
    ensure(seat["kind"] == "human", "a seat that was taken is not a person's")


def begun(match: Json, table: Table, you: int) -> None:
    """Check a match of which all seats should have been taken."""
    shown(match, table, you)
    ensure(match["status"] != "open", "a seat is still open")


def shown(match: Json, table: Table, you: int | None, known: int = 0) -> None:
    """Check a match as a seat, or a spectator (None), is shown it.

    `known` is the version that the same viewer has seen before.
    """
    ensure(match["id"] == table.id, "the match is another one")
    ensure(match["game"] == table.game, "the game is another one")
    ensure(match["you"] == you, "`you` is not the bearer's seat")
    ensure(match["version"] >= known, "version has fallen")
    numbers = [seat["seat"] for seat in match["seats"]]
    ensure(numbers == list(range(table.seats)), "the seats are not those of the match")
    _phase(match)
    if match["result"] is not None:
        _result(match["result"], match["view"], table.seats)


def listed(answer: Json, seat: int, known: int, types: frozenset[str]) -> None:
    """Check the legal moves of a seat that is to move."""
    ensure(answer["seat"] == seat, "the moves are another seat's")
    ensure(answer["version"] >= known, "version has fallen")
    ensure(bool(answer["moves"]), "a seat to move has no legal move")
    for choice in answer["moves"]:
        ensure(choice["move"]["type"] in types, "a move of a type that is not declared")
        if span := choice.get("to"):
            fits = span["min"] <= span["max"] and span["step"] >= 1
            ensure(fits, "a range without an amount")
            ensure(
                choice["move"]["to"] == span["min"], "a move is not its range's least"
            )


def moved(
    answer: Json, table: Table, seat: int, known: int, told: Json, alone: bool
) -> None:
    """Check what an accepted move has led to.

    `told` is what an event of the seat should say of it. `alone`: nobody else can have
    changed the match since version `known`.
    """
    match, events = answer["match"], answer["events"]
    shown(match, table, seat, known)
    version = match["version"]
    ensure(version > known, "a move did not raise version")
    ensure(version == known + 1 or not alone, "a move raised version by more than 1")
    ensure(version not in table.versions, "one version for two")
    ids = [_EVENT_ID.fullmatch(event["id"]) for event in events]
    ensure(all(ids), "an event's id is not version-number")
    order = [(int(i[1]), int(i[2])) for i in ids if i]
    ensure(order == sorted(set(order)), "the events are not in order")
    ensure({of for of, _ in order} == {version}, "events of another version")
    facts = [event["event"] for event in events]
    ensure(any(_tells(e, seat, told) for e in facts), "no event tells of the move")
    _scores(facts, match["view"])


def concluded(match: Json, table: Table) -> None:
    """Check what a spectator finds after the people have seen the end."""
    shown(match, table, None)
    ensure(match["status"] == "finished", "finished for its people only")
    agreed = all(result == match["result"] for result in table.results)
    ensure(agreed, "the result is not the same for everybody")
    every = list(range(1, match["version"] + 1))
    if table.people:  # bots among themselves go on without being asked
        ensure(
            sorted(table.versions) == every, "versions and changes do not correspond"
        )
    told = _moves_told(match["view"])
    if told is not None and table.people == table.seats:
        moves = len(table.versions) - table.people  # one to create, the others to join
        ensure(told == moves, "an accepted move is lost")


def watched(match: Json, table: Table, known: int, ended: bool) -> None:
    """Check what a spectator sees; `ended`: a player was told of the end before."""
    shown(match, table, None, known)
    over = match["status"] == "finished"
    ensure(over or not ended, "finished for its people only")


def _phase(match: Json) -> None:
    status, waits = match["status"], bool(match["to_move"])
    ensure(status in ("open", "playing", "finished"), "an unknown status")
    ensure((status == "playing") == waits, "status and to_move differ")
    ensure((status == "open") == (match["view"] is None), "status and view differ")
    finished = match["result"] is not None
    ensure((status == "finished") == finished, "status and result differ")
    ensure(
        match["view"] is None or match["view"]["game"] == match["game"],
        "the view is another game's",
    )


def _result(result: Json, view: Json, seats: int) -> None:
    winners, scores = result["winners"], result["scores"]
    ensure(winners == sorted(set(winners)), "a winner is named twice")
    ensure(set(winners) <= set(range(seats)), "a winner has no seat")
    ensure(bool(result["reason"]), "a result without a reason")
    ensure(scores is None or len(scores) == seats, "not one score for each seat")
    if scores is not None and "totals" in view:
        ensure(scores == view["totals"], "result and view have other scores")


def _tells(event: Json, seat: int, told: Json) -> bool:
    """Return whether an event is the seat's and agrees with what both speak of."""
    common: Iterable[str] = (event.keys() & told.keys()) - {"type"}
    return event.get("seat") == seat and all(event[k] == told[k] for k in common)


def _scores(events: list[Json], view: Json) -> None:
    """Check that the view has each seat's score as its last event has it."""
    last = {e["seat"]: e["score"] for e in events if {"seat", "score"} <= e.keys()}
    for seat, score in last.items():
        ensure(view["scores"][seat] == score, "view and events have other scores")


def _moves_told(view: Json) -> int | None:
    """Return how many moves a finished match's view tells of, if it tells of all."""
    if "turns" in view:
        return len(view["turns"])
    if "history" in view:
        return sum(len(past["captures"]) for past in view["history"])
    return None
