"""The ladder at tables: every deal from every seat, shares against par, the table."""

from __future__ import annotations

from math import isclose

import pytest

from service.ladder_tables import TableRung, climb_tables
from tests.cli import Run


def test_a_deal_is_played_once_from_every_seat() -> None:
    rungs = list(climb_tables("lamarckian", 3, {}, [1, 2, 3], deals=2, seed=4))
    told = [(rung.level, rung.below, rung.matches) for rung in rungs]
    assert told == [(2, 1, 3), (2, 1, 6), (3, 2, 3), (3, 2, 6)]
    assert all(0 <= rung.won <= rung.matches for rung in rungs)


def test_a_level_among_its_like_wins_its_part_of_every_deal() -> None:
    """The winner of a deal sits in one seat, and each seat has its turn."""
    *_, rung = climb_tables("lamarckian", 4, {}, [3, 3], deals=10, seed=5)
    assert rung.matches == 40
    assert 5 <= rung.won <= 15


def test_shared_wins_count_in_parts() -> None:
    split = climb_tables("lamarckian", 2, {"ties": "split"}, [1, 2], 3, seed=6)
    assert all((2 * rung.won).is_integer() for rung in split)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_share_at_par_is_no_rating_above_the_others(seats: int) -> None:
    rung = TableRung(2, 1, seats, matches=600, won=600 / seats)
    rating, low, high = rung.elo
    assert isclose(rating, 0, abs_tol=1e-9)
    assert low < 0 < high
    share, least, most = rung.share
    assert least < share == rung.par < most


def test_ratings_of_all_and_of_no_wins_are_bounded() -> None:
    for won in (0, 50):
        rating, low, high = TableRung(2, 1, 2, matches=50, won=won).elo
        assert low <= rating <= high
        assert abs(rating) < 800


def test_the_ladder_of_lamarckian_prints_a_table_that_the_seed_decides(
    run: Run,
) -> None:
    args = ("ladder", "lamarckian", "--seats", "3", "--pairs", "4", "--levels", "1,3")
    first, again, other = run(*args), run(*args), run(*args, "--seed", "1")
    assert first.exit_code == 0, first.output
    assert "Matches" in first.stdout
    row = next(line for line in first.stdout.splitlines() if "2 x 1" in line)
    assert "33.3%" in row
    assert " 12 " in row
    assert first.stdout == again.stdout
    assert other.exit_code == 0


def test_a_table_that_no_game_has_is_refused(run: Run) -> None:
    for seats in ("1", "7"):
        refused = run("ladder", "lamarckian", "--seats", seats)
        assert refused.exit_code == 2
        assert "--seats" in refused.output
