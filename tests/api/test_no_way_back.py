"""Whoever has chosen has chosen: no detour leads back to a choice, or past a card."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Settings
from tests.api.api import Player, create, strict

SHORT, FULL = 2, 100
CARD = re.compile(r"(?<![\w-])(?:[2-9TJQKA][cdhs]|[PNBRQJ][1-9])(?![\w-])")
BEYOND: dict[str, list[Any]] = {
    "lamarckian": [{"type": "show", "card": "P1"}, {"type": "mark", "card": "1s"}],
    "poker7": [{"type": "bet", "to": 2**53 - 1}, {"type": "mark", "card": "As"}],
}
"""Moves that nobody can make."""


class Walk:
    """A match of three, and what each viewer knew after each request."""

    def __init__(self, apps: list[Flask], game: str) -> None:
        """Let the seats be taken, left and taken again before the first card."""
        self.apps, self.game, self.asked = apps, game, 0
        seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
        _, (host,) = create(apps[0].test_client(), game=game, seats=seats)
        self.players, self.left = [host], Player(host.client, host.match_id)
        for entropy in ("", "one", "two"):
            guest = self.join(host, entropy)
            if len(self.players) == 1 and entropy != "one":
                answer = guest.client.delete(f"{host.address}/seats/1", **of(guest))
                assert answer.status_code == 200
                assert not CARD.search(answer.text)
                self.left = guest
            else:
                self.players.append(guest)
        assert host.look()["status"] == "playing"
        self.viewers = [*self.players, Player(host.client, host.match_id)]
        self.landed: list[tuple[Player, Any, str, bytes]] = []
        self.etags = [self.etag(player) for player in self.players]
        self.known = self.all_known()

    def join(self, host: Player, entropy: str) -> Player:
        body = {"name": "Eve", "entropy": entropy}
        answer = host.client.post(f"{host.address}/seats", json=body)
        assert answer.status_code == 201
        return Player(host.client, host.match_id, strict(answer)["token"])

    def etag(self, player: Player) -> str:
        answer = player.client.get(player.address, headers=player.headers)
        return str(answer.headers["ETag"])

    def all_known(self) -> list[tuple[Any, Any, list[Any]]]:
        """What each viewer finds at one worker or the other: match, moves, events."""
        self.asked += 1
        known = []
        for viewer in self.viewers:
            known.append(self.reload(self.apps[self.asked % 2], viewer))
        return known

    def reload(self, app: Flask, viewer: Player) -> tuple[Any, Any, list[Any]]:
        again = Player(app.test_client(), viewer.match_id, viewer.token)
        address = f"{again.address}/events?limit=1000"
        events = strict(again.client.get(address, headers=again.headers))["events"]
        return again.look(), again.choices() if again.token else None, events

    def ask(self, step: str, pick: int) -> None:
        """Make one request; only a move or a resignation may change anything."""
        waiting = self.known[0][0]["to_move"]
        number = waiting[pick % len(waiting)] if step in ON_TURN else pick % 3
        player = self.players[number]
        told = CARD.findall(str(self.known[number]))
        changes, answer = STEPS[step](self, player, pick // 7)
        now = self.all_known()
        if answer is not None:
            assert set(CARD.findall(answer.text)) <= {*told, *CARD.findall(str(now))}
        if not changes:
            assert now == self.known, step
            assert answer is None or set(CARD.findall(answer.text)) <= set(told)
            return
        for (was, could, heard), (after, can, events) in zip(
            self.known, now, strict=True
        ):
            assert after["version"] == was["version"] + 1
            assert events[: len(heard)] == heard
            if after["you"] == number:
                assert could
                assert not can or point(after["view"]) != point(was["view"])
        self.known = now
        self.etags.append(self.etag(player))

    @property
    def over(self) -> bool:
        return bool(self.known[0][0]["status"] == "finished")


def point(view: Any) -> list[Any]:
    """What goes on while a seat has one choice: its round, or its hand and street."""
    return [view.get(name) for name in ("round", "hand", "street")]


Outcome = tuple[bool, TestResponse | None]


def of(player: Player, **more: str) -> dict[str, Any]:
    named = {name.replace("_", "-"): value for name, value in more.items()}
    return {"headers": {**player.headers, **named}}


def post(player: Player, body: Any, query: str = "", **more: str) -> TestResponse:
    address = f"{player.address}/moves{query}"
    return player.client.post(address, json=body, **of(player, **more))


def move(walk: Walk, player: Player, pick: int) -> Outcome:
    choices = [c for c in player.choices() if c["move"]["type"] != "fold"]
    body = {"move": choices[pick % len(choices)]["move"]}
    key = str(uuid.uuid4())
    answer = post(player, body, idempotency_key=key)
    assert answer.status_code == 200
    walk.landed.append((player, body, key, answer.data))
    return True, answer


def out_of_turn(walk: Walk, player: Player, pick: int) -> Outcome:
    """Ask for a choice that was once, or is not yet."""
    if player.choices():
        return refused(walk, player, pick)
    once = [body for who, body, _, _ in walk.landed if who is player]
    body = once[pick % len(once)] if once else {"move": BEYOND[walk.game][0]}
    answer = post(player, body)
    assert answer.status_code in (400, 409)
    return False, answer


def refused(walk: Walk, player: Player, pick: int) -> Outcome:
    body = {"move": BEYOND[walk.game][pick % 2]}
    answer = post(player, body, ("", "?dry_run=true")[pick % 2])
    assert answer.status_code in (400, 409, 422)
    return False, answer


def dry_run(walk: Walk, player: Player, pick: int) -> Outcome:
    """Of every choice: one may be what ends the round and turns cards up."""
    answer = None
    for choice in player.choices():
        answer = post(player, {"move": choice["move"]}, "?dry_run=true")
        assert set(strict(answer)) == {"legal", "version"}
    return False, answer


def repeated(walk: Walk, player: Player, pick: int) -> Outcome:
    if not walk.landed:
        return False, None
    player, body, key, first = walk.landed[pick % len(walk.landed)]
    answer = post(player, body, idempotency_key=key)
    assert (answer.status_code, answer.data) == (200, first)
    assert answer.headers["Idempotent-Replayed"] == "true"
    return False, None


def key_reused(walk: Walk, player: Player, pick: int) -> Outcome:
    if not walk.landed:
        return False, None
    player, body, key, _ = walk.landed[pick % len(walk.landed)]
    for changed in ({"move": {"type": "fold"}}, {**body, "seat": 0}):
        answer = post(player, changed, idempotency_key=key)
        assert answer.status_code in (400, 403, 422)
    return False, answer


def stale(walk: Walk, player: Player, pick: int) -> Outcome:
    past = walk.etags[pick % len(walk.etags)]
    if past == walk.etag(player):
        return False, None
    for choice in player.choices():
        answer = post(player, {"move": choice["move"]}, if_match=past)
        assert answer.status_code == 412
    address = f"{player.address}/resignation"
    answer = player.client.post(address, **of(player, if_match=past))
    assert answer.status_code == 412
    return False, answer


def leave(walk: Walk, player: Player, pick: int) -> Outcome:
    answer = player.client.delete(f"{player.address}/seats/{pick % 3}", **of(player))
    assert answer.status_code in (403, 409)
    return False, answer


def rejoin(walk: Walk, player: Player, pick: int) -> Outcome:
    body = {"name": "Eve", "entropy": str(pick)}
    address = f"{player.address}/seats"
    answer = player.client.post(address, json=body, **of((player, walk.left)[pick % 2]))
    assert answer.status_code == 409
    return False, answer


def cancel(walk: Walk, player: Player, pick: int) -> Outcome:
    method = ("DELETE", "PUT", "PATCH")[pick % 3]
    answer = player.client.open(f"{player.address}/moves", method=method, **of(player))
    assert answer.status_code == 405
    return False, answer


def dead_token(walk: Walk, player: Player, pick: int) -> Outcome:
    for path in ("", "/moves", "/events", "/proofs"):
        answer = walk.left.client.get(f"{player.address}{path}", **of(walk.left))
        assert answer.status_code == 401
    return False, answer


def other_doors(walk: Walk, player: Player, pick: int) -> Outcome:
    """Ask for what comes after the end, or needs no turn."""
    paths = ("rematch", "tickets", "seats/0", "hints")
    path = f"{player.address}/{paths[pick % 4]}"
    return False, player.client.post(path, **of(player))


def resign(walk: Walk, player: Player, pick: int) -> Outcome:
    if pick % 8 or not player.choices():
        return leave(walk, player, pick)
    answer = player.client.post(f"{player.address}/resignation", **of(player))
    assert answer.status_code == 200
    return True, None


STEPS: dict[str, Callable[[Walk, Player, int], Outcome]] = {
    each.__name__: each
    for each in (
        *(move, out_of_turn, refused, dry_run, repeated, key_reused, stale, leave),
        *(rejoin, cancel, dead_token, other_doors, resign),
    )
}
ON_TURN = ("move", "dry_run", "stale", "resign")


@pytest.mark.parametrize("game", BEYOND)
def test_s10_no_detour_leads_back_to_a_choice(
    settings: Settings, game: str, full: bool, figure: Callable[[str], None]
) -> None:
    apps = [create_app(settings) for _ in range(2)]
    asked = moves = 0
    for seed in range(FULL if full else SHORT):
        rng, walk = Random(seed), Walk(apps, game)
        for step in rng.sample(steps := [*STEPS] * 2 + ["move"] * 12, len(steps)):
            if walk.over:
                break
            walk.ask(step, rng.randrange(1 << 16))
            asked += 1
        moves += len(walk.landed)
    figure(f"{game}: {moves} moves among {asked} requests, none taken back")
