"""The service as it is run: several worker processes, real sockets, one store."""

import http.client
import os
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.live import running_service

REPEATS = 200
IN_TURN = 200
THREADS = 8
WORKERS = 4
MIB = 1 << 20

HTTP = httpx.Client(verify=False, headers={"Connection": "close"})
"""Has a connection for each request, so that all workers take part."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("live")
    with running_service(path, workers=WORKERS) as live:
        yield live.url


def create(url: str, **body: Any) -> tuple[str, list[dict[str, str]]]:
    """Create a match; returns its address, and the headers of each seat."""
    answer = HTTP.post(f"{url}/v1/matches", json={"game": "locus", **body})
    assert answer.status_code == 201, answer.text
    tokens = [entry["token"] for entry in answer.json()["tokens"]]
    headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
    return url + answer.headers["Location"], headers


def test_of_200_duplicate_placements_over_four_workers_one_lands(
    url: str, figure: Callable[[str], None]
) -> None:
    humans = [{"kind": "human"}, {"kind": "human"}]
    address, (first, _) = create(url, seats=humans)
    before = HTTP.get(address).json()
    body = {"move": {"type": "place", "cell": "c3", "face": "up"}}
    start, codes = threading.Barrier(THREADS), Counter[int]()

    def send() -> None:
        start.wait()
        for _ in range(REPEATS // THREADS):
            answer = HTTP.post(f"{address}/moves", json=body, headers=first)
            codes[answer.status_code] += 1

    threads = [threading.Thread(target=send) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = HTTP.get(address).json()
    assert codes == {200: 1, 409: REPEATS - 1}
    assert after["version"] == before["version"] + 1
    (turn,) = after["view"]["turns"]
    assert after["view"]["scores"] == [turn["points"], 0]
    assert after["view"]["chips_left"] == [17, 18]
    figure(f"{REPEATS} duplicate placements, {WORKERS} workers: {codes[200]} accepted")


def test_players_in_turn_without_a_pause_never_meet_a_stale_match(url: str) -> None:
    humans = [{"kind": "human"}, {"kind": "human"}]
    address, headers = create(url, seats=humans, options={"grid": "8x6"})
    for turn in range(48):
        mine = headers[turn % 2]
        moves = HTTP.get(f"{address}/moves", headers=mine).json()
        assert moves["version"] == turn + 1
        move = {"move": moves["moves"][0]["move"]}
        answer = HTTP.post(f"{address}/moves", json=move, headers=mine)
        assert answer.status_code == 200, answer.text
    assert HTTP.get(address).json()["status"] == "finished"


def test_s08_of_200_moves_in_turn_every_one_is_applied_in_order(
    url: str, figure: Callable[[str], None]
) -> None:
    humans = [{"kind": "human"}, {"kind": "human"}]
    address, seats = create(url, game="poker7", seats=humans)
    sent: list[tuple[int, str]] = []
    waiting = HTTP.get(address).json()["to_move"]
    for version in range(1, IN_TURN + 1):
        seat = waiting[-version % len(waiting)]
        listed = HTTP.get(f"{address}/moves", headers=seats[seat]).json()
        assert listed["version"] == version
        choices = {choice["move"]["type"]: choice["move"] for choice in listed["moves"]}
        kind = next(kind for kind in ("show", "check", "call") if kind in choices)
        body = {"move": choices[kind]}
        answer = HTTP.post(f"{address}/moves", json=body, headers=seats[seat])
        assert answer.status_code == 200, answer.text
        assert answer.json()["match"]["version"] == version + 1
        waiting = answer.json()["match"]["to_move"]
        sent.append((seat, kind))
    match = HTTP.get(address).json()
    assert (match["version"], match["status"]) == (1 + IN_TURN, "playing")
    told = first_of_each_version(address)
    assert list(told) == list(range(1, 2 + IN_TURN))
    for (seat, kind), event in zip(sent, list(told.values())[1:], strict=True):
        assert (event["seat"], event.get("action", "show")) == (seat, kind)
    figure(f"{IN_TURN} moves in turn, {WORKERS} workers: all applied, in order")


def first_of_each_version(address: str) -> dict[int, Any]:
    """The event that each version of a match begins with, in the order of the feed."""
    found: dict[int, Any] = {}
    after = f"{address}/events?limit=1000"
    while events := HTTP.get(after).json()["events"]:
        for entry in events:
            found.setdefault(int(entry["id"].partition("-")[0]), entry["event"])
        after = f"{address}/events?limit=1000&after={events[-1]['id']}"
    return found


def send_raw(url: str, body: bytes, *, chunked: bool) -> tuple[int, str, bytes]:
    """Post a body with its length, or in chunks without one."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    parts = [body[at : at + 65_536] for at in range(0, len(body), 65_536)]
    connection.request(
        "POST",
        "/v1/matches",
        body=iter(parts) if chunked else body,
        headers={"Content-Type": "application/json"},
        encode_chunked=chunked,
    )
    answer = connection.getresponse()
    return answer.status, answer.headers["Content-Type"], answer.read()


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_over_the_limit_is_refused_however_it_is_sent(
    url: str, chunked: bool
) -> None:
    for size in (MIB + 1, MIB + 5_000):
        body = b'{"game":"' + b"x" * (size - 11) + b'"}'
        status, kind, _ = send_raw(url, body, chunked=chunked)
        assert (status, kind) == (413, "application/problem+json")
        assert HTTP.get(f"{url}/v1/games").status_code == 200


@pytest.mark.parametrize("chunked", [False, True])
def test_a_small_body_is_read_however_it_is_sent(url: str, chunked: bool) -> None:
    status, _, answer = send_raw(url, b'{"game":"locus"}', chunked=chunked)
    assert status == 201, answer
    status, kind, _ = send_raw(url, b"{", chunked=chunked)
    assert (status, kind) == (400, "application/problem+json")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/matches/..%2f..%2fetc%2fpasswd",
        "/v1/matches/a%00b",
        "/v1/matches/%ff",
        "/v1/matches/<script>",
        "/%2e%2e/",
        "//v1//games",
        "/v1/games/%ff/rules",
    ],
)
def test_strange_addresses_get_problem_documents(url: str, path: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 404
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_no_two_workers_deal_alike(url: str) -> None:
    seeds, deals = set(), set()
    for _ in range(100):
        address, _ = create(url)
        match = HTTP.get(address).json()
        deals.add(tuple(cell["card"] for cell in match["view"]["cells"]))
        seeds.add(match["shuffle"]["commitment"])
    assert len(seeds) == len(deals) == 100


def test_a_match_is_found_again_after_a_restart(tmp_path: Path) -> None:
    with running_service(tmp_path, workers=2) as live:
        address, (mine,) = create(live.url)
        path = address.removeprefix(live.url)
        move = HTTP.get(f"{address}/moves", headers=mine).json()["moves"][0]["move"]
        HTTP.post(f"{address}/moves", json={"move": move}, headers=mine)
        before = HTTP.get(address, headers=mine).json()
    with running_service(tmp_path, workers=2) as live:
        assert HTTP.get(live.url + path, headers=mine).json() == before


def test_400_matches_of_four_preloaded_workers_are_all_dealt_differently(
    redis_url: str, figure: Callable[[str], None]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--preload", "--workers", "4"]
    command += ["--bind", f"127.0.0.1:{port}", "--no-control-socket"]
    master = subprocess.Popen(
        [*command, "service.app:create_app()"],
        env={**os.environ, "TAPETE_REDIS_URL": redis_url},
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _await(url)
        seeds, deals = set(), set()
        for _ in range(400):
            address, _ = create(url)
            match = HTTP.get(address).json()
            deals.add(tuple(cell["card"] for cell in match["view"]["cells"]))
            seeds.add(match["shuffle"]["commitment"])
    finally:
        master.terminate()
        master.wait(30)
    assert len(seeds) == len(deals) == 400
    figure(f"400 matches of 4 preloaded workers: {len(deals)} different deals")


def _await(url: str) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            if HTTP.get(f"{url}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the service does not get ready")


def at_once(acts: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Let all begin at one moment; returns their answers in order."""
    start = threading.Barrier(len(acts))

    def act(one: Callable[[], httpx.Response]) -> httpx.Response:
        start.wait()
        return one()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))


def posting(
    address: str, headers: dict[str, str], cell: str = "c3"
) -> Callable[[], httpx.Response]:
    body = {"move": {"type": "place", "cell": cell, "face": "up"}}
    return lambda: HTTP.post(address, json=body, headers=headers, timeout=30)


def test_w16_twenty_requests_under_one_key_have_one_effect_and_one_answer(
    url: str,
) -> None:
    people = [{"kind": "human"}, {"kind": "human"}]
    address, (first, second) = create(url, seats=people)
    other_match, _ = create(url, seats=people)
    key = {"Idempotency-Key": str(uuid.uuid4())}
    moves, mine = f"{address}/moves", {**first, **key}
    answers = at_once([posting(moves, mine)] * 20)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    replayed = [answer.headers.get("Idempotent-Replayed") for answer in answers]
    assert Counter(replayed) == {"true": 19, None: 1}
    assert HTTP.get(address).json()["version"] == 2

    elsewhere = f"{address}/resignation"
    refused = [posting(moves, mine, "a1")(), HTTP.post(elsewhere, headers=mine)]
    for answer in refused:
        told = (answer.status_code, answer.json()["code"])
        assert told == (422, "key_reused")
    assert posting(f"{other_match}/moves", mine)().status_code == 401
    theirs = posting(moves, {**second, **key}, "d4")()
    assert theirs.status_code == 200
    assert "Idempotent-Replayed" not in theirs.headers
    assert HTTP.get(address).json()["version"] == 3


def test_w16_of_different_requests_under_one_key_one_lands_and_the_others_are_told(
    url: str,
) -> None:
    people = [{"kind": "human"}, {"kind": "human"}]
    for _ in range(10):
        address, (first, _) = create(url, seats=people)
        mine = {**first, "Idempotency-Key": str(uuid.uuid4())}
        cells = [f"{column}{row}" for column in "abcde" for row in range(1, 5)]
        answers = at_once([posting(f"{address}/moves", mine, c) for c in cells])
        codes = Counter(answer.status_code for answer in answers)
        assert codes == {200: 1, 422: 19}
        refused = [a.json()["code"] for a in answers if a.status_code == 422]
        assert set(refused) == {"key_reused"}
        assert HTTP.get(address).json()["version"] == 2
