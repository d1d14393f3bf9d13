"""Matches over HTTP: create, join, look and move."""

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from tests.api.api import Player, create, finish, strict, two_humans


def test_a_newcomer_plays_a_whole_match_against_the_default_bot(
    client: FlaskClient,
) -> None:
    answer, (player,) = create(client)
    seats = answer["match"]["seats"]
    assert [(s["kind"], s["level"]) for s in seats] == [("human", None), ("bot", 3)]
    assert answer["match"]["you"] == 0
    end = finish(player)
    result, view = end["result"], end["view"]
    assert end["to_move"] == []
    assert view["chips_left"] == [0, 0]
    assert result["scores"] == view["totals"] == view["scores"]
    best = max(result["scores"])
    assert result["winners"] == [s for s in (0, 1) if result["scores"][s] == best]


@pytest.mark.parametrize(
    ("grid", "cells"), [("6x5", 30), ("6x6", 36), ("7x6", 42), ("8x6", 48)]
)
def test_every_grid_is_played_to_the_last_cell(
    client: FlaskClient, grid: str, cells: int
) -> None:
    players = two_humans(client, options={"grid": grid})
    end = finish(*players)
    assert len(end["view"]["cells"]) == len(end["view"]["turns"]) == cells
    assert end["view"]["columns"] * end["view"]["rows"] == cells
    for seat in (0, 1):
        turns = [t for t in end["view"]["turns"] if t["seat"] == seat]
        assert sum(t["points"] for t in turns) == end["view"]["scores"][seat]
        assert all(t["points"] == t["hand"] + t["bonus"] for t in turns)


def test_the_view_shows_whose_chip_lies_how_and_which_cards_are_dead(
    client: FlaskClient,
) -> None:
    first, second = two_humans(client)
    first.move({"type": "place", "cell": "b2", "face": "down"})
    second.move({"type": "place", "cell": "c4", "face": "up"})
    cells = {cell["cell"]: cell for cell in first.look()["view"]["cells"]}
    down, up, free = cells["b2"], cells["c4"], cells["a1"]
    assert (down["owner"], down["face"], down["alive"]) == (0, "down", False)
    assert (up["owner"], up["face"], up["alive"]) == (1, "up", True)
    assert (free["owner"], free["face"], free["alive"]) == (None, None, True)


def test_listed_points_are_what_the_move_earns(client: FlaskClient) -> None:
    players = two_humans(client, options={"grid": "6x5"})
    for turn in range(30):
        player = players[turn % 2]
        choice = player.choices()[-1 - turn % 2]
        events = player.move(choice["move"])["events"]
        assert len(events) == 1
        placed = events[0]["event"]
        for part in ("hand", "bonus", "points", "category"):
            assert placed[part] == choice["earns"][part]


def test_komi_goes_to_the_seat_that_moves_second(client: FlaskClient) -> None:
    for first, second in ((0, 1), (1, 0)):
        players = two_humans(client, options={"first": first, "komi": 7.5})
        state = players[0].look()
        assert state["to_move"] == [first]
        assert state["view"]["totals"][second] == 7.5
        assert state["view"]["totals"][first] == 0


def test_a_random_first_seat_is_either_one(client: FlaskClient) -> None:
    starts = set()
    for _ in range(40):
        _, players = create(client, seats=[{"kind": "human"}] * 2, options=_RANDOM)
        starts.add(players[0].look()["to_move"][0])
    assert starts == {0, 1}


_RANDOM = {"first": "random"}


def test_the_last_open_seat_to_be_taken_starts_the_match(client: FlaskClient) -> None:
    answer, (creator,) = create(client, seats=[{"kind": "human"}, {"kind": "open"}])
    assert answer["match"]["status"] == "open"
    assert answer["match"]["view"] is None
    assert creator.choices() == []
    too_soon = creator.post({"type": "place", "cell": "a1", "face": "up"})
    assert (too_soon.status_code, strict(too_soon)["code"]) == (409, "not_started")

    address = f"{creator.address}/seats"
    joined = client.post(address, json={"name": "Ada 🂡 עדה", "entropy": "x"})
    assert joined.status_code == 201
    body = strict(joined)
    assert (body["seat"], body["match"]["you"]) == (1, 1)
    assert body["match"]["status"] == "playing"
    assert body["match"]["seats"][1]["name"] == "Ada 🂡 עדה"
    guest = Player(client, creator.match_id, body["token"])

    late = client.post(address, json={"name": "Bob"})
    assert (late.status_code, strict(late)["code"]) == (409, "no_open_seat")
    finish(creator, guest)


def test_bots_answer_in_the_same_commit(client: FlaskClient) -> None:
    _, (player,) = create(client)
    version = player.look()["version"]
    moved = player.move(player.choices()[0]["move"])
    assert moved["match"]["version"] == version + 1
    assert [e["event"]["seat"] for e in moved["events"]] == [0, 1]
    assert [e["id"] for e in moved["events"]] == [f"{version + 1}-{n}" for n in (0, 1)]
    assert moved["match"]["to_move"] == [0]


def test_bots_alone_play_out_at_creation(client: FlaskClient) -> None:
    for level in (1, 2, 3):
        bots = [{"kind": "bot", "level": level}, {"kind": "bot", "level": 1}]
        answer, players = create(client, seats=bots)
        assert players == []
        assert answer["match"]["status"] == "finished"
        assert len(answer["match"]["view"]["turns"]) == 36


def test_a_spectator_sees_the_grid_and_cannot_move(client: FlaskClient) -> None:
    _, (player,) = create(client)
    watcher = Player(client, player.match_id)
    seen = watcher.look()
    assert seen["you"] is None
    assert seen["view"] == player.look()["view"]
    refused = watcher.post(player.choices()[0]["move"])
    assert (refused.status_code, strict(refused)["code"]) == (401, "bad_token")
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_opens_its_own_seat_only(client: FlaskClient) -> None:
    first, second = two_humans(client)
    _, (stranger, _) = create(client, seats=[{"kind": "human"}] * 2)
    move = first.choices()[0]["move"]
    assert first.post(move, seat=1).status_code == 403
    assert second.post(move).status_code == 409
    assert Player(client, first.match_id, stranger.token).post(move).status_code == 401
    assert first.look()["version"] == 1
    assert first.post(move, seat=0).status_code == 200


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic abc", "Bearer nobody", "Bearer é"]
)
def test_a_bad_authorization_header_is_never_a_spectator(
    client: FlaskClient, header: str
) -> None:
    _, (player,) = create(client)
    for address in (player.address, f"{player.address}/moves"):
        answer = client.get(address, headers={"Authorization": header})
        assert (answer.status_code, strict(answer)["code"]) == (401, "bad_token")


@pytest.mark.parametrize("query", ["player=null", "player=-1", "player=99", "seat=1"])
def test_no_query_makes_another_viewer(client: FlaskClient, query: str) -> None:
    _, (player,) = create(client)
    answer = client.get(f"{player.address}?{query}")
    assert strict(answer)["you"] is None


def test_moves_that_cannot_be_made_change_nothing(client: FlaskClient) -> None:
    first, second = two_humans(client, options={"grid": "6x5"})
    first.move({"type": "place", "cell": "a1", "face": "up"})
    version = first.look()["version"]

    taken = second.post({"type": "place", "cell": "a1", "face": "down"})
    problem = strict(taken)
    assert (taken.status_code, problem["code"]) == (422, "illegal_move")
    assert problem["detail"] == "a1 carries a chip already."
    assert problem["legal_moves"] == second.choices()
    off = second.post({"type": "place", "cell": "a6", "face": "down"})
    assert (off.status_code, strict(off)["detail"]) == (422, "a6 is off the 6x5 grid.")
    early = first.post({"type": "place", "cell": "b2", "face": "up"})
    assert (early.status_code, strict(early)["code"]) == (409, "not_your_turn")
    assert first.look()["version"] == version

    finish(first, second)
    version = first.look()["version"]
    for player in (first, second):
        over = player.post({"type": "place", "cell": "b2", "face": "up"})
        assert (over.status_code, strict(over)["code"]) == (409, "match_over")
    assert first.look()["version"] == version


def test_another_worker_finds_the_match_where_it_was(
    client: FlaskClient, settings: Settings
) -> None:
    _, (player,) = create(client)
    seen = player.look()
    elsewhere = create_app(settings).test_client()
    assert Player(elsewhere, player.match_id, player.token).look() == seen
    finish(Player(elsewhere, player.match_id, player.token))
    assert player.look()["status"] == "finished"


def test_no_two_matches_are_dealt_alike(client: FlaskClient) -> None:
    deals = set()
    for _ in range(50):
        answer, _ = create(client)
        deals.add(tuple(c["card"] for c in answer["match"]["view"]["cells"]))
    assert len(deals) == 50


def test_the_etag_changes_with_version_and_viewer(client: FlaskClient) -> None:
    first, second = two_humans(client)

    def etag(player: Player) -> str:
        answer = client.get(player.address, headers=player.headers)
        return str(answer.headers["ETag"])

    before = {etag(first), etag(second), etag(Player(client, first.match_id))}
    assert len(before) == 3
    assert etag(first) in before
    moved = first.post(first.choices()[0]["move"])
    assert moved.headers["ETag"] == etag(first)
    assert etag(first) not in before
