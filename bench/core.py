"""Poker hands a second, this core beside other evaluators: `python -m bench.core`.

All take turns on the same random hands in one run, so that a busy machine is slow for
all of them alike; medians are told, by the clock of the thread, and how often their
answers differ from ours. The paths of this core come first (bench.batches).
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bench import batches
from bench.peers import Contender, Hands, load
from service.games.cards import FRENCH

HANDS, SLOW_HANDS, ROUNDS = 20_000, 500, 7
SLOW = ("pokerkit",)


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
            began = time.thread_time()
            answers[name] = one.run(prepared)
            rates.append(count / (time.thread_time() - began))
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


def main() -> None:
    """Print it all."""
    contenders, missing = load()
    for name in missing:
        print(f"not measured: {name}; pip install '.[bench]'")
    batches.run()
    for size in (5, 7):
        hands = deal(HANDS, size)
        for form in ("call", "text", "batch", "batch of text"):
            print(f"-- {size} cards, {HANDS:,} random distinct hands")
            compare(form, [one for one in contenders if one.form == form], hands)


if __name__ == "__main__":
    main()
