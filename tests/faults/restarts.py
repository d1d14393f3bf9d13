"""A storm on a service elsewhere, which a command stops and starts meanwhile.

Run `python -m tests.faults.restarts URL -- COMMAND...`, such as
`http://127.0.0.1:8000 -- docker restart -t 30 tapete`; it exits with 1 if any move was
lost or doubled.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress

import httpx

from tests.faults.meanwhile import repeated
from tests.faults.net import Tally
from tests.faults.storm import SHORT, Outcome, Storm

RESTARTS = "restarts"
_READY_S = 30.0


def restarting(
    url: str, command: Sequence[str], tally: Tally, period_s: float
) -> AbstractContextManager[None]:
    """Run the command again and again, within the block; it must end well.

    The next time comes a while after the service is ready again.
    """

    def restart() -> None:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        ready = done.returncode == 0 and _await_ready(url)
        tally.add(RESTARTS if ready else "commands failed")

    return repeated(restart, period_s)


def _await_ready(url: str) -> bool:
    deadline = time.monotonic() + _READY_S
    while time.monotonic() < deadline:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                return True
        time.sleep(0.2)
    return False


def run(url: str, command: Sequence[str], moves: int, period_s: float) -> Outcome:
    """Play until so many moves are acknowledged, and look what came of it."""
    began = time.monotonic()
    storm = Storm(url, moves, seed=1)
    with restarting(url, command, storm.tally, period_s):
        storm.play()
    storm.check()
    if storm.tally["commands failed"] or not storm.tally[RESTARTS]:
        storm.faults.append("the service has not been restarted as it should be")
    return Outcome(storm.tally, storm.faults, time.monotonic() - began)


def main() -> None:
    """Do what the arguments ask for, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.restarts")
    add = parser.add_argument
    add("url", help="of the running service")
    add("command", nargs="+", help="stops and starts it")
    add("--moves", type=int, default=4 * SHORT)
    add("--period", type=float, default=1.0, help="seconds between restarts")
    options = parser.parse_args()
    outcome = run(options.url, options.command, options.moves, options.period)
    print(outcome.table())
    print(f"{RESTARTS:<24}{outcome.tally[RESTARTS]:>8,}")
    sys.exit(not outcome.good)


if __name__ == "__main__":
    main()
