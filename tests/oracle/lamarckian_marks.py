"""Lamarckian Poker: chances of marks and of deals, by trying every one of them."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import exp
from statistics import mean

from service.core import cards_mask, hand_rank
from service.games.cards import FRENCH_IDS
from tests.oracle import lamarckian, poker

Hands = list[list[str]]

NOISES = (4, 12, 40)
"""In 32nds of a category of hand; a fourth player marks any card."""


def deals(known: Sequence[Sequence[str]], sizes: Sequence[int]) -> Iterator[Hands]:
    """Every way to fill hands up to their sizes from the cards of the last entry.

    `known` has an entry for each hand, and one more: the cards that nobody has seen.
    """
    *hands, unseen = known
    if not hands:
        yield []
        return
    for added in combinations(unseen, sizes[0] - len(hands[0])):
        rest = [card for card in unseen if card not in added]
        for others in deals([*hands[1:], rest], sizes[1:]):
            yield [[*hands[0], *added], *others]


def last_round(
    all_hands: Sequence[Hands], pool: list[str], seat: int, ties: lamarckian.Ties
) -> dict[str, tuple[float, float, float, float]]:
    """For every mark: win share, extinction, cards taken, chance of any.

    All the deals are equally likely, and so are all marks of the others.
    """
    sums: dict[str, list[float]] = {}
    for hands in all_hands:
        every = list(product(*hands))
        for marks in every:
            told = _outcome(hands, pool, dict(enumerate(marks)), seat, ties)
            into = sums.setdefault(marks[seat], [0.0] * 5)
            weight = len(hands[seat]) / len(every)
            for at, value in enumerate((*told, 1.0)):
                into[at] += weight * value
    return {
        mark: (won / n, out / n, taken / n, some / n)
        for mark, (won, out, taken, some, n) in sums.items()
    }


def _outcome(
    hands: Hands, pool: list[str], marks: dict[int, str], seat: int, ties: str
) -> tuple[float, float, float, float]:
    order, taken, after, _ = lamarckian.resolve_round(hands, pool, marks)
    living = {s: hand for s, hand in enumerate(after) if hand}
    split = "split" if ties == "split" else "suits"
    winners = lamarckian.showdown(living, split) if living else set()
    mine = taken[order.index(seat)]
    share = (seat in winners) / max(len(winners), 1)
    return share, float(not after[seat]), float(len(mine)), float(bool(mine))


def mark_chance(
    hand: Sequence[str], pool: Sequence[str], mark: str, rivals: int, left: float
) -> float:
    """How likely a player of unknown noise marks a card, with a part of rounds left."""
    worth = {card: _promise(hand, pool, card, rivals, left) for card in hand}
    best = max(worth.values())
    sharp = [
        {card: exp((w - best) * 32 / noise) for card, w in worth.items()}
        for noise in NOISES
    ]
    return mean(_blurred(each, mark) for each in [*sharp, dict.fromkeys(hand, 1.0)])


def _blurred(each: dict[str, float], mark: str) -> float:
    """A share in which one of eight marks is any card of the hand."""
    doubt = sum(each.values()) / 8
    return (each[mark] + doubt / len(each)) / (sum(each.values()) + doubt)


def _promise(
    hand: Sequence[str], pool: Sequence[str], mark: str, rivals: int, left: float
) -> float:
    rank, suit = poker.CARD_OF[mark]
    above = 51 - (4 * (rank - 2) + suit)
    free = (1 - 0.2 * above / 52) ** rivals
    kept = [card for card in hand if card != mark]
    taken = [card for card in pool if mark[0] == card[0] or mark[1] == card[1]]
    return free * _worth([*kept, *taken], left) + (1 - free) * _worth(kept, left)


def _worth(hand: Sequence[str], left: float) -> float:
    if not hand:
        return -5.0
    rank = hand_rank(cards_mask(FRENCH_IDS[card] for card in hand))
    return rank / 2**26 + 2 * left * len(hand)
