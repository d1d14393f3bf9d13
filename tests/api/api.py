"""A front end for tests: speaks to the application as any other would."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import msgspec
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.context import EXTENSION
from service.match import pack, unpack
from service.store.redis import Change
from tests.records import let_bots_finish


def strict(response: TestResponse) -> Any:
    """The body of a response, which must be JSON to the letter."""

    def refuse(text: str) -> None:
        raise AssertionError(f"{text} is not JSON")

    return json.loads(response.data, parse_constant=refuse)


@dataclass
class Player:
    """Somebody with a token, or a spectator."""

    client: FlaskClient
    match_id: str
    token: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.token is not None:
            self.headers["Authorization"] = f"Bearer {self.token}"

    @property
    def address(self) -> str:
        return f"/v1/matches/{self.match_id}"

    def look(self) -> Any:
        response = self.client.get(self.address, headers=self.headers)
        assert response.status_code == 200, response.data
        return strict(response)

    def choices(self) -> Any:
        response = self.client.get(f"{self.address}/moves", headers=self.headers)
        assert response.status_code == 200, response.data
        return strict(response)["moves"]

    def post(self, move: Any, **body: Any) -> TestResponse:
        return self.client.post(
            f"{self.address}/moves",
            json={"move": move, **body},
            headers=self.headers,
        )

    def move(self, move: Any) -> Any:
        response = self.post(move)
        assert response.status_code == 200, response.data
        return strict(response)


def create(client: FlaskClient, **body: Any) -> tuple[Any, list[Player]]:
    """Create a match; returns the answer, and a player for each token."""
    response = client.post("/v1/matches", json={"game": "locus", **body})
    assert response.status_code == 201, response.data
    answer = strict(response)
    match_id = answer["match"]["id"]
    assert response.headers["Location"] == f"/v1/matches/{match_id}"
    players = [Player(client, match_id, entry["token"]) for entry in answer["tokens"]]
    return answer, players


def two_humans(client: FlaskClient, **body: Any) -> list[Player]:
    """A match between two people on one device."""
    seats = [{"kind": "human"}, {"kind": "human"}]
    return create(client, seats=seats, **body)[1]


def between_bots(client: FlaskClient, **body: Any) -> str:
    """A match between bots, played to its end; returns its address."""
    answer, _ = create(client, **body)
    match_id = answer["match"]["id"]
    let_bots_finish(client.application, match_id)
    return f"/v1/matches/{match_id}"


def finish(*players: Player) -> Any:
    """Play first legal moves until the match is over; returns what it looks like."""
    for _ in range(500):
        state = players[0].look()
        if state["status"] == "finished":
            return state
        for player in players:
            choices = player.choices()
            if choices:
                player.move(choices[0]["move"])
                break
    raise AssertionError("the match does not end")


def rewrite_state(client: FlaskClient, match_id: str, **changes: Any) -> None:
    """Replace parts of a match's state in the store, to test a chosen position."""
    store = client.application.extensions[EXTENSION]._store
    stored = store.load(match_id)
    match = unpack(stored.data)
    state = msgspec.structs.replace(match.position(), **changes)
    changed = msgspec.structs.replace(match, state=match.rules.encode(state))
    assert store.commit(match_id, Change(stored.version, pack(changed)))
