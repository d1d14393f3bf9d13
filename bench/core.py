"""Poker hands a second, this core beside other evaluators: `python -m bench.core`.

All take turns on the same random hands in one run, so that a busy machine is slow for
all of them alike; medians are told, and how often their answers differ from ours.
"""

from __future__ import annotations

import random
import statistics
import time
from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bench.peers import Contender, Hands, load
from service.core import cards_mask, hand_ranks
from service.core._core import ffi, lib
from service.core.poker7 import seven_ranks
from service.games.cards import FRENCH

HANDS, SLOW_HANDS, ROUNDS = 20_000, 500, 7
SLOW = ("pokerkit",)
BATCH = 100_000
PATHS = ("SCALAR", "SSE2", "AVX2", "AVX512")
SIZES = (5, 7, 10, 20)
POKER7 = 20_000


def deal(count: int, size: int, seed: int = 1) -> list[list[str]]:
    """Return random hands, no two of them alike."""
    rng, hands = random.Random(seed), {}
    while len(hands) < count:
        hand = rng.sample(FRENCH, size)
        hands[frozenset(hand)] = hand
    return list(hands.values())


def compare(form: str, contenders: Sequence[Contender], hands: Hands) -> None:
    """Print the rates of one form, against the first contender."""
    runs, answers = {}, {}
    for one in contenders:
        some = hands[:SLOW_HANDS] if one.name in SLOW else hands
        runs[one.name] = (one, one.prepare(some), len(some), [])
    for _ in range(ROUNDS):
        for name, (one, prepared, count, rates) in runs.items():
            began = time.perf_counter()
            answers[name] = one.run(prepared)
            rates.append(count / (time.perf_counter() - began))
    own = statistics.median(runs[contenders[0].name][3])
    ranks = list(answers[contenders[0].name])
    for name, (one, _, _, rates) in runs.items():
        rate = statistics.median(rates)
        wrong = differences(ranks, list(answers[name]), one.larger_wins)
        told = f"{form:14} {name:24} {rate / 1e6:9.3f} M/s  ours is {own / rate:8.2f}x"
        print(f"{told}  {wrong} differences", flush=True)


def differences(ours: list[int], theirs: list[Any], larger_wins: bool) -> int:
    """Count the neighbours that the two order differently."""
    wrong = 0
    for (a, b), (x, y) in zip(pairwise(ours), pairwise(theirs), strict=False):
        low, high = (x, y) if larger_wins else (y, x)
        wrong += (a < b) != (low < high) or (a == b) != (low == high)
    return wrong


def paths() -> None:
    """Print the rates of batches over masks by each path of the core."""
    bad = ffi.new("size_t *")
    for size in SIZES:
        rng = random.Random(size)
        ids = (rng.sample(range(52), size) for _ in range(BATCH))
        masks, ranks = array("Q", map(cards_mask, ids)), array("I", bytes(4 * BATCH))
        sets = ffi.from_buffer("uint64_t[]", masks)
        into = ffi.from_buffer("uint32_t[]", ranks)
        for name in PATHS:
            path = getattr(lib, f"TP_PATH_{name}")
            if not lib.tp_hand_path(path):
                print(f"{size} cards, batch by {name}: not on this processor")
                continue
            rate = _rate(lib.tp_hand_ranks_by, path, sets, BATCH, 0, into, bad)
            print(f"{size:2} cards, batch by {name:7} {rate * BATCH / 1e6:9.1f} M/s")
        rate = _rate(lambda m=masks, r=ranks: hand_ranks(m, wild=True, out=r))
        print(f"{size:2} cards and a wild, batch {rate * BATCH / 1e6:9.1f} M/s")


def poker7() -> None:
    """Print the rate of Poker7 ranks, seven ids each."""
    rng = random.Random(7)
    ids = bytes(i for _ in range(POKER7) for i in rng.sample(range(54), 7))
    rate = _rate(seven_ranks, ids) * POKER7
    print(f"Poker7, batch of ids {rate / 1e6:9.1f} M/s")


def _rate(call: Any, *args: Any) -> float:
    """Return calls a second, the median of many."""
    times = []
    for _ in range(5 * ROUNDS):
        began = time.perf_counter()
        call(*args)
        times.append(time.perf_counter() - began)
    return 1 / statistics.median(times)


def main() -> None:
    """Print it all."""
    contenders, missing = load()
    for name in missing:
        print(f"not measured: {name}; pip install '.[bench]'")
    paths()
    poker7()
    for size in (5, 7):
        hands = deal(HANDS, size)
        for form in ("call", "text", "batch", "batch of text"):
            print(f"-- {size} cards, {HANDS:,} random distinct hands")
            compare(form, [one for one in contenders if one.form == form], hands)


if __name__ == "__main__":
    main()
