"""No acknowledged move is lost or doubled, whatever breaks while it is sent."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import storm

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def test_of_moves_sent_again_and_again_each_lands_once(
    tmp_path: Path, full: bool, figure: Callable[[str], None]
) -> None:
    moves, period_s = (storm.LONG, 2.0) if full else (storm.SHORT, 0.7)
    outcome = storm.run(tmp_path, moves, period_s=period_s)
    assert outcome.good, outcome.table()
    counts = outcome.tally
    assert counts["moves acknowledged"] >= moves
    assert counts["workers killed"] > 0
    assert counts["replayed answers"] > 0
    figure(f"a storm of retries:\n{outcome.table()}")
