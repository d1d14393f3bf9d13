"""Probes, the OpenAPI document, and the page that shows it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import flask_openapi_swagger
from flask import Response, current_app, jsonify, send_from_directory
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag
from flask_openapi.openapi import OpenAPI

from service.api import answers, document
from service.api.context import use_cases
from service.api.document import ok, problems
from service.api.queries import DocsPath
from service.store.redis import StoreUnavailable

SWAGGER = Path(flask_openapi_swagger.__file__).parent / "templates" / "swagger"
WEB = Path(__file__).parents[2] / "web"

api = APIBlueprint(
    "system",
    __name__,
    operation_id_callback=document.operation_id,
    abp_tags=[Tag(name="System", description="For operators and tools.")],
)


@api.get("/livez", summary="Is the process alive", responses=ok(answers.Health))
def livez() -> Response:
    """Answers whatever the store does."""
    return answers.reply(answers.Health(status="alive"))


@api.get(
    "/readyz",
    summary="Can requests be served",
    responses={**ok(answers.Health), **problems(StoreUnavailable)},
)
def readyz() -> Response:
    """Asks the store whether it takes changes: a replica or a full one does not."""
    use_cases().ready()
    return answers.reply(answers.Health(status="ready"))


@api.get("/openapi.json", doc_ui=False)
def openapi() -> Response:
    """Return the OpenAPI document."""
    return jsonify(document.complete(cast(OpenAPI, current_app)))


@api.get("/docs", doc_ui=False)
def docs() -> Response:
    """Return the page that shows the document."""
    return send_from_directory(WEB, "docs.html")


@api.get("/docs/<path:name>", doc_ui=False)
def docs_file(path: DocsPath) -> Response:
    """Return a file of that page: ours, or Swagger UI's from its wheel."""
    return send_from_directory(WEB if path.name == "docs.js" else SWAGGER, path.name)
