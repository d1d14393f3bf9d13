"""Events as they lie in the store: JSON, deflated against examples of every kind.

An event has some 200 bytes, most of them names that all events of its kind share. What
is left takes a third or less, so that a match of sixty moves fits 16 KiB.
"""

from __future__ import annotations

import zlib
from importlib import resources

_EXAMPLES = (resources.files("service") / "events.1.jsonl").read_bytes()
"""What both sides know. Never edit it: a better one is a new file and number."""
_NUMBER = b"\x01"
_RAW_DEFLATE = -15
_LEVEL, _MEMORY = 6, 4


_PACKER = zlib.compressobj(
    _LEVEL,
    zlib.DEFLATED,
    _RAW_DEFLATE,
    _MEMORY,
    zlib.Z_DEFAULT_STRATEGY,
    _EXAMPLES,
)
"""Has read the examples and nothing else; it is copied for each event."""


def squeeze(event: bytes) -> bytes:
    """Return an event's JSON in few bytes; the first tells by which examples."""
    packer = _PACKER.copy()
    return _NUMBER + packer.compress(event) + packer.flush()


def expand(data: bytes) -> bytes:
    """Return the event of `squeeze`'s bytes; raises ValueError for any other.

    JSON itself, which is older than any examples, is its own.
    """
    if data[:1] == b"{":
        return data
    if data[:1] != _NUMBER:
        raise ValueError(f"an event stored in format {data[:1].hex()}, not 01")
    unpacker = zlib.decompressobj(_RAW_DEFLATE, _EXAMPLES)
    try:
        event = unpacker.decompress(data[1:])
    except zlib.error as error:
        raise ValueError(f"a stored event that does not inflate: {error}") from None
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("a stored event that is cut or goes on after its end")
    return event
