"""Requests that never reach the application are refused as all others are."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from tests.live import Live, running_service

SECRET = b"Zm9vYmFyYmF6"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with running_service(tmp_path_factory.mktemp("unread")) as live:
        yield live


def head(line: bytes, *headers: bytes) -> bytes:
    return b"\r\n".join([line, b"Host: x", *headers, b"", b""])


GET = b"GET /v1/games HTTP/1.1"
POST = b"POST /v1/matches HTTP/1.1"

UNREADABLE = {
    "a long address": (head(b"GET /?" + b"a" * 9000 + b" HTTP/1.1"), 414),
    "a long header": (head(GET, b"X: " + SECRET * 1000), 431),
    "many headers": (head(GET, *(b"X%d: 1" % n for n in range(200))), 431),
    "a wish": (head(POST, b"Expect: gold", b"Content-Length: 2"), 417),
    "no HTTP": (b"hello " + SECRET + b"\r\n\r\n", 400),
    "another HTTP": (head(b"GET / HTTP/3.0"), 400),
    "a bad method": (head(b"G\x01T / HTTP/1.1"), 400),
    "a null": (head(GET, b"Authorization: Bearer " + SECRET + b"\x00"), 400),
    "a nameless header": (head(GET, b": " + SECRET), 400),
    "a folded header": (head(GET, b"X: 1", b" " + SECRET), 400),
    "two lengths": (head(POST, b"Content-Length: 2", b"Content-Length: 3"), 400),
    "a negative length": (head(POST, b"Content-Length: -1"), 400),
    "length and chunks": (
        head(POST, b"Content-Length: 2", b"Transfer-Encoding: chunked"),
        400,
    ),
    "another coding": (head(POST, b"Transfer-Encoding: gzip"), 400),
    "a coding unknown": (head(POST, b"Transfer-Encoding: gold"), 501),
}


def answer_to(live: Live, request: bytes) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(live.url)
    with socket.create_connection((parts.hostname, parts.port), timeout=20) as sent:
        sent.sendall(request)
        with sent.makefile("rb") as read:
            status = int(read.readline().split()[1])
            fields = iter(read.readline, b"\r\n")
            pairs = (line.decode().strip().split(": ", 1) for line in fields)
            headers = {name.lower(): value for name, value in pairs}
            return status, headers, read.read(int(headers["content-length"]))


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_request_that_cannot_be_read_gets_a_problem_document(
    live: Live, what: str
) -> None:
    request, wanted = UNREADABLE[what]
    status, headers, body = answer_to(live, request)
    assert status == wanted
    assert headers["content-type"] == "application/problem+json"
    assert headers["connection"] == "close"
    problem = json.loads(body)
    assert problem["status"] == status
    assert problem["type"] == f"urn:tapete:problem:{problem['code']}"
    assert problem["remedy"]
    assert problem["instance"].endswith(headers["x-request-id"])
    assert SECRET not in body
    assert httpx.get(f"{live.url}/v1/games").status_code == 200
    assert SECRET.decode() not in live.log.read_text(errors="replace")
