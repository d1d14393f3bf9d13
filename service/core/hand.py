"""The best poker hand of any set of cards, as the C core ranks it.

A card is an id 0..51 (suit * 13 + rank, suits c d h s, ranks 2 .. A); a set of cards
is an int with bit `id` set. See core_c/tapete.h for the layout of a rank.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from struct import Struct
from typing import Any, NamedTuple

from service.core._core import ffi, lib
from service.core._quick import lib as quick
from service.core.errors import CardError, check


class Category(IntEnum):
    """Kinds of poker hand; a larger one is stronger."""

    HIGH_CARD = lib.TP_HIGH_CARD
    PAIR = lib.TP_PAIR
    TWO_PAIR = lib.TP_TWO_PAIR
    TRIPS = lib.TP_TRIPS
    STRAIGHT = lib.TP_STRAIGHT
    FLUSH = lib.TP_FLUSH
    FULL_HOUSE = lib.TP_FULL_HOUSE
    QUADS = lib.TP_QUADS
    STRAIGHT_FLUSH = lib.TP_STRAIGHT_FLUSH


CATEGORIES = tuple(Category)
"""By number: looking one up there is quicker than calling the enumeration."""


class BestHand(NamedTuple):
    """The best five (or fewer) cards of a set, most significant first."""

    rank: int
    category: Category
    cards: tuple[int, ...]
    wild_at: int | None
    """Position in `cards` of the wild, named as the card that it stands for."""


def cards_mask(ids: Iterable[int]) -> int:
    """Return the set of the given card ids.

    Raises CardError for an id outside 0..51 or given twice, CountError for more than
    52 ids.
    """
    try:
        buffer = bytes(ids)
    except (ValueError, TypeError):
        raise CardError(lib.TP_E_CARD) from None
    mask = ffi.new("uint64_t *")
    check(lib.tp_cards_mask(ffi.from_buffer("uint8_t[]", buffer), len(buffer), mask))
    return int(mask[0])


hand_rank: Callable[[int], int] = quick.tp_hand_natural
"""Return the comparable rank of the best hand: larger is stronger, equal a tie.

The argument is a set of 1..52 cards. Raises CardError or CountError. This and the next
are the calls of C themselves, for those who count every 50 ns.
"""

hand_rank_wild: Callable[[int], int] = quick.tp_hand_wild
"""Return the rank of a set of 0..52 cards and one wild card; errors as `hand_rank`.

The wild takes the identity that ranks best, a card already held included (Locus C6);
five of a kind counts as four (Locus C5).
"""


def category(rank: int) -> Category:
    """Return the category of a rank given by `hand_rank`."""
    return Category(rank >> 26)


def best_hand(cards: int, *, wild: bool = False) -> BestHand:
    """Return the best hand with its cards; arguments and errors as `hand_rank`.

    Of cards equal in rank those of the higher suit are named (Lamarckian A4).
    """
    hand = ffi.new("tp_hand[1]")
    check(lib.tp_hand_best(mask64(cards), wild, hand))
    return next(read_hands(hand))


def best_hands(masks: array[int], *, wild: bool = False) -> Iterator[BestHand]:
    """Return the best hand of each set of an `array("Q")`, as `best_hand` has it.

    Raises CardError or CountError with the `index` of the first set that has none.
    """
    hands, bad = ffi.new("tp_hand[]", len(masks)), ffi.new("size_t *")
    sets = ffi.from_buffer("uint64_t[]", masks)
    code = lib.tp_hand_bests(sets, len(masks), wild, hands, bad)
    if code:
        check(code, bad[0])
    return read_hands(hands)


def read_hands(hands: Any) -> Iterator[BestHand]:
    """Copy an array of `tp_hand` structs out of C."""
    for rank, kind, count, at, cards in _HAND.iter_unpack(ffi.buffer(hands)):
        wild_at = None if at == lib.TP_NONE else at
        yield BestHand(rank, CATEGORIES[kind], tuple(cards[:count]), wild_at)


_HAND = Struct("=IBBB5s")
"""A `tp_hand`: reading it field by field takes longer than finding it."""
assert _HAND.size == ffi.sizeof("tp_hand")


def mask64(cards: int) -> int:
    """Refuse what does not fit the core's 64 bits, which cffi would let overflow."""
    if not 0 <= cards < 1 << 64:
        raise CardError(lib.TP_E_CARD)
    return cards
