"""The Locus search: exact where it says so, reproducible, and within its limits."""

import random
from collections.abc import Callable
from dataclasses import replace
from threading import Timer
from time import monotonic

import pytest

from service.bots.locus import DEEP
from service.core import LimitError, PlaceError
from service.core.cancel import Cancel
from service.core.locus import Board
from service.core.locus_search import Limits, search
from service.games.cards import FRENCH, FRENCH_IDS
from tests.oracle import locus as oracle
from tests.oracle.locus_end import best_margin

GRIDS = [(6, 5), (6, 6), (7, 6), (8, 6)]
TO_THE_END = Limits(exact=48)


def position(
    rng: random.Random, empties: int, grid: tuple[int, int] | None = None
) -> tuple[Board, oracle.Position, int]:
    """A grid of random chips but for some empties, on both boards; who is to move."""
    cols, rows = grid or rng.choice(GRIDS)
    cards = rng.sample(FRENCH, cols * rows)
    board = Board(cols, rows, [FRENCH_IDS[card] for card in cards])
    owner: list[int | None] = [None] * len(cards)
    face_up = [True] * len(cards)
    filled = cols * rows - empties
    for turn, cell in enumerate(rng.sample(range(cols * rows), filled)):
        owner[cell], face_up[cell] = turn % 2, rng.random() < 0.8
        board.place(turn % 2, cell, face_down=not face_up[cell])
    start = oracle.start(cols, rows, cards)
    slow = replace(start, owner=tuple(owner), face_up=tuple(face_up))
    return board, slow, filled % 2


def test_the_solver_finds_the_value_of_plain_exhaustive_search(
    full: bool, figure: Callable[[str], None]
) -> None:
    rng, positions = random.Random(51), 1000 if full else 200
    wrong = 0
    for _ in range(positions):
        board, slow, seat = position(rng, 6)
        found = search(board, seat, TO_THE_END, rng.getrandbits(64))
        wrong += not found.exact or found.margin != best_margin(slow, seat)
    assert wrong == 0
    figure(f"{positions:,} Locus ends of 6 cells, solver and plain search: {wrong} off")


def test_with_twelve_open_cells_the_top_level_loses_nothing(
    full: bool, figure: Callable[[str], None]
) -> None:
    rng, positions, wrong = random.Random(52), 500 if full else 50, 0
    for number in range(positions):
        board, _, seat = position(rng, 12 - number % 4)
        value = search(board, seat, TO_THE_END, rng.getrandbits(64)).margin
        move = search(board, seat, DEEP, rng.getrandbits(64))
        points = board.place(seat, move.cell, face_down=move.face_down).points
        rest = search(board, 1 - seat, TO_THE_END, rng.getrandbits(64)).margin
        wrong += not move.exact or not value == move.margin == points - rest
    assert wrong == 0
    figure(f"{positions} Locus ends of 9 to 12 cells: level 7 is off in {wrong}")


def test_the_same_limits_and_seed_give_the_same_placement() -> None:
    rng = random.Random(53)
    limits = Limits(depth=9, nodes=4000, exact=6, attempt=10)
    for empties in range(1, 30):
        board, _, seat = position(rng, empties)
        assert search(board, seat, limits, 7) == search(board, seat, limits, 7)


def test_a_seed_decides_between_equal_placements() -> None:
    board = Board(6, 6, range(36))
    cells = {search(board, 0, Limits(), seed).cell for seed in range(50)}
    assert len(cells) > 1


def test_nodes_are_kept_to() -> None:
    board, _, seat = position(random.Random(54), 40, (8, 6))
    for nodes in (0, 100, 20_000):
        found = search(board, seat, Limits(depth=48, nodes=nodes), 1)
        assert found.nodes <= nodes + 2 * 48


def test_a_search_that_is_cancelled_answers_with_what_it_has() -> None:
    board, _, seat = position(random.Random(55), 40, (8, 6))
    cancel, began = Cancel(), monotonic()
    Timer(0.05, cancel).start()
    found = search(board, seat, Limits(exact=48), 1, cancel)
    assert monotonic() - began < 5
    assert not found.exact
    board.place(seat, found.cell, face_down=found.face_down)


@pytest.mark.parametrize(
    "limits",
    [
        Limits(depth=0),
        Limits(depth=49),
        Limits(depth=2**40),
        Limits(nodes=-1),
        Limits(nodes=2**32),
        Limits(exact=49),
        Limits(attempt=-1),
    ],
)
def test_limits_out_of_range_are_refused(limits: Limits) -> None:
    with pytest.raises(LimitError):
        search(Board(6, 6, range(36)), 0, limits, 1)


def test_only_the_seat_whose_turn_it_is_can_search() -> None:
    board = Board(6, 6, range(36))
    board.place(0, 0, face_down=False)
    for seat in (0, 2, -1, 2**32):
        with pytest.raises(PlaceError):
            search(board, seat, Limits(), 1)
