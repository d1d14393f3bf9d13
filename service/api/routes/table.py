"""`/` and `/table/...`: the table page, which uses the API as any front end does."""

from __future__ import annotations

from flask import Response, abort, request
from flask_openapi.blueprint import APIBlueprint

from service.api import pages
from service.api.queries import PageFilePath

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"

api = APIBlueprint("table", __name__)


@api.get("/", doc_ui=False)
def page() -> Response:
    """Return the page."""
    return _send(pages.index(), _ASK_AGAIN)


@api.get("/table/<string:digest>/<path:name>", doc_ui=False)
def page_file(path: PageFilePath) -> Response:
    """Return one of its files; only those of this version may be kept."""
    file = pages.files().get(path.name)
    if file is None:
        abort(404, "The table page has no such file.")
    fresh = path.digest == pages.digest()
    return _send(file, _FOR_EVER if fresh else _ASK_AGAIN)


def _send(file: pages.File, caching: str) -> Response:
    packs = request.accept_encodings["gzip"] > 0
    response = Response(file.packed if packs else file.data, content_type=file.kind)
    if file.kind.startswith("text/") or file.kind.endswith("json"):
        response.headers["Content-Type"] = f"{file.kind}; charset=utf-8"
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = caching
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{file.etag}-gzip" if packs else file.etag)
    response.make_conditional(request)
    return response
