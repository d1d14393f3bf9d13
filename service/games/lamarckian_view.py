"""What a seat, or a spectator, may know of a match of Lamarckian Poker."""

from __future__ import annotations

from typing import Literal

from service.games.base import Seat, Value, View
from service.games.cards import FRENCH, FrenchCard, french
from service.games.lamarckian_events import Cards, fallen, names, showdown_of
from service.games.lamarckian_state import LamarckianState, Round
from service.games.showdown import PokerShowdown, Ties


class LamarckianPlayer(Value, frozen=True):
    """A seat, as the viewer may know it."""

    seat: Seat
    hand_size: int
    """A mark that is down counts as in the hand."""
    marked: bool
    extinct: int | None
    """The round in which the seat fell out, by resignation too."""
    resigned: bool
    known: Cards
    """Cards that everybody saw the seat capture, and that it still holds."""
    hand: Cards | None
    """The viewer's own hand; of others only what a showdown lays open."""
    mark: FrenchCard | None
    """The viewer's own mark, if it is down."""


class Capture(Value, frozen=True):
    """A mark and what it took from the pool, the highest card first."""

    seat: Seat
    mark: FrenchCard
    captured: Cards


class PastRound(Value, frozen=True):
    """A round that is over, in the order in which its marks resolved."""

    round: int
    pool: Cards
    captures: tuple[Capture, ...]
    discarded: Cards
    extinct: tuple[Seat, ...]


class LamarckianView(View, frozen=True, tag="lamarckian"):
    """What a seat may know of a match, or a spectator (`seat` None)."""

    seat: Seat | None
    ties: Ties
    phase: Literal["mark", "over"]
    round: int
    rounds: int
    pool: Cards
    deck_count: int
    discard: Cards
    players: tuple[LamarckianPlayer, ...]
    history: tuple[PastRound, ...]
    showdown: PokerShowdown | None


def view_of(state: LamarckianState, seat: Seat | None) -> LamarckianView:
    """Build the view from nothing: the own hand and mark, and what lay open (A12)."""
    final = showdown_of(state)
    shown = () if final is None else state.living
    seen = state.seen
    seats = range(len(state.hands))
    rounds = enumerate(state.rounds, start=1)
    return LamarckianView(
        seat=seat,
        ties=state.options.ties,
        phase="over" if state.is_over else "mark",
        round=state.round_number,
        rounds=state.rounds_total,
        pool=french(state.pool),
        deck_count=len(state.deck),
        discard=french(state.discard),
        players=tuple(_player(state, s, seen, s == seat, s in shown) for s in seats),
        history=tuple(_past(state, number, played) for number, played in rounds),
        showdown=final,
    )


def _player(
    state: LamarckianState, seat: Seat, seen: int, own: bool, shown: bool
) -> LamarckianPlayer:
    hand, mark = state.hands[seat], state.marks[seat]
    return LamarckianPlayer(
        seat=seat,
        hand_size=hand.bit_count(),
        marked=mark is not None,
        extinct=state.out[seat] or None,
        resigned=seat in state.resigned,
        known=names(hand & seen),
        hand=names(hand) if own or shown else None,
        mark=FRENCH[mark] if own and mark is not None else None,
    )


def _past(state: LamarckianState, number: int, played: Round) -> PastRound:
    parts = zip(played.seats, played.marks, played.captured, strict=True)
    return PastRound(
        round=number,
        pool=french(played.pool),
        captures=tuple(Capture(s, FRENCH[m], french(taken)) for s, m, taken in parts),
        discarded=french(played.pool_after(len(played.marks))),
        extinct=fallen(state, number),
    )
