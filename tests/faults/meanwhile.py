"""Something that is done again and again while a test goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def repeated(act: Callable[[], object], period_s: float) -> Iterator[None]:
    """Act within the block, in a thread, `period_s` after it began or acted last."""
    over = threading.Event()

    def run() -> None:
        while not over.wait(period_s):
            act()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
