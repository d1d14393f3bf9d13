"""Words Poker7: groups of seven cards, what was done on a street, how a hand ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.terminal.board import does, seat_name, short_name
from service.terminal.cards import cards, colour
from service.terminal.schema import Json

STREETS = {
    "bet_1": "Bet 1",
    "bet_2": "Bet 2",
    "bet_3": "Bet 3",
    "show": "Show",
    "bet_4": "Bet 4",
    "over": "Over",
}
_FIGURES = ("pawns", "knights", "bishops", "rooks", "queens", "jokers")
_HANDS = 3


def groups(found: list[Json]) -> Text:
    """Return the groups of a hand: `(3,2,1,1)  green 9 straight J9 Q9 R9, ...`."""
    sizes = ",".join(str(len(group["cards"])) for group in found)
    parts = [_group(group) for group in found if group["kind"] != "single"]
    singles = [g["cards"][0] for g in found if g["kind"] == "single"]
    if singles:
        parts.append(cards(singles))
    return Text.assemble((f"({sizes})  ", "bold"), Text(", ").join(parts))


def _group(group: Json) -> Text:
    kind = (
        colour(group["number"])
        if group["kind"] == "colour"
        else Text(_FIGURES[group["number"] - 1])
    )
    straight = " straight " if group["straight"] else " "
    return Text.assemble(kind, straight, cards(group["cards"]))


def outcome(match: Json, last: Json) -> RenderableType:
    """Return how a hand ended: the hands shown, the strongest first, and the pots."""
    table = showdown(match, last["showdown"])
    for number, paid in enumerate(last["pots"]):
        table.add_row(
            f"    {pot_name(number)} {paid['pot']['chips']}",
            _winners(match, paid["payments"]),
        )
    heading = Text.assemble(f"  Hand {last['hand']}: ", cards(last["board"]))
    whole = Table.grid()
    whole.add_row(heading)
    whole.add_row(table)
    return whole


def showdown(match: Json, hands: list[Json]) -> Table:
    """Return the hands that were shown, the strongest first."""
    table = Table.grid(padding=(0, 2))
    for hand in hands:
        name = seat_name(match, hand["seat"])
        table.add_row(f"    {hand['place']}. {name}", groups(hand["groups"]))
    return table


def pot_name(number: int) -> str:
    """Return what a pot is called."""
    return f"Side pot {number}" if number else "Main pot"


def _winners(match: Json, payments: Iterable[Json]) -> str:
    return ", ".join(f"{short_name(match, p['seat'])} +{p['chips']}" for p in payments)


def story(match: Json, events: list[Json]) -> RenderableType | None:
    """Return what was done, in a line a street; of many hands, the last ones."""
    starts = [n for n, e in enumerate(events) if e["type"] == "hand_started"]
    lines: list[RenderableType] = []
    if len(starts) > _HANDS:
        lines.append(Text(f"  ({len(starts) - _HANDS} hands before)", "dim"))
        events = events[starts[-_HANDS] :]
    label, done = "", list[Text]()
    for event in events:
        if event["type"] in ("hand_started", "street"):
            lines += _line(label, done)
            label, done = "", []
        if event["type"] == "hand_started":
            who = short_name(match, event["button"])
            text = f"  Hand {event['hand']}, the button is at {who}."
            lines.append(Text(text, "bold"))
        elif event["type"] == "street":
            label = STREETS[event["street"]]
            done = [cards(event["cards"])] if event["cards"] else []
        elif sentence := _sentence(match, event):
            done.append(sentence)
    lines += _line(label, done)
    return Group(*lines) if lines else None


def _line(label: str, done: list[Text]) -> list[RenderableType]:
    if not done:
        return []
    table = Table.grid(padding=(0, 2))
    table.add_row("", Text(f"{label:5}", "dim"), Text(", ").join(done))
    return [table]


def _sentence(match: Json, event: Json) -> Text | None:
    kind = event["type"]
    seat: Any = event.get("seat")
    if kind == "acted":
        to = f" {event['to']}" if event["action"] == "bet" else f" to {event['to']}"
        much = to if event["action"] in ("bet", "raise") else ""
        all_in = " all-in" if event["all_in"] else ""
        return Text(does(match, seat, event["action"]) + much + all_in)
    if kind == "shown":
        turned = (
            Text.assemble(short_name(match, c["seat"]), " ", cards([c["card"]]))
            for c in event["cards"]
        )
        return Text(", ").join(turned)
    if kind == "uncalled_returned":
        return Text(f"{event['chips']} go back to {short_name(match, seat)}")
    if kind == "pot_awarded":
        return Text(f"{pot_name(event['pot'])}: {_winners(match, event['paid'])}")
    if kind == "eliminated":
        name = short_name(match, seat)
        return Text(f"{name} {'are' if name == 'You' else 'is'} out", "bold")
    if kind == "resigned":
        return Text(f"{does(match, seat, 'resign')} with {event['stack']} chips")
    return None
