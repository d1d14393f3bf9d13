"""Opponents of Lamarckian Poker: legal, reproducible, and each level better."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import pytest
from msgspec.structs import replace

from service.bots import LEVELS, Policy
from service.bots.lamarckian_hints import hints
from service.games.base import Choice
from service.games.lamarckian import Mark
from service.games.lamarckian_state import LamarckianOptions, LamarckianState, Round
from service.ladder_tables import climb_tables
from tests.bots.processes import assert_same_in_every_process
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


def some_position(seed: int) -> LamarckianState:
    """A match of 2 to 6 seats after some random marks."""
    return random_match(2 + seed % 5, seed, moves=seed % 40).played.state


def chosen(seed: int, level: int) -> list[Mark]:
    """What a level marks in every seat that is to mark."""
    state, marks = some_position(seed), []
    for seat in sorted(GAME.to_move(state)):
        choices = GAME.legal_moves(state, seat)
        move = BOTS[level](GAME.view(state, seat), choices, Random(seed))
        assert move in {choice.move for choice in choices}
        assert isinstance(move, Mark)
        marks.append(move)
    return marks


def all_chosen(positions: int) -> str:
    """What each level plays in turn, as text."""
    return "\n".join(repr(chosen(seed, 1 + seed % 7)) for seed in range(positions))


def last_round(hands: list[list[str]], pool: list[str]) -> LamarckianState:
    """The last round of a match between two, of whose past nothing is told."""
    state = position(hands, pool, last=True)
    return replace(state, rounds=(Round((), (), (), ()),) * 10)


def test_there_are_seven_levels() -> None:
    assert list(BOTS) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("level", BOTS)
def test_every_level_marks_a_card_of_its_hand_at_every_table(level: int) -> None:
    for seed in range(15):
        assert chosen(seed, level) == chosen(seed, level)


def test_the_same_view_level_and_seed_give_the_same_mark_in_every_process(
    full: bool, figure: Callable[[str], None]
) -> None:
    positions = 1000 if full else 50
    assert_same_in_every_process("tests.bots.test_lamarckian", all_chosen, positions)
    figure(f"{positions:,} Lamarckian positions in three processes: the same marks")


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_a_seat_cannot_know_changes_neither_its_mark_nor_its_hints(
    seats: int,
) -> None:
    rng = Random(seats)
    for seed in range(3):
        state = random_match(seats, seed, moves=2 * seed * seats).played.state
        for seat in sorted(GAME.to_move(state))[:2]:
            twin = GAME.redeal(state, seat, lambda c: tuple(rng.sample(c, len(c))))
            told = [thoughts(s, seat, seed) for s in (state, twin)]
            assert told[0] == told[1]


def thoughts(state: LamarckianState, seat: int, seed: int) -> list[object]:
    """What the sampling levels mark, and the hints."""
    view, choices = GAME.view(state, seat), GAME.legal_moves(state, seat)
    marks = [BOTS[level](view, choices, Random(seed)) for level in (4, 5, 6, 7)]
    return [marks, hints(view, choices, Random(seed))]


def test_hints_tell_every_mark_and_the_best_first() -> None:
    for seed in range(20):
        state = some_position(seed)
        for seat in sorted(GAME.to_move(state))[:1]:
            choices = GAME.legal_moves(state, seat)
            told = hints(GAME.view(state, seat), choices, Random(seed))
            assert {hint.mark for hint in told} == {c.move.card for c in choices}
            assert [h.win for h in told] == sorted((h.win for h in told), reverse=True)
            for hint in told:
                for chance in (hint.win, hint.extinction, hint.captures_any):
                    assert 0 <= chance <= 1
                assert hint.captures_any <= hint.captures <= 4 + len(state.hands)


def test_hints_of_a_seat_that_has_marked_are_none() -> None:
    state = position([["Ks", "2c"], ["Ah", "Ac"]], ["3s", "5s", "9h", "7h"])
    none: tuple[Choice[Mark], ...] = ()
    assert hints(GAME.view(state, 0), none, Random(1)) == ()


def test_a_hint_sees_that_the_last_card_dies_in_vain() -> None:
    state = last_round([["Ks"], ["Ah", "Ac"]], ["3d", "5d", "9c", "7c"])
    (only,) = hints(GAME.view(state, 0), GAME.legal_moves(state, 0), Random(1))
    assert (only.mark, only.captures, only.win) == ("Ks", 0, 0)
    assert only.extinction == 1


def test_the_top_level_answers_within_a_request(figure: Callable[[str], None]) -> None:
    times = []
    for seed in range(20):
        began = process_time()
        marks = len(chosen(seed, 7))
        times.append(1000 * (process_time() - began) / max(marks, 1))
    times.sort()
    half, most = times[len(times) // 2], times[-1]
    figure(f"Lamarckian level 7 takes {half:.0f} ms (median), {most:.0f} ms (worst)")
    assert half < 500


@pytest.mark.parametrize(("last", "card"), [(False, "Ks"), (True, "2c")])
def test_level_3_grows_first_and_keeps_its_pair_in_the_end(
    last: bool, card: str
) -> None:
    hands = [["Ks", "Kd", "2c"], ["Ah", "Ac"]]
    pool = ["3s", "5s", "9h", "7h"]
    state = last_round(hands, pool) if last else position(hands, pool)
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


def test_the_sampling_levels_win_more_than_the_heuristic(
    figure: Callable[[str], None],
) -> None:
    *_, rung = climb_tables("lamarckian", 2, {}, [3, 5], deals=30, seed=2)
    assert rung.share[0] > 0.6
    figure(f"Lamarckian level 5 wins {rung.share[0]:.0%} of 60 matches against 3")
