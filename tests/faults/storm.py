"""A storm of retries: moves sent up to three times while connections and workers die.

Run `python -m tests.faults.storm`; it exits with 1 if any move was lost or doubled.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from tests.faults.audit import Ledger, audit
from tests.faults.crowd import event_ids
from tests.faults.net import Client, Request, Tally, Wrong
from tests.faults.people import MOVES, PLANS, People, Plan
from tests.faults.workers import KILLED, PERIOD_S, RELOADED, killing
from tests.live import running_service

LONG, SHORT = 10_000, 400
WORKERS = 4
PLAYERS = 12
_ROWS = (
    MOVES,
    "requests sent",
    "cut before the answer",
    "broken by the service",
    "replayed answers",
    KILLED,
    RELOADED,
    "matches finished",
    "lost",
    "doubled",
    "records verified",
)

Play = Callable[[Plan, int], Ledger]
"""Plays a match to its end, or until so many moves are acknowledged in all."""


class Outcome(NamedTuple):
    """What came of a storm."""

    tally: Tally
    faults: list[str]
    seconds: float

    @property
    def good(self) -> bool:
        """Whether every acknowledged move is recorded once, and all records hold."""
        tally = self.tally
        complete = tally["records verified"] == tally["matches finished"] > 0
        return complete and not (tally["lost"] or tally["doubled"] or self.faults)

    def table(self) -> str:
        """Return the counts, one a line."""
        rows = [f"{name:<24}{self.tally[name]:>8,}" for name in _ROWS]
        rows.append(f"{'seconds':<24}{self.seconds:>8,.0f}")
        return "\n".join([*rows, *self.faults])


class Storm:
    """Players at work on one service, until a number of moves is acknowledged."""

    def __init__(self, url: str, moves: int, seed: int) -> None:
        self.tally = Tally()
        self.faults: list[str] = []
        self._url = url
        self._moves = moves
        self._seed = seed
        self._ledgers: list[Ledger] = []

    def play(self) -> None:
        """Let all play, and return when every match has ended."""
        threads = [
            threading.Thread(target=self._play_on, args=[number])
            for number in range(PLAYERS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _play_on(self, number: int) -> None:
        rng = random.Random(self._seed * 1_000 + number)
        turn = number
        try:
            with self._people(rng) as play:
                while self.tally[MOVES] < self._moves:
                    plan = PLANS[turn % len(PLANS)]
                    self._ledgers.append(play(plan, self._moves))
                    turn += 1
        except Exception as error:  # whatever it is, it must not go unseen
            self.faults.append(f"{type(error).__name__}: {error}")

    @contextmanager
    def _people(self, rng: random.Random) -> Iterator[Play]:
        """Give the people who play, and take their connections back at the end."""
        yield People(Client(self._url, rng, self.tally), rng, self.tally).play

    def check(self) -> None:
        """Compare the records of all matches with what the players were told."""
        client = Client(self._url, random.Random(self._seed), self.tally)
        for ledger in self._ledgers:
            try:
                self._check(client, ledger)
            except Wrong as wrong:
                self.faults.append(str(wrong))

    def _check(self, client: Client, ledger: Ledger) -> None:
        self.tally.add("matches finished")
        path = f"/v1/matches/{ledger.id}"
        match = client.ask(Request("GET", path)).json()
        record = client.ask(Request("GET", f"{path}/record")).json()
        ids = event_ids(client, path, next(iter(ledger.tokens.values())))
        found = audit(ledger, record, match["version"], ids)
        self.tally.add("lost", found.lost)
        self.tally.add("doubled", found.doubled)
        self.faults += [f"{ledger.game} {ledger.id}: {text}" for text in found.faults]
        verified = client.ask(Request("POST", "/v1/verify", body=record)).json()
        if verified["ok"]:
            self.tally.add("records verified")
        else:
            self.faults.append(f"{ledger.game} {ledger.id}: {verified['checks']}")


def run(
    folder: Path,
    moves: int,
    *,
    seed: int = 1,
    env: Mapping[str, str] | None = None,
    period_s: float = PERIOD_S,
    kind: type[Storm] = Storm,
    trouble: Callable[[int, Tally, float], AbstractContextManager[None]] = killing,
) -> Outcome:
    """Play on a service of its own and return what came of it.

    `trouble` is made every `period_s`, as workers killed; none if that is 0.
    """
    began = time.monotonic()
    with running_service(folder, workers=WORKERS, env=env) as live:
        storm = kind(live.url, moves, seed)
        master = live.process.pid
        with trouble(master, storm.tally, period_s) if period_s else nullcontext():
            storm.play()
        storm.check()
    if "Traceback" in live.log.read_text():
        storm.faults.append(f"the service has logged a mistake: {live.log}")
    return Outcome(storm.tally, storm.faults, time.monotonic() - began)


def main() -> None:
    """Run the long form, or what the arguments ask for."""
    parser = argparse.ArgumentParser(description="A storm of retries.")
    parser.add_argument("--moves", type=int, default=LONG)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tapete-storm-") as folder:
        outcome = run(Path(folder), options.moves, seed=options.seed)
        print(outcome.table())
    sys.exit(not outcome.good)


if __name__ == "__main__":
    main()
