"""Turns every error into a problem document (RFC 9457), whose kind kinds.py knows."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec
from flask import Flask, Response
from pydantic import BaseModel, Field, ValidationError
from werkzeug.exceptions import HTTPException, TooManyRequests

from service.api.answers import etag
from service.api.kinds import HTTP_KINDS, INTERNAL, KINDS, SHAPE, Kind
from service.api.trace import request_id
from service.api.wire import Fault, ShapeError
from service.games.base import IllegalMove
from service.purse import Overdrawn
from service.store.reasons import WORDS
from service.store.redis import StoreUnavailable
from service.table import Stale
from service.telemetry import metrics

log = logging.getLogger("tapete")

MEDIA_TYPE = "application/problem+json"
_RETRY_AFTER_S = "1"


class FaultEntry(BaseModel):
    """One thing wrong with a body: where (a JSON Pointer), what, and a stable code."""

    pointer: str
    detail: str
    code: str


class Problem(BaseModel):
    """What was wrong with a request, and what to do."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    remedy: str
    instance: str = Field(
        description="Names the request: X-Request-Id follows the last colon."
    )
    errors: list[FaultEntry] | None = None
    legal_moves: list[Any] | None = Field(
        None, description="With illegal_move: the moves that the seat can make."
    )


def register(app: Flask) -> None:
    """Make the application answer every error with a problem document."""
    for error_type, kind in KINDS.items():
        app.register_error_handler(error_type, _answer_with(kind))
    app.register_error_handler(ShapeError, _shape)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Overdrawn, _overdrawn)
    app.register_error_handler(Exception, _internal)


def refuse_shape(error: ValidationError) -> NoReturn:
    """Pass pydantic's faults on as ours; Flask's handler makes the document."""
    raise ShapeError(
        *(
            Fault(_pointer(fault["loc"]), f"{fault['msg']}.", fault["type"])
            for fault in error.errors(include_url=False, include_context=False)
        )
    )


def problem(
    kind: Kind,
    detail: str,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return a problem document; `more` are its further members."""
    metrics.problem(kind.code)
    document = document_of(kind, detail, request_id(), **more)
    body = document.model_dump_json(exclude_none=True)
    return Response(body, kind.status, headers, content_type=MEDIA_TYPE)


def document_of(kind: Kind, detail: str, request: str, **more: Any) -> Problem:
    """Return the problem document about a request, which is named."""
    return Problem(
        type=f"urn:tapete:problem:{kind.code}",
        title=kind.title,
        status=kind.status,
        code=kind.code,
        detail=detail,
        remedy=kind.remedy,
        instance=f"urn:tapete:request:{request}",
        **more,
    )


def _answer_with(kind: Kind) -> Any:
    always = {}
    if kind.status == 401:
        always["WWW-Authenticate"] = 'Bearer realm="tapete"'
    if kind.status == 503:
        always["Retry-After"] = _RETRY_AFTER_S

    def answer(error: Exception) -> Response:
        more = {}
        headers = dict(always)
        if isinstance(error, Stale):
            headers["ETag"] = etag(error.table)
        if isinstance(error, ShapeError):
            return _shape(error, kind)
        if isinstance(error, IllegalMove):
            more["legal_moves"] = msgspec.to_builtins(error.choices)
        detail = str(error)
        if isinstance(error, StoreUnavailable):
            log.warning("store unavailable (%s): %s", error.reason, error)
            detail = f"{kind.title}. {WORDS[error.reason]}"
        return problem(kind, detail, headers, **more)

    return answer


def _shape(error: ShapeError, kind: Kind = SHAPE) -> Response:
    entries = [FaultEntry(**fault._asdict()) for fault in error.faults]
    detail = entries[0].detail if len(entries) == 1 else f"{len(entries)} faults."
    return problem(kind, detail, errors=entries)


def _http(error: HTTPException) -> Any:
    """Keep what Werkzeug knows, such as Allow, but for its HTML."""
    if error.response is not None:
        return error.response
    status = error.code or 500
    kind = HTTP_KINDS.get(status) or INTERNAL._replace(
        status=status,
        code=error.name.lower().replace(" ", "_"),
        title=error.name,
        remedy="See /openapi.json.",
    )
    headers = {
        name: value
        for name, value in error.get_headers()
        if name.lower() not in ("content-type", "content-length")
    }
    ours = error.description != type(error).description
    detail = error.description if ours and error.description else f"{kind.title}."
    return problem(kind, detail, headers)


def _overdrawn(error: Overdrawn) -> Any:
    return _http(TooManyRequests(str(error), retry_after=error.seconds))


def _internal(error: Exception) -> Response:
    log.exception("unexpected error", exc_info=error)
    return problem(INTERNAL, INTERNAL.title)


def _pointer(loc: tuple[int | str, ...]) -> str:
    return "".join(
        "/" + str(part).replace("~", "~0").replace("/", "~1") for part in loc
    )
