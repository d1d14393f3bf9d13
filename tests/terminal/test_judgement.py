"""`tapete replay --analysis` says what the service's own analysis says."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import records
from service.games import GAMES
from service.terminal.judgement import lost
from tests.cli import Run
from tests.records import played

TOLD = re.compile(r"^(\d+)\. .*\n   (the best|loses)(?:.*)$", re.MULTILINE)


def analysed(client: FlaskClient, match_id: str) -> list[Any]:
    """All judged moves, page by page."""
    address: str | None = f"/v1/matches/{match_id}/analysis"
    moves: list[Any] = []
    while address:
        page = client.get(address).get_json()
        moves += page["moves"]
        address = page["next"]
    return moves


@pytest.mark.parametrize("disclosure", ["full", "shown_only"])
@pytest.mark.parametrize("game", GAMES)
def test_a_replay_tells_what_each_move_lost(
    client: FlaskClient, run: Run, tmp_path: Path, game: str, disclosure: str
) -> None:
    record = played(client.application, game, Random(4), disclosure=disclosure)
    path = tmp_path / "record.json"
    path.write_bytes(records.encode(record))
    result = run("replay", "--analysis", str(path))
    assert result.exit_code == 0, result.output
    told = TOLD.findall(result.output)
    moves = [each for each in analysed(client, record.id) if each["loss"] is not None]
    words = [
        (str(each["number"]), "loses" if each["loss"] else "the best") for each in moves
    ]
    assert told == words
    assert told or disclosure == "shown_only"
    summed = re.findall(r"in (\d+) moves, \d+ of them the best found", result.output)
    assert sum(map(int, summed)) == len(moves)


def test_a_replay_judges_nothing_unasked(
    client: FlaskClient, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "record.json"
    record = played(client.application, "locus", Random(4))
    path.write_bytes(records.encode(record))
    output = run("replay", str(path)).output
    assert "loses" not in output and "the best" not in output


def test_losses_are_told_in_the_game_s_unit() -> None:
    assert lost(1.5, "points") == "1.5 points"
    assert lost(0.125, "chance") == "12.5% of a win"
    assert lost(30.0, "chips") == "30 chips"
