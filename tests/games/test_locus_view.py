"""What is shown of a Locus match does not depend on what was shown before."""

from __future__ import annotations

import random

import pytest

from service.games import locus_view
from service.games.locus import Locus
from service.games.locus_types import GRIDS, LocusOptions
from service.games.locus_view import view_of
from tests.cards import RandomDecks


@pytest.mark.parametrize("grid", GRIDS)
def test_a_view_gone_on_from_is_the_one_made_from_nothing(grid: str) -> None:
    game, deal, rng = Locus(), RandomDecks(3, 52), random.Random(3)
    options = LocusOptions(grid=grid, first="random", komi=2.5)  # type: ignore[arg-type]
    states = [game.setup(2, options, deal).state]
    while seats := game.to_move(states[-1]):
        (seat,) = seats
        choice = rng.choice(game.legal_moves(states[-1], seat))
        states.append(game.apply(states[-1], seat, choice.move, deal).state)
    locus_view._views.clear()
    gone_on = [view_of(state) for state in states]
    for state, view in zip(states, gone_on, strict=True):
        locus_view._views.clear()
        assert view_of(state) == view


def test_a_view_does_not_tell_who_resigned() -> None:
    game, deal = Locus(), RandomDecks(4, 52)
    state = game.setup(2, LocusOptions(), deal).state
    for choice in game.legal_moves(state, 0)[:1]:
        state = game.apply(state, 0, choice.move, deal).state
    resigned = game.resign(state, 1, deal).state
    assert view_of(resigned) == view_of(state)
    assert game.result(resigned) is not None
