"""Whoever is cut off and resumes has seen what an uninterrupted reader has."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.readers import LINES, SSE
from tests.faults.relay import Relay
from tests.faults.workers import replace_all
from tests.live import running_service

CUTS, SHORT = 100, 20
WORKERS = 4

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def test_resumed_readers_see_exactly_what_uninterrupted_ones_do(
    tmp_path: Path, full: bool, figure: Callable[[str], None]
) -> None:
    cuts = CUTS if full else SHORT
    with running_service(tmp_path, workers=WORKERS) as live:
        relay = Relay(live.url, cuts)
        relay.run()
        assert relay.faults == []
        for viewer in relay.viewers:
            pages = relay.pages(viewer)
            for form in (SSE, LINES):
                alone = relay.readers[viewer.name, form, False]
                cut = relay.readers[viewer.name, form, True]
                assert alone.cuts == 0
                assert cut.cuts >= cuts
                assert cut.seen == alone.seen
                told = [(i, json.loads(e)["event"]["type"]) for i, e in alone.seen]
                assert told == pages
            figure(f"{viewer.name}: {len(pages)} events over {cuts} cuts of each form")
        replace_all(live.process.pid)
    assert "Traceback" not in live.log.read_text()
