"""Spoils good inputs a little, so that most of each still is what a reader expects."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 52, 255, 2**31, 2**63, 2**64, -(2**63), 1e308),
    *(0.5, -0.0, "", "0", "x", "As", "B9", "\0", "ñ", "🂡", "place", "full", "A" * 129),
    *([], {}, [[]], {"": {}}, [None], ["As", "As"], {"type": "place"}),
)


def document(rng: Random, good: Any) -> Any:
    """Return a copy with up to three of its parts changed, taken away or doubled."""
    spoilt = copy.deepcopy(good)
    for _ in range(rng.randint(1, 3)):
        spoilt = _once(rng, spoilt)
    return spoilt


def octets(rng: Random, good: bytes) -> bytes:
    """Return bytes with some changed, cut out or repeated; few stay as they were."""
    data = bytearray(good)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.randint(0, 8))
        kind = rng.randrange(4)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del data[at:end]
        elif kind == 2:
            data[at:at] = data[at:end]
        else:
            data[at:at] = rng.randbytes(rng.randint(1, 4))
    return bytes(data)


def text(rng: Random, good: Any) -> bytes:
    """Return the JSON of a spoilt document, seldom with its bytes spoilt as well."""
    data = dumped(document(rng, good))
    return octets(rng, data) if rng.randrange(8) == 0 else data


def dumped(value: Any) -> bytes:
    """Return a document as bytes."""
    return json.dumps(value, ensure_ascii=False).encode()


def _once(rng: Random, value: Any) -> Any:
    """Return the value with one part of it spoilt, deeper ones as often as itself."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(sorted(value))
        return _changed_field(rng, dict(value), name)
    if isinstance(value, list) and value and rng.random() < 0.9:
        at, items = rng.randrange(len(value)), list(value)
        kind = rng.randrange(8)
        if kind == 0:
            del items[at]
        elif kind == 1:
            items.insert(at, items[at])
        else:
            items[at] = _once(rng, items[at])
        return items
    return rng.choice(STRANGE)


def _changed_field(rng: Random, fields: dict[str, Any], name: str) -> dict[str, Any]:
    kind = rng.randrange(10)
    if kind == 0:
        del fields[name]
    elif kind == 1:
        fields[rng.choice(["", "x", name + "_"])] = fields[name]
    else:
        fields[name] = _once(rng, fields[name])
    return fields
