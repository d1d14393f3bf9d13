"""Measures levels against one another: mirrored pairs of matches between bots.

Each deal is played twice with the seats swapped, and the margins are added up, so that
neither the cards nor the first turn decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import log10, sqrt
from random import Random
from typing import Any, NamedTuple

import msgspec

from service.bots import LEVELS
from service.games import GAMES
from service.games.base import Game, Options, Result
from service.shuffle import Decks

SURE = 1.96
"""Standard errors on either side of a figure: 19 of 20 times it lies between."""


class Rung(NamedTuple):
    """How a level has done against a lower one."""

    level: int
    below: int
    pairs: int = 0
    won: float = 0
    """Pairs; a half for one with equal margins."""
    margin: float = 0
    """Points, over all matches."""

    def add(self, margin: float) -> Rung:
        """Return the rung with one more pair."""
        won = self.won + (margin > 0) + (margin == 0) / 2
        return self._replace(pairs=self.pairs + 1, won=won, margin=self.margin + margin)

    @property
    def share(self) -> float:
        """The part of the pairs that was won."""
        return self.won / self.pairs

    @property
    def bounds(self) -> tuple[float, float]:
        """What the share is likely between (Wilson)."""
        n, p = self.pairs, self.share
        middle = (p + SURE**2 / 2 / n) / (1 + SURE**2 / n)
        apart = SURE * sqrt(p * (1 - p) / n + SURE**2 / 4 / n**2) / (1 + SURE**2 / n)
        return max(0.0, middle - apart), min(1.0, middle + apart)

    @property
    def elo(self) -> tuple[float, float, float]:
        """Rating above the lower level, and the bounds that it is likely between.

        A share of 0 or 1 counts as half a pair from it.
        """
        least = 0.5 / self.pairs
        shares = (self.share, *self.bounds)
        low, high = min(least, 0.5), max(1 - least, 0.5)
        rating, below, above = (_elo(min(max(s, low), high)) for s in shares)
        return rating, min(below, rating), max(above, rating)


def climb(
    game: str, options: dict[str, Any], levels: list[int], pairs: int, seed: int = 0
) -> Iterator[Rung]:
    """Play every level but the lowest against the next; yield after each pair."""
    rules = GAMES[game]
    chosen = msgspec.convert(options, rules.options_type)
    for below, level in pairwise(levels):
        rung = Rung(level, below)
        for number in range(pairs):
            rung = rung.add(_pair(rules, chosen, level, below, f"{seed} {number}"))
            yield rung


def _pair(
    rules: Game[Any, Any], options: Options, level: int, below: int, seed: str
) -> float:
    first = play(rules, options, (level, below), seed)
    second = play(rules, options, (below, level), seed)
    return (first[0] - first[1]) + (second[1] - second[0])


def play(
    rules: Game[Any, Any], options: Options, levels: tuple[int, ...], seed: str
) -> tuple[float, ...]:
    """Return the scores, by seat, of a match between bots."""
    scores = finish(rules, options, levels, seed).scores
    assert scores is not None
    return scores


def finish(
    rules: Game[Any, Any], options: Options, levels: tuple[int, ...], seed: str
) -> Result:
    """Return how a match between bots ends, whose levels are by seat."""
    decks = Decks(seed.encode(), rules.name, (), rules.deck_size)
    rng = Random(f"{seed} {levels}")  # noqa: S311 bots only
    state = rules.setup(len(levels), options, decks).state
    while waiting := rules.to_move(state):
        seat = min(waiting)
        policy = LEVELS[rules.name][levels[seat]]
        move = policy(rules.view(state, seat), rules.legal_moves(state, seat), rng)
        state = rules.apply(state, seat, move, decks).state
    result = rules.result(state)
    assert result is not None
    return result


def _elo(share: float) -> float:
    return 400 * log10(share / (1 - share))
