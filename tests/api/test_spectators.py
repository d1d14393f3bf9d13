"""Spectators see what was agreed on: everything, nothing, or what is long past."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.api import Player, create, finish, strict, two_humans


def events(viewer: Player) -> list[Any]:
    address = f"{viewer.address}/events?limit=1000"
    return list(strict(viewer.client.get(address, headers=viewer.headers))["events"])


@pytest.mark.parametrize("delay", [1, 3])
def test_delayed_spectators_see_the_match_as_it_was_some_moves_ago(
    client: FlaskClient, delay: int
) -> None:
    players = two_humans(
        client, options={"grid": "6x5"}, spectators="delayed", delay=delay
    )
    watcher = Player(client, players[0].match_id)
    past = [players[0].look()["view"]]
    for turn in range(10):
        player = players[turn % 2]
        player.move(player.choices()[0]["move"])
        past.append(player.look()["view"])
        seen = watcher.look()
        assert seen["view"] == past[max(0, turn + 1 - delay)]
        told = events(watcher)
        assert told == events(player)[: 1 + max(0, turn + 1 - delay)]
    finish(*players)
    assert watcher.look()["view"] == players[0].look()["view"]
    assert events(watcher) == events(players[0])


def test_delayed_spectators_of_hidden_cards_see_no_newer_card(
    client: FlaskClient,
) -> None:
    people = [{"kind": "human"}] * 2
    _, players = create(
        client, game="lamarckian", seats=people, spectators="delayed", delay=4
    )
    watcher = Player(client, players[0].match_id)
    first_pool = watcher.look()["view"]["pool"]
    for _ in range(2):
        for player in players:
            player.move(player.choices()[0]["move"])
    assert players[0].look()["view"]["round"] == 3
    assert watcher.look()["view"]["pool"] == first_pool
    assert watcher.look()["view"]["round"] == 1
    players[0].move(players[0].choices()[0]["move"])
    kinds = [entry["event"]["type"] for entry in events(watcher)]
    assert "revealed" not in kinds
    players[1].move(players[1].choices()[0]["move"])
    assert watcher.look()["view"]["round"] == 2
    assert "revealed" in [entry["event"]["type"] for entry in events(watcher)]


def test_players_are_never_behind(client: FlaskClient) -> None:
    players = two_humans(client, spectators="delayed", delay=1000)
    moved = players[0].move(players[0].choices()[0]["move"])
    assert players[1].look()["view"] == moved["match"]["view"]
    assert events(players[1])[-1:] == moved["events"]
