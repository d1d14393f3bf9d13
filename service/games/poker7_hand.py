"""The course of a Poker7 hand, from the antes to the next deal; steps say what it is.

Every function that carries the hand on appends to `told`, the events of the move.
"""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import Decks, Event, Seat, Told
from service.games.betting import (
    Bets,
    Payment,
    clockwise,
    open_street,
    pay_out,
    post,
    pots,
    share,
    take_back,
)
from service.games.cards import POKERDREZ, pokerdrez
from service.games.poker7_events import (
    AntesPaid,
    CardsDealt,
    Eliminated,
    HandEnded,
    HandStarted,
    HoleCards,
    PotAwarded,
    SeatCard,
    Showdown,
    Shown,
    StreetOpened,
    UncalledReturned,
)
from service.games.poker7_table import (
    board,
    hole_cards,
    showdown,
    unit,
    waiting,
)
from service.games.poker7_types import (
    BOARD,
    SHOW,
    STREETS,
    Paid,
    PastHand,
    Poker7Options,
    Poker7State,
)


def deal(
    options: Poker7Options,
    stacks: tuple[int, ...],
    button: Seat,
    decks: Decks,
    told: list[Told],
    *,
    hand: int = 0,
    resigned: tuple[Seat, ...] = (),
    last: PastHand | None = None,
) -> Poker7State:
    """Begin a hand: all post the ante and get two cards each (Poker7 2-3, B10)."""
    able = [seat for seat, chips in enumerate(stacks) if chips and seat not in resigned]
    players = clockwise(able, button, len(stacks))
    _tell(told, HandStarted(hand + 1, button, players, stacks))
    bets = post(stacks, players, options.ante, options.limit)
    antes = tuple(Payment(seat, bets.paid[seat]) for seat in players)
    _tell(told, AntesPaid(antes))
    state = Poker7State(
        options=options,
        hand=hand,
        button=button,
        deck=decks(hand),
        players=players,
        step=0,
        bets=open_street(_settle(bets, told), unit(options, 0)),
        resigned=resigned,
        last=last,
    )
    _tell(told, CardsDealt(players))
    for seat in players:
        own = HoleCards(seat, pokerdrez(hole_cards(state, seat)))
        told.append(Told(own, frozenset({seat})))
    _tell(told, StreetOpened(STREETS[0], ()))
    return state


def proceed(state: Poker7State, decks: Decks, told: list[Told]) -> Poker7State:
    """Carry the match on until it waits for a seat or is over (B17, B18)."""
    while state.over is None:
        if len(state.bets.live) > 1:
            if waiting(state):
                return state
            if state.step + 1 < len(STREETS):
                state = _next_step(state, told)
                continue
        state = _next_hand(_end(state, told), decks, told)
    return state


def _next_step(state: Poker7State, told: list[Told]) -> Poker7State:
    """End a step and open the next one, with its common cards."""
    if state.step == SHOW and state.options.reveal == "together":
        which = dict(state.chosen)
        cards = tuple(
            SeatCard(seat, POKERDREZ[hole_cards(state, seat)[which[seat]]])
            for seat in state.bets.live
        )
        _tell(told, Shown(cards))
    bets = _settle(state.bets, told)
    step = state.step + 1
    after = replace(state, step=step, bets=open_street(bets, unit(state.options, step)))
    new = board(after)[BOARD[state.step] :]
    _tell(told, StreetOpened(STREETS[step], pokerdrez(new)))
    return after


def _end(state: Poker7State, told: list[Told]) -> Poker7State:
    """Award the pots: to the last seat, or by the showdown (B15, B18)."""
    bets = _settle(state.bets, told)
    holes = tuple((seat, *hole_cards(state, seat)) for seat in bets.live)
    past = PastHand(
        hand=state.hand,
        board=board(state),
        holes=holes if len(holes) > 1 else (),
    )
    hands = showdown(past)
    if hands:
        _tell(told, Showdown(hands))
    ranks = {hand.seat: hand.rank for hand in hands}
    for number, pot in enumerate(pots(bets.paid, bets.live)):
        paid = Paid(pot, share(pot, ranks))
        _tell(told, PotAwarded(number, pot.chips, pot.seats, paid.payments))
        past = replace(past, pots=(*past.pots, paid))
    payments = [payment for paid in past.pots for payment in paid.payments]
    return replace(state, bets=pay_out(bets, payments), last=past)


def _next_hand(state: Poker7State, decks: Decks, told: list[Told]) -> Poker7State:
    """End the hand; the next one is dealt unless the match is over (B20)."""
    stacks, resigned = state.bets.stacks, state.resigned
    for seat in state.players:
        if not stacks[seat] and seat not in resigned:
            _tell(told, Eliminated(seat))
    _tell(told, HandEnded(state.hand + 1, stacks))
    able = [seat for seat, chips in enumerate(stacks) if chips and seat not in resigned]
    if len(able) == 1:
        left = any(stacks[seat] for seat in resigned)
        return replace(state, over="resignation" if left else "last_with_chips")
    if state.hand + 1 == state.options.hands:
        return replace(state, over="hands_played")
    return deal(
        state.options,
        stacks,
        clockwise(able, state.button, len(stacks))[0],
        decks,
        told,
        hand=state.hand + 1,
        resigned=resigned,
        last=state.last,
    )


def _settle(bets: Bets, told: list[Told]) -> Bets:
    """Give back what nobody matched (B15)."""
    after, back = take_back(bets)
    if back is not None:
        _tell(told, UncalledReturned(back.seat, back.chips))
    return after


def _tell(told: list[Told], event: Event) -> None:
    told.append(Told(event))
