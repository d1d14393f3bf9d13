"""Whole matches through nginx while the instances behind it are killed.

Run `python -m tests.proxy.behind`; it exits with 1 if any move was lost or doubled.
`--store` is the address of a store that runs already; `--cluster` starts three masters.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from service.store.embedded import EmbeddedServer
from tests.faults.meanwhile import repeated
from tests.faults.net import Tally
from tests.faults.people import PLANS
from tests.faults.storm import Outcome, Storm
from tests.proxy.instances import Proxy, behind_nginx, swap_rate
from tests.servers import cluster

KILLED = "instances killed"
PASSED_ON = "passed to another"
MATCHES, INSTANCES = 1_000, 2
_ENDLESS = 1 << 30


class Matches(Storm):
    """Players at work until so many matches have been played to their ends."""

    def _play_on(self, number: int) -> None:
        rng = random.Random(self._seed * 1_000 + number)
        try:
            with self._people(rng) as play:
                while (turn := self.tally.add("started")) <= self._moves:
                    self._ledgers.append(play(PLANS[turn % len(PLANS)], _ENDLESS))
        except Exception as error:  # whatever it is, it must not go unseen
            self.faults.append(f"{type(error).__name__}: {error}")


def killing(
    proxy: Proxy, tally: Tally, period_s: float
) -> AbstractContextManager[None]:
    """Kill the instances in turn and start each again, within the block."""
    turns = itertools.cycle(proxy.instances)

    def kill() -> None:
        instance = next(turns)
        instance.kill()
        tally.add(KILLED)
        time.sleep(period_s)
        instance.start()

    return repeated(kill, period_s)


def run(
    folder: Path, redis_url: str, matches: int, *, seed: int = 1, period_s: float = 2.0
) -> Outcome:
    """Play matches through nginx; instances die every `period_s`, none if that is 0."""
    began = time.monotonic()
    # One address plays for hundreds; what that may is another test's.
    swap = swap_rate("9000r/s", 9000)
    with behind_nginx(folder, redis_url, number=INSTANCES, swap=swap) as proxy:
        storm = Matches(proxy.url, matches, seed)
        with killing(proxy, storm.tally, period_s) if period_s else nullcontext():
            storm.play()
        storm.check()
        tried = [json.loads(line)["tried"] for line in proxy.access_log.splitlines()]
    storm.tally.add(PASSED_ON, sum("," in each for each in tried))
    for instance in proxy.instances:
        if "Traceback" in instance.log.read_text():
            storm.faults.append(f"an instance has logged a mistake: {instance.log}")
    return Outcome(storm.tally, storm.faults, time.monotonic() - began)


@contextmanager
def _cluster(folder: Path) -> Iterator[str]:
    with cluster(folder) as found:
        yield found.url


def _store(folder: Path, options: argparse.Namespace) -> AbstractContextManager[str]:
    """Give the address of the store that was asked for."""
    if options.store:
        return nullcontext(options.store)
    return _cluster(folder) if options.cluster else EmbeddedServer(folder)


def main() -> None:
    """Run the long form, or what the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m tests.proxy.behind")
    add = parser.add_argument
    add("--matches", type=int, default=MATCHES)
    add("--period", type=float, default=2.0, help="seconds between kills; 0 for none")
    add("--seed", type=int, default=1)
    add("--store", help="address of the store; without it one is started")
    add("--cluster", action="store_true", help="start three masters as the store")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tapete-behind-") as name:
        folder = Path(name)
        with _store(folder / "store", options) as url:
            outcome = run(
                folder,
                url,
                options.matches,
                seed=options.seed,
                period_s=options.period,
            )
        print(outcome.table())
        for row in (KILLED, PASSED_ON):
            print(f"{row:<24}{outcome.tally[row]:>8,}")
    sys.exit(not outcome.good)


if __name__ == "__main__":
    main()
