"""What the network carries to a player: nobody else's cards, nor those of the deck.

All bodies are recorded as the browser's debugger tells them, streams included, and
compared with the record once the match is over.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.players import Player
from tests.e2e.screen import Screen, Screens, match_of

CARD = re.compile(r"^(?:[2-9TJQKA][cdhs]|[PNBRQJ][1-9])$")
HAND = 4
BOARD = {"bet_1": 0, "bet_2": 3, "bet_3": 5, "show": 5, "bet_4": 5}


class Wire:
    """Records every body that comes to a page."""

    def __init__(self, screen: Screen) -> None:
        self.parts: dict[str, list[bytes]] = {}
        self.addresses: dict[str, str] = {}
        self.debugger = screen.context.new_cdp_session(screen.page)
        self.debugger.on("Network.responseReceived", self._begin)
        self.debugger.on("Network.dataReceived", self._more)
        self.debugger.send("Network.enable")

    def _begin(self, event: dict[str, Any]) -> None:
        number, url = event["requestId"], event["response"]["url"]
        if "/v1/matches" not in url:
            return
        self.addresses[number] = url
        self.parts.setdefault(number, [])
        told = self.debugger.send(
            "Network.streamResourceContent", {"requestId": number}
        )
        self.parts[number].insert(0, base64.b64decode(told["bufferedData"]))

    def _more(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.parts and "data" in event:
            self.parts[event["requestId"]].append(base64.b64decode(event["data"]))

    def bodies(self) -> Iterator[Any]:
        """Yield every JSON text that came, lines of streams one by one."""
        for number, parts in self.parts.items():
            text = b"".join(parts).decode()
            stream = self.addresses[number].endswith("/events")
            for line in text.splitlines() if stream else [text]:
                if line.strip():
                    yield json.loads(line)


def cards(value: Any, but: str = "") -> set[str]:
    """Return all cards anywhere in a value, but below a member of some name."""
    if isinstance(value, str):
        return {value} if CARD.match(value) else set()
    if isinstance(value, dict):
        value = [each for name, each in value.items() if name != but]
    if isinstance(value, list):
        return set[str]().union(*(cards(each, but) for each in value))
    return set()


def parts(value: Any, name: str) -> Iterator[dict[str, Any]]:
    """Yield every object anywhere that has a member of some name."""
    if isinstance(value, dict):
        if name in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from parts(each, name)


def lamarckian_known(record: Any, until: int) -> set[str]:
    """Return what seat 0 knows in a round: its hand, pools, and marks before."""
    deck, seats = record["decks"][0], len(record["seats"])
    known = set(deck[:HAND]) | set(deck[HAND * seats :][: HAND * until])
    marks = [each["move"]["card"] for each in record["actions"]]
    return known | set(marks[: seats * (until - 1)])


def check_lamarckian(record: Any, bodies: list[Any]) -> int:
    looked = 0
    rounds = 1
    for body in bodies:
        for match in parts(body, "to_move"):
            if match["view"] and match["status"] == "playing":
                known = lamarckian_known(record, match["view"]["round"])
                assert cards(match) <= known
                looked += 1
        for event in (each["event"] for each in parts(body, "event")):
            rounds = max(rounds, event.get("round", 1))
            if event["type"] in ("hand", "committed"):
                assert event["seat"] == 0
            elif event["type"] != "showdown":
                assert cards(event) <= lamarckian_known(record, rounds + 1)
            looked += 1
    return looked


def poker7_known(record: Any, view: Any, order: dict[int, list[int]]) -> set[str]:
    """Return what seat 0 knows in a hand: its cards, the board, what was shown."""
    deck, players = record["decks"][view["hand"] - 1], order[view["hand"]]
    own = {
        deck[place]
        for turn in (0, 1)
        for place, seat in enumerate(players, start=turn * len(players))
        if seat == 0
    }
    board = deck[2 * len(players) :][: BOARD[view["street"]]]
    shown = {each["shown"] for each in view["players"] if each["shown"]}
    assert view["street"] == "bet_4" or not shown - own
    return own | set(board) | shown


def check_poker7(record: Any, bodies: list[Any]) -> int:
    looked = 0
    order = {
        event["hand"]: event["players"]
        for body in bodies
        for event in (each["event"] for each in parts(body, "event"))
        if event["type"] == "hand_started"
    }
    for body in bodies:
        for match in parts(body, "to_move"):
            if match["view"] and match["status"] == "playing":
                known = poker7_known(record, match["view"], order)
                assert cards(match, but="last") <= known
                looked += 1
        for event in (each["event"] for each in parts(body, "event")):
            if event["type"] in ("hole_cards", "show_chosen"):
                assert event["seat"] == 0
            elif event["type"] not in ("street", "shown", "showdown"):
                assert not cards(event)
            looked += 1
    return looked


@pytest.mark.parametrize(
    ("game", "check"),
    [("lamarckian", check_lamarckian), ("poker7", check_poker7)],
)
def test_no_secret_arrives_during_a_match(
    screens: Screens,
    game: str,
    check: Callable[[Any, list[Any]], int],
    figure: Callable[[str], None],
) -> None:
    screen = screens.open()
    wire = Wire(screen)
    page = screen.go(f"#/new/{game}")
    page.get_by_role("button", name="Add a seat").click()
    if game == "poker7":
        page.locator("#option-hands").fill("2")
    page.locator("form button[type=submit]").click()
    Player(page).play(game)
    record = json.loads(
        screen.context.request.get(
            f"{screen.address}/v1/matches/{match_of(page)}/record"
        ).text()
    )
    bodies = list(wire.bodies())
    assert any("/events" in url for url in wire.addresses.values())
    looked = check(record, bodies)
    assert looked > 30
    figure(f"{game}: {len(bodies)} bodies and lines, {looked} views and events scanned")
