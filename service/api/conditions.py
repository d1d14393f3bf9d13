"""What a request asks besides its body: conditions, idempotency, and how to answer."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Mapping

import msgspec
from flask import Response, request
from werkzeug.exceptions import BadRequest

from service.api.answers import Answer, etag
from service.api.limits import hashed_address
from service.api.whole import Whole
from service.table import Answered, Asked, Table

_KEY = re.compile(r'"?(?P<key>[!#-~]{16,128})"?\Z')


class Packed(msgspec.Struct, frozen=True, array_like=True):
    """An answer as it is kept for repetitions."""

    status: int
    headers: dict[str, str]
    body: bytes


def asked(
    answer: Callable[[Table], Answer],
    token: str | None,
    status: int = 200,
    headers: Callable[[Table], Mapping[str, str]] | None = None,
    *,
    of_seat: bool = False,
) -> Asked:
    """Read the conditions of the request and how a change is to be answered.

    A change `of_seat` is refused to spectators whatever version they have seen, and
    whatever else was asked for without a token under the same key.
    """

    def pack(table: Table) -> bytes:
        more = headers(table) if headers else {}
        body = msgspec.json.encode(answer(table))
        packed = Packed(status, {"ETag": etag(table), **more}, body)
        return msgspec.msgpack.encode(packed)

    fits = None
    wanted = request.if_match if "HTTP_IF_MATCH" in request.environ else None
    if wanted:

        def fits(table: Table) -> bool:
            if of_seat:
                _ = table.own_seat
            return etag(table).strip('"') in wanted

    key = idempotency_key()
    if of_seat and token is None:
        key = ""
    scoped, fingerprint = (_scoped(key, token), _fingerprint()) if key else ("", b"")
    return Asked(pack, scoped, fingerprint, fits, hashed_address())


def reply(answered: Answered) -> Response:
    """Return an answer, marked if it is a repetition."""
    packed = msgspec.msgpack.decode(answered.answer, type=Packed)
    headers = dict(packed.headers)
    if answered.repeated:
        headers["Idempotent-Replayed"] = "true"
    return Whole(packed.body, packed.status, headers)


def unless_known(table: Table, answer: Callable[[Table], Answer]) -> Response:
    """Return what a match is like, or 304 if the client has it at this version."""
    tag = etag(table)
    headers = {"ETag": tag, "Vary": "Authorization", "Cache-Control": "no-cache"}
    if known(table):
        return Whole(b"", 304, headers)
    return Whole(msgspec.json.encode(answer(table)), 200, headers)


def known(table: Table) -> bool:
    """Return whether the client says that it has a match at this version."""
    given, tag = request.environ.get("HTTP_IF_NONE_MATCH"), etag(table)
    if given is None or given == tag:  # parsing a list takes longer than all the rest
        return given is not None
    return tag.strip('"') in request.if_none_match


def idempotency_key() -> str:
    """Return the request's Idempotency-Key, empty if it has none."""
    header = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        return ""
    found = _KEY.match(header)
    if found is None:
        raise BadRequest(
            "An Idempotency-Key has 16 to 128 visible characters, as a UUID has."
        )
    return found["key"]


def match_id_for(key: str) -> str:
    """Return the id of the match that a key creates, so that it creates just one."""
    return _short(f"match {key}") if key else ""


def _scoped(key: str, token: str | None) -> str:
    """Return a name for the key that no other seat's key has."""
    return _short(f"{token or ''} {key}")


def _short(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()[:16]
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _fingerprint() -> bytes:
    parts = (request.method, request.path, request.query_string.decode("latin-1"))
    head = " ".join(parts).encode()
    return hashlib.sha256(head + b"\n" + request.get_data()).digest()
