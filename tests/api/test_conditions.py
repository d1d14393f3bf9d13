"""Moves apply exactly once, and only to the version that they were meant for."""

import threading
import uuid
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Settings
from tests.api.api import Player, create, strict, two_humans
from tests.api.test_bad_input import check_problem


def post(player: Player, move: Any, **headers: str) -> TestResponse:
    """Post a move with headers such as if_match."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return player.client.post(
        f"{player.address}/moves",
        json={"move": move},
        headers={**player.headers, **named},
    )


def new_key() -> str:
    return str(uuid.uuid4())


def place(cell: str) -> dict[str, str]:
    return {"type": "place", "cell": cell, "face": "up"}


def test_a_repetition_gets_the_first_answer_and_changes_nothing(
    client: FlaskClient,
) -> None:
    _, (player,) = create(client)
    key = new_key()
    first = post(player, place("a1"), idempotency_key=key)
    assert first.status_code == 200
    assert "Idempotent-Replayed" not in first.headers
    later = player.choices()[0]["move"]
    player.move(later)
    now = player.look()

    again = post(player, place("a1"), idempotency_key=key)
    assert again.status_code == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.data == first.data
    assert again.headers["ETag"] == first.headers["ETag"]
    assert player.look() == now


def test_a_key_may_be_quoted(client: FlaskClient) -> None:
    _, (player,) = create(client)
    key = new_key()
    first = post(player, place("a1"), idempotency_key=f'"{key}"')
    again = post(player, place("a1"), idempotency_key=key)
    assert again.data == first.data


def test_another_request_under_a_used_key_is_refused(client: FlaskClient) -> None:
    _, (player,) = create(client)
    key = new_key()
    post(player, place("a1"), idempotency_key=key)
    now = player.look()
    other = post(player, place("b2"), idempotency_key=key)
    assert check_problem(other, 422)["code"] == "key_reused"
    assert player.look() == now


def test_a_refused_move_does_not_use_its_key_up(client: FlaskClient) -> None:
    first, second = two_humans(client)
    key = new_key()
    assert post(second, place("a1"), idempotency_key=key).status_code == 409
    first.move(place("b2"))
    assert post(second, place("a1"), idempotency_key=key).status_code == 200


def test_the_same_key_of_another_seat_or_match_is_another_key(
    client: FlaskClient,
) -> None:
    first, second = two_humans(client)
    _, (elsewhere,) = create(client)
    key = new_key()
    for player, cell in ((first, "a1"), (second, "b2"), (elsewhere, "a1")):
        answer = post(player, place(cell), idempotency_key=key)
        assert answer.status_code == 200
        assert "Idempotent-Replayed" not in answer.headers


@pytest.mark.parametrize("key", ["", "short", "x" * 129, "spaces in the middle of it"])
def test_a_key_that_cannot_be_one_is_refused(client: FlaskClient, key: str) -> None:
    _, (player,) = create(client)
    answer = post(player, place("a1"), idempotency_key=key)
    check_problem(answer, 400)
    assert player.look()["version"] == 1


def test_a_key_without_a_token_replays_nothing(client: FlaskClient) -> None:
    _, (player,) = create(client)
    key = new_key()
    post(player, place("a1"), idempotency_key=key)
    stranger = Player(client, player.match_id)
    check_problem(post(stranger, place("a1"), idempotency_key=key), 401)


def test_a_seats_change_without_a_token_is_refused_whatever_its_key_was_for(
    client: FlaskClient,
) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
    _, (player,) = create(client, game="lamarckian", seats=seats)
    key = {"Idempotency-Key": new_key()}
    joined = client.post(f"{player.address}/seats", json={"name": "Ada"}, headers=key)
    assert joined.status_code == 201
    move = {"move": {"type": "mark", "card": "As"}}
    for answer in (
        client.delete(f"{player.address}/seats/1", headers=key),
        client.post(f"{player.address}/moves", json=move, headers=key),
        client.post(f"{player.address}/resignation", headers=key),
    ):
        assert check_problem(answer, 401)["code"] == "bad_token"


def test_a_match_is_created_once_under_a_key(client: FlaskClient) -> None:
    headers = {"Idempotency-Key": new_key()}
    body = {"game": "locus"}
    first = client.post("/v1/matches", json=body, headers=headers)
    again = client.post("/v1/matches", json=body, headers=headers)
    assert first.status_code == again.status_code == 201
    assert again.data == first.data
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotent-Replayed"] == "true"
    other = client.post(
        "/v1/matches",
        json={"game": "locus", "options": {"grid": "6x5"}},
        headers=headers,
    )
    check_problem(other, 422)
    answer = strict(first)
    player = Player(client, answer["match"]["id"], answer["tokens"][0]["token"])
    assert player.look() == answer["match"]


def test_a_seat_is_taken_once_under_a_key(client: FlaskClient) -> None:
    _, (player,) = create(client, seats=[{"kind": "human"}, {"kind": "open"}])
    headers = {"Idempotency-Key": new_key()}
    address = f"{player.address}/seats"
    first = client.post(address, json={"name": "Ada"}, headers=headers)
    again = client.post(address, json={"name": "Ada"}, headers=headers)
    assert first.status_code == again.status_code == 201
    assert strict(again)["token"] == strict(first)["token"]
    assert client.post(address, json={"name": "Ada"}).status_code == 409


def test_twenty_parallel_repetitions_have_one_effect_and_one_answer(
    settings: Settings,
) -> None:
    app = create_app(settings)
    _, (player,) = create(app.test_client())
    key, start = new_key(), threading.Barrier(20)
    answers = []

    def send() -> None:
        mine = Player(app.test_client(), player.match_id, player.token)
        start.wait()
        answers.append(post(mine, place("a1"), idempotency_key=key))

    threads = [threading.Thread(target=send) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    replayed = [a for a in answers if "Idempotent-Replayed" in a.headers]
    assert len(replayed) == 19
    assert player.look()["version"] == 2


def test_a_move_for_an_older_version_is_refused_with_the_current_one(
    client: FlaskClient,
) -> None:
    _, (player,) = create(client)
    seen = client.get(player.address, headers=player.headers).headers["ETag"]
    player.move(place("a1"))
    now = player.look()
    stale = post(player, place("b2"), if_match=seen)
    assert check_problem(stale, 412)["code"] == "stale"
    assert player.look() == now
    current = stale.headers["ETag"]
    assert current != seen
    choice = player.choices()[0]["move"]
    assert post(player, choice, if_match=current).status_code == 200


def test_if_match_with_a_star_fits_every_version(client: FlaskClient) -> None:
    _, (player,) = create(client)
    assert post(player, place("a1"), if_match="*").status_code == 200


def test_another_viewers_etag_does_not_fit(client: FlaskClient) -> None:
    _, (player,) = create(client)
    spectators = client.get(player.address).headers["ETag"]
    check_problem(post(player, place("a1"), if_match=spectators), 412)


def test_what_the_client_has_is_not_sent_again(client: FlaskClient) -> None:
    _, (player,) = create(client)
    for address in (player.address, f"{player.address}/moves"):
        etag = client.get(address, headers=player.headers).headers["ETag"]
        headers = {**player.headers, "If-None-Match": etag}
        known = client.get(address, headers=headers)
        assert (known.status_code, known.data) == (304, b"")
        assert "Content-Length" not in known.headers  # it would be that of the match
        assert known.headers["ETag"] == etag
        assert client.get(address, headers={"If-None-Match": etag}).status_code != 304
    player.move(place("a1"))
    assert client.get(player.address, headers=headers).status_code == 200


def test_a_dry_run_tells_whether_a_move_is_legal_and_changes_nothing(
    client: FlaskClient,
) -> None:
    first, second = two_humans(client)
    before = first.look()

    def try_out(player: Player, move: Any) -> TestResponse:
        return client.post(
            f"{player.address}/moves?dry_run=true",
            json={"move": move},
            headers=player.headers,
        )

    assert strict(try_out(first, place("a1"))) == {"legal": True, "version": 1}
    assert check_problem(try_out(second, place("a1")), 409)["code"] == "not_your_turn"
    assert check_problem(try_out(first, {"type": "place"}), 400)
    assert first.look() == before
    first.move(place("a1"))
    assert check_problem(try_out(second, place("a1")), 422)["code"] == "illegal_move"
    odd = client.post(
        f"{first.address}/moves?dry_run=perhaps",
        json={"move": place("a1")},
        headers=first.headers,
    )
    check_problem(odd, 400)
