"""The OpenAPI document is valid, complete, and true to what is answered."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tests.api.api import create, finish, strict

ADVICE = ("/hints", "/analysis")
"""Addresses that only some games have."""


@pytest.fixture
def document(client: FlaskClient) -> Any:
    return strict(client.get("/openapi.json"))


def check(document: Any, path: str, method: str, response: Any) -> Any:
    """A response must be one that the document declares for the operation."""
    declared = document["paths"][path][method]["responses"]
    entry = declared[str(response.status_code)]["content"][response.content_type]
    schema = {**entry["schema"], "components": document["components"]}
    Draft202012Validator(schema).validate(strict(response))
    return strict(response)


def test_the_document_is_valid_openapi_3_1(document: Any) -> None:
    assert document["openapi"] == "3.1.0"
    validate(document)


def test_schemas_are_named_for_readers_not_after_modules(document: Any) -> None:
    names = document["components"]["schemas"]
    assert [name for name in names if not re.fullmatch("[A-Z][A-Za-z0-9]*", name)] == []


def test_every_route_under_v1_is_declared(client: FlaskClient, document: Any) -> None:
    routes = {
        (re.sub(r"<[^:>]*:?([^>]+)>", r"{\1}", rule.rule), method.lower())
        for rule in client.application.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/v1/")
    }
    declared = {
        (path, method)
        for path, item in document["paths"].items()
        for method in item
        if path.startswith("/v1/")
    }
    assert routes == declared


def test_every_operation_has_a_summary_and_every_error_an_example(
    document: Any,
) -> None:
    for item in document["paths"].values():
        for operation in item.values():
            assert operation["summary"]
            for status, answer in operation["responses"].items():
                if status >= "400":
                    (media,) = answer["content"]
                    assert media == "application/problem+json"
                    assert answer["content"][media]["examples"]


def test_the_bounds_of_numbers_in_queries_are_those_that_are_read(
    document: Any,
) -> None:
    """No more than nine digits are."""
    bounds = {
        (path, each["name"]): each["schema"].get("maximum", 10**9)
        for path, item in document["paths"].items()
        for operation in item.values()
        for each in operation.get("parameters", [])
        if each["in"] == "query" and each["schema"].get("type") == "integer"
    }
    assert len(bounds) >= 5
    assert {name: most for name, most in bounds.items() if most >= 10**9} == {}


def shown(document: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every body and 2xx answer that has a content: its place, schema and examples."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            forms = {"body": operation.get("requestBody", {})}
            forms |= {c: a for c, a in operation["responses"].items() if c < "300"}
            for place, form in forms.items():
                for media, content in form.get("content", {}).items():
                    name = f"{method} {path} {place} {media}"
                    schema = {
                        **content["schema"],
                        "components": document["components"],
                    }
                    yield name, schema, content.get("examples", {})


def test_every_body_and_answer_has_examples_that_are_true_to_its_schema(
    document: Any,
) -> None:
    places = list(shown(document))
    assert len(places) > 20
    for place, schema, examples in places:
        assert examples, place
        for name, example in examples.items():
            errors = Draft202012Validator(schema).iter_errors(example["value"])
            assert not [error.message for error in errors], f"{place} {name}"


def test_bodies_and_answers_that_differ_by_game_have_an_example_of_each(
    client: FlaskClient, document: Any
) -> None:
    told = strict(client.get("/v1/games"))["games"]
    games = {game["name"] for game in told}
    advised = {game["name"] for game in told if game["hints"]}
    for path, item in document["paths"].items():
        for operation in item.values():
            for code, answer in operation["responses"].items():
                if code < "300" and ("{game}" in path or "match" in path):
                    for media, content in answer["content"].items():
                        named = set(content["examples"])
                        alike = path.endswith(("/presence", "/tickets"))
                        few = media == "text/plain" and named <= games
                        due = advised if path.endswith(ADVICE) else games
                        assert named and (alike or few or due <= named), path


def test_examples_are_accepted_by_the_service(
    client: FlaskClient, document: Any
) -> None:
    created = document["paths"]["/v1/matches"]["post"]["requestBody"]
    for example in created["content"]["application/json"]["examples"].values():
        assert client.post("/v1/matches", json=example["value"]).status_code == 201
    records = document["paths"]["/v1/verify"]["post"]["requestBody"]
    for example in records["content"]["application/json"]["examples"].values():
        assert strict(client.post("/v1/verify", json=example["value"]))["ok"]


def test_links_name_operations_and_their_parameters(document: Any) -> None:
    operations = {
        operation["operationId"]: operation
        for item in document["paths"].values()
        for operation in item.values()
    }
    found = set()
    for source, operation in operations.items():
        for answer in operation["responses"].values():
            for link in answer.get("links", {}).values():
                target = operations[link["operationId"]]
                known = {each["name"] for each in target["parameters"]}
                assert set(link.get("parameters", {})) <= known
                found.add((source, link["operationId"]))
    for target in ("show_match", "take_seat", "list_moves", "make_move"):
        assert ("create_match", target) in found
    assert ("list_moves", "make_move") in found


def test_the_document_is_the_same_each_time(client: FlaskClient, document: Any) -> None:
    assert strict(client.get("/openapi.json")) == document


def test_every_game_s_moves_views_and_events_are_described(document: Any) -> None:
    moves = document["components"]["schemas"]["MoveToMake"]["properties"]["move"]
    names = {ref["$ref"].rsplit("/", 1)[1] for ref in moves["oneOf"]}
    assert "Place" in names
    assert names <= set(document["components"]["schemas"])
    assert "Placed" in document["components"]["schemas"]


@pytest.mark.parametrize("game", ["locus"])
def test_answers_of_a_whole_match_are_as_declared(
    client: FlaskClient, document: Any, game: str
) -> None:
    match = "/v1/matches/{match_id}"
    check(document, "/v1/games", "get", client.get("/v1/games"))
    check(document, "/v1/games/{game}", "get", client.get(f"/v1/games/{game}"))
    seats = [{"kind": "human"}, {"kind": "open"}]
    created = client.post("/v1/matches", json={"game": game, "seats": seats})
    check(document, "/v1/matches", "post", created)
    address = created.headers["Location"]
    check(document, match, "get", client.get(address))
    joined = client.post(f"{address}/seats", json={"name": "Ada"})
    check(document, f"{match}/seats", "post", joined)
    check(document, f"{match}/seats", "post", client.post(f"{address}/seats", json={}))

    _, (player,) = create(client, game=game)
    moves = client.get(f"{player.address}/moves", headers=player.headers)
    choice = check(document, f"{match}/moves", "get", moves)["moves"][0]
    check(document, f"{match}/moves", "post", player.post(choice["move"]))
    check(document, f"{match}/moves", "post", player.post(choice["move"]))
    check(document, f"{match}/moves", "post", player.post({}))
    finish(player)
    check(document, match, "get", client.get(player.address))


def test_probes_answer_as_declared(client: FlaskClient, document: Any) -> None:
    check(document, "/livez", "get", client.get("/livez"))
    check(document, "/readyz", "get", client.get("/readyz"))


def test_the_documentation_page_asks_no_other_host(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.status_code == 200
    links = re.findall(r'(?:href|src)="([^"]+)"', page.text)
    assert len(links) >= 4
    for link in links:
        assert link.startswith("/docs/")
        assert client.get(link).status_code == 200, link
    assert client.get("/docs/../app.py").status_code == 404
    assert client.get("/docs/nothing.js").status_code == 404
