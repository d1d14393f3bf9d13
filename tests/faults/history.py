"""Whether what people saw of a match, and when, fits one order of its moves.

Every change has a version of its own, one higher than the last. So a history is
linearizable if versions grow with time: who begins after another has ended never meets
an older version, and nobody meets a version before its change had begun.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.faults.audit import check_events, name_of
from tests.faults.net import Json


class Seen(NamedTuple):
    """One request of somebody's, and the version that its answer told."""

    reader: str
    began: float
    ended: float
    version: int
    seat: int | None = None
    """Who moved; None for somebody who looked."""
    move: Json | None = None
    view: str = ""
    """What was looked at, to the byte; comparable among those of one reader."""


@dataclass
class History:
    """What was seen of a match, and what is recorded of it in the end."""

    id: str
    seen: list[Seen] = field(default_factory=list)
    unknown: list[tuple[int, Json | None]] = field(default_factory=list)
    """Moves that were sent and never answered: they may have landed, once."""
    actions: Sequence[Json] = ()
    version: int = 0
    """The last, which follows from the first by one action each."""
    event_ids: Sequence[str] = ()


class Verdict(NamedTuple):
    """What is wrong with a history; nothing if all is empty."""

    lost: int = 0
    """Moves that were acknowledged and are not recorded at their version."""
    doubled: int = 0
    """Moves that are recorded more often than they were made."""
    back: int = 0
    """Looks at an older version than one that had been seen before they began."""
    faults: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return self == Verdict()


def judge(history: History) -> Verdict:
    """Hold a history against the rules."""
    moves = [each for each in history.seen if each.seat is not None]
    recorded = [name_of(each["seat"], each["move"]) for each in history.actions]
    made = Counter(name_of(each.seat, each.move) for each in moves)
    made += Counter(name_of(*each) for each in history.unknown)
    lost = [each for each in moves if _recorded(recorded, each.version) != _own(each)]
    doubled = Counter(recorded) - made
    faults = []
    if history.version != len(recorded) + 1:
        faults.append(f"version {history.version} after {len(recorded)} actions")
    versions = [each.version for each in moves]
    if len(set(versions)) != len(versions):
        faults.append("two moves were told the same version")
    faults += _split(history.seen)
    faults += check_events(history.event_ids, history.version)
    faults += _early(history.seen)
    return Verdict(len(lost), doubled.total(), _back(history.seen), tuple(faults))


def _back(seen: Sequence[Seen]) -> int:
    """Count answers older than what had been seen before they were asked for."""
    newest, number, ended = 0, 0, sorted(seen, key=lambda each: each.ended)
    turn = 0
    for each in sorted(seen, key=lambda each: each.began):
        while turn < len(ended) and ended[turn].ended < each.began:
            newest = max(newest, ended[turn].version)
            turn += 1
        number += each.version < newest or (
            each.seat is not None and each.version == newest
        )
    return number


def _early(seen: Sequence[Seen]) -> list[str]:
    """Find answers of a version that ended before its change had begun."""
    began = {each.version: each.began for each in seen if each.seat is not None}
    return [
        f"version {each.version} was seen before it was made"
        for each in seen
        if each.ended < began.get(each.version, each.ended)
    ]


def _split(seen: Sequence[Seen]) -> list[str]:
    """Find versions of which one reader was shown two views."""
    shown: dict[tuple[str, int], str] = {}
    return [
        f"{each.reader} saw version {each.version} in two ways"
        for each in seen
        if each.view
        and shown.setdefault((each.reader, each.version), each.view) != each.view
    ]


def _recorded(recorded: Sequence[str], version: int) -> str:
    """Return the action that led to a version."""
    number = version - 2
    return recorded[number] if 0 <= number < len(recorded) else ""


def _own(each: Seen) -> str:
    return name_of(each.seat, each.move)
