"""Analysis of finished matches: what each move lost, and never a hidden card."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import httpx
import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import records
from service.app import create_app
from service.bots import HINTS
from service.config import Settings
from service.games.poker7_table import hole
from tests.api.api import Player, create, finish, strict, two_humans
from tests.api.test_bad_input import check_problem
from tests.live import running_service

every_game = pytest.mark.parametrize("game", HINTS)
SHORT: dict[str, Any] = {"locus": {"grid": "6x5"}, "poker7": {"hands": 2}}


def ask(player: Player, query: str = "", **headers: str) -> TestResponse:
    return player.client.get(
        f"{player.address}/analysis{query}", headers={**player.headers, **headers}
    )


def analysis(player: Player, query: str = "") -> Any:
    answer = ask(player, query)
    assert answer.status_code == 200, answer.data
    return strict(answer)


def between_bots(client: FlaskClient, game: str, **body: Any) -> Player:
    """A spectator of a finished match."""
    seats = [{"kind": "bot", "level": 2}, {"kind": "bot", "level": 3}]
    options = SHORT.get(game, {})
    answer, _ = create(client, game=game, seats=seats, options=options, **body)
    return Player(client, answer["match"]["id"])


@every_game
def test_every_judged_move_is_the_record_s_action_of_its_number(
    client: FlaskClient, game: str
) -> None:
    watcher = between_bots(client, game)
    judged = analysis(watcher)["moves"]
    actions = strict(client.get(f"{watcher.address}/record"))["actions"]
    assert judged
    for each in judged:
        action = actions[each["number"] - 1]
        assert (each["seat"], each["move"]) == (action["seat"], action["move"])
        assert (each["loss"] is None) == (each["best"] is None)
        assert each["loss"] is None or each["loss"] >= 0


def test_the_last_placements_of_locus_are_judged_exactly(client: FlaskClient) -> None:
    watcher = between_bots(client, "locus")
    found = analysis(watcher)
    assert (found["measure"], found["unit"], found["next"]) == (
        "margin",
        "points",
        None,
    )
    judged = found["moves"]
    assert [each["number"] for each in judged] == list(range(1, 31))
    assert all(each["exact"] for each in judged[-14:])
    totals = watcher.look()["view"]["totals"]
    last = judged[-1]
    assert last["value"] == totals[last["seat"]] - totals[1 - last["seat"]]
    for before, after in zip(judged[-14:], judged[-13:], strict=False):
        # What best play makes of a position is what the one to move makes of it.
        assert before["value"] == -(after["value"] + after["loss"])


@every_game
def test_pages_make_up_the_whole(client: FlaskClient, game: str) -> None:
    watcher = between_bots(client, game)
    whole = analysis(watcher)["moves"]
    query, found = "?limit=7", []
    while True:
        page = analysis(watcher, query)
        found += page["moves"]
        if page["next"] is None:
            break
        address, _, rest = page["next"].partition("?")
        assert address == f"{watcher.address}/analysis"
        query = f"?{rest}"
    assert found == whole
    assert analysis(watcher, "?after=999999999")["moves"] == []


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "limit=0", "limit=101", "limit=1_0", "after=1.0"]
)
def test_pages_that_make_no_sense_are_refused(client: FlaskClient, query: str) -> None:
    check_problem(ask(between_bots(client, "locus"), f"?{query}"), 400)


@every_game
def test_a_match_that_goes_on_is_not_judged(client: FlaskClient, game: str) -> None:
    first, _ = two_humans(client, game=game)
    for player in (first, Player(client, first.match_id)):
        assert check_problem(ask(player), 409)["code"] == "not_finished"
    _, (opener,) = create(client, seats=[{"kind": "human"}, {"kind": "open"}])
    assert check_problem(ask(opener), 409)["code"] == "not_finished"


def test_who_may_look_is_as_with_the_match(client: FlaskClient) -> None:
    _, (player,) = create(client, spectators="none")
    watcher = Player(client, player.match_id)
    assert check_problem(ask(watcher), 403)["code"] == "no_spectators"
    client.post(f"{player.address}/resignation", headers=player.headers)
    assert ask(watcher).status_code == 200
    stranger = Player(client, player.match_id, token="x" * 43)
    assert check_problem(ask(stranger), 401)["code"] == "bad_token"
    nowhere = Player(client, "x" * 22)
    assert check_problem(ask(nowhere), 404)["code"] == "match_not_found"


def test_a_game_without_analysis_says_so(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(HINTS, "locus")
    answer = ask(between_bots(client, "locus"))
    assert check_problem(answer, 404)["code"] == "no_advice"


@every_game
def test_it_changes_nothing_and_is_the_same_each_time(
    client: FlaskClient, game: str
) -> None:
    watcher = between_bots(client, game)
    before = watcher.look()
    assert ask(watcher).data == ask(watcher).data
    assert watcher.look() == before


@every_game
def test_all_workers_judge_alike(tmp_path: Path, game: str) -> None:
    with (
        running_service(tmp_path, workers=2) as live,
        httpx.Client(base_url=live.url, headers={"Connection": "close"}) as http,
    ):
        seats = [{"kind": "bot", "level": 2}] * 2
        body = {"game": game, "seats": seats, "options": SHORT.get(game, {})}
        match_id = http.post("/v1/matches", json=body).json()["match"]["id"]
        address = f"/v1/matches/{match_id}/analysis"
        (answer,) = {http.get(address).content for _ in range(8)}
    assert b'"moves"' in answer


def test_who_has_it_is_not_sent_it_again(client: FlaskClient) -> None:
    watcher = between_bots(client, "locus")
    tag = ask(watcher).headers["ETag"]
    again = ask(watcher, **{"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert ask(watcher, **{"If-None-Match": '"1-0"'}).status_code == 200


def test_a_resignation_is_no_move(client: FlaskClient) -> None:
    _, (player,) = create(client)
    player.move(player.choices()[0]["move"])
    client.post(f"{player.address}/resignation", headers=player.headers)
    assert [each["seat"] for each in analysis(player)["moves"]] == [0, 1]


def test_a_match_without_hints_is_judged_when_it_is_over(client: FlaskClient) -> None:
    _, (player,) = create(client, assist=False, options={"grid": "6x5"})
    finish(player)
    assert len(analysis(player)["moves"]) == 30


def test_it_counts_with_hints_against_their_limit(settings: Settings) -> None:
    app = create_app(replace(settings, rate_limit_hints="2/hour"))
    _, (player,) = create(app.test_client())
    hints = f"{player.address}/hints"
    assert player.client.post(hints, headers=player.headers).status_code == 200
    player.client.post(f"{player.address}/resignation", headers=player.headers)
    assert ask(player).status_code == 200
    assert check_problem(ask(player), 429)["code"] == "rate_limited"


def test_a_whole_match_on_the_largest_grid_is_judged_within_a_request(
    client: FlaskClient, figure: Any
) -> None:
    seats = [{"kind": "bot", "level": 5}] * 2
    answer, _ = create(client, seats=seats, options={"grid": "8x6"})
    began = perf_counter()
    judged = analysis(Player(client, answer["match"]["id"]))["moves"]
    seconds = perf_counter() - began
    figure(f"Analysis of a Locus match on 8x6: {seconds:.1f} s")
    assert len(judged) == 48
    assert seconds < 10


def shown_only(client: FlaskClient, seed: int) -> tuple[list[Player], Any]:
    """A finished match of Poker7 with folded hands, and its record."""
    rng = Random(seed)
    players = create(
        client,
        game="poker7",
        seats=[{"kind": "human"}] * 3,
        options={"hands": 6},
        disclosure="shown_only",
    )[1]
    for _ in range(500):
        state = players[0].look()
        if state["status"] == "finished":
            return players, strict(client.get(f"{players[0].address}/record"))
        player = players[state["to_move"][0]]
        moves = {choice["move"]["type"]: choice["move"] for choice in player.choices()}
        wanted = rng.choice(["fold", "call", "call", "check"])
        player.move(moves.get(wanted) or moves.get("check") or [*moves.values()][-1])
    raise AssertionError("the match does not end")


def hidden(record: Any) -> dict[int, bool]:
    """By number of an action, whether the record hides a card that its seat had."""
    before, found = None, {}
    read = records.decode(msgspec.json.encode(record))
    for number, played in enumerate(records.replay(read)):
        if before is not None and played.action is not None:
            deck = record["decks"][before.hand]
            found[number] = None in [deck[p] for p in hole(before, played.action.seat)]
        before = played.state
    return found


def test_folded_hands_that_stay_hidden_are_judged_for_their_own_seat_alone(
    client: FlaskClient,
) -> None:
    left_out = 0
    for seed in range(6):
        players, record = shown_only(client, seed)
        watcher = Player(client, players[0].match_id)
        public = {each["number"]: each for each in analysis(watcher)["moves"]}
        for seat, player in enumerate(players):
            own = {each["number"]: each for each in analysis(player)["moves"]}
            assert public.items() <= own.items()
            extra = [own[number] for number in own.keys() - public.keys()]
            assert {each["seat"] for each in extra} <= {seat}
            left_out += len(extra)
        told = {number for number, unseen in hidden(record).items() if not unseen}
        assert set(public) == told
    assert left_out > 0
