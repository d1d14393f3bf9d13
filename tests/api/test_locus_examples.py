"""The worked examples of Locus Poker, played over HTTP."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.games.cards import FRENCH_IDS
from service.games.locus_types import cell_name
from tests.api.api import Player, rewrite_state, two_humans
from tests.cards import FixedDecks

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "locus.json").read_text())
COLS, ROWS = VECTORS["cols"], VECTORS["rows"]

Chip = tuple[int, int, str]
"""Cell, seat, face."""


def table(client: FlaskClient, cards: list[str]) -> list[Player]:
    """A match on a 6x5 grid that begins with the given cards."""
    players = two_humans(client, options={"grid": "6x5"})
    deck = FixedDecks([FRENCH_IDS[card] for card in cards], 52)(0)
    rewrite_state(client, players[0].match_id, deck=deck)
    return players


def around(cell: int) -> set[int]:
    """The cell and its neighbours."""
    row, col = divmod(cell, COLS)
    return {
        r * COLS + c
        for r in range(max(row - 1, 0), min(row + 2, ROWS))
        for c in range(max(col - 1, 0), min(col + 2, COLS))
    }


def place(player: Player, cell: int, face: str) -> Any:
    """Place a chip; returns the event."""
    move = {"type": "place", "cell": cell_name(cell, COLS), "face": face}
    return player.move(move)["events"][0]["event"]


def reach(players: list[Player], chips: list[Chip], cell: int, seat: int) -> None:
    """Lay the chips in turn, with chips far from the cell between, until seat moves."""
    far = [c for c in range(COLS * ROWS) if c not in around(cell)]
    free = [c for c in far if c not in {chip[0] for chip in chips}]
    mover, left = 0, list(chips)
    while left or mover != seat:
        own = next((chip for chip in left if chip[1] == mover), None)
        if own is None:
            place(players[mover], free.pop(), "up")
        else:
            left.remove(own)
            place(players[mover], own[0], own[2])
        mover = 1 - mover


@pytest.mark.parametrize("case", VECTORS["checks"], ids=lambda c: c["id"])
def test_a_placement_earns_what_the_example_says(
    client: FlaskClient, case: dict[str, Any]
) -> None:
    players = table(client, VECTORS["grid"])
    cell = case["select"][0] * COLS + case["select"][1]
    chips = [(row * COLS + col, seat, face) for row, col, seat, face in case["played"]]
    reach(players, chips, cell, case["seat"])
    placed = place(players[case["seat"]], cell, case["face"])
    assert (placed["hand"], placed["bonus"]) == (case["hand"], case["bonus"])
    assert placed["points"] == case["hand"] + case["bonus"]


@pytest.mark.parametrize("case", VECTORS["areas"], ids=lambda c: c["id"])
def test_an_area_scores_what_the_example_says(
    client: FlaskClient, case: dict[str, Any]
) -> None:
    cell = 14  # c3, inside: eight neighbours
    wanted = list(case["cards"])
    spare = [card for card in FRENCH_IDS if card not in wanted]
    own = spare.pop() if case["wild"] else wanted.pop(0)
    neighbours = sorted(around(cell) - {cell})
    alive = dict(zip(neighbours, wanted, strict=False))
    cards = [
        own if i == cell else alive.get(i) or spare.pop() for i in range(COLS * ROWS)
    ]
    players = table(client, cards)
    dead = [c for c in neighbours if c not in alive]
    reach(players, [(c, n % 2, "down") for n, c in enumerate(dead)], cell, 0)
    placed = place(players[0], cell, "down" if case["wild"] else "up")
    assert placed["hand"] == case["points"]
    assert placed["bonus"] == 0
