"""Poker7: hand after hand, leaving, and options."""

from typing import Any

import msgspec
import pytest

from service.games.base import MatchOver
from service.games.poker7_events import (
    CardsDealt,
    Eliminated,
    HandEnded,
    HandStarted,
    Poker7Resigned,
    SeatCard,
    Shown,
)
from service.games.poker7_types import Poker7Options
from tests.games.table import RULES, Table, at_show, ranked


def test_the_button_goes_round_and_hands_are_counted() -> None:
    table = Table((1000,) * 3, hands=4)
    for hand in range(4):
        assert table.state.button == hand % 3
        table.do("fold", "fold")
    assert table.result is not None
    assert table.result.reason == "hands_played"
    assert [event.hand for event in table.events(HandStarted)] == [1, 2, 3, 4]


def test_each_hand_is_dealt_from_its_own_deck() -> None:
    table = Table((1000,) * 2, seed=3)
    decks = {table.state.deck}
    for hand in range(1, 4):
        table.do("fold")
        assert table.state.deck == table.decks(hand)
        decks.add(table.state.deck)
    assert len(decks) == 4


def test_the_last_with_chips_wins_the_match() -> None:
    table = ranked(1, 0, stacks=(100, 100)).do("bet 90", "call", "show", "show")
    assert table.result is not None
    assert table.result.winners == (1,)
    assert table.result.reason == "last_with_chips"
    assert table.result.scores == (0, 200)
    assert table.waiting == []
    with pytest.raises(MatchOver):
        table.do("check", seat=0)


def test_e07_equal_stacks_after_the_last_hand_share_the_win() -> None:
    """Seats 1 and 2 have most and share the win, the third does not."""
    table = Table((980, 1000, 990), hands=1).do("fold", "fold")
    assert table.stacks == [1000, 990, 980]
    table = Table((970, 1010, 1010), hands=1).do("fold", "fold")
    assert table.result is not None
    assert table.result.winners == (1, 2)


def test_a_seat_that_resigns_leaves_with_its_stack() -> None:
    """Its hand is folded at once; the chips it has paid stay in the pot."""
    table = ranked(0, 1, 2).do("bet 100", "call").resign(1)
    assert table.events(Poker7Resigned) == [Poker7Resigned(1, 890)]
    assert table.waiting == [0]
    table.do("call").check_down()
    assert table.events(HandEnded)[0].stacks == (1220, 890, 890)
    assert table.events(CardsDealt)[-1].seats == (0, 2)
    assert table.view(None).players[1].status == "resigned"
    table.resign(0)
    assert table.result is not None
    assert table.result.winners == (2,)
    assert table.result.reason == "resignation"
    assert sum(table.result.scores or ()) == 3000


def test_resigning_out_of_turn_does_not_move_the_turn() -> None:
    table = ranked(0, 1, 2).resign(0)
    assert table.waiting == [1]
    assert table.do("check").waiting == [2]


def test_the_best_hand_resigned_wins_nothing() -> None:
    table = ranked(0, 1, 2, hands=1).do("bet 990", "call", "call").resign(0)
    table.do("show", "show")
    assert table.stacks == [0, 3000, 0]
    assert table.events(Eliminated) == [Eliminated(2)]


def test_one_who_resigned_wins_no_match_whatever_it_left_with() -> None:
    table = Table((5000, 100, 100), hands=1).resign(0).do("fold")
    assert table.result is not None
    assert table.result.winners == (2,)


def test_resigning_in_the_show_step_lets_the_others_go_on() -> None:
    table = at_show().do("show N2", seat=0).do("show J8", seat=1).resign(2)
    assert table.events(Shown)[0].cards == (SeatCard(1, "J8"), SeatCard(0, "N2"))
    assert table.view(None).street == "bet_4"


def test_a_choice_made_before_resigning_stays_hidden() -> None:
    table = at_show().do("show N2", seat=0).resign(0)
    table.do("show J8", "show B8")
    assert [card.seat for card in table.events(Shown)[0].cards] == [1, 2]
    assert table.view(1).players[0].shown is None


def test_a_seat_that_is_out_cannot_leave_again() -> None:
    table = ranked(0, 2, 1, stacks=(1000, 50, 1000))
    table.do("bet 40", "fold", "call").check_down()
    for seat in (1, 0, 0):
        table.resign(seat)
    assert [event.seat for event in table.events(Poker7Resigned)] == [0]


def test_two_seats_each_with_one_chip_come_to_an_end() -> None:
    table = Table((1, 1), ante=1)
    assert table.view(None).street == "show"
    table.do("show", "show")
    assert table.result is not None
    assert table.result.scores in {(2, 0), (0, 2)}


@pytest.mark.parametrize(
    "bad",
    [
        {"stack": 0},
        {"stack": 10**9 + 1},
        {"ante": 0},
        {"ante": True},
        {"hands": 0},
        {"hands": 1001},
        {"limit": "spread"},
        {"reveal": "never"},
        {"stack": 100.0},
        {"blinds": 1},
    ],
)
def test_options_out_of_bounds_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(bad, Poker7Options, strict=True)


def test_the_largest_stacks_stay_exact() -> None:
    table = Table((10**9,) * 10, ante=10**9, hands=1).check_down()
    assert max(table.stacks) == 10**10 < 2**53


def test_a_state_is_small() -> None:
    assert len(RULES.encode(Table((1000,) * 10, seed=1).state)) < 400
