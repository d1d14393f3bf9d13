"""Plays at a terminal over the HTTP API; BOARDS has the games that draw their own."""

from __future__ import annotations

from service.terminal.board import Board
from service.terminal.lamarckian import LamarckianBoard
from service.terminal.locus import LocusBoard
from service.terminal.poker7 import Poker7Board

BOARDS: dict[str, Board] = {
    "lamarckian": LamarckianBoard(),
    "locus": LocusBoard(),
    "poker7": Poker7Board(),
}

__all__ = ["BOARDS", "Board"]
