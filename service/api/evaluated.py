"""The shape of what is answered to hands: ranks, and what was wrong with which."""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from service.api.answers import Answer
from service.api.hands import Flaw
from service.core import Category, best_hands
from service.core.locus import hand_points
from service.core.poker7 import Group, Kind, class_of, seven_hands
from service.games.cards import FRENCH, POKERDREZ, FrenchCard, PokerdrezCard

CategoryName = Literal[
    "high_card",
    "pair",
    "two_pair",
    "trips",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
]
_NAMES: list[Any] = [category.name.lower() for category in Category]
_POINTS = [hand_points(category) for category in Category]
_CATEGORY = 26
_SUIT = 2


class HandError(Answer, frozen=True):
    """A hand that cannot be ranked: its place in the request, a stable code, why."""

    index: int
    code: str
    detail: str


# Of these there are up to 100,000 an answer, none in a cycle: gc=False spares the
# collector from walking through them again and again.


class BestFive(Answer, frozen=True, gc=False):
    """The best five cards (or fewer), most significant first.

    `wild_at` is the place of the wild among them, which is named as what it stands for.
    """

    cards: list[FrenchCard]
    wild_at: int | None


class PokerValue(Answer, frozen=True, gc=False):
    """What a hand is worth: the larger rank wins, equal ranks are a tie."""

    category: CategoryName
    rank: int
    best: BestFive | UnsetType = UNSET


class AreaValue(Answer, frozen=True, gc=False):
    """What a Locus area is worth: its points, and the hand that earns them."""

    category: CategoryName
    points: int
    rank: int
    best: BestFive | UnsetType = UNSET


class SevenGroup(Answer, frozen=True, gc=False):
    """A group of a Poker7 hand, its cards the highest first."""

    kind: Literal["single", "figure", "colour"]
    straight: bool
    cards: list[PokerdrezCard]


class SevenValue(Answer, frozen=True, gc=False):
    """What a Poker7 hand is worth: the larger rank wins, and no two are equal.

    `class` is 1 for the weakest group sizes up to 14 for the strongest.
    """

    class_: int = msgspec.field(name="class")
    rank: int
    groups: list[SevenGroup] | UnsetType = UNSET


class PokerValues(Answer, frozen=True):
    """By hand its value, or null for one that `errors` names."""

    results: list[PokerValue | None]
    errors: list[HandError]


class AreaValues(Answer, frozen=True):
    """By area its value, or null for one that `errors` names."""

    results: list[AreaValue | None]
    errors: list[HandError]


class SevenValues(Answer, frozen=True):
    """By hand its value, or null for one that `errors` names."""

    results: list[SevenValue | None]
    errors: list[HandError]


def poker(ranks: array[int], best: list[BestFive], bad: dict[int, Flaw]) -> PokerValues:
    """Tell ranks, and the best cards if there are any."""
    return PokerValues(
        results=_without(bad, _poker_values(ranks, best, 0)), errors=_errors(bad)
    )


def lamarckian(
    ranks: array[int], best: list[BestFive], bad: dict[int, Flaw]
) -> PokerValues:
    """Tell ranks that have the suit in their lowest bits."""
    return PokerValues(
        results=_without(bad, _poker_values(ranks, best, _SUIT)), errors=_errors(bad)
    )


def locus(ranks: array[int], best: list[BestFive], bad: dict[int, Flaw]) -> AreaValues:
    """Tell points and ranks."""
    values = [
        AreaValue(
            category=_NAMES[rank >> _CATEGORY],
            points=_POINTS[rank >> _CATEGORY],
            rank=rank,
            best=best[at] if best else UNSET,
        )
        for at, rank in enumerate(ranks)
    ]
    return AreaValues(results=_without(bad, values), errors=_errors(bad))


def poker7(
    ranks: array[int], groups: list[list[SevenGroup]], bad: dict[int, Flaw]
) -> SevenValues:
    """Tell ranks, and the groups if there are any."""
    values = [
        SevenValue(
            class_=class_of(rank), rank=rank, groups=groups[at] if groups else UNSET
        )
        for at, rank in enumerate(ranks)
    ]
    return SevenValues(results=_without(bad, values), errors=_errors(bad))


def name_best(masks: array[int], *, wild: bool) -> list[BestFive]:
    """Return the best cards of each set."""
    return [
        BestFive(cards=[FRENCH[card] for card in hand.cards], wild_at=hand.wild_at)
        for hand in best_hands(masks, wild=wild)
    ]


def name_groups(ranks: array[int]) -> list[list[SevenGroup]]:
    """Return the groups of each rank."""
    return [[_group(group) for group in hand.groups] for hand in seven_hands(ranks)]


@cache  # the deck has some 3,600 groups
def _group(group: Group) -> SevenGroup:
    return SevenGroup(
        kind=_KINDS[group.kind],
        straight=group.straight,
        cards=[POKERDREZ[card] for card in group.cards],
    )


def _poker_values(
    ranks: array[int], best: list[BestFive], suit: int
) -> list[PokerValue]:
    shift = _CATEGORY + suit
    if not best:
        return [PokerValue(category=_NAMES[rank >> shift], rank=rank) for rank in ranks]
    return [
        PokerValue(category=_NAMES[rank >> shift], rank=rank, best=five)
        for rank, five in zip(ranks, best, strict=True)
    ]


def _without(bad: dict[int, Flaw], values: list[Any]) -> list[Any]:
    for at in bad:
        values[at] = None
    return values


def _errors(bad: dict[int, Flaw]) -> list[HandError]:
    return [
        HandError(index=at, code=flaw.code, detail=flaw.detail)
        for at, flaw in sorted(bad.items())
    ]


_KINDS: dict[Kind, Any] = {kind: kind.name.lower() for kind in Kind}
