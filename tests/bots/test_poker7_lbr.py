"""The local best response reckons with what the levels really do."""

from collections import Counter
from random import Random

import pytest

from bench.poker7_lbr import ANSWERS, Response, hand, public_of, weighed
from service.bots import LEVELS
from service.bots.poker7_seat import At
from service.core.poker7_equity import pair_index
from tests.games.table import RULES, Table, ranked

SEEDS = 200


@pytest.mark.parametrize("level", ANSWERS)
def test_its_answers_are_the_frequencies_of_the_level(level: int) -> None:
    """With all common cards, where no sample comes between."""
    asked = 0
    for seed in range(30):
        table = Table((1000, 1000), seed=seed, button=seed % 2).do(*["check"] * 4)
        if seed % 3 == 2:
            table.do("check", "check", "show", "show")
        if seed % 2:
            table.do(f"bet {20 * seed}")
        for seat in table.waiting:
            view, choices = table.view(seat), RULES.legal_moves(table.state, seat)
            at = At(view, choices)
            likely = ANSWERS[level](at)(pair_index(*at.own))
            assert sum(likely.values()) == pytest.approx(1)
            policy = LEVELS["poker7"][level]
            made = Counter(type(policy(view, choices, Random(n))) for n in range(SEEDS))
            for kind, count in made.items():
                assert abs(count / SEEDS - likely.get(kind, 0)) < 0.13  # type: ignore[call-overload]
            asked += 1
    assert asked == 30


def test_it_takes_what_a_hand_is_worth() -> None:
    """Raised by a level that bets strong hands alone, it gives up a bad one."""
    table = ranked(3, 0).do(*["check"] * 4)
    response = Response(3, 0, table.state)
    before = response.weights[:]
    move = table.move(1, "bet 900")
    response.saw(table.state, move)
    strong = weighed(public_of(At(table.view(1), ())))
    kept = [w for w, s in zip(response.weights, strong, strict=True) if s < 30_000]
    assert max(kept) < 0.1 < max(before)
    table.do("bet 900")
    made = response.move(table.state, RULES.legal_moves(table.state, 0))
    assert made == table.move(0, "fold")


@pytest.mark.parametrize("level", ANSWERS)
def test_it_plays_whole_hands(level: int) -> None:
    for deal in range(3):
        assert abs(hand(level, deal % 2, deal)) <= 100


def test_a_table_is_asked_for_its_shown_cards() -> None:
    table = Table((1000, 1000), seed=3).do(*["check"] * 6).do("show", "show")
    (seat,) = table.waiting
    public = public_of(At(table.view(seat), ()))
    assert None not in (public.shown, public.against)
    assert len(public.board) == 5
