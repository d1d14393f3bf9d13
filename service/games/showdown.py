"""Poker hands laid open: what each one is, in words, and why the best one won."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Literal

from service.core.hand import BestHand, Category, best_hand
from service.core.lamarckian import by_height, hand_rank_suits
from service.games.base import Event, Seat, Value
from service.games.cards import RANKS, SUITS, FrenchCard, french

Ties = Literal["suits", "split"]
Reason = Literal["category", "ranks", "kickers", "suit", "shared"]

LOW_NAMES = ("two", "three", "four", "five", "six", "seven", "eight")
HIGH_NAMES = ("nine", "ten", "jack", "queen", "king", "ace")
RANK_NAMES = dict(zip(RANKS, LOW_NAMES + HIGH_NAMES, strict=True))
SUIT_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))

WORDS = {
    Category.HIGH_CARD: "{0} high",
    Category.PAIR: "pair of {0s}",
    Category.TWO_PAIR: "two pair, {0s} and {1s}",
    Category.TRIPS: "three of a kind, {0s}",
    Category.STRAIGHT: "straight, {0} high",
    Category.FLUSH: "flush, {0} high",
    Category.FULL_HOUSE: "full house, {0s} over {1s}",
    Category.QUADS: "four of a kind, {0s}",
    Category.STRAIGHT_FLUSH: "straight flush, {0} high",
}
"""English by category; {0} and {1} are the leading ranks, {0s} and {1s} several."""


class PokerHand(Value, frozen=True):
    """A hand at the showdown; its best five (or fewer) cards decide (8, A3, A4)."""

    seat: Seat
    hand: tuple[FrenchCard, ...]
    best: tuple[FrenchCard, ...]
    category: str
    ranks: tuple[str, ...]
    """The ranks that count, the weightiest first: `K 4` of kings over fours."""
    suit: str
    """The suit of the weightiest group, which breaks a tie of all ranks (A1)."""
    words: str


class PokerShowdown(Event, frozen=True, tag="showdown"):
    """The survivors' hands, who won, and what set the winner above `runner_up`."""

    hands: tuple[PokerHand, ...]
    winners: tuple[Seat, ...]
    decided_by: Reason
    runner_up: Seat | None
    """The best hand that did not win; None if the win is shared."""
    why: str


def showdown(hands: Mapping[Seat, int], ties: Ties) -> PokerShowdown:
    """Compare the sets of cards of two or more seats (Lamarckian 8, A1-A5)."""
    best = {seat: best_hand(cards) for seat, cards in hands.items()}
    worth = {
        seat: hand_rank_suits(cards) if ties == "suits" else best[seat].rank
        for seat, cards in hands.items()
    }
    top = max(worth.values())
    winners = tuple(seat for seat in hands if worth[seat] == top)
    shown = {seat: _poker_hand(seat, hands[seat], best[seat]) for seat in hands}
    words = shown[winners[0]].words
    if len(winners) > 1:
        return PokerShowdown(
            tuple(shown.values()), winners, "shared", None, f"{words}, shared"
        )
    losers = [seat for seat in hands if seat not in winners]
    runner_up = max(losers, key=worth.__getitem__)
    reason, why = _why(shown[winners[0]], shown[runner_up])
    return PokerShowdown(tuple(shown.values()), winners, reason, runner_up, why)


def _poker_hand(seat: Seat, cards: int, best: BestHand) -> PokerHand:
    ranks = tuple(dict.fromkeys(RANKS[card % 13] for card in best.cards))
    if best.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        ranks = ranks[:1]
    names = french(best.cards)
    return PokerHand(
        seat=seat,
        hand=french(by_height(cards)),
        best=names,
        category=best.category.name.lower(),
        ranks=ranks,
        suit=names[0][1],
        words=_words(best.category, ranks),
    )


def _words(category: Category, ranks: tuple[str, ...]) -> str:
    if category is Category.STRAIGHT_FLUSH and ranks[0] == "A":
        return "royal flush"
    text = WORDS[category]
    for place in range(_leading(category)):
        one = _name(ranks[place])
        many = one + ("es" if one.endswith("x") else "s")
        text = text.replace(f"{{{place}}}", one).replace(f"{{{place}s}}", many)
    return text


def _why(winner: PokerHand, other: PokerHand) -> tuple[Reason, str]:
    """Return at what the winner's hand is the first to differ, and that in words."""
    if winner.category != other.category:
        return "category", f"{winner.words} beats {other.words}"
    pairs = zip_longest(winner.ranks, other.ranks)
    for place, (mine, theirs) in enumerate(pairs):
        if mine == theirs:
            continue
        if place < _leading(Category[winner.category.upper()]):
            return "ranks", f"{winner.words} beats {other.words}"
        kicker = "none" if theirs is None else _name(theirs)
        return "kickers", f"{winner.words}: kicker {_name(mine)} beats {kicker}"
    suits = f"{SUIT_NAMES[winner.suit]} beat {SUIT_NAMES[other.suit]}"
    return "suit", f"{winner.words}: {suits}"


def _leading(category: Category) -> int:
    """Return how many of a hand's ranks come before its kickers."""
    return 2 if category in (Category.TWO_PAIR, Category.FULL_HOUSE) else 1


def _name(rank: str | None) -> str:
    assert rank is not None  # of two equal hands the one with more kickers wins
    return RANK_NAMES[rank]
