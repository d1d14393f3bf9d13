"""Moves through the client land once each, whatever breaks while they are sent."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients.both import KINDS
from tests.clients.storm import ClientStorm
from tests.faults import storm

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def test_every_move_lands_once_through_cut_connections_and_killed_workers(
    tmp_path: Path, full: bool, figure: Callable[[str], None]
) -> None:
    moves, period_s = (storm.LONG, 2.0) if full else (storm.SHORT, 0.7)
    outcome = storm.run(tmp_path, moves, period_s=period_s, kind=ClientStorm)
    assert outcome.good, outcome.table()
    counts = outcome.tally
    assert counts["moves acknowledged"] >= moves
    assert counts["workers killed"] > 0
    assert counts["cut before the answer"] > 0
    assert counts["replayed answers"] > 0
    assert all(counts[kind] for kind in KINDS)
    figure(f"the Python client in a storm:\n{outcome.table()}")
