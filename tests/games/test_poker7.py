"""Poker7: the course of a hand, and the step in which cards are shown."""

from itertools import permutations

import pytest

from service.games.base import IllegalMove, NotYourTurn
from service.games.betting import Payment
from service.games.cards import POKERDREZ_IDS
from service.games.poker7_events import (
    Acted,
    HandEnded,
    HoleCards,
    PotAwarded,
    SeatCard,
    Showdown,
    Shown,
    StreetOpened,
)
from service.games.poker7_types import Show
from tests.games.table import (
    BEST_FIRST,
    COMMON,
    SEED_HANDS,
    Table,
    at_show,
    kinds,
    ranked,
    stacked,
)


@pytest.mark.parametrize("names", list(permutations(SEED_HANDS)))
def test_e11_v1_the_printed_example_in_every_seat(names: tuple[str, ...]) -> None:
    """The hand on the right takes the whole pot, whoever holds it (E-11, V1)."""
    holes = {seat: SEED_HANDS[name] for seat, name in enumerate(names)}
    table = Table((1000,) * 4, top=stacked(holes, COMMON), hands=1).check_down()
    shown = table.events(Showdown)[0].hands
    assert [names[hand.seat] for hand in shown] == list(BEST_FIRST)
    assert [hand.place for hand in shown] == [1, 2, 3, 4]
    winner = names.index("right")
    assert table.stacks == [1030 if seat == winner else 990 for seat in range(4)]
    assert table.result is not None
    assert table.result.winners == (winner,)


def test_a_hand_goes_through_its_steps_in_order() -> None:
    table = Table((1000,) * 2, top=stacked({0: ("B5", "B8"), 1: ("P6", "J3")}, COMMON))
    assert kinds(table.told) == [
        "hand_started",
        "antes",
        "dealt",
        "hole_cards",
        "hole_cards",
        "street",
    ]
    table.check_down()
    opened = table.events(StreetOpened)
    assert [(event.street, event.cards) for event in opened[:5]] == [
        ("bet_1", ()),
        ("bet_2", COMMON[:3]),
        ("bet_3", COMMON[3:]),
        ("show", ()),
        ("bet_4", ()),
    ]
    assert kinds(table.told)[-11:] == [
        "acted",
        "acted",
        "showdown",
        "pot_awarded",
        "hand_ended",
        "hand_started",
        "antes",
        "dealt",
        "hole_cards",
        "hole_cards",
        "street",
    ]


def test_cards_are_dealt_singly_from_the_left_of_the_button() -> None:
    table = Table(button=1, top=[POKERDREZ_IDS[c] for c in ("P1", "P2", "P3", "N1")])
    own = {event.seat: event.cards for event in table.events(HoleCards)}
    assert own[2] == ("P1", "N1")
    assert own[0][0] == "P2"
    assert own[1][0] == "P3"


def test_bets_calls_and_raises_move_the_chips_they_say() -> None:
    table = Table().do("bet 50", "raise 150", "call", "call")
    assert [
        (event.seat, event.action, event.chips, event.to)
        for event in table.events(Acted)
    ] == [
        (1, "bet", 50, 50),
        (2, "raise", 150, 150),
        (0, "call", 150, 150),
        (1, "call", 100, 150),
    ]
    assert table.stacks == [840, 840, 840]
    assert table.view(None).pot == 480
    assert table.view(None).street == "bet_2"


def test_the_best_hand_of_the_showdown_wins_though_it_only_called() -> None:
    table = ranked(1, 0, 2).do("bet 100", "call", "call").check_down()
    assert table.events(PotAwarded)[0].paid == (Payment(1, 330),)
    assert table.events(HandEnded)[0].stacks == (890, 1220, 890)


def test_a_folded_seat_is_in_no_showdown_and_wins_nothing() -> None:
    table = ranked(2, 0, 1).do("fold").check_down()
    assert [hand.seat for hand in table.events(Showdown)[0].hands] == [2, 0]
    assert table.events(HandEnded)[0].stacks == (990, 990, 1020)


def test_b13_all_choose_together_and_all_is_shown_at_once() -> None:
    table = at_show()
    assert table.waiting == [0, 1, 2]
    table.do("show N2", seat=0).do("show B8", seat=2)
    assert table.waiting == [1]
    assert table.events(Shown) == []
    table.do("show J8", seat=1)
    assert table.events(Shown)[0].cards == (
        SeatCard(1, "J8"),
        SeatCard(2, "B8"),
        SeatCard(0, "N2"),
    )
    assert [player.shown for player in table.view(None).players] == ["N2", "J8", "B8"]
    assert table.waiting == [1]
    assert table.view(1).street == "bet_4"


def test_b13_in_turn_each_card_is_seen_before_the_next_is_chosen() -> None:
    table = at_show(reveal="in_turn")
    for seat, card in ((1, "N9"), (2, "B5"), (0, "Q2")):
        assert table.waiting == [seat]
        table.do(f"show {card}")
        assert table.view(None).players[seat].shown == card
    assert table.view(None).street == "bet_4"


def test_a_choice_is_final_and_must_be_an_own_card() -> None:
    table = at_show().do("show N2", seat=0)
    with pytest.raises(NotYourTurn):
        table.do("show Q2", seat=0)
    with pytest.raises(IllegalMove, match="J8 or N9") as refused:
        table.do("show B8", seat=1)
    assert [choice.move for choice in refused.value.choices] == [Show("J8"), Show("N9")]
    with pytest.raises(IllegalMove):
        table.do("check", seat=1)


def test_no_card_is_shown_in_a_betting_step() -> None:
    with pytest.raises(IllegalMove, match="third betting step"):
        ranked(0, 1, 2).do("show J8")


def test_a_folded_seat_shows_nothing_and_is_not_waited_for() -> None:
    table = ranked(0, 1, 2).do("fold", *["check"] * 6)
    assert table.waiting == [0, 2]
