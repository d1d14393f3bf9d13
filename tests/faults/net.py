"""Requests over sockets of their own, which can be hung up on at any point."""

from __future__ import annotations

import http.client
import json
import random
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

Json = dict[str, Any]

ANSWER_S = 60.0
"""How long a client goes on asking before it gives up."""
_SOCKET_S = 20.0
_PAUSE_S = 0.05
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
_CUT = 0.25
_MOST_COPIES = 3

T = TypeVar("T")


class Wrong(Exception):
    """An answer that must not be."""


class Request(NamedTuple):
    """What is asked; with a key it may be sent as often as one likes."""

    method: str
    path: str
    token: str = ""
    key: str = ""
    body: Json | None = None
    headers: tuple[str, ...] = ()

    def encode(self, host: str) -> bytes:
        """Return the request as it goes over the wire."""
        body = b"" if self.body is None else json.dumps(self.body).encode()
        head = [f"{self.method} {self.path} HTTP/1.1", f"Host: {host}"]
        head += ["Connection: close", *self.headers]
        if self.token:
            head.append(f"Authorization: Bearer {self.token}")
        if self.key:
            head.append(f"Idempotency-Key: {self.key}")
        if self.body is not None:
            head.append("Content-Type: application/json")
        if self.method == "POST":
            head.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*head, "", ""]).encode() + body


class Answer(NamedTuple):
    """A whole answer, as it was read."""

    status: int
    body: bytes
    replayed: bool
    retry_after: str = ""

    def json(self) -> Any:
        """Return what the body says."""
        return json.loads(self.body)


class Tally:
    """Counts that several threads add to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def add(self, what: str, number: int = 1) -> int:
        """Add to a count and return it."""
        with self._lock:
            self._counts[what] += number
            return self._counts[what]

    def __getitem__(self, what: str) -> int:
        return self._counts[what]


class Client:
    """Somebody with a bad connection, who asks again until there is an answer."""

    def __init__(self, url: str, rng: random.Random, tally: Tally) -> None:
        """Take the service's address; `rng` decides what goes wrong."""
        parts = urlsplit(url)
        self._host = parts.netloc
        self._address = (parts.hostname or "", parts.port or 80)
        self._rng = rng
        self._tally = tally

    def open(self, request: Request) -> socket.socket | None:
        """Send a request and return its connection, None if there was no getting on."""
        with suppress(OSError):
            connection = socket.create_connection(self._address, _SOCKET_S)
            try:
                connection.sendall(request.encode(self._host))
            except OSError:
                connection.close()
                return None
            return connection
        return None

    def send(self, request: Request) -> Answer | None:
        """Send a request once; None if there was no whole answer."""
        return self._read(self.open(request))

    def ask(self, request: Request, wanted: int = 200) -> Answer:
        """Return the answer to a request that changes nothing."""
        deadline = time.monotonic() + ANSWER_S
        while time.monotonic() < deadline:
            answer = self._read(self.open(request))
            if answer is not None and _settled(answer, request, wanted):
                return answer
            time.sleep(_PAUSE_S)
        raise Wrong(f"no answer to {request.path} for {ANSWER_S:.0f} s")

    def insist(self, requests: Sequence[Request], wanted: int = 200) -> list[Answer]:
        """Send requests together, each up to three times, until all have an answer.

        Connections are cut at random. All answers to one request must be the same.
        """
        answers: dict[int, Answer] = {}
        deadline = time.monotonic() + ANSWER_S
        while len(answers) < len(requests):
            if time.monotonic() > deadline:
                raise Wrong(f"no answer to {requests[0].path} for {ANSWER_S:.0f} s")
            missing = [n for n in range(len(requests)) if n not in answers]
            for number, answer in self._volley(requests, missing):
                if not _settled(answer, requests[number], wanted):
                    time.sleep(_PAUSE_S)
                    continue
                self._tally.add("replayed answers", answer.replayed)
                if answers.setdefault(number, answer).body != answer.body:
                    raise Wrong(f"two answers under one key to {requests[number].path}")
        return [answers[number] for number in range(len(requests))]

    def _volley(
        self, requests: Sequence[Request], missing: Iterable[int]
    ) -> list[tuple[int, Answer]]:
        """Send requests at one moment, 1 to 3 times each; return what comes back."""
        plan = [n for n in missing for _ in range(self._rng.randint(1, _MOST_COPIES))]
        self._rng.shuffle(plan)
        self._tally.add("requests sent", len(plan))
        opened = [(number, self.open(requests[number])) for number in plan]
        found = []
        for number, connection in opened:
            if self._rng.random() < _CUT:
                self._cut(connection)
                continue
            answer = self._read(connection)
            if answer is None:
                self._tally.add("broken by the service")
                time.sleep(_PAUSE_S)
            else:
                found.append((number, answer))
        return found

    def _cut(self, connection: socket.socket | None) -> None:
        """Hang up without reading: politely, or with a reset that may overtake."""
        self._tally.add("cut before the answer")
        if connection is None:
            return
        if self._rng.random() < 0.5:
            option = socket.SO_LINGER
            connection.setsockopt(socket.SOL_SOCKET, option, _RESET_ON_CLOSE)
        connection.close()

    def _read(self, connection: socket.socket | None) -> Answer | None:
        """Return a whole answer, None if the connection ended before."""
        if connection is None:
            return None
        with connection, suppress(OSError, http.client.HTTPException):
            response = http.client.HTTPResponse(connection)
            response.begin()
            body = response.read()
            replayed = response.getheader("Idempotent-Replayed") == "true"
            later = response.getheader("Retry-After") or ""
            return Answer(response.status, body, replayed, later)
        return None


def _settled(answer: Answer, request: Request, wanted: int) -> bool:
    """Return whether an answer is the one wanted; False for 'come again'."""
    if answer.status == 503:
        return False
    if answer.status != wanted:
        text = answer.body.decode(errors="replace")
        raise Wrong(f"{request.method} {request.path}: {answer.status} {text}")
    return True
