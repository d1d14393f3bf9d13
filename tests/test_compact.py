"""How much of Redis a match takes, and that what is stored comes back."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
import redis
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.compact import expand, squeeze
from service.games import GAMES
from service.match import EVENTS

QUIET = ("check", "call", "place", "mark", "show")
"""Moves by which a match goes on longest."""


@given(st.binary())
def test_what_is_squeezed_expands_to_the_same_bytes(event: bytes) -> None:
    assert expand(squeeze(event)) == event


@pytest.mark.parametrize("data", [b"", b"[]", b"\x02", b"\x00\x01"])
def test_what_no_version_has_stored_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="stored in format"):
        expand(data)


def test_what_was_cut_spoilt_or_continued_is_refused() -> None:
    whole = squeeze(b'{"told":{}}')
    for cut in range(1, len(whole)):
        with pytest.raises(ValueError, match="a stored event that is cut"):
            expand(whole[:cut])
    with pytest.raises(ValueError, match="goes on after its end"):
        expand(whole + b"\0")
    with pytest.raises(ValueError, match="does not inflate"):
        expand(b"\x01\x06")


def test_there_is_an_example_of_every_kind_of_event() -> None:
    text = (resources.files("service") / "events.1.jsonl").read_text()
    shown = {json.loads(line)["told"]["event"]["type"] for line in text.splitlines()}
    types = [kind for game in GAMES.values() for kind in game.event_types]
    assert shown == {kind.__struct_config__.tag for kind in (*types, *EVENTS)}


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("locus", 2, {"grid": "8x6"}),
        ("lamarckian", 6, {}),
        ("poker7", 2, {"hands": 10}),
    ],
)
def test_what_sixty_moves_leave_for_longer_than_a_minute_fits_16_kib(
    client: FlaskClient, redis_url: str, game: str, seats: int, options: dict[str, Any]
) -> None:
    body = {"game": game, "seats": [{"kind": "human"}] * seats, "options": options}
    created = client.post("/v1/matches", json=body).get_json()
    moves = sum(1 for _ in played(client, created))
    assert moves > 40
    store = redis.Redis.from_url(redis_url)
    keys = store.keys(f"tapete:{{{created['match']['id']}}}*")
    keys = [key for key in keys if store.ttl(key) > 60]
    size = sum(store.memory_usage(key, samples=0) or 0 for key in keys)
    assert size <= 16 * 1024, f"{moves} moves: {size} bytes in {len(keys)} keys"
    assert size > 4 * 1024, "nothing was measured"


def played(client: FlaskClient, created: dict[str, Any]) -> Iterator[None]:
    """Make up to sixty moves, without keys of idempotency."""
    match, rng = created["match"], random.Random(5)
    tokens = {each["seat"]: each["token"] for each in created["tokens"]}
    for _ in range(60):
        if not match["to_move"]:
            return
        at = f"/v1/matches/{match['id']}/moves"
        headers = {"Authorization": f"Bearer {tokens[match['to_move'][0]]}"}
        moves = client.get(at, headers=headers).get_json()["moves"]
        quiet = [each for each in moves if each["move"]["type"] in QUIET]
        body = {"move": rng.choice(quiet)["move"]}
        answer = client.post(at, json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        match = answer.get_json()["match"]
        yield
