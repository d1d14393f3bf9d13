"""Many hands a call, from buffers and into buffers, by the widest vectors there are.

A buffer is anything contiguous with the buffer protocol: bytes, an `array`, a NumPy
array. Nothing is copied, and other threads run meanwhile.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any, TypeVar, overload

from service.core._core import ffi, lib
from service.core.errors import CountError, check

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

    Out = TypeVar("Out", bound=WriteableBuffer)


@overload
def hand_ranks(
    masks: ReadableBuffer, *, wild: bool = ..., out: None = ...
) -> array[int]: ...


@overload
def hand_ranks(masks: ReadableBuffer, *, wild: bool = ..., out: Out) -> Out: ...


def hand_ranks(
    masks: ReadableBuffer, *, wild: bool = False, out: WriteableBuffer | None = None
) -> WriteableBuffer:
    """Return the ranks of many sets, each as `hand_rank` or `hand_rank_wild` has it.

    `masks` is a buffer of 64-bit unsigned numbers in native order, such as an
    `array("Q")` or a NumPy array of uint64. The ranks are a new `array("I")`, or go
    into `out`, a buffer of 32-bit unsigned numbers, at least as many, which is
    returned.

    Raises CardError or CountError with the `index` of the first set that cannot be
    ranked (`out` then has the ranks before it), CountError for a buffer too short,
    TypeError for one of another type.
    """
    sets = items(masks, "Q")
    result, ranks = _into(out, "I", len(sets))
    bad = ffi.new("size_t *")
    code = lib.tp_hand_ranks(sets, len(sets), wild, ranks, bad)
    if code:
        check(code, bad[0])
    return result


@overload
def hand_ranks_ids(
    ids: ReadableBuffer, size: int, *, wild: bool = ..., out: None = ...
) -> array[int]: ...


@overload
def hand_ranks_ids(
    ids: ReadableBuffer, size: int, *, wild: bool = ..., out: Out
) -> Out: ...


def hand_ranks_ids(
    ids: ReadableBuffer,
    size: int,
    *,
    wild: bool = False,
    out: WriteableBuffer | None = None,
) -> WriteableBuffer:
    """Return the ranks of many hands of `size` card ids each, one after the other.

    `ids` is a buffer of bytes, such as a NumPy array of uint8 with a row for each hand.
    The rest is as for `hand_ranks`; CountError also if a hand is not whole.
    """
    cards = items(ids, "B")
    hands, over = divmod(len(cards), size) if size > 0 else (0, 1)
    if over:
        raise CountError(lib.TP_E_COUNT)
    result, ranks = _into(out, "I", hands)
    bad = ffi.new("size_t *")
    code = lib.tp_hand_ranks_ids(cards, size, hands, wild, ranks, bad)
    if code:
        check(code, bad[0])
    return result


@overload
def area_points(
    areas: ReadableBuffer, *, wild: bool = ..., out: None = ...
) -> array[int]: ...


@overload
def area_points(areas: ReadableBuffer, *, wild: bool = ..., out: Out) -> Out: ...


def area_points(
    areas: ReadableBuffer, *, wild: bool = False, out: WriteableBuffer | None = None
) -> WriteableBuffer:
    """Return the points of many Locus areas, each all the cards that count (Locus 6).

    `wild` says that a card is face down in each. The points are a new `array("B")`, or
    go into `out`, a buffer of bytes; the rest is as for `hand_ranks`.
    """
    sets = items(areas, "Q")
    result, points = _into(out, "B", len(sets))
    bad = ffi.new("size_t *")
    code = lib.tp_locus_areas(sets, len(sets), wild, points, bad)
    if code:
        check(code, bad[0])
    return result


@overload
def look_up(
    table: ReadableBuffer, places: ReadableBuffer, *, out: None = ...
) -> array[int]: ...


@overload
def look_up(table: ReadableBuffer, places: ReadableBuffer, *, out: Out) -> Out: ...


def look_up(
    table: ReadableBuffer, places: ReadableBuffer, *, out: WriteableBuffer | None = None
) -> WriteableBuffer:
    """Return the points at many places, 16-bit numbers, of a `Board.table` (Locus 6).

    They are a new `array("B")`, or go into `out`, a buffer of bytes. Raises PlaceError
    with the `index` of the first place that the table does not have, CountError for a
    buffer too short, TypeError for one of another type.
    """
    points, wanted = items(table, "B"), items(places, "H")
    if len(points) < lib.TP_LOCUS_TABLE:
        raise CountError(lib.TP_E_COUNT)
    result, into = _into(out, "B", len(wanted))
    bad = ffi.new("size_t *")
    code = lib.tp_locus_look_up(points, wanted, len(wanted), into, bad)
    if code:
        check(code, bad[0])
    return result


def _into(
    out: WriteableBuffer | None, kind: str, count: int
) -> tuple[WriteableBuffer, Any]:
    """Return where results go, and its memory: `out`, or a new array."""
    result = array(kind, bytes(_FORMATS[kind][1] * count)) if out is None else out
    memory = items(result, kind, writable=True)
    if len(memory) < count:
        raise CountError(lib.TP_E_COUNT)
    return result, memory


_FORMATS = {
    "B": ("uint8_t[]", 1, "Bc"),
    "H": ("uint16_t[]", 2, "H"),
    "I": ("uint32_t[]", 4, "IL"),
    "Q": ("uint64_t[]", 8, "QL"),
}


def items(buffer: ReadableBuffer, kind: str, *, writable: bool = False) -> Any:
    """Return a buffer's own memory as C numbers, bytes of them or numbers."""
    name, size, letters = _FORMATS[kind]
    view = memoryview(buffer)
    letter = view.format.lstrip("@=<") if sys.byteorder == "little" else view.format
    numbers = view.itemsize == size and letter in letters
    if not numbers and view.format not in ("B", "c"):
        raise TypeError(f"a buffer of {name[:-2]} is needed, not of {view.format}")
    if view.nbytes % size:
        raise CountError(lib.TP_E_COUNT)
    return ffi.from_buffer(name, buffer, require_writable=writable)
