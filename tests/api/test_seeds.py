"""Before a match is over nothing tells the seed of its shuffles, or what follows."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from service.api.played import Play
from service.app import create_app
from service.config import Settings
from service.games import GAMES
from service.match import Match, Seated, pack
from service.shuffle import commitment
from tests.api.api import Player, create, strict
from tests.api.seen import Secrets, everything, match_of, said, spelled, store_of

SHORT, FULL = 3, 40
FINISHED = {"export_record", "verify_record", "analyse_match", "give_up"}
"""Operations whose examples are of matches that are over."""

every_game = pytest.mark.parametrize("game", GAMES)
both_disclosures = pytest.mark.parametrize("disclosure", ["full", "shown_only"])


def two_and_a_bot(client: FlaskClient, game: str, **body: Any) -> list[Player]:
    seats: list[Any] = [{"kind": "human"}, {"kind": "human"}]
    if game != "locus":
        seats.append({"kind": "bot", "level": 1})
    return create(client, game=game, seats=seats, **body)[1]


def play_on(players: list[Player], rng: Random) -> bool:
    """Make a legal move of somebody; False when the match is over."""
    for player in rng.sample(players, len(players)):
        choices = [c for c in player.choices() if c["move"]["type"] != "fold"]
        if choices:
            player.move(rng.choice(choices)["move"])
            return True
    return False


def resign(players: list[Player]) -> None:
    for player in players:
        player.client.post(f"{player.address}/resignation", headers=player.headers)
    assert players[0].look()["status"] == "finished"


@pytest.fixture
def logged(
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> Iterator[tuple[FlaskClient, Callable[[], str]]]:
    """A client of a service that logs all it can, and what has been written so far."""
    written: list[str] = []

    def log() -> str:
        out, err = capsys.readouterr()
        written.extend((out, err))
        return "".join(written) + caplog.text

    with caplog.at_level(logging.DEBUG):
        yield create_app(replace(settings, access_log=True)).test_client(), log


@both_disclosures
@every_game
def test_s03_no_viewer_and_no_log_is_told_what_a_deck_follows_from(
    logged: tuple[FlaskClient, Callable[[], str]],
    game: str,
    disclosure: str,
    full: bool,
    figure: Callable[[str], None],
) -> None:
    (client, log), rng, answers = logged, Random(f"{game} {disclosure}"), 0
    players = two_and_a_bot(client, game, disclosure=disclosure)
    first = players[0]
    for _ in range(FULL if full else SHORT):
        for viewer in [*players, Player(client, first.match_id)]:
            proved = viewer.client.get(
                f"{viewer.address}/proofs", headers=viewer.headers
            ).text
            secrets = Secrets(match_of(first), first.look()["version"], proved)
            for asked, told in everything(viewer, {}):
                assert not secrets.found_in(told), asked
                answers += 1
        for path in ("/metrics", "/v1/matches", f"/v1/games/{game}", "/readyz"):
            assert not secrets.found_in(said(client.get(path))), path
        assert not secrets.found_in(re.sub(r'"ms": ?[\d.]+', "", log()))
        if not all(play_on(players, rng) for _ in range(4)):
            break
    resign(players)
    record = said(client.get(f"{first.address}/record"))
    tells = any(form in record for form in spelled(match_of(first).seed))
    assert tells == (disclosure == "full")
    figure(f"{game}, {disclosure}: {answers} answers before the end tell no secret")


def test_s03_a_match_that_cannot_be_read_is_not_quoted(
    logged: tuple[FlaskClient, Callable[[], str]],
) -> None:
    client, log = logged
    (player, _) = two_and_a_bot(client, "locus")
    match = match_of(player)
    secrets = Secrets(match, 1)
    whole = pack(match)
    client.application.config["PROPAGATE_EXCEPTIONS"] = False
    broken = msgspec.structs.replace(match, state=b"\x01" + (match.state or b"")[9:])
    for data in (b"\x02" + whole[1:], whole[:-40], whole + whole, pack(broken)):
        keep(player, data)
        for path in ("", "/moves", "/proofs"):
            answer = client.get(player.address + path, headers=player.headers)
            newer = data[:1] == b"\x02"
            assert answer.status_code == (503 if newer else 500)
            assert strict(answer)["code"] == ("newer_format" if newer else "internal")
            assert not secrets.found_in(said(answer))
    assert "Error" in log()
    assert not secrets.found_in(log())


def keep(player: Player, data: bytes) -> None:
    """Put a match in the store as it is."""
    name = f"tapete:{{{player.match_id}}}"
    store_of(player)._redis.hset(name, "data", data)


@every_game
def test_s03_another_seed_and_other_unseen_cards_change_no_byte(
    client: FlaskClient, game: str, full: bool
) -> None:
    """But the commitment to the seed, and what is proved by it."""
    rng = Random(game)
    players = two_and_a_bot(client, game)
    for _ in range(FULL if full else SHORT):
        original = match_of(players[0])
        for viewer in [*players, Player(client, players[0].match_id)]:
            before = steady(viewer, original)
            twin = other(original, viewer.look()["you"], rng)
            keep(viewer, pack(twin))
            assert steady(viewer, twin) == before
            keep(viewer, pack(original))
        if not all(play_on(players, rng) for _ in range(4)):
            break


def other(match: Match, seat: int | None, rng: Random) -> Match:
    """A match that a seat cannot tell from its own, with another seed."""

    def shuffled(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(rng.sample(cards, len(cards)))

    twin = match.rules.encode(match.rules.redeal(match.position(), seat, shuffled))
    return msgspec.structs.replace(match, state=twin, seed=rng.randbytes(32))


def steady(viewer: Player, match: Match) -> dict[str, str]:
    """What a viewer gets, without times, who is there, and what a seed is bound by."""
    public = commitment(match.seed)
    told = {}
    for asked, answer in everything(viewer, {"X-Request-Id": "mine"}):
        if "/proofs" not in asked and "/presence" not in asked:
            answer = re.sub(r"dur=[0-9.]+|\d\d:\d\d:[0-9.]+Z", "", answer)
            told[asked] = answer.replace(public, "commitment")
    return told


@every_game
def test_s03_examples_of_running_matches_tell_nothing_of_their_seed(
    client: FlaskClient, game: str
) -> None:
    rules = GAMES[game]
    play = Play(rules, [Seated("bot", "", 3)] * (rules.seats.start - 1))
    proved = msgspec.json.encode(play.proofs()).decode()
    play.move()
    secrets = Secrets(play.match, 2, proved)
    whole = strict(client.get("/openapi.json"))
    told = running = 0
    for item in whole["paths"].values():
        for operation in item.values():
            text = json.dumps(examples(operation, game), ensure_ascii=False)
            if operation["operationId"] in FINISHED:
                told += bool(secrets.found_in(text))
            else:
                running += len(text) > 2
                assert not secrets.found_in(text), operation["operationId"]
    assert running > 7
    assert told >= 2


def examples(operation: Any, game: str) -> list[Any]:
    """All examples that an operation has of a game."""
    forms = [operation.get("requestBody", {}), *operation["responses"].values()]
    return [
        content["examples"][game]
        for form in forms
        for content in form.get("content", {}).values()
        if game in content.get("examples", {})
    ]
