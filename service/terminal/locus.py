"""Draws Locus Poker: the grid of cards and chips, both scores, and the last turns."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.terminal.board import Board, hint_table, seat_name
from service.terminal.cards import pictured
from service.terminal.schema import Json

_TURNS = 4
_WIDTH = 6
_STYLES = ("bold cyan", "bold magenta")


class LocusBoard(Board):
    """A grid with the best that each open card would earn in its cell."""

    inputs = (
        ("c4 up", "play the card on c4 as it is"),
        ("c4 down", "play it as a wild card; it is dead from then on"),
        ("c4 d", "the same, cut short"),
    )

    def draw(
        self, match: Json, choices: list[Json], *, ascii_only: bool
    ) -> RenderableType:
        """Return scores, grid and last turns."""
        drawing = _Drawing(match, choices, ascii_only)
        parts = [drawing.scores(), drawing.grid(), drawing.legend()]
        if match["view"]["turns"]:
            parts += ["", drawing.turns(match["view"]["turns"][-_TURNS:])]
        return Group(*parts)

    def tell(
        self, match: Json, events: list[Json], *, ascii_only: bool
    ) -> RenderableType | None:
        """Return nothing: the board shows the last turns."""
        return None

    def report(
        self, match: Json, events: list[Json], *, ascii_only: bool
    ) -> RenderableType | None:
        """Return the turns, each with hand and bonus."""
        turns = [event for event in events if event["type"] == "placed"]
        return _Drawing(match, [], ascii_only).turns(turns) if turns else None

    def advise(self, match: Json, hints: Json, *, ascii_only: bool) -> RenderableType:
        """Return the best placements: points now, and how far ahead they end."""
        rows = [
            [
                Text(f"{hint['move']['cell']} {hint['move']['face']}", "bold"),
                Text(str(hint["points"])),
                Text(f"{hint['margin']:+.1f}"),
                Text("exact" if hint["exact"] else "", "dim"),
            ]
            for hint in hints["placements"]
        ]
        return hint_table(("  Hint", "Points", "Final margin", ""), rows)

    def rate(self, earns: Json) -> str:
        """Return the points, and the hand and bonus that they come from."""
        return f"{earns['points']:>2} {_sum(earns)}"


class _Drawing:
    """One picture of one match."""

    def __init__(self, match: Json, choices: list[Json], ascii_only: bool) -> None:
        self._match = match
        self._view = match["view"]
        self._ascii = ascii_only
        self._best: dict[str, Json] = {}
        for choice in choices:  # best first
            self._best.setdefault(choice["move"]["cell"], choice)
        turns = self._view["turns"]
        self._fresh = turns[-1]["cell"] if turns else None

    def scores(self) -> RenderableType:
        """Return a line a seat: chip, name, points and chips that are left."""
        view, rows = self._view, Table.grid(padding=(0, 2))
        for seat in (0, 1):
            points = f"{view['scores'][seat]} points"
            komi = view["totals"][seat] - view["scores"][seat]
            if komi:
                points += f" {komi:+g} komi = {view['totals'][seat]:g}"
            rows.add_row(
                Text.assemble("   ", self._chip(seat)),
                Text(seat_name(self._match, seat), _STYLES[seat]),
                Text(points, "bold", justify="right"),
                Text(f"{view['chips_left'][seat]} chips left", "dim"),
            )
        return rows

    def grid(self) -> RenderableType:
        """Return the cards with column letters and row numbers, as cells are named."""
        columns, cells = self._view["columns"], self._view["cells"]
        table = Table(box=box.SQUARE, show_lines=True, border_style="dim")
        table.add_column()
        for cell in cells[:columns]:
            table.add_column(cell["cell"][0], width=_WIDTH, justify="center")
        for start in range(0, len(cells), columns):
            row = cells[start : start + columns]
            number = Text(row[0]["cell"][1:], "bold")
            table.add_row(number, *(self._cell(cell) for cell in row))
        return table

    def legend(self) -> RenderableType:
        """Return what the signs in the cells mean."""
        up, down, dead = self._arrow("up"), self._arrow("down"), self._hatch(2)
        return Text(
            f"  9{up} 9{down} best points, face up or down   {dead} dead   * wild",
            "dim",
        )

    def turns(self, turns: list[Json]) -> RenderableType:
        """Return turns with hand and bonus."""
        table = Table.grid(padding=(0, 2))
        for turn in turns:
            table.add_row(
                Text.assemble("  ", self._chip(turn["seat"])),
                f"{turn['cell']} {turn['face']}",
                self._hand(turn),
                Text(f"{turn['points']:>2}", "bold"),
                _sum(turn),
            )
        return table

    def _cell(self, cell: Json) -> Text:
        fresh = " reverse" if cell["cell"] == self._fresh else ""
        if cell["owner"] is None:
            return self._open(cell)
        chip = self._chip(cell["owner"])
        if not cell["alive"]:
            chip = Text(chip.plain, f"dim{fresh}")
            return Text.assemble((self._hatch(_WIDTH - 2), "dim"), " ", chip)
        chip.stylize(fresh.strip() or "none")
        picture = pictured(cell["card"], ascii_only=self._ascii)
        return Text.assemble(picture, "   ", chip)

    def _open(self, cell: Json) -> Text:
        picture = pictured(cell["card"], ascii_only=self._ascii)
        choice = self._best.get(cell["cell"])
        if choice is None:
            return Text.assemble(picture, " " * (_WIDTH - 2))
        points = choice["earns"]["points"]
        hint = f"{points:>3}{self._arrow(choice['move']['face'])}"
        return Text.assemble(picture, (hint, "dim"))

    def _hand(self, turn: Json) -> Text:
        cards = Text()
        for position, name in enumerate(turn["cards"]):
            cards.append_text(pictured(name, ascii_only=self._ascii))
            cards.append("* " if position == turn["wild"] else " ")
        return cards

    def _chip(self, seat: int) -> Text:
        return Text(
            ("X" if seat else "O") if self._ascii else "●○"[seat], _STYLES[seat]
        )

    def _arrow(self, face: str) -> str:
        if self._ascii:
            return "^" if face == "up" else "v"
        return "↑" if face == "up" else "↓"

    def _hatch(self, width: int) -> str:
        return ("#" if self._ascii else "░") * width


def _sum(earned: Json) -> str:
    category = earned["category"].replace("_", " ")
    if not earned["bonus"]:
        return str(category)
    return f"{category} {earned['hand']} + bonus {earned['bonus']}"
