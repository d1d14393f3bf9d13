"""The shape of hands that clients send to be evaluated, and the sets they become."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from service.api.queries import Query
from service.api.wire import Body, Fault, ShapeError
from service.core import CoreError, CountError, parse_hands, parse_sevens
from service.core.errors import DUPLICATE
from service.core.poker7 import HAND_SIZE

MOST = 100_000
"""Hands in one request."""

OCTETS = "application/octet-stream"

ANY_HAND = 1
DECK = 52

_MASK = 8

_ITEMS: dict[str, Any] = {
    "anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"type": "string"}},
    ]
}


def _hands(example: str) -> Any:
    """Return a field of hands, whose items are checked when they are read."""
    listed = example.split()
    return Field(
        max_length=MOST,
        description=f"Each a text such as `{example}`, or a list of cards.",
        examples=[[example, listed]],
        json_schema_extra={"items": _ITEMS},
    )


class HandsQuery(Query):
    """How to take faults."""

    strict: Annotated[
        bool,
        Field(description="Refuse the request if one of its hands cannot be ranked."),
    ] = False


class WildQuery(HandsQuery):
    """Whether the hands have a wild card."""

    wild: Annotated[
        bool,
        Field(description="Every hand has one wild card besides the cards it names."),
    ] = False


class FrenchHands(Body):
    """Hands of French cards."""

    hands: Annotated[list[Any], _hands("As Kd Qc Jh Ts")]
    best: Annotated[
        bool, Field(description="Name the best five cards of each hand too.")
    ] = False

    def read(self) -> Sets:
        """Return the sets, with the flaws of what is no card or there twice."""
        masks, errors = parse_hands(_texts(self.hands))
        bad = {at: _flaw(error) for at, error in errors.items()}
        for at in bad:
            masks[at] = ANY_HAND
        return Sets(masks, bad)


class PokerdrezHands(Body):
    """Hands of seven Pokerdrez cards."""

    hands: Annotated[list[Any], _hands("B9 R9 J1 J2 P3 N4 Q5")]
    groups: Annotated[bool, Field(description="Tell the groups of each hand too.")] = (
        False
    )

    def read(self) -> tuple[bytearray, dict[int, Flaw]]:
        """Return seven ids for each hand, those of any hand where there is a fault."""
        ids, errors = parse_sevens(_texts(self.hands))
        return ids, {at: _flaw_of_seven(error) for at, error in errors.items()}


class BadHands(ShapeError):
    """Hands that cannot be ranked, in a request that wants all of them to be."""


class Flaw(NamedTuple):
    """What keeps a hand from being ranked."""

    code: str
    detail: str


class Sets(NamedTuple):
    """Sets of cards, and by index the flaws of those that are none.

    The set is then ANY_HAND, so that all can be ranked at once.
    """

    masks: array[int]
    bad: dict[int, Flaw]

    def rank(self, rank: Callable[[array[int]], array[int]]) -> array[int]:
        """Return the ranks; sets that turn out to have none join the bad ones."""
        try:
            return rank(self.masks)
        except CoreError:
            for at, mask in enumerate(self.masks):
                if not mask or mask >> DECK:
                    self.bad[at] = _NO_CARD if mask else _EMPTY
                    self.masks[at] = ANY_HAND
        return rank(self.masks)


_NO_CARD = Flaw("not_a_card", "A card is rank and suit, as in As Td 9h.")
_TWICE = Flaw("duplicate_card", "The same card twice.")
_EMPTY = Flaw("no_cards", "A hand needs a card.")
_NO_PIECE = Flaw("not_a_card", "A card is figure and colour, as in B9 J6.")
_NOT_SEVEN = Flaw("card_count", f"A hand has {HAND_SIZE} cards.")


def refuse(bad: dict[int, Flaw], strict: bool, within: str = "/hands") -> None:
    """Raise BadHands for the hands that cannot be ranked, if that is wanted."""
    if strict and bad:
        raise BadHands(
            *(
                Fault(f"{within}/{at}", flaw.detail, flaw.code)
                for at, flaw in sorted(bad.items())[:100]
            )
        )


def read_masks(data: bytes) -> Sets:
    """Return the sets of a body of 64-bit masks, little endian; raises ShapeError."""
    count, over = divmod(len(data), _MASK)
    if over:
        raise ShapeError(Fault("", "A mask has eight bytes.", "mask_length"))
    if count > MOST:
        raise ShapeError(Fault("", f"At most {MOST:,} hands.", "too_long"))
    return Sets(_little_endian(array("Q", data)), {})


def write_ranks(ranks: array[int], bad: dict[int, Flaw]) -> bytes:
    """Return 32-bit ranks, little endian, with 0 for a set that has none."""
    for at in bad:
        ranks[at] = 0
    return _little_endian(ranks).tobytes()


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _flaw(error: CoreError) -> Flaw:
    return _TWICE if error.code == DUPLICATE else _NO_CARD


def _flaw_of_seven(error: CoreError) -> Flaw:
    if isinstance(error, CountError):
        return _NOT_SEVEN
    return _TWICE if error.code == DUPLICATE else _NO_PIECE


def _texts(hands: list[Any]) -> list[str]:
    """Return each hand as a text; raises ShapeError for what is none."""
    if set(map(type, hands)) <= {str}:
        return hands
    return [
        hand if isinstance(hand, str) else _joined(at, hand)
        for at, hand in enumerate(hands)
    ]


def _joined(at: int, hand: Any) -> str:
    if isinstance(hand, list) and set(map(type, hand)) <= {str}:
        return " ".join(hand)
    text = "A hand is a text, or a list of texts."
    raise ShapeError(Fault(f"/hands/{at}", text, "shape"))
