"""Draws Poker7: seats with chips and cards, pots, what is owed, the hand before."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.terminal.board import Board, hint_table, seat_name, short_name
from service.terminal.cards import cards
from service.terminal.poker7_hands import (
    STREETS,
    groups,
    outcome,
    pot_name,
    showdown,
    story,
)
from service.terminal.schema import Json

_STATUS = {
    "in_hand": "",
    "all_in": "all-in",
    "folded": "folded",
    "resigned": "resigned",
    "eliminated": "out",
}


class Poker7Board(Board):
    """The table as one seat sees it; cards have the names that players type."""

    inputs = (
        ("fold", "give up the hand"),
        ("check", "stay in, where nothing is owed"),
        ("call", "pay what is owed, or all that you have if it is less"),
        ("bet 40", "put 40 in; `bet min` and `bet max` too"),
        ("raise 120", "raise your total of this betting round to 120; min and max too"),
        ("show B9", "choose the card that you show, the green bishop"),
    )

    def draw(
        self, match: Json, choices: list[Json], *, ascii_only: bool
    ) -> RenderableType:
        """Return the hand before, common cards, pots, seats, and what is owed."""
        drawing, view = _Drawing(match, ascii_only), match["view"]
        parts: list[RenderableType] = []
        if view["last"]:
            parts += [outcome(match, view["last"]), ""]
        parts.append(drawing.heading())
        if view["street"] != "over":
            parts += [drawing.common(), drawing.pots()]
        parts.append(drawing.seats())
        if view["street"] != "over" and view["seat"] is not None:
            parts += drawing.own()
        return Group(*parts)

    def tell(
        self, match: Json, events: list[Json], *, ascii_only: bool
    ) -> RenderableType | None:
        """Return who did what, in a line a street."""
        return story(match, events)

    def advise(self, match: Json, hints: Json, *, ascii_only: bool) -> RenderableType:
        """Return the chance to win, the price of a call, and what the hand becomes."""
        chances, price = hints["chances"], hints["chances"]["pot_odds"]
        needs = "" if price is None else f"   a call needs {price:.0%}"
        equity = f"{chances['equity']:.0%}"
        lines = [Text.assemble("  Chance to win ", (equity, "bold"), (needs, "dim"))]
        for shown in chances["show"]:
            looks = f"   with it, hands win {shown['looks']:.0%}"
            line = Text.assemble("  Card ", cards([shown["card"]]), (looks, "dim"))
            lines.append(line)
        rows = [
            [Text(become["name"]), Text(f"{become['chance']:.0%}")]
            for become in chances["classes"]
        ]
        return Group(*lines, hint_table(("  Groups", "Chance"), rows))

    def report(
        self, match: Json, events: list[Json], *, ascii_only: bool
    ) -> RenderableType | None:
        """Return what a move led to: cards, pots, and hands that were shown."""
        lines = [
            Text.assemble(f"    {short_name(match, e['seat'])} has ", cards(e["cards"]))
            for e in events
            if e["type"] == "hole_cards"
        ]
        shown = [e["hands"] for e in events if e["type"] == "showdown"]
        told = [e for e in events if e["type"] != "acted" or e["all_in"]]
        parts = [story(match, told), *(showdown(match, h) for h in shown), *lines]
        kept = [part for part in parts if part is not None]
        return Group(*kept) if kept else None


class _Drawing:
    """One picture of one match."""

    def __init__(self, match: Json, ascii_only: bool) -> None:
        self._match = match
        self._view = match["view"]
        self._button = "(B)" if ascii_only else "●"

    def heading(self) -> Text:
        """Return which hand and street is played."""
        view = self._view
        of = f" of {view['hands']}" if view["hands"] else ""
        return Text.assemble(
            "  Hand ",
            (f"{view['hand']}", "bold"),
            f"{of}   {STREETS[view['street']]}",
            (f"   ante {view['ante']}", "dim"),
        )

    def common(self) -> Text:
        """Return the common cards."""
        board = self._view["board"]
        rest = (" ".join(["--"] * (5 - len(board))), "dim")
        return Text.assemble("  Board  ", cards(board), " " if board else "", rest)

    def pots(self) -> RenderableType:
        """Return all chips paid, and each pot of the streets before."""
        lines = [Text.assemble("  Pot    ", (f"{self._view['pot']}", "bold"))]
        for number, pot in enumerate(self._view["pots"]):
            who = ", ".join(short_name(self._match, seat) for seat in pot["seats"])
            lines.append(Text(f"         {pot_name(number)} {pot['chips']}: {who}"))
        return Text("\n").join(lines)

    def seats(self) -> RenderableType:
        """Return a line a seat, clockwise: chips behind and in front, cards."""
        table = Table(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
        table.add_column("")
        table.add_column("")
        for name in ("Stack", "Bet", "In pot"):
            table.add_column(name, justify="right")
        for name in ("Cards", "Shown", ""):
            table.add_column(name)
        for player in self._view["players"]:
            table.add_row(*self._row(player))
        return table

    def own(self) -> list[RenderableType]:
        """Return the own cards with their groups, and what the seat has to do."""
        view = self._view
        me = view["players"][view["seat"]]
        lines: list[RenderableType] = []
        if me["cards"]:
            lines.append(Text.assemble("  Your cards  ", cards(me["cards"])))
        if view["groups"]:
            lines.append(Text.assemble("  Your hand   ", groups(view["groups"])))
        why = next((w for w in view["waiting"] if w["seat"] == view["seat"]), None)
        if why is not None:
            lines.append(Text.assemble("  Your turn   ", (self._due(why, me), "bold")))
        return lines

    def _row(self, player: Json) -> list[Text]:
        seat, out = player["seat"], player["status"] not in ("in_hand", "all_in")
        waits = any(w["seat"] == seat for w in self._view["waiting"])
        status = _STATUS[player["status"]]
        if waits and seat != self._view["seat"]:
            status = "to act"
        elif player["has_chosen"] and not player["shown"]:
            status = "has chosen"
        return [
            Text(f"  {self._button if seat == self._view['button'] else ''}"),
            Text(seat_name(self._match, seat), "dim" if out else "bold"),
            Text(str(player["stack"])),
            Text(str(player["front"] or "")),
            Text(str(player["paid"] or "")),
            self._cards(player, out),
            cards([player["shown"]] if player["shown"] else []),
            Text(status, "dim"),
        ]

    def _cards(self, player: Json, out: bool) -> Text:
        if player["cards"]:
            return cards(player["cards"])
        return Text("" if out or self._view["street"] == "over" else "?? ??", "dim")

    def _due(self, why: Json, me: Json) -> str:
        """Return what is owed, and why it is the player's turn."""
        view = self._view
        if why["why"] == "must_show":
            return f"choose the card to show: {' or '.join(me['cards'])}."
        if why["why"] == "owes":
            pay = f"call {view['to_call']}"
            if view["to_call"] == me["stack"]:
                pay += " (all-in)"
            options = [pay, *self._more("raise to"), "or fold"]
            return f"you owe {why['owes']}: {', '.join(options)}."
        start = {
            "first_to_act": "you open the betting",
            "may_check": "nothing is owed",
        }[why["why"]]
        return f"{start}: {' or '.join(['check', *self._more('bet')])}."

    def _more(self, verb: str) -> list[str]:
        span = self._view["to"]
        if span is None:
            return []
        if span["min"] == span["max"]:
            return [f"{verb} {span['min']}"]
        return [f"{verb} {span['min']}..{span['max']}"]
