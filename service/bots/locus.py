"""Opponents for Locus Poker."""

from __future__ import annotations

from random import Random

from service.bots.policy import Policy, Searching, sometimes
from service.core.cancel import Cancel
from service.core.locus import Board
from service.core.locus_search import Limits, search
from service.games.base import Choice
from service.games.cards import FRENCH_IDS
from service.games.locus_types import Earns, LocusView, Place, cell_index, cell_name

Choices = tuple[Choice[Place], ...]

ONE_PLY = Limits()
"""What a placement earns, and the bonus it prepares and denies."""

LOOK_AHEAD = Limits(depth=4, nodes=100_000, exact=6)
"""Four placements ahead; the last six without a fault."""

DEEP = Limits(depth=48, nodes=200_000, exact=12, attempt=14)
"""As far as the nodes reach; the last twelve placements without a fault."""


def greedy(view: LocusView, choices: Choices, rng: Random) -> Place:
    """Return a placement that earns most now, any of them if there are several."""
    most = max(_points(choice) for choice in choices)
    return rng.choice([c.move for c in choices if _points(c) == most])


def looking(limits: Limits) -> Searching:
    """Return a policy that searches within limits; equal placements are drawn."""

    def policy(view: LocusView, choices: Choices, rng: Random, cancel: Cancel) -> Place:
        # Before the first turn both seats are alike.
        seat = 1 - view.turns[-1].seat if view.turns else 0
        found = search(board_of(view), seat, limits, rng.getrandbits(64), cancel)
        cell = cell_name(found.cell, view.columns)
        return Place(cell, "down" if found.face_down else "up")

    return Searching(policy)


def board_of(view: LocusView) -> Board:
    """Return the core's board of a view."""
    cards = [FRENCH_IDS[cell.card] for cell in view.cells]
    board = Board(view.columns, view.rows, cards)
    for turn in view.turns:
        cell = cell_index(turn.cell, view.columns)
        board.place(turn.seat, cell, face_down=turn.face == "down")
    return board


def _points(choice: Choice[Place]) -> int:
    assert isinstance(choice.earns, Earns)
    return choice.earns.points


positional = looking(ONE_PLY)

LEVELS: dict[int, Policy] = {
    1: sometimes(0.85, greedy),
    2: sometimes(0.5, greedy),
    3: greedy,
    4: sometimes(0.25, positional),
    5: positional,
    6: looking(LOOK_AHEAD),
    7: looking(DEEP),
}
