"""Lamarckian Poker: chances of marks and of deals, by trying every one of them."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import exp

from service.core import cards_mask, hand_rank
from service.games.cards import FRENCH_IDS
from tests.oracle import lamarckian, poker

Hands = list[list[str]]

NOISES = (8, 40)
"""In 32nds of a category of hand; another player marks any card."""

SURE = exp(2)
"""How much likelier than each of them a player is who always marks the best."""

DOUBT = 1 / 300
"""How often any player marks any card."""


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


def last_two_rounds(
    all_hands: Sequence[Hands],
    cards: tuple[list[str], list[str]],
    seat: int,
    ties: lamarckian.Ties,
    *,
    foresee: bool,
) -> dict[str, float]:
    """For every mark: win share, when in the last round all mark by the heuristic.

    `cards` are the pool, and those that nobody has seen, of which the last pool comes.
    Who can `foresee` marks what leaves the best hand, the others' marks in sight.
    """
    pool, unseen = cards
    sums: dict[str, list[float]] = {}
    for hands in all_hands:
        last = [card for card in unseen if not any(card in hand for hand in hands)]
        every = list(product(*hands))
        for marks in every:
            _, _, after, _ = lamarckian.resolve_round(
                hands, pool, dict(enumerate(marks))
            )
            into = sums.setdefault(marks[seat], [0.0, 0.0])
            weight = len(hands[seat]) / len(every)
            into[0] += weight * _last_share(after, last, seat, ties, foresee)
            into[1] += weight
    return {mark: won / n for mark, (won, n) in sums.items()}


def _last_share(
    hands: Hands, pool: list[str], seat: int, ties: lamarckian.Ties, foresee: bool
) -> float:
    living = {s for s, hand in enumerate(hands) if hand}
    if living <= {seat}:
        return float(bool(living))
    if seat not in living:
        return 0.0
    marks = {s: _promising(hands[s], pool, len(living) - 1) for s in living}
    if foresee:
        marks[seat] = max(
            sorted(hands[seat], key=FRENCH_IDS.__getitem__),
            key=lambda card: _worth(_after(hands, pool, marks, seat, card), 0),
        )
    return _outcome(hands, pool, marks, seat, ties)[0]


def _promising(hand: list[str], pool: list[str], rivals: int) -> str:
    """What the heuristic marks in the last round; of equals the first of the deck."""
    every = sorted(hand, key=FRENCH_IDS.__getitem__)
    return max(every, key=lambda card: _promise(hand, pool, card, rivals, 0))


def _after(
    hands: Hands, pool: list[str], marks: dict[int, str], seat: int, card: str
) -> list[str]:
    _, _, after, _ = lamarckian.resolve_round(hands, pool, {**marks, seat: card})
    return after[seat]


def mark_chance(
    hand: Sequence[str], pool: Sequence[str], mark: str, rivals: int, left: float
) -> float:
    """How likely a player of unknown noise marks a card, with a part of rounds left."""
    worth = {card: _promise(hand, pool, card, rivals, left) for card in hand}
    best = max(worth.values())
    players = [
        {card: exp((w - best) * 32 / noise) for card, w in worth.items()}
        for noise in NOISES
    ]
    players.append(dict.fromkeys(hand, 1.0))
    sure = {card: float(w == best) for card, w in worth.items()}
    share = SURE * _blurred(sure, mark) + sum(_blurred(each, mark) for each in players)
    return share / (SURE + len(players))


def _blurred(each: dict[str, float], mark: str) -> float:
    """A share in which some marks are any card of the hand."""
    doubt = sum(each.values()) * DOUBT
    return (each[mark] + doubt / len(each)) / (sum(each.values()) + doubt)


def _promise(
    hand: Sequence[str], pool: Sequence[str], mark: str, rivals: int, left: float
) -> float:
    rank, suit = poker.CARD_OF[mark]
    above = 51 - (4 * (rank - 2) + suit)
    free = (1 - 0.2 * above / 52) ** rivals
    kept = [card for card in hand if card != mark]
    taken = [card for card in pool if mark[0] == card[0] or mark[1] == card[1]]
    least = _worth(kept, left)
    return least + free * (_worth([*kept, *taken], left) - least)


def _worth(hand: Sequence[str], left: float) -> float:
    if not hand:
        return -5.0
    rank = hand_rank(cards_mask(FRENCH_IDS[card] for card in hand))
    return rank / 2**26 + 2 * left * len(hand)
