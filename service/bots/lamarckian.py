"""Opponents for Lamarckian Poker."""

from __future__ import annotations

from random import Random

from service.bots.policy import Policy, random_move, sometimes
from service.core.hand import cards_mask, hand_rank
from service.games.base import Choice
from service.games.cards import FRENCH_IDS, RANKS, SUITS
from service.games.lamarckian import Mark, Matches
from service.games.lamarckian_view import LamarckianView

GROWTH = 2.0
"""What a card more is worth at the start of a match, in categories of poker hand."""
EXTINCT = -5.0
"""What an empty hand is worth, in the same unit."""
RIVAL = 0.2
"""How likely the mark of another seat matches any one card of the pool."""


def evolve(
    view: LamarckianView, choices: tuple[Choice[Mark], ...], rng: Random
) -> Mark:
    """Return the mark that promises the best hand after the round.

    A hand is worth its poker rank, and its number of cards the more, the more rounds
    are left. A mark takes what it matches unless a higher mark was there before it,
    of which there may be one per rival; if it was, the mark takes nothing.
    """
    worth = [_worth(view, choice) for choice in choices]
    best = max(worth)
    marks = [c.move for c, value in zip(choices, worth, strict=True) if value == best]
    return rng.choice(marks)


def _worth(view: LamarckianView, choice: Choice[Mark]) -> float:
    assert view.seat is not None
    assert isinstance(choice.earns, Matches)
    kept = [c for c in view.players[view.seat].hand or () if c != choice.move.card]
    left = (view.rounds - view.round) / view.rounds
    rivals = sum(player.extinct is None for player in view.players) - 1
    free: float = (1 - RIVAL * _share_above(choice.move.card)) ** rivals
    with_all = _hand_worth([*kept, *choice.earns.cards], left)
    return free * with_all + (1 - free) * _hand_worth(kept, left)


def _share_above(card: str) -> float:
    """Return which part of all cards resolves before a card (Lamarckian 4)."""
    place = RANKS.index(card[0]) * len(SUITS) + SUITS.index(card[1])
    return 1 - (place + 1) / len(FRENCH_IDS)


def _hand_worth(cards: list[str], left: float) -> float:
    if not cards:
        return EXTINCT
    rank = hand_rank(cards_mask(FRENCH_IDS[card] for card in cards))
    return rank / (1 << 26) + GROWTH * left * len(cards)


LEVELS: dict[int, Policy] = {1: random_move, 2: sometimes(0.5, evolve), 3: evolve}
