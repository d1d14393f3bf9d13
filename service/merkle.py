"""Merkle trees over the cards of a deck: one root now, proofs of single cards later.

Trees are those of RFC 6962, section 2.1, over SHA-256. A leaf's data is 16 bytes of
salt and the card's name in ASCII, so that nothing is learned of cards not shown.
docs/fairness.md must agree with this module.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

SALT_BYTES = 16


def leaf(salt: bytes, card: str) -> bytes:
    """Return the hash of a leaf."""
    return hashlib.sha256(b"\x00" + salt + card.encode("ascii")).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """Return the root over at least one leaf hash."""
    if len(leaves) == 1:
        return leaves[0]
    cut = _cut(len(leaves))
    return _node(root(leaves[:cut]), root(leaves[cut:]))


def path(leaves: Sequence[bytes], place: int) -> list[bytes]:
    """Return the hashes that lead from the leaf at a place up to the root."""
    if len(leaves) == 1:
        return []
    cut = _cut(len(leaves))
    if place < cut:
        return [*path(leaves[:cut], place), root(leaves[cut:])]
    return [*path(leaves[cut:], place - cut), root(leaves[:cut])]


def holds(start: bytes, place: int, size: int, way: Sequence[bytes]) -> bytes | None:
    """Return the root that a leaf hash and its path lead to; None if they cannot."""
    if not 0 <= place < size:
        return None
    if size == 1:
        return None if way else start
    if not way:
        return None
    cut = _cut(size)
    if place < cut:
        left = holds(start, place, cut, way[:-1])
        return None if left is None else _node(left, way[-1])
    right = holds(start, place - cut, size - cut, way[:-1])
    return None if right is None else _node(way[-1], right)


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _cut(size: int) -> int:
    """Return the largest power of two below a size of at least 2."""
    return 1 << (size - 1).bit_length() - 1
