"""Draws any match from its view; a game whose view asks for more has its own board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.terminal.cards import card, is_card
from service.terminal.schema import Json

_ROWS = 10
_HINTS = 5


class Board:
    """How a match is shown: this one shows every field of the view by its name."""

    inputs: tuple[tuple[str, str], ...] = ()
    """What can be typed in this game, and what it means."""

    def draw(
        self, match: Json, choices: list[Json], *, ascii_only: bool
    ) -> RenderableType:
        """Return what the player's seat sees of a match."""
        return _fields({k: v for k, v in match["view"].items() if k != "game"})

    def tell(
        self, match: Json, events: list[Json], *, ascii_only: bool
    ) -> RenderableType | None:
        """Return what has happened, if `draw` does not show it."""
        return self.report(match, events, ascii_only=ascii_only)

    def report(
        self, match: Json, events: list[Json], *, ascii_only: bool
    ) -> RenderableType | None:
        """Return what has happened, for somebody who does not see the board."""
        lines = [Text.assemble("  ", _sentence(event)) for event in events]
        return Group(*lines) if lines else None

    def advise(self, match: Json, hints: Json, *, ascii_only: bool) -> RenderableType:
        """Return what the service thinks of the player's turn."""
        return _fields({k: v for k, v in hints.items() if k != "game"})

    def worth(self, choice: Json) -> int | None:
        """Return how good a move is now; None where that cannot be told."""
        points: int | None = choice.get("earns", {}).get("points")
        return points

    def rate(self, earns: Json) -> str:
        """Return what a move would earn."""
        return ", ".join(f"{_words(k)} {_words(str(v))}" for k, v in earns.items())


def hint_table(names: Iterable[str], rows: list[list[Text]]) -> RenderableType:
    """Return the first hints of a list in columns; only the first column is text."""
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
    for place, name in enumerate(names):
        table.add_column(name, justify="right" if place else "left")
    for row in rows[:_HINTS]:
        table.add_row(Text.assemble("  ", row[0]), *row[1:])
    if len(rows) > _HINTS:
        table.add_row(Text("  ...", "dim"))
    return table


def seat_name(match: Json, seat: int) -> str:
    """Return what a seat is called: `You`, or by its name, its level or its number."""
    if seat == match["you"]:
        return "You"
    about = match["seats"][seat]
    known = about["name"] or (f"Level {about['level']}" if about["level"] else "")
    if not known:
        return f"Seat {seat}"
    alone = len(match["seats"]) == 2 and match["you"] is not None
    return known if alone else f"Seat {seat}, {known}"


def short_name(match: Json, seat: int) -> str:
    """Return what a seat is called in the middle of a sentence."""
    return seat_name(match, seat).split(", ")[0]


def does(match: Json, seat: int, verb: str) -> str:
    """Return who does what: `You fold`, `Seat 2 folds`."""
    name = short_name(match, seat)
    return f"{name} {verb}" if name == "You" else f"{name} {verb}s"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _sentence(event: Mapping[str, Any]) -> Text:
    parts: list[Text] = []
    for name, value in event.items():
        if name == "type":
            parts.insert(0, Text(_words(str(value)), "bold"))
        elif value is not None and value != []:
            parts.append(Text.assemble(f"{_words(name)} ", _inline(value)))
    return Text(", ").join(parts)


def _fields(view: Mapping[str, Any]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    for name, value in view.items():
        grid.add_row(Text(f"  {_words(name)}", "dim"), _shown(value))
    return grid


def _shown(value: Any) -> RenderableType:
    if isinstance(value, Mapping):
        return _fields(value)
    if isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
        return _table(value)
    return _inline(value)


def _table(rows: list[Json]) -> RenderableType:
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
    for name in names:
        table.add_column(_words(name))
    for row in rows[-_ROWS:]:
        table.add_row(*(_inline(row.get(name)) for name in names))
    left_out = len(rows) - _ROWS
    return Group(f"({left_out} earlier)", table) if left_out > 0 else table


def _inline(value: Any) -> Text:
    if value is None:
        return Text("-", "dim")
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, str):
        return card(value) if is_card(value) else Text(_words(value))
    if isinstance(value, Mapping):
        return _joined(
            Text.assemble(f"{_words(k)} ", _inline(v)) for k, v in value.items()
        )
    if isinstance(value, list):
        cards = all(isinstance(v, str) and is_card(v) for v in value)
        nested = any(isinstance(v, Mapping | list) for v in value)
        by = " " if cards else "; " if nested else ", "
        return _joined((_inline(v) for v in value), by)
    return Text(f"{value:g}" if isinstance(value, float) else str(value))


def _joined(parts: Iterable[Text], by: str = ", ") -> Text:
    return Text(by).join(parts) or Text("-", "dim")
