"""The same in every process: nothing of a bot's choice rests on how Python hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable


def assert_same_in_every_process(
    module: str, chosen: Callable[[int], str], positions: int
) -> None:
    """Compare what a test module's function returns here and in two new processes."""
    here = chosen(positions)
    script = f"from {module} import {chosen.__name__} as chosen"
    script += f"; print(chosen({positions}))"
    for salt in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": salt}
        made = subprocess.run(
            [sys.executable, "-c", script], env=env, capture_output=True, check=True
        )
        assert made.stdout.decode().strip() == here
