"""Checks files with records of finished matches, and prints what is true of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track
from rich.text import Text

from service import records
from service.records import Record, RecordCheck

_WIDTH = 12


class NoRecord(Exception):
    """A file that holds no record; the text says why, with the file's name."""


def read(path: Path) -> Record:
    """Return the record in a file, `-` for the standard input; raises NoRecord."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return records.decode(data)
    except msgspec.ValidationError as error:
        raise NoRecord(f"{path}: this is no record: {error}.") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise NoRecord(f"{path}: this is not JSON: {error}.") from None
    except OSError as error:
        raise NoRecord(f"{path}: {error.strerror}.") from None


def verify(paths: Sequence[Path], *, quiet: bool) -> bool:
    """Check files and print what is true or false; return whether all is true."""
    console = Console(highlight=False, soft_wrap=True)
    good = 0
    shown: Iterable[Path] = paths
    if len(paths) > 1 and console.is_terminal:
        shown = track(paths, "Verifying", console=console, transient=True)
    for path in shown:
        checks = _checked(path)
        true = all(check.ok for check in checks)
        good += true
        if len(paths) > 1 and not (quiet and true):
            console.print(Text(str(path), "bold"))
        for check in checks:
            if not (quiet and check.ok):
                console.print(_line(check))
    if len(paths) > 1:
        false = len(paths) - good
        console.print(f"{len(paths)} records: {good} true, {false} false.")
    return good == len(paths)


def _checked(path: Path) -> list[RecordCheck]:
    try:
        return records.verify(read(path))
    except NoRecord as error:
        return [RecordCheck("record", False, str(error))]


def _line(check: RecordCheck) -> Text:
    word = ("ok   ", "green") if check.ok else ("FALSE", "bold red")
    name = check.name if check.line is None else f"{check.name} {check.line}"
    return Text.assemble("  ", word, f"  {name:{_WIDTH}}  {check.detail}")
