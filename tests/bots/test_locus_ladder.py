"""How strong levels of Locus Poker are, in small (at length: --full)."""

from __future__ import annotations

import re
from collections.abc import Callable

from bench.locus_levels import regrets
from service.ladder import climb
from tests.cli import Run

LADDER = ("ladder", "locus", "--pairs", "4", "--levels", "1,3,5", "--grid", "6x5")


def test_the_ladder_is_the_same_each_time_and_higher_levels_win(run: Run) -> None:
    first, second = run(*LADDER), run(*LADDER)
    assert first.exit_code == 0, first.output
    assert first.stdout == second.stdout
    rows = re.findall(r"│ (\d) +│ (\d) +│ 4 +│ ([0-9.]+)%", first.stdout)
    assert rows == [("3", "1", "100.0"), ("5", "3", "100.0")]


def test_the_top_level_wins_against_those_far_below(
    full: bool, figure: Callable[[str], None]
) -> None:
    pairs = 200 if full else 5
    for below in (3, 5):
        *_, rung = climb("locus", {}, [below, 7], pairs=pairs)
        assert rung.share >= {3: 1, 5: 0.98 if full else 0.8}[below]
        figure(f"Locus level 7 wins {rung.won:g} of {pairs} pairs against {below}")


def test_moves_at_fifteen_open_cells_lose_little(
    full: bool, figure: Callable[[str], None]
) -> None:
    count = 200 if full else 40
    for level, regret in regrets([5, 7], 15, count).items():
        assert 0 <= regret.mean <= {5: 0.2, 7: 0.03}[level]
        figure(
            f"Locus level {level} at 15 open cells, {count} positions: loses "
            f"{regret.mean:.3f} points a move"
        )
