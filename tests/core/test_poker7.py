"""The C core ranks seven Pokerdrez cards as the oracle does, and never has a tie."""

import json
import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, islice, pairwise
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from service.core._core import ffi, lib
from service.core.errors import CardError, CountError
from service.core.poker7 import (
    DECK_SIZE,
    HAND_SIZE,
    Kind,
    class_of,
    seven_hand,
    seven_hands,
    seven_rank,
    seven_ranks,
)
from service.games.cards import POKERDREZ, POKERDREZ_IDS, pokerdrez
from tests.oracle import poker7

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "poker7.json").read_text()
)
CHUNK = 10_000

CLASSES = {
    14: ((7,), 216),
    13: ((6, 1), 23_112),
    12: ((5, 2), 219_672),
    11: ((5, 1, 1), 589_680),
    10: ((4, 3), 422_280),
    9: ((4, 2, 1), 7_892_640),
    8: ((4, 1, 1, 1), 4_717_440),
    7: ((3, 3, 1), 5_624_640),
    6: ((3, 2, 2), 14_182_560),
    5: ((3, 2, 1, 1), 59_058_720),
    4: ((3, 1, 1, 1, 1), 12_156_480),
    3: ((2, 2, 2, 1), 35_834_400),
    2: ((2, 2, 1, 1, 1), 34_020_000),
    1: ((2, 1, 1, 1, 1, 1), 2_358_720),
}
"""Sizes of the classes, and how many of all hands are of each."""

ALL_HANDS = comb(54, 7)
OTHER_COUNT = (
    *(0.0, 0.013, 0.126, 0.334, 0.239, 4.456, 2.659),
    *(3.180, 8.016, 33.34, 6.863, 20.24, 19.21, 1.330),
)
"""Per cent of each class, (7) first, in a sample that another program took."""


def each(part: str) -> pytest.MarkDecorator:
    """Parametrise a test by the entries of one part of the vectors."""
    entries = VECTORS[part]
    return pytest.mark.parametrize("case", entries, ids=[e["id"] for e in entries])


def ids(cards: Iterable[str]) -> list[int]:
    """The ids of card names."""
    return [POKERDREZ_IDS[card] for card in cards]


def deals(seed: int, number: int, cards: int) -> Iterator[list[list[int]]]:
    """Random deals in chunks."""
    rng = random.Random(seed)
    for start in range(0, number, CHUNK):
        size = min(CHUNK, number - start)
        yield [rng.sample(range(DECK_SIZE), cards) for _ in range(size)]


def sizes(cards: Iterable[int]) -> tuple[int, ...]:
    """The sizes of a hand's groups, largest first."""
    return tuple(len(group.cards) for group in seven_hand(cards).groups)


@each("matches")
def test_worked_examples_have_their_groups_and_order(case: dict[str, Any]) -> None:
    hands = [seven_hand(ids(case["common"] + own)) for own in case["hands"]]
    for hand, wanted, straights in zip(
        hands, case["sizes"], case["straights"], strict=True
    ):
        flags = [int(group.straight) for group in hand.groups]
        found = [len(group.cards) for group in hand.groups]
        assert wanted is None or found == wanted
        assert straights is None or flags == straights
    order = sorted(range(len(hands)), key=lambda seat: -hands[seat].rank)
    assert order == case["order"]


@each("chains")
def test_worked_chains_rise(case: dict[str, Any]) -> None:
    assert [list(sizes(ids(cards))) for cards in case["hands"]] == case["sizes"]
    ranks = [seven_rank(ids(cards)) for cards in case["hands"]]
    assert all(weak < strong for weak, strong in pairwise(ranks))


@each("singles")
def test_worked_hands_take_the_best_partition(case: dict[str, Any]) -> None:
    assert list(sizes(ids(case["cards"]))) == case["sizes"]


def test_the_groups_of_the_printed_example_are_named_with_their_cards() -> None:
    """The joker pair and the green sequence, on which the source text is silent."""
    hand = seven_hand(ids(["R2", "P2", "P9", "B9", "J6", "J8", "N9"]))
    named = [(g.kind, g.number, g.straight, pokerdrez(g.cards)) for g in hand.groups]
    assert named == [
        (Kind.COLOUR, 9, True, ("B9", "N9", "P9")),
        (Kind.COLOUR, 2, False, ("R2", "P2")),
        (Kind.FIGURE, 6, False, ("J8", "J6")),
    ]


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = random.Random(1)
    for _ in range(300):
        cards = rng.sample(range(DECK_SIZE), HAND_SIZE)
        hand = seven_hand(cards)
        assert seven_hand(rng.sample(cards, HAND_SIZE)) == hand


def test_ranks_compare_as_the_values_of_all_partitions(
    full: bool, figure: Callable[[str], None]
) -> None:
    """Against a search over every partition; the groups must be those of the value."""
    number, wrong = 1_000_000 if full else 5_000, 0
    for chunk in deals(2, number, HAND_SIZE):
        found: list[tuple[poker7.Value, int]] = []
        ranks = seven_ranks(b"".join(map(bytes, chunk)))
        for cards, hand in zip(chunk, seven_hands(ranks), strict=True):
            value = poker7.seven_value(pokerdrez(tuple(cards)))
            found.append((value, hand.rank))
            assert tuple(len(group.cards) for group in hand.groups) == value[0]
            assert tuple(int(group.straight) for group in hand.groups) == value[1]
            assert [named(group.cards) for group in hand.groups] == list(value[2])
        found.sort()
        wrong += sum(
            (v == w) != (r == s) or r > s for (v, r), (w, s) in pairwise(found)
        )
    figure(f"Poker7: {number:,} hands against all partitions, {wrong} differ in order")
    assert wrong == 0


def named(cards: tuple[int, ...]) -> poker7.Identity:
    """The identity of a group by the oracle's words."""
    return poker7.identity(poker7.parse(pokerdrez(cards)))


def test_all_paths_rank_alike(full: bool, figure: Callable[[str], None]) -> None:
    """Half of the hands are of few colours, so that equal groups abound."""
    number, rng = 2_000_000 if full else 200_000, random.Random(8)
    paths = [path for path in range(5) if lib.tp_poker7_path(path)]
    wrong = 0
    for _ in range(number // CHUNK):
        hands = [rng.sample(range(DECK_SIZE), HAND_SIZE) for _ in range(CHUNK // 2)]
        hands += [rng.sample(range(18), HAND_SIZE) for _ in range(CHUNK // 2)]
        ids = b"".join(map(bytes, hands))
        alone = [ranks_by(lib.TP_PATH_SCALAR, ids), *(ranks_by(p, ids) for p in paths)]
        wrong += sum(ranks != alone[0] for ranks in alone)
    figure(f"Poker7: {number:,} hands by {len(paths)} paths, {wrong} differences")
    assert wrong == 0


def ranks_by(path: int, ids: bytes) -> "array[int]":
    """Ranks by one path."""
    ranks = array("Q", bytes(8 * (len(ids) // HAND_SIZE)))
    cards, into = (
        ffi.from_buffer("uint8_t[]", ids),
        ffi.from_buffer("uint64_t[]", ranks),
    )
    assert lib.tp_poker7_ranks_by(path, cards, len(ranks), into) == 0
    return ranks


def test_many_hands_have_the_groups_of_each_alone() -> None:
    for chunk in deals(9, 3_000, HAND_SIZE):
        ranks = seven_ranks(b"".join(map(bytes, chunk)))
        assert list(seven_hands(ranks)) == [seven_hand(cards) for cards in chunk]
    with pytest.raises(CardError) as caught:
        list(seven_hands(array("Q", [ranks[0], 1 << 63])))
    assert caught.value.index == 1


def test_ranks_compare_as_values_where_hands_are_rich_in_ties() -> None:
    """Cards of few colours and figures, so that partitions are many."""
    rng = random.Random(3)
    found = []
    for _ in range(3_000):
        colours = rng.sample("123456789", rng.randint(2, 4))
        figures = rng.sample("PNBRQJ", rng.randint(4, 6))
        dense = [figure + colour for figure in figures for colour in colours]
        cards = rng.sample(dense, HAND_SIZE)
        found.append((poker7.seven_value(cards), seven_rank(ids(cards))))
    found.sort()
    assert all((v == w) == (r == s) and r <= s for (v, r), (w, s) in pairwise(found))


def test_no_two_players_ever_tie(full: bool, figure: Callable[[str], None]) -> None:
    number = 1_000_000 if full else 100_000
    ties = 0
    for chunk in deals(4, number, HAND_SIZE + 2):
        hands = bytearray()
        for cards in chunk:
            hands += bytes(cards[:7]) + bytes(cards[:5] + cards[7:])
        ranks = seven_ranks(hands)
        ties += sum(map(int.__eq__, ranks[::2], ranks[1::2]))
    figure(f"Poker7: {number} showdowns of two, {ties} ties")
    assert ties == 0


def test_equal_ranks_are_equal_hands() -> None:
    """Ranks tell all seven cards: only the same ones have the same rank."""
    seen: dict[int, frozenset[int]] = {}
    for chunk in deals(5, 100_000, HAND_SIZE):
        ranks = seven_ranks(b"".join(map(bytes, chunk)))
        for cards, rank in zip(chunk, ranks, strict=True):
            assert seen.setdefault(rank, frozenset(cards)) == frozenset(cards)


def test_the_classes_add_up_and_agree_with_another_count() -> None:
    assert sum(count for _, count in CLASSES.values()) == ALL_HANDS == 177_100_560
    for (_, count), other in zip(CLASSES.values(), OTHER_COUNT, strict=True):
        share = count / ALL_HANDS
        assert abs(100 * share - other) < 100 * 4 * sqrt(share / 300_000) + 0.005


def test_classes_are_as_frequent_as_counted(
    full: bool, figure: Callable[[str], None]
) -> None:
    """A sample within five standard errors; the long form is a count of all hands."""
    if full:
        hands: Iterator[Iterable[Any]] = iter(lambda: list(islice(every, CHUNK)), [])
        every, number = combinations(range(DECK_SIZE), HAND_SIZE), ALL_HANDS
    else:
        hands, number = deals(6, 300_000, HAND_SIZE), 300_000
    count: Counter[int] = Counter()
    for chunk in hands:
        count.update(map(class_of, seven_ranks(chain.from_iterable(chunk))))
    for class_, (wanted, all_) in CLASSES.items():
        share = all_ / ALL_HANDS
        error = 0.0 if full else 5 * sqrt(share / number) + 1 / number
        figure(f"Poker7: {wanted} {count[class_]} of {number}, all {100 * share:.4f} %")
        assert abs(count[class_] / number - share) <= error


def test_a_class_is_known_by_its_sizes() -> None:
    rng = random.Random(7)
    for _ in range(3_000):
        cards = rng.sample(range(DECK_SIZE), HAND_SIZE)
        assert CLASSES[class_of(seven_rank(cards))][0] == sizes(cards)


def test_ranks_are_exact_in_any_reader_of_json() -> None:
    """Below 2**53, also for the best hand: seven jokers in sequence."""
    best = seven_rank(ids([f"J{colour}" for colour in range(3, 10)]))
    assert class_of(best) == 14
    assert best < 2**53


@each("invalid")
def test_bad_hands_have_no_rank(case: dict[str, Any]) -> None:
    """Other spellings are no ids at all; the rest is the core's to refuse."""
    cards = [POKERDREZ_IDS.get(card, DECK_SIZE) for card in case["cards"]]
    kind = CountError if len(cards) != HAND_SIZE else CardError
    for rank in (seven_rank, seven_hand):
        with pytest.raises(kind):
            rank(cards)


@pytest.mark.parametrize("bad", [54, 255, 256, -1, 2**32, 2**63])
def test_ids_outside_the_deck_are_refused(bad: int) -> None:
    for rank in (seven_rank, seven_ranks, seven_hand):
        with pytest.raises(CardError):
            rank([0, 1, 2, 3, 4, 5, bad])


def test_one_bad_hand_among_many_refuses_them_all() -> None:
    good = list(range(HAND_SIZE))
    assert len(seven_ranks(good * 3)) == 3
    with pytest.raises(CardError):
        seven_ranks([*good, *good[:-1], 0])
    with pytest.raises(CountError):
        seven_ranks([*good, 8])
    assert list(seven_ranks([])) == []


def test_every_card_has_one_name() -> None:
    assert len(set(POKERDREZ)) == DECK_SIZE
    assert set(POKERDREZ) == set(poker7.DECK)
