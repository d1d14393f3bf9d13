"""Reads a Poker7 state: where its cards lie, whom it waits for, how hands compare."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from service.core.poker7 import Kind, seven_hand
from service.games.base import Seat
from service.games.betting import turn
from service.games.cards import pokerdrez
from service.games.poker7_events import GroupOf, ShownHand
from service.games.poker7_types import (
    BOARD,
    SHOW,
    STREETS,
    PastHand,
    Poker7Options,
    Poker7State,
)

KINDS: dict[Kind, Literal["single", "figure", "colour"]] = {
    Kind.SINGLE: "single",
    Kind.FIGURE: "figure",
    Kind.COLOUR: "colour",
}


def hole(state: Poker7State, seat: Seat) -> tuple[int, int]:
    """Return the places in the deck of a player's cards: one each, twice round."""
    at = state.players.index(seat)
    return at, at + len(state.players)


def hole_cards(state: Poker7State, seat: Seat) -> tuple[int, int]:
    """Return the ids of a player's two cards."""
    first, second = hole(state, seat)
    return state.deck[first], state.deck[second]


def board_places(state: Poker7State) -> range:
    """Return the places in the deck of the cards on the table; none is burnt (B19)."""
    start = 2 * len(state.players)
    return range(start, start + BOARD[state.step])


def board(state: Poker7State) -> tuple[int, ...]:
    """Return the ids of the common cards on the table."""
    return tuple(state.deck[place] for place in board_places(state))


def turned_up(state: Poker7State) -> dict[Seat, int]:
    """Return the place in the deck of each shown card; none before all have chosen."""
    if state.step <= SHOW and state.options.reveal == "together":
        return {}
    return {seat: hole(state, seat)[which] for seat, which in state.chosen}


def waiting(state: Poker7State) -> tuple[Seat, ...]:
    """Return the seats that the hand waits for, clockwise.

    In the show step all who have not folded, all-in or not, choose together or, by
    option, in turn (B13). Otherwise it is the seat to act (B12, B17).
    """
    if state.over is not None:
        return ()
    if state.step != SHOW:
        seat = turn(state.bets)
        return () if seat is None else (seat,)
    chosen = {seat for seat, _ in state.chosen}
    left = tuple(seat for seat in state.bets.live if seat not in chosen)
    return left if state.options.reveal == "together" else left[:1]


def unit(options: Poker7Options, step: int) -> int:
    """Return the least bet: the ante, under fixed limit twice it from bet 3 on."""
    late = options.limit == "fixed" and step >= STREETS.index("bet_3")
    return options.ante * (2 if late else 1)


def shown_hand(seat: Seat, own: tuple[int, int], common: tuple[int, ...]) -> ShownHand:
    """Return a complete hand; its place is given when it is compared."""
    hand = seven_hand((*common, *own))
    return ShownHand(
        seat=seat,
        place=0,
        rank=hand.rank,
        cards=pokerdrez(own),
        groups=tuple(
            GroupOf(
                kind=KINDS[group.kind],
                number=group.number,
                straight=group.straight,
                cards=pokerdrez(group.cards),
            )
            for group in hand.groups
        ),
    )


def showdown(past: PastHand) -> tuple[ShownHand, ...]:
    """Return the hands of a showdown, strongest first (Poker7 4-7)."""
    hands = [shown_hand(seat, (a, b), past.board) for seat, a, b in past.holes]
    hands.sort(key=lambda hand: -hand.rank)
    return tuple(replace(hand, place=at + 1) for at, hand in enumerate(hands))
