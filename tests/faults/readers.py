"""Readers of a match's feed that are cut off at random points, and resume."""

from __future__ import annotations

import json
import random
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.faults.net import Client, Request, Wrong

SSE, LINES = "text/event-stream", "application/x-ndjson"
_LONGEST_S = 120.0
_BITE = 4096
_LOOK_S = 0.1
_WINDOW_S = 0.15
_MOST_BYTES = 3_000
_EAGER = 0.5
"""How often a reader is cut off after so many bytes, not after some time."""

Seen = list[tuple[str, str]]
"""Ids and events, in the order in which they were read."""


class Limit(NamedTuple):
    """When a connection is cut."""

    at: float
    """Seconds of time.monotonic."""
    most: int
    """Bytes that are read of the stream."""


class Reader:
    """Follows a feed until its last event, through a number of cuts."""

    def __init__(
        self, client: Client, path: str, token: str, form: str, cuts: int
    ) -> None:
        """Take who reads (no token: a spectator), in which form, and how many cuts."""
        self.seen: Seen = []
        self.cuts = 0
        """How often the stream was cut while it was read; else it had not begun."""
        self.through = threading.Event()
        """Set once the reader has been cut off as often as it shall be."""
        self._client = client
        self._path = path
        self._token = token
        self._form = form
        self._most = cuts
        self._bytes = 0

    def read(self, rng: random.Random, ended: Callable[[], str]) -> None:
        """Read until the event of the id that `ended` gives, once it gives one."""
        deadline = time.monotonic() + _LONGEST_S
        while True:
            spared = self.cuts >= self._most
            if spared:
                self.through.set()
            limit = Limit(deadline, 1 << 40) if spared else _random_limit(rng)
            before = self._bytes
            for event in self._connect(limit, ended):
                self.seen.append(event)
            if self._has(ended()):
                return
            if time.monotonic() > deadline:
                raise Wrong(f"{self._form} has not come to its end")
            self.cuts += self._bytes > before

    def _has(self, last: str) -> bool:
        return bool(last and self.seen) and self.seen[-1][0] == last

    def _connect(
        self, limit: Limit, ended: Callable[[], str]
    ) -> Iterator[tuple[str, str]]:
        """Yield whole events, as they come over one connection."""
        headers = [f"Accept: {self._form}"]
        if self.seen:
            headers.append(f"Last-Event-ID: {self.seen[-1][0]}")
        request = Request("GET", self._path, self._token, headers=tuple(headers))
        connection = self._client.open(request)
        if connection is None:
            return
        parse = _server_sent if self._form == SSE else _line
        end = b"\n\n" if self._form == SSE else b"\n"
        with connection:
            rest = b""
            for piece in _stream(connection, limit, lambda: self._has(ended())):
                self._bytes += len(piece)
                *whole, rest = (rest + piece).split(end)
                yield from filter(None, map(parse, whole))


def _random_limit(rng: random.Random) -> Limit:
    at = time.monotonic() + rng.uniform(0, _WINDOW_S)
    if rng.random() < _EAGER:
        return Limit(at + 1, rng.randint(1, _MOST_BYTES))
    return Limit(at, 1 << 40)


def _stream(
    connection: socket.socket, limit: Limit, done: Callable[[], bool]
) -> Iterator[bytes]:
    """Yield the pieces of an answer's body until a limit, to the byte, or its end."""
    left, chunks = limit.most, _Chunks()
    while left > 0 and not done():
        wait = min(limit.at - time.monotonic(), _LOOK_S)
        if wait <= 0:
            return
        if not select.select([connection], [], [], wait)[0]:
            continue
        try:
            data = connection.recv(_BITE)
        except OSError:
            return
        if not data:
            return
        piece = chunks.decode(data)[:left]
        left -= len(piece)
        yield piece


class _Chunks:
    """Takes the head and the chunks' sizes out of a chunked answer."""

    def __init__(self) -> None:
        self._raw = b""
        self._body = False

    def decode(self, data: bytes) -> bytes:
        """Return what of the body is there by now; a torn chunk waits for its rest."""
        self._raw += data
        if not self._body:
            head, found, rest = self._raw.partition(b"\r\n\r\n")
            if not found:
                return b""
            status = head.split(b"\r\n")[0]
            if b" 200 " not in status:
                raise Wrong(f"the feed answers {head.decode()}")
            if b"transfer-encoding: chunked" not in head.lower():
                raise Wrong("the feed is not sent in chunks")
            self._body, self._raw = True, rest
        whole = b""
        while (cut := self._chunk()) is not None:
            whole += cut
        return whole

    def _chunk(self) -> bytes | None:
        size, found, rest = self._raw.partition(b"\r\n")
        length = int(size, 16) if found else 0
        if not found or len(rest) < length + 2:
            return None
        self._raw = rest[length + 2 :]
        return rest[:length]


def _server_sent(block: bytes) -> tuple[str, str] | None:
    fields = dict(line.partition(": ")[::2] for line in block.decode().split("\n"))
    if "id" not in fields:
        return None
    told = json.loads(fields["data"])
    if told["id"] != fields["id"]:
        raise Wrong("an event has two ids")
    return fields["id"], fields["data"]


def _line(line: bytes) -> tuple[str, str] | None:
    if not line:
        return None
    return str(json.loads(line)["id"]), line.decode()
