"""Poker hand values of any number of French cards, category by category."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Card = tuple[int, int]
"""Rank 2..14 (ace 14) and suit 0..3 (clubs, diamonds, hearts, spades)."""

Value = tuple[int, ...]
"""Category first, then the ranks that break ties; the larger tuple wins."""

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT = 0, 1, 2, 3, 4
FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = 5, 6, 7, 8

DECK: tuple[str, ...] = tuple(r + s for s in "cdhs" for r in "23456789TJQKA")
CARD_OF: dict[str, Card] = {
    text: ("23456789TJQKA".index(text[0]) + 2, "cdhs".index(text[1])) for text in DECK
}
STRAIGHTS: list[tuple[int, frozenset[int]]] = [
    (top, frozenset(range(top - 4, top + 1))) for top in range(14, 5, -1)
] + [(5, frozenset({14, 2, 3, 4, 5}))]
"""Every straight as its top card and its five ranks, the highest first."""


def parse(cards: Sequence[str]) -> list[Card]:
    """Read card texts; refuse any other spelling and any card given twice."""
    for text in cards:
        if text not in DECK:
            raise ValueError(f"not a card: {text!r}")
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card twice: {list(cards)}")
    return [CARD_OF[text] for text in cards]


def hand_value(cards: Sequence[str]) -> Value:
    """Best hand in 1..52 distinct cards: the best five, or all of a shorter hand."""
    if not cards:
        raise ValueError("a hand needs a card")
    return best_value(parse(cards))


def hand_value_wild(cards: Sequence[str]) -> Value:
    """Best hand in 0..51 distinct cards and a wild that may be any of all 52 cards.

    The wild may repeat a card that is there. Five of a kind then counts as four with
    the best card of another rank, and a flush may hold the same rank twice.
    """
    known = parse(cards)
    return max(best_value([*known, wild]) for wild in CARD_OF.values())


def straight_top(ranks: set[int]) -> int:
    """Top card of the best straight in these ranks, or 0."""
    for top, needed in STRAIGHTS:
        if needed <= ranks:
            return top
    return 0


def best_value(cards: list[Card]) -> Value:
    """Go through the categories from the strongest down and return the first found."""
    count = Counter(rank for rank, _ in cards)
    ranks = sorted(count, reverse=True)
    suits: list[list[int]] = [[], [], [], []]
    for rank, suit in sorted(cards, reverse=True):
        suits[suit].append(rank)

    top = max(straight_top(set(suited)) for suited in suits)
    if top:
        return (STRAIGHT_FLUSH, top)

    quads = [rank for rank in ranks if count[rank] >= 4]
    if quads:
        others = [rank for rank in ranks if rank != quads[0]]
        return (QUADS, quads[0], *others[:1])

    trips = [rank for rank in ranks if count[rank] >= 3]
    pairs = [rank for rank in ranks if count[rank] >= 2]
    if trips:
        second = [rank for rank in pairs if rank != trips[0]]
        if second:
            return (FULL_HOUSE, trips[0], second[0])

    flushes = [suited[:5] for suited in suits if len(suited) >= 5]
    if flushes:
        return (FLUSH, *max(flushes))

    top = straight_top(set(ranks))
    if top:
        return (STRAIGHT, top)

    if trips:
        others = [rank for rank in ranks if rank != trips[0]]
        return (TRIPS, trips[0], *others[:2])

    if len(pairs) >= 2:
        others = [rank for rank in ranks if rank not in pairs[:2]]
        return (TWO_PAIR, pairs[0], pairs[1], *others[:1])

    if pairs:
        others = [rank for rank in ranks if rank != pairs[0]]
        return (PAIR, pairs[0], *others[:3])

    return (HIGH_CARD, *ranks[:5])


def suit_tiebreak(cards: Sequence[str]) -> int:
    """Suit (0..3) of the most significant card of the best hand, as high as can be.

    A straight counts its top card (the 5 in A-2-3-4-5), a flush its suit, all other
    hands the highest suit in their first group.
    """
    hand = parse(cards)
    value = best_value(hand)
    if value[0] in (FLUSH, STRAIGHT_FLUSH):
        one_suit = [[card for card in hand if card[1] == suit] for suit in range(4)]
        return max(
            suit
            for suit in range(4)
            if one_suit[suit] and best_value(one_suit[suit]) == value
        )
    return max(suit for rank, suit in hand if rank == value[1])


def padded(value: Value) -> Value:
    """The value with 0 for each missing tie-break rank, so that more can follow."""
    return value + (0,) * (6 - len(value))


def hand_value_with_suit(cards: Sequence[str]) -> Value:
    """Lamarckian order: category, five ranks (0 where none), then the suit."""
    return (*padded(hand_value(cards)), suit_tiebreak(cards))


def value_of_five(cards: Sequence[Card]) -> Value:
    """Value of at most five cards, all of them used, read off the group sizes."""
    count = Counter(rank for rank, _ in cards)
    groups = sorted(((count[rank], rank) for rank in count), reverse=True)
    sizes = [size for size, _ in groups]
    ranks = [rank for _, rank in groups]
    flush = len(cards) == 5 and len({suit for _, suit in cards}) == 1
    top = straight_top(set(ranks))
    if top and flush:
        return (STRAIGHT_FLUSH, top)
    if sizes[0] >= 4:
        return (QUADS, *ranks)
    if sizes == [3, 2]:
        return (FULL_HOUSE, *ranks)
    if flush:
        return (FLUSH, *sorted((rank for rank, _ in cards), reverse=True))
    if top:
        return (STRAIGHT, top)
    if sizes[0] == 3:
        return (TRIPS, *ranks)
    if sizes[:2] == [2, 2]:
        return (TWO_PAIR, *ranks)
    if sizes[0] == 2:
        return (PAIR, *ranks)
    return (HIGH_CARD, *ranks)


def suit_of_five(cards: Sequence[Card]) -> int:
    """Suit of the most significant card of at most five cards, all of them used."""
    leading = value_of_five(cards)[1]
    return max(suit for rank, suit in cards if rank == leading)


def hand_value_by_combinations(cards: Sequence[str]) -> Value:
    """What hand_value returns, by trying every choice of five cards."""
    hand = parse(cards)
    return max(map(value_of_five, combinations(hand, min(5, len(hand)))))


def hand_value_with_suit_by_combinations(cards: Sequence[str]) -> Value:
    """What hand_value_with_suit returns, by trying every choice of five cards."""
    hand = parse(cards)
    return max(
        (*padded(value_of_five(five)), suit_of_five(five))
        for five in combinations(hand, min(5, len(hand)))
    )


def hand_value_wild_by_combinations(cards: Sequence[str]) -> Value:
    """What hand_value_wild returns, by every wild and every choice of five cards."""
    known = parse(cards)
    size = min(5, len(known) + 1)
    return max(
        value_of_five(five)
        for wild in CARD_OF.values()
        for five in combinations([*known, wild], size)
    )
