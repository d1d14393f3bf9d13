"""Committed shuffles: every deck of a match follows from a seed published as a hash.

docs/fairness.md states the method to the byte; it must agree with this module.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from random import Random

from service.merkle import SALT_BYTES

METHOD = "tapete-shuffle-1"
SEED_BYTES = 32
"""256 bits: more than the 225.6 of all orders of 52 cards and the 237.1 of 54."""

_WORD = 1 << 32


def new_seed() -> bytes:
    """Return a fresh server seed from the operating system, safe across forks."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return what is published before the seats are taken: SHA-256 of the seed, hex."""
    return hashlib.sha256(seed).hexdigest()


class Decks:
    """The decks of one match: `decks(k)` is the deck of deal k, always the same."""

    def __init__(
        self, seed: bytes, match_id: str, entropies: Sequence[str], cards: int
    ) -> None:
        """Take the entropies in seat order ("" for none) and the cards of a deck."""
        self._seed = seed
        self._context = b"".join(
            len(part).to_bytes(2, "big") + part
            for part in (text.encode() for text in (METHOD, match_id, *entropies))
        )
        self._cards = cards
        self._dealt: dict[int, tuple[int, ...]] = {}

    def __call__(self, deal: int) -> tuple[int, ...]:
        """Return the card ids of deal 0, 1, ... from the top of the deck."""
        if deal not in self._dealt:
            self._dealt[deal] = self._shuffle(deal)
        return self._dealt[deal]

    def salts(self, deal: int) -> list[bytes]:
        """Return the salt of each place of a deal's deck, for its Merkle tree."""
        message = self._context + b"salt: " + deal.to_bytes(4, "big")
        return [
            hmac.digest(self._seed, message + place.to_bytes(4, "big"), "sha256")[
                :SALT_BYTES
            ]
            for place in range(self._cards)
        ]

    def chance(self, purpose: str) -> Random:
        """Return a generator for chance outside the decks, such as a bot's."""
        message = self._context + b"chance: " + purpose.encode()
        return Random(hmac.digest(self._seed, message, "sha256"))  # noqa: S311 bots only

    def _shuffle(self, deal: int) -> tuple[int, ...]:
        """Shuffle 0, 1, ... by Fisher and Yates, from the last place down."""
        deck = list(range(self._cards))
        words = self._words(deal)
        for last in range(len(deck) - 1, 0, -1):
            other = _below(last + 1, words)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def _words(self, deal: int) -> Iterator[int]:
        """Yield the 32-bit big-endian words of HMAC-SHA-256 in counter mode."""
        block = 0
        while True:
            message = self._context + deal.to_bytes(4, "big") + block.to_bytes(4, "big")
            digest = hmac.digest(self._seed, message, "sha256")
            for at in range(0, len(digest), 4):
                yield int.from_bytes(digest[at : at + 4], "big")
            block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a number in 0..bound - 1, each as likely: uneven words are passed over."""
    fair = _WORD - _WORD % bound
    return next(word for word in words if word < fair) % bound
