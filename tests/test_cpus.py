"""Workers that are to keep to a processor each keep to one that no other has."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.live import Live, running_service, worker_ids

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def places(live: Live) -> list[frozenset[int]]:
    """Where each thread of each worker may run; a worker that begins may anywhere."""
    return [
        frozenset(os.sched_getaffinity(int(task.name)))
        for worker in worker_ids(live.process.pid)
        for task in Path(f"/proc/{worker}/task").iterdir()
    ]


def become(live: Live, wanted: set[frozenset[int]]) -> bool:
    """Whether the workers' threads come to run in these places."""
    for _ in range(100):
        with suppress(OSError):  # a thread, or a worker, that has ended meanwhile
            if set(places(live)) == wanted:
                return True
        time.sleep(0.1)
    return False


def test_each_worker_keeps_to_a_processor_and_its_successor_takes_that(
    redis_url: str, tmp_path: Path
) -> None:
    here = sorted(os.sched_getaffinity(0))[:2]
    own = {frozenset({number}) for number in here}
    env = {"TAPETE_REDIS_URL": redis_url, "TAPETE_PIN_WORKERS": "1"}
    with running_service(tmp_path, workers=len(here), env=env) as live:
        assert become(live, own)
        for victim in worker_ids(live.process.pid):
            os.kill(victim, signal.SIGKILL)
            assert become(live, own)
            assert httpx.get(f"{live.url}/readyz").status_code == 200


def test_a_worker_too_many_runs_anywhere(redis_url: str, tmp_path: Path) -> None:
    here = os.sched_getaffinity(0)
    wanted = {frozenset({number}) for number in here} | {frozenset(here)}
    env = {"TAPETE_REDIS_URL": redis_url, "TAPETE_PIN_WORKERS": "1"}
    with running_service(tmp_path, workers=len(here) + 1, env=env) as live:
        assert become(live, wanted)


def test_workers_run_anywhere_unless_told_otherwise(
    redis_url: str, tmp_path: Path
) -> None:
    here = frozenset(os.sched_getaffinity(0))
    with running_service(
        tmp_path, workers=2, env={"TAPETE_REDIS_URL": redis_url}
    ) as live:
        assert httpx.get(f"{live.url}/readyz").status_code == 200
        assert set(places(live)) == {here}
