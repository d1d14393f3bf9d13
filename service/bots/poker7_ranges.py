"""What others may hold in Poker7, by what they have bet and shown; level 6 plays by it.

A range is a weight for each of the 1,431 holdings: how likely a sensible player with
it would have done all that the seat has done in this hand. Each action is weighed by
the strength that the holding had on its step; nobody's hidden cards are used.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from math import exp
from random import Random
from typing import NamedTuple

from service.bots.poker7_seat import At, Choices, fair
from service.bots.poker7_strength import all_strengths
from service.core.poker7 import DECK_SIZE
from service.core.poker7_equity import (
    FULL,
    LEVELS,
    PAIR_CARDS,
    Range,
    narrow,
    pair_index,
)
from service.games.base import Seat
from service.games.cards import POKERDREZ, POKERDREZ_IDS
from service.games.poker7_types import BOARD, STREETS, Poker7Move, Show
from service.games.poker7_view import Poker7View

SAMPLES = 300

VALUE, AGAIN = 0.56, 0.66
"""Chances against the ranges (as against one opponent) to bet, and to raise from."""

WEAK = 0.36
"""Below this chance a bet is a bluff."""

BLUFFS, LAST_BLUFFS, RAISE_BLUFFS = 0.16, 0.34, 0.04
"""How often a weak hand bets, bets when last to act, and raises."""

LATER = {"bet_1": 0.04, "bet_2": 0.03, "bet_3": 0.02}
"""How much worse than its price a call may be, for what later bets will earn."""

SIZES = (0.5, 0.75, 1.0)
"""Shares of the pot that are bet; they do not depend on the hand."""


class Deed(NamedTuple):
    """What a seat did, and facing what.

    `faced` and `size` are what it owed and what it added beyond, as shares of the pot;
    `raises` counts the bets and raises of the step before.
    """

    step: int
    action: str
    faced: float
    size: float
    raises: int


def deeds(view: Poker7View, seat: Seat) -> Iterator[Deed]:
    """Yield the betting actions of a seat in this hand, with the pot as it then was."""
    # Who has bet had chips for a full ante; what has come back since counts as bet.
    bettors = {a.seat for a in view.actions if a.chips}
    pot = sum(view.ante if p.seat in bettors else p.paid for p in view.players)
    front: dict[Seat, int] = {}
    raises, street = 0, "bet_1"
    for a in view.actions:
        if a.street != street:
            front, raises, street = {}, 0, a.street
        owed = max(front.values(), default=0) - front.get(a.seat, 0)
        if a.seat == seat:
            faced, size = owed / max(1, pot - owed), (a.chips - owed) / (pot + owed)
            yield Deed(STREETS.index(a.street), a.action, faced, size, raises)
        raises += a.action in ("bet", "raise")
        front[a.seat] = a.to
        pot += a.chips


def range_of(
    view: Poker7View, seat: Seat, shown: int | None = None, against: int | None = None
) -> Range:
    """Return the weights of a seat's holdings, given a card that it has shown.

    `against` is the card that its only opponent has shown, if there is just one.
    """
    board = tuple(POKERDREZ_IDS[card] for card in view.board)
    weights = _all_with(shown)[:]
    for deed in deeds(view, seat):
        last = STREETS[deed.step] == "bet_4"
        cards = (shown, against) if last else (None, None)
        known = all_strengths(board[: BOARD[deed.step]], *cards)
        faced, size = round(4 * min(deed.faced, 3)), round(4 * min(deed.size, 3))
        likely = _likely(deed.action, faced, size, min(deed.raises, 3))
        narrow(weights, known, likely)
    return weights


@lru_cache(maxsize=64)
def _all_with(shown: int | None) -> Range:
    """Return a range of equal weights for all holdings with a card."""
    has = (shown is None or shown in pair for pair in PAIR_CARDS)
    return array("H", [FULL * it for it in has])


@lru_cache(maxsize=1024)
def _likely(action: str, faced: int, size: int, raises: int) -> Range:
    """Return by level of strength how likely it leads to an action.

    `faced` and `size` are quarters of the pot.
    """
    levels = [(level + 0.5) / LEVELS for level in range(LEVELS)]
    chances = (_chance_of(s, action, faced / 4, size / 4, raises) for s in levels)
    return array("H", [round(FULL * chance) for chance in chances])


def _chance_of(
    strength: float, action: str, faced: float, size: float, raises: int
) -> float:
    if action in ("bet", "raise"):
        wants = 0.58 + 0.04 * min(size, 2.0) + 0.08 * raises
        bluff = 0.10 if strength < WEAK else 0.06
        return bluff + _above(strength, wants, 0.05) * (1 - bluff)
    if action == "call":
        needs = 0.22 + 0.22 * min(faced, 1.5) + 0.05 * (raises - 1)
        keeps = 1 - 0.6 * _above(strength, 0.85, 0.05)
        return 0.03 + 0.97 * _above(strength, needs, 0.06) * keeps
    return 1 - 0.65 * _above(strength, 0.62, 0.06)


def _above(value: float, bound: float, width: float) -> float:
    return 1 / (1 + exp((bound - value) / width))


def ranged(view: Poker7View, choices: Choices, rng: Random) -> Poker7Move:
    """Play by the chance against what the others may hold, with balanced bluffs."""
    at = At(view, choices)
    if at.must_show:
        return show_least(at)
    chance = chance_of(at, SAMPLES, rng.getrandbits(64))
    level = fair(chance, len(at.rivals))
    if at.may_raise and rng.random() < _often(at, level):
        return at.bet(rng.choice(SIZES))
    later = LATER.get(view.street, 0.0) * min(at.depth, 1.0)
    return at.stay() if chance + later >= at.price else at.give_up()


def chance_of(at: At, samples: int, seed: int) -> float:
    """Return how often the hand beats all others, by their ranges."""
    mine = None if at.me.shown is None else POKERDREZ_IDS[at.me.shown]
    against = mine if len(at.rivals) == 1 else None
    ranges = []
    for rival in at.rivals:
        card = None if rival.shown is None else POKERDREZ_IDS[rival.shown]
        ranges.append(range_of(at.view, rival.seat, card, against))
    return at.odds(samples, seed, ranges).equity


def _often(at: At, level: float) -> float:
    """Return how often to bet or raise with a hand."""
    if level >= (AGAIN + 0.05 * (at.raises - 1) if at.raises else VALUE):
        return 0.9
    if level >= WEAK:
        return 0.0
    if at.raises:
        return RAISE_BLUFFS if at.raises == 1 else 0.0
    return (LAST_BLUFFS if at.is_last else BLUFFS) / len(at.rivals)


def show_least(at: At) -> Poker7Move:
    """Show the card after which the others' estimate is furthest from the truth."""
    strengths = all_strengths(at.board)
    truth = strengths[pair_index(*at.own)]

    def misleads(card: int) -> float:
        weights = range_of(at.view, at.seat, card)
        pairs = [pair_index(card, other) for other in range(DECK_SIZE) if other != card]
        told = sum(weights[pair] * strengths[pair] for pair in pairs)
        return abs(told / sum(weights[pair] for pair in pairs) - truth)

    return Show(POKERDREZ[max(at.own, key=misleads)])
