"""Draws Lamarckian Poker: pool, hands, the last round in order, the showdown."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.core import best_hand, cards_mask
from service.games.cards import FRENCH_IDS
from service.terminal.board import Board, does, hint_table, seat_name, short_name
from service.terminal.cards import card, cards
from service.terminal.hands import describe
from service.terminal.schema import Json


class LamarckianBoard(Board):
    """The table as one seat sees it; cards have the names that players type."""

    inputs = (
        ("Qs", "mark the queen of spades of your hand; it cannot be taken back"),
        ("mark Qs", "the same"),
    )

    def draw(
        self, match: Json, choices: list[Json], *, ascii_only: bool
    ) -> RenderableType:
        """Return round, pool, seats, own hand and the last round."""
        drawing, view = _Drawing(match, ascii_only), match["view"]
        parts: list[RenderableType] = [drawing.heading()]
        if view["phase"] == "mark":
            parts.append(drawing.pool())
        parts += ["", drawing.seats()]
        if view["phase"] == "mark" and view["seat"] is not None:
            parts.append(drawing.own_hand())
        if view["history"]:
            parts += ["", drawing.round(view["history"][-1])]
        if view["phase"] == "over":
            parts += ["", drawing.showdown()]
        return Group(*parts)

    def tell(
        self, match: Json, events: list[Json], *, ascii_only: bool
    ) -> RenderableType | None:
        """Return the rounds before the last one, which the board shows itself."""
        return _report(match, events, ascii_only, len(match["view"]["history"]))

    def report(
        self, match: Json, events: list[Json], *, ascii_only: bool
    ) -> RenderableType | None:
        """Return hands dealt, resignations, and rounds with captures in order."""
        hands = [
            Text.assemble(f"  {short_name(match, e['seat'])} has ", cards(e["cards"]))
            for e in events
            if e["type"] == "hand"
        ]
        told = _report(match, events, ascii_only, None)
        return Group(*hands) if hands else told

    def advise(self, match: Json, hints: Json, *, ascii_only: bool) -> RenderableType:
        """Return the best marks: chances to win and to go extinct, and captures."""
        rows = [
            [
                card(hint["move"]["card"]),
                Text(f"{hint['win']:.0%}"),
                Text(f"{hint['extinction']:.0%}"),
                Text(f"{hint['captures_any']:.0%}"),
                Text(f"{hint['captures']:.1f}"),
            ]
            for hint in hints["marks"]
        ]
        names = ("  Hint", "Win", "Extinct", "Takes any", "Cards taken")
        return hint_table(names, rows)

    def worth(self, choice: Json) -> int | None:
        """Return how many cards of the pool a mark would take if it came first."""
        return len(choice["earns"]["cards"]) if "earns" in choice else None

    def rate(self, earns: Json) -> str:
        """Return the cards of the pool that a mark would take if it came first."""
        return f"takes {' '.join(earns['cards']) or 'nothing'}"


def _report(
    match: Json, events: list[Json], ascii_only: bool, shown: int | None
) -> RenderableType | None:
    drawing, lines = _Drawing(match, ascii_only), list[RenderableType]()
    for event in events:
        if event["type"] == "resigned":
            lines.append(f"  {does(match, event['seat'], 'resign')}.")
        if event["type"] == "revealed" and event["round"] != shown:
            lines.append(drawing.round(match["view"]["history"][event["round"] - 1]))
    return Group(*lines) if lines else None


class _Drawing:
    """One picture of one match."""

    def __init__(self, match: Json, ascii_only: bool) -> None:
        self._match = match
        self._view = match["view"]
        self._arrow = "->" if ascii_only else "→"
        self._down = "down" if ascii_only else "▮"

    def heading(self) -> Text:
        """Return the round, and how many cards are left to deal."""
        view = self._view
        number = min(view["round"], view["rounds"])
        return Text.assemble(
            "  Round ",
            (f"{number}", "bold"),
            f" of {view['rounds']}",
            (f"   {view['deck_count']} cards in the deck", "dim"),
            (f", {len(view['discard'])} discarded", "dim"),
        )

    def pool(self) -> Text:
        """Return the cards that marks can take."""
        return Text.assemble("  Pool      ", cards(self._view["pool"]))

    def seats(self) -> RenderableType:
        """Return a line a seat: name, cards, mark, and cards that all have seen."""
        table = Table(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
        open_ = any(self._is_open(player) for player in self._view["players"])
        for name in ("", "Cards", "Mark", "Hand" if open_ else "Known cards"):
            table.add_column(name, justify="right" if name == "Cards" else "left")
        for player in self._view["players"]:
            known = player["hand"] if self._is_open(player) else player["known"]
            table.add_row(
                Text.assemble("  ", seat_name(self._match, player["seat"])),
                str(player["hand_size"]),
                self._mark(player),
                cards(known),
            )
        return table

    def own_hand(self) -> Text:
        """Return the own cards, the highest first, and what they are worth."""
        hand = self._view["players"][self._view["seat"]]["hand"]
        if not hand:
            return Text("  Your species is extinct.", "bold")
        worth = describe(best_hand(cards_mask(FRENCH_IDS[name] for name in hand)))
        return Text.assemble("  Your hand ", cards(hand), (f"   {worth}", "dim"))

    def round(self, past: Json) -> RenderableType:
        """Return what each mark of a round took, in the order of resolution."""
        table = Table.grid(padding=(0, 1))
        for number, capture in enumerate(past["captures"], start=1):
            table.add_row(
                f"    {number}.",
                short_name(self._match, capture["seat"]),
                cards([capture["mark"]]),
                Text(self._arrow, "dim"),
                cards(capture["captured"]) or Text("nothing", "dim"),
            )
        heading = Text.assemble(
            f"  Round {past['round']}, pool ",
            cards(past["pool"]),
            (f"   discarded: {' '.join(past['discarded'])}", "dim"),
        )
        gone = [f"    {self._falls(seat)}" for seat in past["extinct"]]
        return Group(heading, table, *(Text(line, "bold red") for line in gone))

    def showdown(self) -> RenderableType:
        """Return the hands of the survivors, the five that count, and why one won."""
        final = self._view["showdown"]
        if final is None:
            left = [p for p in self._view["players"] if p["extinct"] is None]
            return Text("  No showdown: " + ("one survivor." if left else "all fell."))
        table = Table(box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False)
        for name in ("Showdown", "Best five", "", "Other cards"):
            table.add_column(name)
        for hand in final["hands"]:
            won = hand["seat"] in final["winners"]
            table.add_row(
                Text.assemble("  ", seat_name(self._match, hand["seat"])),
                cards(hand["best"]),
                Text(hand["words"], "bold" if won else ""),
                cards([name for name in hand["hand"] if name not in hand["best"]]),
            )
        return Group(table, Text.assemble("  ", (final["why"], "bold")))

    def _is_open(self, player: Json) -> bool:
        return player["hand"] is not None and player["seat"] != self._view["seat"]

    def _mark(self, player: Json) -> Text:
        if player["extinct"] is not None:
            how = "resigned" if player["resigned"] else "extinct"
            return Text(f"{how} in round {player['extinct']}", "dim")
        if player["mark"]:
            return cards([player["mark"]])
        return Text(self._down if player["marked"] else "-", "dim")

    def _falls(self, seat: int) -> str:
        name = short_name(self._match, seat)
        return f"{name} {'are' if name == 'You' else 'is'} extinct."
