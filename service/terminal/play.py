"""One match at the terminal: shows the board, reads moves, tells the result."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.terminal import BOARDS, Board
from service.terminal.board import seat_name
from service.terminal.client import Problem, SeatClient
from service.terminal.moves import Moves
from service.terminal.schema import Json, Unclear

_LISTED = 8
_PAUSE_S = 1.0
_INPUTS = (
    ("3", "make move 3 of the list"),
    ("best", "play the first move of the list, where moves are rated"),
    ("all", "list all moves"),
    ("board", "show the board again"),
    ("?", "show this help"),
    ("resign", "give up the match"),
    ("quit", "leave; the match is kept, and you can resume it"),
)


class Left(Exception):
    """The player has left an unfinished match."""


class Player:
    """A player at a console, in one seat of a match."""

    def __init__(
        self, console: Console, seat: SeatClient, game: Json, *, hints: bool = False
    ) -> None:
        """Take the console, the seat, and the service's description of its game.

        With `hints`, what the service thinks is shown before each turn.
        """
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 gives input() editing and a history
        self._console = console
        self._seat = seat
        self._game = game
        self._hints = hints
        self._board = BOARDS.get(game["name"], Board())
        self._events: list[Json] = []

    def run(self) -> None:
        """Play until the match is over; raises Left, Problem or ServiceError."""
        match = self._seat.look()
        while match["status"] != "finished":
            if match["you"] in match["to_move"]:
                match = self._turn(match)
            else:
                match = self._wait(match)
        self._show(match, [])
        self._console.print(Text(ending(match), "bold"))

    def _turn(self, match: Json) -> Json:
        """Let the player move; return the match as it is then."""
        moves = Moves(self._seat.choices(), self._game["moves"], self._board.worth)
        self._show(match, moves.choices)
        self._list(moves, _LISTED)
        if self._hints:
            self._advise(match)
        while True:
            line = self._read()
            if line in ("?", "h", "help"):
                self._explain(moves)
            elif line == "all":
                self._list(moves, len(moves.choices))
            elif line == "board":
                self._show(match, moves.choices)
            elif line and (after := self._try(line, moves)):
                return after

    def _advise(self, match: Json) -> None:
        """Show hints, or why there are none: the match is played without, say."""
        try:
            hints = self._seat.hints()
        except Problem as error:
            self._complain(f"No hints: {error}")
            return
        ascii_only = self._console.options.ascii_only
        shown = self._board.advise(match, hints, ascii_only=ascii_only)
        self._console.print(shown)

    def _try(self, line: str, moves: Moves) -> Json | None:
        """Make the move that a line means; None if the player must type again."""
        try:
            made = None if line == "resign" else _move(line, moves)
            with self._console.status("The others move ..."):
                match, self._events = (
                    self._seat.play(made) if made else self._seat.resign()
                )
        except Unclear as error:
            self._complain(f"{error} Type ? for help.")
        except Problem as error:
            self._complain(str(error))
            if error.code not in ("illegal_move", "malformed"):
                return self._seat.look()
        else:
            return match
        return None

    def _explain(self, moves: Moves) -> None:
        table = Table.grid(padding=(0, 2))
        now = ("" if self._board.inputs else moves.example(), "make this move")
        for typed, meaning in (now, *self._board.inputs, *_INPUTS):
            if typed:
                table.add_row("", Text(typed, "bold"), meaning)
        self._console.print("Type one of these:")
        self._console.print(table)

    def _read(self) -> str:
        try:
            line = input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            raise Left from None
        if not sys.stdin.isatty():
            self._console.print(line, markup=False)
        if line in ("q", "quit", "exit"):
            raise Left
        return line

    def _wait(self, match: Json) -> Json:
        names = ", ".join(seat_name(match, seat) for seat in match["to_move"])
        with self._console.status(Text(f"Waiting for {names or 'open seats'} ...")):
            while True:
                time.sleep(_PAUSE_S)
                now = self._seat.look()
                if now["version"] != match["version"]:
                    return now

    def _show(self, match: Json, choices: list[Json]) -> None:
        self._console.print()
        self._console.rule(Text(self._headline(match)), style="dim")
        ascii_only = self._console.options.ascii_only
        told = self._board.tell(match, self._events, ascii_only=ascii_only)
        if told is not None:
            self._console.print(told)
        self._console.print(self._board.draw(match, choices, ascii_only=ascii_only))

    def _headline(self, match: Json) -> str:
        over = match["status"] == "finished"
        return f"{self._game['title']['en']}: {'the end' if over else 'your move'}"

    def _list(self, moves: Moves, most: int) -> None:
        order = ", best first" if moves.rated else ""
        hidden = len(moves.choices) > most
        rest = f" (all: list all {len(moves.choices)})" if hidden else ""
        self._console.print()
        self._console.print(Text(f"Moves{order}{rest}:", "dim"))
        texts = [moves.text(choice) for choice in moves.choices[:most]]
        width = max(len(text) for text in texts)
        listed = Columns(padding=(0, 2), column_first=True)
        pairs = zip(texts, moves.choices, strict=False)
        for number, (text, choice) in enumerate(pairs, start=1):
            rated = self._board.rate(choice["earns"]) if "earns" in choice else ""
            line = (f"{number:>2}", "dim"), f"  {text:{width}}  {rated}".rstrip()
            listed.add_renderable(Text.assemble(*line))
        self._console.print(listed)

    def _complain(self, text: str) -> None:
        self._console.print(Text(text, "red"))


def _move(line: str, moves: Moves) -> Json:
    return moves.best() if line == "best" else moves.read(line)


def ending(match: Json) -> str:
    """Return who has won, why, and the scores."""
    result = match["result"]
    winners: list[int] = result["winners"]
    names = " and ".join(seat_name(match, seat) for seat in winners)
    if not winners:
        text = "Nobody wins"
    elif len(winners) > 1:
        text = f"{names} share the win"
    else:
        text = f"{names} {'win' if names == 'You' else 'wins'}"
    scores = ", ".join(
        f"{seat_name(match, seat)} {score:g}"
        for seat, score in enumerate(result["scores"] or ())
    )
    reason = result["reason"].replace("_", " ")
    return f"{text} ({reason})" + (f": {scores}." if scores else ".")
