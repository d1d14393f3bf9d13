"""Faults of the store and of the service, each under a crowd that plays on.

Run `python -m tests.faults.stores [fault ...]`: it prints a line for each fault and
exits with 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import redis

from tests.faults.crowd import Counted, Crowd
from tests.faults.machine import filled, shifted, small_disk
from tests.faults.net import Tally
from tests.faults.wire import Wire
from tests.faults.workers import killing, reloading
from tests.live import Live, running_service
from tests.servers import Server, cluster, until, watched

WAITING = {"TAPETE_WAIT_REPLICAS": "1", "TAPETE_WAIT_TIMEOUT": "0.5"}
_PROMPT = {"TAPETE_REDIS_TIMEOUT": "1"}
_WARM = 20
"""Moves that are acknowledged before a fault begins, and after it has ended."""


class Stage(NamedTuple):
    """A store that stands, and how it is struck."""

    env: Mapping[str, str]
    strike: Callable[[Live, Crowd], None]


Fault = Callable[[Path, bool], AbstractContextManager[Stage]]
"""Sets a store up in a folder; the second argument asks for the long form."""


class Outcome(NamedTuple):
    """What a fault did."""

    name: str
    counted: Counted
    seconds: float
    faults: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether all moves are there once, in an order that everybody saw."""
        return self.counted.verdict.good and not self.faults

    def row(self) -> str:
        """Return a line of the table."""
        moves, verdict, away_s, unavailable, _ = self.counted
        word = "holds" if self.good else "broken"
        return (
            f"| {self.name} | {moves:,} | {verdict.lost} | {verdict.doubled} "
            f"| {verdict.back} | {away_s:.1f} | {unavailable} | {word} |"
        )


HEAD = (
    "| fault | moves acknowledged | lost | doubled | went back | unavailable, s "
    "| answers 503 | checker |\n|---|--:|--:|--:|--:|--:|--:|---|"
)


@contextmanager
def killed(folder: Path, full: bool, options: tuple[str, ...] = ()) -> Iterator[Stage]:
    """Kill the server and start it again."""
    with Server(folder, *options) as server:

        def strike(live: Live, crowd: Crowd) -> None:
            for _ in range(8 if full else 2):
                _play_on(crowd)
                server.kill()
                time.sleep(0.3)
                server.start()
                until(server.answers)

        yield Stage(_on(server.port), strike)


@contextmanager
def out_of_memory(folder: Path, full: bool) -> Iterator[Stage]:
    """Let the server's memory be full, without eviction, for a while."""
    with Server(folder, "--maxmemory-policy", "noeviction") as server:

        def strike(live: Live, crowd: Crowd) -> None:
            for _ in range(5 if full else 1):
                server.ask("CONFIG", "SET", "maxmemory", 1)
                time.sleep(1.5)
                server.ask("CONFIG", "SET", "maxmemory", 0)
                _play_on(crowd)

        yield Stage(_on(server.port), strike)


@contextmanager
def failed_over(
    folder: Path, full: bool, lag_s: float = 0.0, waiting: Mapping[str, str] = WAITING
) -> Iterator[Stage]:
    """Kill the master; the replicas may have been cut off from it for a while."""
    with watched(folder, replicas=2) as found:

        def strike(live: Live, crowd: Crowd) -> None:
            for _ in range(3 if full else 1):
                old = found.master()
                replicas = [each for each in found.servers if each is not old]
                if lag_s:
                    for replica in replicas:
                        replica.halt()
                    old.ask("CLIENT", "KILL", "TYPE", "replica")
                    time.sleep(lag_s)
                old.kill()
                for replica in replicas:
                    replica.go_on()
                until(lambda o=old: found.master() is not o)  # type: ignore[misc]
                _play_on(crowd)
                if full:
                    old.start()
                    until(found.replicas_in_step, 60)

        yield Stage({"TAPETE_REDIS_URL": found.url, **waiting, **_PROMPT}, strike)


@contextmanager
def master_halted(folder: Path, full: bool) -> Iterator[Stage]:
    """Have the master stand still until another is master, then go on as one."""
    with watched(folder, replicas=2) as found:

        def strike(live: Live, crowd: Crowd) -> None:
            for _ in range(3 if full else 1):
                old = found.master()
                old.halt()
                until(lambda o=old: found.master() is not o)  # type: ignore[misc]
                _play_on(crowd)
                old.go_on()
                _play_on(crowd)
                until(found.replicas_in_step, 60)

        yield Stage({"TAPETE_REDIS_URL": found.url, **WAITING, **_PROMPT}, strike)


@contextmanager
def node_halted(folder: Path, full: bool) -> Iterator[Stage]:
    """Have masters of a cluster stand still until others are, then go on as some."""
    with cluster(folder, replicas=2) as found:

        def strike(live: Live, crowd: Crowd) -> None:
            for master in found.masters[: 3 if full else 1]:
                until(found.in_step)
                master.halt()
                time.sleep(5)
                _play_on(crowd)
                master.go_on()
                _play_on(crowd)

        yield Stage({"TAPETE_REDIS_URL": found.url, **WAITING, **_PROMPT}, strike)


@contextmanager
def resharded(folder: Path, full: bool) -> Iterator[Stage]:
    """Move the slots of matches that are played from node to node of a cluster."""
    with cluster(folder) as found:

        def strike(live: Live, crowd: Crowd) -> None:
            nodes, moved = found.masters, 0
            while moved < (200 if full else 20):
                for match_id in crowd.match_ids:
                    slot = redis.cluster.key_slot(match_id.encode())
                    source = next(n for n in nodes if _serves(n, match_id))
                    target = nodes[(nodes.index(source) + 1) % len(nodes)]
                    found.move(slot, source, target)
                    moved += 1
                    time.sleep(0.05)

        yield Stage({"TAPETE_REDIS_URL": found.url}, strike)


@contextmanager
def node_lost(folder: Path, full: bool) -> Iterator[Stage]:
    """Kill masters of a cluster, whose replicas take over; changes wait for them."""
    with cluster(folder, replicas=2) as found:

        def strike(live: Live, crowd: Crowd) -> None:
            for master in found.masters[: 3 if full else 1]:
                until(found.in_step)
                master.kill()
                until(lambda: not found.whole())
                until(found.whole)
                _play_on(crowd)
                master.start()  # it follows the one that took over

        yield Stage({"TAPETE_REDIS_URL": found.url, **WAITING, **_PROMPT}, strike)


@contextmanager
def cut_off(folder: Path, full: bool) -> Iterator[Stage]:
    """Let no packet through to the server, and then all that were sent."""
    with _wired(folder) as wire:

        def strike(live: Live, crowd: Crowd) -> None:
            for seconds in (0.5, 2.0, 5.0, 9.0) if full else (0.5, 2.5):
                with wire.cut():
                    time.sleep(seconds)
                _play_on(crowd)

        yield Stage({**_on(wire.port), **_PROMPT}, strike)


@contextmanager
def slowed(folder: Path, full: bool) -> Iterator[Stage]:
    """Delay every packet to and from the server, up to beyond the time-out."""
    with _wired(folder) as wire:

        def strike(live: Live, crowd: Crowd) -> None:
            for delay_s in (0.05, 0.2, 0.6, 1.2):
                with wire.slow(delay_s):
                    time.sleep(8 if full else 2)
                _play_on(crowd)

        yield Stage({**_on(wire.port), **_PROMPT}, strike)


@contextmanager
def disk_full(folder: Path, full: bool, appendfsync: str) -> Iterator[Stage]:
    """Fill the disk below the append-only file; a server that ends is started again."""
    options = ("--appendonly", "yes", "--appendfsync", appendfsync)
    with small_disk(folder), Server(folder, *options) as server:

        def strike(live: Live, crowd: Crowd) -> None:
            for _ in range(3 if full else 1):
                with filled(folder):
                    time.sleep(3)
                if not server.answers():
                    server.stop()
                    server.start()
                    until(server.answers)
                _play_on(crowd)

        yield Stage(_on(server.port), strike)


@contextmanager
def clock_jumped(folder: Path, full: bool) -> Iterator[Stage]:
    """Set the service's clock an hour on, two hours back, and right again."""
    folder.mkdir()
    env, shift = shifted(folder)

    def strike(live: Live, crowd: Crowd) -> None:
        for seconds in (3600, -3600, 0) * (3 if full else 1):
            shift.write_text(str(seconds))
            _play_on(crowd)

    yield Stage(env, strike)


@contextmanager
def workers_killed(folder: Path, full: bool) -> Iterator[Stage]:
    """Kill the worker that has served longest, again and again."""

    def strike(live: Live, crowd: Crowd) -> None:
        with killing(live.process.pid, Tally(), 0.7):
            time.sleep(20 if full else 4)

    yield Stage({}, strike)


@contextmanager
def reloaded(folder: Path, full: bool) -> Iterator[Stage]:
    """Have the workers replaced by SIGHUP, again and again."""

    def strike(live: Live, crowd: Crowd) -> None:
        with reloading(live.process.pid, Tally(), 0.5):
            time.sleep(20 if full else 4)

    yield Stage({}, strike)


SAVING = ("--appendonly", "yes", "--appendfsync")
FAULTS: dict[str, Fault] = {
    "server killed, AOF always": partial(killed, options=(*SAVING, "always")),
    "server killed, AOF everysec": partial(killed, options=(*SAVING, "everysec")),
    "server killed, no AOF": killed,
    "memory full": out_of_memory,
    "disk full, AOF always": partial(disk_full, appendfsync="always"),
    "disk full, AOF everysec": partial(disk_full, appendfsync="everysec"),
    "Sentinel fail-over, WAIT 1": failed_over,
    "Sentinel fail-over, WAIT 1, replicas cut off": partial(failed_over, lag_s=0.5),
    "Sentinel fail-over": partial(failed_over, waiting={}),
    "Sentinel fail-over, replicas cut off": partial(failed_over, lag_s=0.5, waiting={}),
    "Sentinel, master halted, WAIT 1": master_halted,
    "Cluster, slots move": resharded,
    "Cluster, node lost, WAIT 1": node_lost,
    "Cluster, node halted, WAIT 1": node_halted,
    "packets dropped": cut_off,
    "server slow": slowed,
    "workers killed": workers_killed,
    "workers reloaded": reloaded,
    "clock jumps": clock_jumped,
}
MEASURED = (
    "server killed, AOF everysec",
    "server killed, no AOF",
    "Sentinel fail-over",
    "Sentinel fail-over, replicas cut off",
)
"""Without a promise: what they lose is counted."""


def run(name: str, folder: Path, *, full: bool) -> Outcome:
    """Have a crowd play through a fault, and count."""
    began = time.monotonic()
    with (
        FAULTS[name](folder / "store", full) as stage,
        running_service(folder, workers=2, env=stage.env) as live,
    ):
        crowd = Crowd(live.url)
        crowd.start()
        try:
            _play_on(crowd)
            stage.strike(live, crowd)
            _play_on(crowd)
        finally:
            crowd.stop()
        counted = crowd.check()
    faults = [*crowd.faults, *counted.verdict.faults]
    if "Traceback" in live.log.read_text():
        faults.append(f"the service has logged a mistake: {live.log}")
    return Outcome(name, counted, time.monotonic() - began, tuple(faults))


@contextmanager
def _wired(folder: Path) -> Iterator[Wire]:
    with Server(folder) as server:
        wire = Wire(server.port)
        try:
            yield wire
        finally:
            wire.close()


def _on(port: int) -> dict[str, str]:
    return {"TAPETE_REDIS_URL": f"redis://127.0.0.1:{port}"}


def _serves(node: Server, match_id: str) -> bool:
    with suppress(redis.ResponseError):
        return bool(node.ask("EXISTS", f"tapete:{{{match_id}}}"))
    return False


def _play_on(crowd: Crowd) -> None:
    """Wait until the crowd has made some moves more."""
    wanted = crowd.moves + _WARM
    until(lambda: crowd.moves >= wanted, 60)


def main() -> None:
    """Run the long form of all faults, or of those that are named."""
    parser = argparse.ArgumentParser(description="Faults, one by one.")
    parser.add_argument("fault", nargs="*", help="part of a fault's name")
    parser.add_argument("--short", action="store_true", help="run the short form")
    options = parser.parse_args()
    broken = False
    print(HEAD)
    for name in FAULTS:
        if options.fault and not any(part in name for part in options.fault):
            continue
        with tempfile.TemporaryDirectory(prefix="tapete-fault-") as folder:
            outcome = run(name, Path(folder), full=not options.short)
        print(outcome.row(), flush=True)
        print("\n".join(outcome.faults[:9]), file=sys.stderr)
        broken |= not outcome.good and name not in MEASURED
    sys.exit(broken)


if __name__ == "__main__":
    main()
