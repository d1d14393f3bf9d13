"""Matches that nobody goes on with cost the workers nothing, and outlive them."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import Live, running_service, worker_ids

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")

SHORT, FULL = 500, 5_000
WARM_UP = 300
MOST_AFTER = {SHORT: 1.05, FULL: 1.1}
"""Of a warmed worker: what is kept of each match shows less after a few."""
GAMES = ("locus", "lamarckian", "poker7")
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=60) as client:
        yield client


def resident_kb(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def begin(client: httpx.Client, url: str, game: str) -> tuple[str, list[Any]]:
    body = {"game": game, "seats": PEOPLE}
    opened = client.post(f"{url}/v1/matches", json=body)
    assert opened.status_code == 201
    tokens = [each["token"] for each in opened.json()["tokens"]]
    seats = [{"Authorization": f"Bearer {token}"} for token in tokens]
    return url + opened.headers["Location"], seats


def play(client: httpx.Client, address: str, seats: list[Any]) -> int:
    """Make a legal move of the first seat that has one; returns the new version."""
    (seat, *_) = client.get(address).json()["to_move"]
    choices = client.get(f"{address}/moves", headers=seats[seat]).json()["moves"]
    body = {"move": choices[-1]["move"]}
    answer = client.post(f"{address}/moves", json=body, headers=seats[seat])
    assert answer.status_code == 200
    return int(answer.json()["match"]["version"])


def abandon(client: httpx.Client, url: str, number: int) -> None:
    """Create matches; every other one is left before the start, or after a move."""
    for n in range(number):
        game = GAMES[n % 3]
        if n % 2:
            body = {"game": game, "seats": [{"kind": "human"}, {"kind": "open"}]}
            assert client.post(f"{url}/v1/matches", json=body).status_code == 201
        else:
            play(client, *begin(client, url, game))


def test_s12_abandoned_matches_do_not_stay_in_the_worker(
    tmp_path: Path, client: httpx.Client, full: bool, figure: Callable[[str], None]
) -> None:
    number = FULL if full else SHORT
    with running_service(tmp_path, workers=1) as live:
        abandon(client, live.url, WARM_UP)
        (worker,) = worker_ids(live.process.pid)
        before = resident_kb(worker)
        abandon(client, live.url, number)
        assert worker_ids(live.process.pid) == [worker]
        after = resident_kb(worker)
    figure(
        f"{number:,} abandoned matches: RSS of the worker {before / 1024:.1f} MB, "
        f"{after / 1024:.1f} MB after them ({after / before - 1:+.1%})"
    )
    assert after < MOST_AFTER[number] * before


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with running_service(tmp_path, workers=2) as live:
        yield live


def test_s12_the_match_of_a_killed_worker_is_played_on_by_another(live: Live) -> None:
    """Both that there were are killed, so that the one that it was made by is."""
    old = worker_ids(live.process.pid)
    assert len(old) == 2
    matches = []
    for game in GAMES:
        with httpx.Client(timeout=60) as client:
            address, seats = begin(client, live.url, game)
            matches.append((address, seats, play(client, address, seats)))
    for worker in old:
        os.kill(worker, signal.SIGKILL)
        until = time.monotonic() + 60
        while worker in worker_ids(live.process.pid):
            assert time.monotonic() < until
            time.sleep(0.05)
        for at, (address, seats, version) in enumerate(matches):
            with httpx.Client(timeout=60) as client:
                assert client.get(address).json()["version"] == version
                now = play(client, address, seats)
            assert now == version + 1
            matches[at] = (address, seats, now)
    assert not set(old) & set(worker_ids(live.process.pid))
