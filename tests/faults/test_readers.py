"""Whoever is cut off and resumes has seen what an uninterrupted reader has."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.readers import LINES, SSE
from tests.faults.relay import Relay
from tests.live import Live, running_service

CUTS, SHORT = 100, 20
WORKERS = 4


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    path: Path = tmp_path_factory.mktemp("readers")
    with running_service(path, workers=WORKERS) as live:
        yield live


@pytest.mark.parametrize("player", [True, False], ids=["player", "spectator"])
@pytest.mark.parametrize("form", [SSE, LINES])
def test_a_resumed_reader_sees_exactly_what_an_uninterrupted_one_does(
    live: Live, form: str, player: bool, full: bool, figure: Callable[[str], None]
) -> None:
    cuts = CUTS if full else SHORT
    relay = Relay(live.url, form, cuts, player=player)
    relay.run()
    alone, cut = relay.alone, relay.cut
    assert relay.faults == []
    assert (alone.cuts, cut.cuts >= cuts) == (0, True)
    assert cut.seen == alone.seen
    told = [(id_, json.loads(event)["event"]["type"]) for id_, event in alone.seen]
    assert told == relay.pages()
    assert "Traceback" not in live.log.read_text()
    who = "player" if player else "spectator"
    figure(f"{form}, {who}: {len(told)} events through {cut.cuts} cuts, as without")
