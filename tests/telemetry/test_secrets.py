"""Whole matches are played, with errors; no log, number or span tells their secrets."""

from __future__ import annotations

import json
import re
import socket
from itertools import count
from typing import Any

import httpx
import pytest

from service.games import GAMES
from service.match import Match, unpack
from service.store.redis import Store
from service.telemetry.logs import FIELDS
from tests.api.seen import Secrets
from tests.telemetry.conftest import Watched

HUMANS: dict[str, dict[str, Any]] = {
    "locus": {"options": {"grid": "6x5"}},
    "lamarckian": {},
    "poker7": {"options": {"hands": 2}},
}
CARD = re.compile(r"(?<![\w-])([2-9TJQKA][cdhs]|[PNBRQJ][1-9])(?![\w-])")
MATCH_ID = re.compile(r"(?<=/matches/)[\w-]{22}|\b[\w-]{22}\b")
MOST = 400


class Table:
    """Two people who play a match to its end, and make mistakes on the way."""

    def __init__(self, url: str, game: str) -> None:
        self.numbers = count()
        self.http = httpx.Client(base_url=url)
        seats = [{"kind": "human"}, {"kind": "open"}]
        body = {"game": game, "seats": seats, "unlisted": True, **HUMANS[game]}
        opened = self.ask("POST", "/v1/matches", json=body)
        self.id = opened["match"]["id"]
        self.path = f"/v1/matches/{self.id}"
        self.secrets = [opened["tokens"][0]["token"], opened["invitation"]]
        for invitation in ("wrong-invitation-words", opened["invitation"]):
            wish = {"name": "Ada", "invitation": invitation, "entropy": "nine bottles"}
            joined = self.ask("POST", f"{self.path}/seats", json=wish)
        self.secrets += [joined["token"], "nine bottles", "wrong-invitation-words"]
        self.tokens = [self.secrets[0], joined["token"]]

    def ask(self, method: str, path: str, token: str = "", **more: Any) -> Any:
        headers = {"X-Request-Id": f"r{next(self.numbers)}"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.request(method, path, headers=headers, **more).json()

    def err(self) -> None:
        """Do what is refused, with secrets where they do not belong."""
        own, other = self.tokens
        moves = f"{self.path}/moves"
        ticket = self.ask("POST", f"{self.path}/tickets", own)["ticket"]
        self.secrets.append(ticket)
        for _ in range(2):  # used, then used up
            self.ask("GET", f"{self.path}/events?ticket={ticket}")
        for token in (own[:-1] + "~", "not a token at all"):
            self.secrets.append(token)
            self.ask("GET", moves, token)
        self.ask("GET", f"{self.path}?token={other}")
        self.ask("POST", moves, own, json={"move": {"type": "place", "cell": other}})
        self.ask("POST", moves, other, content=own)
        self.ask("POST", moves, own, json={"move": {}, "seat": 1})
        self.ask("GET", f"{self.path}/record", other)
        self.ask("POST", f"{self.path}/hints", own)
        host, _, port = str(self.http.base_url).removeprefix("http://").partition(":")
        for line in (f"Authorization Bearer {own}", f"{other}\x00: x", f"A({own}): x"):
            with socket.create_connection((host, int(port.strip("/")))) as bare:
                wish = f"GET {self.path}?ticket={ticket} HTTP/1.1\r\n{line}\r\n\r\n"
                bare.sendall(wish.encode())
                assert b" 400 " in bare.recv(4096)

    def play(self) -> None:
        for turn in range(MOST):
            if turn == 6:
                self.err()
            moved = False
            for token in self.tokens:
                moves = self.ask("GET", f"{self.path}/moves", token).get("moves", [])
                if moves:
                    move = moves[min(1, len(moves) - 1)]["move"]
                    self.ask("POST", f"{self.path}/moves", token, json={"move": move})
                    moved = True
            if not moved:
                assert self.ask("GET", self.path)["status"] == "finished"
                return
        raise AssertionError("the match does not end")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_operators_read_has_a_secret(watched: Watched, game: str) -> None:
    table = Table(watched.live.url, game)
    table.play()
    watched.collector.await_span("GET /v1/matches/<string:match_id>")
    log = watched.live.log.read_text()
    told = {"log": log, "metrics": watched.scrape(), "spans": watched.collector.text()}
    store = Store(watched.store_url, ttl_s=60, connections=2, timeout_s=5)
    stored = store.load(table.id)
    assert stored is not None
    match = unpack(stored.data)
    hidden = Secrets(match, stored.version)
    hashes = [seat.token_hash.hex() for seat in match.seats]
    for name, text in told.items():
        for secret in [*table.secrets, *hashes, match.seed.hex(), repr(match.seed)]:
            assert secret not in text, (name, secret)
        assert not hidden.found_in(_without_ids(text)), name
        assert not CARD.search(_without_ids(text)), name
    _scan_finds(hidden, match)
    assert table.id not in told["metrics"]
    _check_lines(log, table)


def _without_ids(text: str) -> str:
    """Leave out random ids, which may look like cards."""
    text = re.sub(r'"[0-9a-f-]{36}"', '""', text)
    return MATCH_ID.sub("", text)


def _scan_finds(hidden: Secrets, match: Match) -> None:
    """The scan would see a seed or a stretch of the deck, if there were one."""
    assert hidden.found_in(f'"seed":"{match.seed.hex()}"')
    for run in list(hidden.orders)[:1]:  # at the end nothing may be left undealt
        assert hidden.found_in(" ".join(hidden.names[card] for card in run))


def _check_lines(log: str, table: Table) -> None:
    """Each line is one of JSON, with the fields that are documented and no others."""
    lines = [json.loads(line) for line in log.splitlines()]
    for line in lines:
        known = {"at", "level", "logger", "message", "error", *FIELDS}
        assert line.keys() <= known, line
    mine = [line for line in lines if line.get("match_id") == table.id]
    assert {line["status"] for line in mine} >= {200, 401, 403, 409, 400}
    assert {line["request_id"] for line in mine} >= {"r2", "r3"}
    refused = "a request that cannot be read was refused"
    assert any(line["message"] == refused for line in lines)
