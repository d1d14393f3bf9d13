"""Turns what a player asks for on the command line into a match to create."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.terminal.schema import Json, Unclear, allowed, properties, read_value


def new_match(
    game: Json, *, seats: int | None, seat: int, level: int, options: Iterable[str]
) -> Json:
    """Return the body that creates a match; raises Unclear, naming the option.

    `game` is the service's description; every seat but one is a bot of the level.
    """
    least, most = game["seats"]["min"], game["seats"]["max"]
    seats = least if seats is None else seats
    if not least <= seats <= most:
        range_ = str(least) if least == most else f"{least} to {most}"
        raise Unclear(f"--seats {seats}: {game['name']} takes {range_} seats.")
    if seat >= seats:
        raise Unclear(f"--seat {seat}: the seats are 0 to {seats - 1}.")
    levels = [about["level"] for about in game["levels"]]
    if level not in levels:
        known = ", ".join(str(level) for level in levels)
        raise Unclear(f"--level {level}: the levels of {game['name']} are {known}.")
    bot: Json = {"kind": "bot", "level": level}
    return {
        "game": game["name"],
        "seats": [{"kind": "human"} if n == seat else bot for n in range(seats)],
        "options": dict(_option(game, text) for text in options),
    }


def _option(game: Json, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    known = properties(game["options"])
    if not equals or name not in known:
        listed = "; ".join(f"{key}={allowed(kind)}" for key, kind in known.items())
        raise Unclear(f"--option {text}: the options of {game['name']} are {listed}.")
    try:
        return name, read_value(name, value, known[name])
    except Unclear as error:
        raise Unclear(f"--option {text}: {error}") from None
