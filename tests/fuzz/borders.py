"""What must hold at each border, whatever the bytes: an answer, or a named error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient

from service import records
from service.api.context import EXTENSION
from service.compact import expand, squeeze
from service.games import GAMES
from service.games.base import BadState
from service.match import pack, unpack
from service.replays import replay
from tests.api.api import create
from tests.records import played

JSON = "application/json"
BODIES: dict[str, list[Any]] = {
    "/v1/matches": [
        {"game": "locus", "options": {"grid": "6x5", "komi": 7.5}},
        {
            "game": "poker7",
            "seats": [{"kind": "human", "name": "Ada"}, {"kind": "open"}],
            "clock": {"turn": 30, "base": 600, "increment": 2.5},
            "spectators": "delayed",
            "delay": 3,
            "disclosure": "shown_only",
        },
    ],
    "/v1/evaluate/poker": [{"hands": ["As Td", "9h 9s"], "best": True}],
    "/v1/evaluate/lamarckian": [{"hands": ["As Kd", ["2c"]]}],
    "/v1/evaluate/locus": [{"hands": ["As Kd 3c", ["2c"]]}],
    "/v1/evaluate/poker7": [{"hands": ["B9 R9 J1 J2 P3 N4 Q5"], "groups": True}],
}
"""By address, bodies that are answered."""


def event(data: bytes) -> bool:
    """Hold `expand` to its ValueError; return whether it took the bytes."""
    try:
        text = expand(data)
    except ValueError:
        return False
    assert expand(squeeze(text)) == text
    return True


def state(game: str, data: bytes) -> bool:
    """Hold a game's `decode` to BadState; what it takes is written and read again."""
    rules = GAMES[game]
    try:
        found = rules.decode(data)
    except BadState:
        return False
    # Compared as bytes: NaN is not equal to itself.
    stored = rules.encode(rules.decode(rules.encode(found)))
    assert rules.encode(rules.decode(stored)) == stored, data
    return True


def match(data: bytes) -> bool:
    """Hold `unpack` to its ValueError."""
    try:
        found = unpack(data)
    except ValueError:
        return False
    stored = pack(unpack(pack(found)))  # a whole number may have become a float
    assert pack(unpack(stored)) == stored, data
    return True


def record(data: bytes) -> bool:
    """Hold the reading and the verification of a record to what they say."""
    try:
        found = records.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return False
    checks = records.verify(found)
    assert checks, data
    assert all(check.name and check.detail for check in checks), data
    assert records.decode(records.encode(found)) == found, data
    return True


def body(client: FlaskClient, address: str, data: bytes, **headers: str) -> bool:
    """Hold the service to an answer in JSON or a problem document, below 500."""
    answer = client.post(address, data=data, content_type=JSON, headers=headers)
    assert answer.status_code < 500, (address, data, answer.data)
    value = json.loads(answer.data)
    if answer.status_code < 400:
        return True
    assert answer.content_type == "application/problem+json"
    assert value["status"] == answer.status_code
    assert value["code"] and value["detail"] and value["remedy"]
    return False


class Good:
    """Inputs that are taken, of a real store, from which others are made."""

    def __init__(self, app: Flask) -> None:
        """Play matches between bots, and open one of every game for people."""
        rng = Random(7)
        self.client = app.test_client()
        self.records = [played(app, game, rng) for game in GAMES]
        self.records += [
            played(app, game, rng, disclosure="shown_only") for game in GAMES
        ]
        self.states = {
            each.game: [GAMES[each.game].encode(s.state) for s in replay(each)]
            for each in self.records[: len(GAMES)]
        }
        matches = app.extensions[EXTENSION]
        self.matches = [pack(matches.look(r.id, None).match) for r in self.records]
        self.events = [squeeze(records.encode(each)[:300]) for each in self.records]
        self.bodies = dict(self._bodies())

    def _bodies(self) -> Iterator[tuple[str, list[Any]]]:
        yield from BODIES.items()
        yield "/v1/verify", [json.loads(records.encode(r)) for r in self.records]
        self.tokens: dict[str, str] = {}
        for game in GAMES:
            player = create(self.client, game=game)[1][0]
            address = f"{player.address}/moves?dry_run=true"
            listed = self.client.get(f"{player.address}/moves", headers=player.headers)
            choices = listed.get_json()["moves"]
            self.tokens[address] = player.headers["Authorization"]
            moves = [each["move"] for each in choices[:3]] or [{"type": "check"}]
            yield address, [{"move": move} for move in moves]

    def send(self, address: str, data: bytes) -> bool:
        """Post a body to an address; see `body`."""
        token = self.tokens.get(address)
        more = {"Authorization": token} if token else {}
        return body(self.client, address, data, **more)
