"""gunicorn's master, which loses no signal to a new worker and tends the store."""

from __future__ import annotations

import signal
from typing import Any

from gunicorn.arbiter import Arbiter

STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
"""The signals that stop a worker."""


class Master(Arbiter):
    """Starts workers, and now and then has the application look after the store."""

    def spawn_worker(self) -> Any:
        """Fork a worker that is told to stop only once it can listen.

        A new worker has the master's handlers until it sets its own, and they would
        take the signal for the master's. So it waits; the worker lets it in.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        try:
            return super().spawn_worker()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    def manage_workers(self) -> None:
        """Do, about once a second, what is to be done."""
        app: Any = self.app  # server.Gunicorn, a layer above
        app.tend()
        super().manage_workers()
