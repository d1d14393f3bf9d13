"""Opponents for Lamarckian Poker."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from service.bots.policy import Policy, random_move, sometimes
from service.core.hand import cards_mask, hand_rank
from service.core.lamarckian_search import Limits, Past, Sight, search
from service.games.base import Choice
from service.games.cards import FRENCH, FRENCH_IDS, RANKS, SUITS
from service.games.lamarckian import Mark, Matches
from service.games.lamarckian_view import LamarckianView, PastRound

GROWTH = 2.0
"""What a card more is worth at the start of a match, in categories of poker hand."""
EXTINCT = -5.0
"""What an empty hand is worth, in the same unit."""
RIVAL = 0.2
"""How likely the mark of another seat matches any one card of the pool."""


Choices = tuple[Choice[Mark], ...]

FEW = Limits(nodes=14_000)
"""Some fifty deals at the start of a match between two."""

MORE = Limits(nodes=35_000)

LOTS = Limits(nodes=100_000)

MOST = Limits(nodes=1_000_000, history=True, foresee=True)
"""The marks seen so far tell which deals are likely, and how much each seat errs."""


def evolve(view: LamarckianView, choices: Choices, rng: Random) -> Mark:
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


def sampling(limits: Limits) -> Policy:
    """Return a policy that tries every mark on sampled deals, within limits."""

    def policy(view: LamarckianView, choices: Choices, rng: Random) -> Mark:
        if len(choices) == 1:
            return choices[0].move
        found = search(sight_of(view), limits, rng.getrandbits(64))
        return Mark(FRENCH[found.marks[0].card])

    return policy


def sight_of(view: LamarckianView) -> Sight:
    """Return what a living seat knows, by its view, as the core takes it."""
    assert view.seat is not None
    return Sight(
        seat=view.seat,
        round=view.round,
        hand=_mask(view.players[view.seat].hand or ()),
        pool=_mask(view.pool),
        gone=_mask(view.discard),
        sizes=[player.hand_size for player in view.players],
        known=[_mask(player.known) for player in view.players],
        past=[_past(played) for played in view.history],
        split=view.ties == "split",
    )


def _past(played: PastRound) -> Past:
    return Past(
        pool=_mask(played.pool),
        seats=[capture.seat for capture in played.captures],
        marks=[FRENCH_IDS[capture.mark] for capture in played.captures],
        captured=[_mask(capture.captured) for capture in played.captures],
    )


def _mask(cards: Iterable[str]) -> int:
    return cards_mask(FRENCH_IDS[card] for card in cards)


LEVELS: dict[int, Policy] = {
    1: random_move,
    2: sometimes(0.5, evolve),
    3: evolve,
    4: sampling(FEW),
    5: sampling(MORE),
    6: sampling(LOTS),
    7: sampling(MOST),
}
