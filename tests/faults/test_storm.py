"""No acknowledged move is lost or doubled, whatever breaks while it is sent."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import storm
from tests.faults.net import Tally

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


@pytest.mark.parametrize(
    ("name", "faults"), [("lost", []), ("doubled", []), ("", ["a gap"])]
)
def test_a_loss_makes_the_outcome_bad(name: str, faults: list[str]) -> None:
    tally = Tally()
    tally.add("matches finished", 3)
    tally.add("records verified", 3)
    assert storm.Outcome(tally, [], 1.0).good
    tally.add(name)
    assert not storm.Outcome(tally, faults, 1.0).good


def test_a_record_that_does_not_hold_makes_the_outcome_bad() -> None:
    tally = Tally()
    assert not storm.Outcome(tally, [], 1.0).good
    tally.add("matches finished", 3)
    tally.add("records verified", 2)
    assert not storm.Outcome(tally, [], 1.0).good
