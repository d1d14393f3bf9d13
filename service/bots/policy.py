"""What an opponent is: a function of what its seat may see, and of a seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from service.games.base import Choice, Move, Value

Policy = Callable[[Any, tuple[Choice[Any], ...], Random], Move]
"""Takes the seat's view and its legal moves (at least one); gives one of them."""


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
