"""Opponents for Poker7."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from math import prod
from random import Random

from service.bots import poker7_odds, poker7_plan, poker7_ranges
from service.bots.policy import Policy, random_move, sometimes
from service.core.poker7 import DECK_SIZE, class_of, seven_rank, seven_ranks
from service.games.base import Choice
from service.games.cards import POKERDREZ_IDS
from service.games.poker7_types import (
    Bet,
    Call,
    Check,
    Fold,
    Poker7Move,
    Raise,
    Show,
)
from service.games.poker7_view import Player, Poker7View

Choices = tuple[Choice[Poker7Move], ...]

PAIR_IN_SEQUENCE, PAIR, NO_PAIR = 0.64, 0.58, 0.47
"""How often two own cards beat two others over random common cards (10^6 deals)."""

SHARES = (
    *(0.0, 0.0133, 0.1921, 0.2024, 0.0686, 0.3334, 0.0802, 0.0318),
    *(0.0266, 0.0446, 0.0024, 0.0033, 0.0013, 0.0001, 0.0),
)
"""How frequent hands of each class are; the class is the index, 0 is none."""

STRONG = 0.7
"""From this chance on, the bot puts chips in of its own accord."""

BLUFFS = 0.04
"""How often it does so with any hand."""


def sensible(view: Poker7View, choices: Choices, rng: Random) -> Poker7Move:
    """Return a move by the chance to win, the price of it and the pot."""
    moves = {type(choice.move): choice for choice in choices}
    if Show in moves:
        return _show(view, choices)
    chance = win_chance(view)
    wants = chance > STRONG or rng.random() < BLUFFS
    more = moves.get(Raise) or moves.get(Bet)
    if wants and more is not None:
        return _sized(more, view, chance, rng)
    if Check in moves:
        return Check()
    price = view.to_call / (view.pot + view.to_call)
    return Call() if chance >= price else Fold()


def win_chance(view: Poker7View) -> float:
    """Return how likely the seat's hand is to beat those of all others still in.

    With all common cards on the table it is counted over every hand that each other
    may have, as if their cards did not exclude one another; before, it is estimated.
    """
    own = _ids(view.players[view.seat or 0].cards or ())
    common = _ids(view.board)
    others = [p for p in view.players if _is_in(p) and p.seat != view.seat]
    if len(common) == 5:
        return prod(_beats(own, common, other, others) for other in others)
    one = _after_five(own + common) if common else _before_board(own)
    return float(one ** len(others))


def _beats(
    own: tuple[int, ...],
    common: tuple[int, ...],
    other: Player,
    others: Iterable[Player],
) -> float:
    """Return the share of the hands another may have that lose to the own one."""
    shown = _ids([p.shown for p in others if p.shown is not None])
    unseen = [c for c in range(DECK_SIZE) if c not in {*own, *common, *shown}]
    if other.shown is None:
        pairs: Iterable[Sequence[int]] = combinations(unseen, 2)
    else:
        pairs = ((POKERDREZ_IDS[other.shown], card) for card in unseen)
    ranks = seven_ranks(chain.from_iterable((*common, *pair) for pair in pairs))
    mine = seven_rank((*own, *common))
    return sum(rank < mine for rank in ranks) / len(ranks)


def _after_five(five: tuple[int, ...]) -> float:
    """Return the mean share of hands below, over the two common cards to come."""
    unseen = [card for card in range(DECK_SIZE) if card not in five]
    pairs = combinations(unseen, 2)
    ranks = seven_ranks(chain.from_iterable((*five, *pair) for pair in pairs))
    return sum(_share_below(class_of(rank)) for rank in ranks) / len(ranks)


def _share_below(number: int) -> float:
    return sum(SHARES[:number]) + SHARES[number] / 2


def _before_board(own: tuple[int, ...]) -> float:
    (colour, figure), (colour2, figure2) = (divmod(card, 6) for card in own)
    if colour != colour2 and figure != figure2:
        return NO_PAIR
    # One of the two differences is 0: the cards share a colour or a figure.
    apart = abs(colour - colour2) + abs(figure - figure2)
    return PAIR_IN_SEQUENCE if apart == 1 else PAIR


def _sized(
    more: Choice[Poker7Move], view: Poker7View, chance: float, rng: Random
) -> Poker7Move:
    """Return a bet or raise of about half the pot, up to all of it if very strong."""
    span = more.to
    assert span is not None
    share = rng.uniform(0.3, 0.6) + max(0.0, chance - 0.85) * 4
    front = view.players[view.seat or 0].front
    wanted = front + view.to_call + round((view.pot + view.to_call) * share)
    to = min(max(wanted, span.min), span.max)
    return Raise(to) if isinstance(more.move, Raise) else Bet(to)


def _show(view: Poker7View, choices: Choices) -> Poker7Move:
    """Show the card of the least group, so that the others learn least."""

    def group_of(choice: Choice[Poker7Move]) -> int:
        assert isinstance(choice.move, Show)
        card = choice.move.card
        return next(i for i, group in enumerate(view.groups) if card in group.cards)

    return max(choices, key=group_of).move


def _is_in(player: Player) -> bool:
    return player.status in ("in_hand", "all_in")


def _ids(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(POKERDREZ_IDS[name] for name in names)


LEVELS: dict[int, Policy] = {
    1: random_move,
    2: sometimes(0.5, sensible),
    3: sensible,
    4: poker7_odds.priced,
    5: poker7_odds.placed,
    6: poker7_ranges.ranged,
    7: poker7_plan.planned,
}
