"""What a machine carries, and on paper a cluster: `python -m bench.capacity`.

Measures requests by the number of workers, and what a move costs Redis: its time, its
bytes on the network and in the append-only file, and its memory. From these it works
out what so many cores and so many nodes would carry. Below two minutes.
"""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import redis

from bench.footprint import played
from bench.load import Load, Tally
from bench.workers import Service, looks, request, started, whole_match
from service.app import create_app
from service.config import Settings
from service.store.embedded import EmbeddedServer

WORKERS = (1, 2, 4)
CONNECTIONS, ROUNDS = 32, 3
CORES, NODES = (2, 4, 8, 16), (1, 3, 6, 12)

THINKING_S = 5
"""A seat makes a move in so many seconds: what makes matches out of moves a second."""
FULL = 0.7
"""Of its time, what a Redis node is planned to work."""
NODE_GB = 8


class Costs(NamedTuple):
    """What a move costs Redis."""

    micros: float
    received: float
    sent: float
    written: float
    """Bytes: from workers, to them, and to the append-only file."""


def main() -> None:
    """Print the measurements, and what follows from them."""
    move_ms = _print_workers()
    costs = _print_redis()
    bytes_kept = _match_bytes()
    print(f"A finished match of 36 placements keeps {bytes_kept:,} bytes.\n")
    _print_machine(move_ms, costs)
    _print_cluster(move_ms, costs, bytes_kept)


def _print_workers() -> float:
    """Print a line for each number of workers; returns CPU ms a move with two."""
    print("| workers | request | answers/s | CPU ms | p50 ms | p99 ms |")
    print("|--:|---|--:|--:|--:|--:|")
    cost = 0.0
    for workers in WORKERS:
        with started("service.worker", workers) as service:
            for name, load in (("GET state", _looks), ("move", _moves)):
                tally = max(
                    (service.driven(load(service)) for _ in range(ROUNDS)),
                    key=lambda tally: tally.rate,
                )
                _check(tally)
                print(
                    f"| {workers} | {name} | {tally.rate:.0f} | {tally.cost:.2f} "
                    f"| {tally.percentile(50):.0f} | {tally.percentile(99):.0f} |",
                    flush=True,
                )
                if workers == 2 and name == "move":
                    cost = tally.cost
    print()
    return cost


def _looks(service: Service) -> Load:
    path, _ = whole_match(service)
    return looks(request("GET", path), CONNECTIONS)


def _moves(service: Service) -> Load:
    lines: list[Iterator[bytes]] = []
    for _ in range(CONNECTIONS):
        matches = (whole_match(service)[1] for _ in range(2))
        lines.append(iter(list(itertools.chain.from_iterable(matches))))
    return Load(lines)


def _check(tally: Tally) -> None:
    if set(tally.codes) != {200}:
        raise SystemExit(f"some answers were refusals: {dict(tally.codes)}")


def _print_redis() -> Costs:
    """Print what the moves of many matches cost Redis."""
    with started("service.worker") as service:
        load = _moves(service)
        before = _used(service.store)
        tally = service.driven(load)
        time.sleep(1)  # the append-only file is written once a second
        after = _used(service.store)
    moves = len(tally.times)
    costs = Costs(*((b - a) / moves for a, b in zip(before, after, strict=True)))
    print(f"A move, of {moves} on the board of a match, costs Redis")
    print(
        f"{costs.micros:.0f} us of its time, {costs.received:,.0f} bytes received, "
        f"{costs.sent:,.0f} sent, {costs.written:,.0f} written to disk.\n"
    )
    return costs


def _used(store: redis.Redis) -> Costs:
    """Return what Redis has used up to now."""
    cpu, stats = store.info("cpu"), store.info("stats")
    seconds = cpu["used_cpu_user"] + cpu["used_cpu_sys"]
    received = stats["total_net_input_bytes"]
    sent = stats["total_net_output_bytes"]
    return Costs(
        seconds * 1e6, received, sent, store.info("persistence")["aof_current_size"]
    )


def _match_bytes() -> int:
    """Return what a finished match of Locus keeps for as long as it lasts."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as url:
        client = create_app(Settings(redis_url=url)).test_client()
        store = redis.Redis.from_url(url)
        grid = {"grid": "6x6"}
        _, sizes = played(client, store, "locus", 2, grid, keyed=False)
    return sum(sizes[kind] for kind in ("", ":events", ":actions"))


def _print_machine(move_ms: float, costs: Costs) -> None:
    """Print what workers on so many cores carry, beside Redis on one of them."""
    print("| cores | moves/s | matches under way | Redis is busy |")
    print("|--:|--:|--:|--:|")
    for cores in CORES:
        # Every move takes its workers' time and Redis's, from the same cores.
        rate = cores * 1000 / (move_ms + costs.micros / 1000)
        rate = min(rate, FULL * 1e6 / costs.micros)
        print(
            f"| {cores} | {rate:,.0f} | {rate * THINKING_S:,.0f} "
            f"| {rate * costs.micros / 1e6:.0%} |"
        )
    print()


def _print_cluster(move_ms: float, costs: Costs, bytes_kept: int) -> None:
    """Print what so many nodes of a Redis Cluster carry, on paper."""
    print("| nodes | moves/s | cores of workers | matches under way | kept in memory |")
    print("|--:|--:|--:|--:|--:|")
    for nodes in NODES:
        rate = nodes * FULL * 1e6 / costs.micros
        kept = nodes * NODE_GB * 1e9 * FULL / bytes_kept
        print(
            f"| {nodes} | {rate:,.0f} | {rate * move_ms / 1000:,.0f} "
            f"| {rate * THINKING_S:,.0f} | {kept / 1e6:,.1f} million |"
        )


if __name__ == "__main__":
    main()
