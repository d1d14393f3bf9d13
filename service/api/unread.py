"""Answers to requests that gunicorn cannot read, and so never gives to the application.

Its own answers are HTML; these are problem documents, as all others are.
"""

from __future__ import annotations

from http import HTTPStatus
from socket import socket

from gunicorn import util

from service.api.errors import MEDIA_TYPE, document_of
from service.api.kinds import HTTP_KINDS, INTERNAL
from service.api.trace import HEADER
from service.names import new_name
from service.telemetry import metrics

_NOT_HTTP = HTTP_KINDS[400]._replace(remedy="Mend its head, as RFC 9112 has it.")


def answer_in_place_of_gunicorn() -> None:
    """Have gunicorn write these answers, in this process."""
    util.write_error = _write


def _write(sock: socket, status_int: int, reason: str, mesg: str) -> None:
    util.write_nonblock(sock, refusal(status_int))


def refusal(status: int) -> bytes:
    """Return a whole answer, after which the connection ends.

    What was wrong is told by the status alone: the request may have secrets in it.
    """
    kind = _NOT_HTTP if status == 400 else HTTP_KINDS.get(status, INTERNAL)
    name = new_name()
    problem = document_of(kind, f"{kind.title}.", name)
    body = problem.model_dump_json(exclude_none=True)
    head = (
        f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}",
        "Connection: close",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "X-Content-Type-Options: nosniff",
        f"{HEADER}: {name}",
    )
    metrics.problem(kind.code)
    return "\r\n".join([*head, "", body]).encode("ascii")
