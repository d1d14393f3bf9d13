"""Matches that earlier versions have stored go on; those of a later one are told apart.

tests/vectors/stored has matches as versions of the service have left them, half played:
all keys of each, with the tokens of its seats. A file is named after its game and the
commit that played it.

* 852e320: match and state of format 1, events as JSON; without delays, hints or moves
* 6c53d22: the same with all terms
* 6c1f003: events of format 1, deflated
* 9266032: Poker7's state of format 2, which lists the betting of the hand
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
import redis

from service.api.context import TIMEKEEPER
from service.app import create_app
from service.config import Settings
from service.games import GAMES
from service.match import unpack
from tests.api.api import Player, finish, strict

STORED = sorted(Path(__file__).parents[1].glob("vectors/stored/*.json"))
FORMATS = {"locus": {1}, "lamarckian": {1}, "poker7": {1, 2}}


def restore(url: str, path: Path) -> Any:
    """Put a match back into the store as it was left; returns what is known of it."""
    kept = json.loads(path.read_text())
    with redis.Redis.from_url(url) as raw:
        for key, value in kept["keys"].items():
            raw.delete(key)
            for field, data in value.get("hash", {}).items():
                raw.hset(key, field, base64.b64decode(data))
            for data in value.get("list", []):
                raw.rpush(key, base64.b64decode(data))
            for entry, data in value.get("stream", []):
                raw.xadd(key, {"event": base64.b64decode(data)}, id=entry)
    return kept


def players(settings: Settings, kept: Any) -> list[Player]:
    client = create_app(settings).test_client()
    return [Player(client, kept["id"], token) for token in kept["tokens"]]


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_an_old_match_goes_on_to_its_end(settings: Settings, path: Path) -> None:
    assert settings.redis_url
    kept = restore(settings.redis_url, path)
    seats = players(settings, kept)
    before = seats[0].look()
    assert (before["status"], before["to_move"]) == ("playing", kept["to_move"])
    assert finish(*seats)["status"] == "finished"
    where, client = seats[0].address, seats[0].client
    feed = strict(client.get(f"{where}/events?limit=1000"))["events"]
    versions = [int(event["id"].partition("-")[0]) for event in feed]
    old = [version for version in versions if version <= kept["version"]]
    assert old[0] == 1  # it begins with what the old version has written
    assert old[-1] == kept["version"] < versions[-1]
    record = client.get(f"{where}/record").get_data(as_text=True)
    verified = client.post(
        "/v1/verify", data=record, headers={"Content-Type": "application/json"}
    )
    assert strict(verified)["ok"] is True


def test_there_is_a_match_of_every_format_so_far() -> None:
    found: dict[str, set[int]] = {}
    for path in STORED:
        kept = json.loads(path.read_text())
        (data,) = (v["hash"]["data"] for v in kept["keys"].values() if "hash" in v)
        match = unpack(base64.b64decode(data))
        assert match.state is not None
        found.setdefault(match.game, set()).add(match.state[0])
    assert found == FORMATS
    newest = {name: max(formats) for name, formats in FORMATS.items()}
    assert newest == {game.name: game.format for game in GAMES.values()}


@pytest.mark.parametrize("part", ["match", "state"])
def test_a_match_of_a_newer_version_is_told_apart_and_left_alone(
    settings: Settings, part: str
) -> None:
    kept = restore(settings.redis_url, STORED[-1])
    key = f"tapete:{{{kept['id']}}}"
    with redis.Redis.from_url(settings.redis_url) as raw:
        data = raw.hget(key, "data")
        assert isinstance(data, bytes)
        state = unpack(data).state
        assert state is not None
        later = bytes([state[0] + 1]) + state[1:]
        newer = b"\x02" + data[1:] if part == "match" else data.replace(state, later)
        assert newer != data
        raw.hset(key, "data", newer)
        raw.zadd("tapete:due", {kept["id"]: 1})
        raw.zadd("tapete:lobby", {kept["id"]: 2e9})
        seat = players(settings, kept)[0]
        client = seat.client
        for answer in (
            client.get(seat.address),
            client.get(f"{seat.address}/moves", headers=seat.headers),
            client.get(f"{seat.address}/events"),
            client.get(f"{seat.address}/record"),
            seat.post({"type": "check"}),
            client.post(f"{seat.address}/resignation", headers=seat.headers),
            client.post(f"{seat.address}/seats", json={"name": "Ada"}),
        ):
            problem = strict(answer)
            assert (answer.status_code, problem["code"]) == (503, "newer_format")
            assert int(answer.headers["Retry-After"]) >= 1
            assert "upgrade" in problem["remedy"]
        assert client.get("/v1/matches").status_code == 200
        client.application.extensions[TIMEKEEPER].work()
        assert raw.zscore("tapete:due", kept["id"])  # for those who know the format
        assert raw.hget(key, "data") == newer
        raw.delete(key)
        raw.zrem("tapete:due", kept["id"])
        raw.zrem("tapete:lobby", kept["id"])
