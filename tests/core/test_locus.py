"""The C core scores Locus placements as the oracle does."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from service.core import CardError, CoreError, CountError, PlaceError
from service.core.locus import Board
from service.games.cards import FRENCH, FRENCH_IDS
from tests.oracle import locus as oracle

POSITIONS = 20_000
GRIDS = [(6, 5), (6, 6), (7, 6), (8, 6)]


def random_position(rng: random.Random) -> tuple[Board, oracle.Position]:
    """A grid with some chips, on both boards."""
    cols, rows = rng.choice(GRIDS)
    cards = rng.sample(FRENCH, cols * rows)
    board = Board(cols, rows, [FRENCH_IDS[card] for card in cards])
    owner: list[int | None] = [None] * len(cards)
    face_up = [True] * len(cards)
    chips = rng.randrange(cols * rows)
    for turn, cell in enumerate(rng.sample(range(cols * rows), chips)):
        owner[cell], face_up[cell] = turn % 2, rng.random() < 0.7
        board.place(turn % 2, cell, face_down=not face_up[cell])
    position = oracle.start(cols, rows, cards)
    return board, replace(position, owner=tuple(owner), face_up=tuple(face_up))


def test_area_and_bonus_of_random_positions_equal_the_oracles(
    figure: Callable[[str], None],
) -> None:
    rng = random.Random(21)
    wrong = 0
    for _ in range(POSITIONS):
        board, position = random_position(rng)
        seat = position.owner.count(0) - position.owner.count(1)
        turn = rng.choice(board.options(seat))
        row, col = divmod(turn.cell, position.cols)
        hand = oracle.hand_points(position, row, col, not turn.face_down)
        bonus = oracle.bonus_points(position, row, col, seat)
        wrong += (hand, bonus) != (turn.hand, turn.bonus)
    assert wrong == 0
    figure(f"{POSITIONS:,} Locus positions against the oracle: {wrong} differences")


def test_every_turn_of_random_matches_earns_what_the_oracle_says() -> None:
    rng = random.Random(23)
    for _ in range(60):
        cols, rows = rng.choice(GRIDS)
        cards = rng.sample(FRENCH, cols * rows)
        board = Board(cols, rows, [FRENCH_IDS[card] for card in cards])
        position = oracle.start(cols, rows, cards)
        totals = [0, 0]
        for turn, cell in enumerate(rng.sample(range(cols * rows), cols * rows)):
            seat, up = turn % 2, rng.random() < 0.7
            position, points = oracle.place(
                position, seat, cell // cols, cell % cols, up
            )
            totals[seat] += points
            assert board.place(seat, cell, face_down=not up).points == points
        assert list(board.scores) == totals


def test_options_are_all_open_cells_both_ways_and_agree_with_single_scores() -> None:
    rng = random.Random(22)
    for _ in range(200):
        board, position = random_position(rng)
        seat = position.owner.count(0) - position.owner.count(1)
        options = board.options(seat)
        taken = {i for i, owner in enumerate(position.owner) if owner is not None}
        free = [c for c in range(position.cols * position.rows) if c not in taken]
        assert [(o.cell, o.face_down) for o in options] == [
            (cell, down) for cell in free for down in (False, True)
        ]
        for option in options:
            assert option == board.score(seat, option.cell, face_down=option.face_down)
            best = board.hand(option.cell, face_down=option.face_down)
            assert best.category == option.category


def test_totals_chips_and_dead_cards_follow_the_placements() -> None:
    board = Board(6, 5, range(30))
    first = board.place(0, 0, face_down=True)
    second = board.place(1, 7, face_down=False)
    third = board.place(0, 1, face_down=False)
    assert board.scores == (first.points + third.points, second.points)
    assert board.chips_left == (13, 14)
    assert board.dead == {0}


@pytest.mark.parametrize(
    ("cols", "rows", "cards", "error"),
    [
        (5, 6, range(30), PlaceError),
        (6, 7, range(42), PlaceError),
        (2**40, 6, range(36), PlaceError),
        (6, 6, range(35), CountError),
        (6, 6, range(37), CountError),
        (6, 6, [*range(35), 0], CardError),
        (6, 6, [*range(35), 52], CardError),
        (6, 6, [*range(35), 300], CardError),
    ],
)
def test_a_bad_grid_is_refused(
    cols: int, rows: int, cards: Sequence[int], error: type[CoreError]
) -> None:
    with pytest.raises(error):
        Board(cols, rows, cards)


@pytest.mark.parametrize(
    ("seat", "cell"),
    [(2, 0), (-1, 0), (2**32, 0), (0, 30), (0, -1), (0, 2**32), (0, 2**64)],
)
def test_a_bad_placement_is_refused_and_changes_nothing(seat: int, cell: int) -> None:
    board = Board(6, 5, range(30))
    with pytest.raises(PlaceError):
        board.place(seat, cell, face_down=False)
    with pytest.raises(PlaceError):
        board.score(seat, cell, face_down=True)
    assert board.chips_left == (15, 15)


def test_a_cell_takes_one_chip_only() -> None:
    board = Board(6, 5, range(30))
    board.place(0, 3, face_down=False)
    with pytest.raises(PlaceError, match="carries a chip"):
        board.place(1, 3, face_down=False)
    with pytest.raises(PlaceError, match="carries a chip"):
        board.hand(3, face_down=True)
    assert board.scores[1] == 0


def test_a_seat_without_chips_places_none() -> None:
    board = Board(6, 5, range(30))
    for cell in range(15):
        board.place(0, cell, face_down=False)
    assert board.options(0) == []
    with pytest.raises(PlaceError, match="no chip left"):
        board.place(0, 20, face_down=False)
