"""Locus Poker as a game of OpenSpiel, on our core, for its search bots to play."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pyspiel

from service.core._core import ffi, lib
from service.core.errors import check
from service.core.locus import Board

_TYPE = pyspiel.GameType(
    short_name="python_locus_poker",
    long_name="Locus Poker",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)

_TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_earned = ffi.new("tp_locus_turn *")

_MOST = 23.0
"""Points of a turn: a straight flush among eight own chips."""


class LocusGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """One deal; the utility of a seat is the margin by which it is ahead at the end."""

    def __init__(self, cols: int, rows: int, cards: list[int]) -> None:
        """Take a grid and its card ids, row by row; seat 0 begins."""
        self.board = Board(cols, rows, cards)
        self.cells = list(range(0, 2 * cols * rows, 2))
        """Twice each cell: the action of playing it face up."""
        most = _MOST * len(cards) / 2
        info = pyspiel.GameInfo(2 * len(cards), 0, 2, -most, most, 0.0, len(cards))
        super().__init__(_TYPE, info, {})

    def new_initial_state(self) -> LocusPosition:
        """Return the grid without a chip."""
        return LocusPosition(self)


class _Chips:
    """A board without all that a playout can do without; copied as OpenSpiel does."""

    def __init__(self, struct: Any, open_: list[int], seat: int) -> None:
        self.struct = struct
        self.open = open_
        self.seat = seat

    def __deepcopy__(self, memo: dict[int, Any]) -> _Chips:
        return _Chips(ffi.new("tp_locus *", self.struct[0]), self.open[:], self.seat)


class LocusPosition(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    """A position; an action is twice the cell, and one more for face down."""

    def __init__(self, game: LocusGame) -> None:
        """Begin."""
        super().__init__(game)
        self._chips = _Chips(game.board.struct, game.cells[:], 0)
        self._own = False

    def current_player(self) -> int:
        """Return the seat to move: turns alternate."""
        return self._chips.seat if self._chips.open else _TERMINAL

    def is_terminal(self) -> bool:
        """Return whether every card carries a chip."""
        return not self._chips.open

    def returns(self) -> list[float]:
        """Return the margin of each seat so far, which counts at the end."""
        first, second = self._chips.struct.score
        return [float(first - second), float(second - first)]

    def _legal_actions(self, player: int) -> list[int]:
        return [action for cell in self._chips.open for action in (cell, cell + 1)]

    def _apply_action(self, action: int) -> None:
        chips = self._chips
        if not self._own:  # the game's empty board belongs to all
            self._chips = chips = deepcopy(chips)
            self._own = True
        cell = action & ~1
        check(
            lib.tp_locus_place(chips.struct, chips.seat, cell >> 1, action & 1, _earned)
        )
        chips.open.remove(cell)
        chips.seat = 1 - chips.seat

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{action // 2} {'down' if action % 2 else 'up'}"

    def __str__(self) -> str:
        return f"{self.returns()}, open: {self._chips.open}"
