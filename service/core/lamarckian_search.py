"""Tries marks of Lamarckian Poker on sampled deals: chances, counted in samples.

Cards and sets of cards are as in service.core.hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from service.core._core import ffi, lib
from service.core.cancel import Cancel
from service.core.errors import CardError, CountError, LimitError, PlaceError, check
from service.core.hand import mask64

ANYHOW: int = lib.TP_LAMARCKIAN_ANYHOW
"""The noise with which all cards of a hand are alike."""

UINT32 = range(1 << 32)
UINT8 = range(1 << 8)

_arena = ffi.new_allocator(should_clear_after_alloc=False)


class Past(NamedTuple):
    """A round that is over; the lists are in the order in which marks resolved."""

    pool: int
    seats: Sequence[int]
    marks: Sequence[int]
    captured: Sequence[int]


class Sight(NamedTuple):
    """What a living seat knows when it is to mark; lists are by seat."""

    seat: int
    round: int
    """From 1; a match has 13 less the number of seats (Lamarckian 9)."""
    hand: int
    pool: int
    gone: int
    """The discard."""
    sizes: Sequence[int]
    """Cards in each hand, marks that are down included; 0 is out."""
    known: Sequence[int]
    """What each seat captured and still holds."""
    past: Sequence[Past] = ()
    split: bool = False
    """Whether hands of equal ranks share the win (A1)."""


class Limits(NamedTuple):
    """How much to try; no time among it, so that every machine finds the same."""

    nodes: int
    """Hands weighed in all, from 1; every mark is tried once whatever that takes."""
    noise: int = 0
    """Of the others' marks in this round, in 32nds of a category of hand, or ANYHOW;
    with history it is read from that."""
    history: bool = False
    """Whether past marks tell which deals are likelier, and how noisy each seat is."""
    halve: bool = True
    """Whether half of the marks are given up again and again."""
    foresee: bool = False
    """Whether the seat marks with the others' marks in sight in later rounds.

    Its chances are then too high, but the order of its marks is better."""


class Tried(NamedTuple):
    """A mark, and what it led to in the samples."""

    card: int
    samples: int
    win: float
    """Share of the samples that were won; of a shared win the part."""
    extinct: float
    """Share of the samples in which the seat went extinct, sooner or later."""
    captures: float
    """Cards taken in this round, on average."""
    captures_any: float
    """Share of the samples in which the mark took a card."""


class Found(NamedTuple):
    """All marks of the hand, the best first, and the hands that were weighed."""

    marks: tuple[Tried, ...]
    nodes: int


def search(
    sight: Sight, limits: Limits, seed: int, cancel: Cancel | None = None
) -> Found:
    """Return what every mark of the hand leads to.

    The same sight, limits and seed (of which 64 bits count) give the same answer.
    Raises CountError, CardError, MarkError or PlaceError for what no seat can know,
    and LimitError for the limits.
    """
    found = ffi.new("tp_lamarckian_found *")
    arena = _arena("uint8_t[]", lib.TP_LAMARCKIAN_ARENA)
    view, wanted = _c_view(sight), _c_limits(limits, seed, cancel)
    check(lib.tp_lamarckian_search(view, wanted, arena, len(arena), found))
    marks = (found.marks[at] for at in range(found.count))
    return Found(tuple(_tried(mark) for mark in marks), found.nodes)


def deals(
    sight: Sight, count: int, seed: int, *, history: bool = False
) -> list[tuple[int, ...]]:
    """Return the hands, by seat, of so many deals as a search samples them.

    Errors as `search`.
    """
    hands = ffi.new("uint64_t[]", count * lib.TP_LAMARCKIAN_SEATS)
    arena = _arena("uint8_t[]", lib.TP_LAMARCKIAN_ARENA)
    wanted = _c_limits(Limits(1, history=history), seed, None)
    view = _c_view(sight)
    check(lib.tp_lamarckian_deals(view, wanted, arena, len(arena), hands, count))
    starts = range(0, len(hands), lib.TP_LAMARCKIAN_SEATS)
    return [tuple(hands[at : at + len(sight.sizes)]) for at in starts]


def _tried(mark: Any) -> Tried:
    n = mark.samples
    return Tried(
        card=mark.card,
        samples=n,
        win=mark.win / (n * lib.TP_LAMARCKIAN_UNIT),
        extinct=mark.extinct / n,
        captures=mark.captured / n,
        captures_any=mark.any / n,
    )


def _c_view(sight: Sight) -> Any:
    """Refuse what C's narrower integers would change, and copy the rest."""
    seats = len(sight.sizes)
    small = (seats, sight.round, *sight.sizes)
    if any(number not in UINT8 for number in small) or len(sight.known) != seats:
        raise CountError(lib.TP_E_COUNT)
    if seats > lib.TP_LAMARCKIAN_SEATS or len(sight.past) != sight.round - 1:
        raise CountError(lib.TP_E_COUNT)
    if sight.seat not in UINT8:
        raise PlaceError(lib.TP_E_SEAT)
    view = ffi.new("tp_lamarckian_view *")
    if len(sight.past) > len(view.past):
        raise CountError(lib.TP_E_COUNT)
    view.seats, view.seat, view.round = seats, sight.seat, sight.round
    view.split = sight.split
    view.hand, view.pool = mask64(sight.hand), mask64(sight.pool)
    view.gone = mask64(sight.gone)
    view.size[0:seats] = sight.sizes
    view.known[0:seats] = [mask64(known) for known in sight.known]
    for number, past in enumerate(sight.past):
        _copy_past(past, view.past[number])
    return view


def _copy_past(past: Past, into: Any) -> None:
    count = len(past.seats)
    if count > lib.TP_LAMARCKIAN_SEATS or not (
        len(past.marks) == len(past.captured) == count
    ):
        raise CountError(lib.TP_E_COUNT)
    if any(seat not in UINT8 for seat in past.seats):
        raise PlaceError(lib.TP_E_SEAT)
    if any(mark not in UINT8 for mark in past.marks):
        raise CardError(lib.TP_E_CARD)
    into.count, into.pool = count, mask64(past.pool)
    into.seat[0:count] = past.seats
    into.mark[0:count] = past.marks
    into.captured[0:count] = [mask64(taken) for taken in past.captured]


def _c_limits(limits: Limits, seed: int, cancel: Cancel | None) -> Any:
    if limits.nodes not in UINT32 or limits.noise not in UINT8:
        raise LimitError(lib.TP_E_LIMIT)
    return ffi.new(
        "tp_lamarckian_limits *",
        {
            "seed": seed & 0xFFFF_FFFF_FFFF_FFFF,
            "nodes": limits.nodes,
            "noise": limits.noise,
            "history": limits.history,
            "halve": limits.halve,
            "foresee": limits.foresee,
            "cancel": cancel.flag if cancel else ffi.NULL,
        },
    )
