"""Lamarckian Poker in the C core: the order of cards, captures, a round, a showdown.

Cards and sets of cards are as in service.core.hand.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from service.core._core import ffi, lib
from service.core.errors import CardError, CountError, check
from service.core.hand import mask64


class Resolution(NamedTuple):
    """What a round came to (Lamarckian 4-6); sets of cards are masks."""

    order: tuple[int, ...]
    """Seats by mark, the highest first."""
    captured: tuple[int, ...]
    """What each of them took, in that order."""
    hands: tuple[int, ...]
    """By seat, after the round; an empty one is extinct."""
    discard: int
    """What is left in the pool."""


def by_height(cards: int) -> tuple[int, ...]:
    """Return the cards of a set, highest first: by rank, then suit (Lamarckian 4).

    Raises CardError for a set that is not of the 52 cards.
    """
    ids = ffi.new("uint8_t[]", lib.TP_DECK)
    count = ffi.new("size_t *")
    check(lib.tp_cards_by_height(mask64(cards), ids, lib.TP_DECK, count))
    return tuple(ffi.buffer(ids, count[0])[:])


def hand_rank_suits(cards: int) -> int:
    """Return the comparable rank of a set's best hand, equal ranks told by suit.

    The suit is that of the most significant group (Lamarckian A1), so that no two
    hands of one deck are equal. Raises CardError or CountError.
    """
    rank = ffi.new("uint32_t *")
    check(lib.tp_hand_rank_suits(mask64(cards), rank))
    return int(rank[0])


def hand_ranks_suits(masks: array[int]) -> array[int]:
    """Return the ranks of many sets, an `array("Q")`, each as `hand_rank_suits` has it.

    Raises CardError or CountError with the `index` of the first bad set.
    """
    ranks = array("I", bytes(4 * len(masks)))
    bad = ffi.new("size_t *")
    code = lib.tp_hand_ranks_suits(
        ffi.from_buffer("uint64_t[]", masks),
        len(masks),
        ffi.from_buffer("uint32_t[]", ranks),
        bad,
    )
    if code:
        check(code, bad[0])
    return ranks


def captures(mark: int, pool: int) -> int:
    """Return what a mark takes from the pool as it lies (Lamarckian 5).

    Raises CardError, also for a mark that lies in the pool itself.
    """
    captured = ffi.new("uint64_t *")
    check(lib.tp_lamarckian_captures(_mark(mark), mask64(pool), captured))
    return int(captured[0])


def resolve(hands: Sequence[int], pool: int, marks: Sequence[int | None]) -> Resolution:
    """Play out one round of 2..6 seats and a pool of four cards (Lamarckian 4-6).

    `hands` are by seat and still hold the marks; an extinct seat has neither. Raises
    CountError, CardError or MarkError.
    """
    if len(hands) > lib.TP_LAMARCKIAN_SEATS or len(marks) != len(hands):
        raise CountError(lib.TP_E_COUNT)
    ids = [lib.TP_NONE if mark is None else _mark(mark) for mark in marks]
    held = [mask64(hand) for hand in hands]
    played = ffi.new("tp_lamarckian_round *", [len(held), ids, held, mask64(pool)])
    result = ffi.new("tp_lamarckian_result *")
    check(lib.tp_lamarckian_resolve(played, result))
    return Resolution(
        order=tuple(result.order[0 : result.count]),
        captured=tuple(result.captured[0 : result.count]),
        hands=tuple(result.hand[0 : len(held)]),
        discard=result.discard,
    )


def _mark(card: int) -> int:
    """Refuse what is no card before C's narrower integers could make it one."""
    if not 0 <= card < lib.TP_DECK:
        raise CardError(lib.TP_E_CARD)
    return card
