"""Cards read from text such as `As Td9h`, or `B9 R9J1` of Pokerdrez, by the C core."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

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
    masks = array("Q", bytes(8 * len(texts)))
    into = ffi.from_buffer("uint64_t[]", masks)
    return masks, _parse(lib.tp_cards_parse_lines, texts, into, 1)


def parse_sevens(texts: Sequence[str]) -> tuple[bytearray, dict[int, CoreError]]:
    """Return seven Pokerdrez ids for each text such as `B9 R9 J1`, and the errors.

    They are one after the other, as `seven_ranks` takes them; the errors are by index,
    and the ids of a text with an error are those of some hand.
    """
    ids = bytearray(lib.TP_P7_HAND * len(texts))
    into = ffi.from_buffer("uint8_t[]", ids)
    return ids, _parse(lib.tp_poker7_parse_lines, texts, into, lib.TP_P7_HAND)


def _parse(
    parse: Any, texts: Sequence[str], into: Any, width: int
) -> dict[int, CoreError]:
    """Have C read all texts, `width` items each; return the errors by index."""
    codes = bytearray(len(texts))
    errors = ffi.from_buffer(_CODES, codes)
    for at in range(0, len(texts), _AT_ONCE):
        some = texts[at : at + _AT_ONCE]
        if _read(parse, some, into + width * at, errors + at):  # a newline in a text
            some = [text.replace("\n", "?") for text in some]
            check(_read(parse, some, into + width * at, errors + at))
    if codes == bytes(len(texts)):
        return {}
    return {at: _error(code) for at, code in enumerate(codes) if code}


def _read(parse: Any, texts: Sequence[str], into: Any, errors: Any) -> int:
    """Have C read texts as lines of one; return its code."""
    data = "\n".join(texts).encode("utf-8", "replace")
    text = ffi.from_buffer("char[]", data)
    return int(parse(text, len(data), len(texts), into, errors))


_AT_ONCE = 1000
"""Texts joined at once: few enough to stay in the cache."""

_CODES = ffi.typeof("int8_t[]")


def _error(code: int) -> CoreError:
    """Return the exception of a code that was stored in a byte."""
    try:
        check(code - 256)
    except CoreError as error:
        return error
    raise AssertionError("no error")
