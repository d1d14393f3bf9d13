"""What there is to see of a match of Locus Poker: grid, chips and turns; all of it."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache

import msgspec

from service.core.hand import BestHand
from service.core.locus import Board, Turn
from service.games.base import Seat
from service.games.cards import FRENCH, french
from service.games.locus_types import (
    CELL_NAMES,
    GRIDS,
    HANDS,
    Cell,
    Face,
    LocusState,
    LocusView,
    Placed,
    cell_name,
)

VIEWS = 64
"""Positions of which a process remembers what there is to see: after a move both seats
ask for it, and some time later whoever makes the next."""


def view_of(state: LocusState) -> LocusView:
    """Return the view of a position; who resigned is not in it.

    That of the position before, if it is remembered, is gone on from: reading all turns
    from the core would take most of the time of a move.
    """
    if state.resigned is not None:
        state = msgspec.structs.replace(state, resigned=None)
    view = _views.get(state)
    if view is None:
        before = _views.get(_before(state)) if state.plays else None
        view = _whole(state) if before is None else _continued(before, state)
        _views[state] = view
        if len(_views) > VIEWS:
            _views.popitem(last=False)
    return view


@lru_cache(maxsize=VIEWS)
def last_turn(state: LocusState) -> Placed:
    """Return the placement that has led to a position (3-7).

    Raises PlaceError if the core does not take it.
    """
    board, number = _laid_out(state), len(state.plays) - 1
    ((turn, best),) = board.replay(state.first, bytes(state.plays), number)
    seat = seat_at(state, number)
    return _placed(state, seat, turn, best, board.scores[seat])


def board_of(state: LocusState) -> Board:
    """Return a position as the core has it."""
    board = _laid_out(state)
    board.advance(state.first, bytes(state.plays))
    return board


def grid_of(state: LocusState) -> tuple[int, ...]:
    """Return the cards that were laid out, row by row."""
    cols, rows = GRIDS[state.options.grid]
    return state.deck[: cols * rows]


def seat_at(state: LocusState, turn: int) -> Seat:
    """Return whose turn it is, counted from 0 (2)."""
    return (state.first + turn) % 2


def face(face_down: bool) -> Face:
    """Return how a card lies."""
    return "down" if face_down else "up"


_views: OrderedDict[LocusState, LocusView] = OrderedDict()


def _laid_out(state: LocusState) -> Board:
    return Board(*GRIDS[state.options.grid], grid_of(state))


def _before(state: LocusState) -> LocusState:
    return LocusState(state.options, state.deck, state.first, state.plays[:-1])


def _whole(state: LocusState) -> LocusView:
    cols = GRIDS[state.options.grid][0]
    turns = _turns(state)
    chips = {turn.cell: turn for turn in turns}
    cells = tuple(
        _cell(name, FRENCH[card], chips.get(name))
        for name, card in zip(CELL_NAMES[cols], grid_of(state), strict=False)
    )
    return _view(state, cells, turns)


def _continued(before: LocusView, state: LocusState) -> LocusView:
    turn, at = last_turn(state), state.plays[-1] // 2
    cell = _cell(turn.cell, turn.card, turn)
    cells = (*before.cells[:at], cell, *before.cells[at + 1 :])
    return _view(state, cells, (*before.turns, turn))


def _view(
    state: LocusState, cells: tuple[Cell, ...], turns: tuple[Placed, ...]
) -> LocusView:
    cols, rows = GRIDS[state.options.grid]
    scores, komi, second = _scores(turns), _komi(state), 1 - state.first
    return LocusView(
        columns=cols,
        rows=rows,
        cells=cells,
        chips_left=_chips_left(state),
        scores=scores,
        komi=komi,
        totals=(scores[0] + komi * (second == 0), scores[1] + komi * (second == 1)),
        turns=turns,
    )


def _turns(state: LocusState) -> tuple[Placed, ...]:
    board = _laid_out(state)
    scores, turns = [0, 0], list[Placed]()
    for turn, best in board.replay(state.first, bytes(state.plays)):
        seat = seat_at(state, len(turns))
        scores[seat] += turn.points
        turns.append(_placed(state, seat, turn, best, scores[seat]))
    return tuple(turns)


def _placed(
    state: LocusState, seat: Seat, turn: Turn, best: BestHand, score: int
) -> Placed:
    return Placed(
        seat=seat,
        cell=cell_name(turn.cell, GRIDS[state.options.grid][0]),
        card=FRENCH[state.deck[turn.cell]],
        face=face(turn.face_down),
        category=HANDS[turn.category],
        cards=french(best.cards),
        wild=best.wild_at,
        hand=turn.hand,
        bonus=turn.bonus,
        points=turn.points,
        score=score,
    )


def _cell(name: str, card: str, chip: Placed | None) -> Cell:
    if chip is None:
        return Cell(name, card, owner=None, face=None, alive=True)
    return Cell(name, card, chip.seat, chip.face, alive=chip.face == "up")


def _scores(turns: tuple[Placed, ...]) -> tuple[int, int]:
    points = [0, 0]
    for turn in turns[-2:]:  # seats alternate, and a turn has its seat's total
        points[turn.seat] = turn.score
    return points[0], points[1]


def _chips_left(state: LocusState) -> tuple[int, int]:
    half = len(grid_of(state)) // 2
    played = len(state.plays)
    by_first, by_second = half - (played + 1) // 2, half - played // 2
    return (by_first, by_second) if state.first == 0 else (by_second, by_first)


def _komi(state: LocusState) -> float:
    """Return the komi, as a whole number if it is one: points are shown so."""
    komi = state.options.komi
    return int(komi) if komi == int(komi) else komi
