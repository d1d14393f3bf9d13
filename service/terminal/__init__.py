"""Plays at a terminal over the HTTP API; BOARDS has the games that draw their own."""

from __future__ import annotations

from service.terminal.board import Board
from service.terminal.locus import LocusBoard

BOARDS: dict[str, Board] = {"locus": LocusBoard()}

__all__ = ["BOARDS", "Board"]
