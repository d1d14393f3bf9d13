"""Measures levels of Poker7 against one another, hand by hand.

A deal is played once from every seat: the level takes each in turn, with the cards
that lie there, against others of the level below. What it wins is added up, so that
neither the cards nor the button decide. All stacks are full at the start of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from service.games.poker7 import Poker7
from service.games.poker7_types import Poker7Options
from service.ladder import SURE, Rung, play

SEATS = 2
ANTE = 10
"""Chips of an ante: small bets are still whole chips."""


class HandRung(NamedTuple):
    """How a level has done against the one below."""

    level: int
    below: int
    seats: int
    deals: int = 0
    won: float = 0
    """Deals in which it has won chips; a half for one that came out even."""
    total: float = 0
    """Antes won, over all hands."""
    squares: float = 0
    """Antes won on each deal, squared."""

    def add(self, antes: float) -> HandRung:
        """Return the rung with one more deal."""
        return self._replace(
            deals=self.deals + 1,
            won=self.won + (antes > 0) + (antes == 0) / 2,
            total=self.total + antes,
            squares=self.squares + antes**2,
        )

    @property
    def hands(self) -> int:
        """Hands played: one from each seat."""
        return self.deals * self.seats

    @property
    def antes(self) -> float:
        """Antes won a hand."""
        return self.total / self.hands

    @property
    def share(self) -> float:
        """The part of the deals that was won."""
        return self.won / self.deals

    @property
    def elo(self) -> tuple[float, float, float]:
        """Rating above the lower level by deals won, and the bounds it lies between."""
        return Rung(self.level, self.below, self.deals, self.won).elo

    @property
    def apart(self) -> float:
        """How far the bounds of `antes` lie from it, 19 of 20 times."""
        mean = self.total / self.deals
        spread = max(0.0, self.squares / self.deals - mean**2)
        return SURE * sqrt(spread / self.deals) / self.seats


def climb_hands(
    options: dict[str, Any],
    levels: list[int],
    deals: int,
    seed: int = 0,
    seats: int = SEATS,
) -> Iterator[HandRung]:
    """Play every level but the lowest against the next; yield after each deal.

    Raises msgspec.ValidationError for options that Poker7 does not have.
    """
    chosen = msgspec.convert({**options, "hands": 1}, Poker7Options)
    for below, level in pairwise(levels):
        rung = HandRung(level, below, seats)
        for number in range(deals):
            won = _deal(chosen, level, below, seats, f"{seed} {number}")
            rung = rung.add(won / chosen.ante)
            yield rung


def _deal(
    options: Poker7Options, level: int, below: int, seats: int, seed: str
) -> float:
    won = 0.0
    for seat in range(seats):
        levels = tuple(level if at == seat else below for at in range(seats))
        won += play(Poker7(), options, levels, seed)[seat] - options.stack
    return won
