"""The Poker7 opponents: legal, reproducible, and stronger from level to level."""

from collections.abc import Callable
from random import Random

import pytest

from service.bots import LEVELS
from service.bots.poker7 import sensible, win_chance
from service.games.poker7_types import Bet, Fold, Poker7Move, Raise, Show
from tests.games.table import RULES, Table, at_show, ranked, stacked

POLICIES = LEVELS["poker7"]


def play(levels: tuple[int, ...], seed: int) -> Table:
    """A match of bots to its end, or to 60 hands."""
    table = Table((1000,) * len(levels), seed=seed, hands=60)
    rng = Random(seed)
    while waiting := table.waiting:
        seat = waiting[0]
        choices = RULES.legal_moves(table.state, seat)
        move = POLICIES[levels[seat]](table.view(seat), choices, rng)
        step = RULES.apply(table.state, seat, move, table.decks)
        table.state = step.state
    return table


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_every_level_plays_matches_to_their_end(seats: int) -> None:
    for level in POLICIES:
        assert play((level,) * seats, seats).result is not None


def test_the_same_view_and_seed_give_the_same_move() -> None:
    for level, policy in POLICIES.items():
        table = ranked(0, 1, 2).do("bet 30")
        choices = RULES.legal_moves(table.state, 2)
        moves = {policy(table.view(2), choices, Random(7)) for _ in range(5)}
        assert len(moves) == 1, level


def test_level_3_takes_more_chips_than_lower_levels(
    full: bool, figure: Callable[[str], None]
) -> None:
    """Each deal twice with the seats changed over; chips are summed."""
    pairs = 100 if full else 12
    for lower in (1, 2):
        won = 0
        for seed in range(pairs):
            won += play((3, lower), seed).stacks[0] - 1000
            won += play((lower, 3), seed).stacks[1] - 1000
        share = 1 + won / (1000 * 2 * pairs)
        figure(f"Poker7: level 3 keeps {50 * share:.0f} % of the chips to {lower}")
        assert share > 1.2


def test_the_best_hand_possible_is_sure_of_its_win() -> None:
    common = ("J1", "J2", "J3", "J4", "J5")
    top = stacked({1: ("J6", "J7"), 0: ("P8", "N9")}, common)
    table = Table((1000, 1000), top=top).do(*["check"] * 4)
    assert win_chance(table.view(1)) == 1.0
    assert win_chance(table.view(0)) < 0.1


def test_a_card_that_another_has_shown_counts() -> None:
    """Seat 2 weighs 46 hands of seat 0 once one of the two cards is known."""
    table = at_show()
    before = win_chance(table.view(2))
    table.do("show N2", seat=0).do("show J8", seat=1).do("show B8", seat=2)
    assert win_chance(table.view(2)) != before


def test_good_hands_bet_and_bad_ones_give_way() -> None:
    """Seat 1 has four reds, and then one of the least hands there are."""
    rng = Random(0)
    table = ranked(3, 0).do(*["check"] * 4)
    assert {type(act(table, 1, rng)) for _ in range(30)} == {Bet}
    top = stacked({0: ("Q9", "N1"), 1: ("N7", "J6")}, ("P1", "P2", "B3", "R4", "Q5"))
    table = Table((1000, 1000), top=top).do(*["check"] * 5, "bet 900")
    assert {type(act(table, 1, rng)) for _ in range(30)} <= {Fold, Raise}
    assert Fold in {type(act(table, 1, rng)) for _ in range(30)}


def act(table: Table, seat: int, rng: Random) -> Poker7Move:
    return sensible(table.view(seat), RULES.legal_moves(table.state, seat), rng)


def test_the_card_of_the_least_group_is_shown() -> None:
    """Q2 and N2 make the four reds: either; J8 of a pair before N9 of three."""
    table = at_show()
    assert act(table, 1, Random(0)) == Show("J8")
