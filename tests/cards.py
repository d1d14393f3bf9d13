"""Card texts as the core counts them, and decks for games that need no fair one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from service.core import cards_mask, hand_rank, hand_rank_wild
from service.games.cards import FRENCH_IDS


def mask(cards: Iterable[str]) -> int:
    """The set of some French cards."""
    return cards_mask(FRENCH_IDS[card] for card in cards)


class FixedDecks:
    """Decks that begin with given cards and go on in some order, the same each deal."""

    def __init__(self, first: Sequence[int], size: int, seed: int = 0) -> None:
        rest = [card for card in range(size) if card not in first]
        Random(seed).shuffle(rest)
        self._deck = (*first, *rest)

    def __call__(self, deal: int) -> tuple[int, ...]:
        return self._deck


@dataclass(frozen=True)
class RandomDecks:
    """Decks that follow from a number."""

    seed: int
    size: int

    def __call__(self, deal: int) -> tuple[int, ...]:
        deck = list(range(self.size))
        Random(f"{self.seed} {deal}").shuffle(deck)
        return tuple(deck)


def rank_of(cards: int, wild: bool) -> int:
    """The rank of a set of cards, with a wild one or without."""
    return hand_rank_wild(cards) if wild else hand_rank(cards)
