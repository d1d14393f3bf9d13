"""What every game is: values, rules from value to value, and no dice, clock or I/O."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from service.games.cards import FRENCH

Seat = int
"""Number of a seat, from 0."""

Decks = Callable[[int], tuple[int, ...]]
"""Gives the shuffled deck of deal k = 0, 1, ... as card ids, always the same one."""


class Value(msgspec.Struct, frozen=True):
    """Base of the states, views and parts of a game: immutable and comparable."""


class Options(Value, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of a game's options; every option has a default."""


class Move(Value, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of a game's moves; the tag is the move's `type`."""


class Event(Value, frozen=True, tag_field="type"):
    """Base of what a game reports to have happened; the tag is the event's `type`."""


class View(Value, frozen=True, tag_field="game"):
    """Base of what is shown of a match; the tag is the game's name."""


class Told(Value, frozen=True):
    """An event and who may know of it; `audience` None is everybody."""

    event: Event
    audience: frozenset[Seat] | None = None

    def heard_by(self, seat: Seat | None) -> bool:
        """Return whether a seat, or a spectator (None), may know of the event."""
        return self.audience is None or seat in self.audience


class Result(Value, frozen=True):
    """How a match ended; several winners share the win, none is possible too."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[float, ...] | None = None


class Span(Value, frozen=True):
    """The amounts min, min + step, ... up to max."""

    min: int
    max: int
    step: int = 1

    def __contains__(self, amount: int) -> bool:
        """Return whether an amount is one of the span's."""
        return self.min <= amount <= self.max and not (amount - self.min) % self.step


S = TypeVar("S", bound=Value)
M = TypeVar("M", bound=Move)


class Choice(Value, Generic[M], frozen=True, omit_defaults=True):
    """A legal move, with what the game tells of it.

    With `to`, the choice stands for all the moves that equal `move` but for a `to`
    within the span; `move` itself has the least one.
    """

    move: M
    to: Span | None = None
    earns: Value | None = None

    def covers(self, move: Move) -> bool:
        """Return whether a move is (one of) the choice's."""
        if self.to is None or type(move) is not type(self.move):
            return move == self.move
        amount = getattr(move, "to", None)
        if amount is None or amount not in self.to:
            return False
        return msgspec.structs.replace(move, to=self.to.min) == self.move


class Step(Value, Generic[S], frozen=True):
    """A new state, and the events that led to it."""

    state: S
    events: tuple[Told, ...] = ()


class RulesError(Exception):
    """A move that the rules refuse; the text says why."""


class MatchOver(RulesError):
    """The match has a result; nobody moves any more."""


class NotYourTurn(RulesError):
    """The match waits for other seats."""


class IllegalMove(RulesError):
    """The seat may move, but not so; `choices` are its legal moves."""

    def __init__(self, reason: str, choices: tuple[Choice[Any], ...] = ()) -> None:
        """Keep the legal moves beside the reason."""
        super().__init__(reason)
        self.choices = choices


class BadState(ValueError):
    """Bytes that no encoder of this game has written."""


class UnknownFormat(BadState):
    """Stored by a version of the service that this one does not know, a newer one."""


class Game(ABC, Generic[S, M]):
    """The rules of one game. States go in, new states come out, arguments stay."""

    name: ClassVar[str]
    """Name in addresses and records: lower case, no spaces."""
    title: ClassVar[Mapping[str, str]]
    """Name for people, by language (`en`, `es`)."""
    seats: ClassVar[range]
    """The numbers of seats that a match can have."""
    card_names: ClassVar[tuple[str, ...]] = FRENCH
    """The cards of the deck by id."""
    format: ClassVar[int] = 1
    """Version of the state's encoding, 0..255: raise it when the state changes."""

    options_type: type[Options]
    state_type: type[S]
    view_type: type[View]
    move_types: tuple[type[M], ...]
    event_types: tuple[type[Event], ...]

    @property
    def deck_size(self) -> int:
        """How many cards a deck has; their ids count from 0."""
        return len(self.card_names)

    @abstractmethod
    def setup(self, seats: int, options: Options, decks: Decks) -> Step[S]:
        """Begin a match; all chance comes from `decks`."""

    @abstractmethod
    def to_move(self, state: S) -> frozenset[Seat]:
        """Return the seats that the match waits for; empty when it is over."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[Choice[M], ...]:
        """Return exactly what `apply` accepts; empty if it is not the seat's turn."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, decks: Decks) -> Step[S]:
        """Carry out a legal move. Call `apply`, which checks it first."""

    @abstractmethod
    def resign(self, state: S, seat: Seat, decks: Decks) -> Step[S]:
        """Take a seat out of an unfinished match, whoever's turn it is."""

    def rematch(self, options: Options, state: S) -> Options:
        """Return the options of the next match between the same seats."""
        return options

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """Return what a seat, or a spectator (None), may know; built from nothing."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return how the match ended, or None while it goes on."""

    @abstractmethod
    def on_timeout(self, state: S, seat: Seat) -> M | Literal["resign"]:
        """Return what is played for a seat whose clock has run out."""

    def deals(self, state: S) -> int:
        """Return how many decks the match has been dealt from so far."""
        return 1

    @abstractmethod
    def seen(self, state: S, seat: Seat | None) -> Mapping[int, frozenset[int]]:
        """Return by deal which cards a seat (None: a spectator) has seen for sure.

        Of past deals only what the state still tells.
        """

    @abstractmethod
    def zones(self, state: S) -> Mapping[str, tuple[int, ...]]:
        """Return where every card is; each card of the deck stands in one zone."""

    @abstractmethod
    def redeal(
        self,
        state: S,
        seat: Seat | None,
        shuffled: Callable[[tuple[int, ...]], tuple[int, ...]],
    ) -> S:
        """Return a state that the seat (None: a spectator) cannot tell from this one.

        `shuffled` gives a permutation of the cards that the seat has not seen.
        """

    def apply(self, state: S, seat: Seat, move: M, decks: Decks) -> Step[S]:
        """Check that a move is one of `legal_moves` and carry it out.

        Raises MatchOver, NotYourTurn or IllegalMove and then changes nothing.
        """
        self.check_turn(state, seat)
        if not self.allows(state, seat, move):
            choices = self.legal_moves(state, seat)
            raise IllegalMove(self.why_not(state, seat, move), choices)
        return self.play(state, seat, move, decks)

    def allows(self, state: S, seat: Seat, move: M) -> bool:
        """Return whether `legal_moves` lists a move, for a seat whose turn it is.

        For games that can tell without listing all of them.
        """
        return any(choice.covers(move) for choice in self.legal_moves(state, seat))

    def check_turn(self, state: S, seat: Seat) -> None:
        """Raise MatchOver or NotYourTurn unless the match waits for the seat."""
        waiting = self.to_move(state)
        if not waiting:
            raise MatchOver("The match is over.")
        if seat not in waiting:
            seats = ", ".join(str(s) for s in sorted(waiting))
            raise NotYourTurn(
                f"It is not seat {seat}'s turn: waiting for seat {seats}."
            )

    def why_not(self, state: S, seat: Seat, move: M) -> str:
        """Return one sentence on why a move is not legal, from what the seat knows."""
        return "That move is not legal here."

    def encode(self, state: S) -> bytes:
        """Return the state as bytes; the first one is the format's version."""
        return bytes([self.format]) + _pack(state)

    def decode(self, data: bytes) -> S:
        """Return the state of `encode`'s bytes, of this format or an earlier one.

        What has been added since is as its default says. Raises UnknownFormat for a
        later format, BadState for any other bytes.
        """
        number = data[0] if data else 0
        if number > self.format:
            raise UnknownFormat(f"{self.name}: a state of format {number}")
        if number == 0:
            raise BadState(f"{self.name}: not a state")
        try:
            return msgspec.msgpack.decode(data[1:], type=self.state_type)
        except msgspec.DecodeError as error:
            raise BadState(f"{self.name}: {error}") from None


_pack = msgspec.msgpack.Encoder().encode
