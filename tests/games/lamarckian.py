"""Positions of Lamarckian Poker as texts, and matches played at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.games.base import Choice, Event, Seat, Told
from service.games.cards import FRENCH, FRENCH_IDS
from service.games.lamarckian import Lamarckian, Mark, Matches
from service.games.lamarckian_state import LamarckianOptions, LamarckianState
from service.games.showdown import Ties
from tests.cards import RandomDecks, mask

GAME = Lamarckian()
DECKS = RandomDecks(0, 52)


def position(
    hands: Sequence[Sequence[str]],
    pool: Sequence[str] = (),
    *,
    last: bool = False,
    ties: Ties = "suits",
) -> LamarckianState:
    """A position with these hands and pool; of the other cards the deck has fours.

    In the `last` round, and when there is no pool, all the others are discarded.
    """
    used = {card for hand in hands for card in hand} | set(pool)
    rest = tuple(FRENCH_IDS[card] for card in FRENCH if card not in used)
    size = 0 if last or not pool else len(rest) // 4 * 4
    return LamarckianState(
        LamarckianOptions(ties=ties),
        hands=tuple(mask(hand) for hand in hands),
        marks=(None,) * len(hands),
        out=tuple(0 if hand else 1 for hand in hands),
        pool=tuple(FRENCH_IDS[card] for card in pool),
        deck=rest[:size],
        discard=rest[size:],
    )


class Played(NamedTuple):
    """A state, and what happened on the way to it."""

    state: LamarckianState
    told: tuple[Told, ...]

    def heard(self, seat: Seat | None) -> list[Event]:
        """What a seat, or a spectator (None), was told."""
        return [told.event for told in self.told if told.heard_by(seat)]


def mark(state: LamarckianState, marks: Mapping[Seat, str]) -> Played:
    """Put marks down, in the order given."""
    told: list[Told] = []
    for seat, card in marks.items():
        step = GAME.apply(state, seat, Mark(card), DECKS)
        state = step.state
        told += step.events
    return Played(state, tuple(told))


def matched(choice: Choice[Mark]) -> int:
    """How many cards a mark matches."""
    assert isinstance(choice.earns, Matches)
    return len(choice.earns.cards)


class Random(NamedTuple):
    """A match of random marks: its deck, its marks by round and seat, and its end."""

    deck: tuple[int, ...]
    marks: dict[tuple[int, Seat], str]
    played: Played


def random_match(
    seats: int, seed: int, moves: int = 1_000, ties: Ties = "suits"
) -> Random:
    """Play random marks in random order, to the end or for so many moves.

    With an odd seed marks match as little as possible, so that seats go extinct.
    """
    rng = random.Random(seed)
    decks = RandomDecks(seed, 52)
    step = GAME.setup(seats, LamarckianOptions(ties=ties), decks)
    told, marks = list(step.events), {}
    for _ in range(moves):
        state = step.state
        waiting = sorted(GAME.to_move(state))
        if not waiting:
            break
        seat = rng.choice(waiting)
        choices = list(GAME.legal_moves(state, seat))
        rng.shuffle(choices)
        move = min(choices, key=matched).move if seed % 2 else choices[0].move
        marks[len(state.rounds) + 1, seat] = move.card
        step = GAME.apply(state, seat, move, decks)
        told += step.events
    return Random(decks(0), marks, Played(step.state, tuple(told)))
