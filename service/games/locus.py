"""Locus Poker: two players place chips on a grid of cards and score its areas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import ClassVar, Literal

import msgspec

from service.core.errors import PlaceError
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
from service.games.cards import french
from service.games.locus_types import (
    GRIDS,
    HANDS,
    Dealt,
    Earns,
    LocusOptions,
    LocusResigned,
    LocusState,
    LocusView,
    Place,
    Placed,
    cell_index,
    cell_name,
    is_on,
)
from service.games.locus_view import (
    board_of,
    face,
    grid_of,
    last_turn,
    seat_at,
    view_of,
)

RED = range(13, 39)
"""Ids of the diamonds and hearts."""


class Locus(Game[LocusState, Place]):
    """The rules of Locus Poker (rules page, Locus 1-8 and C1-C15)."""

    name: ClassVar[str] = "locus"
    title: ClassVar[Mapping[str, str]] = {"en": "Locus Poker", "es": "Locus Poker"}
    seats: ClassVar[range] = range(2, 3)
    options_type = LocusOptions
    state_type = LocusState
    view_type = LocusView
    move_types = (Place,)
    event_types = (Dealt, Placed, LocusResigned)

    def setup(self, seats: int, options: Options, decks: Decks) -> Step[LocusState]:
        """Lay out the first cards of the deck; a random `first` is its last one's hue.

        The last card is never on the grid, and half of all cards are red, so that the
        coin is fair and tells nothing of the game.
        """
        assert isinstance(options, LocusOptions)
        deck = decks(0)
        coin = int(deck[-1] in RED)
        first = coin if options.first == "random" else options.first
        state = LocusState(options, deck, first)
        dealt = Dealt(options.grid, french(grid_of(state)), first)
        return Step(state, (Told(dealt),))

    def to_move(self, state: LocusState) -> frozenset[Seat]:
        """Return the seat whose turn it is: turns alternate, and nobody passes (2)."""
        if self._is_over(state):
            return frozenset()
        return frozenset({seat_at(state, len(state.plays))})

    def legal_moves(self, state: LocusState, seat: Seat) -> tuple[Choice[Place], ...]:
        """Return every card without a chip, face up and face down, with its points."""
        if seat not in self.to_move(state):
            return ()
        cols = GRIDS[state.options.grid][0]
        return tuple(
            Choice(
                Place(cell_name(turn.cell, cols), face(turn.face_down)),
                earns=Earns(HANDS[turn.category], turn.hand, turn.bonus, turn.points),
            )
            for turn in board_of(state).options(seat)
        )

    def allows(self, state: LocusState, seat: Seat, move: Place) -> bool:
        """Return whether the card is on the grid and the core takes the chip (2)."""
        if not is_on(move.cell, *GRIDS[state.options.grid]):
            return False
        with suppress(PlaceError):
            last_turn(_after(state, move))
            return True
        return False

    def play(
        self, state: LocusState, seat: Seat, move: Place, decks: Decks
    ) -> Step[LocusState]:
        """Place the chip and score its area (3-7)."""
        after = _after(state, move)
        return Step(after, (Told(last_turn(after)),))

    def resign(self, state: LocusState, seat: Seat, decks: Decks) -> Step[LocusState]:
        """Give the match to the other seat (C15)."""
        after = LocusState(
            state.options, state.deck, state.first, state.plays, resigned=seat
        )
        return Step(after, (Told(LocusResigned(seat)),))

    def rematch(self, options: Options, state: LocusState) -> LocusOptions:
        """Let the other seat begin (C10)."""
        assert isinstance(options, LocusOptions)
        return msgspec.structs.replace(options, first=1 - state.first)

    def view(self, state: LocusState, seat: Seat | None) -> LocusView:
        """Return grid, chips and every turn with its points; undealt cards never."""
        return view_of(state)

    def result(self, state: LocusState) -> Result | None:
        """Return the higher total's win, a draw (C11), or the win by resignation."""
        if not self._is_over(state):
            return None
        totals = view_of(state).totals
        if state.resigned is not None:
            return Result((1 - state.resigned,), "resignation", totals)
        if totals[0] == totals[1]:
            return Result((0, 1), "draw", totals)
        return Result((int(totals[1] > totals[0]),), "points", totals)

    def on_timeout(self, state: LocusState, seat: Seat) -> Literal["resign"]:
        """Let a seat whose clock has run out lose (clock option)."""
        return "resign"

    def seen(
        self, state: LocusState, seat: Seat | None
    ) -> Mapping[int, frozenset[int]]:
        """Return the grid, and the card that was the coin, if there was one."""
        coin = state.deck[-1:] if state.options.first == "random" else ()
        return {0: frozenset(grid_of(state)) | frozenset(coin)}

    def zones(self, state: LocusState) -> Mapping[str, tuple[int, ...]]:
        """Return the cards of the grid and the undealt ones."""
        grid = grid_of(state)
        return {"grid": grid, "undealt": state.deck[len(grid) :]}

    def redeal(
        self,
        state: LocusState,
        seat: Seat | None,
        shuffled: Callable[[tuple[int, ...]], tuple[int, ...]],
    ) -> LocusState:
        """Return the state with other undealt cards: nothing else is hidden."""
        grid = grid_of(state)
        deck = grid + shuffled(state.deck[len(grid) :])
        return LocusState(state.options, deck, state.first, state.plays, state.resigned)

    def why_not(self, state: LocusState, seat: Seat, move: Place) -> str:
        """Return whether the cell is off the grid or taken."""
        cols, rows = GRIDS[state.options.grid]
        if not is_on(move.cell, cols, rows):
            return f"{move.cell} is off the {state.options.grid} grid."
        return f"{move.cell} carries a chip already."

    def _is_over(self, state: LocusState) -> bool:
        cols, rows = GRIDS[state.options.grid]
        return state.resigned is not None or len(state.plays) == cols * rows


def _after(state: LocusState, move: Place) -> LocusState:
    cell = cell_index(move.cell, GRIDS[state.options.grid][0])
    play = cell * 2 + (move.face == "down")
    return LocusState(state.options, state.deck, state.first, (*state.plays, play))
