"""Moves of Poker7 are judged by price where that can be said, and else not."""

from __future__ import annotations

import pytest

from service.bots.advice import Judged
from service.bots.poker7_judge import by_price
from service.games.poker7_types import Bet, Call, Check, Fold, Poker7Move, Raise, Show
from tests.games.table import Table


def facing_a_bet(stacks: tuple[int, ...] = (1000, 1000, 1000)) -> Table:
    """Antes of 10 and a bet of 60; seat 2 owes 60 into a pot of 90."""
    return Table(stacks, seed=1).do("bet 60")


@pytest.mark.parametrize(
    ("equity", "fold", "call"),
    [
        # A call takes 60 and leaves 150 to be won: even at 40 %.
        (0.5, Judged(0.5, Call(), 15.0), Judged(0.5, Call(), 0.0)),
        (0.3, Judged(0.3, Fold(), 0.0), Judged(0.3, Fold(), 15.0)),
        (0.4, Judged(0.4, Fold(), 0.0), Judged(0.4, Fold(), 0.0)),
    ],
)
def test_a_call_and_a_fold_are_compared_by_the_chips_that_they_bring(
    equity: float, fold: Judged, call: Judged
) -> None:
    view = facing_a_bet().view(2)
    assert (view.to_call, view.pot) == (60, 90)
    assert by_price(view, Fold(), equity) == fold
    assert by_price(view, Call(), equity) == call


def test_a_fold_where_nothing_is_owed_gives_a_share_of_the_pot_away() -> None:
    view = Table(seed=1).view(1)
    assert by_price(view, Fold(), 0.25) == Judged(0.25, Check(), 7.5)


def test_a_short_stack_pays_for_what_it_can_win_alone() -> None:
    view = facing_a_bet((1000, 1000, 40)).view(2)
    assert view.to_call == 30
    # 40 of each of two seats, and the ante of the third.
    assert by_price(view, Fold(), 0.5) == Judged(0.5, Call(), 15.0)


def test_with_side_pots_no_price_is_told() -> None:
    table = Table((1000, 30, 1000), seed=1).do("bet 20", "raise 90")
    view = table.view(0)
    assert by_price(view, Call(), 0.5) == Judged(0.5, None, None)


@pytest.mark.parametrize("move", [Check(), Bet(20), Raise(200), Show("P1")])
def test_what_hangs_on_the_answers_is_not_compared(move: Poker7Move) -> None:
    view = facing_a_bet().view(2)
    assert by_price(view, move, 0.61234) == Judged(0.6123, None, None)
