"""Which of its processors a worker runs on."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from tempfile import TemporaryFile


class Cpus:
    """The processors that this process may use; each worker takes one for itself.

    A worker's threads take turns at Python's lock. Wherever the system wakes one of
    them, all that they use must be fetched into that processor's cache.
    """

    def __init__(self) -> None:
        """Look which there are; in the master, before it forks."""
        self._numbers = sorted(os.sched_getaffinity(0))
        self._taken = TemporaryFile()  # noqa: SIM115 for as long as the process lives

    def keep_to_one(self) -> int | None:
        """Run on a processor that no other worker keeps to; returns its number.

        None if each has a worker, and then on all of them. A worker that ends, however
        it does, leaves its own to the next.
        """
        for place, number in enumerate(self._numbers):
            with suppress(OSError):
                fcntl.lockf(self._taken, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
                os.sched_setaffinity(0, {number})
                return number
        return None
