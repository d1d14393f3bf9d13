"""The event iterator over connections that are cut sees what one over a whole does."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from tapete.client import Client, Problem
from tests.clients import both
from tests.clients.cutter import Cutter
from tests.live import Live

HUMANS: Any = [{"kind": "human"}, {"kind": "human"}]
DEEP: Any = {"stack": 1_000_000, "hands": 1_000}
"""Poker7 that nobody wins before the readers are through."""
QUIET = ("check", "call", "show")
CUTS, SHORT = 40, 6
PACE_S = 0.01
PATIENCE_S = 90.0


class Reader(threading.Thread):
    """Follows a match up to its rematch, in a thread of its own."""

    def __init__(self, kind: str, url: str, match_id: str, token: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.error: Exception | None = None
        self._args = kind, url, match_id, token

    def run(self) -> None:
        kind, url, match_id, token = self._args
        try:
            with both.client(kind, url) as client:
                match = client.match(match_id, *filter(None, [token]))
                for entry in match.events():
                    self.seen.append(json.dumps(entry))
                    if entry["event"]["type"] == "rematch":
                        break
        except Exception as error:  # whatever it is, it must not go unseen
            self.error = error


@pytest.mark.parametrize(
    ("kind", "player"), [("sync", True), ("async", True), ("sync", False)]
)
def test_a_reader_who_is_cut_off_sees_exactly_what_another_does(
    live: Live, kind: str, player: bool, full: bool, figure: Callable[[str], None]
) -> None:
    cuts = CUTS if full else SHORT
    with Cutter(live.url, spared=0) as cutter, Client(live.url) as client:
        opened = client.create_match(game="poker7", seats=HUMANS, options=DEEP)
        token = opened.seats[0].token if player else ""
        alone, cut = (
            Reader(kind, url, opened.id, token) for url in (live.url, cutter.url)
        )
        alone.start()
        cut.start()
        play_until(opened.seats, lambda: cutter.cuts >= cuts or not cut.is_alive())
        cutter.rest()
        opened.seats[0].resign()
        opened.seats[0].rematch()
        alone.join(PATIENCE_S)
        cut.join(PATIENCE_S)
        viewer = client.match(opened.id, *filter(None, [token]))
        told = [json.dumps(entry) for entry in viewer.history()]
    assert (alone.error, cut.error) == (None, None)
    assert cutter.cuts >= cuts
    assert cut.seen == alone.seen == told
    who = "player" if player else "spectator"
    figure(f"{kind} client, {who}: {len(told)} events through {cutter.cuts} cuts")


def play_until(seats: Any, enough: Callable[[], bool]) -> None:
    """Make moves that cost as little as may be, with short pauses."""
    rng = random.Random(1)
    match = seats[0].view()
    deadline = time.monotonic() + PATIENCE_S
    while not enough():
        assert time.monotonic() < deadline
        seat = seats[match["to_move"][0]]
        moves = [choice["move"] for choice in seat.moves()]
        quiet = [move for move in moves if move["type"] in QUIET]
        match = seat.play(rng.choice(quiet))["match"]
        time.sleep(PACE_S)


def test_events_go_on_after_one_that_is_known(tapete: Client) -> None:
    opened = tapete.create_match(game="locus", seats=HUMANS)
    seat = opened.seats[opened.match["to_move"][0]]
    seat.play(seat.moves()[0]["move"])
    known, *later = [entry["id"] for entry in seat.history()]
    events = seat.events(known)
    assert [next(events)["id"] for _ in later] == later
    events.close()


def test_a_name_with_a_line_separator_is_one_event(tapete: Client) -> None:
    seats: Any = [{"kind": "human"}, {"kind": "open"}]
    opened = tapete.create_match(game="locus", seats=seats)
    name = "two\u2028lines\u2029"
    tapete.join(opened.id, name=name)
    events = opened.seat.events()
    event: Any = next(events)["event"]
    assert (event["type"], event["name"]) == ("seat_taken", name)
    assert next(events)["event"]["type"] == "dealt"
    events.close()


def test_a_feed_that_is_refused_raises_at_once(tapete: Client) -> None:
    started = time.monotonic()
    with pytest.raises(Problem) as raised:
        next(tapete.match("A" * 22).events())
    assert (raised.value.code, raised.value.status) == ("match_not_found", 404)
    assert time.monotonic() - started < 5


def test_who_follows_is_seen_and_who_leaves_the_loop_lets_go(tapete: Client) -> None:
    opened = tapete.create_match(game="locus", seats=HUMANS)
    events = opened.seats[1].events()
    next(events)
    assert tapete.match(opened.id).presence() == [False, True]
    events.close()
    tapete.ready()
