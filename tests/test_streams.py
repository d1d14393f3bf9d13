"""Many open streams over two workers: they hold up nobody, and leave nothing behind."""

from __future__ import annotations

import signal
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import redis

from service.server import _OTHERS
from service.store.embedded import EmbeddedServer
from tests.live import Live, running_service, worker_ids
from tests.test_live import HTTP, create

STREAMS, ROUNDS = 300, 1
MOST_STREAMS, MOST_ROUNDS = 500, 5
NOISE_MB = 2.0
"""That a worker may differ by from what it takes at rest."""
LASTING_S = 3.0
FOLLOWERS = 100
PEOPLE = [{"kind": "human"}, {"kind": "human"}]
RESET_AT_CLOSE = struct.pack("ii", 1, 0)
SSE, LINES = "text/event-stream", "application/x-ndjson"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[redis.Redis]:
    with (
        EmbeddedServer(tmp_path / "store") as url,
        redis.Redis.from_url(url) as client,
    ):
        yield client


@pytest.fixture
def live(tmp_path: Path, store: redis.Redis) -> Iterator[Live]:
    path = store.get_connection_kwargs()["path"]
    env = {"TAPETE_REDIS_URL": f"unix://{path}"}
    with running_service(tmp_path, workers=2, env=env) as service:
        yield service


def follow(address: str, form: str = SSE) -> socket.socket:
    """Open a stream; returns when its head has come."""
    parts = urlsplit(address)
    stream = socket.create_connection((parts.hostname, parts.port), timeout=20)
    request = f"GET {parts.path}/events HTTP/1.1\r\nHost: x\r\nAccept: {form}\r\n\r\n"
    stream.sendall(request.encode())
    assert stream.recv(12) == b"HTTP/1.1 200"
    return stream


def follow_many(address: str, number: int) -> list[socket.socket]:
    return [follow(address, (SSE, LINES)[n % 2]) for n in range(number)]


def reset(streams: list[socket.socket]) -> None:
    """Close as a crash does, without a word of farewell."""
    for stream in streams:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_AT_CLOSE)
        stream.close()


def read_until(stream: socket.socket, ends: Callable[[bytes], bool]) -> bytes:
    read = b""
    while not ends(read) and (chunk := stream.recv(1 << 16)):
        read += chunk
    return read


def workers(live: Live) -> list[Path]:
    master = live.process.pid
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return [Path("/proc", pid) for pid in children]


def descriptors(live: Live) -> int:
    return sum(len(list((worker / "fd").iterdir())) for worker in workers(live))


def threads(live: Live) -> int:
    return sum(len(list((worker / "task").iterdir())) for worker in workers(live))


def clients(store: redis.Redis) -> int:
    info: Any = store.info("clients")
    return int(info["connected_clients"])


def at_rest(live: Live, store: redis.Redis) -> tuple[int, int]:
    """Descriptors and clients without a stream, once neither changes for a while: every
    worker has started, its timekeeper has connected, and other connections are closed.
    """
    deadline = time.monotonic() + 60
    while True:
        seen = set()
        until = time.monotonic() + 5
        while time.monotonic() < until:
            seen.add((descriptors(live), clients(store)))
            time.sleep(0.1)
        if len(seen) == 1:
            return seen.pop()
        assert time.monotonic() < deadline, seen


def megabytes(live: Live) -> float:
    """Proportional set size of all workers."""
    rolled = [(worker / "smaps_rollup").read_text() for worker in workers(live)]
    lines = [line for text in rolled for line in text.splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def warm_up(live: Live, address: str) -> None:
    """Let ordinary requests come, many at a time, and what they took be given back."""
    with ThreadPoolExecutor(64) as pool:
        paths = [address, f"{address}/events", f"{live.url}/v1/games"] * 64
        answers = pool.map(lambda path: HTTP.get(path, timeout=60), paths)
        assert {answer.status_code for answer in answers} == {200}
    time.sleep(20)


def timed(act: Callable[..., httpx.Response], *args: Any) -> float:
    started = time.monotonic()
    assert act(*args).status_code == 200
    return time.monotonic() - started


def slowest_of_20(address: str, seats: list[dict[str, str]]) -> float:
    """Look and move 20 times; returns how long the slowest answer took."""
    return max(
        max(timed(HTTP.get, address), timed(play, address, seats[turn % 2]))
        for turn in range(20)
    )


def play(address: str, headers: dict[str, str]) -> httpx.Response:
    moves = HTTP.get(f"{address}/moves", headers=headers).json()["moves"]
    move = {"move": moves[0]["move"]}
    return HTTP.post(f"{address}/moves", json=move, headers=headers)


def is_given_back(
    live: Live, store: redis.Redis, before: tuple[int, int], allowed: float
) -> bool:
    """Whether both workers, or those in their places, take no more than before."""
    with suppress(FileNotFoundError):  # one of them has just ended
        return (
            len(workers(live)) == 2
            and descriptors(live) <= before[0]
            and clients(store) <= before[1]
            and megabytes(live) <= allowed
        )
    return False


def seconds_until_rest(
    live: Live, store: redis.Redis, before: tuple[int, int], allowed: float
) -> float:
    """Wait, at most a minute, until all is given back for good; returns how long."""
    started = rests_since = time.monotonic()
    while time.monotonic() - rests_since < LASTING_S:
        time.sleep(0.5)
        if not is_given_back(live, store, before, allowed):
            rests_since = time.monotonic()
            assert rests_since - started < 60, (
                descriptors(live),
                clients(store),
                megabytes(live),
                before,
                allowed,
            )
    return rests_since - started


def test_idle_streams_hold_up_nobody_and_leave_nothing_behind(
    live: Live, store: redis.Redis, full: bool, figure: Callable[[str], None]
) -> None:
    """At rest is after ordinary requests, which make what a worker makes once."""
    number, rounds = (MOST_STREAMS, MOST_ROUNDS) if full else (STREAMS, ROUNDS)
    address, seats = create(live.url, seats=PEOPLE)
    before = at_rest(live, store)
    warm_up(live, address)
    start = megabytes(live)
    allowed = start + NOISE_MB * len(workers(live))
    for again in range(rounds):
        other, others = create(live.url, seats=PEOPLE)
        calm = slowest_of_20(*create(live.url, seats=PEOPLE))
        streams = follow_many(address, number)
        assert descriptors(live) >= before[0] + number
        most, peak = threads(live), megabytes(live)
        slowest = slowest_of_20(other, others)
        assert slowest < 1 + calm  # on a busy machine everything takes longer
        if full and not again:  # longer than gunicorn lets a worker be silent
            time.sleep(35)
            play(address, seats[0])
            read_until(streams[0], lambda read: b'"placed"' in read)
        reset(streams)
        took = seconds_until_rest(live, store, before, allowed)
        assert threads(live) < most - number * 0.9
        figure(
            f"{number} idle streams: slowest answer {slowest * 1000:.0f} ms (without "
            f"them {calm * 1000:.0f}), all given back {took:.0f} s after a reset; "
            f"MB (PSS) of 2 workers {start:.1f} / {peak:.1f} / {megabytes(live):.1f}"
        )


def test_streams_outlive_the_time_that_a_worker_may_be_silent(tmp_path: Path) -> None:
    """As many as there are threads, so that some are told to come back."""
    every = 2 * (20 + _OTHERS)
    env, options = {"TAPETE_FOLLOWERS": "20"}, {"timeout": 2}
    with running_service(tmp_path, workers=2, env=env, options=options) as live:
        address, seats = create(live.url, seats=PEOPLE)
        other, others = create(live.url, seats=PEOPLE)
        calm = slowest_of_20(*create(live.url, seats=PEOPLE))
        old = workers(live)
        streams = follow_many(address, every)
        until = time.monotonic() + 6
        while time.monotonic() < until:
            assert timed(HTTP.get, other) < 1 + calm
            time.sleep(0.1)
        assert timed(play, other, others[0]) < 1 + calm
        assert play(address, seats[0]).status_code == 200
        read = [read_until(stream, _placed_or_over) for stream in streams]
        assert sum(b'"placed"' in each for each in read) >= 20
        assert workers(live) == old
        reset(streams)
        assert "TIMEOUT" not in live.log.read_text()


def _placed_or_over(read: bytes) -> bool:
    return b'"placed"' in read or read.endswith(b"\r\n0\r\n\r\n")


def test_an_event_reaches_all_followers(live: Live) -> None:
    address, seats = create(live.url, seats=PEOPLE)
    streams = follow_many(address, FOLLOWERS)
    for stream in streams:
        read_until(stream, lambda read: b'"dealt"' in read)
    started = time.monotonic()
    assert play(address, seats[0]).status_code == 200
    for stream in streams:
        stream.settimeout(2)
        assert b'"placed"' in read_until(stream, lambda read: b'"placed"' in read)
    assert time.monotonic() - started < 2
    reset(streams)


def send_move_slowly(address: str, headers: dict[str, str]) -> Callable[[], bytes]:
    """Begin a move; returns what sends its end and gives the answer."""
    parts = urlsplit(address)
    connection = socket.create_connection((parts.hostname, parts.port), timeout=20)
    body = b'{"move":{"type":"place","cell":"c3","face":"up"}}'
    lines = [f"POST {parts.path}/moves HTTP/1.1", "Host: x"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    connection.sendall("\r\n".join([*lines, "", ""]).encode() + body[:-1])

    def end() -> bytes:
        connection.sendall(body[-1:])
        return read_until(connection, lambda read: False)

    return end


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_open_streams_do_not_delay_a_stop(live: Live, name: str) -> None:
    address, _ = create(live.url, seats=PEOPLE)
    streams = follow_many(address, FOLLOWERS)
    started = time.monotonic()
    live.process.send_signal(signal.Signals[name])
    live.process.wait(20)
    assert time.monotonic() - started < 10
    if name == "SIGTERM":
        for stream in streams:
            assert read_until(stream, lambda read: False).endswith(b"\r\n0\r\n\r\n")
    assert live.process.returncode == 0
    assert live.log.read_text() == ""


def test_a_stop_lets_a_move_end_and_long_polls_return(live: Live) -> None:
    address, seats = create(live.url, seats=PEOPLE)
    look = httpx.get(address)
    waited: list[int] = []

    def wait() -> None:
        known = {"If-None-Match": look.headers["ETag"]}
        answer = httpx.get(f"{address}?wait=25", headers=known, timeout=30)
        waited.append(answer.status_code)

    poll = threading.Thread(target=wait)
    poll.start()
    idle = httpx.Client()
    idle.get(address)
    end_move = send_move_slowly(address, seats[0])
    time.sleep(0.5)
    started = time.monotonic()
    live.process.terminate()
    time.sleep(2.5)  # longer than idle connections are kept
    assert end_move().startswith(b"HTTP/1.1 200")
    poll.join()
    live.process.wait(20)
    assert time.monotonic() - started < 10
    assert waited == [304]
    idle.close()


def test_a_worker_worn_by_a_rush_is_replaced_and_nobody_notices(tmp_path: Path) -> None:
    with running_service(tmp_path, workers=1) as live, httpx.Client() as kept:
        address, _ = create(live.url, seats=PEOPLE)
        old = worker_ids(live.process.pid)
        reset(follow_many(address, 120))
        until = time.monotonic() + 60
        while worker_ids(live.process.pid) == old:
            assert time.monotonic() < until
            assert kept.get(address).status_code == 200
            assert HTTP.get(address).status_code == 200
            time.sleep(0.02)
        assert kept.get(address).status_code == 200


def test_after_a_reload_streams_go_on_at_new_workers(live: Live) -> None:
    address, seats = create(live.url, seats=PEOPLE)
    old = set(workers(live))
    streams = follow_many(address, 20)
    started = time.monotonic()
    live.process.send_signal(signal.SIGHUP)
    for stream in streams:
        assert read_until(stream, lambda read: False).endswith(b"\r\n0\r\n\r\n")
    while old & set(workers(live)) or len(workers(live)) < 2:
        assert time.monotonic() - started < 10
        time.sleep(0.1)
    assert play(address, seats[0]).status_code == 200
    again = follow(address)
    read_until(again, lambda read: b'"placed"' in read)
    again.close()


def test_more_streams_than_may_be_leave_threads_for_others(tmp_path: Path) -> None:
    with running_service(tmp_path, env={"TAPETE_FOLLOWERS": "5"}) as live:
        address, seats = create(live.url, seats=PEOPLE)
        streams = follow_many(address, 5)
        for _ in range(100):
            refused = follow(address)
            assert b"dealt" not in read_until(
                refused, lambda read: b"0\r\n\r\n" in read
            )
            streams.append(refused)  # still connected
        known = {"If-None-Match": httpx.get(address).headers["ETag"]}
        assert httpx.get(f"{address}?wait=20", headers=known).status_code == 503
        assert timed(play, address, seats[0]) < 1
        reset(streams)


def test_clients_that_do_not_close_their_end_hold_up_nobody(live: Live) -> None:
    parts = urlsplit(live.url)
    started = time.monotonic()
    lingering = []
    for _ in range(20):
        client = socket.create_connection((parts.hostname, parts.port))
        client.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert client.recv(12) == b"HTTP/1.1 200"
        lingering.append(client)
    assert time.monotonic() - started < 2
    reset(lingering)
