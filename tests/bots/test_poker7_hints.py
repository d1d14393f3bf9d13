"""Hints of Poker7: chances from the view alone, exact where that is quick."""

from itertools import islice
from math import isclose
from random import Random

import msgspec
import pytest

from service.bots.poker7_hints import CLASS_NAMES, SAMPLES, Poker7Hints, hints
from service.core.poker7 import class_of, seven_rank
from service.games.cards import POKERDREZ_IDS
from service.games.poker7_types import SHOW
from tests.core.test_poker7 import CLASSES
from tests.games.table import RULES, Table, at_show, ranked, stacked
from tests.games.test_poker7_hidden import positions, shuffler


def told(table: Table, seat: int, seed: int = 0) -> Poker7Hints:
    """The hints of a seat."""
    choices = RULES.legal_moves(table.state, seat)
    return hints(table.view(seat), choices, Random(seed))


def test_hints_hold_at_every_turn() -> None:
    """Chances are chances, the price is the pot's, the classes make up the whole."""
    for table, _ in islice(positions(80), 80):
        for seat in table.waiting:
            view, found = table.view(seat), told(table, seat)
            assert 0 <= found.equity <= 1
            assert isclose(sum(one.chance for one in found.classes), 1)
            chances = [one.chance for one in found.classes]
            assert chances == sorted(chances, reverse=True)
            if view.to_call:
                price = view.to_call / (view.pot + view.to_call)
                assert found.pot_odds == price
            else:
                assert found.pot_odds is None
            assert found.exact or found.samples == SAMPLES
            assert len(found.show) == (2 if table.state.step == SHOW else 0)


def test_classes_are_named_by_the_sizes_of_their_groups() -> None:
    for number, (sizes, _) in CLASSES.items():
        assert CLASS_NAMES[number] == str(sizes).replace(" ", "").replace(",)", ")")


def test_the_class_of_a_complete_hand_is_certain() -> None:
    table = at_show()
    (one,) = told(table, 0).classes
    view = table.view(0)
    cards = [POKERDREZ_IDS[c] for c in (*view.board, *(view.players[0].cards or ()))]
    assert (one.name, one.chance) == (CLASS_NAMES[class_of(seven_rank(cards))], 1.0)


def test_the_best_hand_possible_is_sure() -> None:
    common = ("J1", "J2", "J3", "J4", "J5")
    top = stacked({1: ("J6", "J7"), 0: ("P8", "N9")}, common)
    table = Table((1000, 1000), top=top).do(*["check"] * 4)
    found = told(table, 1)
    assert (found.equity, found.exact) == (1.0, True)
    assert found.samples == 47 * 46 // 2


def test_a_shown_card_changes_the_chances() -> None:
    table = ranked(0, 1).do(*["check"] * 6)
    before = told(table, 0)
    table.do("show Q2", seat=0).do("show J8", seat=1)
    table.do("check")
    after = told(table, 0)
    assert (before.samples, after.samples) == (47 * 46 // 2, 46)
    assert before.equity != after.equity


def test_the_card_that_makes_the_hand_looks_stronger() -> None:
    """Beside J1 to J4 the joker tells of five, the pawn of two."""
    top = stacked({0: ("J6", "P7"), 1: ("N7", "B8")}, ("J1", "J2", "J3", "J4", "P5"))
    table = Table((1000, 1000), top=top).do(*["check"] * 6)
    looks = {one.card: one.looks for one in told(table, 0).show}
    assert looks["J6"] > 0.8 > looks["P7"]


def test_twins_have_the_same_hints() -> None:
    for table, rng in islice(positions(60), 60):
        for seat in table.waiting:
            twin = RULES.redeal(table.state, seat, shuffler(rng))
            choices = RULES.legal_moves(twin, seat)
            other = hints(RULES.view(twin, seat), choices, Random(0))
            assert msgspec.json.encode(other) == msgspec.json.encode(told(table, seat))


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_samples_follow_from_the_seed(seats: int) -> None:
    table = Table((1000,) * seats, seed=seats)
    (seat,) = table.waiting
    assert told(table, seat, 1) == told(table, seat, 1)
    assert told(table, seat, 1) != told(table, seat, 2)
