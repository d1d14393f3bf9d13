"""What comes up now and then, and is done by a thread of every process."""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod

from service.store.errors import StoreUnavailable

log = logging.getLogger("tapete")


class Chore(ABC):
    """Looks for work again and again, whatever comes of it."""

    def __init__(self, name: str, *, look_s: float, away_s: float) -> None:
        """Take the pauses: when there was no work, and when it could not be looked for.

        `name` is the thread's, and told in the log.
        """
        self._name = name
        self._look_s = look_s
        self._away_s = away_s

    @abstractmethod
    def work(self) -> int:
        """Do some of what there is; returns how much it was, 0 for nothing."""

    def start(self) -> None:
        """Work in a thread of its own until the process ends."""
        threading.Thread(target=self._run, daemon=True, name=self._name).start()

    def _run(self) -> None:
        while True:
            time.sleep(self._pause_after_work())

    def _pause_after_work(self) -> float:
        try:
            return 0 if self.work() else self._look_s
        except StoreUnavailable:
            return self._away_s
        except Exception:
            log.exception("the %s goes on after an unexpected error", self._name)
            return self._away_s
