"""The OpenAPI document: what routes declare, completed from the games' types."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

import msgspec
from flask_openapi.openapi import OpenAPI
from flask_openapi.types import ResponseDict

from service.api import answers, examples, headers, links, shapes
from service.api.errors import MEDIA_TYPE
from service.api.hands import OCTETS
from service.api.kinds import HTTP_KINDS, KINDS, SHAPE, Kind
from service.api.shapes import REF
from service.games.base import UnknownFormat
from service.table import MatchNotFound

VERSION = "3.1.0"
_KEPT = "tapete.document"
BEARER: list[dict[str, list[Any]]] = [{"bearer": []}]


def ok(
    answer: type[msgspec.Struct], status: int = 200, text: str | None = None
) -> ResponseDict:
    """Declare the answer of an operation that went well; `text` is another form."""
    schema = {"$ref": f"{REF}{answer.__name__}"}
    description = (answer.__doc__ or "").strip()
    content: dict[str, Any] = {"application/json": {"schema": schema}}
    if text is not None:
        content[text] = {"schema": {"type": "string"}}
    return {status: {"description": description, "content": content}}


def either(*kinds: type[answers.Answer]) -> ResponseDict:
    """Declare an answer of one of several shapes."""
    schema = {"anyOf": [{"$ref": f"{REF}{kind.__name__}"} for kind in kinds]}
    description = " Or: ".join((kind.__doc__ or "").strip() for kind in kinds)
    content = {"application/json": {"schema": schema}}
    return {200: {"description": description, "content": content}}


def forms(shape: type[Any], octets: str) -> dict[str, Any]:
    """Declare the content of a body or answer that is JSON, or numbers as they are."""
    binary = {"type": "string", "format": "binary", "description": octets}
    return {
        "application/json": {"schema": {"$ref": f"{REF}{shape.__name__}"}},
        OCTETS: {"schema": binary},
    }


def events(pages: str, lines: str, server_sent: str) -> ResponseDict:
    """Declare the three forms of a feed."""
    content: dict[str, Any] = {
        pages: {"schema": {"$ref": f"{REF}EventPage"}},
        lines: {"schema": {"type": "string"}},
        server_sent: {"schema": {"type": "string"}},
    }
    return {200: {"description": "The events.", "content": content}}


def text(description: str, media_type: str) -> ResponseDict:
    """Declare an answer that is a text."""
    content = {media_type: {"schema": {"type": "string"}}}
    return {200: {"description": description, "content": content}}


def unchanged() -> ResponseDict:
    """Declare the answer to a client that has the match at this version."""
    return {304: {"description": "What If-None-Match names is what there is."}}


def problems(*errors: type[Exception] | int) -> ResponseDict:
    """Declare the problem documents of an operation, by exception or status."""
    kinds: dict[int, list[Kind]] = {}
    for error in errors:
        kind = HTTP_KINDS[error] if isinstance(error, int) else KINDS[error]
        kinds.setdefault(kind.status, []).append(kind)
        if error == 400:
            kinds[400].append(SHAPE)
        if error is MatchNotFound:  # who looks for one may find one of a newer version
            kinds.setdefault(503, []).append(KINDS[UnknownFormat])
    return {status: _described(several) for status, several in kinds.items()}


def operation_id(*, name: str, path: str, method: str) -> str:
    """Call an operation after the function that carries it out."""
    return name


def complete(app: OpenAPI) -> dict[str, Any]:
    """Return the document; it is made at the first request, and then kept.

    It is made of a copy: requests in other threads never meet a half of it.
    """
    kept = app.extensions.get(_KEPT)
    if kept is None:
        kept = app.extensions[_KEPT] = _completed(deepcopy(app.api_doc))
    return cast(dict[str, Any], kept)


def _completed(document: dict[str, Any]) -> dict[str, Any]:
    shapes.complete(document["components"]["schemas"])
    _drop_untrue(document)
    _limit(document)
    operations = _operations(document)
    headers.declare(operations)
    links.join(operations)
    _illustrate(operations)
    return document


def _operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the operations by their ids."""
    return {
        operation["operationId"]: operation
        for item in document["paths"].values()
        for operation in item.values()
    }


def _illustrate(operations: dict[str, dict[str, Any]]) -> None:
    """Add examples of bodies, and of the answers when all goes well."""
    for name, shown in examples.make().items():
        operation = operations[name]
        for media_type, values in shown.bodies.items():
            body = operation["requestBody"]["content"][media_type]
            body["examples"] = _named(values)
        (answer,) = (
            answer for code, answer in operation["responses"].items() if code < "300"
        )
        for media_type, values in shown.answers.items():
            answer["content"][media_type]["examples"] = _named(values)


def _named(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: {"value": value} for name, value in values.items()}


def _drop_untrue(document: dict[str, Any]) -> None:
    """Take out the 400 that the library adds to operations that declare none."""
    for item in document["paths"].values():
        for operation in item.values():
            answer = operation["responses"].get("400", {})
            if "application/json" in answer.get("content", {}):
                del operation["responses"]["400"]


def _limit(document: dict[str, Any]) -> None:
    """Declare for each operation that the operator, and the server, limit its use."""
    answers = {str(n): _described([HTTP_KINDS[n]]) for n in (414, 429, 431)}
    answers["429"]["headers"] = {"Retry-After": headers.RETRY_AFTER}
    for path, item in document["paths"].items():
        for operation in item.values():
            if path.startswith("/v1/"):
                operation["responses"] |= answers


def _described(kinds: list[Kind]) -> dict[str, Any]:
    examples = {
        kind.code: {
            "value": {
                "type": f"urn:tapete:problem:{kind.code}",
                "title": kind.title,
                "status": kind.status,
                "code": kind.code,
                "detail": f"{kind.title}.",
                "remedy": kind.remedy,
                "instance": "urn:tapete:request:6f1c2f0a-9f2f-4d0e-8a53-0c1f6a0e7b11",
            }
        }
        for kind in kinds
    }
    schema = {"$ref": f"{REF}Problem"}
    content = {MEDIA_TYPE: {"schema": schema, "examples": examples}}
    return {"description": "; ".join(k.title for k in kinds), "content": content}
