"""Reads typed text by the JSON Schemas that the service gives of options and moves."""

from __future__ import annotations

import math
import re
from typing import Any

Json = dict[str, Any]

_KINDS = {"integer": int, "number": float}


class Unclear(ValueError):
    """Typed text that means nothing here; its own text says what to type."""


def properties(schema: Json) -> dict[str, Json]:
    """Return the properties that a schema of an object declares, in order."""
    return dict(_target(schema, schema)["properties"])


def read_value(name: str, text: str, schema: Json) -> Any:
    """Return typed text as the value that its schema allows; raises Unclear."""
    for kind in _kinds(schema):
        found = _convert(text, kind)
        if found is not None:
            return found
    raise Unclear(f"{name} must be {allowed(schema)}, not {text!r}.")


def allowed(schema: Json) -> str:
    """Return what a schema allows, for people: `one of up, down`."""
    return " or ".join(_describe(kind) for kind in _kinds(schema))


def _target(schema: Json, whole: Json) -> Json:
    while "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    return schema


def _kinds(schema: Json) -> list[Json]:
    return list(schema.get("anyOf", [schema]))


def _convert(text: str, kind: Json) -> Any:
    for value in kind.get("enum", ()):
        if str(value).casefold() == text.casefold():
            return value
    if "enum" in kind:
        return None
    if kind.get("type") == "boolean":
        return {"true": True, "yes": True, "false": False, "no": False}.get(
            text.casefold()
        )
    if kind.get("type") in _KINDS:
        return _number(text, _KINDS[kind["type"]])
    if kind.get("type") == "string":
        return _spelled(text, kind.get("pattern", ""))
    return None


def _number(text: str, kind: type[int] | type[float]) -> int | float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    if number.is_integer():
        return int(number)
    return number if kind is float and math.isfinite(number) else None


def _spelled(text: str, pattern: str) -> str | None:
    """Return the text in the case that the pattern wants: c4 for C4, Qs for qs."""
    spellings = (text, text.lower(), text.upper(), text.capitalize())
    return next((s for s in spellings if re.search(pattern, s)), None)


def _describe(kind: Json) -> str:
    if "enum" in kind:
        return f"one of {', '.join(str(value) for value in kind['enum'])}"
    if "examples" in kind:
        return f"something like {', '.join(str(e) for e in kind['examples'])}"
    words = {"integer": "a whole number", "number": "a number", "boolean": "yes or no"}
    text = words.get(kind.get("type", ""), "a text")
    if "minimum" in kind and "maximum" in kind:
        text += f" from {kind['minimum']:g} to {kind['maximum']:g}"
    return text
