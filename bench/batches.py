"""Hands a second by each path of the core, and by one thread and two.

`bench.core` prints these first. All of a table take turns, on one core; the clock is
the thread's own, so that what else the machine does matters less.
"""

from __future__ import annotations

import random
import statistics
import time
from array import array
from collections.abc import Callable
from itertools import chain
from threading import Thread
from typing import Any

from service.core import (
    area_points,
    cards_mask,
    hand_ranks,
    hand_ranks_ids,
    look_up,
    parse_hands,
)
from service.core._core import ffi, lib
from service.core.locus import Board
from service.games.cards import FRENCH

BATCH, ROUNDS = 20_000, 51
PATHS = ("SCALAR", "SSE2", "AVX2", "AVX512")
SIZES = (5, 7, 10, 20)

Measures = dict[str, Callable[[], Any]]


def run() -> None:
    """Print all tables."""
    for size in SIZES:
        hands = deal(size)
        masks = array("Q", map(cards_mask, hands))
        told = by_path("tp_hand_ranks_by", f"{size:2} cards", masks, 0)
        told |= by_path("tp_hand_ranks_by", f"{size:2} cards and a wild", masks, 1)
        told |= by_form(f"{size:2} cards", hands, masks)
        table(told)
    table(locus())
    table(poker7())
    threads()


def deal(size: int, deck: int = 52) -> list[list[int]]:
    """Return random hands of ids."""
    rng = random.Random(size)
    return [rng.sample(range(deck), size) for _ in range(BATCH)]


def by_path(function: str, label: str, masks: array[int], wild: int) -> Measures:
    """Return a call for each path that the processor has."""
    bad, ranks = ffi.new("size_t *"), array("I", bytes(4 * BATCH))
    sets = ffi.from_buffer("uint64_t[]", masks)
    into = ffi.from_buffer("uint32_t[]", ranks)
    return {
        f"{label}, {name}": lambda path=path: getattr(lib, function)(
            path, sets, BATCH, wild, into, bad
        )
        for name in PATHS
        if lib.tp_hand_path(path := getattr(lib, f"TP_PATH_{name}"))
    }


def by_form(label: str, hands: list[list[int]], masks: array[int]) -> Measures:
    """Return a call of the Python API for each form of the same hands."""
    size, ids = len(hands[0]), bytes(chain.from_iterable(hands))
    texts = [" ".join(FRENCH[card] for card in hand) for hand in hands]
    data, codes = "\n".join(texts).encode(), bytearray(BATCH)
    text, errors = ffi.from_buffer("char[]", data), ffi.from_buffer("int8_t[]", codes)
    parsed, out = array("Q", masks), array("I", bytes(4 * BATCH))
    sets = ffi.from_buffer("uint64_t[]", parsed)

    def from_text() -> None:
        lib.tp_cards_parse_lines(text, len(data), BATCH, sets, errors)
        hand_ranks(parsed, out=out)

    return {
        f"{label}, masks": lambda: hand_ranks(masks, out=out),
        f"{label}, card ids": lambda: hand_ranks_ids(ids, size, out=out),
        f"{label}, lines of text": from_text,
        f"{label}, a list of str": lambda: hand_ranks(parse_hands(texts)[0], out=out),
    }


def locus() -> Measures:
    """Return scorings of areas of random boards, and look-ups in the table of one."""
    rng = random.Random(9)
    sizes = rng.choices(range(1, 10), k=BATCH)
    areas = array("Q", (cards_mask(rng.sample(range(52), size)) for size in sizes))
    table = Board(8, 6, rng.sample(range(52), 48)).table()
    places = array("H", (rng.randrange(len(table)) for _ in range(BATCH)))
    out = bytearray(BATCH)
    return {
        "Locus areas, face up": lambda: area_points(areas, out=out),
        "Locus areas, face down": lambda: area_points(areas, wild=True, out=out),
        "Locus look-ups": lambda: look_up(table, places, out=out),
    }


def poker7() -> Measures:
    """Return a call for each path of Poker7."""
    ids = bytes(chain.from_iterable(deal(7, lib.TP_P7_DECK)))
    ranks = array("Q", bytes(8 * BATCH))
    cards, into = (
        ffi.from_buffer("uint8_t[]", ids),
        ffi.from_buffer("uint64_t[]", ranks),
    )
    return {
        f"Poker7, {name}": lambda path=path: lib.tp_poker7_ranks_by(
            path, cards, BATCH, into
        )
        for name in PATHS
        if lib.tp_poker7_path(path := getattr(lib, f"TP_PATH_{name}"))
    }


def table(measures: Measures) -> None:
    """Print the median rate of each."""
    times: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, call in measures.items():
            began = time.thread_time()
            call()
            times[name].append(time.thread_time() - began)
    for name, taken in times.items():
        print(f"{name:34} {BATCH / statistics.median(taken) / 1e6:9.1f} M/s")


def threads() -> None:
    """Print how much two threads rank in the time of one, by the clock on the wall."""
    masks = array("Q", map(cards_mask, deal(7))) * 500
    outs = [array("I", bytes(4 * len(masks))) for _ in range(2)]
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(11):
        for count, taken in times.items():
            workers = [
                Thread(target=hand_ranks, args=(masks,), kwargs={"out": out})
                for out in outs[:count]
            ]
            began = time.perf_counter()
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            taken.append(time.perf_counter() - began)
    one, two = (min(taken) for taken in times.values())
    print(f"two threads rank {2 * one / two:.2f}x what one does")
