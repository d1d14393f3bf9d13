"""Looks over this machine: the settings, its limits, the C core, what is installed."""

from __future__ import annotations

import os
import platform
import resource
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

from service.archive import brief, target
from service.config import Settings
from service.core._core import lib
from service.doctor.finding import Finding, fail, ok, warn
from service.server import missing, threads
from service.store.embedded import default_data_dir
from service.telemetry import traces

_PATHS = ((lib.TP_PATH_AVX512, "AVX-512"), (lib.TP_PATH_AVX2, "AVX2"))
_OWN = 36
"""Threads and descriptors that a process has anyway."""
_FREE = 64 << 20
_PIDS = Path("/sys/fs/cgroup/pids.max")


def look(settings: Settings, workers: int, data_dir: Path | None) -> Iterator[Finding]:
    """Look over the machine on which the service is to run."""
    yield _core()
    yield _files(settings)
    yield _threads(settings, workers)
    yield _folder("temporary", Path(tempfile.gettempdir()), "TMPDIR")
    if not settings.redis_url:
        yield _folder("data", data_dir or default_data_dir(), "--data-dir")
    lacking = {each.extra: each for each in missing(settings)}
    for each in lacking.values():
        told = f"{each.package} is not installed."
        yield fail(each.extra, told, f"Type pip install 'tapete[{each.extra}]'.")
    if settings.archive_url and "archive" not in lacking:
        yield _archive(settings.archive_url)
    if traces.configured() and "otel" not in lacking:
        yield ok("otel", "Spans are sent to where OTEL_EXPORTER_OTLP_ENDPOINT says.")


def _threads_of(settings: Settings) -> int:
    return threads(settings.followers)["threads"]


def _core() -> Finding:
    for path, name in _PATHS:
        if lib.tp_hand_path(path):
            return ok("core", f"The C core is there and uses {name}.")
    text = "The C core is there, without AVX2: batches of hands take ten times longer."
    if platform.machine() not in ("x86_64", "AMD64"):
        return ok("core", text)
    return warn("core", text, "Choose a virtual CPU that passes AVX2 on (cpu host).")


def _files(settings: Settings) -> Finding:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = _threads_of(settings) + settings.redis_connections + _OWN
    shown = "any number" if most == resource.RLIM_INFINITY else f"{most:,}"
    text = f"{shown} open files are allowed, a worker needs up to {needed:,}."
    if most == resource.RLIM_INFINITY or most >= needed:
        return ok("files", text)
    remedy = f"Set LimitNOFILE={2 * needed} (systemd), --ulimit nofile={2 * needed}"
    return fail("files", text, f"{remedy} (docker), or TAPETE_FOLLOWERS lower.")


def _threads(settings: Settings, workers: int) -> Finding:
    needed = workers * (_threads_of(settings) + _OWN)
    shown = _PIDS.read_text().strip() if _PIDS.exists() else "max"
    if shown == "max":
        return ok("threads", f"No limit here; {workers} workers need up to {needed:,}.")
    text = f"{int(shown):,} are allowed, {workers} workers need up to {needed:,}."
    if int(shown) >= needed:
        return ok("threads", text)
    remedy = f"Set TasksMax={needed} (systemd), --pids-limit {needed} (docker)"
    return warn("threads", text, f"{remedy}, or TAPETE_FOLLOWERS lower.")


def _folder(name: str, folder: Path, setting: str) -> Finding:
    there = folder
    while not there.exists():
        there = there.parent
    remedy = f"Set {setting} to a directory that this user can write."
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return fail(name, f"{folder} cannot be written.", remedy)
    free = shutil.disk_usage(there).free
    text = f"{folder} can be written, {free / 2**20:,.0f} MiB are free."
    if free >= _FREE:
        return ok(name, text)
    return warn(name, text, f"Make room, or set {setting} to another directory.")


def _archive(url: str) -> Finding:
    """Write something to the archive and take it away again."""
    import obstore

    try:
        place, name = target(url), f".tapete-doctor-{uuid.uuid4()}"
        obstore.put(place, name, b"")
        obstore.delete(place, name)
    except Exception as error:  # the library's errors and the system's
        remedy = "Check TAPETE_ARCHIVE_URL, and AWS_* if it is a bucket."
        return fail("archive", brief(error), remedy)
    return ok("archive", "It can be written.")
