"""Opponents for Locus Poker."""

from __future__ import annotations

from random import Random

from service.bots.policy import Policy, random_move, sometimes
from service.games.base import Choice
from service.games.locus import Earns, LocusView, Place


def greedy(view: LocusView, choices: tuple[Choice[Place], ...], rng: Random) -> Place:
    """Return a placement that earns most now, any of them if there are several."""
    most = max(_points(choice) for choice in choices)
    return rng.choice([c.move for c in choices if _points(c) == most])


def _points(choice: Choice[Place]) -> int:
    assert isinstance(choice.earns, Earns)
    return choice.earns.points


LEVELS: dict[int, Policy] = {1: random_move, 2: sometimes(0.5, greedy), 3: greedy}
