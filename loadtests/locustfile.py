"""Locust users that play whole matches of every game, and spectators.

Run `python -m locust -f loadtests/locustfile.py --host URL`, or `make load`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import gevent  # type: ignore[import-untyped] # it has none
from locust import FastHttpUser, events, task
from locust.env import Environment
from locust.runners import LocalRunner, WorkerRunner

from loadtests import players
from loadtests.checks import Json, Table, Wrong
from loadtests.client import Client
from loadtests.summary import summarize

LIVE: list[Table] = []
"""The matches that spectators can choose from."""

FINISHED: Counter[str] = Counter()
"""Matches that were played to the end and found right, by game."""


@events.init_command_line_parser.add_listener  # type: ignore[untyped-decorator]
def add_options(parser: Any) -> None:
    """Add what can be chosen of the users."""
    parser.add_argument("--games", default="", help="Only these, with commas between.")
    parser.add_argument("--max-level", type=int, default=3, help="Of the bots.")
    parser.add_argument(
        "--pause", type=float, default=0.2, help="Mean seconds before each move."
    )
    parser.add_argument("--summary", default="", help="File to write the figures to.")


@events.quitting.add_listener  # type: ignore[untyped-decorator]
def write_summary(environment: Environment, **_: Any) -> None:
    """Write the figures of the run to the file that was named."""
    options = environment.parsed_options
    leads = not isinstance(environment.runner, WorkerRunner)
    if options is not None and options.summary and leads:
        text = json.dumps(summarize(environment.stats, FINISHED), indent=1)
        Path(options.summary).write_text(text + "\n", encoding="utf-8")


LOST: list[FastHttpUser] = []
"""Users who could not learn the games, and so have nothing to do."""


def _lost(user: FastHttpUser) -> None:
    """End the run once no user has anything to do, whatever time is left."""
    LOST.append(user)
    runner = user.environment.runner
    if isinstance(runner, LocalRunner) and len(LOST) == runner.target_user_count:
        gevent.spawn(runner.quit)


@events.report_to_master.add_listener  # type: ignore[untyped-decorator]
def send_finished(data: dict[str, Any], **_: Any) -> None:
    """Add a worker's matches to what it tells the master."""
    data["finished"] = dict(FINISHED)
    FINISHED.clear()


@events.worker_report.add_listener  # type: ignore[untyped-decorator]
def take_finished(data: dict[str, Any], **_: Any) -> None:
    """Count the matches that a worker tells of."""
    FINISHED.update(data["finished"])


class Visitor(FastHttpUser):
    """Base of all users: knows the games, and pauses before each move."""

    abstract = True

    def on_start(self) -> None:
        """Ask for the games."""
        options = self.environment.parsed_options
        assert options is not None
        self.service = Client(self.client)
        self.mean_pause = float(options.pause)
        only = [name for name in options.games.split(",") if name]
        try:
            self.games = players.learn_games(self.service, only, options.max_level)
        except Wrong:  # it is in the statistics
            self.games = []
            _lost(self)

    def wait_time(self) -> float:
        """Return a pause around the mean, in seconds."""
        return self.mean_pause * random.uniform(0.5, 1.5)

    def pause(self) -> None:
        """Think."""
        gevent.sleep(self.wait_time())

    def finish(self, table: Table) -> None:
        """Count a match whose people have all seen the end."""
        players.conclude(self.service, table)
        FINISHED[table.game] += 1


class BotOpponent(Visitor):
    """Plays matches against bots."""

    weight = 6

    @task
    def play(self) -> None:
        """Play one match."""
        if not self.games:
            return
        try:
            player, table, match = players.create(
                self.service, random.choice(self.games), "bot"
            )
        except Wrong:
            return
        LIVE.append(table)
        try:
            player.play(match, self.pause, alone=True)
            self.finish(table)
        except Wrong:
            table.broken = True
        finally:
            LIVE.remove(table)


class Company(Visitor):
    """Some people at one table, who play at the same time."""

    weight = 3
    concurrency = 2 * players.MOST_PEOPLE

    @task
    def play(self) -> None:
        """Play one match."""
        if not self.games:
            return
        rules = random.choice(self.games)
        try:
            creator, table, _ = players.create(self.service, rules, "open")
            seated = players.fill(self.service, rules, table)
            seated.append((creator, players.begin(self.service, creator)))
        except Wrong:
            return
        LIVE.append(table)
        try:
            self._play_together(table, seated)
            if not table.broken:
                self.finish(table)
        except Wrong:
            table.broken = True
        finally:
            LIVE.remove(table)

    def _play_together(
        self, table: Table, seated: list[tuple[players.Player, Json]]
    ) -> None:
        def play(player: players.Player, match: Json) -> None:
            try:
                player.play(match, self.pause, alone=False)
            except Wrong:
                table.broken = True

        together = [gevent.spawn(partial(play, *who)) for who in seated]
        try:
            gevent.joinall(together, raise_error=True)
        finally:
            gevent.killall(together)


class Spectator(Visitor):
    """Watches a match that others play, without a token."""

    weight = 1

    @task
    def watch(self) -> None:
        """Watch one match to its end."""
        if LIVE:
            try:
                players.watch(self.service, random.choice(LIVE), self.pause)
            except Wrong:  # it is in the statistics
                return
