"""Schemathesis holds the running service to its own OpenAPI document.

All of its checks are on, and one of ours: every error is a problem document of a kind
that is documented, and none is the service's fault.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.live import ROOT, running_service

HERE = Path(__file__).parent
SHORT = ["--max-examples", "4", "--max-time", "25"]
LONG = ["--max-examples", "300", "--max-time", "200"]
LONG_REQUESTS = 5_000
LONGEST_S = 1_800


def test_the_service_answers_as_its_document_says(
    tmp_path: Path, full: bool, figure: Callable[[str], None]
) -> None:
    env = {
        "TAPETE_ACCESS_LOG": "1",
        "TAPETE_LOG_FORMAT": "json",
        "TAPETE_RATE_LIMIT_HINTS": "",
    }
    with running_service(tmp_path, env=env) as live:
        ran = schemathesis(live.url, tmp_path, LONG if full else SHORT)
        log = live.log.read_text(errors="replace")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Stateful" in ran.stdout
    assert "Traceback" not in log, log[-3_000:]
    requests = log.count('"request_id"')
    figure(f"Schemathesis: {requests:,} requests, no fault")
    assert requests >= (LONG_REQUESTS if full else 100)


def schemathesis(
    url: str, folder: Path, options: list[str]
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "schemathesis.cli"]
    config = ["--config-file", str(HERE / "schemathesis.toml")]
    run = ["run", f"{url}/openapi.json", "--checks", "all", "--no-color"]
    return subprocess.run(
        [*command, *config, *run, "--generation-database", "none", *options],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "SCHEMATHESIS_HOOKS": "tests.api.schemathesis_hooks",
            "TAPETE_UNDER_TEST": url,
        },
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
