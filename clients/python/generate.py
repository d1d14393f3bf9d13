"""Writes models.py from the service's OpenAPI document, and sync.py from aio.py.

For the models datamodel-code-generator does the work. Before it, the schemas get the
names that one wants to read in a program, and lose what Python's types cannot say.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

from datamodel_code_generator import generate as write
from datamodel_code_generator.enums import DataModelType, InputFileType
from datamodel_code_generator.format import Formatter, PythonVersion
from datamodel_code_generator.parser import LiteralType

from service.app import create_app
from service.config import Settings

PACKAGE = Path(__file__).parent / "src" / "tapete" / "client"
MODELS, SYNC, ASYNC = (PACKAGE / f"{name}.py" for name in ("models", "sync", "aio"))

_REF = "#/components/schemas/"
_HEADER = '''\
"""Bodies and answers of the API: plain JSON, with types.

Made by generate.py from the OpenAPI document; do not edit.
"""'''
_UNSAID = ("discriminator", "examples", "oneOf", "pattern", "title", "maxLength")
_WIDTH = 84

Schema = dict[str, Any]


def document() -> Any:
    """Return the service's OpenAPI document; no store is needed for that."""
    app = create_app(Settings(redis_url="redis://localhost"))
    return app.test_client().get("/openapi.json").get_json()


def models(openapi: Any) -> str:
    """Return the module of types that an OpenAPI document describes."""
    schemas = named(openapi["components"]["schemas"])
    code = write(
        {"openapi": "3.1.0", "components": {"schemas": schemas}, "paths": {}},
        input_file_type=InputFileType.OpenAPI,
        output_model_type=DataModelType.TypingTypedDict,
        target_python_version=PythonVersion.PY_311,
        formatters=[Formatter.RUFF_CHECK, Formatter.RUFF_FORMAT],
        custom_file_header=_HEADER,
        enum_field_as_literal=LiteralType.All,
        use_schema_description=True,
        use_field_description=True,
        use_double_quotes=True,
        use_union_operator=True,
        use_standard_collections=True,
    )
    assert isinstance(code, str)
    return f"{code.rstrip()}\n"


def named(schemas: Schema) -> Schema:
    """Return the schemas by the names that programs use.

    The unions of moves, events and views get a name; the choices of all games are one.
    """
    found = {name: _plain(schema) for name, schema in schemas.items()}
    move = schemas["MoveToMake"]["properties"]["move"]
    found["Move"] = {"anyOf": move["oneOf"], "description": move["description"]}
    found["MoveToMake"]["properties"]["move"] = _to("Move")
    event = found["EventEntry"]["properties"]
    found["Event"], event["event"] = event["event"], _to("Event")
    view = found["Match"]["properties"]["view"]["anyOf"]
    found["View"], view[0] = view[0], _to("View")
    names = {name: _name(name) for name in found}
    text = json.dumps({names[name]: schema for name, schema in found.items()})
    for name, short in names.items():
        text = text.replace(f'"{_REF}{name}"', f'"{_REF}{short}"')
    renamed: Schema = json.loads(text)
    renamed["Choice"]["properties"] |= {"move": _to("Move"), "earns": _ANY}
    renamed["LegalMoves"]["properties"]["moves"]["items"] = _to("Choice")
    renamed["Problem"]["properties"]["legal_moves"]["anyOf"][0]["items"] = _to("Choice")
    del renamed["Value"]
    return renamed


_ANY = {"anyOf": [{"type": "object"}, {"type": "null"}]}


def _to(name: str) -> Schema:
    return {"$ref": f"{_REF}{name}"}


def _name(name: str) -> str:
    return "Choice" if name.endswith("Choice") else name


def _plain(schema: Any) -> Any:
    """Return a schema without what TypedDict cannot say; names of members are kept."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {n: _plain(part) for n, part in schema.items() if n not in _UNSAID}
    if kept.get("additionalProperties") is False:
        del kept["additionalProperties"]
    if "description" in kept:
        kept["description"] = _wrapped(kept["description"])
    if "properties" in schema:
        kept.pop("anyOf", None)
        members = schema["properties"].items()
        kept["properties"] = {name: _plain(member) for name, member in members}
    return kept


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.fill(line, _WIDTH) for line in text.split("\n"))


_SYNC = '"""The client for programs that wait. Made by generate.py from aio.py."""'
_WAITING = (
    (r'^""".*"""$', _SYNC),
    (r"\basync (?=def|for|with)|\bawait ", ""),
    (r"\basyncio\b", "time"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"(?<=\bGenerator)\[(.*)\]", r"[\1, None, None]"),
    (r"\b__a(?=enter|exit)", "__"),
    (r"\ba(?=close\(|read\(|iter_bytes\()", ""),
)
"""What becomes of words that wait for an event loop."""


def waiting(code: str) -> str:
    """Return the module whose calls wait themselves where these are awaited."""
    for pattern, word in _WAITING:
        code = re.sub(pattern, word, code, flags=re.MULTILINE)
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(SYNC), "-"]
    done = subprocess.run(ruff, input=code, capture_output=True, text=True, check=True)
    return done.stdout


def main() -> None:
    """Write both modules."""
    MODELS.write_text(models(document()))
    SYNC.write_text(waiting(ASYNC.read_text()))


if __name__ == "__main__":
    main()
