"""What requests cost beside an empty one: `python -m bench.requests`.

One service with 2 workers, as `tapete serve` runs it, another whose workers keep each
to a processor, and in the workers of both a hello world of Flask. Services and loads
take turns; below two minutes.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from urllib.request import urlopen

from bench.candidates import PINNED
from bench.load import Load, Tally
from bench.workers import Service, looks, request, started, whole_match

SERVICES = {"service.worker": "as it comes", PINNED: "TAPETE_PIN_WORKERS=1"}
CONNECTIONS, ROUNDS = 32, 5
EMPTY, LOOK, KNOWN, MOVE = "hello world", "GET state", "GET, 304", "move"
PLAYED = 30
"""Placements on the board of the match that is looked at."""

Tallies = dict[str, list[Tally]]


def main() -> None:
    """Measure, and print a table for each service."""
    found: dict[str, Tallies] = {name: {} for name in SERVICES}
    with ExitStack() as stack:
        services = {name: stack.enter_context(started(name)) for name in SERVICES}
        paths = {name: _played(service) for name, service in services.items()}
        for _ in range(ROUNDS):
            loads = {n: _loads(service, paths[n]) for n, service in services.items()}
            for load in (EMPTY, LOOK, KNOWN, MOVE):
                for name, service in services.items():
                    tally = service.driven(loads[name][load])
                    found[name].setdefault(load, []).append(tally)
    print(f"{CONNECTIONS} connections, median of {ROUNDS} rounds, all in turns.")
    for name, tallies in found.items():
        _print(SERVICES[name], tallies)
    _check(found)


def _played(service: Service) -> str:
    """Return the path of a match some way on."""
    path, moves = whole_match(service)
    for each in moves[:PLAYED]:
        service.send(each)
    return path


def _print(title: str, tallies: Tallies) -> None:
    print(f"\n{title}:\n")
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


def _check(found: Mapping[str, Tallies]) -> None:
    rounds = itertools.chain.from_iterable(t.values() for t in found.values())
    every = itertools.chain.from_iterable(rounds)
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
