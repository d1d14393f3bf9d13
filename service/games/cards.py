"""Names of cards: French cards as `As Td 9h`, Pokerdrez cards as `B9`."""

from __future__ import annotations

from typing import Annotated

import msgspec

RANKS = "23456789TJQKA"
SUITS = "cdhs"
FIGURES = "PNBRQJ"

FRENCH = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""French card names by id: suit * 13 + rank, as the C core counts them."""

POKERDREZ = tuple(figure + str(colour) for colour in range(1, 10) for figure in FIGURES)
"""Pokerdrez card names by id: (colour number - 1) * 6 + figure number - 1."""

FRENCH_IDS = {name: card for card, name in enumerate(FRENCH)}
POKERDREZ_IDS = {name: card for card, name in enumerate(POKERDREZ)}

# The length is checked beside the pattern: Python's `$` also matches before a newline.
FrenchCard = Annotated[
    str,
    msgspec.Meta(
        pattern=f"^[{RANKS}][{SUITS}]$", max_length=2, examples=["As", "Td", "9h"]
    ),
]
PokerdrezCard = Annotated[
    str,
    msgspec.Meta(pattern=f"^[{FIGURES}][1-9]$", max_length=2, examples=["B9", "J6"]),
]


def french(ids: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of French card ids."""
    return tuple(map(FRENCH.__getitem__, ids))


def pokerdrez(ids: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of Pokerdrez card ids."""
    return tuple(map(POKERDREZ.__getitem__, ids))
