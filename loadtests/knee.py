"""Where a load curve bends: how many users a service takes before they wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

STRAIGHT = 0.9
"""Of the rate in proportion to the users, what still counts as proportional."""


class Knee(NamedTuple):
    """The number of users, and the highest rate of all steps."""

    users: int
    rate: float
    reached: bool
    """Whether the curve has bent; if not, `users` is the last step's."""


def knee(curve: Sequence[tuple[int, float]]) -> Knee | None:
    """Return the knee of (users, rate) pairs in order of users; None without a rate.

    It is where the two bounds of a closed system meet: few users get answers in
    proportion to their number, and however many get no more than the highest rate.
    """
    best = max((rate for _, rate in curve), default=0.0)
    first = next(((users, rate) for users, rate in curve if rate > 0), None)
    if first is None:
        return None
    of_one = first[1] / first[0]
    last_users, last_rate = curve[-1]
    if last_rate >= STRAIGHT * of_one * last_users:
        return Knee(last_users, best, reached=False)
    return Knee(round(best / of_one), best, reached=True)
