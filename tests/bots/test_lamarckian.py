"""Opponents of Lamarckian Poker: legal, reproducible, and each level better."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from service.bots import LEVELS, Policy
from service.games.lamarckian import Mark
from service.games.lamarckian_state import LamarckianOptions, LamarckianState, Round
from tests.cards import RandomDecks
from tests.games.lamarckian import GAME, position, random_match

BOTS = LEVELS["lamarckian"]
MATCHES = 300


def play(policies: list[Policy], seed: int) -> LamarckianState:
    """A match between policies, by seat."""
    decks, rng = RandomDecks(seed, 52), Random(seed)
    state = GAME.setup(len(policies), LamarckianOptions(), decks).state
    while waiting := GAME.to_move(state):
        seat = min(waiting)
        choices = GAME.legal_moves(state, seat)
        move = policies[seat](GAME.view(state, seat), choices, rng)
        assert isinstance(move, Mark)
        state = GAME.apply(state, seat, move, decks).state
    return state


@pytest.mark.parametrize("level", BOTS)
def test_the_same_view_and_seed_give_the_same_legal_mark(level: int) -> None:
    for seed in range(40):
        state = random_match(2 + seed % 5, seed, moves=seed).played.state
        for seat in GAME.to_move(state):
            choices, view = GAME.legal_moves(state, seat), GAME.view(state, seat)
            marks = {BOTS[level](view, choices, Random(seed)) for _ in range(3)}
            assert len(marks) == 1
            assert marks <= {choice.move for choice in choices}


@pytest.mark.parametrize(("last", "card"), [(False, "Ks"), (True, "2c")])
def test_level_3_grows_first_and_keeps_its_pair_in_the_end(
    last: bool, card: str
) -> None:
    hands = [["Ks", "Kd", "2c"], ["Ah", "Ac"]]
    state = position(hands, ["3s", "5s", "9h", "7h"], last=last)
    if last:
        state = replace(state, rounds=(Round((), (), (), ()),) * 10)
    choices = GAME.legal_moves(state, 0)
    assert BOTS[3](GAME.view(state, 0), choices, Random(0)) == Mark(card)


@pytest.mark.parametrize(("better", "worse", "least"), [(2, 1, 0.65), (3, 2, 0.7)])
def test_a_higher_level_wins_more_of_mirrored_matches(
    better: int, worse: int, least: float, figure: Callable[[str], None]
) -> None:
    won = 0
    for seed in range(MATCHES):
        for seat in (0, 1):
            policies = [BOTS[worse], BOTS[worse]]
            policies[seat] = BOTS[better]
            result = GAME.result(play(policies, seed))
            assert result is not None
            won += seat in result.winners
    share = won / (2 * MATCHES)
    assert share > least
    figure(f"Lamarckian level {better} wins {share:.0%} of matches against {worse}")
