"""Measures levels at tables: one seat of a level, all others of a lower one.

Each deal is played once with the higher level in every seat, so that neither the cards
nor the seat decide. For games that end with winners, not with points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import log10, sqrt
from typing import Any, NamedTuple

import msgspec

from service.games import GAMES
from service.games.base import Game, Options, Seat
from service.ladder import SURE, finish


class TableRung(NamedTuple):
    """How a level has done at tables of a lower one."""

    level: int
    below: int
    seats: int
    matches: int = 0
    won: float = 0
    """Matches; of a shared win the part."""

    def add(self, won: float) -> TableRung:
        """Return the rung with one more deal, played from every seat."""
        return self._replace(matches=self.matches + self.seats, won=self.won + won)

    @property
    def par(self) -> float:
        """The share of a player who is like the others."""
        return 1 / self.seats

    @property
    def share(self) -> tuple[float, float, float]:
        """The part that was won, and the bounds that it is likely between (Wilson)."""
        n, p = self.matches, self.won / self.matches
        middle = (p + SURE**2 / 2 / n) / (1 + SURE**2 / n)
        apart = SURE * sqrt(p * (1 - p) / n + SURE**2 / 4 / n**2) / (1 + SURE**2 / n)
        return p, max(middle - apart, 0.0), min(middle + apart, 1.0)

    @property
    def elo(self) -> tuple[float, float, float]:
        """Rating above each of the others, and its bounds; at par it is 0.

        A share of 0 or 1 counts as half a match from it.
        """
        least = 0.5 / self.matches
        rating, low, high = (
            self._elo(min(max(share, least), 1 - least)) for share in self.share
        )
        return rating, low, high

    def _elo(self, share: float) -> float:
        return 400 * log10(share * (self.seats - 1) / (1 - share))


def climb_tables(
    game: str,
    seats: int,
    options: dict[str, Any],
    levels: list[int],
    deals: int,
    seed: int = 0,
) -> Iterator[TableRung]:
    """Seat every level but the lowest with the next below; yield after each deal."""
    rules = GAMES[game]
    chosen = msgspec.convert(options, rules.options_type)
    for below, level in pairwise(levels):
        rung = TableRung(level, below, seats)
        for number in range(deals):
            won = (
                _won(rules, chosen, rung, seat, f"{seed} {number}")
                for seat in range(seats)
            )
            rung = rung.add(sum(won))
            yield rung


def _won(
    rules: Game[Any, Any], options: Options, rung: TableRung, seat: Seat, seed: str
) -> float:
    levels = [rung.below] * rung.seats
    levels[seat] = rung.level
    winners = finish(rules, options, tuple(levels), seed).winners
    return (seat in winners) / max(len(winners), 1)
