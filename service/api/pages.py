"""The files of the table page: found once, packed once, named by what they contain.

The page's address of its modules has a digest of all of them in it, so that browsers
may keep them for ever and never mix those of two versions.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import NamedTuple

WEB = Path(__file__).parents[1] / "web"
INDEX = "index.html"

_HERE = b"/table/-/"
"""How the page names its files; the digest takes the place of the dash."""
_SERVED = {".css", ".js", ".json", ".svg"}
_NOT_SERVED = {"package.json", "docs.js"}
_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml"}


class File(NamedTuple):
    """A file as it is sent."""

    kind: str
    """Its media type."""
    data: bytes
    packed: bytes
    """The same, as gzip."""
    etag: str


@cache
def files() -> dict[str, File]:
    """Return the page's files by their path below the folder."""
    found = sorted(path for path in WEB.rglob("*") if path.suffix in _SERVED)
    found += sorted(path for path in (WEB / "client").iterdir() if path.suffix == ".js")
    return {
        str(path.relative_to(WEB)): _file(path.suffix, path.read_bytes())
        for path in found
        if path.name not in _NOT_SERVED
    }


@cache
def digest() -> str:
    """Return what the address of the files has in it."""
    whole = hashlib.sha256()
    for name, file in files().items():
        whole.update(f"{name}\0{file.etag}\0".encode())
    return whole.hexdigest()[:16]


@cache
def index() -> File:
    """Return the page itself."""
    text = (WEB / INDEX).read_bytes()
    return _file(".html", text.replace(_HERE, f"/table/{digest()}/".encode()))


def _file(suffix: str, data: bytes) -> File:
    kind = _TYPES.get(suffix) or mimetypes.types_map[suffix]
    packed = gzip.compress(data, 9, mtime=0)
    return File(kind, data, packed, hashlib.sha256(data).hexdigest()[:16])
