"""What lines of the log look like: as text for people, as JSON for programs."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Form = Literal["text", "json"]

FIELDS = ("request_id", "match_id", "method", "path", "route", "status", "ms")
"""What a line tells besides its message, where it is known; as `extra` of a call."""

_WORDS = {"request_id": "request", "match_id": "match"}


class Line(logging.Formatter):
    """Writes a line: when, how grave, who says it, what; and the FIELDS that it has."""

    def __init__(self, form: Form) -> None:
        super().__init__("%(message)s")
        self._write = _json if form == "json" else _text

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record; a traceback is a field, or follows as text."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name in FIELDS:
            value = getattr(record, name, None)
            if value is not None:
                told[name] = value
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return self._write(told)


def _json(told: Mapping[str, Any]) -> str:
    return msgspec.json.encode(told).decode()


def _text(told: Mapping[str, Any]) -> str:
    at = told["at"].isoformat(timespec="milliseconds").replace("+00:00", "Z")
    parts = [at, told["level"].upper(), f"{told['logger']}:", told["message"]]
    parts += [f"{_WORDS.get(n, n)}={told[n]}" for n in FIELDS if n in told]
    line = " ".join(parts)
    return f"{line}\n{told['error']}" if "error" in told else line


def handler(form: Form, stream: Any, *filters: logging.Filter) -> logging.Handler:
    """Return a handler that writes such lines to a stream."""
    made = logging.StreamHandler(stream)
    made.setFormatter(Line(form))
    for each in filters:
        made.addFilter(each)
    return made


def configure(form: Form, *filters: logging.Filter) -> None:
    """Have all that is logged under `tapete` written to stderr in this form."""
    ours = logging.getLogger("tapete")
    ours.handlers = [handler(form, sys.stderr, *filters)]
    ours.propagate = False
