"""Hints: for the seat that is to move, from what it sees, and never a change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.context import EXTENSION
from service.app import create_app
from service.bots import HINTS
from service.config import Settings
from service.games import GAMES
from service.match import pack, unpack
from service.store.embedded import EmbeddedServer
from tests.api.api import Player, create, finish, strict, two_humans
from tests.api.test_bad_input import check_problem
from tests.live import running_service

every_game = pytest.mark.parametrize("game", HINTS)


def ask(player: Player, **more: Any) -> TestResponse:
    return player.client.post(f"{player.address}/hints", headers=player.headers, **more)


def hints(player: Player) -> Any:
    answer = ask(player)
    assert answer.status_code == 200, answer.data
    return strict(answer)


def to_move(client: FlaskClient, game: str, **body: Any) -> Player:
    """Somebody whose turn it is, against a bot."""
    return create(client, game=game, **body)[1][0]


@every_game
def test_a_seat_to_move_is_told_what_its_game_has_to_say(
    client: FlaskClient, game: str
) -> None:
    player = to_move(client, game)
    answer = hints(player)
    state = player.look()
    assert (answer["version"], answer["seat"]) == (state["version"], state["you"])
    assert answer["hints"]["game"] == game
    msgspec.convert(answer["hints"], HINTS[game].shape)


def test_locus_rates_every_legal_placement_the_best_first(client: FlaskClient) -> None:
    player = to_move(client, "locus", options={"grid": "6x5"})
    placements = hints(player)["hints"]["placements"]
    moves = [tuple(hint["move"].values()) for hint in placements]
    legal = {tuple(c["move"].values()): c["earns"]["points"] for c in player.choices()}
    assert sorted(moves) == sorted(legal)
    for move, hint in zip(moves, placements, strict=True):
        assert hint["points"] == legal[move]
    margins = [hint["margin"] for hint in placements]
    assert margins == sorted(margins, reverse=True)


@every_game
def test_asking_changes_nothing_and_is_answered_the_same_each_time(
    client: FlaskClient, game: str
) -> None:
    player = to_move(client, game)
    events = f"{player.address}/events?limit=1000"
    before = player.look(), client.get(events, headers=player.headers).data
    answers = {ask(player).data for _ in range(3)}
    assert len(answers) == 1
    assert before == (player.look(), client.get(events, headers=player.headers).data)


@every_game
def test_all_workers_answer_alike(tmp_path: Path, game: str) -> None:
    env = {"TAPETE_RATE_LIMIT_HINTS": ""}
    with (
        running_service(tmp_path, workers=2, env=env) as live,
        httpx.Client(base_url=live.url) as http,
    ):
        opened = http.post("/v1/matches", json={"game": game}).json()
        address = f"/v1/matches/{opened['match']['id']}/hints"
        headers = {"Authorization": f"Bearer {opened['tokens'][0]['token']}"}
        headers["Connection"] = "close"
        answers = {http.post(address, headers=headers).content for _ in range(10)}
    (answer,) = answers
    assert b'"hints"' in answer


@every_game
def test_twins_of_a_match_get_the_same_hints_to_the_byte(
    client: FlaskClient, game: str
) -> None:
    rng = Random(game)
    for number in range(4):
        player = to_move(client, game)
        for _ in range(number):
            player.move(player.choices()[0]["move"])
        if player.look()["you"] not in player.look()["to_move"]:
            continue
        told = ask(player).data
        become_twin(client, player, rng)
        assert ask(player).data == told


def become_twin(client: FlaskClient, player: Player, rng: Random) -> None:
    """Put a state in the store that seat 0 cannot tell from the match's own.

    Its cards come from another seed: hints must not be drawn from that either.
    """
    store = client.application.extensions[EXTENSION]._store
    match = unpack(store.load(player.match_id).data)
    state = match.position()

    def shuffled(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(rng.sample(cards, len(cards)))

    twin = match.rules.encode(match.rules.redeal(state, 0, shuffled))
    assert twin != match.rules.encode(state)
    data = pack(msgspec.structs.replace(match, state=twin, seed=bytes(32)))
    store._redis.hset(f"tapete:{{{player.match_id}}}", "data", data)


@every_game
def test_only_a_seat_to_move_is_told(client: FlaskClient, game: str) -> None:
    first, second = two_humans(client, game=game)
    while 1 in first.look()["to_move"]:
        second.move(second.choices()[-1]["move"])
    assert first.look()["to_move"] == [0]
    assert ask(first).status_code == 200
    assert check_problem(ask(second), 409)["code"] == "not_your_turn"
    spectator = Player(client, first.match_id)
    assert check_problem(ask(spectator), 401)["code"] == "bad_token"
    stranger = Player(client, first.match_id, token="x" * 43)
    assert check_problem(ask(stranger), 401)["code"] == "bad_token"
    first.client.post(f"{first.address}/resignation", headers=first.headers)
    assert check_problem(ask(first), 409)["code"] == "match_over"


def test_a_private_match_says_no_more_to_strangers(client: FlaskClient) -> None:
    player = to_move(client, "locus", spectators="none")
    spectator = Player(client, player.match_id)
    assert check_problem(ask(spectator), 403)["code"] == "no_spectators"
    assert ask(player).status_code == 200


def test_before_the_start_there_is_nothing_to_say(client: FlaskClient) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}]
    _, (player,) = create(client, seats=seats)
    assert check_problem(ask(player), 409)["code"] == "not_started"


@pytest.mark.parametrize("match_id", ["x" * 22, "short"])
def test_no_match_no_hints(client: FlaskClient, match_id: str) -> None:
    answer = ask(Player(client, match_id, token="x" * 43))
    assert check_problem(answer, 404)["code"] == "match_not_found"


def test_a_game_without_hints_says_so(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(HINTS, "locus")
    player = to_move(client, "locus")
    assert strict(client.get("/v1/games/locus"))["hints"] is False
    assert check_problem(ask(player), 404)["code"] == "no_advice"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"seat": 1}'])
def test_a_body_does_not_matter(client: FlaskClient, body: bytes) -> None:
    player = to_move(client, "locus")
    answer = ask(player, data=body, content_type="application/json")
    assert answer.data == ask(player).data


def test_other_methods_are_refused(client: FlaskClient) -> None:
    player = to_move(client, "locus")
    answer = client.get(f"{player.address}/hints", headers=player.headers)
    assert check_problem(answer, 405)["code"] == "method_not_allowed"
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_may_be_played_without_hints(client: FlaskClient, game: str) -> None:
    answer, players = create(
        client,
        game=game,
        assist=False,
        seats=[{"kind": "human"}, {"kind": "human"}],
    )
    assert answer["match"]["assist"] is False
    for player in players:
        assert player.look()["assist"] is False
        assert check_problem(ask(player), 403)["code"] == "assist_off"
    assert create(client, game=game)[0]["match"]["assist"] is True


@pytest.mark.parametrize("value", [0, "false", None, []])
def test_assist_is_true_or_false(client: FlaskClient, value: Any) -> None:
    answer = client.post("/v1/matches", json={"game": "locus", "assist": value})
    (fault,) = check_problem(answer, 400)["errors"]
    assert fault["pointer"] == "/assist"


def test_the_lobby_says_which_matches_are_without_hints(client: FlaskClient) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}]
    opened, _ = create(client, seats=seats, assist=False)
    listed = strict(client.get("/v1/matches?limit=100"))["matches"]
    told = {match["id"]: match["assist"] for match in listed}
    assert told[opened["match"]["id"]] is False


def test_a_rematch_stays_without_hints_and_the_record_tells(
    client: FlaskClient,
) -> None:
    _, (player,) = create(client, assist=False, options={"grid": "6x5"})
    finish(player)
    record = strict(client.get(f"{player.address}/record"))
    assert record["assist"] is False
    assert strict(client.post("/v1/verify", json=record))["ok"]
    again = client.post(f"{player.address}/rematch", headers=player.headers)
    following = Player(client, strict(again)["id"], player.token)
    assert following.look()["assist"] is False


def test_a_record_of_a_match_with_hints_does_not_mention_them(
    client: FlaskClient,
) -> None:
    _, (player,) = create(client, options={"grid": "6x5"})
    finish(player)
    record = strict(client.get(f"{player.address}/record"))
    assert "assist" not in record
    assert strict(client.post("/v1/verify", json=record))["ok"]
    forged = strict(client.post("/v1/verify", json={**record, "assist": False}))
    assert [check["name"] for check in forged["checks"] if not check["ok"]] == [
        "digest"
    ]
    check_problem(client.post("/v1/verify", json={**record, "assist": True}), 400)


def test_hints_have_a_limit_of_their_own(settings: Settings) -> None:
    app = create_app(replace(settings, rate_limit_hints="2/hour"))
    first, second = two_humans(app.test_client())
    for _ in range(2):
        answer = ask(first)
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"hints";q=2;w=3600'
    refused = ask(first)
    assert check_problem(refused, 429)["detail"] == "Hints: at most 2 per hour."
    assert int(refused.headers["Retry-After"]) > 0
    looked = first.client.get(first.address, headers=first.headers)
    assert looked.status_code == 200
    assert "RateLimit-Policy" not in looked.headers
    first.move(first.choices()[0]["move"])
    assert ask(second).status_code == 200


def test_hints_count_with_all_requests_too(settings: Settings) -> None:
    limits = {"rate_limit": "5/hour", "rate_limit_hints": "9/hour"}
    app = create_app(replace(settings, **limits))
    (player, _) = two_humans(app.test_client())
    policies = ask(player).headers.getlist("RateLimit-Policy")
    assert sorted(policies) == ['"hints";q=9;w=3600', '"requests";q=5;w=3600']
    for _ in range(4):
        ask(player)
    refused = check_problem(ask(player), 429)
    assert refused["detail"] == "Requests: at most 5 per hour."


def test_without_the_store_hints_are_away_like_the_match(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    app = create_app(Settings(redis_url=server.start(), redis_timeout=0.5))
    (player, _) = two_humans(app.test_client())
    assert ask(player).status_code == 200
    server.stop()
    assert check_problem(ask(player), 503)["code"] == "store_unavailable"


def test_the_limit_is_sixty_a_minute_unless_it_is_set() -> None:
    assert Settings().rate_limit_hints == "60/minute"


def test_server_timing_tells_how_long_thinking_took(client: FlaskClient) -> None:
    answer = ask(to_move(client, "locus"))
    assert "hints;dur=" in answer.headers["Server-Timing"]
