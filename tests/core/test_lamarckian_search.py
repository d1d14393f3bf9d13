"""The Lamarckian search: deals as likely as they should be, chances as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import prod, sqrt
from random import Random
from threading import Timer
from time import monotonic

import pytest

from service.bots.lamarckian import MOST, sight_of
from service.core import CardError, CoreError, CountError, LimitError, PlaceError
from service.core.lamarckian_search import (
    ANYHOW,
    Limits,
    Past,
    Sight,
    deals,
    search,
)
from service.core.locus_search import Cancel
from service.games.cards import FRENCH, FRENCH_IDS
from service.games.showdown import Ties
from tests.cards import mask
from tests.games.lamarckian import GAME, random_match
from tests.oracle import lamarckian_marks as oracle

NOTHING = Past(0, (), (), ())


def near_the_end(
    seed: int, rounds_left: int, ties: Ties = "suits"
) -> tuple[Sight, list[list[str]]]:
    """Three seats, seat 1 to mark, and what is known: of each hand, and of no hand.

    Of the others two cards each have never been seen; the past is not told.
    """
    cards = Random(seed).sample(FRENCH, 52)
    own, first, third = cards[:3], cards[3:4], cards[4:6]
    pool, unseen = cards[6:10], cards[10 : 14 + 4 * rounds_left]
    sight = Sight(
        seat=1,
        round=10 - rounds_left,
        hand=mask(own),
        pool=mask(pool),
        gone=mask(cards[14 + 4 * rounds_left :]),
        sizes=[3, 3, 4],
        known=[mask(first), 0, mask(third)],
        past=[NOTHING] * (9 - rounds_left),
        split=ties == "split",
    )
    return sight, [first, own, third, unseen, pool]


def test_deals_are_uniform_over_all_that_agree_with_the_view(
    figure: Callable[[str], None],
) -> None:
    sight, known = near_the_end(1, rounds_left=1)
    every = [tuple(map(mask, d)) for d in oracle.deals(known[:-1], sight.sizes)]
    assert len(set(every)) == len(every) == 420
    for history in (False, True):
        counts = Counter(deals(sight, 42_000, seed=5, history=history))
        assert set(counts) == set(every)
        chi = sum((counts[deal] - 100) ** 2 / 100 for deal in every)
        # 419 degrees of freedom: mean 419, standard deviation 29.
        assert chi < 419 + 4 * 29
        figure(f"42,000 Lamarckian deals over 420 ways: chi-square {chi:.0f}")


def test_deals_follow_what_the_marks_of_the_past_make_likely(
    figure: Callable[[str], None],
) -> None:
    worst = told = 0.0
    for seed in (8, 22):
        view = GAME.view(random_match(2, seed, moves=2).played.state, 0)
        sight = sight_of(view)
        (past,) = view.history
        (theirs,) = [c for c in past.captures if c.seat == 1]
        seen = sight.hand | sight.pool | sight.gone | sight.known[1]
        unseen = [card for card in FRENCH if not seen >> FRENCH_IDS[card] & 1]
        weights: Counter[str] = Counter()
        for hidden in combinations(unseen, 3):
            then = [*hidden, theirs.mark]
            weight = oracle.mark_chance(then, past.pool, theirs.mark, 1, 10 / 11)
            weights.update(dict.fromkeys(hidden, weight))
        drawn = deals(sight, 20_000, seed=5, history=True)
        for card in unseen:
            share = sum(hands[1] >> FRENCH_IDS[card] & 1 for hands in drawn) / 20_000
            expected = 3 * weights[card] / weights.total()
            worst = max(worst, abs(share - expected))
            told = max(told, abs(3 / len(unseen) - expected))
    assert worst < 0.012 < 2 * 0.012 < told
    figure(
        f"Hidden Lamarckian cards: sampled at most {worst:.3f} off, "
        f"without the past {told:.3f}"
    )


@pytest.mark.parametrize("ties", ["suits", "split"])
def test_chances_of_the_last_round_are_those_of_trying_everything(
    ties: Ties, figure: Callable[[str], None]
) -> None:
    furthest = 0.0
    for seed in range(20):
        sight, known = near_the_end(seed, rounds_left=0, ties=ties)
        every = list(oracle.deals(known[:-1], sight.sizes))
        exact = oracle.last_round(every, known[-1], 1, ties)
        limits = Limits(nodes=150_000, noise=ANYHOW, halve=False)
        found = search(sight, limits, seed)
        assert {FRENCH[tried.card] for tried in found.marks} == set(exact)
        for tried in found.marks:
            win, out, cards, some = exact[FRENCH[tried.card]]
            for value, true in [
                (tried.win, win),
                (tried.extinct, out),
                (tried.captures_any, some),
                (tried.captures / 7, cards / 7),
            ]:
                error = sqrt(max(true * (1 - true), 1e-9) / tried.samples)
                furthest = max(furthest, abs(value - true) / error)
    assert furthest < 4.5
    figure(f"Chances of the last Lamarckian round: within {furthest:.1f} errors")


@pytest.mark.parametrize("ties", ["suits", "split"])
@pytest.mark.parametrize("foresee", [False, True])
def test_chances_of_two_rounds_are_those_of_trying_everything(
    foresee: bool, ties: Ties, figure: Callable[[str], None]
) -> None:
    furthest = 0.0
    sight, known = near_the_end(42, rounds_left=1, ties=ties)
    *hands, unseen, pool = known
    every = list(oracle.deals([*hands, unseen], sight.sizes))
    exact = oracle.last_two_rounds(every, (pool, unseen), 1, ties, foresee=foresee)
    limits = Limits(nodes=1_000_000, noise=ANYHOW, halve=False, foresee=foresee)
    for tried in search(sight, limits, 1).marks:
        true = exact[FRENCH[tried.card]]
        error = sqrt(max(true * (1 - true), 1e-9) / tried.samples)
        furthest = max(furthest, abs(tried.win - true) / error)
    assert furthest < 4.5
    seen = "foreseen" if foresee else "heuristic"
    figure(f"Chances of two Lamarckian rounds, {seen}: within {furthest:.1f} errors")


def test_a_certain_win_and_a_certain_loss_are_told_exactly() -> None:
    cards = [card for card in FRENCH if card not in {"As", "Ad", "Ks", "2c", "3d"}]
    pool = ["Ah", "Ac", "9s", "7h"]
    rest = [card for card in cards if card not in pool]
    sight = Sight(
        seat=0,
        round=11,
        hand=mask(["As", "Ad", "Ks"]),
        pool=mask(pool),
        gone=mask(rest),
        sizes=[3, 2],
        known=[0, mask(["2c", "3d"])],
        past=[NOTHING] * 10,
    )
    won = {FRENCH[m.card]: m for m in search(sight, MOST, 1).marks}
    assert [mark.win for mark in won.values()] == [1, 1, 1]
    assert won["As"].captures == 3
    lost = search(sight._replace(seat=1, hand=mask(["2c", "3d"])), MOST, 1)
    assert [mark.win for mark in lost.marks] == [0, 0]


def test_the_same_sight_limits_and_seed_give_the_same_answer() -> None:
    for seed in range(30):
        state = random_match(2 + seed % 5, seed, moves=seed).played.state
        for seat in GAME.to_move(state):
            sight = sight_of(GAME.view(state, seat))
            limits = MOST._replace(nodes=3000)
            assert search(sight, limits, 7) == search(sight, limits, 7)
            other = search(sight, limits, 8)
            assert {m.card for m in other.marks} == {
                m.card for m in search(sight, limits, 7).marks
            }


def test_nodes_are_kept_to_but_for_the_last_deal() -> None:
    sight = sight_of(GAME.view(random_match(6, 4, moves=0).played.state, 2))
    for nodes in (1, 2_000, 50_000):
        found = search(sight, Limits(nodes), 1)
        assert nodes <= found.nodes < nodes + 10_000
        assert all(tried.samples for tried in found.marks)


def test_a_search_that_is_cancelled_answers_with_what_it_has() -> None:
    sight = sight_of(GAME.view(random_match(4, 4, moves=0).played.state, 2))
    cancel, began = Cancel(), monotonic()
    Timer(0.05, cancel).start()
    found = search(sight, Limits(nodes=2**32 - 1), 1, cancel)
    assert monotonic() - began < 5
    assert len(found.marks) == 4


@pytest.mark.parametrize(
    "limits",
    [
        Limits(nodes=0),
        Limits(nodes=-1),
        Limits(nodes=2**32),
        Limits(nodes=1, noise=256),
        Limits(nodes=1, noise=-1),
    ],
)
def test_limits_out_of_range_are_refused(limits: Limits) -> None:
    sight, _ = near_the_end(1, rounds_left=1)
    with pytest.raises(LimitError):
        search(sight, limits, 1)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"seat": 3}, PlaceError),
        ({"seat": -1}, PlaceError),
        ({"seat": 256}, PlaceError),
        ({"round": 0}, CountError),
        ({"round": 265}, CountError),
        ({"sizes": [3, 3]}, CountError),
        ({"sizes": [3, 3, 260]}, CountError),
        ({"known": [0, 0]}, CountError),
        ({"hand": 1 << 52}, CardError),
        ({"pool": 1 << 64}, CardError),
        ({"gone": -1}, CardError),
        ({"past": [NOTHING] * 7}, CountError),
        ({"past": [NOTHING] * 7 + [Past(0, (0, 1), (0,), (0, 0))]}, CountError),
        ({"past": [NOTHING] * 7 + [Past(0, (256,), (0,), (0,))]}, PlaceError),
        ({"past": [NOTHING] * 7 + [Past(0, (0,), (308,), (0,))]}, CardError),
        ({"past": [NOTHING] * 7 + [Past(0, (0,) * 7, (0,) * 7, (0,) * 7)]}, CountError),
    ],
)
def test_what_no_seat_can_know_is_refused(
    changes: dict[str, object], error: type[CoreError]
) -> None:
    sight, _ = near_the_end(1, rounds_left=1)
    assert prod(len(deal) for deal in deals(sight, 2, 1)) == 9
    with pytest.raises(error):
        search(sight._replace(**changes), Limits(1), 1)
    with pytest.raises(error):
        deals(sight._replace(**changes), 1, 1)
