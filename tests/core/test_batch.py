"""Ranks of many hands at once, by every path, and cards read from text."""

import random
from array import array
from collections.abc import Callable, Iterator
from itertools import combinations

import numpy
import pytest

from service.core import (
    CardError,
    CountError,
    best_hand,
    best_hands,
    cards_mask,
    hand_rank,
    hand_rank_wild,
    hand_ranks,
    parse_cards,
    parse_hands,
    parse_sevens,
    text_rank,
    text_rank_wild,
)
from service.core._core import ffi, lib
from service.core.lamarckian import hand_rank_suits, hand_ranks_suits
from service.games.cards import FRENCH, POKERDREZ_IDS
from tests.cards import rank_of

PATHS = {
    name: getattr(lib, f"TP_PATH_{name}")
    for name in ("SCALAR", "SSE2", "AVX2", "AVX512")
    if lib.tp_hand_path(getattr(lib, f"TP_PATH_{name}"))
}
SHORT, LONG = 1_000_000, 10_000_000
BLOCK = 250_000


def ranks_by(path: int, masks: "array[int]") -> "array[int]":
    ranks, bad = array("I", bytes(4 * len(masks))), ffi.new("size_t *")
    sets = ffi.from_buffer("uint64_t[]", masks)
    into = ffi.from_buffer("uint32_t[]", ranks)
    assert lib.tp_hand_ranks_by(path, sets, len(masks), 0, into, bad) == 0
    return ranks


def random_masks(count: int, seed: int) -> Iterator["array[int]"]:
    """Blocks of hands of 1..52 cards, as many of each size: shuffled decks, dealt."""
    rng = random.Random(seed)
    deck = [1 << card for card in range(52)]
    block: array[int] = array("Q")
    while count > 0:
        rng.shuffle(deck)
        hand = 0
        for card in deck:
            hand |= card
            block.append(hand)
        if len(block) >= min(BLOCK, count):
            yield block
            count -= len(block)
            block = array("Q")


def test_all_paths_are_equal_on_random_hands_of_1_to_52_cards(
    full: bool, figure: Callable[[str], None]
) -> None:
    hands = wrong = 0
    for masks in random_masks(LONG if full else SHORT, 21):
        expected = ranks_by(PATHS["SCALAR"], masks)
        hands += len(masks)
        wrong += sum(ranks_by(path, masks) != expected for path in PATHS.values())
    assert wrong == 0
    figure(f"{hands:,} hands of 1..52 cards by {', '.join(PATHS)}: {wrong} differences")


def test_all_paths_are_equal_on_all_five_card_hands() -> None:
    cards = [1 << card for card in range(52)]
    masks = array("Q", (a | b | c | d | e for a, b, c, d, e in combinations(cards, 5)))
    assert len(masks) == 2_598_960
    expected = ranks_by(PATHS["SCALAR"], masks)
    assert all(ranks_by(path, masks) == expected for path in PATHS.values())
    assert len(set(expected)) == 7_462


@pytest.mark.parametrize("wild", [False, True])
def test_a_batch_ranks_each_hand_as_alone(wild: bool) -> None:
    masks = next(random_masks(5_000, 22))
    ranks = hand_ranks(masks, wild=wild)
    assert list(ranks) == [rank_of(mask, wild) for mask in masks]


def test_a_batch_with_suits_ranks_each_hand_as_alone() -> None:
    masks = next(random_masks(2_000, 23))
    assert list(hand_ranks_suits(masks)) == [hand_rank_suits(mask) for mask in masks]
    with pytest.raises(CountError) as caught:
        hand_ranks_suits(array("Q", [1, 2, 0]))
    assert caught.value.index == 2


@pytest.mark.parametrize("wild", [False, True])
def test_a_batch_names_the_cards_of_each_hand_as_alone(wild: bool) -> None:
    masks = next(random_masks(5_000, 27))
    assert list(best_hands(masks, wild=wild)) == [
        best_hand(mask, wild=wild) for mask in masks
    ]
    with pytest.raises(CountError) as caught:
        list(best_hands(array("Q", [1, 2, 0])))
    assert caught.value.index == 2


def test_every_kind_of_buffer_is_taken_without_a_copy() -> None:
    masks = next(random_masks(100, 24))
    expected = hand_ranks(masks)
    assert hand_ranks(masks.tobytes()) == expected
    assert hand_ranks(memoryview(masks)) == expected
    assert hand_ranks(numpy.array(masks, dtype=numpy.uint64)) == expected
    assert hand_ranks(b"") == array("I")
    for out in (
        array("I", bytes(4 * len(masks))),
        bytearray(4 * len(masks)),
        numpy.zeros(len(masks), dtype=numpy.uint32),
    ):
        assert hand_ranks(masks, out=out) is out
        assert bytes(out) == expected.tobytes()


def test_other_buffers_are_refused() -> None:
    masks = array("Q", [1, 2])
    for wrong in (array("I", [1, 2]), array("d", [1]), numpy.zeros(2)):
        with pytest.raises(TypeError):
            hand_ranks(wrong)
    with pytest.raises(TypeError):
        hand_ranks(masks, out=array("Q", [0, 0]))
    with pytest.raises(CountError):
        hand_ranks(bytes(12))
    with pytest.raises(CountError):
        hand_ranks(masks, out=array("I", [0]))
    with pytest.raises(BufferError):
        hand_ranks(masks, out=bytes(8))  # type: ignore[type-var]
    with pytest.raises((ValueError, BufferError)):
        hand_ranks(numpy.ones(4, dtype=numpy.uint64)[::2])


def test_a_bad_set_is_named_by_its_index() -> None:
    masks = array("Q", [1] * 40)
    masks[33] = 0
    with pytest.raises(CountError, match="item 33") as counted:
        hand_ranks(masks)
    assert counted.value.index == 33
    masks[33] = 1 << 52
    with pytest.raises(CardError) as caught:
        hand_ranks(masks, wild=True)
    assert caught.value.index == 33


def test_text_is_read_with_and_without_spaces() -> None:
    for mask in next(random_masks(500, 25)):
        names = [FRENCH[card] for card in range(52) if mask >> card & 1]
        assert parse_cards(" ".join(names)) == parse_cards("".join(names)) == mask
        assert text_rank(" ".join(names)) == hand_rank(mask)
        assert text_rank_wild("".join(names)) == hand_rank_wild(mask)
    assert parse_cards("") == 0


@pytest.mark.parametrize(
    "text", ["10s", "as", "A", "As T", "As,Td", "Aé", "\ud800s", "As As", "As\0Td"]
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError):
        parse_cards(text)
    with pytest.raises(CardError):
        text_rank(text)


def test_many_hands_are_read_with_their_errors_by_index() -> None:
    masks, errors = parse_hands(["As Td", "10s", "", "As As", "2c\n3c", "2c"])
    assert list(masks) == [cards_mask([51, 21]), 0, 0, 0, 0, 1]
    assert {at: str(error) for at, error in errors.items()} == {
        1: "not a card",
        3: "the same card twice",
        4: "not a card",
    }
    assert parse_hands([]) == (array("Q"), {})


def test_texts_of_pokerdrez_cards_are_read_with_their_errors() -> None:
    good = "B9 R9 J1 J2 P3 N4 Q5"
    same = good.replace("Q5", "B9")
    ids, errors = parse_sevens([good, "B9\nR9", same, good + "Q6", good[:-1], good])
    expected = bytes(POKERDREZ_IDS[card] for card in good.split())
    assert ids[:7] == ids[-7:] == expected
    assert {at: type(error) for at, error in errors.items()} == {
        1: CardError,
        2: CardError,
        3: CountError,
        4: CardError,
    }
    assert str(errors[2]) == "the same card twice"
    assert parse_sevens([]) == (bytearray(), {})
