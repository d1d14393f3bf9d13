"""docs/quickstart.sh, run as a newcomer runs it, against the real service."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live import ROOT, Live, running_service


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with running_service(tmp_path_factory.mktemp("service")) as service:
        yield service


def quickstart(
    *args: str, path: str = "/usr/local/bin:/usr/bin:/bin"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ROOT / "docs" / "quickstart.sh"), *args],
        env={"PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_plays_a_whole_match_of_every_game(live: Live) -> None:
    with urllib.request.urlopen(f"{live.url}/v1/games") as answer:
        games = [game["name"] for game in json.load(answer)["games"]]
    ran = quickstart(live.url)
    assert ran.returncode == 0, ran.stderr
    ends = [line for line in ran.stdout.splitlines() if ": finished after" in line]
    assert [line.partition(":")[0] for line in ends] == games
    for line in ends:
        assert re.search(r"you (won|lost|share the win)|nobody won", line)


def test_locus_is_played_on_36_cards_and_ends_with_the_scores(live: Live) -> None:
    ran = quickstart(live.url, "locus")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count('{"move":{"type":"place"') == 18
    last = ran.stdout.splitlines()[-1]
    assert last.startswith("locus: finished after 18 of your moves, you ")
    assert re.search(r"scores by seat \[\d+,\d+\]\.$", last)


def test_a_problem_document_is_told_with_its_remedy(live: Live) -> None:
    ran = quickstart(live.url, "chess")
    assert ran.returncode == 4
    assert "POST /v1/matches was answered 400, not 201: malformed" in ran.stderr
    assert "locus" in ran.stderr


def test_a_service_that_is_away_is_told_by_its_address() -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        ran = quickstart(url)
    assert ran.returncode == 3
    assert f"no answer from {url}" in ran.stderr


def test_a_call_without_an_address_is_told_the_usage() -> None:
    ran = quickstart()
    assert ran.returncode == 2
    assert "usage: quickstart.sh URL [GAME...]" in ran.stderr


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    ran = quickstart("http://127.0.0.1:1", path=str(tmp_path))
    assert ran.returncode == 2
    assert "curl is needed, but not installed" in ran.stderr
