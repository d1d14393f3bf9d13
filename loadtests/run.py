"""The load curve in one command: `python -m loadtests.run [--url URL]`.

Runs Locust with more and more users, for some seconds each, and writes pages with the
figures. Without a URL it starts a service of its own, and after that a bare Flask
application under the same gunicorn, to compare with. The exit code is 1 if anything has
failed that should not.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from loadtests import report
from loadtests.hello import running_hello
from loadtests.report import Step
from tests.live import running_service

ROOT = Path(__file__).parents[1]

_GRACE_S = 30
_NOTHING: dict[str, Any] = {
    "rows": [],
    "total": {"rps": 0}
    | dict.fromkeys(("p50", "p95", "p99", "requests", "failures"), 0),
    "failures": [],
    "finished": {},
}


def main() -> int:
    """Measure, write the pages and print the path of one; returns the exit code."""
    options = _options()
    bare: list[Step] = []
    with _service(options) as url:
        steps = _curve(url, "locustfile", options.seconds, options)
    if not options.url and options.bare_seconds:
        print("A bare Flask application under the same gunicorn:")
        with running_hello(options.workers) as url:
            bare = _curve(url, "greeters", options.bare_seconds, options)
    page = report.write(steps, _about(options), options.out, bare)
    wrong = [line for step in [*steps, *bare] for line in report.wrong(step)]
    if not any(step.summary["finished"] for step in steps):
        wrong.append("no match was played to the end")
    for line in wrong:
        print(f"wrong: {line}", file=sys.stderr)
    print(page)
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m loadtests.run",
        description="Measure the service with more and more users.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--url", help="of a running service; without it, one is started")
    add("--workers", type=int, default=2, help="of the service that is started")
    add("--steps", type=_numbers, default="10,20,40,80,160", help="numbers of users")
    add("--seconds", type=int, default=30, help="of each step")
    add("--bare-seconds", type=int, default=8, help="of a bare application's steps")
    add("--pause", type=float, default=0.2, help="mean seconds before each move")
    add("--games", default="", help="only these, with commas between")
    add("--max-level", type=int, default=3, help="of the bots")
    add("--out", type=Path, default=ROOT / "loadtests" / "out", help="directory")
    return parser.parse_args()


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


@contextmanager
def _service(options: argparse.Namespace) -> Iterator[str]:
    if options.url:
        yield options.url.rstrip("/")
        return
    with (
        tempfile.TemporaryDirectory(prefix="tapete-load-") as directory,
        running_service(Path(directory), workers=options.workers) as live,
    ):
        yield live.url


def _curve(
    url: str, people: str, seconds: int, options: argparse.Namespace
) -> list[Step]:
    steps = []
    for users in options.steps:
        steps.append(_measure(url, users, people, seconds, options))
        print(_line(steps[-1]), flush=True)
    return steps


def _measure(
    url: str, users: int, people: str, seconds: int, options: argparse.Namespace
) -> Step:
    with tempfile.TemporaryDirectory(prefix="tapete-load-") as directory:
        figures = Path(directory) / "summary.json"
        command = [sys.executable, "-m", "locust", "--headless", "--only-summary"]
        command += ["--locustfile", str(Path(__file__).with_name(f"{people}.py"))]
        command += ["--host", url, "--users", str(users), "--spawn-rate", str(users)]
        command += ["--run-time", f"{seconds}s", "--pause", str(options.pause)]
        command += ["--games", options.games, "--max-level", str(options.max_level)]
        command += ["--summary", str(figures)]
        options.out.mkdir(parents=True, exist_ok=True)
        log = options.out / f"{people}-{users}.log"
        trouble = _run(command, log, seconds + _GRACE_S)
        if not figures.exists():
            return Step(users, _NOTHING, trouble or f"no figures; see {log}")
        summary = json.loads(figures.read_text(encoding="utf-8"))
        return Step(users, summary, "" if summary["failures"] else trouble)


def _run(command: list[str], log: Path, timeout_s: float) -> str:
    """Run Locust; returns what went wrong, if anything did."""
    with log.open("wb") as file:
        try:
            code = subprocess.run(
                command,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                timeout=timeout_s,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return f"Locust did not end within {timeout_s:.0f} s; see {log}"
    return f"Locust ended with code {code}; see {log}" if code else ""


def _about(options: argparse.Namespace) -> list[str]:
    served = options.url or f"a service of its own, {options.workers} workers"
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    return [
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine}; measured was {served}.",
        f"{options.seconds} s for each number of users, who pause {options.pause} s"
        f" on average before each move. Bots up to level {options.max_level}.",
        "Users against bots, tables of two to four people, and spectators: 6 to 3 to 1."
        " All answers are checked, and refusals that are meant are no failures.",
        "Users wait for answers, so that requests/s stops rising where the service, or"
        " the machine that it shares with the users, is at its limit.",
    ]


def _line(step: Step) -> str:
    total = step.summary["total"]
    finished = sum(step.summary["finished"].values())
    return (
        f"{step.users:4d} users: {total['rps']} requests/s, p95 {total['p95']} ms,"
        f" {total['failures']} failures, {finished} matches finished"
    )


if __name__ == "__main__":
    sys.exit(main())
