"""What /metrics tells: of all workers together, at its own address, in few labels."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.config import Settings
from service.games import GAMES
from service.store.reasons import WORDS
from tapete.client import Client
from tests.live import running_service, worker_ids
from tests.telemetry.conftest import Watched, free_port

TWO = [{"kind": "human"}, {"kind": "human"}]


def soon(seen: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not seen():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_a_scrape_tells_of_all_workers_together(watched: Watched) -> None:
    count = {"method": "GET", "route": "/v1/games", "status": "200"}
    before = watched.value("tapete_http_requests_total", **count)
    for _ in range(20):  # of two workers each answers some, on connections of their own
        httpx.get(f"{watched.live.url}/v1/games")
    assert watched.value("tapete_http_requests_total", **count) == before + 20
    times = {"method": "GET", "route": "/v1/games"}
    assert watched.value("tapete_http_request_seconds_count", **times) == before + 20
    assert watched.value("tapete_build_info", version="0.1.0") == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_metrics_are_nowhere_else_and_nothing_else_is_there(
    watched: Watched, method: str
) -> None:
    there = watched.metrics_url.removesuffix("/metrics")
    for url, status in (
        (f"{watched.live.url}/metrics", 404),
        (f"{there}/v1/games", 404),
        (f"{there}/", 404),
        (f"{there}/metrics", 200 if method == "GET" else 405),
    ):
        answer = httpx.request(method, url, headers={"Host": "127.0.0.1"})
        assert answer.status_code == status, url
        assert "html" not in answer.headers["Content-Type"]


def test_a_host_header_leads_nobody_to_the_metrics(watched: Watched) -> None:
    address = watched.metrics_url.split("/")[2]
    headers = {"Host": address, "X-Forwarded-Host": address}
    for forwarded in ({}, {"X-Forwarded-Port": address.rpartition(":")[2]}):
        url = f"{watched.live.url}/metrics"
        answer = httpx.get(url, headers={**headers, **forwarded})
        assert answer.status_code == 404


def test_matches_commits_and_bots_are_counted_by_game(watched: Watched) -> None:
    def counts(game: str) -> list[float]:
        names = ("matches_created", "matches_finished", "commits", "events")
        return [watched.value(f"tapete_{n}_total", game=game) for n in names]

    with Client(watched.live.url) as client:
        for game in GAMES:
            before = counts(game)
            mine = client.create_match(game=game).seat
            mine.resign()
            after = counts(game)
            assert [a - b for a, b in zip(after, before, strict=True)][:3] == [1, 1, 2]
            assert after[3] > before[3]
            if game == "lamarckian":  # its bots mark in any case
                moved = watched.value("tapete_bot_move_seconds_count", game=game)
                assert moved >= 1


def test_problems_replays_and_conflicts_are_counted(watched: Watched) -> None:
    def counts() -> list[float]:
        return [
            watched.value("tapete_problems_total", code="stale"),
            watched.value("tapete_problems_total", code="not_your_turn"),
            watched.value("tapete_http_requests_total", status="412"),
            watched.value("tapete_http_requests_total", status="409"),
            watched.value("tapete_idempotent_replays_total"),
        ]

    before = counts()
    with Client(watched.live.url) as client:
        opened = client.create_match(game="locus", seats=TWO)
        first = opened.seats[0].view()["to_move"][0]
        mover, other = opened.seats[first], opened.seats[1 - first]
        url = f"{watched.live.url}/v1/matches/{opened.id}/moves"
        body = {"move": mover.moves()[0]["move"]}
        key = {"Idempotency-Key": "0123456789abcdef"}
        mine = {"Authorization": f"Bearer {mover.token}", **key}
        theirs = {"Authorization": f"Bearer {other.token}"}
        for headers, status in (
            (theirs, 409),
            (mine | {"If-Match": '"0-0"'}, 412),
            (mine, 200),
            (mine, 200),
        ):
            assert httpx.post(url, json=body, headers=headers).status_code == status
    assert [a - b for a, b in zip(counts(), before, strict=True)] == [1] * 5


def test_changes_begun_again_are_counted(watched: Watched) -> None:
    """All seats of a round mark at once, of several matches, until two have met."""
    seats = [{"kind": "human"}] * 6
    before = watched.value("tapete_commit_retries_total", game="lamarckian")
    with Client(watched.live.url) as client:

        def all_mark_at_once() -> bool:
            opened = client.create_match(game="lamarckian", seats=seats)
            moves = [seat.moves()[0]["move"] for seat in opened.seats]
            threads = [
                threading.Thread(target=seat.play, args=[move])
                for seat, move in zip(opened.seats, moves, strict=True)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            now = watched.value("tapete_commit_retries_total", game="lamarckian")
            return now > before

        assert any(all_mark_at_once() for _ in range(30))


def test_a_time_out_is_counted(watched: Watched) -> None:
    before = watched.value("tapete_timeouts_total", game="locus")
    with Client(watched.live.url) as client:
        client.create_match(game="locus", seats=TWO, clock={"turn": 1})
        assert soon(lambda: watched.value("tapete_timeouts_total") == before + 1)


def test_followers_are_counted_while_they_follow(watched: Watched) -> None:
    def streams() -> float:
        return watched.value("tapete_followers", kind="stream")

    with Client(watched.live.url) as client:
        opened = client.create_match(game="locus", seats=TWO)
        url = f"{watched.live.url}/v1/matches/{opened.id}"
        form = {"Accept": "application/x-ndjson"}
        with httpx.stream("GET", f"{url}/events", headers=form) as answer:
            next(answer.iter_lines())
            assert streams() == 1
            assert watched.value("tapete_followers", kind="poll") == 0
        tag = httpx.get(url).headers["ETag"]
        poll = threading.Thread(
            target=httpx.get,
            args=[f"{url}?wait=2"],
            kwargs={"headers": {"If-None-Match": tag}},
        )
        poll.start()
        assert soon(lambda: watched.value("tapete_followers", kind="poll") == 1, 2)
        poll.join()
        assert soon(lambda: watched.value("tapete_followers", kind="poll") == 0)


def test_a_wait_for_a_change_is_no_latency(watched: Watched) -> None:
    route = {"route": "/v1/matches/<string:match_id>", "method": "GET"}
    name = "tapete_http_request_seconds_sum"
    with Client(watched.live.url) as client:
        opened = client.create_match(game="locus", seats=TWO)
        url = f"{watched.live.url}/v1/matches/{opened.id}"
        tag = httpx.get(url).headers["ETag"]
        before, began = watched.value(name, **route), time.monotonic()
        httpx.get(f"{url}?wait=1", headers={"If-None-Match": tag})
    assert time.monotonic() - began >= 1
    assert watched.value(name, **route) - before < 0.5


def test_labels_have_few_values_whatever_clients_send(
    watched: Watched, settings: Settings
) -> None:
    """So no id, token, name or card can be one, and their number is bounded."""
    url = watched.live.url
    for path in ("/v1/matches/xyz", "/nowhere/at/all", "/v1/games/none", "/%00"):
        httpx.get(url + path)
    with pytest.raises(HTTPError):
        urlopen(Request(f"{url}/v1/games", method="INVENTED"))
    routes = {rule.rule for rule in create_app(settings).url_map.iter_rules()}
    allowed = {
        "game": set(GAMES),
        "level": set("1234567"),
        "route": routes | {"none"},
        "method": {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"},
        "status": {str(status) for status in range(200, 600)},
        "kind": {"stream", "poll"},
        "reason": set(WORDS),
        "outcome": {"written", "failed", "lost"},
        "version": {"0.1.0"},
    }
    seen = set[str]()
    for family in text_string_to_metric_families(watched.scrape()):
        for sample in family.samples:
            for label, value in sample.labels.items():
                seen.add(label)
                if label == "le":
                    float(value)
                elif label == "code":
                    assert value.isidentifier()
                    assert len(value) < 32
                else:
                    assert value in allowed[label], (sample.name, label, value)
    assert {"game", "route", "method", "status", "code"} <= seen


def test_a_store_that_is_away_is_counted_and_a_dead_worker_forgotten(
    tmp_path: Path,
) -> None:
    port = free_port()
    env = {"TAPETE_METRICS_ADDR": f"127.0.0.1:{port}", "TAPETE_REDIS_TIMEOUT": "0.2"}

    def told() -> str:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/metrics").text
        except httpx.TransportError:  # the only worker has died
            return ""

    with running_service(tmp_path, env=env) as live, socket.socket() as follower:
        created = httpx.post(f"{live.url}/v1/matches", json={"game": "locus"}).json()
        host, _, own = live.url.removeprefix("http://").partition(":")
        follower.connect((host, int(own)))
        path = f"/v1/matches/{created['match']['id']}/events"
        wish = f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"
        follower.sendall(wish.encode())
        assert follower.recv(1)
        assert soon(lambda: 'tapete_followers{kind="stream"} 1.0' in told())
        assert 'tapete_store_errors_total{reason="unreachable"} 0.0' in told()
        with stopped(int((tmp_path / "data" / "server.lock").read_text())):
            answer = httpx.get(f"{live.url}/readyz", timeout=30)
            assert answer.status_code == 503
            assert "does not answer in time" in answer.json()["detail"]
            assert 'tapete_store_errors_total{reason="unreachable"} 0.0' not in told()
        os.kill(worker_ids(live.process.pid)[0], signal.SIGKILL)
        assert soon(
            lambda: "tapete_commits" in (seen := told()) and "{kind=" not in seen
        )
        assert 'tapete_commits_total{game="locus"} 1.0' in told()


@contextmanager
def stopped(process: int) -> Iterator[None]:
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def test_without_an_address_nothing_is_counted_or_imported(tmp_path: Path) -> None:
    with running_service(tmp_path) as live:
        assert httpx.get(f"{live.url}/metrics").status_code == 404
        for worker in worker_ids(live.process.pid):
            maps = Path(f"/proc/{worker}/maps").read_text()
            assert "tapete-metrics-" not in maps
