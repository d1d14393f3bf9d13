"""Writes clients/js/api.d.ts: the types of the API's bodies, from the OpenAPI document.

Usage: python -m clients.js_types < openapi.json > clients/js/api.d.ts
"""

from __future__ import annotations

import json
import sys
from typing import Any

Schema = dict[str, Any]

_HEAD = "// Made from the OpenAPI document by clients/js_types.py; `make types`.\n"
_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def declarations(document: Schema) -> str:
    """Return a TypeScript module that declares every schema of the document."""
    schemas = document["components"]["schemas"]
    parts = [_declaration(name, schemas[name]) for name in sorted(schemas)]
    return "\n".join([_HEAD, *parts])


def _declaration(name: str, schema: Schema) -> str:
    told = " ".join(schema.get("description", "").split()).replace("*/", "* /")
    comment = f"/** {told} */\n" if told else ""
    return f"{comment}export type {name} = {_type(schema, '')};\n"


def _type(schema: Schema, indent: str) -> str:
    """Return the TypeScript type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "properties" in schema:
        return _object(schema, indent)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            found = [_type(each, indent) for each in schema[several]]
            return " | ".join(dict.fromkeys(found))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema, indent)
    if kind == "object":
        return _object(schema, indent)
    return _PLAIN.get(str(kind), "unknown")


def _array(schema: Schema, indent: str) -> str:
    if schema.get("prefixItems"):
        inner = ", ".join(_type(each, indent) for each in schema["prefixItems"])
        return f"[{inner}]"
    item = _type(schema.get("items") or {}, indent)
    return f"({item})[]" if "|" in item else f"{item}[]"


def _object(schema: Schema, indent: str) -> str:
    fields = schema.get("properties")
    if not fields:
        more = schema.get("additionalProperties")
        inner = _type(more, indent) if isinstance(more, dict) and more else "unknown"
        return f"{{ [name: string]: {inner} }}"
    required, deeper = schema.get("required", []), indent + "  "
    lines = [
        f"{deeper}{name}{'' if name in required else '?'}: {_type(field, deeper)};"
        for name, field in sorted(fields.items())
    ]
    return "\n".join(["{", *lines, indent + "}"])


if __name__ == "__main__":
    sys.stdout.write(declarations(json.load(sys.stdin)))
