"""Levels of Locus Poker beside the exact end: what a move loses, and what it costs.

Run `python -m bench.locus_levels regret` or `python -m bench.locus_levels times`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple

import msgspec

from service.bots import LEVELS
from service.bots.locus import board_of
from service.core.locus import Board
from service.core.locus_search import Limits, search
from service.games.locus import Locus
from service.games.locus_types import GRIDS, LocusOptions, LocusState, Place, cell_index
from service.shuffle import Decks

RULES = Locus()
TO_THE_END = Limits(exact=48)
PLAYERS = (4, 5, 6)
"""Levels whose matches positions are taken from; one of them slips at times."""


class Regret(NamedTuple):
    """What moves have lost against best play, in points; and how many were judged."""

    moves: int = 0
    total: float = 0
    most: float = 0

    def add(self, lost: float) -> Regret:
        """Return it with one more move."""
        return Regret(self.moves + 1, self.total + lost, max(self.most, lost))

    @property
    def mean(self) -> float:
        """Points lost by a move."""
        return self.total / self.moves


def dealt(grid: str, seed: str) -> tuple[LocusState, Decks]:
    """Return a grid without a chip, and the deck that it was dealt from."""
    decks = Decks(seed.encode(), RULES.name, (), RULES.deck_size)
    options = msgspec.convert({"grid": grid}, LocusOptions)
    return RULES.setup(2, options, decks).state, decks


def chosen(state: LocusState, level: int, rng: Random) -> Place:
    """Return what a level plays."""
    (seat,) = RULES.to_move(state)
    choices = RULES.legal_moves(state, seat)
    move = LEVELS[RULES.name][level](RULES.view(state, seat), choices, rng)
    assert isinstance(move, Place)
    return move


def positions(open_cells: int, count: int, seed: int = 0) -> Iterator[LocusState]:
    """Yield positions with so many open cells, on all grids in turn."""
    for number in range(count):
        rng = Random(f"{seed} {number}")
        decks = Decks(f"{seed} {number}".encode(), RULES.name, (), RULES.deck_size)
        grid = list(GRIDS)[number % len(GRIDS)]
        state = RULES.setup(
            2, msgspec.convert({"grid": grid}, LocusOptions), decks
        ).state
        players = rng.choice(PLAYERS), rng.choice(PLAYERS)
        cols, rows = GRIDS[grid]
        while len(state.plays) < cols * rows - open_cells:
            (seat,) = RULES.to_move(state)
            move = chosen(state, players[seat], rng)
            state = RULES.apply(state, seat, move, decks).state
        yield state


def regrets(
    levels: list[int], open_cells: int, count: int, seed: int = 0
) -> dict[int, Regret]:
    """Return by level what its moves lose, by the exact solver."""
    found = {level: Regret() for level in levels}
    for number, state in enumerate(positions(open_cells, count, seed)):
        (seat,) = RULES.to_move(state)
        best = search(_board(state), seat, TO_THE_END, 0).margin
        for level in levels:
            move = chosen(state, level, Random(number))
            found[level] = found[level].add(best - _worth(state, seat, move))
    return found


def _worth(state: LocusState, seat: int, move: Place) -> float:
    """Return the margin to come if a placement is made, and then best play by both."""
    board, cols = _board(state), GRIDS[state.options.grid][0]
    cell = cell_index(move.cell, cols)
    points = board.place(seat, cell, face_down=move.face == "down").points
    if not any(board.chips_left):
        return points
    return points - search(board, 1 - seat, TO_THE_END, 0).margin


def _board(state: LocusState) -> Board:
    return board_of(RULES.view(state, None))


def times(level: int, grid: str, count: int, seed: int = 0) -> list[tuple[float, ...]]:
    """Return milliseconds by the clock, and of processor time, of all its moves."""
    spent = []
    for number in range(count):
        rng = Random(f"{seed} {number}")
        decks = Decks(f"{seed} {number}".encode(), RULES.name, (), RULES.deck_size)
        state = RULES.setup(
            2, msgspec.convert({"grid": grid}, LocusOptions), decks
        ).state
        while waiting := RULES.to_move(state):
            (seat,) = waiting
            began, cpu = perf_counter(), process_time()
            move = chosen(state, level if seat == number % 2 else 5, rng)
            if seat == number % 2:
                took = perf_counter() - began, process_time() - cpu
                spent.append(tuple(1000 * part for part in took))
            state = RULES.apply(state, seat, move, decks).state
    return spent


def tell_regrets(args: argparse.Namespace) -> None:
    """Print what moves lose."""
    found = regrets(args.levels, args.open, args.count, args.seed)
    for level, regret in found.items():
        print(
            f"level {level}, {args.open} open cells, {regret.moves} positions: loses "
            f"{regret.mean:.3f} points a move, {regret.most:g} at most"
        )


def tell_times(args: argparse.Namespace) -> None:
    """Print what moves cost."""
    for level in args.levels:
        spent = times(level, args.grid, args.count, args.seed)
        for what, taken in zip(("clock", "CPU"), zip(*spent, strict=True), strict=True):
            ms = sorted(taken)
            print(
                f"level {level}, {args.grid}, {args.count} matches, {what}: median "
                f"{ms[len(ms) // 2]:.1f} ms, 99 % {ms[len(ms) * 99 // 100]:.1f}, "
                f"worst {ms[-1]:.1f}"
            )


def main() -> None:
    """Measure one or the other."""
    parser = argparse.ArgumentParser(prog="python -m bench.locus_levels")
    add = parser.add_argument
    add("what", choices=["regret", "times"])
    add("--levels", type=int, nargs="+", default=[5, 6, 7])
    add("--count", type=int, default=200, help="positions, or matches")
    add("--open", type=int, default=15, help="open cells of the positions")
    add("--grid", default="6x6", choices=list(GRIDS), help="for the times")
    add("--seed", type=int, default=0)
    args = parser.parse_args()
    (tell_regrets if args.what == "regret" else tell_times)(args)


if __name__ == "__main__":
    main()
