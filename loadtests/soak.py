"""Hours in minutes: `python -m loadtests.soak --minutes 20`.

Users play on a service of its own while matches are left behind that soon expire. The
exit code is 1 if a worker's memory grows by a tenth or more once it is warm, if the
store has keys left when all matches have expired, or if a request fails.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import redis

from loadtests.run import ROOT
from service.store.embedded import EmbeddedServer
from tests.live import running_service, worker_ids

MOST_GROWTH = 0.10
_WARM = 0.25
"""Of the time, until memory is taken for what it is at first."""
_END = 0.15
"""Of the time, at its end, that memory is compared from."""
_LOOK_S = 2.0
_KEYS_S = 60.0
"""Until the store forgets the key of a change that had none of its client's."""
_LATE_S = 30.0
_LEFT = {"game": "locus", "seats": [{"kind": "human"}, {"kind": "open"}]}


class Memory(NamedTuple):
    """What a worker takes, in MB: at first, and at the end."""

    first: float
    last: float

    @property
    def growth(self) -> float:
        """By which part it has grown."""
        return self.last / self.first - 1


class Watch:
    """Looks at the memory of a service's workers now and then."""

    def __init__(self, master: int) -> None:
        self._master = master
        self._seen: list[tuple[float, dict[int, float]]] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def end(self) -> dict[int, Memory]:
        """Return what was seen of those workers that were there all the time."""
        self._over.set()
        self._thread.join()
        began, ended = self._seen[0][0], self._seen[-1][0]
        warm = began + _WARM * (ended - began)
        late = ended - _END * (ended - began)
        first = [sizes for at, sizes in self._seen if warm - 10 <= at <= warm + 10]
        last = [sizes for at, sizes in self._seen if at >= late]
        stayed = set.intersection(*(set(sizes) for _, sizes in self._seen))
        return {pid: Memory(_mean(first, pid), _mean(last, pid)) for pid in stayed}

    def _look(self) -> None:
        while not self._over.wait(_LOOK_S):
            sizes = {pid: _resident_mb(pid) for pid in worker_ids(self._master)}
            self._seen.append((time.monotonic(), sizes))


def _mean(seen: list[dict[int, float]], pid: int) -> float:
    return statistics.fmean(sizes[pid] for sizes in seen)


def _resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def abandon(url: str, number: int) -> None:
    """Open matches that nobody will join."""
    with httpx.Client(base_url=url, timeout=60) as client:

        def leave(_: int) -> int:
            return client.post("/v1/matches", json=_LEFT).status_code

        with ThreadPoolExecutor(4) as pool:
            codes = set(pool.map(leave, range(number)))
    if codes != {201}:
        raise RuntimeError(f"matches could not be created: {codes}")


def load(url: str, options: argparse.Namespace) -> bool:
    """Let users play for the whole time; returns whether all was right."""
    seconds = round(options.minutes * 60)
    command = [sys.executable, "-m", "loadtests.run", "--url", url]
    command += ["--steps", str(options.users), "--seconds", str(seconds)]
    command += ["--pause", str(options.pause)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def emptied(store: Any, keys: int, within_s: float) -> int:
    """Wait until the store has no more keys than that; returns how many it has."""
    deadline = time.monotonic() + within_s
    while (left := int(store.dbsize())) > keys and time.monotonic() < deadline:
        time.sleep(_LOOK_S)
    return left


def soak(folder: Path, options: argparse.Namespace) -> bool:
    """Do it, and print what was seen."""
    with (
        EmbeddedServer(folder / "store") as address,
        redis.Redis.from_url(address) as store,
    ):
        env = {"TAPETE_REDIS_URL": address, "TAPETE_MATCH_TTL": str(options.ttl)}
        with running_service(folder, workers=options.workers, env=env) as live:
            before = int(store.dbsize())
            watch = Watch(live.process.pid)
            leaving = threading.Thread(
                target=abandon, args=[live.url, options.abandoned]
            )
            leaving.start()
            right = load(live.url, options)
            leaving.join()
            sizes = watch.end()
            most = int(store.dbsize())
            left = emptied(store, before, max(options.ttl, _KEYS_S) + _LATE_S)
    for pid, size in sizes.items():
        print(
            f"worker {pid}: {size.first:.1f} MB warm, {size.last:.1f} MB at the end "
            f"({size.growth:+.1%})"
        )
    print(f"keys in the store: {before} before, {most} after the load, {left} at last")
    grown = [size for size in sizes.values() if size.growth >= MOST_GROWTH]
    complete = len(sizes) == options.workers
    return right and complete and not grown and left <= before


def main() -> None:
    """Run it as the arguments ask for."""
    parser = argparse.ArgumentParser(
        prog="python -m loadtests.soak",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--minutes", type=float, default=20)
    add("--users", type=int, default=48, help="who play, some 400 requests a second")
    add("--pause", type=float, default=0.2, help="mean seconds before each move")
    add("--abandoned", type=int, default=5_000, help="matches that are left behind")
    add("--ttl", type=int, default=60, help="seconds after which matches expire")
    add("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tapete-soak-") as folder:
        sys.exit(not soak(Path(folder), options))


if __name__ == "__main__":
    main()
