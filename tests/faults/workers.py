"""Worker processes of a running service, killed one after another without a warning."""

from __future__ import annotations

import os
import signal
import time
from contextlib import AbstractContextManager, suppress

from tests.faults.meanwhile import repeated
from tests.faults.net import Tally
from tests.live import worker_ids

PERIOD_S = 2.0
KILLED = "workers killed"
RELOADED = "reloads"
_RELOADING_S = 60.0


def killing(master: int, tally: Tally, period_s: float) -> AbstractContextManager[None]:
    """Kill the worker that has served longest, again and again, within the block."""

    def kill() -> None:
        with suppress(ProcessLookupError):
            for oldest in worker_ids(master)[:1]:
                os.kill(oldest, signal.SIGKILL)
                tally.add(KILLED)

    return repeated(kill, period_s)


def reloading(
    master: int, tally: Tally, period_s: float
) -> AbstractContextManager[None]:
    """Have the workers replaced, again and again, within the block.

    The next time comes a while after the last of the old ones has gone.
    """

    def reload() -> None:
        old = set(worker_ids(master))
        os.kill(master, signal.SIGHUP)
        deadline = time.monotonic() + _RELOADING_S
        while old & set(worker_ids(master)) and time.monotonic() < deadline:
            time.sleep(0.1)
        tally.add(RELOADED)

    return repeated(reload, period_s)
