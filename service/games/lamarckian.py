"""Lamarckian Poker: marks are put down in secret, and take cards from the pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from service.core.hand import cards_mask
from service.core.lamarckian import by_height, captures
from service.games import lamarckian_events as events
from service.games.base import (
    Choice,
    Decks,
    Game,
    MatchOver,
    Move,
    NotYourTurn,
    Options,
    Result,
    Seat,
    Step,
    Told,
    Value,
)
from service.games.cards import FRENCH, FRENCH_IDS, FrenchCard
from service.games.lamarckian_state import (
    FOUR,
    LamarckianOptions,
    LamarckianState,
    end_round,
    put,
    remove,
    swap_unseen,
)
from service.games.lamarckian_view import LamarckianView, view_of
from service.games.showdown import PokerShowdown


class Mark(Move, frozen=True, tag="mark"):
    """Put a card of the own hand face down (3); it cannot be taken back (A11)."""

    card: FrenchCard


class Matches(Value, frozen=True):
    """The cards of the pool that a mark would take if it were the first to resolve."""

    cards: tuple[FrenchCard, ...]


class Lamarckian(Game[LamarckianState, Mark]):
    """The rules of Lamarckian Poker (rules page, Lamarckian 1-9 and A1-A15)."""

    name: ClassVar[str] = "lamarckian"
    title: ClassVar[Mapping[str, str]] = {
        "en": "Lamarckian Poker",
        "es": "Póquer lamarquiano",
    }
    seats: ClassVar[range] = range(2, 7)
    options_type = LamarckianOptions
    state_type = LamarckianState
    view_type = LamarckianView
    move_types = (Mark,)
    event_types = (
        events.HandDealt,
        events.PoolDealt,
        events.Marked,
        events.Committed,
        events.Revealed,
        events.Resolved,
        events.Extinct,
        events.Discarded,
        events.Withdrawn,
        PokerShowdown,
    )

    def setup(
        self, seats: int, options: Options, decks: Decks
    ) -> Step[LamarckianState]:
        """Deal four cards to seat 0, four to seat 1, ..., then a pool (2, 3)."""
        assert isinstance(options, LamarckianOptions)
        deck, dealt = decks(0), seats * FOUR
        state = LamarckianState(
            options,
            hands=tuple(cards_mask(deck[i : i + FOUR]) for i in range(0, dealt, FOUR)),
            marks=(None,) * seats,
            out=(0,) * seats,
            pool=deck[dealt : dealt + FOUR],
            deck=deck[dealt + FOUR :],
        )
        return Step(state, tuple(events.hands_dealt(state)))

    def to_move(self, state: LamarckianState) -> frozenset[Seat]:
        """Return the living seats whose mark is not down yet."""
        return frozenset(state.waiting)

    def legal_moves(
        self, state: LamarckianState, seat: Seat
    ) -> tuple[Choice[Mark], ...]:
        """Return every card of the hand, the highest first, with what it matches."""
        if seat not in state.waiting:
            return ()
        pool = cards_mask(state.pool)
        return tuple(
            Choice(
                Mark(FRENCH[card]), earns=Matches(events.names(captures(card, pool)))
            )
            for card in by_height(state.hands[seat])
        )

    def play(
        self, state: LamarckianState, seat: Seat, move: Mark, decks: Decks
    ) -> Step[LamarckianState]:
        """Put the mark down; the last one down has all of them resolved (3-7)."""
        marks = put(state.marks, seat, FRENCH_IDS[move.card])
        return _go_on(replace(state, marks=marks), events.marked(seat, move.card))

    def resign(
        self, state: LamarckianState, seat: Seat, decks: Decks
    ) -> Step[LamarckianState]:
        """Take the seat out as extinct; others who wait for it only, go on (A15).

        Raises MatchOver or, for a seat that is out already, NotYourTurn.
        """
        if state.is_over:
            raise MatchOver("The match is over.")
        if state.out[seat]:
            raise NotYourTurn(f"Seat {seat} is out of the match already.")
        cards = events.names(state.hands[seat])
        told = Told(events.Withdrawn(seat, state.round_number, cards))
        return _go_on(remove(state, seat), (told,))

    def view(self, state: LamarckianState, seat: Seat | None) -> LamarckianView:
        """Return the own hand and mark, and all that lies or lay open (A12)."""
        return view_of(state, seat)

    def result(self, state: LamarckianState) -> Result | None:
        """Return the win of the best hand (8), a survivor (A9), or nobody (A8)."""
        if not state.is_over:
            return None
        final = events.showdown_of(state)
        if final is not None:
            return Result(final.winners, "showdown")
        return Result(state.living, "last_survivor" if state.living else "all_extinct")

    def on_timeout(self, state: LamarckianState, seat: Seat) -> Mark:
        """Return the lowest card of the hand (A15)."""
        return Mark(events.names(state.hands[seat])[-1])

    def seen(
        self, state: LamarckianState, seat: Seat | None
    ) -> Mapping[int, frozenset[int]]:
        """Return what lies or has lain on the table, and the seat's own hand."""
        seen = {*state.pool, *state.discard}
        final = events.showdown_of(state) is not None
        for owner, hand in enumerate(state.hands):
            if owner == seat or final:
                seen |= set(by_height(hand))
        return {0: frozenset(seen)}

    def zones(self, state: LamarckianState) -> Mapping[str, tuple[int, ...]]:
        """Return hands, with the marks that are down in them, and the table."""
        hands = enumerate(state.hands)
        zones = {f"hand {seat}": by_height(hand) for seat, hand in hands}
        table = {"pool": state.pool, "deck": state.deck, "discard": state.discard}
        return zones | table

    def redeal(
        self,
        state: LamarckianState,
        seat: Seat | None,
        shuffled: Callable[[tuple[int, ...]], tuple[int, ...]],
    ) -> LamarckianState:
        """Return the state with other undealt cards, hidden hands and hidden marks."""
        final = events.showdown_of(state)
        shown = () if final is None else state.living
        own = () if seat is None else (seat,)
        return swap_unseen(state, (*own, *shown), shuffled)

    def why_not(self, state: LamarckianState, seat: Seat, move: Mark) -> str:
        """Return that the card is not in the hand: there is no other reason."""
        return f"{move.card} is not in your hand."


def _go_on(state: LamarckianState, told: tuple[Told, ...]) -> Step[LamarckianState]:
    """Resolve the round if all marks are down (3)."""
    if state.is_over or state.waiting:
        return Step(state, told)
    after = end_round(state)
    return Step(after, (*told, *events.round_ended(after)))
