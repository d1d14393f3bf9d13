"""Many open streams over two workers: they hold up nobody, and leave nothing behind."""

from __future__ import annotations

import signal
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import redis

from service.store.embedded import EmbeddedServer
from tests.live import Live, running_service
from tests.test_live import create

STREAMS = 300
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
    """Descriptors and clients without a stream, at the most: every worker has started
    within the time that is watched, and its timekeeper has connected."""
    seen = []
    until = time.monotonic() + 5
    while time.monotonic() < until:
        seen.append((descriptors(live), clients(store)))
        time.sleep(0.1)
    return max(number for number, _ in seen), max(number for _, number in seen)


def timed(act: Callable[..., httpx.Response], *args: Any) -> float:
    started = time.monotonic()
    assert act(*args).status_code == 200
    return time.monotonic() - started


def play(address: str, headers: dict[str, str]) -> httpx.Response:
    with httpx.Client(headers=headers) as client:
        moves = client.get(f"{address}/moves").json()["moves"]
        return client.post(f"{address}/moves", json={"move": moves[0]["move"]})


def test_idle_streams_hold_up_nobody_and_leave_nothing_behind(
    live: Live, store: redis.Redis, full: bool, figure: Callable[[str], None]
) -> None:
    address, seats = create(live.url, seats=PEOPLE)
    other, others = create(live.url, seats=PEOPLE)
    before = at_rest(live, store)
    streams = follow_many(address, STREAMS)
    assert descriptors(live) >= before[0] + STREAMS
    most = threads(live)
    slowest = 0.0
    for turn in range(20):
        mine = others[turn % 2]
        slowest = max(slowest, timed(httpx.get, address), timed(play, other, mine))
    assert slowest < 1
    if full:  # longer than gunicorn lets a worker be silent
        time.sleep(35)
        play(address, seats[0])
        read_until(streams[0], lambda read: b'"placed"' in read)
    reset(streams)
    started = time.monotonic()
    while descriptors(live) > before[0] or clients(store) > before[1]:
        assert time.monotonic() - started < 60, (descriptors(live), clients(store))
        time.sleep(0.5)
    took = time.monotonic() - started
    assert threads(live) < most - STREAMS * 0.9
    figure(
        f"{STREAMS} idle streams: slowest answer {slowest * 1000:.0f} ms, all given "
        f"back {took:.0f} s after a reset"
    )


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
