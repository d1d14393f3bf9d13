"""Sets of French cards read from text such as `As Td9h`, by the C core."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from service.core._core import ffi, lib
from service.core._quick import lib as quick
from service.core.errors import CoreError, check


def parse_cards(text: str) -> int:
    """Return the set of the cards that a text names, with or without spaces between.

    Raises CardError for anything that is no card (`10s`, `as`), and for one named
    twice.
    """
    data = text.encode("utf-8", "replace")
    mask = ffi.new("uint64_t *")
    check(lib.tp_cards_parse(ffi.from_buffer("char[]", data), len(data), mask))
    return int(mask[0])


text_rank: Callable[[str], int] = quick.tp_text_natural
"""Return the rank of the cards that a text names, as `hand_rank` has it.

Raises CardError or CountError.
"""

text_rank_wild: Callable[[str], int] = quick.tp_text_wild
"""Return the rank of the cards that a text names and a wild one, as `hand_rank_wild`.

Raises CardError.
"""


def parse_hands(texts: Sequence[str]) -> tuple[array[int], dict[int, CoreError]]:
    """Return the set of each text as an `array("Q")`, and the errors by index.

    A text with an error has the empty set.
    """
    count = len(texts)
    lines = "\n".join(texts)
    if lines.count("\n") != max(count - 1, 0):  # a text has a newline in it
        lines = "\n".join(text.replace("\n", "?") for text in texts)
    data = lines.encode("utf-8", "replace")
    masks, codes = array("Q", bytes(8 * count)), bytearray(count)
    if count:
        check(
            lib.tp_cards_parse_lines(
                ffi.from_buffer("char[]", data),
                len(data),
                count,
                ffi.from_buffer("uint64_t[]", masks),
                ffi.from_buffer("int8_t[]", codes),
            )
        )
    if not any(codes):
        return masks, {}
    return masks, {at: _error(code) for at, code in enumerate(codes) if code}


def _error(code: int) -> CoreError:
    """Return the exception of a code that was stored in a byte."""
    try:
        check(code - 256)
    except CoreError as error:
        return error
    raise AssertionError("no error")
