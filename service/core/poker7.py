"""The value of seven Pokerdrez cards, and their groups, as the C core finds them.

A card is an id 0..53: (colour - 1) * 6 + figure - 1. See core_c/tapete.h for the
numbers of colours and figures and for the layout of a rank.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from itertools import accumulate
from struct import iter_unpack
from typing import Any, NamedTuple

from service.core._core import ffi, lib
from service.core.errors import CardError, CountError, check

DECK_SIZE: int = lib.TP_P7_DECK
"""Cards in the deck: nine colours of six figures (Poker7 1)."""

HAND_SIZE: int = lib.TP_P7_HAND
"""Cards in a hand; all of them count (Poker7 4)."""


class Kind(IntEnum):
    """What the cards of a group have in common (Poker7 5)."""

    SINGLE = lib.TP_P7_SINGLE
    FIGURE = lib.TP_P7_FIGURE
    COLOUR = lib.TP_P7_COLOUR


class Group(NamedTuple):
    """One group of a hand."""

    kind: Kind
    number: int
    """Of the colour, 1..9; of a figure or single, the figure's, 1..6."""
    straight: bool
    """Whether its numbers are consecutive (Poker7 6, B4, B5)."""
    cards: tuple[int, ...]
    """Highest first."""


class SevenHand(NamedTuple):
    """Seven cards in the groups that count, in the order in which they compare."""

    rank: int
    groups: tuple[Group, ...]


def seven_rank(cards: Iterable[int]) -> int:
    """Return the comparable rank of seven distinct card ids: larger is stronger.

    Different hands have different ranks (Poker7 7, B7), all below 2**53. Raises
    CountError or CardError.
    """
    ids = _ids(cards)
    if len(ids) != HAND_SIZE:
        raise CountError(lib.TP_E_COUNT)
    return seven_ranks(ids)[0]


def seven_ranks(cards: Iterable[int]) -> array[int]:
    """Return the ranks of many hands, given as seven ids each in one sequence.

    They are an `array("Q")`. Bytes, or a NumPy array of uint8, are taken as they are;
    other threads run meanwhile. Raises CountError if they are not a multiple of seven,
    CardError for a bad hand.
    """
    ids = _ids(cards)
    hands, over = divmod(len(ids), HAND_SIZE)
    if over:
        raise CountError(lib.TP_E_COUNT)
    ranks = array("Q", bytes(8 * hands))
    into = ffi.from_buffer("uint64_t[]", ranks)
    check(lib.tp_poker7_ranks(ffi.from_buffer("uint8_t[]", ids), hands, into))
    return ranks


def seven_hand(cards: Iterable[int]) -> SevenHand:
    """Return rank and groups of seven distinct card ids; errors as `seven_rank`."""
    ids = _ids(cards)
    hand = ffi.new("tp_poker7_hand *")
    check(lib.tp_poker7_best(ffi.from_buffer("uint8_t[]", ids), len(ids), hand))
    groups = tuple(_read_group(hand.groups[i]) for i in range(hand.count))
    return SevenHand(hand.rank, groups)


def seven_hands(ranks: array[int]) -> Iterator[SevenHand]:
    """Yield the groups of each rank that `seven_ranks` gave.

    Raises CardError with the `index` of the first that no hand has.
    """
    out, bad = ffi.new("tp_poker7_arranged[]", len(ranks)), ffi.new("size_t *")
    numbers = ffi.from_buffer("uint64_t[]", ranks)
    code = lib.tp_poker7_arrange(numbers, len(ranks), out, bad)
    if code:
        check(code, bad[0])
    arranged = iter_unpack("6s7s", ffi.buffer(out))
    for rank, (shape, cards) in zip(ranks, arranged, strict=True):
        groups = [_group(code, cards[at:end]) for code, at, end in _places(shape)]
        yield SevenHand(rank, tuple(groups))


@cache
def _places(shape: bytes) -> tuple[tuple[int, int, int], ...]:
    """Return of each group its kind and straight flag, and where its cards are."""
    ends = accumulate(group >> 3 for group in shape if group)
    return tuple(
        (group & 7, end - (group >> 3), end)
        for group, end in zip(shape, ends, strict=False)
    )


@cache  # the deck has some 3,600 groups
def _group(code: int, cards: bytes) -> Group:
    kind, (colour, figure) = Kind(code & 3), divmod(cards[0], _FIGURES)
    number = 1 + (colour if kind is Kind.COLOUR else figure)
    return Group(kind, number, bool(code & 4), tuple(cards))


_FIGURES = 6


def class_of(rank: int) -> int:
    """Return the class of a rank: 1 for sizes (2,1,1,1,1,1) up to 14 for (7)."""
    return rank >> int(lib.TP_P7_CLASS_SHIFT)


def _read_group(group: Any) -> Group:
    return Group(
        kind=Kind(group.kind),
        number=group.number,
        straight=bool(group.straight),
        cards=tuple(group.cards[0 : group.size]),
    )


def _ids(cards: Iterable[int]) -> bytes:
    try:
        return bytes(cards)
    except (ValueError, TypeError):
        raise CardError(lib.TP_E_CARD) from None
