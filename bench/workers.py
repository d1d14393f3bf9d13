"""Compares gunicorn's worker classes under this service: `python -m bench.workers`.

Each candidate serves the same application, with 2 workers and a store of its own. Loads
run in turn, A B A B, first without and then with idle event streams, which at the end
are all reset at once. Below four minutes; decision 0003 shows what was seen.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import redis

from bench.candidates import CANDIDATES, WORKERS
from bench.load import Address, Load, Tally, drive, open_streams, reset
from service.store.embedded import EmbeddedServer

CONNECTIONS, STREAMS, ROUNDS = 32, 500, 2
SECONDS, OPENING_S, AFTER_S = 2.0, 6.0, 60.0
FOLLOWED = 50
"""Matches that the streams are spread over."""

LOADS = ("hello", "GET state", "move", "GET, 2 think")
"""The last one: GET state, while two more connections keep calling C for 100 ms."""


class Held(NamedTuple):
    """What the workers hold, and the store's clients."""

    descriptors: int
    megabytes: float
    """Proportional set size of all workers."""
    clients: int


class Service(NamedTuple):
    """A running candidate."""

    address: Address
    master: int
    store: redis.Redis

    def workers(self) -> list[Path]:
        """Return the workers' folders in /proc."""
        children = Path(f"/proc/{self.master}/task/{self.master}/children").read_text()
        return [Path("/proc", pid) for pid in children.split()]

    def driven(self, load: Load) -> Tally:
        """Put a load on the service; counts the workers' time too."""
        before = self.spent()
        tally = drive(self.address, load, SECONDS)
        return tally._replace(cpu=self.spent() - before)

    def spent(self) -> float:
        """Return the seconds that the workers have computed up to now."""
        stats = [(worker / "stat").read_text().split() for worker in self.workers()]
        return sum(int(s[13]) + int(s[14]) for s in stats) / os.sysconf("SC_CLK_TCK")

    def held(self) -> Held:
        """Look at what is held now."""
        workers = self.workers()
        kilobytes = sum(
            int(line.split()[1])
            for worker in workers
            for line in (worker / "smaps_rollup").read_text().splitlines()
            if line.startswith("Pss:")
        )
        return Held(
            sum(len(list((worker / "fd").iterdir())) for worker in workers),
            kilobytes / 1024,
            self.store.info("clients")["connected_clients"] - 1,
        )

    def send(self, each: bytes) -> None:
        """Send one request and wait for its answer."""
        drive(self.address, Load([iter([each])]), SECONDS)

    def post(self, path: str, body: Any) -> Any:
        """Send JSON, return JSON."""
        url = f"http://{self.address[0]}:{self.address[1]}{path}"
        headers = {"Content-Type": "application/json"}
        with urlopen(Request(url, json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)


def main() -> None:
    """Measure all candidates and print the tables."""
    with ExitStack() as stack:
        services = {name: stack.enter_context(started(name)) for name in CANDIDATES}
        without = _measured(services)
        streamed: dict[tuple[str, str], Tally] = {}
        held: dict[str, list[Any]] = {}
        for _ in range(ROUNDS):
            for name, service in services.items():
                loads = _loads(service)
                before = held[name][1] if name in held else service.held()
                streams, answered = open_streams(
                    service.address, _following(service), OPENING_S
                )
                for load, requests in loads.items():
                    _add(streamed, name, load, service.driven(requests))
                held[name] = [answered, before, service.held()]
                reset(streams)
        time.sleep(AFTER_S)
        for name, service in services.items():
            held[name].append(service.held())
    _print_rates(without, streamed)
    _print_held(held)


def _measured(services: Mapping[str, Service]) -> dict[tuple[str, str], Tally]:
    tallies: dict[tuple[str, str], Tally] = {}
    for _ in range(ROUNDS):
        loads = {name: _loads(service) for name, service in services.items()}
        for load, (name, service) in itertools.product(LOADS, services.items()):
            tally = service.driven(loads[name][load])
            _add(tallies, name, load, tally)
    return tallies


def _add(
    tallies: dict[tuple[str, str], Tally], name: str, load: str, tally: Tally
) -> None:
    known = tallies.get((name, load))
    tallies[name, load] = known + tally if known else tally


def _loads(service: Service) -> dict[str, Load]:
    """Prepare what each connection sends: all moves of two matches of its own."""
    hello: list[Iterator[bytes]] = [
        itertools.repeat(request("GET", "/hello/"))
    ] * CONNECTIONS
    looks, moves = list[Iterator[bytes]](), list[Iterator[bytes]]()
    for _ in range(CONNECTIONS):
        path, first = whole_match(service)
        _, second = whole_match(service)
        looks.append(itertools.repeat(request("GET", path)))
        moves.append(iter(first + second))
    thinking = [itertools.repeat(request("GET", "/hello/think"))] * 2
    loads = Load(hello), Load(looks), Load(moves), Load(looks, beside=thinking)
    return dict(zip(LOADS, loads, strict=True))


def whole_match(service: Service) -> tuple[str, list[bytes]]:
    """Open a match of two people; returns its path and the requests that play it."""
    humans = [{"kind": "human"}, {"kind": "human"}]
    opened = service.post("/v1/matches", {"game": "locus", "seats": humans})
    path = f"/v1/matches/{opened['match']['id']}"
    tokens = itertools.cycle(entry["token"] for entry in opened["tokens"])
    cells = (f"{column}{row}" for column in "abcdef" for row in range(1, 7))
    moves = ({"type": "place", "cell": cell, "face": "up"} for cell in cells)
    return path, [
        request("POST", f"{path}/moves", json.dumps({"move": move}), token=token)
        for move, token in zip(moves, tokens, strict=False)
    ]


def _following(service: Service) -> list[bytes]:
    paths = [whole_match(service)[0] for _ in range(FOLLOWED)]
    every = itertools.islice(itertools.cycle(paths), STREAMS)
    return [
        request("GET", f"{path}/events", form="text/event-stream") for path in every
    ]


def looks(each: bytes, connections: int) -> Load:
    """Return the load of many connections that all send the same again and again."""
    return Load([itertools.repeat(each) for _ in range(connections)])


def request(
    method: str,
    path: str,
    body: str = "",
    *,
    token: str = "",
    form: str = "*/*",
    known: str = "",
) -> bytes:
    """Return a request as it goes over the wire; `known` is an ETag that one has."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Accept: {form}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += [f"If-None-Match: {known}"] if known else []
    lines += ["Content-Type: application/json"] if body else []
    lines += [f"Content-Length: {len(body)}", "", body]
    return "\r\n".join(lines).encode()


@contextmanager
def started(name: str, workers: int = WORKERS) -> Iterator[Service]:
    """Run a candidate on a store of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="tapete-bench-") as directory,
        EmbeddedServer(Path(directory)) as url,
        redis.Redis.from_url(url) as store,
    ):
        command = [sys.executable, "-m", "bench.candidates", name, url, str(workers)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            port = int(process.stdout.readline())
            yield Service(("127.0.0.1", port), process.pid, store)
        finally:
            process.terminate()
            process.wait()


def _print_rates(
    without: Mapping[tuple[str, str], Tally], streamed: Mapping[tuple[str, str], Tally]
) -> None:
    print("| load | workers | streams | CPU ms | ratio | answers/s | p50 ms | p99 ms |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for load, streams, name in itertools.product(LOADS, (0, STREAMS), CANDIDATES):
        tally = (streamed if streams else without)[name, load]
        first = without[next(iter(CANDIDATES)), load]
        print(
            f"| {load} | {name} | {streams} | {tally.cost:.2f} "
            f"| {tally.cost / first.cost:.2f} | {tally.rate:.0f} "
            f"| {tally.percentile(50):.0f} | {tally.percentile(99):.0f} |"
        )
    both = [*without.values(), *streamed.values()]
    codes = sum((tally.codes for tally in both), Counter[int]())
    print(f"\nAnswers by status: {dict(codes)}.")
    busiest = max(tally.busy for tally in both)
    print(f"The load generator used {busiest:.0%} of a core at most.\n")


def _print_held(held: Mapping[str, list[Any]]) -> None:
    """Print three looks: before the streams, with them, a minute after the reset."""
    print("| workers | streams answered | descriptors | MB (PSS) | Redis clients |")
    print("|---|--:|--:|--:|--:|")
    for name, (answered, *looks) in held.items():
        descriptors = " / ".join(str(look.descriptors) for look in looks)
        megabytes = " / ".join(f"{look.megabytes:.0f}" for look in looks)
        clients = " / ".join(str(look.clients) for look in looks)
        print(f"| {name} | {answered} | {descriptors} | {megabytes} | {clients} |")


if __name__ == "__main__":
    main()
