"""What a process does so that it takes no more memory than it needs."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress


def settle() -> None:
    """Leave all objects of now out of later collections; they are here to stay.

    A collection writes to every object that it looks at. In a forked worker each page
    of the master's objects would so become a copy of its own.
    """
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Return to the system what is free, as after a rush; takes a few milliseconds.

    The collection also empties CPython's lists of free objects, which keep their pages
    in use. glibc keeps free memory between blocks until it is told; other C libraries
    know no such call.
    """
    gc.collect()
    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
