"""Finished matches for tests: made by the use cases, between bots, on a real store."""

from __future__ import annotations

from random import Random
from typing import Any

from flask import Flask

from service.api.context import EXTENSION, LOBBY
from service.bots import LEVELS
from service.games import GAMES
from service.match import Seated, Terms
from service.records import Record
from service.table import Asked, Table

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "locus": [{}, {"grid": "6x5", "komi": 7.5}, {"grid": "8x6", "first": "random"}],
    "lamarckian": [{}, {"ties": "split"}],
    "poker7": [
        {"hands": 4, "reveal": "in_turn"},
        {"hands": 8, "limit": "pot"},
        {"hands": 6, "limit": "fixed", "stack": 300},
        {"stack": 100},
    ],
}


def played(app: Flask, game: str, rng: Random, **terms: Any) -> Record:
    """Return the record of a match between bots that gave entropy."""
    rules, made = GAMES[game], list[Table]()
    seats = [
        Seated(
            "bot",
            level=rng.choice(sorted(LEVELS[game])[:3]),
            entropy=rng.choice(["", "ñandú \u0001", "nine green bottles", "🂡" * 9]),
        )
        for _ in range(rng.choice(rules.seats[:5]))
    ]

    def keep(table: Table) -> bytes:
        made.append(table)
        return b""

    options = rules.options_type(**rng.choice(OPTIONS[game]))
    agreed = Terms(**terms)
    app.extensions[LOBBY].create(rules, seats, options, {}, Asked(keep), terms=agreed)
    matches, match_id = app.extensions[EXTENSION], made[-1].match.id
    while matches.expire(match_id) is not None:
        pass  # a long match goes on after its creation, some moves at a time
    record = matches.record(match_id)
    assert isinstance(record, Record)
    return record
