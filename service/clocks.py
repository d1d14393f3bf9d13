"""Clocks of a match: whose time runs, until when, and what is left of it."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from service.games.base import Seat
from service.match import Clock, Match

LEAST_S = 1.0
"""What a turn has at the least: so a seat that has used up its time still moves on by
time-outs, one a second, and nobody who asks has to wait for a row of them."""
_ENDLESS = float("inf")


def started(match: Match) -> Match:
    """Return a match whose clocks are set and stand still."""
    if match.clock is None:
        return match
    seats = len(match.seats)
    left = (match.clock.base or 0.0,) * seats
    return msgspec.structs.replace(match, left=left, since=(None,) * seats)


def turned(
    match: Match, waiting: Collection[Seat], acted: Collection[Seat], now: float
) -> Match:
    """Return a match with the clocks as they are after a change.

    The clock of a seat that has acted stops, or starts anew if it has to act again; one
    that still has to act runs on. Bots have no clock.
    """
    clock = match.clock
    if clock is None:
        return match
    left, since = list(match.left), list(match.since)
    for seat, seated in enumerate(match.seats):
        began = since[seat]
        if began is not None and (seat in acted or seat not in waiting):
            bonus = clock.increment if seat in acted else 0
            left[seat] = max(0.0, left[seat] - (now - began)) + bonus
            since[seat] = None
        if seat in waiting and since[seat] is None and seated.kind != "bot":
            since[seat] = now
    return msgspec.structs.replace(match, left=tuple(left), since=tuple(since))


def deadline(match: Match) -> float | None:
    """Return when the first running clock runs out (seconds since 1970), or None."""
    ends = [_end(match, seat) for seat in range(len(match.since))]
    first = min(ends, default=_ENDLESS)
    return None if first == _ENDLESS else first


def late(match: Match, now: float) -> list[Seat]:
    """Return the seats whose clock has run out."""
    return [s for s in range(len(match.since)) if _end(match, s) <= now]


def time_left(match: Match, now: float) -> list[float] | None:
    """Return what each seat has left of its time for the match; None without such."""
    if match.clock is None or match.clock.base is None:
        return None
    return [
        max(0.0, left - (now - began)) if began is not None else left
        for left, began in zip(match.left, match.since, strict=True)
    ]


def _end(match: Match, seat: Seat) -> float:
    began, clock = match.since[seat], match.clock
    if began is None or clock is None:
        return _ENDLESS
    left = match.left[seat] if clock.base else _ENDLESS
    return began + max(LEAST_S, min(_limit(clock), left))


def _limit(clock: Clock) -> float:
    return _ENDLESS if clock.turn is None else clock.turn
