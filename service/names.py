"""Names that nobody else has taken, and that are no secret."""

from __future__ import annotations

import random


def new_name() -> str:
    """Return 128 random bits in hex.

    The system is not asked, which would let go of Python's lock in the middle of each
    request; a process that was forked begins anew by itself. For what must not be
    guessed there are `new_id` and `new_token`.
    """
    return f"{random.getrandbits(128):032x}"
