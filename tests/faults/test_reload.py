"""No acknowledged move is lost or doubled while the workers are replaced."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import storm
from tests.faults.people import MOVES
from tests.faults.workers import RELOADED, reloading

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")

LONG, SHORT = 6_000, 200


def test_w17_moves_land_once_while_the_workers_are_reloaded(
    tmp_path: Path, full: bool, figure: Callable[[str], None]
) -> None:
    moves, pause_s = (LONG, 1.0) if full else (SHORT, 0.2)
    outcome = storm.run(tmp_path, moves, period_s=pause_s, trouble=reloading)
    assert outcome.good, outcome.table()
    assert outcome.tally[MOVES] >= moves
    assert outcome.tally[RELOADED] > 0
    rate = outcome.tally["requests sent"] / outcome.seconds
    figure(f"reloads under {rate:.0f} requests a second:\n{outcome.table()}")
