"""The JavaScript client's types are those of the OpenAPI document."""

from pathlib import Path

from flask.testing import FlaskClient

from clients.js_types import declarations

ROOT = Path(__file__).parents[2]


def test_the_types_are_the_document_s(client: FlaskClient) -> None:
    """After a change of the API: `make types`."""
    written = (ROOT / "clients/js/api.d.ts").read_text()
    assert written == declarations(client.get("/openapi.json").get_json())


def test_the_page_and_the_package_have_one_client() -> None:
    here, there = (
        ROOT / "service/web/client/tapete.js",
        ROOT / "clients/js/tapete.js",
    )
    assert here.resolve() == there.resolve()
