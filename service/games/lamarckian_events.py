"""What is reported of Lamarckian Poker, and what of it is for one seat alone."""

from __future__ import annotations

from collections.abc import Iterator

from service.core.lamarckian import by_height
from service.games.base import Event, Seat, Told, Value
from service.games.cards import FRENCH, FrenchCard, french
from service.games.lamarckian_state import LamarckianState, Round
from service.games.showdown import PokerShowdown, showdown

Cards = tuple[FrenchCard, ...]


class HandDealt(Event, frozen=True, tag="hand"):
    """To the seat alone: the hand that it was dealt (2)."""

    seat: Seat
    cards: Cards


class PoolDealt(Event, frozen=True, tag="dealt"):
    """A round begins with a new pool (3, 6)."""

    round: int
    pool: Cards
    hand_sizes: tuple[int, ...]
    deck_count: int


class Marked(Event, frozen=True, tag="marked"):
    """A seat has put its mark down; which one, nobody else knows (A12)."""

    seat: Seat


class Committed(Event, frozen=True, tag="committed"):
    """To the seat alone: the mark that it has put down."""

    seat: Seat
    card: FrenchCard


class SeatMark(Value, frozen=True):
    """A mark laid open."""

    seat: Seat
    mark: FrenchCard


class Revealed(Event, frozen=True, tag="revealed"):
    """All marks are open, in the order in which they resolve (4)."""

    round: int
    marks: tuple[SeatMark, ...]


class Resolved(Event, frozen=True, tag="resolved"):
    """A mark took its cards and fell into the pool, which is shown after it (5)."""

    seat: Seat
    mark: FrenchCard
    captured: Cards
    """The highest card first."""
    pool: Cards


class Extinct(Event, frozen=True, tag="extinct"):
    """A seat has no card at the end of a round and is out (7, A6)."""

    seat: Seat
    round: int


class Discarded(Event, frozen=True, tag="discarded"):
    """A round is over, and the rest of its pool is discarded (6)."""

    round: int
    cards: Cards


class Withdrawn(Event, frozen=True, tag="resigned"):
    """A seat left and is out; its cards, a mark among them, are discarded (A15)."""

    seat: Seat
    round: int
    cards: Cards


def hands_dealt(state: LamarckianState) -> Iterator[Told]:
    """Tell each seat its first hand, and everybody the first pool."""
    for seat, hand in enumerate(state.hands):
        yield Told(HandDealt(seat, names(hand)), frozenset({seat}))
    yield Told(_dealt(state))


def marked(seat: Seat, card: FrenchCard) -> tuple[Told, Told]:
    """Tell everybody that a mark is down, and its owner which."""
    return Told(Marked(seat)), Told(Committed(seat, card), frozenset({seat}))


def round_ended(state: LamarckianState) -> Iterator[Told]:
    """Tell everybody of the last round, up to the next pool or the showdown."""
    number, played = len(state.rounds), state.rounds[-1]
    pairs = zip(played.seats, french(played.marks), strict=True)
    yield Told(Revealed(number, tuple(SeatMark(*pair) for pair in pairs)))
    for place, seat in enumerate(played.seats):
        yield Told(_resolved(played, place, seat))
    for seat in fallen(state, number):
        yield Told(Extinct(seat, number))
    yield Told(Discarded(number, french(played.pool_after(len(played.marks)))))
    final = showdown_of(state)
    if final is not None:
        yield Told(final)
    elif not state.is_over:
        yield Told(_dealt(state))


def fallen(state: LamarckianState, number: int) -> tuple[Seat, ...]:
    """Return the seats that a round left without a card."""
    return tuple(
        seat
        for seat, gone in enumerate(state.out)
        if gone == number and seat not in state.resigned
    )


def showdown_of(state: LamarckianState) -> PokerShowdown | None:
    """Return the showdown of two or more survivors, once the match is over (6)."""
    if not state.is_over or len(state.living) < 2:
        return None
    hands = {seat: state.hands[seat] for seat in state.living}
    return showdown(hands, state.options.ties)


def names(cards: int) -> Cards:
    """Return the names of a set of cards, the highest first."""
    return french(by_height(cards))


def _dealt(state: LamarckianState) -> PoolDealt:
    sizes = tuple(hand.bit_count() for hand in state.hands)
    return PoolDealt(state.round_number, french(state.pool), sizes, len(state.deck))


def _resolved(played: Round, place: int, seat: Seat) -> Resolved:
    return Resolved(
        seat=seat,
        mark=FRENCH[played.marks[place]],
        captured=french(played.captured[place]),
        pool=french(played.pool_after(place + 1)),
    )
