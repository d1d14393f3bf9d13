"""A Locus Poker board in the C core: what placements earn, and the running totals."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any, NamedTuple

from service.core._core import ffi, lib
from service.core.errors import CardError, PlaceError, check
from service.core.hand import CATEGORIES, BestHand, Category, read_hands

INT32 = range(-(1 << 31), 1 << 31)


def hand_points(category: Category) -> int:
    """Return the points of a hand (Locus 6)."""
    points: int = lib.tp_locus_points(category)
    return points


class Turn(NamedTuple):
    """A placement and what it earns (Locus 3-7)."""

    cell: int
    face_down: bool
    category: Category
    hand: int
    bonus: int

    @property
    def points(self) -> int:
        """Hand and bonus together."""
        return self.hand + self.bonus


class Board:
    """The state of one match: cells are numbered row by row from the top left.

    A board does not know whose turn it is; it keeps chips, dead cards and totals.
    """

    def __init__(self, cols: int, rows: int, cards: Sequence[int]) -> None:
        """Lay out cols * rows distinct card ids; the grids are 6x5, 6x6, 7x6, 8x6.

        Raises PlaceError for another grid, CountError or CardError for the cards.
        """
        try:
            buffer = bytes(cards)
        except (ValueError, TypeError):
            raise CardError(lib.TP_E_CARD) from None
        self._board = ffi.new("tp_locus *")
        check(
            lib.tp_locus_init(
                self._board,
                int32(cols, lib.TP_E_SHAPE),
                int32(rows, lib.TP_E_SHAPE),
                ffi.from_buffer("uint8_t[]", buffer),
                len(buffer),
            )
        )

    def copy(self) -> Board:
        """Return a board of its own with the same chips."""
        twin = Board.__new__(Board)
        twin._board = ffi.new("tp_locus *", self._board[0])
        return twin

    def score(self, seat: int, cell: int, *, face_down: bool) -> Turn:
        """Return what a placement would earn; raises PlaceError if it is not open."""
        turn = ffi.new("tp_locus_turn[1]")
        args = int32(seat, lib.TP_E_SEAT), int32(cell, lib.TP_E_CELL)
        check(lib.tp_locus_score(self._board, *args, face_down, turn))
        return _read_turns(turn)[0]

    def place(self, seat: int, cell: int, *, face_down: bool) -> Turn:
        """Play a placement; raises PlaceError, and changes nothing, if not open."""
        turn = ffi.new("tp_locus_turn[1]")
        args = int32(seat, lib.TP_E_SEAT), int32(cell, lib.TP_E_CELL)
        check(lib.tp_locus_place(self._board, *args, face_down, turn))
        return _read_turns(turn)[0]

    def replay(
        self, first: int, plays: bytes, since: int = 0
    ) -> list[tuple[Turn, BestHand]]:
        """Play placements by turns, `first` beginning; a play is cell * 2 + face down.

        Returns what each from number `since` on earned, with its best hand. After a
        PlaceError those before the refused one have been played.
        """
        turns = ffi.new("tp_locus_turn[]", len(plays))
        hands = ffi.new("tp_hand[]", len(plays))
        number = int32(first, lib.TP_E_SEAT)
        check(lib.tp_locus_replay(self._board, number, plays, len(plays), turns, hands))
        told = slice(since, len(plays))
        return list(zip(_read_turns(turns[told]), read_hands(hands[told]), strict=True))

    def advance(self, first: int, plays: bytes) -> None:
        """Play placements as `replay` does, for whom the board alone matters."""
        turns = ffi.new("tp_locus_turn[]", len(plays))
        number = int32(first, lib.TP_E_SEAT)
        hands = ffi.NULL
        check(lib.tp_locus_replay(self._board, number, plays, len(plays), turns, hands))

    def options(self, seat: int) -> list[Turn]:
        """Return every open placement of a seat, by cell, face up before face down."""
        turns = ffi.new("tp_locus_turn[]", 2 * lib.TP_LOCUS_CELLS)
        count = ffi.new("size_t *")
        number = int32(seat, lib.TP_E_SEAT)
        check(lib.tp_locus_options(self._board, number, turns, len(turns), count))
        return _read_turns(turns[0 : count[0]])

    def hand(self, cell: int, *, face_down: bool) -> BestHand:
        """Return the best hand of the area around an open cell."""
        hand = ffi.new("tp_hand[1]")
        number = int32(cell, lib.TP_E_CELL)
        check(lib.tp_locus_hand(self._board, number, face_down, hand))
        return next(read_hands(hand))

    def table(self) -> bytes:
        """Return the points of every area that the deal can have, 24,576 of them.

        The place of an area is (face_down * 48 + cell) * 256 + living, where `living`
        has a bit for each neighbour of the cell that is not face down: 1, 2, 4 above it
        from left to right, 8 and 16 beside it, 32, 64, 128 below. Places that no area
        has are 0.
        """
        points = bytearray(lib.TP_LOCUS_TABLE)
        memory = ffi.from_buffer("uint8_t[]", points)
        check(lib.tp_locus_table(self._board, memory, len(points)))
        return bytes(points)

    @property
    def struct(self) -> Any:
        """The struct itself, for other modules of service.core."""
        return self._board

    @property
    def scores(self) -> tuple[int, int]:
        """Points of both seats, komi not included."""
        return self._board.score[0], self._board.score[1]

    @property
    def chips_left(self) -> tuple[int, int]:
        """Chips in hand of both seats."""
        return self._board.left[0], self._board.left[1]

    @property
    def dead(self) -> frozenset[int]:
        """Cells played face down."""
        mask: int = self._board.dead
        return frozenset(cell for cell in range(mask.bit_length()) if mask >> cell & 1)


def _read_turns(turns: Any) -> list[Turn]:
    return [
        Turn(cell, face_down == 1, CATEGORIES[category], hand, bonus)
        for cell, face_down, category, hand, bonus in _TURN.iter_unpack(
            ffi.buffer(turns)
        )
    ]


_TURN = Struct("=5B")
assert _TURN.size == ffi.sizeof("tp_locus_turn")


def int32(number: int, code: int) -> int:
    """Refuse a number that C's int would truncate, with the code C would give."""
    if number not in INT32:
        raise PlaceError(code)
    return number
