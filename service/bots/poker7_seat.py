"""What a Poker7 opponent reads from its view, and how it puts a bet into a move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import log

from service.core.poker7_equity import Odds, Opponent, Range, equity
from service.games.base import Choice, Seat
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

EXACT = 5_000
"""Completions that are all counted rather than sampled: one opponent and all common
cards, or two of whom a card each is known."""


class At:
    """A seat's place in a hand: its cards, its opponents, and the price of staying."""

    def __init__(self, view: Poker7View, choices: Choices) -> None:
        self.view = view
        self.seat: Seat = view.seat or 0
        self.me: Player = view.players[self.seat]
        self.own = ids(self.me.cards or ())
        self.board = ids(view.board)
        self.rivals = [p for p in view.players if is_in(p) and p.seat != self.seat]
        self.moves = {type(choice.move): choice for choice in choices}

    @property
    def price(self) -> float:
        """The share of the pot that a call would be, and hence the chance it needs."""
        return self.view.to_call / (self.view.pot + self.view.to_call)

    @property
    def faced(self) -> float:
        """What is owed as a share of the pot before it was bet."""
        return self.view.to_call / max(1, self.view.pot - self.view.to_call)

    @property
    def must_show(self) -> bool:
        """Whether it is time to show a card."""
        return Show in self.moves

    @property
    def may_raise(self) -> bool:
        """Whether a bet or raise is allowed."""
        return Raise in self.moves or Bet in self.moves

    @cached_property
    def raises(self) -> int:
        """Bets and raises on this street so far."""
        street = self.view.street
        taken = [a.action for a in self.view.actions if a.street == street]
        return taken.count("bet") + taken.count("raise")

    @property
    def depth(self) -> float:
        """The most that can still be won from one opponent, as a share of the pot."""
        most = max((p.stack + p.front for p in self.rivals), default=0)
        return min(self.me.stack, max(0, most - self.me.front)) / self.view.pot

    @property
    def is_last(self) -> bool:
        """Whether nobody acts after the seat on a street without a bet."""
        seats, button = len(self.view.players), self.view.button
        able = [p.seat for p in [*self.rivals, self.me] if p.stack]
        return max(able, key=lambda s: (s - button - 1) % seats) == self.seat

    def odds(
        self, samples: int, seed: int, ranges: Sequence[Range | None] = ()
    ) -> Odds:
        """Return how often the seat beats all others, by their ranges if given."""
        known = ranges or [None] * len(self.rivals)
        shown = [
            None if p.shown is None else POKERDREZ_IDS[p.shown] for p in self.rivals
        ]
        return equity(
            self.own,
            self.board,
            [Opponent(card, range_) for card, range_ in zip(shown, known, strict=True)],
            dead=self.dead,
            samples=samples,
            exact=EXACT,
            seed=seed,
        )

    @cached_property
    def dead(self) -> tuple[int, ...]:
        """Cards that folded seats have shown."""
        out = [p for p in self.view.players if p.shown and not is_in(p)]
        return ids([p.shown for p in out if p.shown and p.seat != self.seat])

    def bet(self, share: float) -> Poker7Move:
        """Return a bet or raise of a share of the pot after a call, as near as may be.

        What would leave little behind is all-in. Without any more to bet, it is a call.
        """
        more = self.moves.get(Raise) or self.moves.get(Bet)
        if more is None:
            return self.stay()
        span = more.to
        assert span is not None
        chips = self.view.to_call + share * (self.view.pot + self.view.to_call)
        if chips * 1.25 >= self.me.stack:
            chips = self.me.stack
        to = min(max(self.me.front + round(chips), span.min), span.max)
        return Raise(to) if isinstance(more.move, Raise) else Bet(to)

    def stay(self) -> Poker7Move:
        """Check, or call what is owed."""
        return Check() if Check in self.moves else Call()

    def give_up(self) -> Poker7Move:
        """Check, or fold if something is owed."""
        return Check() if Check in self.moves else Fold()


def fair(chance: float, rivals: int) -> float:
    """Return a chance against several as the one against a single opponent.

    The mean chance, 1 / (rivals + 1), becomes 0.5; 0 and 1 stay.
    """
    return float(chance ** (log(2) / log(rivals + 1))) if chance else 0.0


def is_in(player: Player) -> bool:
    """Whether a player can still win the hand."""
    return player.status in ("in_hand", "all_in")


def ids(names: Sequence[str]) -> tuple[int, ...]:
    """Return the ids of cards."""
    return tuple(POKERDREZ_IDS[name] for name in names)
