"""What an opponent is: a function of what its seat may see, and of a seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from service.core.cancel import Cancel
from service.games.base import Choice, Move, Value

Policy = Callable[[Any, tuple[Choice[Any], ...], Random], Move]
"""Takes the seat's view and its legal moves (at least one); gives one of them."""

Search = Callable[[Any, tuple[Choice[Any], ...], Random, Cancel], Move]
"""The same, and what may stop it; it then gives the best move that it has found."""


class Searching:
    """A policy that takes its time over a move, and can be stopped."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def __call__(
        self, view: Value, choices: tuple[Choice[Any], ...], rng: Random
    ) -> Move:
        """Return what the search finds when nobody stops it."""
        return self._search(view, choices, rng, Cancel())

    def until(self, cancel: Cancel) -> Policy:
        """Return the policy whose searches `cancel` stops."""

        def stopped(view: Value, choices: tuple[Choice[Any], ...], rng: Random) -> Move:
            return self._search(view, choices, rng, cancel)

        return stopped


def random_move(view: Value, choices: tuple[Choice[Any], ...], rng: Random) -> Move:
    """Return any legal move; of a range, any amount."""
    choice = rng.choice(choices)
    move: Move = choice.move
    if choice.to is None:
        return move
    amount = rng.randrange(choice.to.min, choice.to.max + 1, choice.to.step)
    return msgspec.structs.replace(move, to=amount)


def sometimes(often: float, policy: Policy) -> Policy:
    """Return a policy that moves at random with probability `often`, in 0..1."""

    def mixed(view: Value, choices: tuple[Choice[Any], ...], rng: Random) -> Move:
        chosen = random_move if rng.random() < often else policy
        return chosen(view, choices, rng)

    return mixed
