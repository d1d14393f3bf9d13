"""Locus Poker: two players place chips on a grid of cards and score its areas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import ClassVar, Literal

import msgspec

from service.core.errors import PlaceError
from service.core.hand import BestHand
from service.core.locus import Board, Turn
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
from service.games.cards import FRENCH, french
from service.games.locus_types import (
    CELL_NAMES,
    GRIDS,
    HANDS,
    Cell,
    Dealt,
    Earns,
    Face,
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

RED = range(13, 39)
"""Ids of the diamonds and hearts."""

VIEWS = 64
"""Positions of which a process remembers what there is to see: after a move both seats
ask for it, and some time later whoever makes the next."""


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
        dealt = Dealt(options.grid, french(_grid(state)), first)
        return Step(state, (Told(dealt),))

    def to_move(self, state: LocusState) -> frozenset[Seat]:
        """Return the seat whose turn it is: turns alternate, and nobody passes (2)."""
        if self._is_over(state):
            return frozenset()
        return frozenset({_seat(state, len(state.plays))})

    def legal_moves(self, state: LocusState, seat: Seat) -> tuple[Choice[Place], ...]:
        """Return every card without a chip, face up and face down, with its points."""
        if seat not in self.to_move(state):
            return ()
        cols = GRIDS[state.options.grid][0]
        return tuple(
            Choice(
                Place(cell_name(turn.cell, cols), _face(turn.face_down)),
                earns=Earns(HANDS[turn.category], turn.hand, turn.bonus, turn.points),
            )
            for turn in _board(state).options(seat)
        )

    def allows(self, state: LocusState, seat: Seat, move: Place) -> bool:
        """Return whether the card is on the grid and the core takes the chip (2)."""
        if not is_on(move.cell, *GRIDS[state.options.grid]):
            return False
        with suppress(PlaceError):
            _history(_after(state, move))
            return True
        return False

    def play(
        self, state: LocusState, seat: Seat, move: Place, decks: Decks
    ) -> Step[LocusState]:
        """Place the chip and score its area (3-7)."""
        after = _after(state, move)
        return Step(after, (Told(_history(after)[-1]),))

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
        return _view(state)

    def result(self, state: LocusState) -> Result | None:
        """Return the higher total's win, a draw (C11), or the win by resignation."""
        if not self._is_over(state):
            return None
        totals = _totals(state, _scores(_history(state)))
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
        return {0: frozenset(_grid(state)) | frozenset(coin)}

    def zones(self, state: LocusState) -> Mapping[str, tuple[int, ...]]:
        """Return the cards of the grid and the undealt ones."""
        grid = _grid(state)
        return {"grid": grid, "undealt": state.deck[len(grid) :]}

    def redeal(
        self,
        state: LocusState,
        seat: Seat | None,
        shuffled: Callable[[tuple[int, ...]], tuple[int, ...]],
    ) -> LocusState:
        """Return the state with other undealt cards: nothing else is hidden."""
        grid = _grid(state)
        deck = grid + shuffled(state.deck[len(grid) :])
        return LocusState(state.options, deck, state.first, state.plays, state.resigned)

    def why_not(self, state: LocusState, seat: Seat, move: Place) -> str:
        """Return whether the cell is off the grid or taken."""
        cols, rows = GRIDS[state.options.grid]
        if not is_on(move.cell, cols, rows):
            return f"{move.cell} is off the {state.options.grid} grid."
        return f"{move.cell} carries a chip already."

    def _is_over(self, state: LocusState) -> bool:
        return state.resigned is not None or not any(_chips_left(state))


def _face(face_down: bool) -> Face:
    return "down" if face_down else "up"


def _seat(state: LocusState, turn: int) -> Seat:
    return (state.first + turn) % 2


def _grid(state: LocusState) -> tuple[int, ...]:
    cols, rows = GRIDS[state.options.grid]
    return state.deck[: cols * rows]


def _chips_left(state: LocusState) -> tuple[int, int]:
    half = len(_grid(state)) // 2
    played = len(state.plays)
    by_first, by_second = half - (played + 1) // 2, half - played // 2
    return (by_first, by_second) if state.first == 0 else (by_second, by_first)


@lru_cache(maxsize=VIEWS)
def _view(state: LocusState) -> LocusView:
    cols, rows = GRIDS[state.options.grid]
    turns = _history(state)
    chips = {turn.cell: turn for turn in turns}
    scores = _scores(turns)
    return LocusView(
        columns=cols,
        rows=rows,
        cells=tuple(
            _cell(cell_name(i, cols), FRENCH[card], chips)
            for i, card in enumerate(_grid(state))
        ),
        chips_left=_chips_left(state),
        scores=scores,
        komi=_komi(state),
        totals=_totals(state, scores),
        turns=turns,
    )


def _after(state: LocusState, move: Place) -> LocusState:
    cell = cell_index(move.cell, GRIDS[state.options.grid][0])
    play = cell * 2 + (move.face == "down")
    return LocusState(state.options, state.deck, state.first, (*state.plays, play))


def _board(state: LocusState) -> Board:
    board = Board(*GRIDS[state.options.grid], _grid(state))
    board.advance(state.first, bytes(state.plays))
    return board


def _played(state: LocusState) -> list[tuple[Turn, BestHand]]:
    board = Board(*GRIDS[state.options.grid], _grid(state))
    return board.replay(state.first, bytes(state.plays))


@lru_cache(maxsize=VIEWS)
def _history(state: LocusState) -> tuple[Placed, ...]:
    names = CELL_NAMES[GRIDS[state.options.grid][0]]
    scores, seat, history = [0, 0], state.first, list[Placed]()
    for turn, best in _played(state):
        scores[seat] += turn.points
        placed = Placed(
            seat=seat,
            cell=names[turn.cell],
            card=FRENCH[state.deck[turn.cell]],
            face=_face(turn.face_down),
            category=HANDS[turn.category],
            cards=french(best.cards),
            wild=best.wild_at,
            hand=turn.hand,
            bonus=turn.bonus,
            points=turn.points,
            score=scores[seat],
        )
        history.append(placed)
        seat = 1 - seat
    return tuple(history)


def _cell(name: str, card: str, chips: Mapping[str, Placed]) -> Cell:
    chip = chips.get(name)
    if chip is None:
        return Cell(name, card, owner=None, face=None, alive=True)
    return Cell(name, card, chip.seat, chip.face, alive=chip.face == "up")


def _scores(turns: tuple[Placed, ...]) -> tuple[int, int]:
    points = [0, 0]
    for turn in turns:
        points[turn.seat] = turn.score
    return points[0], points[1]


def _totals(state: LocusState, scores: tuple[int, int]) -> tuple[float, float]:
    second, komi = 1 - state.first, _komi(state)
    return scores[0] + komi * (second == 0), scores[1] + komi * (second == 1)


def _komi(state: LocusState) -> float:
    """Return the komi, as a whole number if it is one: points are shown so."""
    komi = state.options.komi
    return int(komi) if komi == int(komi) else komi
