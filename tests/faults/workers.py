"""Worker processes of a running service, killed one after another without a warning."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.faults.net import Tally
from tests.live import worker_ids

PERIOD_S = 2.0
KILLED = "workers killed"
RELOADED = "reloads"
_RELOADING_S = 60.0


@contextmanager
def killing(master: int, tally: Tally, period_s: float) -> Iterator[None]:
    """Kill the worker that has served longest, again and again, within the block."""
    over = threading.Event()

    def kill() -> None:
        while not over.wait(period_s):
            with suppress(ProcessLookupError):
                for oldest in worker_ids(master)[:1]:
                    os.kill(oldest, signal.SIGKILL)
                    tally.add(KILLED)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def reloading(master: int, tally: Tally, period_s: float) -> Iterator[None]:
    """Have the workers replaced, again and again, within the block.

    The next time comes a while after the last of the old ones has gone.
    """
    over = threading.Event()

    def reload() -> None:
        while not over.wait(period_s):
            old = set(worker_ids(master))
            os.kill(master, signal.SIGHUP)
            deadline = time.monotonic() + _RELOADING_S
            while old & set(worker_ids(master)) and time.monotonic() < deadline:
                over.wait(0.1)
            tally.add(RELOADED)

    thread = threading.Thread(target=reload)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
