"""Bad input gets a problem document that says where and what, and changes nothing."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.api import Player, create, strict, two_humans

MIB = 1 << 20
NOT_JSON_OBJECTS = {
    "open brace": b"{",
    "empty": b"",
    "null": b"null",
    "list": b"[]",
    "string": b'"x"',
    "string of an object": b'"{}"',
    "number": b"5",
    "two objects": b'{"a":1}{',
    "bytes that are no UTF-8": b"\xff\xfe",
    "UTF-16": '{"game":"locus"}'.encode("utf-16"),
    "byte order mark": b"\xef\xbb\xbf{}",
    "deep nesting": b'{"game":' + b"[" * 100_000,
    "4,400 digits": b'{"seat":' + b"7" * 4_400 + b"}",
    "NaN": b'{"seat":NaN}',
    "Infinity": b'{"seat":Infinity}',
    "minus Infinity": b'{"seat":-Infinity}',
    "duplicate keys": b'{"game":"locus","game":"locus"}',
    "duplicate keys inside": b'{"options":{"komi":1,"komi":2}}',
    "lone surrogate": b'{"name":"\\ud800"}',
    "surrogates the wrong way round": b'{"name":"\\udc00\\ud800"}',
    "lone surrogate in a key": b'{"\\udfff":1}',
    "lone surrogate as bytes": b'{"name":"\xed\xa0\x80"}',
    "4,400 digits below 0": b'{"seat":-' + b"7" * 4_400 + b"}",
    "NaN inside": b'{"move":{"type":"bet","to":NaN}}',
    "Infinity inside": b'{"move":{"type":"bet","to":[Infinity]}}',
    "true": b"true",
    "a number too large for a float": b"1e400",
    "two values": b"{} {}",
    "comma at the end": b'{"name":"Ada",}',
    "NUL after the end": b"{}\0",
    "control character in a string": b'{"name":"a\nb"}',
}


def check_problem(response: TestResponse, *statuses: int) -> Any:
    """A response must be a problem document with one of the statuses."""
    assert response.status_code in statuses, response.data
    assert response.content_type == "application/problem+json"
    problem = strict(response)
    assert problem["status"] == response.status_code
    for member in ("type", "title", "code", "detail", "remedy"):
        assert problem[member], member
    assert re.fullmatch(r"urn:tapete:problem:[a-z_]+", problem["type"])
    return problem


@pytest.fixture
def player(client: FlaskClient) -> Player:
    return create(client)[1][0]


@pytest.fixture
def unchanged(player: Player) -> Any:
    before = player.look()
    yield
    assert player.look() == before


def posts(player: Player) -> list[str]:
    """Every address that takes an object, also where only some do."""
    own = [f"{player.address}/seats", f"{player.address}/moves"]
    return ["/v1/matches", "/v1/verify", *own, f"{player.address}/moves?dry_run=true"]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("body", NOT_JSON_OBJECTS.values(), ids=NOT_JSON_OBJECTS)
def test_a_body_that_is_no_strict_json_object_is_refused(
    client: FlaskClient, player: Player, body: bytes
) -> None:
    for address in posts(player):
        answer = client.post(
            address,
            data=body,
            headers=player.headers,
            content_type="application/json",
        )
        assert check_problem(answer, 400)["code"] == "bad_request"


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "content_type",
    [
        *(None, "", "text/plain", "text/plain; charset=utf-8", "json", "*/*"),
        *("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
        *("application/jsonp", "application/json-seq", "application/problem+json"),
    ],
)
def test_another_content_type_is_refused(
    client: FlaskClient, player: Player, content_type: str | None
) -> None:
    for address in posts(player):
        answer = client.post(
            address, data=b'{"game":"locus"}', content_type=content_type
        )
        check_problem(answer, 415)


def test_w03_hands_to_evaluate_are_read_as_strictly(client: FlaskClient) -> None:
    for kind in ("poker", "lamarckian", "locus", "poker7"):
        for body in NOT_JSON_OBJECTS.values():
            address = f"/v1/evaluate/{kind}"
            answer = client.post(address, data=body, content_type="application/json")
            assert check_problem(answer, 400)["code"] == "bad_request"


def test_utf_8_may_be_named_and_nothing_else(client: FlaskClient) -> None:
    def create_as(charset: str) -> TestResponse:
        content_type = f"application/json; charset={charset}"
        body = b'{"game":"locus"}'
        return client.post("/v1/matches", data=body, content_type=content_type)

    assert create_as("utf-8").status_code == 201
    assert create_as("UTF-8").status_code == 201
    check_problem(create_as("latin-9"), 400)
    check_problem(create_as("no-such-charset"), 400)


@pytest.mark.usefixtures("unchanged")
def test_a_body_over_the_limit_is_refused(client: FlaskClient, player: Player) -> None:
    for address in posts(player):
        for size in (MIB + 1, MIB + 2, 3 * MIB):
            body = b'{"a":"' + b"x" * (size - 8) + b'"}'
            answer = client.post(address, data=body, content_type="application/json")
            assert check_problem(answer, 413)["code"] == "body_too_large"


def test_a_body_of_just_the_limit_is_read(client: FlaskClient) -> None:
    body = b'{"game":"locus"}'
    body += b" " * (MIB - len(body))
    answer = client.post("/v1/matches", data=body, content_type="application/json")
    assert answer.status_code == 201


BAD_MATCHES = [
    ({}, "/game"),
    ({"game": None}, "/game"),
    ({"game": 5}, "/game"),
    ({"game": "chess"}, "/game"),
    ({"game": "Locus"}, "/game"),
    ({"game": "locus", "unknown": 1}, "/unknown"),
    ({"game": "locus", "a/b~c": 1}, "/a~1b~0c"),
    ({"game": "locus", "seats": None}, "/seats"),
    ({"game": "locus", "seats": {}}, "/seats"),
    ({"game": "locus", "seats": [{"kind": "human"}]}, "/seats"),
    ({"game": "locus", "seats": [{"kind": "human"}] * 3}, "/seats"),
    ({"game": "locus", "seats": [{"kind": "bot"}] * 33}, "/seats"),
    ({"game": "locus", "seats": [{"kind": "human"}, 7]}, "/seats/1"),
    ({"game": "locus", "seats": [{"kind": "human"}, {}]}, "/seats/1/kind"),
    ({"game": "locus", "seats": [{"kind": "dog"}, {}]}, "/seats/0/kind"),
    *(
        (
            {"game": "locus", "seats": [{"kind": "human"}, {"kind": "bot", **extra}]},
            f"/seats/1/{next(iter(extra))}",
        )
        for extra in (
            {"level": True},
            {"level": "3"},
            {"level": 3.0},
            {"level": 0},
            {"level": 8},
            {"level": -1},
            {"level": 4_294_967_299},
            {"level": 2**63},
            {"level": 10**300},
            {"name": ""},
            {"name": "x" * 41},
            {"name": "x" * 10_000},
            {"name": "a\0b"},
            {"name": "a\nb"},
            {"name": ["x"]},
            {"token": "x"},
        )
    ),
    (
        {"game": "locus", "seats": [{"kind": "human", "level": 3}, {"kind": "open"}]},
        "/seats/0/level",
    ),
    ({"game": "locus", "clock": {}}, "/clock"),
    ({"game": "locus", "clock": {"turn": 0}}, "/clock/turn"),
    ({"game": "locus", "clock": {"turn": "30"}}, "/clock/turn"),
    ({"game": "locus", "clock": {"turn": True}}, "/clock/turn"),
    ({"game": "locus", "clock": {"turn": 1e9}}, "/clock/turn"),
    ({"game": "locus", "clock": {"base": 60, "increment": -1}}, "/clock/increment"),
    ({"game": "locus", "options": []}, "/options"),
    ({"game": "locus", "options": {"grid": "9x9"}}, "/options/grid"),
    ({"game": "locus", "options": {"grid": 6}}, "/options/grid"),
    ({"game": "locus", "options": {"first": True}}, "/options/first"),
    ({"game": "locus", "options": {"first": 2}}, "/options/first"),
    ({"game": "locus", "options": {"first": 0.0}}, "/options/first"),
    ({"game": "locus", "options": {"komi": "7"}}, "/options/komi"),
    ({"game": "locus", "options": {"komi": True}}, "/options/komi"),
    ({"game": "locus", "options": {"komi": 0.3}}, "/options/komi"),
    ({"game": "locus", "options": {"komi": 1e9}}, "/options/komi"),
    ({"game": "locus", "options": {"seed": 1}}, "/options/seed"),
    ({"game": True}, "/game"),
    ({"game": ["locus"]}, "/game"),
    ({"game": "locus", "seats": True}, "/seats"),
    ({"game": "locus", "seats": 2}, "/seats"),
    ({"game": "locus", "seats": [True, True]}, "/seats/0"),
    *(
        ({"game": "poker7", "options": {option: value}}, f"/options/{option}")
        for option in ("stack", "ante", "hands")
        for value in (
            *(True, False, "10", 10.0, 10.5, [10], 0, -1, -(2**31), 2**31 * 4),
            *(2**32 * 2 + 10, 2**53 + 1, 2**63, -(2**63) - 1, 10**300),
        )
    ),
    ({"game": "poker7", "options": {"stack": None}}, "/options/stack"),
    ({"game": "poker7", "options": {"limit": True}}, "/options/limit"),
    ({"game": "poker7", "options": {"reveal": None}}, "/options/reveal"),
    ({"game": "lamarckian", "options": {"ties": True}}, "/options/ties"),
    ({"game": "lamarckian", "options": {"ties": None}}, "/options/ties"),
    ({"game": "locus", "delay": True}, "/delay"),
    ({"game": "locus", "delay": 4_294_967_306}, "/delay"),
    ({"game": "locus", "delay": 2**63}, "/delay"),
    ({"game": "locus", "unlisted": 1}, "/unlisted"),
    ({"game": "locus", "spectators": True}, "/spectators"),
    ({"game": "locus", "clock": {"turn": 2**63}}, "/clock/turn"),
]


@pytest.mark.parametrize(("body", "pointer"), BAD_MATCHES, ids=str)
def test_a_match_that_cannot_be_is_refused_with_a_pointer(
    client: FlaskClient, body: Any, pointer: str
) -> None:
    problem = check_problem(client.post("/v1/matches", json=body), 400)
    assert problem["code"] == "malformed"
    assert pointer in [error["pointer"] for error in problem["errors"]]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("literal", [b"1e400", b"-1e400", b"1e308999"])
def test_w04_a_number_too_large_for_a_float_is_refused(
    client: FlaskClient, player: Player, literal: bytes
) -> None:
    record = b'{"game":"locus","created_at":' + literal + b',"actions":[{"at":'
    for address, start, end in (
        ("/v1/matches", b'{"game":"locus","options":{"komi":', b"}}"),
        ("/v1/matches", b'{"game":"locus","delay":', b"}"),
        ("/v1/matches", b'{"game":"locus","clock":{"turn":', b"}}"),
        ("/v1/matches", b'{"game":"poker7","options":{"stack":', b"}}"),
        (f"{player.address}/seats", b'{"name":', b"}"),
        (f"{player.address}/moves", b'{"move":{"type":"bet","to":', b"}}"),
        (f"{player.address}/moves", b'{"move":{"type":"place","cell":', b"}}"),
        ("/v1/verify", record, b"}]}"),
        ("/v1/evaluate/poker", b'{"hands":[', b"]}"),
    ):
        answer = client.post(
            address,
            data=start + literal + end,
            headers=player.headers,
            content_type="application/json",
        )
        check_problem(answer, 400)


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/move"),
        ({"move": None}, "/move"),
        ({"move": []}, "/move"),
        ({"move": "a1"}, "/move"),
        ({"move": {}}, "/move/type"),
        ({"move": {"type": "fold"}}, "/move/type"),
        ({"move": {"type": ["place"]}}, "/move/type"),
        ({"move": {"type": "place"}}, "/move/cell"),
        ({"move": {"type": "place", "cell": "a1"}}, "/move/face"),
        ({"move": {"type": "place", "cell": False, "face": "up"}}, "/move/cell"),
        ({"move": {"type": "place", "cell": "a9", "face": "up"}}, "/move/cell"),
        ({"move": {"type": "place", "cell": "A1", "face": "up"}}, "/move/cell"),
        ({"move": {"type": "place", "cell": "a1\n", "face": "up"}}, "/move/cell"),
        ({"move": {"type": "place", "cell": "a10", "face": "up"}}, "/move/cell"),
        ({"move": {"type": "place", "cell": "", "face": "up"}}, "/move/cell"),
        ({"move": {"type": "place", "cell": "a1", "face": "sideways"}}, "/move/face"),
        ({"move": {"type": "place", "cell": "a1", "face": "up", "x": 1}}, "/move/x"),
        ({"move": {"type": "place", "cell": "a1", "face": "up"}, "y": 1}, "/y"),
        (
            {"move": {"type": "place", "cell": "a1", "face": "up"}, "seat": True},
            "/seat",
        ),
        ({"move": {"type": "place", "cell": "a1", "face": "up"}, "seat": -1}, "/seat"),
        (
            {"move": {"type": "place", "cell": "a1", "face": "up"}, "seat": 2**32},
            "/seat",
        ),
    ],
    ids=str,
)
def test_a_move_of_no_known_shape_is_refused_with_a_pointer(
    client: FlaskClient, player: Player, body: Any, pointer: str
) -> None:
    answer = client.post(f"{player.address}/moves", json=body, headers=player.headers)
    problem = check_problem(answer, 400)
    assert pointer in [error["pointer"] for error in problem["errors"]]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/name"),
        ({"name": ""}, "/name"),
        ({"name": None}, "/name"),
        ({"name": "a\x00"}, "/name"),
        ({"name": "x" * 10_000}, "/name"),
        ({"name": True}, "/name"),
        ({"name": "a\x7f"}, "/name"),
        ({"name": "a\u0085"}, "/name"),
        ({"name": "🂡" * 41}, "/name"),
        ({"name": "Ada", "entropy": 5}, "/entropy"),
        ({"name": "Ada", "entropy": "a\0"}, "/entropy"),
        ({"name": "Ada", "entropy": "x" * 10_000}, "/entropy"),
        ({"name": "Ada", "entropy": "x" * 129}, "/entropy"),
        ({"name": "Ada", "seat": 1}, "/seat"),
    ],
    ids=str,
)
def test_a_bad_join_leaves_the_seat_open(
    client: FlaskClient, body: Any, pointer: str
) -> None:
    _, (player,) = create(client, seats=[{"kind": "human"}, {"kind": "open"}])
    before = player.look()
    problem = check_problem(client.post(f"{player.address}/seats", json=body), 400)
    assert pointer in [error["pointer"] for error in problem["errors"]]
    assert player.look() == before


@pytest.mark.parametrize(
    "name",
    [
        "👩‍👩‍👧‍👦🏳️‍🌈",
        "שלום עולם",
        "\u202eadA",
        "مرحبا",
        "e\u0301\u0323n\u0303",
        "\u00e9",
        "Z̷͇̎a̸l̶g̴o̵",
        "<b>&amp;\"'\\",
        "\u2028\u2029",
        "\ufeff",
        "🂡" * 40,
    ],
    ids=ascii,
)
def test_w08_a_name_comes_back_as_it_was_sent(client: FlaskClient, name: str) -> None:
    seats = [{"kind": "human", "name": name}, {"kind": "open"}]
    answer, (player,) = create(client, game="lamarckian", seats=seats)
    joined = client.post(
        f"{player.address}/seats", json={"name": name, "entropy": name}
    )
    assert joined.status_code == 201
    for seen in (answer["match"], strict(joined)["match"], player.look()):
        assert seen["seats"][0]["name"] == name
    assert [seat["name"] for seat in player.look()["seats"]] == [name, name]
    events = strict(client.get(f"{player.address}/events"))["events"]
    told = [e["event"] for e in events if e["event"]["type"] == "seat_taken"]
    assert [event["name"] for event in told] == [name]


STRANGE_IDS = [
    "..%2f..%2fetc%2fpasswd",
    "a%00b",
    "*",
    "x:y",
    "%ff",
    "<script>alert(1)</script>",
    "{tapete}",
    "a" * 22,
    "a" * 3_000,
    "%F0%9F%82%A1" * 22,
    "mXv3RTSsQ1uP6Lw0QYkJ8A%0A",
]


@pytest.mark.parametrize("name", STRANGE_IDS)
def test_a_strange_id_finds_nothing_and_is_not_reflected_as_html(
    client: FlaskClient, name: str
) -> None:
    for address in (f"/v1/matches/{name}", f"/v1/matches/{name}/moves"):
        check_problem(client.get(address), 404)
    place = {"move": {"type": "place", "cell": "a1", "face": "up"}}
    check_problem(client.post(f"/v1/matches/{name}/moves", json=place), 404)
    check_problem(client.get(f"/v1/games/{name}"), 404)


def test_an_unknown_address_or_method_is_told_in_json(client: FlaskClient) -> None:
    check_problem(client.get("/v2/games"), 404)
    check_problem(client.get("/v1/games/locus/"), 404)
    for method in (client.delete, client.put, client.patch, client.post):
        answer = method("/v1/games")
        assert check_problem(answer, 405)["code"] == "method_not_allowed"
        assert "GET" in answer.headers["Allow"]


def test_head_answers_as_get_without_a_body(
    client: FlaskClient, player: Player
) -> None:
    for address in ("/v1/games", player.address, "/v1/matches/none"):
        get, head = client.get(address), client.head(address)
        assert head.status_code == get.status_code
        assert head.data == b""


def test_a_refused_match_leaves_no_key(client: FlaskClient, redis_url: str) -> None:
    import redis

    with redis.Redis.from_url(redis_url) as store:
        before = set(store.scan_iter())
        for body, _ in BAD_MATCHES:
            client.post("/v1/matches", json=body)
        assert set(store.scan_iter()) <= before  # old ones may expire meanwhile


def test_two_humans_cannot_be_one(client: FlaskClient) -> None:
    first, second = two_humans(client)
    assert first.token != second.token
