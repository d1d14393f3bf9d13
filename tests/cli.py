"""How tests run the command line and read what it prints."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

from click.testing import Result

COMMAND = [sys.executable, "-c", "from service.cli import main; main()"]
"""`tapete` in a process of its own."""

Run = Callable[..., Result]
"""Runs `tapete` with arguments, and with `typed` on its input."""


def match_id(result: Result) -> str:
    """Return the id that a left match can be resumed by."""
    found = re.search(r"--resume (\S+)", result.output)
    assert found, result.output
    return found[1]


def refused(result: Result, code: int) -> bool:
    """Return whether a command ended so, with a line of text and no traceback."""
    ended = isinstance(result.exception, SystemExit)
    return ended and result.exit_code == code and result.stderr != ""
