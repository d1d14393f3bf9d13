"""A load generator on raw sockets: one thread, many kept connections, all answers read.

It spends some 40 us on a request, so that a service in Python is always the slower one;
`Tally.busy` tells how much of a core it took.
"""

from __future__ import annotations

import re
import selectors
import socket
import struct
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

Address = tuple[str, int]

_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_EMPTY = re.compile(rb"HTTP/1.1 304")
"""Never has a body, nor a length."""
_RESET_AT_CLOSE = struct.pack("ii", 1, 0)


class Tally(NamedTuple):
    """What came of a load: answers by status (0: connection lost), times, effort."""

    codes: Counter[int]
    times: list[float]
    """Seconds, sorted; of all rounds."""
    seconds: float
    busy: float
    """Share of one core that the generator used."""
    cpu: float = 0.0
    """Seconds that the service's workers computed; who asks, measures it."""

    @property
    def rate(self) -> float:
        """Answers in a second."""
        return len(self.times) / self.seconds

    @property
    def cost(self) -> float:
        """Milliseconds of the workers' time for an answer."""
        return self.cpu / len(self.times) * 1000 if self.times else float("inf")

    def percentile(self, percent: float) -> float:
        """Return milliseconds; infinite if nothing was answered."""
        if not self.times:
            return float("inf")
        return self.times[int((len(self.times) - 1) * percent / 100)] * 1000

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        seconds = self.seconds + other.seconds
        busy = (self.busy * self.seconds + other.busy * other.seconds) / seconds
        times = sorted(self.times + other.times)
        cpu = self.cpu + other.cpu
        return Tally(self.codes + other.codes, times, seconds, busy, cpu)


class Load(NamedTuple):
    """What each connection sends; answers to what goes on beside are not counted."""

    requests: Sequence[Iterator[bytes]]
    beside: Sequence[Iterator[bytes]] = ()


class _Line:
    """A connection, its requests still to come, and what it has read of an answer."""

    def __init__(self, address: Address, requests: Iterator[bytes]) -> None:
        self.socket = socket.create_connection(address)
        self._requests = requests
        self._read = b""
        self._sent = 0.0

    def send(self) -> bool:
        """Send the next request, if there is one."""
        request = next(self._requests, None)
        if request is None:
            return False
        self._sent = time.perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self) -> tuple[int, float] | None:
        """Read; returns status and seconds when an answer is complete."""
        with suppress(OSError):
            chunk = self.socket.recv(1 << 16)
            self._read += chunk
            head, found, body = self._read.partition(b"\r\n\r\n")
            length = _LENGTH.search(head)
            complete = found and (_EMPTY.match(head) or length)
            if chunk and not (
                complete and len(body) >= int(length[1] if length else 0)
            ):
                return None
            if chunk:
                self._read = b""
                return int(head[9:12]), time.perf_counter() - self._sent
        return 0, 0.0


def drive(address: Address, load: Load, seconds: float) -> Tally:
    """Send each connection's requests, one after the other, for some seconds."""
    codes, times = Counter[int](), list[float]()
    lines = [_Line(address, own) for own in [*load.requests, *load.beside]]
    counted = set(lines[: len(load.requests)])
    started, effort = time.perf_counter(), time.process_time()
    with selectors.DefaultSelector() as ready:
        for line in lines:
            line.send()
            ready.register(line.socket, selectors.EVENT_READ, line)
        while ready.get_map() and (left := started + seconds - time.perf_counter()) > 0:
            for key, _ in ready.select(left):
                line = key.data
                if (answer := line.receive()) is None:
                    continue
                if line in counted:
                    codes[answer[0]] += 1
                    times += [answer[1]] if answer[0] else []
                if not answer[0] or not line.send():
                    ready.unregister(line.socket)
    elapsed = time.perf_counter() - started
    busy = (time.process_time() - effort) / elapsed
    for line in lines:
        line.socket.close()
    return Tally(codes, sorted(times), elapsed, busy)


def open_streams(
    address: Address, requests: Sequence[bytes], seconds: float
) -> tuple[list[socket.socket], int]:
    """Open a connection for each request; returns them, and how many were answered."""
    streams = [socket.create_connection(address) for _ in requests]
    deadline = time.monotonic() + seconds
    answered = 0
    with selectors.DefaultSelector() as ready:
        for stream, request in zip(streams, requests, strict=True):
            stream.sendall(request)
            ready.register(stream, selectors.EVENT_READ)
        while ready.get_map() and (left := deadline - time.monotonic()) > 0:
            for key, _ in ready.select(left):
                answered += key.fileobj.recv(12).endswith(b" 200")  # type: ignore[union-attr]
                ready.unregister(key.fileobj)
    return streams, answered


def reset(streams: Sequence[socket.socket]) -> None:
    """Close connections as a crash does: the other end gets a RST."""
    for stream in streams:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_AT_CLOSE)
        stream.close()
