"""Options, moves, events, views and states of Locus Poker, and names of its cells."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from service.core.hand import Category
from service.games.base import Event, Move, Options, Seat, Value, View
from service.games.cards import FrenchCard

GRIDS = {"6x5": (6, 5), "6x6": (6, 6), "7x6": (7, 6), "8x6": (8, 6)}
"""Columns and rows by name."""

COLUMNS = "abcdefgh"
HANDS = tuple(category.name.lower() for category in Category)
"""Names of hands by category."""

Face = Literal["up", "down"]
CellName = Annotated[
    str, Meta(pattern="^[a-h][1-6]$", max_length=2, examples=["a1", "c4"])
]


class LocusOptions(Options, frozen=True, kw_only=True):
    """Options of Locus Poker."""

    grid: Annotated[
        Literal["6x5", "6x6", "7x6", "8x6"], Meta(description="Columns x rows.")
    ] = "6x6"
    first: Annotated[
        Literal[0, 1, "random"], Meta(description="The seat that begins.")
    ] = 0
    komi: Annotated[
        float,
        Meta(
            ge=-100,
            le=100,
            multiple_of=0.5,
            description="Points given to the seat that moves second.",
        ),
    ] = 0


class Place(Move, frozen=True, tag="place"):
    """Put a chip on a card that has none, and play the card face up or face down."""

    cell: CellName
    face: Face


class Placed(Event, frozen=True, tag="placed"):
    """A chip was placed; what it earned and the seat's new total without komi."""

    seat: Seat
    cell: str
    card: FrenchCard
    face: Face
    category: str
    cards: tuple[str, ...]
    wild: int | None
    hand: int
    bonus: int
    points: int
    score: int


class LocusResigned(Event, frozen=True, tag="resigned"):
    """A seat gave up."""

    seat: Seat


class Dealt(Event, frozen=True, tag="dealt"):
    """The grid was laid out, row by row from a1; `first` begins."""

    grid: str
    cards: tuple[FrenchCard, ...]
    first: Seat


class Earns(Value, frozen=True):
    """What a placement would earn now."""

    category: str
    hand: int
    bonus: int
    points: int


class Cell(Value, frozen=True):
    """One card of the grid; only one that is alive counts for its neighbours."""

    cell: str
    card: FrenchCard
    owner: Seat | None
    face: Face | None
    alive: bool


class LocusView(View, frozen=True, tag="locus"):
    """All there is to see; the same for everyone, since nothing is hidden (C13)."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    chips_left: tuple[int, int]
    scores: tuple[int, int]
    komi: float
    totals: tuple[float, float]
    turns: tuple[Placed, ...]


class LocusState(Value, frozen=True, array_like=True):
    """A match: everything else follows from the deal and the plays."""

    options: LocusOptions
    deck: tuple[int, ...]
    first: Seat
    plays: tuple[int, ...] = ()
    """cell * 2, plus 1 if face down, in order of play."""
    resigned: Seat | None = None


CELL_NAMES = {
    cols: [f"{column}{row}" for row in range(1, rows + 1) for column in COLUMNS[:cols]]
    for cols, rows in sorted(GRIDS.values())
}
"""Names by columns and index; grids with as many columns differ in the last rows."""


def cell_name(index: int, cols: int) -> str:
    """Return `a1` for 0: column letter, then row number from the top."""
    return CELL_NAMES[cols][index]


def cell_index(name: str, cols: int) -> int:
    """Return the index of a cell that is on the grid."""
    return (int(name[1]) - 1) * cols + COLUMNS.index(name[0])


def is_on(name: str, cols: int, rows: int) -> bool:
    """Return whether a cell is on a grid."""
    return COLUMNS.index(name[0]) < cols and int(name[1]) <= rows
