"""What those who look on cost: `python -m bench.viewers`.

One match of Locus, followed by more and more streams of server-sent events; moves are
made one by one, and each is waited for until the last stream has told of it.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from bench.load import open_streams, reset
from bench.workers import Service, request, started, whole_match

VIEWERS = (0, 100, 300, 600)
MOVES = 9
"""Made with each number of viewers, of a match's 36."""

_OPENING_S, _QUIET_S, _LOST_S = 10.0, 1.0, 10.0
_PAUSE_S = 0.2


class Followed(NamedTuple):
    """What moves cost that so many have followed."""

    viewers: int
    cpu_ms: float
    """Of the workers, for a move and all that it led to."""
    answered_ms: float
    seen_ms: float
    """Until the last viewer had it; medians."""
    megabytes: float
    """Of all workers (PSS)."""


def main() -> None:
    """Print a line for each number of viewers."""
    print("| viewers | CPU ms a move | answered ms | last has it ms | MB (PSS) |")
    print("|--:|--:|--:|--:|--:|")
    for each in measured():
        print(
            f"| {each.viewers} | {each.cpu_ms:.1f} | {each.answered_ms:.0f} "
            f"| {each.seen_ms:.0f} | {each.megabytes:.0f} |",
            flush=True,
        )


def measured() -> list[Followed]:
    """Make the moves of one match before more and more viewers."""
    with started("service.worker") as service:
        path, moves = whole_match(service)
        follow = request("GET", f"{path}/events", form="text/event-stream")
        found = []
        for number, viewers in enumerate(VIEWERS):
            some = moves[number * MOVES : (number + 1) * MOVES]
            found.append(_with(service, viewers, follow, some))
        return found


def _with(
    service: Service, viewers: int, follow: bytes, moves: Sequence[bytes]
) -> Followed:
    streams, answered = open_streams(service.address, [follow] * viewers, _OPENING_S)
    if answered < viewers:
        raise SystemExit(f"only {answered} of {viewers} streams were answered")
    _drain(streams)
    before, times, seen = service.spent(), [], []
    for move in moves:
        begun = time.perf_counter()
        service.send(move)
        times.append(time.perf_counter() - begun)
        _wait_for_all(streams)
        seen.append(time.perf_counter() - begun)
        time.sleep(_PAUSE_S)
    cpu = (service.spent() - before) / len(moves)
    megabytes = service.held().megabytes
    reset(streams)
    time.sleep(_QUIET_S)
    return Followed(
        viewers, cpu * 1000, median(times) * 1000, median(seen) * 1000, megabytes
    )


def _drain(streams: Sequence[socket.socket]) -> None:
    """Read what the streams tell of the past, until they are quiet."""
    with selectors.DefaultSelector() as ready:
        for stream in streams:
            ready.register(stream, selectors.EVENT_READ)
        while streams and (told := ready.select(_QUIET_S)):
            for key, _ in told:
                key.fileobj.recv(1 << 16)  # type: ignore[union-attr]


def _wait_for_all(streams: Sequence[socket.socket]) -> None:
    """Read until every stream has told of something new."""
    with selectors.DefaultSelector() as ready:
        for stream in streams:
            ready.register(stream, selectors.EVENT_READ)
        while ready.get_map():
            told = ready.select(_LOST_S)
            if not told:
                raise SystemExit("a move has not reached all viewers")
            for key, _ in told:
                if b"data:" in key.fileobj.recv(1 << 16):  # type: ignore[union-attr]
                    ready.unregister(key.fileobj)


if __name__ == "__main__":
    main()
