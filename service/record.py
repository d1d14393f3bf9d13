"""The shape of the record of a finished match, its canonical JSON and its digest."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import msgspec

from service.games.base import Seat
from service.match import Kind
from service.proofs import DealProofs

Moment = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$",
        max_length=24,
        description="RFC 3339, UTC, to the millisecond, in one spelling only.",
    ),
]


_Short = Annotated[str, msgspec.Meta(max_length=128)]
"""As long as an entropy can be: the shuffle's context has two bytes for a length."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the parts of a record."""


class RecordedSeat(Part, frozen=True):
    """A seat, and the entropy that it gave."""

    kind: Kind
    name: str
    level: int | None
    entropy: _Short


class RecordedShuffle(Part, frozen=True):
    """What the decks follow from; the seed and its commitment are in hex.

    The seed is None if only the cards that were shown are disclosed.
    """

    method: str
    commitment: str
    seed: str | None


class RecordedAction(Part, frozen=True):
    """What a seat did, and when."""

    at: Moment
    seat: Seat
    kind: Literal["move", "resign", "timeout"]
    move: dict[str, Any] | None


class RecordedResult(Part, frozen=True):
    """How the match ended."""

    winners: list[Seat]
    reason: str
    scores: list[float] | None


class Record(Part, frozen=True):
    """A whole match: enough to play it again, card by card."""

    format: Literal["tapete-record-1"]
    id: _Short
    game: str
    options: dict[str, Any]
    created_at: Moment
    seats: list[RecordedSeat]
    shuffle: RecordedShuffle
    decks: list[list[str | None]]
    """The deck of every deal, from the top; None for a card that was never shown."""
    proofs: list[DealProofs]
    """Without a seed: by deal, proofs of the cards that were shown."""
    actions: list[RecordedAction]
    result: RecordedResult
    digest: str
    """SHA-256, in hex, of the record's canonical JSON with an empty digest."""
    assist: Literal[False] | msgspec.UnsetType = msgspec.UNSET
    """False if it was agreed to play without hints; else the record says nothing."""


def digest(record: Record) -> str:
    """Return what the record's own digest must be."""
    bare = msgspec.structs.replace(record, digest="")
    return hashlib.sha256(encode(bare)).hexdigest()


def encode(record: Record) -> bytes:
    """Return a record as canonical JSON: sorted keys, no white space, UTF-8."""
    return msgspec.json.encode(record, order="sorted")


def decode(data: bytes) -> Record:
    """Return the record of some JSON; raises msgspec.DecodeError if it is none."""
    return msgspec.json.decode(data, type=Record)
