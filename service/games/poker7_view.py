"""What a seat or a spectator may see of a Poker7 match, built from nothing up."""

from __future__ import annotations

from typing import Literal

from service.games.base import Seat, Span, Value, View
from service.games.betting import Action as Kind
from service.games.betting import Pot, allowed, pots
from service.games.cards import POKERDREZ, PokerdrezCard, pokerdrez
from service.games.poker7_events import GroupOf, ShownHand
from service.games.poker7_table import (
    board,
    board_places,
    hole,
    hole_cards,
    showdown,
    shown_hand,
    turned_up,
    waiting,
)
from service.games.poker7_types import (
    SHOW,
    STREETS,
    Paid,
    Poker7State,
    Street,
)

Status = Literal["in_hand", "all_in", "folded", "resigned", "eliminated"]


class Waiting(Value, frozen=True):
    """A seat that the match waits for, and why.

    `first_to_act` opens the betting of the step, `may_check` owes nothing, `owes` must
    pay `owes` chips to stay in, `must_show` has to choose a card.
    """

    seat: Seat
    why: Literal["first_to_act", "may_check", "owes", "must_show"]
    owes: int


class Player(Value, frozen=True):
    """A seat: chips behind, chips in front on this step, chips in the hand."""

    seat: Seat
    status: Status
    stack: int
    front: int
    paid: int
    cards: tuple[PokerdrezCard, ...] | None
    """Own cards; those of others only after a showdown that ends the match."""
    shown: PokerdrezCard | None
    has_chosen: bool
    """Whether the seat has chosen the card to show."""


class ActionOf(Value, frozen=True):
    """A betting action of this hand: it added `chips`, to a total of `to` on the step.

    Uncalled chips that went back since are still in it.
    """

    seat: Seat
    street: Street
    action: Kind
    chips: int
    to: int


class LastHand(Value, frozen=True):
    """How the hand before ended; no showdown if all but one folded."""

    hand: int
    board: tuple[PokerdrezCard, ...]
    showdown: tuple[ShownHand, ...]
    pots: tuple[Paid, ...]


class Poker7View(View, frozen=True, tag="poker7"):
    """A match as one seat, or a spectator (seat null), may see it."""

    seat: Seat | None
    hand: int
    hands: int | None
    ante: int
    button: Seat
    street: Street | Literal["over"]
    board: tuple[PokerdrezCard, ...]
    pot: int
    """All chips paid into the hand, those in front included."""
    pots: tuple[Pot, ...]
    """Main pot and side pots of the steps before this one."""
    players: tuple[Player, ...]
    waiting: tuple[Waiting, ...]
    to_call: int
    """Chips that staying in would cost the seat now, its stack at most."""
    to: Span | None
    """Totals to which the seat may bet or raise now."""
    choice: PokerdrezCard | None
    """The card that the seat has chosen to show."""
    groups: tuple[GroupOf, ...]
    """The seat's hand, once all five common cards lie."""
    last: LastHand | None
    actions: tuple[ActionOf, ...]
    """The betting of this hand so far, in order."""


def known_places(state: Poker7State, seat: Seat | None) -> frozenset[int]:
    """Return the places in the deck whose cards a seat, or a spectator, has seen."""
    seen = set(board_places(state)) | set(turned_up(state).values())
    if seat in state.players:
        seen.update(hole(state, seat))
    if state.over is not None and state.last is not None:
        for owner, _, _ in state.last.holes:
            seen.update(hole(state, owner))
    return frozenset(seen)


def view_of(state: Poker7State, seat: Seat | None) -> Poker7View:
    """Return what a seat, or a spectator (None), may know."""
    bets = state.bets
    before = tuple(p - f for p, f in zip(bets.paid, bets.front, strict=True))
    known = known_places(state, seat)
    return Poker7View(
        seat=seat,
        hand=state.hand + 1,
        hands=state.options.hands,
        ante=state.options.ante,
        button=state.button,
        street=STREETS[state.step] if state.over is None else "over",
        board=pokerdrez(board(state)),
        pot=bets.pot,
        pots=pots(before, bets.live),
        players=tuple(_player(state, s, known) for s in range(len(bets.stacks))),
        waiting=tuple(_waiting(state, s) for s in waiting(state)),
        to_call=_to_call(state, seat),
        to=_to(state, seat),
        choice=_choice(state, seat),
        groups=_groups(state, seat),
        last=_last(state),
        actions=tuple(
            ActionOf(a.seat, STREETS[a.step], a.action, a.chips, a.to)
            for a in state.actions
        ),
    )


def _waiting(state: Poker7State, seat: Seat) -> Waiting:
    if state.step == SHOW:
        return Waiting(seat, "must_show", 0)
    owes = state.bets.owes(seat)
    if owes:
        return Waiting(seat, "owes", owes)
    return Waiting(seat, "may_check" if state.bets.acted else "first_to_act", 0)


def _player(state: Poker7State, seat: Seat, known: frozenset[int]) -> Player:
    cards = None
    if seat in state.players and known.issuperset(hole(state, seat)):
        cards = pokerdrez(hole_cards(state, seat))
    up = turned_up(state).get(seat)
    return Player(
        seat=seat,
        status=_status(state, seat),
        stack=state.bets.stacks[seat],
        front=state.bets.front[seat],
        paid=state.bets.paid[seat],
        cards=cards,
        shown=None if up is None else POKERDREZ[state.deck[up]],
        has_chosen=any(chooser == seat for chooser, _ in state.chosen),
    )


def _status(state: Poker7State, seat: Seat) -> Status:
    if seat in state.resigned:
        return "resigned"
    stack = state.bets.stacks[seat]
    if not stack and (seat not in state.players or state.over is not None):
        return "eliminated"
    if seat not in state.bets.live:
        return "folded"
    return "in_hand" if stack else "all_in"


def _to_call(state: Poker7State, seat: Seat | None) -> int:
    if seat is None or seat not in state.bets.live or state.over is not None:
        return 0
    return min(state.bets.owes(seat), state.bets.stacks[seat])


def _to(state: Poker7State, seat: Seat | None) -> Span | None:
    if seat is None or state.step == SHOW or seat not in waiting(state):
        return None
    return allowed(state.bets, seat).to


def _choice(state: Poker7State, seat: Seat | None) -> PokerdrezCard | None:
    which = dict(state.chosen)
    if seat is None or seat not in which:
        return None
    return POKERDREZ[hole_cards(state, seat)[which[seat]]]


def _groups(state: Poker7State, seat: Seat | None) -> tuple[GroupOf, ...]:
    common = board(state)
    if seat not in state.players or len(common) < 5:
        return ()
    return shown_hand(seat, hole_cards(state, seat), common).groups


def _last(state: Poker7State) -> LastHand | None:
    past = state.last
    if past is None:
        return None
    return LastHand(past.hand + 1, pokerdrez(past.board), showdown(past), past.pots)
