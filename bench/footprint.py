"""What a match takes in Redis: `python -m bench.footprint`.

Sixty moves, or a whole match, of each game between people, without and with keys of
idempotency: the state, its actions and events, and what is kept for repetitions.
"""

from __future__ import annotations

import random
import tempfile
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

import redis
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from service.store.embedded import EmbeddedServer

MOVES = 60
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("locus", 2, {"grid": "6x6"}),
    ("locus", 2, {"grid": "8x6"}),
    ("lamarckian", 6, {}),
    ("poker7", 2, {"hands": 10}),
]
QUIET = ("check", "call", "place", "mark", "show")
"""Moves by which a match goes on longest."""


def main() -> None:
    """Print a line for each game."""
    print("| match | moves | state | events | actions | unkeyed | keyed |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as url:
        client = create_app(Settings(redis_url=url)).test_client()
        store = redis.Redis.from_url(url)
        for game, seats, options in GAMES:
            moves, sizes = played(client, store, game, seats, options, keyed=False)
            repeats = played(client, store, game, seats, options, keyed=True)[1]
            name = f"{game}, {options.get('grid') or f'{seats} seats'}"
            lasting = " | ".join(
                f"{sizes[kind]:,}" for kind in ("", ":events", ":actions")
            )
            print(
                f"| {name} | {moves} | {lasting} "
                f"| {sizes[':done']:,} | {repeats[':done']:,} |"
            )


def played(
    client: FlaskClient,
    store: redis.Redis,
    game: str,
    seats: int,
    options: dict[str, Any],
    *,
    keyed: bool,
) -> tuple[int, Counter[str]]:
    """Play, and return the number of moves and the bytes by kind of key."""
    body = {"game": game, "seats": [{"kind": "human"}] * seats, "options": options}
    made = client.post("/v1/matches", json=body).get_json()
    match, rng, moves = made["match"], random.Random(1), 0
    tokens = {each["seat"]: each["token"] for each in made["tokens"]}
    while match["to_move"] and moves < MOVES:
        at = f"/v1/matches/{match['id']}/moves"
        headers = {"Authorization": f"Bearer {tokens[match['to_move'][0]]}"}
        choices = client.get(at, headers=headers).get_json()["moves"]
        quiet = [each["move"] for each in choices if each["move"]["type"] in QUIET]
        if keyed:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        move = {"move": rng.choice(quiet)}
        match = client.post(at, json=move, headers=headers).get_json()["match"]
        moves += 1
    prefix, sizes = f"tapete:{{{match['id']}}}", Counter[str]()
    for key in store.scan_iter(f"{prefix}*"):
        kind = key.decode().removeprefix(prefix).partition(":done")
        sizes[kind[1] or kind[0]] += store.memory_usage(key, samples=0) or 0
    return moves, sizes


if __name__ == "__main__":
    main()
