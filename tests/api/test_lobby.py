"""Open matches are found and joined, seats left, and matches played again."""

import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.context import EXTENSION
from service.games import GAMES
from tests.api.api import Player, create, finish, strict, two_humans
from tests.api.test_bad_input import check_problem

OPEN = [{"kind": "human"}, {"kind": "open"}]


@pytest.fixture(autouse=True)
def empty_lobby(client: FlaskClient) -> None:
    client.application.extensions[EXTENSION]._store._redis.delete("tapete:lobby")


def listed(client: FlaskClient, query: str = "") -> list[str]:
    """Ids of all open matches, page by page."""
    ids: list[str] = []
    address = f"/v1/matches?{query}"
    while True:
        answer = client.get(address)
        assert answer.status_code == 200
        page = strict(answer)
        ids += [match["id"] for match in page["matches"]]
        if page["next"] is None:
            assert "Link" not in answer.headers
            return ids
        address = page["next"]
        assert answer.headers["Link"] == f'<{address}>; rel="next"'


def open_match(client: FlaskClient, **body: Any) -> Player:
    return create(client, seats=OPEN, **body)[1][0]


def join(client: FlaskClient, match_id: str, **body: Any) -> Any:
    return client.post(f"/v1/matches/{match_id}/seats", json={"name": "Ada", **body})


def test_open_matches_are_listed_newest_first_over_any_number_of_pages(
    client: FlaskClient,
) -> None:
    ids = [open_match(client).match_id for _ in range(7)]
    newest_first = list(reversed(ids))
    for limit in (1, 2, 3, 7, 100):
        assert listed(client, f"limit={limit}") == newest_first


def test_only_open_matches_of_the_game_are_listed(client: FlaskClient) -> None:
    create(client)
    two_humans(client)
    by_game = {game: open_match(client, game=game).match_id for game in GAMES}
    for game, match_id in by_game.items():
        assert listed(client, f"game={game}&status=open") == [match_id]
    assert listed(client, "game=chess") == []
    assert set(listed(client)) == set(by_game.values())


def test_a_match_leaves_the_list_when_its_last_seat_is_taken(
    client: FlaskClient,
) -> None:
    first, second = open_match(client), open_match(client)
    join(client, first.match_id)
    assert listed(client) == [second.match_id]
    store = client.application.extensions[EXTENSION]._store
    assert store._redis.zcard("tapete:lobby") == 1


def test_an_open_match_tells_what_is_played_and_no_card(client: FlaskClient) -> None:
    open_match(client, options={"grid": "8x6"}, clock={"turn": 30})
    (match,) = strict(client.get("/v1/matches"))["matches"]
    assert match["options"]["grid"] == "8x6"
    assert match["clock"]["turn"] == 30
    assert (match["status"], match["view"], match["you"]) == ("open", None, None)


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "cursor=x", "cursor=-1", "status=finished"]
)
def test_a_list_that_makes_no_sense_is_refused(client: FlaskClient, query: str) -> None:
    check_problem(client.get(f"/v1/matches?{query}"), 400)


def test_an_unlisted_match_is_joined_by_invitation_only(client: FlaskClient) -> None:
    answer, (creator,) = create(client, seats=OPEN, unlisted=True)
    invitation = answer["invitation"]
    assert listed(client) == []
    for wrong in ({}, {"invitation": ""}, {"invitation": "guess"}):
        refused = join(client, creator.match_id, **wrong)
        assert check_problem(refused, 403)["code"] == "not_invited"
    assert invitation not in client.get(creator.address).text
    assert join(client, creator.match_id, invitation=invitation).status_code == 201


def test_a_listed_match_needs_no_invitation(client: FlaskClient) -> None:
    answer, (creator,) = create(client, seats=OPEN)
    assert answer["invitation"] is None
    assert join(client, creator.match_id).status_code == 201


def test_a_seat_that_is_left_is_open_again_and_its_token_worthless(
    client: FlaskClient,
) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
    _, (creator,) = create(client, game="lamarckian", seats=seats)
    guest = strict(join(client, creator.match_id, entropy="mine"))
    mine = {"Authorization": f"Bearer {guest['token']}"}
    other = client.delete(f"{creator.address}/seats/0", headers=mine)
    assert check_problem(other, 403)["code"] == "wrong_seat"
    check_problem(client.delete(f"{creator.address}/seats/1"), 401)

    left = client.delete(f"{creator.address}/seats/1", headers=mine)
    assert left.status_code == 200
    assert strict(left)["match"]["seats"][1]["kind"] == "open"
    assert listed(client) == [creator.match_id]
    check_problem(client.get(creator.address, headers=mine), 401)
    assert join(client, creator.match_id).status_code == 201
    assert join(client, creator.match_id).status_code == 201
    assert creator.look()["status"] == "playing"


def test_nobody_leaves_a_match_that_is_played(client: FlaskClient) -> None:
    first, _ = two_humans(client)
    answer = client.delete(f"{first.address}/seats/0", headers=first.headers)
    assert check_problem(answer, 409)["code"] == "already_started"
    strange = client.delete(f"{first.address}/seats/x", headers=first.headers)
    check_problem(strange, 404)


def test_a_rematch_is_one_match_for_all_with_the_same_tokens(
    client: FlaskClient,
) -> None:
    first, second = two_humans(client, options={"grid": "6x5", "komi": 7.5})
    too_soon = client.post(f"{first.address}/rematch", headers=first.headers)
    assert check_problem(too_soon, 409)["code"] == "not_finished"
    finish(first, second)
    addresses = set()
    for player in (first, second, first):
        again = client.post(f"{player.address}/rematch", headers=player.headers)
        assert again.status_code == 201
        addresses.add(again.headers["Location"])
    (address,) = addresses
    new_id = address.rsplit("/", 1)[1]
    assert first.look()["rematch"] == new_id
    players = [Player(client, new_id, player.token) for player in (first, second)]
    state = players[1].look()
    assert (state["you"], state["to_move"]) == (1, [1])
    assert state["options"] == {"grid": "6x5", "first": 1, "komi": 7.5}
    old = [c["card"] for c in first.look()["view"]["cells"]]
    assert [c["card"] for c in state["view"]["cells"]] != old
    events = strict(client.get(f"{first.address}/events?limit=1000"))["events"]
    told = [e["event"] for e in events if e["event"]["type"] == "rematch"]
    assert told == [{"type": "rematch", "match_id": new_id}]
    finish(*players)
    record = strict(client.get(f"{first.address}/record"))
    assert strict(client.post("/v1/verify", json=record))["ok"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_again_with_its_bots(
    client: FlaskClient, game: str
) -> None:
    _, (player,) = create(client, game=game)
    client.post(f"{player.address}/resignation", headers=player.headers)
    assert player.look()["status"] == "finished"
    again = client.post(f"{player.address}/rematch", headers=player.headers)
    assert again.status_code == 201
    assert strict(again)["status"] == "playing"
    kinds = [seat["kind"] for seat in strict(again)["seats"]]
    assert kinds == ["human", "bot"]


def test_only_a_seat_asks_for_a_rematch(client: FlaskClient) -> None:
    players = two_humans(client, options={"grid": "6x5"})
    finish(*players)
    check_problem(client.post(f"{players[0].address}/rematch"), 401)


def test_a_match_without_spectators_is_its_players_until_it_is_over(
    client: FlaskClient,
) -> None:
    players = two_humans(client, options={"grid": "6x5"}, spectators="none")
    address = players[0].address
    for path in (address, f"{address}/events"):
        answer = client.get(path)
        assert check_problem(answer, 403)["code"] == "no_spectators"
    check_problem(client.post(f"{address}/tickets"), 403)
    finish(*players)
    assert client.get(address).status_code == 200
    assert client.get(f"{address}/events").status_code == 200


def test_a_ticket_opens_the_feed_of_its_seat_once(client: FlaskClient) -> None:
    seats = [{"kind": "human"}] * 2
    _, (first, second) = create(client, game="lamarckian", seats=seats)
    issued = client.post(f"{first.address}/tickets", headers=first.headers)
    assert issued.status_code == 201
    ticket = strict(issued)["ticket"]
    address = f"{first.address}/events?limit=1000&ticket={ticket}"
    own = client.get(f"{first.address}/events?limit=1000", headers=first.headers)
    by_ticket = client.get(address)
    assert strict(by_ticket)["events"] == strict(own)["events"]
    assert check_problem(client.get(address), 401)["code"] == "bad_token"
    other = strict(client.post(f"{first.address}/tickets", headers=first.headers))
    elsewhere, _ = two_humans(client)
    wrong = f"{elsewhere.address}/events?ticket={other['ticket']}"
    check_problem(client.get(wrong), 401)
    assert second.token != ticket


def test_a_ticket_is_good_for_a_minute(client: FlaskClient) -> None:
    _, (player,) = create(client)
    before = time.time()
    store = client.application.extensions[EXTENSION]._store
    before_keys = set(store._redis.scan_iter("tapete:ticket:*"))
    answer = strict(client.post(f"{player.address}/tickets", headers=player.headers))
    (key,) = set(store._redis.scan_iter("tapete:ticket:*")) - before_keys
    assert 50 < store._redis.ttl(key) <= 60
    assert answer["ticket"].encode() not in key
    from datetime import datetime

    expires = datetime.fromisoformat(answer["expires_at"]).timestamp()
    assert 59 <= expires - before <= 65
    store._redis.delete(key)


def test_a_rematch_is_for_those_with_a_seat_also_when_it_is_there(
    client: FlaskClient,
) -> None:
    _, (player,) = create(client, spectators="none")
    client.post(f"{player.address}/resignation", headers=player.headers)
    check_problem(client.post(f"{player.address}/rematch"), 401)
    again = client.post(f"{player.address}/rematch", headers=player.headers)
    assert again.status_code == 201
    check_problem(client.post(f"{player.address}/rematch"), 401)
