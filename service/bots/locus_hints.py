"""Hints for Locus Poker: what every placement is worth, by the search of the core."""

from __future__ import annotations

from random import Random

from service.bots.advice import Advice, Hints, Judged
from service.bots.locus import board_of
from service.core.locus import Board
from service.core.locus_search import Limits, search
from service.games.base import Choice, Move, Seat, Value
from service.games.locus_types import LocusView, Place, cell_index, cell_name

Choices = tuple[Choice[Place], ...]

HINT = Limits(depth=6, nodes=1_000_000, exact=12)
"""How far each placement is looked into: as deep, so that they can be compared, and the
last twelve of a match without a fault."""

JUDGE = Limits(depth=8, nodes=1_000_000, exact=14)
"""The same for one placement that was made, and the best that is found instead."""


class PlacementHint(Value, frozen=True):
    """A placement and what it is worth."""

    move: Place
    points: int
    """What it earns now."""
    margin: float
    """Points ahead of the other seat at the end, komi included, as far as was seen."""
    exact: bool
    """Whether that is the margin of best play by both."""


class LocusHints(Hints, frozen=True, tag="locus"):
    """Every legal placement, the best first."""

    placements: tuple[PlacementHint, ...]


def hints(view: LocusView, choices: Choices, rng: Random) -> LocusHints:
    """Return all placements with their margins; nothing is drawn from `rng`."""
    seat, board = mover(view), board_of(view)
    found = [_hint(view, board, seat, choice.move, HINT) for choice in choices]
    found.sort(key=lambda hint: (-hint.margin, -hint.points))
    return LocusHints(tuple(found))


def judge(view: LocusView, choices: Choices, made: Move, rng: Random) -> Judged:
    """Compare a placement with the one that a search prefers."""
    assert isinstance(made, Place)
    seat, board = mover(view), board_of(view)
    found = search(board, seat, JUDGE, 0)
    cell = cell_name(found.cell, view.columns)
    other = Place(cell, "down" if found.face_down else "up")
    own, best = (_hint(view, board, seat, move, JUDGE) for move in (made, other))
    best = max(own, best, key=lambda hint: hint.margin)
    exact = own.exact and best.exact
    return Judged(own.margin, best.move, best.margin - own.margin, exact)


def mover(view: LocusView) -> Seat:
    """Return the seat that is to move.

    Before the first turn the seats differ by no more than the komi of the second.
    """
    if view.turns:
        return 1 - view.turns[-1].seat
    return int(view.totals[0] != 0)


def _hint(
    view: LocusView, board: Board, seat: Seat, move: Place, limits: Limits
) -> PlacementHint:
    after = board.copy()
    cell = cell_index(move.cell, view.columns)
    points = after.place(seat, cell, face_down=move.face == "down").points
    ahead = view.totals[seat] - view.totals[1 - seat] + points
    if not any(after.chips_left):
        return PlacementHint(move, points, ahead, exact=True)
    left = limits._replace(depth=limits.depth - 1, exact=limits.exact - 1)
    reply = search(after, 1 - seat, left, 0)
    return PlacementHint(move, points, ahead - reply.margin, reply.exact)


ADVICE = Advice(LocusHints, hints, judge, "margin", "points")
