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
        own = _Own(tuple(headers.items()))
        if body:
            own.add("Content-Type", JSON)
        super().__init__(body or None, status, own)

    def get_wsgi_headers(self, environ: dict[str, Any]) -> Headers:
        """Return the headers: there is nothing in them to complete."""
        return self.headers


class _Own(Headers):
    """Headers of which nothing comes from a client unchecked.

    Werkzeug's own look for line ends in every value, and for a name by an exception.
    """

    def add(self, key: str, value: Any, /, **kwargs: Any) -> None:
        if kwargs or not isinstance(value, str):
            super().add(key, value, **kwargs)
        else:
            self._list.append((key, value))

    def extend(self, arg: Any = None, /, **kwargs: str) -> None:
        if isinstance(arg, tuple) and not kwargs:
            self._list.extend(arg)
        else:
            super().extend(arg, **kwargs)

    def __contains__(self, key: object) -> bool:
        wanted = str(key).lower()
        return any(name.lower() == wanted for name, _ in self._list)
