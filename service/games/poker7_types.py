"""Options, moves and state of Poker7; no rules."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from service.games.base import Move, Options, Seat, Value
from service.games.betting import Action as Kind
from service.games.betting import Bets, Limit, Payment, Pot
from service.games.cards import PokerdrezCard

Street = Literal["bet_1", "bet_2", "bet_3", "show", "bet_4"]
STREETS: tuple[Street, ...] = ("bet_1", "bet_2", "bet_3", "show", "bet_4")
"""The steps of a hand in order (Poker7 3); a state holds the index."""

SHOW = STREETS.index("show")
BOARD = (0, 3, 5, 5, 5)
"""Common cards on the table by step: three, then two more together."""

MAX_CHIPS = 10**9
"""Most chips of a seat at the start: ten seats stay far below 2**53."""

Chips = Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Poker7Options(Options, frozen=True, kw_only=True):
    """Options of Poker7 (B11, B13, B20, B21)."""

    stack: Annotated[
        int, Meta(ge=1, le=MAX_CHIPS, description="Chips of each seat at the start.")
    ] = 1000
    ante: Annotated[
        int,
        Meta(
            ge=1,
            le=MAX_CHIPS,
            description="Chips that all pay into each hand; also the least bet.",
        ),
    ] = 10
    hands: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(description="Hands to play; null: until one seat has all chips."),
    ] = None
    limit: Annotated[
        Limit,
        Meta(
            description="No limit, pot limit, or fixed bets: the ante on the first"
            " two betting steps, twice that later, four bets a step."
        ),
    ] = "none"
    reveal: Annotated[
        Literal["together", "in_turn"],
        Meta(description="How each player shows one own card."),
    ] = "together"


class Fold(Move, frozen=True, tag="fold"):
    """Give up the hand."""


class Check(Move, frozen=True, tag="check"):
    """Stay in without chips, when nothing is owed."""


class Call(Move, frozen=True, tag="call"):
    """Pay what is owed, or the whole stack if that is less."""


class Bet(Move, frozen=True, tag="bet"):
    """Open the betting of a step; `to` is the total put in on this step."""

    to: Chips


class Raise(Move, frozen=True, tag="raise"):
    """Bet more than the others; `to` is the total put in on this step."""

    to: Chips


class Show(Move, frozen=True, tag="show"):
    """Choose which of the two own cards to show."""

    card: PokerdrezCard


BettingMove = Fold | Check | Call | Bet | Raise
Poker7Move = BettingMove | Show

ACTIONS: dict[type[BettingMove], Kind] = {
    Fold: "fold",
    Check: "check",
    Call: "call",
    Bet: "bet",
    Raise: "raise",
}
"""Moves by the names that the betting knows them by."""


class Paid(Value, frozen=True):
    """A pot of a finished hand and its payments."""

    pot: Pot
    payments: tuple[Payment, ...]


class Action(Value, frozen=True, array_like=True):
    """A betting action of this hand, in the order in which they were taken."""

    seat: Seat
    step: int
    """Index in STREETS."""
    action: Kind
    chips: int
    """What it added."""
    to: int
    """What the seat then had in front on the step."""


class PastHand(Value, frozen=True, array_like=True):
    """What everybody saw of the hand before; cards are ids."""

    hand: int
    board: tuple[int, ...]
    holes: tuple[tuple[Seat, int, int], ...]
    """Cards of the seats at the showdown; none if all others folded (B18)."""
    pots: tuple[Paid, ...] = ()


class Poker7State(Value, frozen=True, array_like=True):
    """A match between two moves. Of a past hand only what was public is kept."""

    options: Poker7Options
    hand: int
    """Number of the hand, from 0: it is dealt from the deck of that number."""
    button: Seat
    deck: tuple[int, ...]
    players: tuple[Seat, ...]
    """Seats dealt in, clockwise from the left of the button."""
    step: int
    """Index in STREETS."""
    bets: Bets
    chosen: tuple[tuple[Seat, int], ...] = ()
    """Seats that chose a card to show, in that order, and which of the two: 0, 1."""
    resigned: tuple[Seat, ...] = ()
    last: PastHand | None = None
    over: str | None = None
    """Why the match ended."""
    actions: tuple[Action, ...] = ()
    """The betting of this hand so far."""
