"""Advice on Lamarckian Poker: every mark of the hand, and what a made one lost."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from service.bots.lamarckian_advice import LamarckianHints, hints, judge
from service.games.base import Seat
from service.games.lamarckian import Lamarckian
from service.games.lamarckian_state import LamarckianOptions, LamarckianState
from tests.cards import RandomDecks

GAME = Lamarckian()


def position(seed: int, seats: int, rounds: int) -> LamarckianState:
    """A match after some rounds of random marks."""
    rng, decks = Random(seed), RandomDecks(seed, 52)
    state = GAME.setup(seats, LamarckianOptions(), decks).state
    while len(state.rounds) < rounds and (waiting := GAME.to_move(state)):
        seat = min(waiting)
        move = rng.choice(GAME.legal_moves(state, seat)).move
        state = GAME.apply(state, seat, move, decks).state
    return state


def told(state: LamarckianState, seat: Seat) -> LamarckianHints:
    choices = GAME.legal_moves(state, seat)
    return hints(GAME.view(state, seat), choices, Random(1))


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_mark_of_the_hand_has_its_chances_the_best_first(seats: int) -> None:
    for rounds in (0, 3):
        state = position(seats, seats, rounds)
        for seat in GAME.to_move(state):
            marks = told(state, seat).marks
            legal = {choice.move for choice in GAME.legal_moves(state, seat)}
            assert {mark.move for mark in marks} == legal
            wins = [mark.win for mark in marks]
            assert wins == sorted(wins, reverse=True)
            for mark in marks:
                assert 0 <= mark.win <= 1 - mark.extinction
                assert 0 <= mark.captures_any <= min(1, mark.captures)


def test_the_best_mark_loses_nothing_and_the_others_what_they_win_less() -> None:
    state = position(2, 3, 4)
    seat = min(GAME.to_move(state))
    view, choices = GAME.view(state, seat), GAME.legal_moves(state, seat)
    marks = told(state, seat).marks
    for mark in marks:
        judged = judge(view, choices, mark.move, Random(1))
        assert judged.value == mark.win
        assert judged.loss == pytest.approx(marks[0].win - mark.win, abs=1e-4)
        assert (judged.loss == 0) == (judged.best == mark.move)
        assert not judged.exact


def test_the_same_view_and_chance_give_the_same_advice() -> None:
    state = position(5, 4, 2)
    seat = min(GAME.to_move(state))
    first, again = (msgspec.json.encode(told(state, seat)) for _ in range(2))
    assert first == again
