"""Turns the C core's error codes into exceptions; no other module sees a code."""

from __future__ import annotations

from service.core._core import ffi, lib


class CoreError(ValueError):
    """The C core refused its arguments; the text is the core's own."""

    def __init__(self, code: int, index: int | None = None) -> None:
        """Keep the negative TP_E_* code, and of many items the index of the bad one."""
        text = text_of(code)
        super().__init__(text if index is None else f"item {index}: {text}")
        self.code = code
        self.index = index


class CountError(CoreError):
    """Too few or too many items."""


class CardError(CoreError):
    """A card outside the deck, or the same card twice."""


class PlaceError(CoreError):
    """A cell, seat, face or grid that the board does not allow."""


class MarkError(CoreError):
    """A mark that is not in its seat's hand, or one of an extinct seat."""


class LimitError(CoreError):
    """A limit of a search that is out of its range."""


class WeightError(CoreError):
    """Weights of holdings that no deal agrees with."""


class StateError(CoreError):
    """A pointer or struct that cannot be used: a mistake in the caller's code."""


DUPLICATE: int = lib.TP_E_DUPLICATE
"""The code of a card that is there twice."""

_KINDS: dict[int, type[CoreError]] = {
    lib.TP_E_NULL: StateError,
    lib.TP_E_COUNT: CountError,
    lib.TP_E_CARD: CardError,
    lib.TP_E_DUPLICATE: CardError,
    lib.TP_E_SHAPE: PlaceError,
    lib.TP_E_CELL: PlaceError,
    lib.TP_E_SEAT: PlaceError,
    lib.TP_E_FACE: PlaceError,
    lib.TP_E_PLAYED: PlaceError,
    lib.TP_E_CHIPS: PlaceError,
    lib.TP_E_STATE: StateError,
    lib.TP_E_MARK: MarkError,
    lib.TP_E_EXTINCT: MarkError,
    lib.TP_E_PATH: StateError,
    lib.TP_E_TEXT: CardError,
    lib.TP_E_ARENA: StateError,
    lib.TP_E_LIMIT: LimitError,
    lib.TP_E_WEIGHT: WeightError,
}


def check(code: int, index: int | None = None) -> None:
    """Raise the exception of a code, of the item at an index; TP_OK (0) passes."""
    if code:
        raise _KINDS.get(code, CoreError)(code, index)


def text_of(code: int) -> str:
    """Return the core's own text for a code."""
    text: bytes = ffi.string(lib.tp_strerror(code))
    return text.decode("ascii")
