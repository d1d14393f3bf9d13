"""The ladder of Poker7: each deal from every seat, and what is won in antes."""

from math import isclose, log10, sqrt

import msgspec
import pytest

from service.games.poker7_types import Poker7Options
from service.ladder_hands import HandRung, _deal, climb_hands
from tests.cli import Run


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_level_wins_nothing_from_itself(seats: int) -> None:
    """What a seat wins with some cards, another loses: over all seats nothing."""
    options = Poker7Options(hands=1, stack=500)
    for deal in range(5):
        assert _deal(options, 4, 4, seats, str(deal)) == 0


def test_a_rung_has_mean_share_and_bounds() -> None:
    rung = HandRung(5, 4, seats=2)
    for antes in (4.0, -2.0, 0.0, 6.0):
        rung = rung.add(antes)
    assert (rung.hands, rung.antes, rung.share) == (8, 1.0, 2.5 / 4)
    spread = (4.0 + 16.0 + 4.0 + 16.0) / 4  # around the mean of 2 a deal
    assert isclose(rung.apart, 1.96 * sqrt(spread / 4) / 2)
    assert isclose(rung.elo[0], 400 * log10(2.5 / 1.5))  # by deals won
    assert rung.elo[1] < 0 < rung.elo[2]


def test_every_level_is_played_against_the_next_below() -> None:
    rungs = list(climb_hands({"limit": "fixed"}, [2, 3, 5], deals=3, seats=3))
    assert [(r.level, r.below, r.deals) for r in rungs] == [
        *((3, 2, n) for n in (1, 2, 3)),
        *((5, 3, n) for n in (1, 2, 3)),
    ]
    assert rungs[-1].hands == 9


def test_the_same_seed_plays_the_same_hands() -> None:
    again = [list(climb_hands({}, [3, 4], deals=4, seed=seed)) for seed in (1, 1, 2)]
    assert again[0] == again[1] != again[2]


def test_options_that_the_game_does_not_have_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        list(climb_hands({"limit": "half"}, [1, 2], deals=1))


def test_the_command_prints_antes_with_bounds(run: Run) -> None:
    shown = run(
        *("ladder", "poker7", "--pairs", "4", "--levels", "2,3", "--seats", "3"),
        *("--stack", "20", "--limit", "pot"),
    )
    assert shown.exit_code == 0
    assert "2 x 2" in shown.output
    assert "12" in shown.output
    assert "Antes a hand" in shown.output
    assert "Elo above it" in shown.output
