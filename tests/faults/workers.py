"""Worker processes of a running service, killed one after another without a warning."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.faults.net import Tally

PERIOD_S = 2.0
KILLED = "workers killed"
RELOADED = "reloads"
_RELOADING_S = 60.0


def workers(master: int) -> list[int]:
    """Return the workers' process ids, the oldest first; the store is none of them."""
    proc = Path("/proc")
    listed = (proc / f"{master}/task/{master}/children").read_text().split()
    own = (proc / f"{master}/exe").readlink()
    found = []
    for child in map(int, listed):
        with suppress(OSError):
            if (proc / f"{child}/exe").readlink() == own:
                found.append((_started(child), child))
    return [child for _, child in sorted(found)]


@contextmanager
def killing(master: int, tally: Tally, period_s: float) -> Iterator[None]:
    """Kill the worker that has served longest, again and again, within the block."""
    over = threading.Event()

    def kill() -> None:
        while not over.wait(period_s):
            with suppress(ProcessLookupError):
                for oldest in workers(master)[:1]:
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
            old = set(workers(master))
            os.kill(master, signal.SIGHUP)
            deadline = time.monotonic() + _RELOADING_S
            while old & set(workers(master)) and time.monotonic() < deadline:
                over.wait(0.1)
            tally.add(RELOADED)

    thread = threading.Thread(target=reload)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _started(process: int) -> int:
    """Return when a process started, in clock ticks since boot (proc(5), field 22)."""
    stat = Path(f"/proc/{process}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[19])
