"""Poker7: the cases of betting, by their numbers, in play."""

from typing import Any

import msgspec
import pytest

from service.games.base import IllegalMove, Span
from service.games.betting import Payment
from service.games.poker7_events import (
    AntesPaid,
    CardsDealt,
    Eliminated,
    PotAwarded,
    Showdown,
    Shown,
    UncalledReturned,
)
from service.games.poker7_types import Bet, Raise, Show
from tests.games.table import COMMON, RULES, Table, at_show, chips, ranked


def test_b03_all_fold_and_the_last_takes_the_pot_unseen() -> None:
    """Of 60, 20 and 20 the uncalled 40 go back; no hand is looked at (B18)."""
    table = ranked(0, 1, 2, hands=1)
    table.do("bet 10", "call", "raise 50", "fold", "fold")
    assert table.events(UncalledReturned) == [UncalledReturned(0, 40)]
    assert table.events(PotAwarded)[0].paid == (Payment(0, 60),)
    assert table.stacks == [1040, 980, 980]
    assert table.events(Showdown) == []
    assert table.events(Shown) == []


def test_b03_an_all_in_that_nobody_calls_wins_what_the_others_paid() -> None:
    table = Table((1000, 1000), hands=1).do("bet 990", "fold")
    assert table.stacks == [990, 1010]


def test_b04_between_call_and_least_raise_there_is_only_all_in() -> None:
    table = Table((1000, 39), ante=10).do("check", seat=1).do("bet 22")
    assert RULES.legal_moves(table.state, 1)[2].to == Span(29, 29)
    with pytest.raises(IllegalMove, match="from 29 to 29"):
        table.do("raise 25")
    assert table.do("raise 29").stacks == [968, 0]


def test_b09_antes_leave_the_stacks_and_are_in_the_pot() -> None:
    table = Table((100, 100, 100))
    assert table.stacks == [90, 90, 90]
    assert table.view(None).pot == 30
    assert table.events(AntesPaid)[0].paid == tuple(Payment(s, 10) for s in (1, 2, 0))


def test_b10_a_short_ante_is_all_in_for_the_pot_that_it_matched() -> None:
    table = ranked(0, 1, 2, stacks=(5, 100, 100), hands=1)
    assert table.view(None).players[0].status == "all_in"
    assert table.waiting == [1]
    table.check_down()
    assert table.stacks == [15, 100, 90]
    assert [event.chips for event in table.events(PotAwarded)] == [15, 10]


def test_b10_a_short_ante_then_bets_and_a_fold() -> None:
    table = ranked(0, 2, 1, 3, stacks=(5, 100, 100, 100), hands=1)
    table.do("bet 30", "call", "fold").check_down()
    assert table.stacks == [20, 60, 135, 90]
    assert table.events(PotAwarded)[1].seats == (1, 2)


def test_b10_an_ante_that_nobody_else_can_match_goes_back() -> None:
    """Two short antes of 3 and 5: the third seat has bet 5, not 10, and none acts."""
    table = ranked(0, 1, 2, stacks=(3, 5, 100), hands=1)
    assert table.events(UncalledReturned) == [UncalledReturned(2, 5)]
    assert table.view(None).street == "show"
    table.check_down()
    assert table.stacks == [9, 4, 95]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("best", "after"), [(0, [196, 4]), (1, [0, 200])])
def test_b12_unequal_all_ins(first: int, best: int, after: list[int]) -> None:
    table = ranked(best, 1 - best, stacks=(98, 102), hands=1, button=0)
    if first == 0:
        table.do("check", "bet 88", "call")
    else:
        table.do("bet 92", "call")
    table.check_down()
    assert table.stacks == after
    assert chips(table.state) == 200


def test_b13_heads_up_the_seat_without_the_button_opens_every_step() -> None:
    table = ranked(0, 1)
    while table.state.hand == 0:
        if table.view(None).street != "show":
            assert table.waiting == [1]
            table.do("check", "check")
        else:
            table.do("show", "show")
    assert table.state.button == 1
    assert table.waiting == [0]


def test_b13_the_order_stays_right_when_three_become_two() -> None:
    """Seat 1 goes out with the button at 0: seat 2 has it next, seat 0 opens."""
    table = ranked(0, 2, 1, stacks=(1000, 50, 1000))
    table.do("bet 40", "fold", "call").check_down()
    assert table.events(Eliminated) == [Eliminated(1)]
    assert table.state.button == 2
    assert table.waiting == [0]
    assert table.events(CardsDealt)[-1].seats == (0, 2)


def test_b14_a_late_bet_makes_all_others_act_again() -> None:
    table = Table((1000,) * 4).do("check", "check", "check")
    assert table.view(None).street == "bet_1"
    assert table.waiting == [0]
    table.do("bet 10", "call", "call")
    assert table.waiting == [3]
    assert table.do("fold").view(None).street == "bet_2"


def test_b15_b17_an_all_in_must_be_answered_and_then_nobody_is_asked() -> None:
    """The board runs out; both still choose a card, then comes the showdown."""
    table = ranked(0, 1, stacks=(50, 250), hands=1).do("check", "bet 40")
    assert [choice.move for choice in RULES.legal_moves(table.state, 1)] == [
        table.move(1, "fold"),
        table.move(1, "call"),
    ]
    table.do("call")
    assert table.view(None).street == "show"
    assert table.view(None).board == COMMON
    assert table.waiting == [0, 1]
    table.do("show", "show")
    assert table.stacks == [100, 200]


@pytest.mark.parametrize("to", [8, 2**31, 2**32 + 10, 2**53 - 1])
def test_b16_no_bet_beyond_the_stack(to: int) -> None:
    table = Table((1000, 14))
    before = table.state
    with pytest.raises(IllegalMove, match="from 4 to 4"):
        table.do(f"bet {to}")
    assert table.state is before


@pytest.mark.parametrize("to", [-1, 0, -(2**31), 2**53, 2**63, 10.0, True, "10", None])
def test_b16_amounts_are_chips(to: Any) -> None:
    for kind in (Bet, Raise):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"type": kind.__struct_config__.tag, "to": to}, kind)


def test_b17_a_late_seat_checks_or_folds() -> None:
    table = Table()
    assert RULES.on_timeout(table.state, 1) == table.move(1, "check")
    table.do("bet 10")
    assert RULES.on_timeout(table.state, 2) == table.move(2, "fold")


def test_b17_a_late_seat_shows_its_lower_card() -> None:
    """By figure first, then by colour: Q2 is above N2, B8 above B5."""
    table = at_show()
    assert [RULES.on_timeout(table.state, seat) for seat in (0, 1, 2)] == [
        Show("N2"),
        Show("N9"),
        Show("B5"),
    ]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("call", "nothing to call"),
        ("raise 20", "no bet to raise"),
        ("bet 9", "from 10 to 990"),
        ("bet 991", "from 10 to 990"),
    ],
)
def test_refusals_say_why_when_nothing_is_owed(words: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        Table().do(words)


@pytest.mark.parametrize(
    ("words", "why"),
    [("check", "costs 50"), ("bet 80", "already"), ("raise 99", "from 100 to 990")],
)
def test_refusals_say_why_when_chips_are_owed(words: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        Table().do("bet 50", words)


def test_a_raise_that_is_not_open_is_refused_with_its_reason() -> None:
    table = Table((2000, 2000, 160)).do("bet 100", "raise 150", "call")
    with pytest.raises(IllegalMove, match="call 50 or fold"):
        table.do("raise 1000")


@pytest.mark.parametrize(
    ("limit", "spans"),
    [
        ("none", [(10, 990), (10, 990), (10, 990), (10, 990)]),
        ("pot", [(10, 20), (10, 20), (10, 20), (10, 20)]),
        ("fixed", [(10, 10), (10, 10), (20, 20), (20, 20)]),
    ],
)
def test_limits_by_step(limit: str, spans: list[tuple[int, int]]) -> None:
    table, found = Table((1000, 1000), limit=limit), []
    while table.state.hand == 0:
        if table.view(None).street == "show":
            table.do("show", "show")
        to = table.view(table.waiting[0]).to
        assert to is not None
        found.append((to.min, to.max))
        table.do("check", "check")
    assert found == spans
