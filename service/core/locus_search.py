"""Finds placements on a Locus Poker board: look-ahead by nodes, and the exact end."""

from __future__ import annotations

from typing import NamedTuple

from service.core._core import ffi, lib
from service.core.cancel import Cancel
from service.core.errors import LimitError, check
from service.core.locus import Board, int32

UINT32 = range(1 << 32)
UINT8 = range(1 << 8)

_arena = ffi.new_allocator(should_clear_after_alloc=False)


class Limits(NamedTuple):
    """How far to look; no time among them, so that every machine finds the same."""

    depth: int = 1
    """Plies looked ahead at most, from 1."""
    nodes: int = 0
    """Positions looked at, beside those of the first ply."""
    exact: int = 0
    """With so many open cells or fewer, play to the end, whatever it takes."""
    attempt: int = 0
    """With so many or fewer, try that within `nodes` before looking ahead."""


class Found(NamedTuple):
    """A placement, and what it is thought to lead to."""

    cell: int
    face_down: bool
    margin: float
    """Points still to come for the seat, less those for the other."""
    exact: bool
    """Whether that is the margin of best play by both to the end."""
    depth: int
    nodes: int


def search(
    board: Board, seat: int, limits: Limits, seed: int, cancel: Cancel | None = None
) -> Found:
    """Return a good placement for the seat whose turn it is.

    The same board, seat, limits and seed (of which 64 bits count) give the same one.
    Raises PlaceError if it is not the seat's turn, LimitError for the limits.
    """
    found = ffi.new("tp_locus_found *")
    arena = _arena("uint8_t[]", lib.TP_LOCUS_ARENA)
    check(
        lib.tp_locus_search(
            board.struct,
            int32(seat, lib.TP_E_SEAT),
            ffi.new("tp_locus_limits *", _c_limits(limits, seed, cancel)),
            arena,
            len(arena),
            found,
        )
    )
    return Found(
        found.cell,
        bool(found.face_down),
        found.margin / lib.TP_LOCUS_UNIT,
        bool(found.exact),
        found.depth,
        found.nodes,
    )


def _c_limits(limits: Limits, seed: int, cancel: Cancel | None) -> dict[str, object]:
    counts = limits.depth, limits.exact, limits.attempt
    if limits.nodes not in UINT32 or any(count not in UINT8 for count in counts):
        raise LimitError(lib.TP_E_LIMIT)
    return {
        "seed": seed & 0xFFFF_FFFF_FFFF_FFFF,
        "nodes": limits.nodes,
        "depth": limits.depth,
        "exact": limits.exact,
        "attempt": limits.attempt,
        "cancel": cancel.flag if cancel else ffi.NULL,
    }
