"""A match of Lamarckian Poker as a value, and how a round changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from service.core.hand import cards_mask
from service.core.lamarckian import by_height, resolve
from service.games.base import Options, Seat, Value

FOUR = 4
"""Cards of a hand at the start, and of every pool (2, 3)."""

T = TypeVar("T")


class LamarckianOptions(Options, frozen=True, kw_only=True):
    """Options of Lamarckian Poker."""

    ties: Annotated[
        Literal["suits", "split"],
        Meta(description="Hands of equal ranks: the higher suit wins, or all do."),
    ] = "suits"


class Round(Value, frozen=True, array_like=True):
    """A round that is over; the last three go together, in order of resolution."""

    pool: tuple[int, ...]
    seats: tuple[Seat, ...]
    marks: tuple[int, ...]
    captured: tuple[tuple[int, ...], ...]

    def pool_after(self, marks: int) -> tuple[int, ...]:
        """Return the pool when so many marks have taken their cards and fallen in."""
        taken = {card for cards in self.captured[:marks] for card in cards}
        fallen_in = self.pool + self.marks[:marks]
        return tuple(card for card in fallen_in if card not in taken)


class LamarckianState(Value, frozen=True, array_like=True):
    """A match; cards are ids, and hands are sets of them as bit masks."""

    options: LamarckianOptions
    hands: tuple[int, ...]
    """By seat; a mark that is down is still in its hand."""
    marks: tuple[int | None, ...]
    """By seat, the mark that is down."""
    out: tuple[int, ...]
    """By seat, the round (from 1) in which it went extinct or resigned, or 0."""
    pool: tuple[int, ...]
    deck: tuple[int, ...]
    discard: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    resigned: tuple[Seat, ...] = ()

    @property
    def living(self) -> tuple[Seat, ...]:
        """Seats that are still in the game."""
        return tuple(seat for seat, gone in enumerate(self.out) if not gone)

    @property
    def is_over(self) -> bool:
        """Whether no pool is left, or fewer than two seats live (6, A8, A9)."""
        return not self.pool or self.out.count(0) < 2

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The living seats whose mark is not down; nobody when it is over."""
        if self.is_over:
            return ()
        return tuple(seat for seat in self.living if self.marks[seat] is None)

    @property
    def round_number(self) -> int:
        """The round that is being played, or was played last, from 1."""
        return len(self.rounds) + bool(self.pool)

    @property
    def rounds_total(self) -> int:
        """Rounds until the deck is used up: 13 less the number of seats (9)."""
        return 13 - len(self.hands)

    @property
    def seen(self) -> int:
        """The set of cards that have lain open, wherever they are now (A12)."""
        cards = {*self.pool, *self.discard}
        for played in self.rounds:
            cards.update(played.pool, played.marks)
        return cards_mask(cards)


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the values by seat with another one for one seat."""
    return *values[:seat], value, *values[seat + 1 :]


def end_round(state: LamarckianState) -> LamarckianState:
    """Resolve the marks of all living seats, and deal the next pool (4-7).

    There is none when the deck is used up or fewer than two seats live on.
    """
    done = resolve(state.hands, cards_mask(state.pool), state.marks)
    marks = (state.marks[seat] for seat in done.order)
    played = Round(
        pool=state.pool,
        seats=done.order,
        marks=tuple(mark for mark in marks if mark is not None),
        captured=tuple(by_height(taken) for taken in done.captured),
    )
    out = tuple(
        gone or (0 if hand else state.round_number)
        for gone, hand in zip(state.out, done.hands, strict=True)
    )
    dealt = FOUR if out.count(0) > 1 else 0
    return replace(
        state,
        hands=done.hands,
        marks=(None,) * len(out),
        out=out,
        pool=state.deck[:dealt],
        deck=state.deck[dealt:],
        discard=state.discard + played.pool_after(len(played.marks)),
        rounds=(*state.rounds, played),
    )


def remove(state: LamarckianState, seat: Seat) -> LamarckianState:
    """Take a living seat out, its hand with any mark to the discard (A15).

    If that ends the match, a mark that is down goes back to its hand.
    """
    after = replace(
        state,
        hands=put(state.hands, seat, 0),
        marks=put(state.marks, seat, None),
        out=put(state.out, seat, state.round_number),
        discard=state.discard + by_height(state.hands[seat]),
        resigned=(*state.resigned, seat),
    )
    return replace(after, marks=(None,) * len(after.out)) if after.is_over else after


def swap_unseen(
    state: LamarckianState,
    open_hands: tuple[Seat, ...],
    shuffled: Callable[[tuple[int, ...]], tuple[int, ...]],
) -> LamarckianState:
    """Return the state with other cards where nobody but the others has seen them.

    Captured cards stay in the hands where all know them to be. A mark that is down
    in another hand becomes any card of the new hand.
    """
    seen = state.seen
    for seat, hand in enumerate(state.hands):
        seen |= hand if seat in open_hands else 0
    hidden = (*state.deck, *(card for hand in state.hands for card in by_height(hand)))
    unseen = tuple(card for card in hidden if not seen >> card & 1)
    now = dict(zip(unseen, shuffled(unseen), strict=True))
    hands = tuple(
        cards_mask(now.get(card, card) for card in by_height(hand))
        for hand in state.hands
    )
    marks = list(state.marks)
    for seat, mark in enumerate(marks):
        if mark is not None and seat not in open_hands:
            marks[seat] = shuffled(by_height(hands[seat]))[0]
    deck = tuple(now.get(card, card) for card in state.deck)
    return replace(state, hands=hands, deck=deck, marks=tuple(marks))
