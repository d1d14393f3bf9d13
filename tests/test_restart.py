"""What dies is started again, and a stop that comes at a bad moment is not lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.live import ROOT, Live, running_service, worker_ids
from tests.test_live import create

PEOPLE = [{"kind": "human"}, {"kind": "human"}]
FEW_RESTARTS, RESTARTS = 3, 20

SLOW_WORKERS = """\
import sys, time
from pathlib import Path
from service import server
from service.config import Settings

def linger(arbiter, worker):
    print("forked", flush=True)
    time.sleep(1)

server.OPTIONS["post_fork"] = linger
server.serve(
    Settings(),
    host="127.0.0.1",
    port=0,
    workers=1,
    data_dir=Path(sys.argv[1]),
    on_ready=lambda url: None,
)
"""


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with running_service(tmp_path, workers=2) as service:
        yield service


def store_of(tmp_path: Path) -> int:
    return int((tmp_path / "data" / "server.lock").read_text())


def place(client: httpx.Client, address: str, headers: dict[str, str]) -> int:
    """Play the first legal move; returns the version that it led to."""
    moves = client.get(f"{address}/moves", headers=headers).json()["moves"]
    answer = client.post(
        f"{address}/moves", json={"move": moves[0]["move"]}, headers=headers
    )
    assert answer.status_code == 200
    return int(answer.json()["match"]["version"])


def test_a_store_that_dies_is_started_again_and_nothing_acknowledged_is_lost(
    live: Live, tmp_path: Path
) -> None:
    address, seats = create(live.url, seats=PEOPLE)
    with httpx.Client(timeout=20) as client:
        for turn in range(6):
            version = place(client, address, seats[turn % 2])
        for _ in range(2):
            killed = store_of(tmp_path)
            os.kill(killed, signal.SIGKILL)
            codes, until = [], time.monotonic() + 30
            while (answer := client.get(address)).status_code != 200:
                codes.append(answer.status_code)
                assert answer.headers["Retry-After"]
                assert time.monotonic() < until
                time.sleep(0.05)
            assert set(codes) == {503}
            assert store_of(tmp_path) != killed
            assert answer.json()["version"] == version
            version = place(client, address, seats[(version - 1) % 2])
    log = live.log.read_text()
    assert log.count("has died; it is started again in") == 2
    assert "Traceback" not in log


def test_moves_go_on_through_the_death_of_the_store(live: Live, tmp_path: Path) -> None:
    """What was acknowledged before, and between, is in the match after it."""
    address, seats = create(live.url, seats=PEOPLE, options={"grid": "8x6"})
    told, over = [1], threading.Event()

    def play() -> None:
        with httpx.Client(timeout=20) as client:
            while not over.is_set() and told[-1] < 40:
                mine = seats[(told[-1] - 1) % 2]
                listed = client.get(f"{address}/moves", headers=mine)
                if listed.status_code != 200:
                    continue
                move = {"move": listed.json()["moves"][0]["move"]}
                keyed = {**mine, "Idempotency-Key": str(uuid.uuid4())}
                for _ in range(400):
                    answer = client.post(f"{address}/moves", json=move, headers=keyed)
                    if answer.status_code == 200:
                        told.append(answer.json()["match"]["version"])
                        break
                    assert answer.status_code == 503
                    time.sleep(0.05)

    player = threading.Thread(target=play)
    player.start()
    while told[-1] < 5 and player.is_alive():
        time.sleep(0.01)
    os.kill(store_of(tmp_path), signal.SIGKILL)
    player.join(60)
    over.set()
    assert told == list(range(1, 41))
    assert httpx.get(address).json()["version"] == 40


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_stop_right_after_a_fork_reaches_the_new_worker(
    tmp_path: Path, name: str
) -> None:
    command = [sys.executable, "-c", SLOW_WORKERS, str(tmp_path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "forked\n"
        (worker,) = worker_ids(process.pid)
        started = time.monotonic()
        process.send_signal(signal.Signals[name])
        assert process.wait(40) == 0
        assert time.monotonic() - started < 10
        assert not Path(f"/proc/{worker}").exists()


def dealt(url: str) -> tuple[str, tuple[str, ...]]:
    """The commitment to a new match's seed, and its cards.

    The cards follow from the match's id too, so that only the commitment tells whether
    a seed is used again.
    """
    address, _ = create(url)
    match = httpx.get(address, timeout=30).json()
    cells = match["view"]["cells"]
    return match["shuffle"]["commitment"], tuple(cell["card"] for cell in cells)


def test_f02_no_start_of_the_service_deals_what_another_dealt(
    tmp_path: Path, full: bool, figure: Callable[[str], None]
) -> None:
    starts, deals = 1 + (RESTARTS if full else FEW_RESTARTS), []
    for _ in range(starts):
        with running_service(tmp_path, workers=1) as live:
            deals += [dealt(live.url) for _ in range(2)]
    seeds, cards = (set(column) for column in zip(*deals, strict=True))
    figure(f"first two matches of {starts} starts: {len(cards)} different deals")
    assert len(seeds) == len(cards) == len(deals) == 2 * starts


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_f01_no_two_matches_are_dealt_alike_by_workers_new_or_old(live: Live) -> None:
    deals = []
    for trouble in ("none", "reload", "kill", "reload"):
        old = worker_ids(live.process.pid)
        if trouble == "reload":
            live.process.send_signal(signal.SIGHUP)
        elif trouble == "kill":
            for worker in old:
                os.kill(worker, signal.SIGKILL)
        until = time.monotonic() + 30
        while trouble != "none" and set(old) & set(worker_ids(live.process.pid)):
            assert time.monotonic() < until
            time.sleep(0.1)
        for _ in range(20):
            deals.append(dealt(live.url))
    seeds, cards = (set(column) for column in zip(*deals, strict=True))
    assert len(seeds) == len(cards) == len(deals) == 80
