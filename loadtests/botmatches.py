"""Locust users that have bots play whole matches of every game.

Run `python -m locust -f loadtests/botmatches.py --host URL --max-level 7`.
"""

from __future__ import annotations

import random

from locust import task

from loadtests import players
from loadtests.checks import Wrong
from loadtests.locustfile import Visitor


class BotMatch(Visitor):
    """Opens matches of bots, and looks on until they are over."""

    @task
    def play(self) -> None:
        """Have one match played."""
        if not self.games:
            return
        try:
            table = players.create_for_bots(self.service, random.choice(self.games))
            players.watch(self.service, table, self.pause)
            self.finish(table)
        except Wrong:  # it is in the statistics
            return
