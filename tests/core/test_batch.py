"""Ranks of many hands at once, by every path, and cards read from text."""

import random
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy
import pytest

from service.core import (
    CardError,
    Category,
    CountError,
    PlaceError,
    area_points,
    best_hand,
    best_hands,
    cards_mask,
    category,
    hand_rank,
    hand_rank_wild,
    hand_ranks,
    hand_ranks_ids,
    look_up,
    parse_cards,
    parse_hands,
    parse_sevens,
    text_rank,
    text_rank_wild,
)
from service.core._core import ffi, lib
from service.core.lamarckian import hand_rank_suits, hand_ranks_suits
from service.core.locus import Board, Turn, hand_points
from service.games.cards import FRENCH, POKERDREZ_IDS
from tests.cards import rank_of

PATHS = {
    name: getattr(lib, f"TP_PATH_{name}")
    for name in ("SCALAR", "SSE2", "AVX2", "AVX512")
    if lib.tp_hand_path(getattr(lib, f"TP_PATH_{name}"))
}
SHORT, LONG = 1_000_000, 10_000_000
BLOCK = 250_000


def ranks_by(path: int, masks: Any, wild: int = 0) -> "array[int]":
    ranks, bad = array("I", bytes(4 * len(masks))), ffi.new("size_t *")
    sets = ffi.from_buffer("uint64_t[]", masks)
    into = ffi.from_buffer("uint32_t[]", ranks)
    assert lib.tp_hand_ranks_by(path, sets, len(masks), wild, into, bad) == 0
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
        hands += len(masks)
        for wild in (0, 1):
            expected = ranks_by(PATHS["SCALAR"], masks, wild)
            found = (ranks_by(path, masks, wild) for path in PATHS.values())
            wrong += sum(ranks != expected for ranks in found)
    assert wrong == 0
    figure(f"{hands:,} hands of 1..52 cards by {', '.join(PATHS)}: {wrong} differences")


def test_all_paths_are_equal_on_all_five_card_hands() -> None:
    cards = [1 << card for card in range(52)]
    masks = array("Q", (a | b | c | d | e for a, b, c, d, e in combinations(cards, 5)))
    assert len(masks) == 2_598_960
    for wild in (1, 0):
        expected = ranks_by(PATHS["SCALAR"], masks, wild)
        assert all(ranks_by(path, masks, wild) == expected for path in PATHS.values())
    assert len(set(expected)) == 7_462


SEVEN = {
    Category.STRAIGHT_FLUSH: 41_584,
    Category.QUADS: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.TRIPS: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
"""Seven-card hands by category; a known count, 133,784,560 together."""


def test_all_seven_card_hands_by_category(
    full: bool, figure: Callable[[str], None]
) -> None:
    """By every path; the short form has the hands from the nine up alone."""
    deck = [card for card in range(52) if full or card % 13 >= 7]
    counts = {name: numpy.zeros(9, dtype=numpy.int64) for name in PATHS}
    for masks in seven_card_hands(deck):
        for name, path in PATHS.items():
            ranks = numpy.frombuffer(ranks_by(path, masks), dtype=numpy.uint32)
            counts[name] += numpy.bincount(ranks >> 26, minlength=9)
    for name, found in counts.items():
        figure(f"{found.sum():,} seven-card hands by {name}: {found.tolist()}")
        assert found.sum() == comb(len(deck), 7)
        assert found.tolist() == counts["SCALAR"].tolist()
        assert not full or found.tolist() == [SEVEN[kind] for kind in Category]


def seven_card_hands(deck: list[int]) -> Iterator["numpy.typing.NDArray[numpy.uint64]"]:
    """All hands of a deck, in blocks of the same first two cards."""
    cards = [1 << card for card in deck]
    fives = numpy.array(
        [a | b | c | d | e for a, b, c, d, e in combinations(cards, 5)],
        dtype=numpy.uint64,
    )
    for first, second in combinations(range(len(deck)), 2):
        after = comb(len(deck) - 1 - second, 5)
        if after:
            yield fives[-after:] | numpy.uint64(cards[first] | cards[second])


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
@pytest.mark.parametrize("size", [1, 5, 7, 20, 52])
def test_hands_of_ids_rank_as_their_sets(size: int, wild: bool) -> None:
    rng = random.Random(size)
    hands = [rng.sample(range(52), size) for _ in range(1_200)]
    ranks = [rank_of(cards_mask(hand), wild) for hand in hands]
    ids = bytes(chain.from_iterable(hands))
    assert list(hand_ranks_ids(ids, size, wild=wild)) == ranks
    out = numpy.zeros(1_200, dtype=numpy.uint32)
    rows = numpy.array(hands, dtype=numpy.uint8)
    assert list(hand_ranks_ids(rows, size, wild=wild, out=out)) == ranks


def test_bad_ids_are_named_by_their_hand() -> None:
    good = bytes(range(5)) * 700
    for bad, error in ((52, CardError), (255, CardError), (0, CardError)):
        with pytest.raises(error) as caught:
            hand_ranks_ids(good + bytes([0, 1, 2, 3, bad]) + good, 5)
        assert caught.value.index == 700
    for size in (0, -1, 3, 53):
        with pytest.raises(CountError):
            hand_ranks_ids(bytes(5), size)
    with pytest.raises(TypeError):
        hand_ranks_ids(numpy.zeros((2, 5)), 5)


@pytest.mark.parametrize("wild", [False, True])
def test_areas_have_the_points_of_their_hands(wild: bool) -> None:
    masks = next(random_masks(5_000, 28))
    points = [hand_points(category(rank)) for rank in hand_ranks(masks, wild=wild)]
    assert list(area_points(masks, wild=wild)) == points
    out = bytearray(len(masks))
    assert area_points(masks, wild=wild, out=out) is out
    assert list(out) == points
    with pytest.raises(CountError) as caught:
        area_points(array("Q", [1] * 600 + [0]))
    assert caught.value.index == 600


def test_a_table_has_the_points_of_every_area_of_a_deal() -> None:
    rng = random.Random(29)
    for cols, rows in ((6, 5), (6, 6), (7, 6), (8, 6)):
        board = Board(cols, rows, rng.sample(range(52), cols * rows))
        table = board.table()
        for turn in range(cols * rows):
            options = board.options(turn % 2)
            places = [place(board, cols, rows, option) for option in options]
            points = look_up(table, array("H", places))
            assert list(points) == [option.hand for option in options]
            cell, face_down = rng.choice(options)[:2]
            board.place(turn % 2, cell, face_down=face_down)
    with pytest.raises(PlaceError) as caught:
        look_up(table, array("H", [0, len(table)]))
    assert caught.value.index == 1
    with pytest.raises(CountError):
        look_up(table[:-1], array("H", [0]))


def place(board: Board, cols: int, rows: int, turn: Turn) -> int:
    """The place of a placement's area in the table of the deal."""
    row, col = divmod(turn.cell, cols)
    around = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
    living = sum(
        1 << bit
        for bit, (r, c) in enumerate(around)
        if 0 <= row + r < rows
        and 0 <= col + c < cols
        and (row + r) * cols + col + c not in board.dead
    )
    return (turn.face_down * 48 + turn.cell) * 256 + living


def test_two_threads_rank_at_once() -> None:
    """The batch gives up the GIL: this thread counts on while the other ranks."""
    masks = next(random_masks(200_000, 30)) * 20
    counted, done = 0, threading.Event()

    def rank() -> None:
        hand_ranks(masks)
        done.set()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(30)  # no thread has to give up the GIL
    try:
        worker = threading.Thread(target=rank)
        worker.start()
        while not done.is_set():
            counted += 1
            time.sleep(0)
    finally:
        sys.setswitchinterval(interval)
    worker.join()
    assert counted > 10


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


def test_thousands_of_hands_are_read_as_each_alone() -> None:
    """Where many are joined for C, a newline or an error in one is of that one."""
    rng = random.Random(25)
    sets = [rng.sample(range(52), rng.choice((5, 7, 7))) for _ in range(3_500)]
    texts = [" ".join(FRENCH[card] for card in cards) for cards in sets]
    expected = [cards_mask(cards) for cards in sets]
    spoilt = {3: "As\nTd", 999: "10s", 1000: "\n", 2047: "2c 2c", 3499: "2c\n"}
    for at, text in spoilt.items():
        texts[at], expected[at] = text, 0
    masks, errors = parse_hands(texts)
    assert list(masks) == expected
    assert errors.keys() == spoilt.keys()
    assert {at for at, error in errors.items() if "twice" in str(error)} == {2047}


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
    ids, errors = parse_sevens([good] * 2_100 + ["B9\n"] + [good])
    assert ids == expected * 2_100 + bytes(range(7)) + expected
    assert errors.keys() == {2_100}
