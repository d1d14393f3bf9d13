"""The client is what the OpenAPI document says: types, addresses, keys, parameters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from clients.python import generate
from tapete.client import calls, models
from tapete.client.messages import OPERATIONS, Call, Request

LEFT_OUT = {"livez", "get_ticket"}
"""Probes are the operator's; tickets are for clients that send no headers."""


@pytest.fixture(scope="module")
def document() -> Any:
    return generate.document()


@pytest.fixture(scope="module")
def operations(document: Any) -> dict[str, Any]:
    """By its id, each operation with its method and path."""
    return {
        operation["operationId"]: {**operation, "method": method, "path": path}
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }


def test_the_types_are_those_of_the_document(document: Any) -> None:
    assert generate.models(document) == generate.MODELS.read_text(), (
        "run `make client` and commit models.py"
    )


def test_the_client_that_waits_is_the_one_that_is_awaited() -> None:
    assert generate.waiting(generate.ASYNC.read_text()) == generate.SYNC.read_text(), (
        "run `make client` and commit sync.py"
    )


def test_every_operation_is_there_with_its_address_and_key(
    operations: dict[str, Any],
) -> None:
    assert set(OPERATIONS) == set(operations) - LEFT_OUT
    for name, (method, path, keyed) in OPERATIONS.items():
        declared = operations[name]
        assert (method.lower(), path) == (declared["method"], declared["path"])
        assert keyed == ("Idempotency-Key" in parameters(declared))


def test_what_changes_something_can_be_repeated(operations: dict[str, Any]) -> None:
    """A POST without a key is one of those that are the same however often sent."""
    plain = {
        name
        for name, (method, _, keyed) in OPERATIONS.items()
        if method != "GET" and not keyed
    }
    evaluate = {name for name in operations if name.startswith("evaluate_")}
    assert plain == evaluate | {"verify_record", "play_again", "give_hints"}


def parameters(operation: Any) -> set[str]:
    return {each["name"] for each in operation.get("parameters", [])}


EXAMPLES: dict[Any, Any] = {str: "x", int: 1, bool: True}


def made() -> Iterator[tuple[str, Any, Any]]:
    """Every call: the name of its operation, its request and its types."""
    for name, function in inspect.getmembers(calls, inspect.isfunction):
        types = get_type_hints(function)
        if name.startswith("_") or get_origin(types.get("return")) is not Call:
            continue
        args = [
            EXAMPLES.get(kind, "x" if kind == str | None else {})
            for what, kind in types.items()
            if what != "return"
        ]
        call = function(*args)
        yield operation_of(call.request), call.request, types


def operation_of(request: Request) -> str:
    (found,) = (
        name
        for name, (method, path, _) in OPERATIONS.items()
        if method == request.method
        and re.fullmatch(re.sub(r"{\w+}", "[x1]", path), request.path)
    )
    return found


MADE = list(made())


def test_every_operation_has_a_call() -> None:
    assert {name for name, _, _ in MADE} == set(OPERATIONS)


@pytest.mark.parametrize("made", MADE, ids=[name for name, _, _ in MADE])
def test_a_call_sends_and_reads_what_the_operation_declares(
    made: tuple[str, Request, Any], operations: dict[str, Any]
) -> None:
    name, request, types = made
    declared = operations[name]
    known = {each.lower() for each in parameters(declared)}
    own = {header.lower() for header in request.headers} - {
        *("accept", "authorization", "content-type")
    }
    assert own <= known
    assert set(request.query) <= known
    answers = [a for code, a in declared["responses"].items() if code < "300"]
    content = answers[0]["content"]
    (answer,) = get_args(types["return"])
    for kind in get_args(answer) or (answer,):
        if kind in (str, list, int):
            assert set(content) - {"application/json"}
        elif kind is not type(None):
            assert kind.__name__ in names(content["application/json"]["schema"])
    if "body" in types:
        body = declared["requestBody"]["content"]["application/json"]["schema"]
        wanted = names(body) | {"Record"} if "Record" in str(body) else names(body)
        assert types["body"].__name__ in wanted


def names(schema: Any) -> set[str]:
    """The names of the types that a schema refers to."""
    return set(re.findall(r"/schemas/(\w+)", str(schema)))


def test_every_member_of_a_body_can_be_given(document: Any) -> None:
    for body in ("NewMatch", "Join", "FrenchHands", "PokerdrezHands"):
        declared = document["components"]["schemas"][body]["properties"]
        assert set(getattr(models, body).__annotations__) == set(declared)
