"""What is told of a match of Poker7, and the shown cards that views repeat."""

from __future__ import annotations

from typing import Literal

from service.games.base import Event, Seat, Value
from service.games.betting import Action, Payment
from service.games.cards import PokerdrezCard
from service.games.poker7_types import Street


class SeatCard(Value, frozen=True):
    """A card of a seat."""

    seat: Seat
    card: PokerdrezCard


class GroupOf(Value, frozen=True):
    """A group of a hand (Poker7 5), its cards highest first."""

    kind: Literal["single", "figure", "colour"]
    number: int
    straight: bool
    cards: tuple[PokerdrezCard, ...]


class ShownHand(Value, frozen=True):
    """A hand at the showdown; a larger rank is stronger, place 1 the strongest."""

    seat: Seat
    place: int
    rank: int
    cards: tuple[PokerdrezCard, ...]
    groups: tuple[GroupOf, ...]


class HandStarted(Event, frozen=True, tag="hand_started"):
    """Hand number `hand` (from 1) begins; `players`, clockwise, are dealt in."""

    hand: int
    button: Seat
    players: tuple[Seat, ...]
    stacks: tuple[int, ...]


class AntesPaid(Event, frozen=True, tag="antes"):
    """The ante of each player, all-in if it is short (B10, B14)."""

    paid: tuple[Payment, ...]


class CardsDealt(Event, frozen=True, tag="dealt"):
    """These seats got two cards each."""

    seats: tuple[Seat, ...]


class HoleCards(Event, frozen=True, tag="hole_cards"):
    """The two own cards; only their owner is told."""

    seat: Seat
    cards: tuple[PokerdrezCard, ...]


class StreetOpened(Event, frozen=True, tag="street"):
    """A step of the hand begins, with these new common cards, if any."""

    street: Street
    cards: tuple[PokerdrezCard, ...]


class Acted(Event, frozen=True, tag="acted"):
    """A seat paid `chips`, and now has `to` in front on this step."""

    seat: Seat
    action: Action
    chips: int
    to: int
    all_in: bool


class ShowCommitted(Event, frozen=True, tag="show_committed"):
    """A seat has chosen the card to show; nobody else knows which."""

    seat: Seat


class ShowChosen(Event, frozen=True, tag="show_chosen"):
    """The card that the seat has chosen; only the seat is told."""

    seat: Seat
    card: PokerdrezCard


class Shown(Event, frozen=True, tag="shown"):
    """These cards are turned up (B13)."""

    cards: tuple[SeatCard, ...]


class Poker7Resigned(Event, frozen=True, tag="resigned"):
    """A seat left the match with its chips; its hand is folded."""

    seat: Seat
    stack: int


class UncalledReturned(Event, frozen=True, tag="uncalled_returned"):
    """The part that nobody matched goes back (B15)."""

    seat: Seat
    chips: int


class Showdown(Event, frozen=True, tag="showdown"):
    """All hands still in, strongest first."""

    hands: tuple[ShownHand, ...]


class PotAwarded(Event, frozen=True, tag="pot_awarded"):
    """A pot, main pot 0 first, and what the winners get of it."""

    pot: int
    chips: int
    seats: tuple[Seat, ...]
    paid: tuple[Payment, ...]


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A seat has no chips left (B20)."""

    seat: Seat


class HandEnded(Event, frozen=True, tag="hand_ended"):
    """The hand is over; chips by seat."""

    hand: int
    stacks: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    HandStarted,
    AntesPaid,
    CardsDealt,
    HoleCards,
    StreetOpened,
    Acted,
    ShowCommitted,
    ShowChosen,
    Shown,
    Poker7Resigned,
    UncalledReturned,
    Showdown,
    PotAwarded,
    Eliminated,
    HandEnded,
)
"""All kinds of event of a match."""
