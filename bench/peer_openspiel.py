"""Plays a level of Locus Poker against OpenSpiel's MCTS bot: `make peers`.

The bot is OpenSpiel's own, with its random playouts, on bench/openspiel.py; its utility
is the margin, in points. Each deal is played twice with the seats swapped.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import median
from typing import NamedTuple

import pyspiel

from bench.locus_levels import RULES, chosen, dealt
from bench.openspiel import LocusGame
from service.games.locus_types import GRIDS, LocusState, Place, cell_index, cell_name
from service.ladder import Rung

MEMORY_MB = 1000
ANY_NUMBER, NO_TIME = 1 << 30, -1.0
"""Of these limits, OpenSpiel heeds one: that of time, if there is one."""


class Thought(NamedTuple):
    """What the peer has spent on a move."""

    simulations: int
    seconds: float
    cpu: float
    """Seconds of processor time; less than by the clock if others compute, too."""


class Peer:
    """OpenSpiel's MCTS bot at one match."""

    def __init__(self, state: LocusState, args: argparse.Namespace, seed: int) -> None:
        """Sit down at the grid that was dealt."""
        cols, rows = GRIDS[state.options.grid]
        self._cols = cols
        game = LocusGame(cols, rows, list(state.deck[: cols * rows]))
        self._position = game.new_initial_state()
        self._bot = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(1, seed),
            args.uct,
            args.simulations or ANY_NUMBER,
            MEMORY_MB,
            True,
            seed,
            False,
            pyspiel.ChildSelectionPolicy.UCT,
            NO_TIME if args.simulations else args.seconds,
        )
        self.thoughts: list[Thought] = []

    def see(self, move: Place) -> None:
        """Follow a move of either seat."""
        cell = cell_index(move.cell, self._cols)
        self._position.apply_action(2 * cell + (move.face == "down"))

    def choose(self) -> Place:
        """Think about the next move."""
        began, cpu = time.perf_counter(), time.process_time()
        root = self._bot.mcts_search(self._position)
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        self.thoughts.append(Thought(root.explore_count, seconds, cpu))
        cell, down = divmod(root.best_child().action, 2)
        return Place(cell_name(cell, self._cols), "down" if down else "up")


def play(args: argparse.Namespace, deal: int, seat: int) -> tuple[int, list[Thought]]:
    """Return the margin of our level, in `seat`, and what the peer has spent."""
    rng = Random(f"{args.seed} {deal} {seat}")
    state, decks = dealt(args.grid, f"{args.seed} {deal}")
    peer = Peer(state, args, deal)
    while waiting := RULES.to_move(state):
        (mover,) = waiting
        move = chosen(state, args.level, rng) if mover == seat else peer.choose()
        peer.see(move)
        state = RULES.apply(state, mover, move, decks).state
    scores = RULES.view(state, None).scores
    return scores[seat] - scores[1 - seat], peer.thoughts


def told(rung: Rung, spent: list[Thought]) -> str:
    """Return what has come of the pairs so far, in a line."""
    low, high = rung.bounds
    simulations, seconds, cpu = (median(column) for column in zip(*spent, strict=True))
    return (
        f"{rung.pairs} pairs: {rung.share:.1%} won ({low:.1%} to {high:.1%}), "
        f"{rung.margin / rung.pairs / 2:+.1f} points a match; the peer's median move: "
        f"{simulations:,.0f} simulations, {seconds:.2f} s, {cpu:.2f} s of CPU"
    )


def main() -> None:
    """Play the pairs, and tell after each."""
    args = arguments()
    rung, spent = Rung(args.level, 0), list[Thought]()
    for deal in range(args.pairs):
        margins = []
        for seat in (0, 1):
            margin, thoughts = play(args, deal, seat)
            margins.append(margin)
            spent += thoughts
        rung = rung.add(sum(margins))
        first, second = margins
        print(f"margins {first:+d} {second:+d}; {told(rung, spent)}", flush=True)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.peer_openspiel")
    add = parser.add_argument
    add("--pairs", type=int, default=20, help="mirrored pairs of matches")
    add("--level", type=int, default=7, help="of our bot")
    add("--grid", default="6x6", choices=sorted(GRIDS))
    add("--seconds", type=float, default=1.0, help="for each of the peer's moves")
    add("--simulations", type=int, help="so many for each move, instead of time")
    add("--uct", type=float, default=7.0, help="the peer's constant, in points")
    add("--seed", type=int, default=0, help="another one, other deals")
    return parser.parse_args()


if __name__ == "__main__":
    main()
