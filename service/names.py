"""Names that nobody else has taken, and that are no secret."""

from __future__ import annotations

import os
from random import Random

_chance = Random()  # noqa: S311 no secret hangs on it
"""Of its own: whoever seeds Python's common one must not make names come again."""

os.register_at_fork(after_in_child=_chance.seed)


def new_name() -> str:
    """Return 128 random bits in hex.

    The system is not asked, which would let go of Python's lock in the middle of each
    request. For what must not be guessed there are `new_id` and `new_token`.
    """
    return f"{_chance.getrandbits(128):032x}"
