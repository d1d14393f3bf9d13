"""The shape of what is told of a game's opponents."""

from __future__ import annotations

import msgspec

from service.bots import LEVELS
from service.bots.described import DESCRIBED, rating


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """An opponent: `name` and `style` are in the language asked for.

    `rating` is Elo above level 1, null if nobody has measured it; `time_ms` is what a
    move takes, as a rule.
    """

    level: int
    name: str
    style: str
    rating: int | None
    time_ms: float


def of_game(game: str, language: str) -> list[Level]:
    """Return the opponents of a game, the weakest first."""
    return [
        Level(
            level=level,
            name=about.name[language],
            style=about.style[language],
            rating=rating(game, level),
            time_ms=about.time_ms,
        )
        for level, about in sorted(DESCRIBED[game].items())
        if level in LEVELS[game]
    ]
