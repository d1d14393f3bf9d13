"""Poker7: hold'em betting over seven Pokerdrez cards that all count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from service.games.base import (
    Choice,
    Decks,
    Game,
    Options,
    Result,
    Seat,
    Step,
    Told,
)
from service.games.betting import Allowed, act, allowed, withdraw
from service.games.cards import POKERDREZ, POKERDREZ_IDS
from service.games.history import Finished, WithHistory
from service.games.poker7_events import (
    EVENTS,
    Acted,
    Poker7Resigned,
    SeatCard,
    ShowChosen,
    ShowCommitted,
    Shown,
)
from service.games.poker7_hand import deal, proceed
from service.games.poker7_history import history_of
from service.games.poker7_table import board, hole_cards, waiting
from service.games.poker7_types import (
    ACTIONS,
    SHOW,
    Action,
    Bet,
    BettingMove,
    Call,
    Check,
    Fold,
    Poker7Move,
    Poker7Options,
    Poker7State,
    Raise,
    Show,
)
from service.games.poker7_view import Poker7View, known_places, view_of


class Poker7(Game[Poker7State, Poker7Move], WithHistory):
    """The rules of Poker7 (rules page, Poker7 1-8 and B1-B22)."""

    name: ClassVar[str] = "poker7"
    title: ClassVar[Mapping[str, str]] = {"en": "Poker7", "es": "Poker7"}
    seats: ClassVar[range] = range(2, 11)
    card_names: ClassVar[tuple[str, ...]] = POKERDREZ
    format: ClassVar[int] = 2
    options_type = Poker7Options
    state_type = Poker7State
    view_type = Poker7View
    move_types = (Fold, Check, Call, Bet, Raise, Show)
    event_types = EVENTS

    def setup(self, seats: int, options: Options, decks: Decks) -> Step[Poker7State]:
        """Deal the first hand, with the button at seat 0."""
        assert isinstance(options, Poker7Options)
        told: list[Told] = []
        state = deal(options, (options.stack,) * seats, 0, decks, told)
        return Step(proceed(state, decks, told), tuple(told))

    def to_move(self, state: Poker7State) -> frozenset[Seat]:
        """Return the seat to act, or all that have to choose a card (B12, B13)."""
        return frozenset(waiting(state))

    def legal_moves(
        self, state: Poker7State, seat: Seat
    ) -> tuple[Choice[Poker7Move], ...]:
        """Return fold, check or call, and bet or raise; or the two cards to show."""
        if seat not in waiting(state):
            return ()
        if state.step == SHOW:
            cards = hole_cards(state, seat)
            return tuple(Choice(Show(POKERDREZ[card])) for card in cards)
        may = allowed(state.bets, seat)
        choices: list[Choice[Poker7Move]] = [Choice(Fold())]
        choices.append(Choice(Call() if may.call else Check()))
        if may.to is not None:
            more = Raise(may.to.min) if may.opened else Bet(may.to.min)
            choices.append(Choice(more, to=may.to))
        return tuple(choices)

    def play(
        self, state: Poker7State, seat: Seat, move: Poker7Move, decks: Decks
    ) -> Step[Poker7State]:
        """Carry out a move, and all that follows up to the next choice."""
        told: list[Told] = []
        if isinstance(move, Show):
            after = _show(state, seat, move, told)
        else:
            after = _bet(state, seat, move, told)
        return Step(proceed(after, decks, told), tuple(told))

    def resign(self, state: Poker7State, seat: Seat, decks: Decks) -> Step[Poker7State]:
        """Fold a seat for good; its stack leaves the game with it, as its score.

        Chips that it has paid stay in the pot. A seat that is out already stays so.
        """
        stack = state.bets.stacks[seat]
        if seat in state.resigned or not (stack or seat in state.bets.live):
            return Step(state)
        told = [Told(Poker7Resigned(seat, stack))]
        chosen = state.chosen
        if state.step == SHOW and state.options.reveal == "together":
            chosen = tuple(choice for choice in chosen if choice[0] != seat)
        after = replace(
            state,
            bets=withdraw(state.bets, seat),
            chosen=chosen,
            resigned=(*state.resigned, seat),
        )
        return Step(proceed(after, decks, told), tuple(told))

    def view(self, state: Poker7State, seat: Seat | None) -> Poker7View:
        """Return table, chips and own cards; of others only what they have shown."""
        return view_of(state, seat)

    def result(self, state: Poker7State) -> Result | None:
        """Return the win of most chips among those who did not resign (B20)."""
        if state.over is None:
            return None
        stacks = state.bets.stacks
        stayed = [seat for seat in range(len(stacks)) if seat not in state.resigned]
        most = max(stacks[seat] for seat in stayed)
        winners = tuple(seat for seat in stayed if stacks[seat] == most)
        return Result(winners, state.over, stacks)

    def on_timeout(self, state: Poker7State, seat: Seat) -> Poker7Move:
        """Check if nothing is owed, else fold; show the lower card (clock, B8)."""
        if state.step == SHOW:
            # Ids count figures within colours; single cards compare by figure first.
            low = min(hole_cards(state, seat), key=lambda card: (card % 6, card))
            return Show(POKERDREZ[low])
        return Fold() if state.bets.owes(seat) else Check()

    def deals(self, state: Poker7State) -> int:
        """Return the number of hands so far: each has a deck of its own."""
        return state.hand + 1

    def seen(
        self, state: Poker7State, seat: Seat | None
    ) -> Mapping[int, frozenset[int]]:
        """Return the known cards of this hand, and the public ones of the last."""
        places = known_places(state, seat)
        seen = {state.hand: frozenset(state.deck[place] for place in places)}
        past = state.last
        if past is not None:
            holes = {card for _, *cards in past.holes for card in cards}
            public = frozenset(past.board) | holes
            seen[past.hand] = seen.get(past.hand, frozenset()) | public
        return seen

    def zones(self, state: Poker7State) -> Mapping[str, tuple[int, ...]]:
        """Return each player's cards, folded or not, the table's and the rest."""
        own = {f"seat {seat}": hole_cards(state, seat) for seat in state.players}
        common = board(state)
        dealt = 2 * len(state.players) + len(common)
        return {**own, "board": common, "deck": state.deck[dealt:]}

    def redeal(
        self,
        state: Poker7State,
        seat: Seat | None,
        shuffled: Callable[[tuple[int, ...]], tuple[int, ...]],
    ) -> Poker7State:
        """Return the state with all cards moved that the seat has not seen.

        Which of its two cards a seat has chosen stays; the card is another.
        """
        known = known_places(state, seat)
        hidden = [place for place in range(len(state.deck)) if place not in known]
        deck = list(state.deck)
        moved = shuffled(tuple(deck[place] for place in hidden))
        for place, card in zip(hidden, moved, strict=True):
            deck[place] = card
        return replace(state, deck=tuple(deck))

    def history(self, finished: Finished) -> str:
        """Return the hands of a match in the manner of Poker Hand History files."""
        return history_of(finished)

    def why_not(self, state: Poker7State, seat: Seat, move: Poker7Move) -> str:
        """Return what stands against a move, from what the seat knows."""
        if state.step == SHOW:
            first, second = (POKERDREZ[card] for card in hole_cards(state, seat))
            return f"Choose one of your cards to show: {first} or {second}."
        if isinstance(move, Show):
            return "Cards are shown after the third betting step only."
        return _why_no_bet(move, allowed(state.bets, seat))


def _show(state: Poker7State, seat: Seat, move: Show, told: list[Told]) -> Poker7State:
    which = hole_cards(state, seat).index(POKERDREZ_IDS[move.card])
    if state.options.reveal == "together":
        told.append(Told(ShowCommitted(seat)))
        told.append(Told(ShowChosen(seat, move.card), frozenset({seat})))
    else:
        told.append(Told(Shown((SeatCard(seat, move.card),))))
    return replace(state, chosen=(*state.chosen, (seat, which)))


def _bet(
    state: Poker7State, seat: Seat, move: BettingMove, told: list[Told]
) -> Poker7State:
    action = ACTIONS[type(move)]
    to = move.to if isinstance(move, Bet | Raise) else 0
    bets = act(state.bets, seat, action, to)
    chips = bets.paid[seat] - state.bets.paid[seat]
    all_in = chips > 0 and not bets.stacks[seat]
    told.append(Told(Acted(seat, action, chips, bets.front[seat], all_in)))
    taken = Action(seat, state.step, action, chips, bets.front[seat])
    return replace(state, bets=bets, actions=(*state.actions, taken))


def _why_no_bet(move: BettingMove, may: Allowed) -> str:
    if isinstance(move, Check):
        return f"You cannot check: to stay in costs {may.call}."
    if isinstance(move, Call):
        return "There is nothing to call: check, bet or fold."
    if may.to is None:
        return f"You cannot raise now: call {may.call} or fold."
    if may.opened and isinstance(move, Bet):
        return "There is a bet already: raise it, call or fold."
    if not may.opened and isinstance(move, Raise):
        return "There is no bet to raise yet: bet, check or fold."
    return f"The total must be from {may.to.min} to {may.to.max}."
