"""Hints for Locus Poker: complete, comparable, and exact where they say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import process_time

import msgspec
import pytest

from service.bots import LEVELS
from service.bots.locus import board_of
from service.bots.locus_hints import PlacementHint, hints, judge
from service.core.locus_search import Limits, search
from service.games.cards import FRENCH
from service.games.locus import Locus
from service.games.locus_types import (
    GRIDS,
    LocusOptions,
    LocusState,
    LocusView,
    cell_index,
)
from tests.cards import RandomDecks
from tests.oracle import locus as oracle
from tests.oracle.locus_end import best_margin

GAME = Locus()


def position(seed: int, empties: int, **options: object) -> LocusState:
    """A match of random placements but for some empty cells."""
    rng, decks = Random(seed), RandomDecks(seed, 52)
    chosen = msgspec.convert({"grid": "6x5", **options}, LocusOptions)
    state = GAME.setup(2, chosen, decks).state
    cols, rows = GRIDS[chosen.grid]
    while cols * rows - len(state.plays) > empties:
        (seat,) = GAME.to_move(state)
        move = rng.choice(GAME.legal_moves(state, seat)).move
        state = GAME.apply(state, seat, move, decks).state
    return state


def found(state: LocusState) -> tuple[PlacementHint, ...]:
    (seat,) = GAME.to_move(state)
    choices = GAME.legal_moves(state, seat)
    placements = hints(GAME.view(state, seat), choices, Random(0)).placements
    assert {hint.move for hint in placements} == {choice.move for choice in choices}
    return placements


def ahead(view: LocusView, seat: int) -> float:
    return view.totals[seat] - view.totals[1 - seat]


@pytest.mark.parametrize("seed", range(6))
def test_exact_margins_are_those_of_plain_exhaustive_search(seed: int) -> None:
    state = position(seed, 6, komi=7.5)
    (seat,) = GAME.to_move(state)
    view = GAME.view(state, seat)
    grid = [FRENCH[card] for card in state.deck[:30]]
    for hint in found(state):
        slow = replace(
            oracle.start(6, 5, grid),
            owner=tuple(cell.owner for cell in view.cells),
            face_up=tuple(cell.alive for cell in view.cells),
        )
        cell = cell_index(hint.move.cell, 6)
        owner, up = list(slow.owner), list(slow.face_up)
        owner[cell], up[cell] = seat, hint.move.face == "up"
        rest = replace(slow, owner=tuple(owner), face_up=tuple(up))
        reply = best_margin(rest, 1 - seat)
        assert hint.exact
        assert hint.margin == ahead(view, seat) + hint.points - reply


@pytest.mark.parametrize("grid", GRIDS)
def test_the_best_comes_first_and_the_end_is_exact(grid: str) -> None:
    for empties in (1, 2, 12, 13, 29):
        placements = found(position(5, empties, grid=grid))
        margins = [hint.margin for hint in placements]
        assert margins == sorted(margins, reverse=True)
        assert {hint.exact for hint in placements} == {empties <= 12}


def test_the_margin_of_the_best_is_what_the_search_finds() -> None:
    state = position(7, 11)
    (seat,) = GAME.to_move(state)
    view = GAME.view(state, seat)
    best = search(board_of(view), seat, Limits(exact=48), 3)
    assert found(state)[0].margin == ahead(view, seat) + best.margin


def test_komi_counts_for_the_second_seat_whoever_begins() -> None:
    for first in (0, 1):
        plain = found(position(3, 30, first=first))
        with_komi = found(position(3, 30, first=first, komi=7.5))
        assert [h.margin - 7.5 for h in plain] == [h.margin for h in with_komi]


def test_hints_draw_nothing() -> None:
    state = position(9, 20)
    (seat,) = GAME.to_move(state)
    view, choices = GAME.view(state, seat), GAME.legal_moves(state, seat)
    assert hints(view, choices, Random(1)) == hints(view, choices, Random(2))


@pytest.mark.parametrize("empties", [1, 6, 14, 18])
def test_a_move_loses_what_it_is_worth_less_than_the_best(empties: int) -> None:
    state = position(11, empties)
    (seat,) = GAME.to_move(state)
    view, choices = GAME.view(state, seat), GAME.legal_moves(state, seat)
    judged = [judge(view, choices, choice.move, Random(0)) for choice in choices]
    assert {each.exact for each in judged} == {empties <= 14}
    assert all(each.loss is not None and each.loss >= 0 for each in judged)
    assert any(each.loss == 0 for each in judged)
    if empties <= 14:
        best = max(each.value for each in judged)
        assert all(each.loss == best - each.value for each in judged)


@pytest.mark.parametrize("grid", ["6x6", "8x6"])
def test_hints_and_judgement_come_within_a_request(
    grid: str, figure: Callable[[str], None]
) -> None:
    hinted, judged = [], 0.0
    for seed in range(3):
        rng, decks = Random(seed), RandomDecks(seed, 52)
        state = GAME.setup(2, LocusOptions(grid=grid), decks).state
        while waiting := GAME.to_move(state):
            (seat,) = waiting
            view, choices = GAME.view(state, seat), GAME.legal_moves(state, seat)
            began = process_time()
            hints(view, choices, rng)
            hinted.append(1000 * (process_time() - began))
            move = LEVELS["locus"][4](view, choices, rng)
            began = process_time()
            judge(view, choices, move, rng)
            judged += process_time() - began
            state = GAME.apply(state, seat, move, decks).state
    hinted.sort()
    half, most = hinted[len(hinted) // 2], hinted[-1]
    figure(
        f"Locus {grid}: hints in {half:.0f} ms (median), {most:.0f} ms (worst); "
        f"a match is judged in {judged / 3:.1f} s"
    )
    assert half < 500
    assert judged / 3 < 5
