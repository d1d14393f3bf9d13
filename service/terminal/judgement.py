"""What the moves of a record lost, in words for the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from rich.text import Text

from service.assist import JudgedMove, advice_for, judge_action
from service.bots.advice import Unit
from service.games import GAMES
from service.record import Record, RecordedAction
from service.terminal.board import seat_name
from service.terminal.schema import Json

Words = Callable[[Json], str]
"""A move as it is typed."""


class Judgement:
    """Judges the actions of a record one by one, and adds up what the seats lost."""

    def __init__(self, record: Record, words: Words) -> None:
        """Take the record; raises NoAdvice if its game is not judged."""
        self._record = record
        self._words = words
        self._unit = advice_for(GAMES[record.game]).unit
        self._lost = [0.0] * len(record.seats)
        self._judged = [0] * len(record.seats)
        self._best = [0] * len(record.seats)

    def of(self, number: int, state: Any, action: RecordedAction) -> Text | None:
        """Return what an action lost; None for one that cannot be judged.

        `number` is the action's, from 1; `state` is that before it.
        """
        judged = judge_action(self._record, state, number, action)
        if judged is None or judged.judged.loss is None:
            return None
        loss, seat = judged.judged.loss, judged.seat
        self._judged[seat] += 1
        self._lost[seat] += loss
        self._best[seat] += not loss
        return self._told(judged, loss)

    def sums(self, match: Json) -> list[Text]:
        """Return a line for each seat that was judged."""
        return [
            Text(
                f"{seat_name(match, seat)} lost {lost(self._lost[seat], self._unit)}"
                f" in {count} moves, {self._best[seat]} of them the best found."
            )
            for seat, count in enumerate(self._judged)
            if count
        ]

    def _told(self, found: JudgedMove, loss: float) -> Text:
        sure = "" if found.judged.exact else "about "
        if not loss:
            return Text("   the best" if not sure else "   the best found", "green")
        best = self._words(msgspec.to_builtins(found.judged.best))
        text = f"   loses {sure}{lost(loss, self._unit)}; better: {best}"
        return Text(text, "yellow")


def lost(loss: float, unit: Unit) -> str:
    """Return a loss in words."""
    return f"{loss:.1%} of a win" if unit == "chance" else f"{loss:.4g} {unit}"
