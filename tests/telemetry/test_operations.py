"""docs/operations.md, the alerts and the dashboard name the metrics that there are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.config import Settings
from service.telemetry import metrics
from service.telemetry.logs import FIELDS
from tests.cli import COMMAND
from tests.live import ROOT
from tests.telemetry.conftest import Watched

PAGE = (ROOT / "docs" / "operations.md").read_text()
ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yml"
RULES = [r for g in yaml.safe_load(ALERTS.read_text())["groups"] for r in g["rules"]]
BOARD = json.loads((ROOT / "deploy" / "grafana" / "tapete.json").read_text())
NAME = re.compile(r"\btapete_[a-z_]+")
LABEL = re.compile(r"by \(([^)]*)\)|[{,]\s*([a-z]+)[=!]")
ELSEWHERE = ("docker", "kubectl", "buildah")
"""Blocks with these need what tests of the container and of the manifests have."""
LABELS = {"method", "route", "status", "code", "game", "kind", "level", "reason"} | {
    *("outcome", "version", "le", "instance", "job")
}


def expressions() -> list[str]:
    """What the dashboard asks for."""
    targets = [t["expr"] for panel in BOARD["panels"] for t in panel.get("targets", [])]
    asked = [each["query"]["query"] for each in BOARD["templating"]["list"]]
    return [*targets, *asked]


def named(text: str) -> set[str]:
    """The metrics that a text names, without what a histogram's series end in."""
    ends = ("_bucket", "_sum", "_count")
    found = set[str]()
    for name in NAME.findall(text):
        end = next((end for end in ends if name.endswith(end)), "")
        found.add(name.removesuffix(end))
    return found


def kept() -> set[str]:
    return named(" ".join(metrics.names()))


def test_a_scrape_has_the_names_that_are_known(watched: Watched) -> None:
    assert named(" ".join(re.findall(r"^(\w+)[{ ]", watched.scrape(), re.M))) <= kept()


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    assert named(" ".join(expressions())) == kept()


def test_the_page_describes_every_metric_and_no_other() -> None:
    rows = re.findall(r"^\| `(tapete_\w+)`", PAGE, re.M)
    assert sorted(rows) == sorted(kept())
    assert named(PAGE) <= kept()


def test_alerts_ask_for_metrics_and_labels_that_there_are() -> None:
    asked = [rule["expr"] for rule in RULES]
    assert named(" ".join(asked)) <= kept()
    for text in [*asked, *expressions()]:
        for several, single in LABEL.findall(text):
            labels = [each.strip() for each in (several or single).split(",")]
            assert set(labels) <= LABELS, text


def test_the_page_says_what_to_do_for_every_alert() -> None:
    rows = re.findall(r"^\| `(Tapete\w+)` \| (.+) \|$", PAGE, re.M)
    assert sorted(name for name, _ in rows) == sorted(rule["alert"] for rule in RULES)
    assert all(len(what) > 20 for _, what in rows)


def test_panels_have_places_of_their_own() -> None:
    taken = set[tuple[int, int]]()
    for panel in BOARD["panels"]:
        at = panel["gridPos"]
        cells = {
            (at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])
        }
        assert not cells & taken, panel["title"]
        taken |= cells


def test_the_page_names_every_setting_and_every_field_of_the_log() -> None:
    for field in fields(Settings):
        assert f"`TAPETE_{field.name.upper()}`" in PAGE, field.name
    for name in FIELDS:
        assert f"`{name}`" in PAGE, name


def blocks() -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S)


def test_the_commands_of_the_page_run(watched: Watched, tmp_path: Path) -> None:
    """Those that need containers are in blocks of their own, tested with these."""
    ours = [b for b in blocks() if not any(word in b for word in ELSEWHERE)]
    assert len(ours) >= 2
    run = tmp_path / "tapete"
    run.write_text(f'#!/bin/sh\nexec {COMMAND[0]} -c "{COMMAND[2]}" "$@"\n')
    run.chmod(0o755)
    for block in ours:
        script = block.replace("http://127.0.0.1:8000", watched.live.url)
        script = script.replace("http://127.0.0.1:9464/metrics", watched.metrics_url)
        script = script.replace("tapete doctor", f"{run} doctor")
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            env={"PATH": "/usr/bin:/bin", "TAPETE_REDIS_URL": watched.store_url},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, (script, done.stdout, done.stderr)
        assert done.stdout


@pytest.mark.parametrize("block", blocks())
def test_every_block_is_a_script(block: str) -> None:
    done = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_promtool_accepts_the_alerts_and_they_fire_when_they_should(
    full: bool, tmp_path: Path
) -> None:
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "day")
        assert rule["annotations"]["summary"]
    if not full:  # which fetches promtool from Debian's package
        return
    promtool = shutil.which("promtool") or _fetched(tmp_path)
    shutil.copy(ALERTS, tmp_path)
    shutil.copy(Path(__file__).with_name("alerts.test.yml"), tmp_path)
    steps: list[list[Any]] = [["check", "rules"], ["test", "rules"]]
    for words, file in zip(steps, ["alerts.yml", "alerts.test.yml"], strict=True):
        done = subprocess.run(
            [promtool, *words, file], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "SUCCESS" in done.stdout


def _fetched(folder: Path) -> str:
    """Take promtool out of the package, without installing it."""
    for command in (
        ["apt-get", "-q", "download", "prometheus"],
        ["sh", "-c", "dpkg-deb -x prometheus_*.deb ."],
    ):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return str(folder / "usr" / "bin" / "promtool")
