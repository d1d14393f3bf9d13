"""What advice is: hints before a move, from a view alone, and a judgement after it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Literal, NamedTuple

from service.games.base import Choice, Move, Value

Measure = Literal["margin", "win", "equity"]
"""What a seat has in hand: points ahead at the end, chance to win, share of the pot."""

Unit = Literal["points", "chance", "chips"]
"""What a move can lose."""


class Hints(Value, frozen=True, tag_field="game"):
    """Base of what is told to a seat that is to move; the tag is the game's name."""


class Judged(NamedTuple):
    """What a move was worth to its seat, by what the seat could see then."""

    value: float
    """In the game's Measure."""
    best: Move | None
    """The best move found; None where moves cannot be compared."""
    loss: float | None
    """In the game's Unit, against the best one: 0 for the best; None without one."""
    exact: bool = False
    """Whether value and loss are those of best play by all to the end."""


class Advice(NamedTuple):
    """How a game advises; all of it is a function of the seat's view and of a seed."""

    shape: type[Hints]
    """What `hints` returns."""
    hints: Callable[[Any, tuple[Choice[Any], ...], Random], Hints]
    """Takes the seat's view and its legal moves (at least one)."""
    judge: Callable[[Any, tuple[Choice[Any], ...], Move, Random], Judged | None]
    """The same, and the move that was made; None for one that cannot be judged."""
    measure: Measure
    unit: Unit
