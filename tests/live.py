"""The real service, started as a process of its own for tests and load tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]

_READY_S = 30.0
_STOP_S = 60.0
_POLL_S = 0.02

_SERVE = """\
import json, sys
from pathlib import Path
from service import server
from service.config import Settings

server.OPTIONS.update(json.loads(sys.argv[3]))

def say(url):
    print(url, flush=True)

server.serve(
    Settings.from_env(),
    host="127.0.0.1",
    port=0,
    workers=int(sys.argv[2]),
    data_dir=Path(sys.argv[1]),
    on_ready=say,
)
"""


class Live(NamedTuple):
    """A running service: its address, its process, and the file that it logs to."""

    url: str
    process: subprocess.Popen[str]
    log: Path


@contextmanager
def running_service(
    tmp_path: Path,
    workers: int = 1,
    env: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Live]:
    """Serve on a free port, with its data in `tmp_path`, until the block is left.

    `env` sets TAPETE_* variables; those of the caller's environment do not count.
    `options` are gunicorn's, in place of those that the service sets.
    """
    arguments = [str(tmp_path / "data"), str(workers), json.dumps(options or {})]
    log = tmp_path / "service.log"
    with log.open("ab") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, *arguments],
            cwd=ROOT,
            env=_environment(env or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        url = _await_ready(process, log)
        _await_workers(process.pid, workers)
        # What follows the address, the access log, must not fill the pipe.
        threading.Thread(target=_drain, args=[process, log], daemon=True).start()
        yield Live(url, process, log)
    except BaseException:
        _stop(process)
        raise
    code = _stop(process)
    if code != 0:
        raise RuntimeError(f"the service ended with code {code}: {_tail(log)}")


def worker_ids(master: int) -> list[int]:
    """Return the workers' process ids, the oldest first; the store is none of them."""
    proc = Path("/proc")
    listed = (proc / f"{master}/task/{master}/children").read_text().split()
    own = (proc / f"{master}/exe").readlink()
    found = []
    for child in map(int, listed):
        with suppress(OSError):
            if (proc / f"{child}/exe").readlink() == own:
                found.append((_started(child), child))
    return [child for _, child in sorted(found)]


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("TAPETE_")}
    return {**inherited, **own}


def _await_ready(process: subprocess.Popen[str], log: Path) -> str:
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    deadline = time.monotonic() + _READY_S
    while url and time.monotonic() < deadline:
        with (
            suppress(OSError),
            urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer,
        ):
            if answer.status == 200:
                return url
        time.sleep(_POLL_S)
    raise RuntimeError(f"the service did not get ready: {_tail(log)}")


def _await_workers(master: int, number: int) -> None:
    deadline = time.monotonic() + _READY_S
    while sys.platform == "linux" and len(worker_ids(master)) < number:
        if time.monotonic() > deadline:
            raise RuntimeError(f"{worker_ids(master)}, not {number} workers")
        time.sleep(_POLL_S)


def _drain(process: subprocess.Popen[str], log: Path) -> None:
    assert process.stdout is not None
    with suppress(ValueError), log.open("a") as file:
        for line in process.stdout:
            file.write(line)
            file.flush()


def _stop(process: subprocess.Popen[str]) -> int:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_STOP_S)
    process.kill()  # no effect on a process that has gone
    return process.wait()


def _tail(log: Path) -> str:
    return log.read_text(errors="replace")[-2000:]


def _started(process: int) -> int:
    """Return when a process started, in clock ticks since boot (proc(5), field 22)."""
    stat = Path(f"/proc/{process}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[19])
