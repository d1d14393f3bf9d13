"""Proofs that a shown card is the one that was dealt, while others stay hidden."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from service import merkle
from service.match import Match


class Proof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card at its place in the deck, with what leads up to the root, all in hex."""

    place: int
    card: str
    salt: str
    path: list[str]


class DealProofs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The root over the deck of a deal, and proofs of some of its cards."""

    deal: int
    root: str
    cards: list[Proof]


def root(match: Match, deal: int) -> bytes:
    """Return the root over the deck of a deal."""
    return merkle.root(_leaves(match, deal)[1])


def prove(match: Match, deal: int, cards: Iterable[int]) -> DealProofs:
    """Return proofs of some cards of a deal, by their place in the deck."""
    salts, leaves = _leaves(match, deal)
    deck, names = match.decks(deal), match.rules.card_names
    return DealProofs(
        deal=deal,
        root=merkle.root(leaves).hex(),
        cards=[
            Proof(
                place=place,
                card=names[deck[place]],
                salt=salts[place].hex(),
                path=[step.hex() for step in merkle.path(leaves, place)],
            )
            for place in sorted(deck.index(card) for card in cards)
        ],
    )


def holds(proof: Proof, root: str, size: int) -> bool:
    """Return whether a proof leads to a root over a deck of `size` cards."""
    try:
        start = merkle.leaf(bytes.fromhex(proof.salt), proof.card)
        way = [bytes.fromhex(step) for step in proof.path]
        found = merkle.holds(start, proof.place, size, way)
    except ValueError:
        return False
    return found is not None and found.hex() == root


def _leaves(match: Match, deal: int) -> tuple[list[bytes], list[bytes]]:
    decks, names = match.decks, match.rules.card_names
    salts = decks.salts(deal)
    leaves = [
        merkle.leaf(salt, names[card])
        for salt, card in zip(salts, decks(deal), strict=True)
    ]
    return salts, leaves
