"""The C core ranks poker hands as the oracle and as another evaluator do."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy
import phevaluator
import pytest
from phevaluator.evaluator import evaluate_cards

from service.core import (
    CardError,
    Category,
    CoreError,
    CountError,
    best_hand,
    cards_mask,
    category,
    hand_rank,
    hand_rank_wild,
    text_rank,
)
from service.core._core import ffi, lib
from service.games.cards import FRENCH, FRENCH_IDS
from tests.cards import mask, rank_of
from tests.oracle import poker

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "hand.json").read_text())
HANDS = 20_000
COUNTS = {
    Category.STRAIGHT_FLUSH: 40,
    Category.QUADS: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.TRIPS: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
"""Five-card hands of each category; they add up to 2,598,960."""


def differences(pairs: Iterable[tuple[Any, int]]) -> int:
    """Count the breaks of order between their value (larger wins) and our rank."""
    by_value = sorted(set(pairs))
    return sum(
        (theirs < other) != (ours < rank) or (theirs == other) != (ours == rank)
        for (theirs, ours), (other, rank) in pairwise(by_value)
    )


def test_all_five_card_hands_are_ordered_as_phevaluator_orders_them(
    figure: Callable[[str], None],
) -> None:
    assert phevaluator
    rank, value = ffi.new("uint32_t *"), lib.tp_hand_rank
    # phevaluator counts cards rank by rank, the core suit by suit.
    theirs = [FRENCH.index(name) % 13 * 4 + FRENCH.index(name) // 13 for name in FRENCH]
    counts: Counter[Category] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for hand in combinations(range(52), 5):
        a, b, c, d, e = hand
        assert value(1 << a | 1 << b | 1 << c | 1 << d | 1 << e, 0, rank) == 0
        other = evaluate_cards(theirs[a], theirs[b], theirs[c], theirs[d], theirs[e])
        pairs[-other, rank[0]] += 1
    for (_, ours), hands in pairs.items():
        counts[category(ours)] += hands
    wrong = differences(pairs)
    assert counts == COUNTS
    assert len(pairs) == 7_462  # the number of distinct five-card values
    assert wrong == 0
    figure(
        f"{pairs.total():,} five-card hands against phevaluator: {wrong} differences"
    )


def test_random_hands_of_1_to_30_cards_are_ordered_as_the_oracle_orders_them(
    figure: Callable[[str], None],
) -> None:
    rng = random.Random(11)
    pairs = []
    for _ in range(HANDS):
        cards = rng.sample(FRENCH, rng.randint(1, 30))
        pairs.append((poker.hand_value(cards), hand_rank(mask(cards))))
    wrong = sum(value[0] != category(rank) for value, rank in pairs)
    wrong += differences(pairs)
    assert wrong == 0
    figure(f"{HANDS:,} hands of 1..30 cards against the oracle: {wrong} differences")


def test_random_hands_with_a_wild_are_ordered_as_all_52_identities_tell(
    figure: Callable[[str], None],
) -> None:
    rng = random.Random(12)
    pairs = []
    for _ in range(HANDS):
        cards = rng.sample(FRENCH, rng.randint(0, 9))
        pairs.append((poker.hand_value_wild(cards), hand_rank_wild(mask(cards))))
    wrong = sum(value[0] != category(rank) for value, rank in pairs)
    wrong += differences(pairs)
    assert wrong == 0
    figure(f"{HANDS:,} hands of 0..9 cards and a wild: {wrong} differences")


@pytest.mark.parametrize("wild", [False, True])
def test_the_five_cards_named_have_the_value_of_the_whole_hand(wild: bool) -> None:
    rng = random.Random(13)
    for _ in range(HANDS // 4):
        cards = rng.sample(FRENCH, rng.randint(1, 12))
        best = best_hand(mask(cards), wild=wild)
        named = [FRENCH[card] for card in best.cards]
        own = [name for at, name in enumerate(named) if at != best.wild_at]
        assert set(own) <= set(cards)
        assert len(set(own)) == len(own) == len(named) - (best.wild_at is not None)
        value = poker.best_value([poker.CARD_OF[name] for name in named])
        whole = poker.hand_value_wild(cards) if wild else poker.hand_value(cards)
        assert value == whole
        assert best.rank == rank_of(mask(cards), wild)


def test_of_equal_cards_the_higher_suits_are_named_first() -> None:
    rng = random.Random(14)
    for _ in range(HANDS // 4):
        cards = rng.sample(FRENCH, rng.randint(1, 20))
        best = best_hand(mask(cards))
        assert best.cards[0] // 13 == poker.suit_tiebreak(cards)


@pytest.mark.parametrize("case", VECTORS["values"], ids=lambda c: c["id"])
def test_worked_example(case: dict[str, Any]) -> None:
    assert category(hand_rank(mask(case["cards"]))) == case["value"][0]


@pytest.mark.parametrize("case", VECTORS["wild"], ids=lambda c: c["id"])
def test_worked_example_with_a_wild(case: dict[str, Any]) -> None:
    assert category(hand_rank_wild(mask(case["cards"]))) == case["value"][0]


@pytest.mark.parametrize("case", VECTORS["chains"], ids=lambda c: c["id"])
def test_each_hand_of_a_chain_beats_the_one_before(case: dict[str, Any]) -> None:
    ranks = [hand_rank(mask(cards)) for cards in case["hands"]]
    assert all(weaker < stronger for weaker, stronger in pairwise(ranks))


@pytest.mark.parametrize(
    ("cards", "wild", "error"),
    [
        (0, False, CountError),
        (1 << 52, False, CardError),
        (-1, False, CardError),
        (1 << 64, True, CardError),
        (1 << 200, False, CardError),
    ],
)
def test_a_bad_set_is_refused(cards: int, wild: bool, error: type[CoreError]) -> None:
    with pytest.raises(error):
        rank_of(cards, wild)
    with pytest.raises(error):
        best_hand(cards, wild=wild)


@pytest.mark.parametrize(
    ("ids", "error"),
    [
        ([52], CardError),
        ([-1], CardError),
        ([256 + 3], CardError),
        ([2**64], CardError),
        ([7, 7], CardError),
        ([*range(52), 0], CountError),
    ],
)
def test_bad_card_ids_are_refused(ids: list[int], error: type[CoreError]) -> None:
    with pytest.raises(error):
        cards_mask(ids)


def test_every_error_code_of_the_core_has_its_own_text_and_exception() -> None:
    from service.core.errors import check

    codes = [getattr(lib, name) for name in dir(lib) if name.startswith("TP_E_")]
    texts = set()
    for code in codes:
        with pytest.raises(CoreError) as caught:
            check(code)
        assert type(caught.value) is not CoreError
        texts.add(str(caught.value))
    assert len(texts) == len(codes)
    assert FRENCH_IDS["As"] == 51


def test_integers_of_numpy_are_sets_too() -> None:
    for cards in (1, 2**52 - 1):
        assert hand_rank(numpy.uint64(cards)) == hand_rank(cards)  # type: ignore[arg-type]
    with pytest.raises(CardError):
        hand_rank(numpy.uint64(2**64 - 1))  # type: ignore[arg-type]


@pytest.mark.parametrize("other", [1.0, "1", None, b"As", [1]])
def test_what_is_no_integer_or_no_text_is_a_mistake(other: Any) -> None:
    with pytest.raises(TypeError):
        hand_rank(other)
    with pytest.raises(TypeError):
        hand_rank_wild(other)
    if not isinstance(other, str):
        with pytest.raises(TypeError):
            text_rank(other)
