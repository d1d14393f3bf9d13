"""What requests cost beside an empty one: `python -m bench.requests`.

One service with 2 workers, as `tapete serve` runs it, and a hello world of Flask beside
it in the same workers. The loads take turns, A B C D A B C D; below a minute.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterator
from urllib.request import urlopen

from bench.load import Load, Tally
from bench.workers import Service, looks, request, started, whole_match

CANDIDATE, CONNECTIONS, ROUNDS = "service.worker", 32, 5
EMPTY, LOOK, KNOWN, MOVE = "hello world", "GET state", "GET, 304", "move"
PLAYED = 30
"""Placements on the board of the match that is looked at."""


def main() -> None:
    """Measure, and print a line for each load."""
    tallies: dict[str, list[Tally]] = {}
    with started(CANDIDATE) as service:
        path, moves = whole_match(service)
        for each in moves[:PLAYED]:
            service.send(each)
        for _ in range(ROUNDS):
            for name, load in _loads(service, path).items():
                tallies.setdefault(name, []).append(service.driven(load))
    print(f"{CONNECTIONS} connections, median of {ROUNDS} rounds, all in turns.\n")
    print("| request | answers/s | of hello world | CPU ms | p50 ms | p99 ms |")
    print("|---|--:|--:|--:|--:|--:|")
    empty = _median(tallies[EMPTY])
    for name, rounds in tallies.items():
        tally = _median(rounds)
        print(
            f"| {name} | {tally.rate:.0f} | {tally.rate / empty.rate:.0%} "
            f"| {tally.cost:.2f} | {tally.percentile(50):.0f} "
            f"| {tally.percentile(99):.0f} |"
        )
    every = itertools.chain.from_iterable(tallies.values())
    codes = sum((tally.codes for tally in every), Counter[int]())
    print(f"\nAnswers by status: {dict(codes)}.")
    if set(codes) - {200, 304}:
        sys.exit("Some answers were refusals: the figures are not those of the loads.")


def _loads(service: Service, path: str) -> dict[str, Load]:
    with urlopen(f"http://{service.address[0]}:{service.address[1]}{path}") as answer:
        tag = answer.headers["ETag"]
        json.load(answer)
    moves: list[Iterator[bytes]] = []
    for _ in range(CONNECTIONS):
        first, second = whole_match(service)[1], whole_match(service)[1]
        moves.append(iter(first + second))
    return {
        EMPTY: looks(request("GET", "/hello/"), CONNECTIONS),
        LOOK: looks(request("GET", path), CONNECTIONS),
        KNOWN: looks(request("GET", path, known=tag), CONNECTIONS),
        MOVE: Load(moves),
    }


def _median(rounds: list[Tally]) -> Tally:
    return sorted(rounds, key=lambda tally: tally.rate)[len(rounds) // 2]


if __name__ == "__main__":
    main()
