"""Answers of JSON whose headers are known when they are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response
from werkzeug.datastructures import Headers

JSON = "application/json"


class Whole(Response):
    """An answer with its whole body, or with none; its headers are sent as they are.

    Werkzeug copies the headers of every response when it is sent, to complete them: it
    may be sent again, or to somebody else. That takes longer than all that is put in.
    """

    default_mimetype = None

    def __init__(self, body: bytes, status: int, headers: Mapping[str, str]) -> None:
        """Take a body of JSON, or an empty one for what has none."""
        named = [*headers.items()]
        if body:
            named += [("Content-Type", JSON), ("Content-Length", str(len(body)))]
        super().__init__(body, status, named)

    def get_wsgi_headers(self, environ: dict[str, Any]) -> Headers:
        """Return the headers: there is nothing in them to complete."""
        return self.headers
