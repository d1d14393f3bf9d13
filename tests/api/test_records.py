"""Finished matches give records that anybody can check, and no change goes unseen."""

import random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from service import records
from service.games import GAMES
from tests.api.api import (
    Player,
    between_bots,
    create,
    finish,
    strict,
    two_humans,
)
from tests.api.test_bad_input import check_problem

every_game = pytest.mark.parametrize("game", GAMES)


def finished(client: FlaskClient, game: str, levels: tuple[int, ...] = (1, 2)) -> str:
    """The address of a finished match between bots."""
    seats = [{"kind": "bot", "level": level} for level in levels]
    return between_bots(client, game=game, seats=seats)


def verified(client: FlaskClient, record: Any) -> Any:
    answer = client.post("/v1/verify", json=record)
    assert answer.status_code == 200, answer.data
    return strict(answer)


@every_game
def test_the_record_of_a_finished_match_verifies(
    client: FlaskClient, game: str
) -> None:
    for _ in range(5):
        address = finished(client, game)
        record = strict(client.get(f"{address}/record"))
        assert record["result"] == strict(client.get(address))["result"]
        verdict = verified(client, record)
        assert verdict["ok"], verdict
        names = [check["name"] for check in verdict["checks"]]
        assert names == [
            "digest",
            "method",
            "commitment",
            "actions",
            "decks",
            "result",
        ]


def test_a_record_has_every_action_of_people_and_bots(client: FlaskClient) -> None:
    _, (player,) = create(client)
    finish(player)
    record = strict(client.get(f"{player.address}/record"))
    turns = player.look()["view"]["turns"]
    assert [(a["seat"], a["move"]["cell"]) for a in record["actions"]] == [
        (turn["seat"], turn["cell"]) for turn in turns
    ]
    assert {a["kind"] for a in record["actions"]} == {"move"}
    first = [c["card"] for c in player.look()["view"]["cells"]]
    assert record["decks"][0][: len(first)] == first


def test_entropy_of_the_seats_is_in_the_record(client: FlaskClient) -> None:
    _, (player,) = create(client, seats=[{"kind": "human"}, {"kind": "open"}])
    joined = client.post(
        f"{player.address}/seats", json={"name": "Ada", "entropy": "ñandú"}
    )
    guest = Player(client, player.match_id, strict(joined)["token"])
    finish(player, guest)
    record = strict(client.get(f"{player.address}/record"))
    assert [seat["entropy"] for seat in record["seats"]] == ["", "ñandú"]
    assert verified(client, record)["ok"]


def test_while_a_match_goes_on_its_record_is_nobodys(client: FlaskClient) -> None:
    first, _ = two_humans(client)
    answer = client.get(f"{first.address}/record", headers=first.headers)
    assert check_problem(answer, 409)["code"] == "not_finished"
    waiting, _ = create(client, seats=[{"kind": "human"}, {"kind": "open"}])
    address = f"/v1/matches/{waiting['match']['id']}/record"
    check_problem(client.get(address), 409)
    check_problem(client.get("/v1/matches/none/record"), 404)


def test_the_record_is_canonical_json(client: FlaskClient) -> None:
    data = client.get(f"{finished(client, 'locus')}/record").data
    assert data == msgspec.json.encode(msgspec.json.decode(data), order="sorted")
    assert records.encode(records.decode(data)) == data


def with_digest(record: Any) -> Any:
    """The record as a forger would write it, with a digest that fits."""
    parsed = msgspec.convert(record, records.Record)
    return {**record, "digest": records.digest(parsed)}


@every_game
def test_any_changed_byte_of_a_record_is_found(client: FlaskClient, game: str) -> None:
    rng = random.Random(1)
    data = client.get(f"{finished(client, game)}/record").data
    found = 0
    for at in rng.sample(range(len(data)), 300):
        changed = bytearray(data)
        changed[at] ^= 1 << rng.randrange(7)
        answer = client.post(
            "/v1/verify", data=bytes(changed), content_type="application/json"
        )
        found += answer.status_code == 400 or not strict(answer)["ok"]
    assert found == 300


@every_game
def test_a_forged_action_is_named_by_its_number(client: FlaskClient, game: str) -> None:
    record = strict(client.get(f"{finished(client, game)}/record"))
    for line in (1, len(record["actions"]) // 2, len(record["actions"])):
        actions = [dict(action) for action in record["actions"]]
        others = {action["seat"] for action in actions}
        actions[line - 1]["seat"] = max(others) + 1
        forged = with_digest({**record, "actions": actions})
        (wrong,) = [c for c in verified(client, forged)["checks"] if not c["ok"]]
        assert (wrong["name"], wrong["line"]) == ("action", line)


def test_forged_seed_entropy_cards_and_result_are_found(client: FlaskClient) -> None:
    record = strict(client.get(f"{finished(client, 'locus')}/record"))

    def wrong(**changes: Any) -> set[str]:
        forged = with_digest({**record, **changes})
        checks = verified(client, forged)["checks"]
        return {check["name"] for check in checks if not check["ok"]}

    shuffle = record["shuffle"]
    assert wrong() == set()
    assert "commitment" in wrong(shuffle={**shuffle, "seed": "00" * 32})
    assert "commitment" in wrong(shuffle={**shuffle, "seed": "zz"})
    assert "method" in wrong(shuffle={**shuffle, "method": "trust me"})
    seats = [{**seat, "entropy": "mine"} for seat in record["seats"]]
    assert "decks" in wrong(seats=seats)
    deck = record["decks"][0]
    assert wrong(decks=[[deck[1], deck[0], *deck[2:]]]) == {"decks"}
    assert wrong(result={**record["result"], "winners": []}) == {"result"}
    assert wrong(actions=record["actions"][:-1]) == {"result"}
    assert wrong(seats=record["seats"][:1]) == {"setup"}
    assert wrong(game="chess") == {"setup"}
    assert wrong(options={"grid": "9x9"}) == {"setup"}


@every_game
@pytest.mark.parametrize("seat", [-1, 99])
def test_a_resignation_of_nobody_is_found(
    client: FlaskClient, game: str, seat: int
) -> None:
    record = strict(client.get(f"{finished(client, game)}/record"))
    first = {**record["actions"][0], "seat": seat, "kind": "resign", "move": None}
    forged = with_digest({**record, "actions": [first]})
    wrong = [c for c in verified(client, forged)["checks"] if not c["ok"]]
    assert [(c["name"], c["line"]) for c in wrong] == [("action", 1)]
    assert wrong[0]["detail"] == f"There is no seat {seat}."


@every_game
def test_a_timeout_that_is_no_timeout_is_found(client: FlaskClient, game: str) -> None:
    record = strict(client.get(f"{finished(client, game)}/record"))
    assert record["actions"][-1]["kind"] == "move"
    seat = record["actions"][-1]["seat"]
    for changes in ({"seat": 1 - seat}, {"move": {"type": "none"}}):
        last = {**record["actions"][-1], "kind": "timeout", **changes}
        actions = [*record["actions"][:-1], last]
        checks = verified(client, with_digest({**record, "actions": actions}))["checks"]
        wrong = [(c["name"], c["line"]) for c in checks if not c["ok"]]
        assert wrong == [("action", len(actions))]


def test_nothing_may_follow_the_end(client: FlaskClient) -> None:
    record = strict(client.get(f"{finished(client, 'locus')}/record"))
    late = {**record["actions"][-1], "kind": "resign", "move": None}
    forged = with_digest({**record, "actions": [*record["actions"], late]})
    (wrong,) = [c for c in verified(client, forged)["checks"] if not c["ok"]]
    assert wrong["detail"] == "The match is over."


@pytest.mark.parametrize("body", [{}, {"format": "tapete-record-1"}, {"a": 1}])
def test_what_is_no_record_is_refused(client: FlaskClient, body: Any) -> None:
    check_problem(client.post("/v1/verify", json=body), 400)


def test_resigning_ends_a_match_for_two_and_is_in_the_record(
    client: FlaskClient,
) -> None:
    first, second = two_humans(client)
    first.move(first.choices()[0]["move"])
    given_up = client.post(f"{first.address}/resignation", headers=first.headers)
    assert given_up.status_code == 200
    result = strict(given_up)["match"]["result"]
    assert (result["winners"], result["reason"]) == ([1], "resignation")
    record = strict(client.get(f"{first.address}/record"))
    assert [a["kind"] for a in record["actions"]] == ["move", "resign"]
    assert verified(client, record)["ok"]
    for player in (first, second):
        again = client.post(f"{first.address}/resignation", headers=player.headers)
        assert check_problem(again, 409)["code"] == "match_over"
    spectator = client.post(f"{first.address}/resignation")
    check_problem(spectator, 401)


def test_nobody_resigns_before_the_start(client: FlaskClient) -> None:
    _, (player,) = create(client, seats=[{"kind": "human"}, {"kind": "open"}])
    answer = client.post(f"{player.address}/resignation", headers=player.headers)
    assert check_problem(answer, 409)["code"] == "not_started"


def test_a_text_too_long_for_the_shuffle_is_refused(client: FlaskClient) -> None:
    record = strict(client.get(f"{finished(client, 'locus')}/record"))
    for holder, name in ((record, "id"), (record["seats"][0], "entropy")):
        kept, holder[name] = holder[name], "x" * 70_000
        answer = client.post("/v1/verify", json=record)
        assert check_problem(answer, 400)["code"] == "malformed"
        holder[name] = kept
