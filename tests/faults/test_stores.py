"""What the store promises holds through its faults, whoever plays meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import stores
from tests.faults.machine import Missing
from tests.faults.stores import FAULTS, HEAD, MEASURED

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")

SHORT = ("memory full", "Sentinel fail-over, WAIT 1", "Cluster, slots move")
"""Those of every run; the others take minutes."""


_begun: list[str] = []


@pytest.fixture
def rows(figure: Callable[[str], None]) -> Callable[[str], None]:
    """Add a line to the table, which begins with a head."""
    if not _begun:
        _begun.append(HEAD)
        figure(HEAD)
    return figure


@pytest.mark.parametrize("name", FAULTS)
def test_moves_land_once_and_in_an_order_that_everybody_sees(
    name: str, tmp_path: Path, full: bool, rows: Callable[[str], None]
) -> None:
    if not full and name not in SHORT:
        pytest.skip("runs with --full")
    try:
        outcome = stores.run(name, tmp_path, full=full)
    except Missing as missing:
        pytest.fail(str(missing))
    rows(outcome.row())
    counted = outcome.counted
    assert counted.moves > 0
    if name not in MEASURED:
        assert outcome.good, (outcome.row(), outcome.faults[:9])
        assert counted.refused == 0
    assert not [fault for fault in outcome.faults if fault.startswith("500")]
    assert not [fault for fault in outcome.faults if "mistake" in fault]


def test_what_no_setting_keeps_is_found_to_be_lost(tmp_path: Path) -> None:
    """The checker of a whole run is sharp: this one must lose moves."""
    outcome = stores.run("server killed, no AOF", tmp_path, full=False)
    assert outcome.counted.verdict.lost > 0
    assert not outcome.good
