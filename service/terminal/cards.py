"""Cards in the colours of their suits."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.text import Text

_SUITS = {"c": ("♣", "green"), "d": ("♦", "blue"), "h": ("♥", "red"), "s": ("♠", "")}
_COLOURS = {
    "1": "bright_black",
    "2": "red",
    "3": "magenta",
    "4": "dark_violet",
    "5": "blue",
    "6": "yellow",
    "7": "cyan",
    "8": "dark_orange",
    "9": "green",
}
_COLOUR_NAMES = (
    *("grey", "red", "magenta", "purple", "blue"),
    *("yellow", "cyan", "orange", "green"),
)
_CARD = re.compile(r"[2-9TJQKA][cdhs]|[PNBRQJ][1-9]")


def is_card(text: str) -> bool:
    """Return whether a text is the name of a French or a Pokerdrez card."""
    return _CARD.fullmatch(text) is not None


def card(name: str) -> Text:
    """Return a card by the name that players type, such as As or B9."""
    suit = name[1]
    style = _SUITS[suit][1] if suit in _SUITS else _COLOURS[suit]
    return Text(name, f"bold {style}".strip())


def cards(names: Iterable[str]) -> Text:
    """Return several cards by their names."""
    return Text(" ").join(card(name) for name in names)


def colour(number: int) -> Text:
    """Return a colour of the Pokerdrez by name and number: `green 9`."""
    return Text(f"{_COLOUR_NAMES[number - 1]} {number}", _COLOURS[str(number)])


def pictured(name: str, *, ascii_only: bool) -> Text:
    """Return a French card with the sign of its suit, if the terminal can show it."""
    sign, style = _SUITS[name[1]]
    text = name if ascii_only else name[0] + sign
    return Text(text, f"bold {style}".strip())
