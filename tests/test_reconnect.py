"""Whoever was cut off comes back to the same seat, cards and clock."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import Live, running_service, worker_ids
from tests.test_live import create
from tests.test_streams import follow, reset

TURN_S = 60
SHORT, FULL = (1, 4), (1, 30, 55)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with running_service(tmp_path, workers=2) as service:
        yield service


def kill_one(live: Live) -> None:
    os.kill(worker_ids(live.process.pid)[0], signal.SIGKILL)


def kill_all(live: Live) -> None:
    for worker in worker_ids(live.process.pid):
        os.kill(worker, signal.SIGKILL)


def reload(live: Live) -> None:
    live.process.send_signal(signal.SIGHUP)


def known(address: str, headers: dict[str, str]) -> tuple[Any, Any, Any]:
    """What a seat finds: the match, its legal moves, and all of its events."""
    with httpx.Client(headers=headers, timeout=20) as client:
        answer = client.get(address)
        assert answer.status_code == 200
        match = answer.json()
        del match["clock"]["server_time"]
        moves, events = client.get(f"{address}/moves"), client.get(f"{address}/events")
        assert (moves.status_code, events.status_code) == (200, 200)
        return match, moves.json(), events.json()["events"]


def hang_on(address: str, headers: dict[str, str]) -> Callable[[], None]:
    """Follow a match by a stream and a long poll; returns what cuts both off."""
    stream = follow(address)
    client = httpx.Client(headers=headers, timeout=40)
    known = {"If-None-Match": client.get(address).headers["ETag"]}

    def wait() -> None:
        with suppress(httpx.HTTPError):
            client.get(f"{address}?wait=25", headers=known)

    poll = threading.Thread(target=wait, daemon=True)
    poll.start()
    time.sleep(0.3)

    def cut() -> None:
        reset([stream])
        client.close()

    return cut


@pytest.mark.parametrize("game", ["lamarckian", "poker7"])
@pytest.mark.parametrize("trouble", [kill_one, kill_all, reload])
def test_s11_a_seat_is_found_again_as_it_was_left(
    live: Live, game: str, trouble: Callable[[Live], None], full: bool
) -> None:
    people = [{"kind": "human"}, {"kind": "human"}]
    for pause_s in FULL if full else SHORT:
        address, seats = create(
            live.url, game=game, seats=people, clock={"turn": TURN_S}
        )
        before = [known(address, mine) for mine in seats]
        assert before[0][0]["clock"]["deadline_at"] is not None
        began = time.monotonic()
        cut = hang_on(address, seats[0])
        cut()
        trouble(live)
        time.sleep(max(0, began + pause_s - time.monotonic()))
        assert [known(address, mine) for mine in seats] == before
        taken = httpx.post(f"{address}/seats", json={"name": "Eve"}, timeout=20)
        assert (taken.status_code, taken.json()["code"]) == (409, "no_open_seat")
        seat = before[0][0]["to_move"][0]
        move = {"move": before[seat][1]["moves"][0]["move"]}
        played = httpx.post(
            f"{address}/moves", json=move, headers=seats[seat], timeout=20
        )
        assert played.status_code == 200
