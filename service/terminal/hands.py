"""Reads typed poker hands and words what the core makes of them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from service.core import BestHand, Category, best_hand, cards_mask
from service.games.cards import FRENCH, FRENCH_IDS, french
from service.terminal.cards import card
from service.terminal.schema import Json, Unclear

_NAMES = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SPELLING = "write rank (2-9 T J Q K A), then suit (c d h s), as in As Td 9h."
_SIGNS = str.maketrans("♣♦♥♠", "cdhs")


def evaluate(words: Sequence[str], *, wild: bool) -> BestHand:
    """Return the best hand of typed cards; raises Unclear for the first wrong one."""
    if not words and not wild:
        raise Unclear('No cards are given; write them like "As Kd Qc Jh Ts".')
    ids: list[int] = []
    for word in words:
        if word not in FRENCH_IDS:
            raise Unclear(f"{word} is no card: {_remedy(word)}")
        if FRENCH_IDS[word] in ids:
            raise Unclear(f"{word} is given twice: every card is there once.")
        ids.append(FRENCH_IDS[word])
    return best_hand(cards_mask(ids), wild=wild)


def worded(hand: BestHand) -> Text:
    """Return a hand in words, with its cards and its rank."""
    names = french(hand.cards)
    cards = Text(" ").join(card(name) for name in names)
    if hand.wild_at is not None:
        cards.append(f"  (the wild card is {names[hand.wild_at]})", "dim")
    words = (describe(hand), "bold")
    return Text.assemble(
        "Hand   ", words, "\nCards  ", cards, "\nRank   ", str(hand.rank)
    )


def as_json(hand: BestHand) -> Json:
    """Return a hand for programs; `wild` is the wild card's position in `cards`."""
    return {
        "category": hand.category.name.lower(),
        "cards": french(hand.cards),
        "wild": hand.wild_at,
        "rank": hand.rank,
    }


def describe(hand: BestHand) -> str:
    """Return a hand in words: `Full house: nines over fours`."""
    first = _rank(hand, 0)
    match hand.category:
        case Category.STRAIGHT_FLUSH:
            return f"Straight flush to the {first}"
        case Category.QUADS:
            return f"Four of a kind: {_plural(first)}"
        case Category.FULL_HOUSE:
            return f"Full house: {_plural(first)} over {_plural(_rank(hand, 3))}"
        case Category.FLUSH:
            return f"Flush to the {first}"
        case Category.STRAIGHT:
            return f"Straight to the {first}"
        case Category.TRIPS:
            return f"Three of a kind: {_plural(first)}"
        case Category.TWO_PAIR:
            return f"Two pair: {_plural(first)} and {_plural(_rank(hand, 2))}"
        case Category.PAIR:
            return f"Pair of {_plural(first)}"
        case Category.HIGH_CARD:
            return f"High card: {first}"


def _remedy(word: str) -> str:
    text = word.replace("10", "T").translate(_SIGNS)
    meant = text[:1].upper() + text[1:].lower()
    return f"did you mean {meant}?" if meant in FRENCH_IDS else _SPELLING


def _rank(hand: BestHand, position: int) -> str:
    return _NAMES[FRENCH[hand.cards[position]][0]]


def _plural(rank: str) -> str:
    return f"{rank}es" if rank == "six" else f"{rank}s"
