"""A small disk, which needs root, and a clock that jumps."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_DISK = "24m"
_BLOCK = bytes(1 << 16)
_OFF = """\
import time

right = time.time

def shifted():
    with open({path!r}) as file:
        return right() + float(file.read() or 0)

time.time = shifted
"""


class Missing(Exception):
    """The machine does not allow it; the text says what it would take."""


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Put a file system of its own into a folder; only root may."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Missing("a small disk needs root and mount") from error
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Leave no space on a folder's disk within the block."""
    filler = folder / "filler"
    try:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(_BLOCK):
                pass
        yield
    finally:
        filler.unlink()


def shifted(folder: Path) -> tuple[dict[str, str], Path]:
    """Return variables by which a service's clock is off by the seconds in a file.

    Its monotonic clock is left alone, as it is when a machine's clock is set.
    """
    shift = folder / "shift"
    shift.write_text("0")
    (folder / "sitecustomize.py").write_text(_OFF.format(path=str(shift)))
    return {"PYTHONPATH": str(folder)}, shift
