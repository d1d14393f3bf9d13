"""One client that wants too much, and the others, who do not notice."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import Live, running_service, worker_ids

SSE = "text/event-stream"
BOTS = [{"kind": "bot", "level": 7}] * 2
PERSON = [{"kind": "human"}, {"kind": "bot", "level": 7}]
THINKS_S = 3
ALLOWED = {
    "TAPETE_RATE_LIMIT_BOTS": f"{THINKS_S}/minute",
    "TAPETE_RATE_LIMIT_HINTS": "",
    "TAPETE_BOT_DEADLINE": "0.4",  # so that creating a match does not play it
    "TAPETE_FOLLOWERS_SEAT": "2",
    "TAPETE_FOLLOWERS_ADDRESS": "4",
}
GREEDY, OTHER = "127.0.0.2", "127.0.0.3"
CONNECTIONS = 6
SLOW_S = 1.0


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("greedy")
    with running_service(folder, workers=1, env=ALLOWED) as service:
        yield service


def client(live: Live, address: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=live.url, transport=transport, timeout=30)


def opened(web: httpx.Client, seats: Any = PERSON) -> tuple[str, Any]:
    """Create a match; returns its address and what the seats of people send."""
    answer = web.post("/v1/matches", json={"game": "locus", "seats": seats})
    assert answer.status_code == 201, answer.text
    tokens = [entry["token"] for entry in answer.json()["tokens"]]
    headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
    return f"/v1/matches/{answer.json()['match']['id']}", headers


def seconds_worked(live: Live) -> float:
    ticks = 0
    for worker in worker_ids(live.process.pid):
        stat = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        ticks += int(stat[11]) + int(stat[12])  # proc(5): utime and stime
    return ticks / os.sysconf("SC_CLK_TCK")


def greed(web: httpx.Client, until: float, answers: list[httpx.Response]) -> None:
    """Ask for what takes long: whole matches of bots, and hints; never wait."""
    body = {"game": "locus", "seats": BOTS}
    path, (headers,) = opened(web)
    while time.monotonic() < until:
        answers.append(web.post("/v1/matches", json=body))
        answers.append(web.post(f"{path}/hints", headers=headers))
        time.sleep(0.02)


def test_who_has_bots_think_without_end_is_stopped_and_others_are_served(
    live: Live, figure: Callable[[str], None]
) -> None:
    answers: list[httpx.Response] = []
    took: list[float] = []
    with client(live, GREEDY) as greedy, client(live, OTHER) as other:
        path, (headers,) = opened(other)
        until = time.monotonic() + 6
        threads = [
            threading.Thread(target=greed, args=[greedy, until, answers])
            for _ in range(CONNECTIONS)
        ]
        for thread in threads:
            thread.start()
        while time.monotonic() < until:
            began = time.monotonic()
            assert other.get(path, headers=headers).status_code == 200
            took.append(time.monotonic() - began)
            time.sleep(0.01)
        for thread in threads:
            thread.join()
        moves = other.get(f"{path}/moves", headers=headers).json()["moves"]
        move = {"move": moves[0]["move"]}
        mine = other.post(f"{path}/moves", json=move, headers=headers)
        assert mine.status_code == 200
    hints = [each for each in answers if each.url.path.endswith("/hints")]
    made = [each for each in answers if each not in hints]
    assert {answer.status_code for answer in hints} == {200, 429}
    assert {answer.status_code for answer in made} == {201, 429}
    refused = [answer for answer in answers if answer.status_code == 429]
    for answer in refused:
        assert answer.json()["code"] == "rate_limited"
        assert int(answer.headers["Retry-After"]) > 0
    took.sort()
    p99 = took[len(took) * 99 // 100]
    figure(
        f"GET beside a greedy client: {len(took)}, median {took[len(took) // 2]:.3f} s,"
        f" 99 % {p99:.3f} s; {len(refused)} of its {len(answers)} requests refused"
    )
    assert p99 < SLOW_S


def test_bots_that_nobody_may_pay_for_wait(live: Live) -> None:
    with client(live, "127.0.0.6") as greedy:
        with ThreadPoolExecutor(16) as pool:
            deadline = time.monotonic() + 60
            while not any(pool.map(_refused, [greedy] * 16)):
                assert time.monotonic() < deadline
        time.sleep(1)  # what had begun ends
        before = seconds_worked(live)
        time.sleep(3)
    # A timekeeper that goes on with all of their matches takes all three.
    assert seconds_worked(live) - before < 1


def _refused(web: httpx.Client) -> bool:
    body = {"game": "locus", "seats": BOTS}
    return web.post("/v1/matches", json=body).status_code == 429


def test_a_seat_and_an_address_hold_so_many_streams(live: Live) -> None:
    with client(live, "127.0.0.4") as web, client(live, "127.0.0.5") as other:
        path, (seat, rival) = opened(web, [{"kind": "human"}, {"kind": "human"}])
        feed = f"{path}/events"
        held = [follow(web, feed, seat) for _ in range(2)]
        assert [each.status_code for each in held] == [200, 200]
        third = follow(web, feed, seat)
        assert third.status_code == 429
        assert int(third.headers["Retry-After"]) > 0
        assert third.headers["Content-Type"] == "application/problem+json"
        assert follow(other, feed, seat).status_code == 429
        assert follow(other, feed, rival).status_code == 200
        tag = web.get(path, headers=seat).headers["ETag"]
        waits = {**seat, "If-None-Match": tag}
        assert web.get(f"{path}?wait=5", headers=waits).status_code == 429
        held += [follow(web, feed, {}) for _ in range(2)]
        assert follow(web, feed, {}).status_code == 429
        assert follow(other, feed, {}).status_code == 200
        assert web.get(path, headers=seat).status_code == 200
        for each in held:
            each.close()
        _await(lambda: follow(web, feed, seat).status_code == 200)


def follow(web: httpx.Client, feed: str, headers: dict[str, str]) -> httpx.Response:
    """Open a stream; a refusal is read and closed."""
    request = web.build_request("GET", feed, headers={**headers, "Accept": SSE})
    answer = web.send(request, stream=True)
    if answer.status_code != 200:
        answer.read()
    return answer


def _await(true: Callable[[], bool]) -> None:
    """Wait until the service has noticed: it does at its next sign of life."""
    deadline = time.monotonic() + 25
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.5)
