"""Opponents of Locus Poker: legal, reproducible, and each level better."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

import pytest

from service.bots import LEVELS
from service.games.locus import Locus
from service.games.locus_types import LocusOptions, LocusState, Place
from service.ladder import climb
from tests.bots.processes import assert_same_in_every_process
from tests.cards import RandomDecks

GAME = Locus()
BOTS = LEVELS["locus"]
GRIDS = ("6x5", "6x6", "7x6", "8x6")


def position(seed: int) -> LocusState:
    """A match after some placements of level 4, which are sensible and varied."""
    rng, decks = Random(seed), RandomDecks(seed, 52)
    options = LocusOptions(grid=rng.choice(GRIDS), first=rng.choice([0, 1]))
    state = GAME.setup(2, options, decks).state
    for _ in range(rng.randrange(30)):
        state = GAME.apply(state, *chosen(state, 4, rng), decks).state
    return state


def chosen(state: LocusState, level: int, rng: Random) -> tuple[int, Place]:
    """The seat to move, and what it plays."""
    (seat,) = GAME.to_move(state)
    choices = GAME.legal_moves(state, seat)
    move = BOTS[level](GAME.view(state, seat), choices, rng)
    assert move in {choice.move for choice in choices}
    assert isinstance(move, Place)
    return seat, move


def all_chosen(positions: int) -> str:
    """What each level plays in turn, as text."""
    return "\n".join(
        repr(chosen(position(seed), seed % 7 + 1, Random(seed)))
        for seed in range(positions)
    )


def test_there_are_seven_levels() -> None:
    assert list(BOTS) == [1, 2, 3, 4, 5, 6, 7]


def test_the_same_view_level_and_seed_give_the_same_move_in_every_process(
    full: bool, figure: Callable[[str], None]
) -> None:
    positions = 1000 if full else 70
    assert_same_in_every_process("tests.bots.test_locus", all_chosen, positions)
    figure(f"{positions:,} Locus positions in three processes: the same moves")


def test_the_top_level_answers_within_a_request(figure: Callable[[str], None]) -> None:
    times = []
    for seed in range(30):
        state = position(seed)
        began = perf_counter()
        chosen(state, 7, Random(seed))
        times.append(1000 * (perf_counter() - began))
    times.sort()
    half, most = times[len(times) // 2], times[-1]
    figure(f"Locus level 7 answers in {half:.0f} ms (median), {most:.0f} ms (worst)")
    assert half < 500


@pytest.mark.parametrize("level", range(2, 8))
def test_a_higher_level_earns_more_in_mirrored_pairs(
    level: int, figure: Callable[[str], None]
) -> None:
    *_, rung = climb("locus", {}, [level - 1, level], pairs=10, seed=1)
    assert rung.margin > 0
    figure(
        f"Locus level {level} wins {rung.won:g} of 10 pairs against {level - 1}, "
        f"by {rung.margin / 20:.1f} points a match"
    )
