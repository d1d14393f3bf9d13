"""The shape of advice: hints on a turn, and the analysis of a finished match."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from service.api.answers import Answer
from service.assist import JudgedMove, advice_for
from service.bots import HINTS
from service.bots.advice import Hints, Measure, Unit
from service.games.base import Seat
from service.table import Table

if TYPE_CHECKING:
    AnyHints = Hints
else:
    AnyHints = reduce(or_, (advice.shape for advice in HINTS.values()))


class SeatHints(Answer, frozen=True):
    """What the service thinks of the seat's turn, from what the seat can see."""

    version: int
    seat: Seat
    hints: AnyHints


class MoveJudged(Answer, frozen=True):
    """A move, and what it was worth by what its seat could see then.

    `number` is its action's in the record, from 1. `value` is told in the analysis's
    `measure`, `loss` in its `unit`: 0 for the best move that was found, null like
    `best` where moves cannot be compared. `exact`: both are those of best play by all.
    """

    number: int
    seat: Seat
    move: Any
    value: float
    best: Any
    loss: float | None
    exact: bool


class Analysis(Answer, frozen=True):
    """The moves of a finished match that can be judged; `next` is null at the end."""

    measure: Measure
    unit: Unit
    moves: list[MoveJudged]
    next: str | None


def hints(table: Table, found: Hints) -> SeatHints:
    """Show a seat its hints."""
    return SeatHints(version=table.version, seat=table.own_seat, hints=found)


def analysis(
    table: Table, found: list[JudgedMove], last: int | None, limit: int
) -> Analysis:
    """Show the moves of a match with what they were worth; `last` is where to go on."""
    advice, address = (
        advice_for(table.match.rules),
        f"/v1/matches/{table.match.id}/analysis",
    )
    return Analysis(
        measure=advice.measure,
        unit=advice.unit,
        moves=[_judged(each) for each in found],
        next=None if last is None else f"{address}?after={last}&limit={limit}",
    )


def _judged(found: JudgedMove) -> MoveJudged:
    value, best, loss, exact = found.judged
    return MoveJudged(
        number=found.number,
        seat=found.seat,
        move=found.move,
        value=value,
        best=best,
        loss=loss,
        exact=exact,
    )
