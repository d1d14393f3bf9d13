"""Stops what the C core is at, from another thread."""

from __future__ import annotations

from service.core._core import ffi


class Cancel:
    """Stops the searches that were given it; each then answers the best found so far.

    One that begins afterwards answers at once.
    """

    def __init__(self) -> None:
        self.flag = ffi.new("int32_t *")

    def __call__(self) -> None:
        """Stop them."""
        self.flag[0] = 1
