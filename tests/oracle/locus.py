"""Locus: the scoring area, its hand points and its bonus points, on a plain grid."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle import poker

HAND_POINTS = {
    poker.HIGH_CARD: 0,
    poker.PAIR: 2,
    poker.TWO_PAIR: 4,
    poker.TRIPS: 5,
    poker.STRAIGHT: 7,
    poker.FLUSH: 8,
    poker.FULL_HOUSE: 9,
    poker.QUADS: 10,
    poker.STRAIGHT_FLUSH: 11,
}


@dataclass(frozen=True)
class Position:
    """A grid row by row; a cell without a chip has no owner and lies face up."""

    cols: int
    rows: int
    grid: tuple[str, ...]
    owner: tuple[int | None, ...]
    face_up: tuple[bool, ...]

    def cell(self, row: int, col: int) -> int:
        """Index of a cell in the three tuples."""
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise ValueError(f"no such cell: {row}, {col}")
        return row * self.cols + col


def start(cols: int, rows: int, grid: Sequence[str]) -> Position:
    """The position before the first turn."""
    if len(poker.parse(grid)) != cols * rows:
        raise ValueError("the grid needs a card in each cell")
    cells = cols * rows
    return Position(cols, rows, tuple(grid), (None,) * cells, (True,) * cells)


def neighbours(pos: Position, row: int, col: int) -> list[tuple[int, int]]:
    """The up to eight cells around a cell."""
    return [
        (r, c)
        for r in (row - 1, row, row + 1)
        for c in (col - 1, col, col + 1)
        if (r, c) != (row, col) and 0 <= r < pos.rows and 0 <= c < pos.cols
    ]


def area_cards(pos: Position, row: int, col: int) -> list[str]:
    """The selected card first, then its face-up neighbours, played or not."""
    around = [pos.cell(r, c) for r, c in neighbours(pos, row, col)]
    selected = pos.grid[pos.cell(row, col)]
    return [selected] + [pos.grid[i] for i in around if pos.face_up[i]]


def cards_points(cards: Sequence[str], wild: bool) -> int:
    """Points of the best hand in these cards, with one wild added if asked."""
    if wild:
        return HAND_POINTS[poker.hand_value_wild(cards)[0]]
    return HAND_POINTS[poker.hand_value(cards)[0]]


def hand_points(pos: Position, row: int, col: int, face_up: bool) -> int:
    """Hand score of selecting a cell; face down, the selected card is the wild."""
    if pos.owner[pos.cell(row, col)] is not None:
        raise ValueError(f"already played: {row}, {col}")
    cards = area_cards(pos, row, col)
    return cards_points(cards, False) if face_up else cards_points(cards[1:], True)


def bonus_points(pos: Position, row: int, col: int, seat: int) -> int:
    """Two for each own face-up chip beside the cell, one for each diagonal one."""
    points = 0
    for r, c in neighbours(pos, row, col):
        i = pos.cell(r, c)
        if pos.owner[i] == seat and pos.face_up[i]:
            points += 2 if r == row or c == col else 1
    return points


def chips_left(pos: Position, seat: int) -> int:
    """Chips the seat has still to place; each begins with half the cells."""
    return pos.cols * pos.rows // 2 - pos.owner.count(seat)


def place(
    pos: Position, seat: int, row: int, col: int, face_up: bool
) -> tuple[Position, int]:
    """Put a chip on a cell: the position after it, and the points of the turn."""
    if chips_left(pos, seat) == 0:
        raise ValueError(f"seat {seat} has no chip left")
    points = hand_points(pos, row, col, face_up) + bonus_points(pos, row, col, seat)
    i = pos.cell(row, col)
    owner = (*pos.owner[:i], seat, *pos.owner[i + 1 :])
    faces = (*pos.face_up[:i], face_up, *pos.face_up[i + 1 :])
    return Position(pos.cols, pos.rows, pos.grid, owner, faces), points


def winner(totals: Sequence[float], komi: float = 0, second: int = 1) -> int | None:
    """Seat with the higher total once the second mover has the komi; None if even."""
    final = list(totals)
    final[second] += komi
    if final[0] == final[1]:
        return None
    return 0 if final[0] > final[1] else 1
