"""nginx as we ship it, in front of two instances: what passes, and what it answers."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.store.embedded import EmbeddedServer
from tests.proxy.behind import KILLED, PASSED_ON, run
from tests.proxy.instances import Proxy, behind_nginx, nginx, swap_rate

SSE = "text/event-stream"
PEOPLE = [{"kind": "human"}, {"kind": "human"}]
MEMBERS = ["type", "title", "status", "code", "detail", "remedy", "instance"]
SHORT, LONG = 20, 1_000


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("proxy")
    with (
        EmbeddedServer(folder / "store") as url,
        behind_nginx(folder, url, env={"TAPETE_RATE_LIMIT": "60/hour"}) as found,
    ):
        yield found


@pytest.fixture
def web(proxy: Proxy) -> Iterator[httpx.Client]:
    """Somebody with an address of their own, who has used up nothing yet."""
    transport = httpx.HTTPTransport(local_address=_address())
    with httpx.Client(base_url=proxy.url, transport=transport, timeout=20) as client:
        yield client


def _address() -> str:
    return "127." + ".".join(str(byte % 254 + 1) for byte in uuid.uuid4().bytes[:3])


def said(proxy: Proxy, text: str | bytes) -> tuple[int, dict[str, str], Any]:
    """Send bytes; returns status, headers and the JSON of the answer."""
    data = text.encode() if isinstance(text, str) else text
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=20) as connection:
        connection.sendall(data)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, headers, json.loads(answer.read())


def opened(web: httpx.Client, game: str = "locus") -> tuple[str, list[dict[str, str]]]:
    answer = web.post("/v1/matches", json={"game": game, "seats": PEOPLE})
    assert answer.status_code == 201, answer.text
    tokens = [entry["token"] for entry in answer.json()["tokens"]]
    headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
    return f"/v1/matches/{answer.json()['match']['id']}", headers


def logged(proxy: Proxy, name: str) -> Any:
    """Return what nginx has logged of a request, which it does when it is over."""
    deadline = time.monotonic() + 5
    while not (found := [x for x in proxy.access_log.splitlines() if name in x]):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return json.loads(found[-1])


def moved(web: httpx.Client, path: str, seat: dict[str, str]) -> Any:
    choices = web.get(f"{path}/moves", headers=seat).json()["moves"]
    body = {"move": choices[0]["move"]}
    headers = {**seat, "Idempotency-Key": str(uuid.uuid4())}
    answer = web.post(f"{path}/moves", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/v1/matches/none", {}, 404),
        ("GET", "/v1/nowhere", {}, 404),
        ("PUT", "/v1/games", {}, 405),
        ("POST", "/v1/matches", {"json": {"game": "chess"}}, 400),
        ("POST", "/v1/matches", {"content": "x"}, 415),
        ("POST", "/v1/evaluate/poker", {"json": []}, 400),
        ("GET", "/v1/matches/none/events", {}, 404),
        ("GET", "/nowhere", {}, 404),
    ],
)
def test_problem_documents_of_the_service_pass_unchanged(
    proxy: Proxy,
    web: httpx.Client,
    method: str,
    path: str,
    more: dict[str, Any],
    status: int,
) -> None:
    name = {"X-Request-Id": f"same-{uuid.uuid4()}", "Idempotency-Key": "k" * 20}
    passed = web.request(method, path, headers=name, **more)
    url = f"{proxy.instances[0].url}{path}"
    direct = httpx.request(method, url, headers=name, **more)
    assert passed.status_code == direct.status_code == status
    assert passed.content == direct.content
    for header in ("Content-Type", "X-Request-Id", "Allow", "Content-Security-Policy"):
        assert passed.headers.get(header) == direct.headers.get(header)


HOST = "Host: x\r\nConnection: close\r\n"
LONG_LINE = "a" * 9_000
REFUSED = {
    "no request": ("nonsense\r\n\r\n", 400, "bad_request"),
    "no host": ("GET /v1/games HTTP/1.1\r\n\r\n", 400, "bad_request"),
    "two lengths": (
        f"POST /v1/matches HTTP/1.1\r\n{HOST}Content-Length: 1\r\n"
        "Content-Length: 2\r\n\r\nab",
        400,
        "bad_request",
    ),
    "long address": (
        f"GET /{LONG_LINE} HTTP/1.1\r\n{HOST}\r\n",
        414,
        "address_too_long",
    ),
    "long header": (
        f"GET / HTTP/1.1\r\n{HOST}X-Long: {LONG_LINE}\r\n\r\n",
        431,
        "headers_too_large",
    ),
    "traced": (f"TRACE / HTTP/1.1\r\n{HOST}\r\n", 405, "method_not_allowed"),
    "large body": (
        f"POST /v1/matches HTTP/1.1\r\n{HOST}Content-Length: 1048577\r\n\r\n",
        413,
        "body_too_large",
    ),
    "large hands": (
        f"POST /v1/evaluate/poker HTTP/1.1\r\n{HOST}Content-Length: 16777217\r\n\r\n",
        413,
        "body_too_large",
    ),
    "keyed large body": (
        f"POST /v1/matches HTTP/1.1\r\n{HOST}Idempotency-Key: {'k' * 20}\r\n"
        "Content-Length: 1048577\r\n\r\n",
        413,
        "body_too_large",
    ),
    "metrics": (f"GET /metrics HTTP/1.1\r\n{HOST}\r\n", 404, "not_found"),
    "inside": (f"GET /problem/503 HTTP/1.1\r\n{HOST}\r\n", 404, "not_found"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_nginx_refuses_itself_gets_a_problem_document_too(
    proxy: Proxy, what: str
) -> None:
    sent, status, code = REFUSED[what]
    found, headers, body = said(proxy, sent)
    assert found == status
    assert headers["content-type"] == "application/problem+json"
    assert [*body] == MEMBERS
    assert (body["status"], body["code"]) == (status, code)
    assert body["type"] == f"urn:tapete:problem:{code}"
    assert body["instance"] == f"urn:tapete:request:{headers['x-request-id']}"


def test_bodies_may_be_as_large_as_the_service_allows(web: httpx.Client) -> None:
    body = json.dumps({"game": "locus", "name": ""}).ljust(1 << 20).encode()
    kind = {"Content-Type": "application/json"}
    answer = web.post("/v1/matches", content=body, headers=kind)
    assert answer.json()["code"] == "malformed"
    hands = json.dumps({"hands": [["As"]]}).ljust(1 << 24).encode()
    answer = web.post("/v1/evaluate/poker", content=hands, headers=kind)
    assert answer.status_code == 200


def test_a_request_keeps_its_name_and_a_bad_one_gets_another(
    web: httpx.Client,
) -> None:
    for given, kept in (("a-1.b_C", True), ("a b", False), ("x" * 129, False)):
        answer = web.get("/v1/games", headers={"X-Request-Id": given})
        assert (answer.headers["X-Request-Id"] == given) is kept
        assert len(answer.headers["X-Request-Id"]) <= 128


def test_events_flow_at_once_and_go_on_at_the_other_instance(
    proxy: Proxy, web: httpx.Client
) -> None:
    path, seats = opened(web)
    ids: list[str] = []

    def read(lines: Iterator[str], version: int) -> None:
        while not ids or not ids[-1].startswith(f"{version}-"):
            ids.append(next(line for line in lines if line.startswith("id: "))[4:])

    for turn in range(4):
        headers = {"Accept": SSE, **({"Last-Event-ID": ids[-1]} if ids else {})}
        with web.stream("GET", f"{path}/events", headers=headers) as stream:
            lines = stream.iter_lines()
            read(lines, turn + 1)
            late = threading.Timer(0.3, moved, [web, path, seats[turn % 2]])
            late.start()
            began = time.monotonic()
            read(lines, turn + 2)
            assert 0.2 < time.monotonic() - began < 1.5
            late.join()
        if turn == 1:
            proxy.instances[0].kill()
    proxy.instances[0].start()
    page = web.get(f"{path}/events", params={"limit": 1000}).json()["events"]
    assert ids == [event["id"] for event in page][: len(ids)]


def test_a_long_poll_answers_when_there_is_a_move(web: httpx.Client) -> None:
    path, seats = opened(web)
    tag = web.get(path, headers=seats[1]).headers["ETag"]
    late = threading.Timer(0.5, moved, [web, path, seats[0]])
    late.start()
    began = time.monotonic()
    headers = {**seats[1], "If-None-Match": tag}
    answer = web.get(path, params={"wait": 15}, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["ETag"] != tag
    assert 0.4 < time.monotonic() - began < 3
    late.join()


def test_limits_count_by_the_clients_address(proxy: Proxy) -> None:
    def client(address: str) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=address)
        return httpx.Client(base_url=proxy.url, transport=transport)

    greedy = _address()
    with client(greedy) as one, client(_address()) as other:
        made_up = [{"X-Forwarded-For": f"192.0.2.{n}"} for n in range(62)]
        answers = [one.get("/v1/games", headers=headers) for headers in made_up]
        assert [each.status_code for each in answers] == [200] * 60 + [429] * 2
        told = other.get("/v1/games", headers={"X-Forwarded-For": greedy})
        assert told.status_code == 200


def test_nginx_slows_down_whoever_asks_too_fast(proxy: Proxy, tmp_path: Path) -> None:
    swap = swap_rate("1r/s", 2)
    with nginx(tmp_path, proxy.instances, swap) as slow:
        request = f"GET /v1/games HTTP/1.1\r\n{HOST}\r\n"
        answers = [said(slow, request) for _ in range(5)]
    refused = [(headers, body) for status, headers, body in answers if status == 429]
    assert refused
    for headers, body in refused:
        assert body["code"] == "rate_limited"
        assert headers["retry-after"] == "1"


@pytest.mark.parametrize(
    ("key", "status", "tried"),
    [({}, 503, ["504"]), ({"Idempotency-Key": "k" * 16}, 201, ["504", "201"])],
)
def test_what_was_sent_goes_to_a_second_instance_only_with_a_key(
    proxy: Proxy, tmp_path: Path, key: dict[str, str], status: int, tried: list[str]
) -> None:
    swap = {"proxy_read_timeout 60s": "proxy_read_timeout 1s"}
    with nginx(tmp_path, proxy.instances, swap) as hasty, proxy.instances[0].paused():
        for _ in range(6):  # one of two goes to the one that is silent
            name = {"X-Request-Id": str(uuid.uuid4())}
            answer = httpx.post(
                f"{hasty.url}/v1/matches", json={"game": "locus"}, headers=key | name
            )
            line = logged(hasty, name["X-Request-Id"])
            if "504" in line["tried"]:
                break
    assert line["tried"].split(", ") == tried
    assert answer.status_code == status


def test_without_an_instance_clients_are_told_to_come_again(
    proxy: Proxy, web: httpx.Client
) -> None:
    for instance in proxy.instances:
        instance.kill()
    for key in ({}, {"Idempotency-Key": "k" * 20}):
        answer = web.post("/v1/matches", json={"game": "locus"}, headers=key)
        assert answer.status_code == 503
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["Retry-After"] == "1"
        assert answer.json()["code"] == "unavailable"
    for instance in proxy.instances:
        instance.start()
    deadline = time.monotonic() + 10
    while web.get("/readyz").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_instances_that_die_lose_nothing_and_double_nothing(
    tmp_path: Path, full: bool, figure: Any
) -> None:
    with EmbeddedServer(tmp_path / "store") as url:
        matches, period = (LONG, 2.0) if full else (SHORT, 0.7)
        outcome = run(tmp_path, url, matches, period_s=period)
    tally = outcome.tally
    assert outcome.good, outcome.table()
    assert tally["matches finished"] == matches
    assert tally[KILLED] > 0
    assert tally[PASSED_ON] > 0
    figure(
        f"behind nginx: {matches} matches, {tally[KILLED]} instances killed, "
        f"{tally[PASSED_ON]} requests passed to another, 0 lost, 0 doubled"
    )
