"""Shows the record of a finished match move by move, with all known cards open."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from service import records
from service.games import GAMES
from service.games.base import RulesError
from service.records import Record
from service.replays import Played
from service.terminal import BOARDS, Board
from service.terminal.board import seat_name
from service.terminal.judgement import Judgement
from service.terminal.play import ending
from service.terminal.schema import Json
from service.terminal.verify import NoRecord, read


def replay(path: Path, *, step: bool, analysis: bool = False) -> None:
    """Show every action of a record and the last board; with `step` every board.

    With `analysis` also what each move lost against the best that is found, as its
    seat could see it then. Raises NoRecord for a file that is none, or at an action
    that the rules refuse.
    """
    record = read(path)
    _Replay(record, Console(highlight=False), step, analysis).run(str(path))


class _Replay:
    """One replay of one record at a console."""

    def __init__(
        self, record: Record, console: Console, step: bool, analysis: bool
    ) -> None:
        self._record = record
        self._judgement: Judgement | None = None
        if analysis and record.game in GAMES:
            self._judgement = Judgement(record, self._words)
        self._console = console
        self._step = step
        self._open = record.shuffle.seed is not None
        self._board = BOARDS.get(record.game, Board())

    def run(self, name: str) -> None:
        """Show the match; raises NoRecord where it cannot go on."""
        line, match, before = 0, None, None
        try:
            for line, played in enumerate(records.replay(self._record)):
                match = self._match(played)
                self._show(line, played, match, before)
                before = played.state
        except KeyError:
            raise NoRecord(f"{name}: there is no game {self._record.game}.") from None
        except (ValueError, RulesError) as error:
            where = f"action {line + 1}" if match else "the deal"
            raise NoRecord(f"{name}: {where} is false: {error}") from None
        if match is None:
            return
        if not self._step:
            self._draw(match)
        if match["result"]:
            self._console.print(Text(ending(match), "bold"))
        for lost in self._judgement.sums(match) if self._judgement else ():
            self._console.print(lost)

    def _show(self, line: int, played: Played, match: Json, before: Any) -> None:
        """Show one action and what it led to; with `step`, the board too."""
        self._console.print(self._heading(line, played, match))
        if self._judgement and played.action:
            judged = self._judgement.of(line, before, played.action)
            if judged is not None:
                self._console.print(judged)
        events = [
            msgspec.to_builtins(told.event)
            for told in played.events
            if self._open or told.heard_by(None)
        ]
        ascii_only = self._console.options.ascii_only
        told = self._board.report(match, events, ascii_only=ascii_only)
        if told is not None:
            self._console.print(told)
        if self._step:
            self._draw(match)
            self._step = self._wait()

    def _heading(self, line: int, played: Played, match: Json) -> Text:
        if played.action is None:
            title = GAMES[self._record.game].title["en"]
            when = self._record.created_at
            return Text.assemble((title, "bold"), (f"   {when}", "dim"))
        action = played.action
        move = self._words(action.move or {})
        word = {"move": "", "resign": "resigns", "timeout": "runs out of time"}
        what = ": ".join(part for part in (word[action.kind], move) if part)
        who = seat_name(match, action.seat)
        return Text.assemble((f"{line}. ", "dim"), f"{who}: ", (what, "bold"))

    def _words(self, move: Json) -> str:
        """Return a move as it is typed."""
        words = [str(value) for name, value in move.items() if name != "type"]
        if len(GAMES[self._record.game].move_types) > 1 and move:
            words.insert(0, move["type"])
        return " ".join(words)

    def _draw(self, match: Json) -> None:
        ascii_only = self._console.options.ascii_only
        self._console.print(self._board.draw(match, [], ascii_only=ascii_only))
        self._console.print()

    def _wait(self) -> bool:
        """Wait for Enter; return whether to go on stepping: not at the end of input."""
        if sys.stdin.isatty():
            self._console.print(Text("Enter: next, Ctrl-D: all the rest", "dim"))
        try:
            input()
        except EOFError:
            return False
        return True

    def _match(self, played: Played) -> Json:
        """Return the match as the boards take it, seen by all seats at once.

        Without a seed, only what everybody saw: the rest is not known.
        """
        rules, state = GAMES[self._record.game], played.state
        seats = range(len(self._record.seats))
        view = msgspec.to_builtins(rules.view(state, None))
        for seat in seats if self._open else ():
            view = _opened(view, msgspec.to_builtins(rules.view(state, seat)))
        if "seat" in view:
            view["seat"] = None
        result = rules.result(state)
        return {
            "you": None,
            "seats": [msgspec.to_builtins(seat) for seat in self._record.seats],
            "view": view,
            "result": msgspec.to_builtins(result) if result else None,
        }


def _opened(view: Any, other: Any) -> Any:
    """Return a view with what another one shows where this one shows nothing."""
    if view is None or other is None:
        return other if view is None else view
    if isinstance(view, dict):
        return {name: _opened(part, other.get(name)) for name, part in view.items()}
    if isinstance(view, list | tuple) and len(view) == len(other):
        return [_opened(a, b) for a, b in zip(view, other, strict=True)]
    return view
