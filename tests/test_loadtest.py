"""The load test itself: it finds nothing wrong here, and would find out what is."""

from __future__ import annotations

import copy
import json
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from loadtests import checks, report
from loadtests.checks import Table, Wrong
from loadtests.hello import running_hello
from loadtests.knee import knee
from loadtests.report import Step
from tests.live import ROOT, Live, running_service

ID = re.compile(r"[A-Za-z0-9_-]{22}")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with running_service(tmp_path_factory.mktemp("service"), workers=2) as service:
        yield service


def ran(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def locust(
    url: str, figures: Path, *more: str, users: str = "locustfile"
) -> subprocess.CompletedProcess[str]:
    command = ["locust", "--locustfile", f"loadtests/{users}.py", "--headless"]
    command += ["--host", url, "--summary", str(figures), "--pause", "0.01"]
    return ran(*command, *more)


def test_whole_matches_are_played_without_a_failure(live: Live, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    done = locust(live.url, figures, "-u", "6", "-r", "6", "-t", "5s")
    assert done.returncode == 0, done.stderr
    summary = json.loads(figures.read_text())
    assert summary["failures"] == []
    assert summary["total"]["failures"] == 0
    assert sum(summary["finished"].values()) > 0
    assert 5 < len(summary["rows"]) <= 20
    assert not any(ID.search(row["route"]) for row in summary["rows"])
    assert "Traceback" not in live.log.read_text()


def test_bots_play_whole_matches_without_a_failure(live: Live, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    more = ("-u", "2", "-r", "2", "-t", "5s", "--max-level", "7")
    done = locust(live.url, figures, *more, users="botmatches")
    assert done.returncode == 0, done.stderr
    summary = json.loads(figures.read_text())
    assert summary["failures"] == []
    assert set(summary["finished"]) == {"lamarckian", "locus", "poker7"}
    assert "Traceback" not in live.log.read_text()


def test_failures_are_counted_in_few_rows_and_end_in_an_exit_code(
    tmp_path: Path,
) -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        # Far more time than they need: nobody has anything to do, which ends the run.
        more = ("-u", "9", "-r", "9", "-t", "90s")
        done = locust(url, tmp_path / "figures.json", *more)
    assert done.returncode == 1
    summary = json.loads((tmp_path / "figures.json").read_text())
    assert summary["total"]["failures"] == 9
    assert 0 < len(summary["failures"]) <= 20


def test_the_load_curve_is_one_command(live: Live, tmp_path: Path) -> None:
    steps = ("--steps", "2,4", "--seconds", "3", "--pause", "0.01", "--games", "locus")
    done = ran("loadtests.run", "--url", live.url, *steps, "--out", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    page = tmp_path / "report.md"
    assert done.stdout.splitlines()[-1] == str(page)
    text = page.read_text()
    assert "## 2 users" in text
    assert "## 4 users" in text
    assert "| POST /v1/matches/{id}/moves (locus) |" in text
    assert "<svg" in (tmp_path / "curve.svg").read_text()
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    html = (tmp_path / "report.html").read_text()
    assert "<svg" in html and "<h2>4 users</h2>" in html
    assert not re.search(r"(src|href)=.https?:", html.replace('xmlns:xlink="http', ""))


def test_a_bare_application_is_measured_beside_it(tmp_path: Path) -> None:
    with running_hello(workers=1) as url:
        more = ("-u", "2", "-r", "2", "-t", "2s")
        done = locust(url, tmp_path / "figures.json", *more, users="greeters")
    assert done.returncode == 0, done.stderr
    step = Step(2, json.loads((tmp_path / "figures.json").read_text()))
    assert step.summary["total"]["requests"] > 10
    assert step.summary["failures"] == []
    text = report.write([step], ["here"], tmp_path, [step]).read_text()
    assert "the service has 100% of that" in text
    assert "bare Flask application" in (tmp_path / "report.html").read_text()


def test_the_knee_is_where_users_begin_to_wait() -> None:
    assert knee([(10, 90), (20, 180), (40, 250), (80, 270)]) == (30, 270, True)
    assert knee([(10, 90), (20, 178), (40, 350)]) == (40, 350, False)
    assert knee([(10, 0), (20, 0)]) is None


def test_workers_tell_the_master_of_their_matches(live: Live, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [sys.executable, "-m", "locust", "-f", "loadtests/locustfile.py"]
    worker = [*command, "--worker", "--master-port", port]
    with subprocess.Popen(worker, cwd=ROOT, stderr=subprocess.PIPE) as started:
        more = ("-u", "4", "-r", "4", "-t", "5s", "--games", "locus", "--master")
        more += ("--master-bind-port", port, "--expect-workers", "1")
        done = locust(live.url, figures, *more)
        started.communicate(timeout=30)
    assert done.returncode == 0, done.stderr
    summary = json.loads(figures.read_text())
    assert summary["failures"] == []
    assert sum(summary["finished"].values()) > 0


class Played:
    """A match of Locus, one move of it, and all that the service has said of them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.seats: list[checks.Json] = [{"kind": "human"}, {"kind": "bot", "level": 1}]
        body = {"game": "locus", "seats": self.seats}
        self.created = self.ask("/v1/matches", None, body)
        self.token = self.created["tokens"][0]["token"]
        self.before = self.created["match"]
        self.path = f"/v1/matches/{self.before['id']}"
        self.listed = self.ask(f"{self.path}/moves", self.token)
        self.choice = self.listed["moves"][0]
        body = {"move": self.choice["move"]}
        self.moved = self.ask(f"{self.path}/moves", self.token, body)

    def ask(self, path: str, token: str | None, body: Any = None) -> Any:
        request = urllib.request.Request(self.url + path)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if body:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def table(self) -> Table:
        return Table(self.before["id"], "locus", 2, 1, [1])

    def check(self, moved: Any) -> None:
        told = {**self.choice["earns"], **self.choice["move"]}
        checks.moved(moved, self.table(), 0, 1, told, alone=True)


@pytest.fixture(scope="module")
def played(live: Live) -> Played:
    return Played(live.url)


def test_what_the_service_says_is_found_right(played: Played) -> None:
    checks.created(played.created, played.seats)
    checks.listed(played.listed, 0, 1, frozenset({"place"}))
    played.check(played.moved)


LIES: dict[str, Callable[[Any], object]] = {
    "raised version by more than 1": lambda a: a["match"].update(version=3),
    "did not raise version": lambda a: a["match"].update(version=1),
    "`you`": lambda a: a["match"].update(you=1),
    "another one": lambda a: a["match"].update(id="x"),
    "status and to_move": lambda a: a["match"].update(to_move=[]),
    "status and result": lambda a: a["match"].update(status="finished", to_move=[]),
    "the seats": lambda a: a["match"]["seats"].pop(),
    "other scores": lambda a: a["match"]["view"].update(scores=[-1, -1]),
    "no event tells": lambda a: a["events"].pop(0),
    "not in order": lambda a: a["events"].reverse(),
    "of another version": lambda a: a["events"][0].update(id="1-0"),
    "another game's": lambda a: a["match"]["view"].update(game="chess"),
}


@pytest.mark.parametrize("text", LIES)
def test_a_move_s_wrong_answer_is_found_out(played: Played, text: str) -> None:
    answer = copy.deepcopy(played.moved)
    LIES[text](answer)
    with pytest.raises(Wrong, match=text):
        played.check(answer)


def test_a_lost_or_doubled_change_is_found_out_at_the_end(played: Played) -> None:
    match = played.ask(played.path, None)
    match["status"], match["to_move"] = "finished", []
    match["result"] = {"winners": [0], "reason": "points", "scores": None}
    right = Table(match["id"], "locus", 2, 1, [1, 2], results=[match["result"]])
    checks.concluded(match, right)
    for versions in ([1], [1, 2, 2], [1, 2, 3]):
        with pytest.raises(Wrong, match="versions and changes"):
            checks.concluded(match, Table(match["id"], "locus", 2, 1, versions))
    match["version"] = 4  # as if two people had joined and moved twice, once in vain
    with pytest.raises(Wrong, match="an accepted move is lost"):
        match["view"]["turns"] = match["view"]["turns"][:1]
        checks.concluded(match, Table(match["id"], "locus", 2, 2, [1, 2, 3, 4]))


def test_spectators_must_see_an_end_that_players_have_seen(played: Played) -> None:
    match = played.ask(played.path, None)
    checks.watched(match, played.table(), known=2, ended=False)
    with pytest.raises(Wrong, match="for its people only"):
        checks.watched(match, played.table(), known=2, ended=True)
    with pytest.raises(Wrong, match="version has fallen"):
        checks.watched(match, played.table(), known=3, ended=False)
