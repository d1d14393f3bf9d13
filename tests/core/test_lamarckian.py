"""The C core resolves rounds and ranks hands with suits as the oracle does."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from service.core import CardError, CoreError, CountError, MarkError
from service.core.lamarckian import by_height, captures, hand_rank_suits, resolve
from service.games.cards import FRENCH, FRENCH_IDS
from tests.cards import mask
from tests.oracle import lamarckian as oracle
from tests.oracle import poker

ROUNDS = 20_000
PAIRS = 20_000


def random_round(rng: random.Random) -> tuple[list[list[str]], list[str]]:
    """Hands of any sizes, some of them empty, and a pool."""
    cards = rng.sample(FRENCH, 52)
    hands = []
    for _ in range(rng.randint(2, 6)):
        size = rng.choice([0, 1, 1, 2, 4, 7])
        hands.append(cards[:size])
        cards = cards[size:]
    if not any(hands):
        hands[0] = [cards.pop()]
    return hands, cards[:4]


def test_random_rounds_resolve_as_the_oracle_says(
    figure: Callable[[str], None],
) -> None:
    rng = random.Random(31)
    wrong = 0
    for _ in range(ROUNDS):
        hands, pool = random_round(rng)
        marks = {seat: rng.choice(hand) for seat, hand in enumerate(hands) if hand}
        order, taken, after, left = oracle.resolve_round(hands, pool, marks)
        ids = [FRENCH_IDS[marks[s]] if s in marks else None for s in range(len(hands))]
        done = resolve([mask(hand) for hand in hands], mask(pool), ids)
        wrong += done != (
            tuple(order),
            tuple(map(mask, taken)),
            tuple(map(mask, after)),
            mask(left),
        )
    assert wrong == 0
    figure(f"{ROUNDS:,} Lamarckian rounds against the oracle: {wrong} differences")


def test_ranks_with_suits_order_hands_as_the_oracle_does(
    figure: Callable[[str], None],
) -> None:
    rng = random.Random(32)
    wrong = 0
    for _ in range(PAIRS):
        cards = rng.sample(FRENCH, 52)
        at, end = rng.randint(1, 12), rng.randint(13, 24)
        one, other = cards[:at], cards[at:end]
        if rng.random() < 0.3:  # hands of equal ranks are rare otherwise
            one, other = twins_in_rank(rng)
        expected = poker.hand_value_with_suit(one) > poker.hand_value_with_suit(other)
        assert poker.hand_value_with_suit(one) != poker.hand_value_with_suit(other)
        wrong += expected != (hand_rank_suits(mask(one)) > hand_rank_suits(mask(other)))
    assert wrong == 0
    figure(f"{PAIRS:,} pairs of hands ranked with suits: {wrong} differences")


def twins_in_rank(rng: random.Random) -> tuple[list[str], list[str]]:
    """Two hands with the same ranks, no card in both."""
    one: list[str] = []
    other: list[str] = []
    for rank in rng.choices("23456789TJQKA", k=rng.randint(1, 7)):
        free = [s for s in "cdhs" if rank + s not in one + other]
        if len(free) >= 2:
            mine, theirs = rng.sample(free, 2)
            one.append(rank + mine)
            other.append(rank + theirs)
    return one, other


@pytest.mark.parametrize("size", range(1, 53))
def test_the_suit_of_a_hand_of_any_size_is_that_of_its_weightiest_group(
    size: int,
) -> None:
    rng = random.Random(size)
    for _ in range(50):
        cards = rng.sample(FRENCH, size)
        assert hand_rank_suits(mask(cards)) % 4 == poker.suit_tiebreak(cards)


def test_cards_are_listed_by_rank_and_then_suit() -> None:
    everything = by_height((1 << 52) - 1)
    ordered = sorted(FRENCH, key=lambda card: poker.CARD_OF[card], reverse=True)
    assert [FRENCH[card] for card in everything] == ordered
    assert by_height(0) == ()
    assert by_height(mask(["2s", "As", "Ad", "2c"])) == tuple(
        FRENCH_IDS[card] for card in ("As", "Ad", "2s", "2c")
    )


def test_a_mark_captures_all_cards_of_its_suit_or_rank() -> None:
    pool = mask(["Qh", "2s", "Kd", "9c"])
    assert captures(FRENCH_IDS["Qs"], pool) == mask(["Qh", "2s"])
    assert captures(FRENCH_IDS["3h"], pool) == mask(["Qh"])
    assert captures(FRENCH_IDS["9d"], 0) == 0


A, B, POOL = 0b0011, 0b1100, 0b1111 << 20


@pytest.mark.parametrize(
    ("hands", "pool", "marks", "error"),
    [
        ([A], POOL, [0], CountError),
        ([A, B, 0, 0, 0, 0, 0], POOL, [0, 2] + [None] * 5, CountError),
        ([A, B], POOL, [0], CountError),
        ([A, B], POOL, [0, 2, None], CountError),
        ([A, B], POOL >> 1 & POOL, [0, 2], CountError),
        ([0, 0], POOL, [None, None], CountError),
        ([A, B], POOL | 1 << 52, [0, 2], CardError),
        ([A, B], 1 << 64, [0, 2], CardError),
        ([A, B], -1, [0, 2], CardError),
        ([A | 1 << 60, B], POOL, [0, 2], CardError),
        ([A, B], POOL, [0, 52], CardError),
        ([A, B], POOL, [0, 255], CardError),
        ([A, B], POOL, [0, 256], CardError),
        ([A, B], POOL, [0, -1], CardError),
        ([A, B | 1], POOL, [0, 2], CardError),
        ([A, B | 1 << 20], POOL, [0, 2], CardError),
        ([A, B], POOL, [0, 1], MarkError),
        ([A, B], POOL, [0, None], MarkError),
        ([A, B, 0], POOL, [0, 2, 5], MarkError),
    ],
)
def test_a_bad_round_is_refused(
    hands: Sequence[int],
    pool: int,
    marks: Sequence[int | None],
    error: type[CoreError],
) -> None:
    with pytest.raises(error):
        resolve(hands, pool, marks)


@pytest.mark.parametrize("cards", [1 << 52, 1 << 64, -1])
def test_a_set_of_other_than_the_52_cards_is_refused(cards: int) -> None:
    for asked in (by_height, hand_rank_suits, lambda pool: captures(0, pool)):
        with pytest.raises(CardError):
            asked(cards)


def test_an_empty_hand_has_no_rank_and_a_mark_does_not_lie_in_its_pool() -> None:
    with pytest.raises(CountError):
        hand_rank_suits(0)
    with pytest.raises(CardError, match="twice"):
        captures(5, 1 << 5)
    for mark in (-1, 52, 256, 1 << 40):
        with pytest.raises(CardError):
            captures(mark, 0)
