"""Chances in Poker7 against plain counts by the oracle, and samples near to them."""

import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import sqrt

import pytest

from service.core.errors import CardError, CountError, LimitError, WeightError
from service.core.poker7 import DECK_SIZE
from service.core.poker7_equity import (
    CLASSES,
    FULL,
    LEVELS,
    PAIR_CARDS,
    PAIRS,
    SAMPLES,
    Opponent,
    Range,
    equity,
    narrow,
    pair_index,
    strengths,
)
from service.games.cards import pokerdrez
from tests.core.test_poker7 import sizes
from tests.oracle.poker7 import Value, seven_value

ALL = 10**6
"""More completions than the tests have."""


def value(cards: Sequence[int]) -> Value:
    """What seven cards are worth by the oracle."""
    return seven_value(pokerdrez(tuple(cards)))


def dealt(seed: int, cards: int) -> list[int]:
    """Some distinct cards."""
    return random.Random(seed).sample(range(DECK_SIZE), cards)


def holdings(known: set[int], shown: int | None) -> Iterator[tuple[int, int]]:
    """All that somebody may hold."""
    for pair in combinations(range(DECK_SIZE), 2):
        if (shown is None or shown in pair) and not known & (set(pair) - {shown}):
            yield pair


def random_range(seed: int) -> Range:
    """Weights, a third of them 0."""
    rng = random.Random(seed)
    return array("H", [rng.choice([0, 1, 7, rng.randrange(FULL)]) for _ in PAIR_CARDS])


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("shows", [False, True])
def test_one_opponent_is_counted_as_the_oracle_counts(
    seed: int, weighted: bool, shows: bool
) -> None:
    *board, own, own2, shown, dead = dealt(seed, 9)
    card = shown if shows else None
    weights = random_range(seed) if weighted else None
    found = equity(
        (own, own2), board, [Opponent(card, weights)], dead=[dead], exact=ALL
    )
    mine, total, wins = value((*board, own, own2)), 0, 0
    known = {*board, own, own2, dead, *([shown] if shows else [])}
    for pair in holdings(known, card):
        weight = 1 if weights is None else weights[pair_index(*pair)]
        total += weight
        wins += weight * (value((*board, *pair)) < mine)
    assert (found.exact, found.total, found.wins) == (True, total, wins)
    assert sum(found.classes) == total


@pytest.mark.parametrize("seed", range(2))
def test_two_opponents_are_counted_as_the_oracle_counts(seed: int) -> None:
    """Both have shown a card; one has a range."""
    *board, own, own2, one, two = dealt(seed + 10, 9)
    weights = random_range(seed)
    rivals = [Opponent(one), Opponent(two, weights)]
    found = equity((own, own2), board, rivals, exact=ALL)
    mine, total, wins = value((*board, own, own2)), 0, 0
    known = {*board, own, own2, one, two}
    worth = {card: value((*board, one, card)) for card in set(range(54)) - known}
    for a, b in holdings(known, two):
        weight = weights[pair_index(a, b)]
        loses = value((*board, a, b)) < mine
        for card in worth.keys() - {a, b}:
            total += weight
            wins += weight * (loses and worth[card] < mine)
    assert (found.exact, found.total, found.wins) == (True, total, wins)


def test_three_common_cards_are_counted_with_all_that_follow() -> None:
    """With so many cards dead that few deals are left."""
    cards = dealt(20, 54)
    board, own, dead, left = cards[:3], cards[3:5], cards[5:45], cards[45:]
    found = equity(own, board, [Opponent()], dead=dead, exact=ALL)
    total, wins, classes = 0, 0, Counter[tuple[int, ...]]()
    for two in combinations(left, 2):
        mine = value((*board, *two, *own))
        for pair in combinations(set(left) - set(two), 2):
            total += 1
            wins += value((*board, *two, *pair)) < mine
            classes[sizes((*board, *two, *own))] += 1
    assert (found.exact, found.total, found.wins) == (True, total, wins)
    assert sorted(filter(None, found.classes)) == sorted(classes.values())


@pytest.mark.parametrize(("rivals", "common"), [(1, 0), (2, 3), (5, 5), (9, 3)])
def test_samples_come_near_the_share_that_random_deals_have(
    rivals: int, common: int
) -> None:
    """Within four standard errors of both; some opponents have shown a card."""
    cards = dealt(30 + rivals + common, 2 + common + rivals)
    own, board, shown = cards[:2], cards[2 : 2 + common], cards[2 + common :]
    seen = [card if at % 2 else None for at, card in enumerate(shown)]
    number, wins = 400, 0
    rng = random.Random(rivals)
    known = {*own, *board, *(card for card in seen if card is not None)}
    for _ in range(number):
        deck = rng.sample([card for card in range(54) if card not in known], 45 - 20)
        full = [*board, *(deck.pop() for _ in range(5 - common))]
        mine = value((*full, *own))
        hands = [(deck.pop() if card is None else card, deck.pop()) for card in seen]
        wins += all(value((*full, *hand)) < mine for hand in hands)
    found = equity(own, board, [Opponent(card) for card in seen], samples=100_000)
    assert not found.exact
    share = wins / number
    error = sqrt(max(found.equity * (1 - found.equity), 0.001) / number)
    assert abs(found.equity - share) < 4 * error


@pytest.mark.parametrize("common", [3, 5])
def test_samples_come_near_the_exact_count_with_ranges(common: int) -> None:
    cards = dealt(40, 54)
    board, own, dead = cards[:common], cards[5:7], cards[7:38]
    rivals = [Opponent(None, random_range(1))]
    exact = equity(own, board, rivals, dead=dead, exact=ALL)
    number = 200_000
    drawn = equity(own, board, rivals, dead=dead, samples=number)
    assert exact.exact
    assert not drawn.exact
    assert abs(exact.equity - drawn.equity) < 4 * sqrt(0.25 / number)
    for class_ in range(CLASSES):
        share = exact.classes[class_] / exact.total
        error = sqrt(share * (1 - share) / number) + 1 / number
        assert abs(drawn.classes[class_] / number - share) <= 4 * error


def test_class_chances_are_those_of_all_boards() -> None:
    *board, own, own2 = dealt(50, 5)
    left = set(range(54)) - {*board, own, own2}
    every = Counter(
        sizes((*board, own, own2, *two)) for two in combinations(sorted(left), 2)
    )
    number = 100_000
    drawn = equity((own, own2), board, [Opponent()], samples=number)
    shares = sorted(count / sum(every.values()) for count in every.values())
    found = sorted(count / number for count in drawn.classes if count)
    assert len(found) == len(shares)
    for share, other in zip(shares, found, strict=True):
        assert abs(share - other) < 4 * sqrt(share * (1 - share) / number) + 2e-5


def test_the_same_seed_draws_the_same_deals() -> None:
    own, board = (0, 1), (2, 9, 20)
    drawn = {equity(own, board, [Opponent()], samples=500, seed=7) for _ in range(3)}
    assert len(drawn) == 1
    seeds = {equity(own, board, [Opponent()], samples=500, seed=s) for s in range(9)}
    assert len(seeds) > 1


@pytest.mark.parametrize(("shown", "against"), [(None, None), (40, None), (40, 41)])
def test_strengths_are_the_exact_chances_of_every_holding(
    shown: int | None, against: int | None
) -> None:
    board = [1, 9, 20, 28, 50]
    all_ = strengths(board, shown=shown, against=against, dead=[0])
    for pair in random.Random(1).sample(PAIR_CARDS, 100):
        if {*pair} & {*board, 0, against} or not (shown is None or shown in pair):
            assert all_[pair_index(*pair)] == 0
            continue
        odds = equity(pair, board, [Opponent(against)], dead=[0], exact=ALL)
        assert all_[pair_index(*pair)] == odds.wins * FULL // odds.total


def test_strengths_with_cards_to_come_are_near_the_chances() -> None:
    board = [1, 9, 20]
    number = 1_275
    every = strengths(board, samples=number)
    assert every == strengths(board, samples=number, seed=5)  # all boards: no chance
    for pair in [(2, 3), (10, 30), (7, 8)]:
        odds = equity(pair, board, [Opponent()], samples=200_000)
        assert abs(every[pair_index(*pair)] / FULL - odds.equity) < 0.006
    some = strengths(board, samples=40, seed=1)
    assert some != strengths(board, samples=40, seed=2)


def test_a_range_is_narrowed_by_levels_of_strength() -> None:
    known = array("H", [min(pair * 46, FULL) for pair in range(PAIRS)])
    likely = array("H", [1000 if level >= 32 else 250 for level in range(LEVELS)])
    weights = array("H", [FULL * (pair % 2) for pair in range(PAIRS)])
    narrow(weights, known, likely)
    for pair in range(PAIRS):
        wanted = (FULL if known[pair] >> 10 >= 32 else FULL // 4) if pair % 2 else 0
        assert weights[pair] == wanted


@pytest.mark.parametrize(
    ("error", "own", "board", "rivals"),
    [
        (CountError, [0], [], 1),
        (CountError, [0, 1, 2], [], 1),
        (CountError, [0, 1], [2, 3], 1),
        (CountError, [0, 1], [2, 3, 4, 5, 6, 7], 1),
        (CountError, [0, 1], [], 0),
        (CountError, [0, 1], [], 10),
        (CardError, [0, 54], [], 1),
        (CardError, [0, 2**32], [], 1),
        (CardError, [0, -1], [], 1),
        (CardError, [0, 0], [], 1),
        (CardError, [0, 1], [1, 2, 3], 1),
        (CardError, [0, 1], [2, 3, 256], 1),
    ],
)
def test_bad_spots_are_refused(
    error: type[Exception], own: list[int], board: list[int], rivals: int
) -> None:
    with pytest.raises(error):
        equity(own, board, [Opponent()] * rivals)


@pytest.mark.parametrize("budget", [(0, 0), (SAMPLES + 1, 0), (-1, 0), (1, 2**32)])
def test_budgets_out_of_range_are_refused(budget: tuple[int, int]) -> None:
    with pytest.raises(LimitError):
        equity([0, 1], [], [Opponent()], samples=budget[0], exact=budget[1])


def test_bad_ranges_are_refused() -> None:
    with pytest.raises(WeightError):
        equity([0, 1], [], [Opponent(None, array("H", [0] * PAIRS))])
    with pytest.raises(CountError):
        equity([0, 1], [], [Opponent(None, array("H", [1]))])
    with pytest.raises(TypeError):
        equity([0, 1], [], [Opponent(None, array("I", [1] * PAIRS))])
    with pytest.raises(CountError):
        narrow(array("H", [1] * PAIRS), array("H", [1] * PAIRS), array("H", [1]))


@pytest.mark.parametrize(
    ("error", "arguments"),
    [
        (CountError, {"board": [1]}),
        (CountError, {"board": [1, 2, 3, 4, 5, 6]}),
        (CardError, {"board": [1, 2, 54]}),
        (CardError, {"board": [1, 2, 3], "shown": 3}),
        (CardError, {"board": [], "shown": 3, "against": 3}),
        (LimitError, {"board": [], "samples": 0}),
    ],
)
def test_bad_sides_are_refused(
    error: type[Exception], arguments: dict[str, int]
) -> None:
    with pytest.raises(error):
        strengths(**arguments)  # type: ignore[arg-type]


def test_every_holding_has_its_place() -> None:
    assert len(PAIR_CARDS) == PAIRS
    assert [pair_index(*pair) for pair in PAIR_CARDS] == list(range(PAIRS))
    assert [pair_index(b, a) for a, b in PAIR_CARDS] == list(range(PAIRS))
    for bad in [(0, 54), (-1, 0), (3, 3)]:
        with pytest.raises(CardError):
            pair_index(*bad)


def test_the_figure_of_a_sample(figure: Callable[[str], None]) -> None:
    exact = equity([0, 1], [2, 9, 20, 33, 41], [Opponent()], exact=ALL)
    drawn = equity([0, 1], [2, 9, 20, 33, 41], [Opponent()], samples=300)
    figure(f"Poker7 equity: {exact.equity:.3f} exact, {drawn.equity:.3f} of 300")
    assert abs(exact.equity - drawn.equity) < 4 * sqrt(0.25 / 300)
