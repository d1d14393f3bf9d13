"""Whether a match's record holds what its people were told: nothing lost or doubled."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.faults.net import Json


class Told(NamedTuple):
    """A move, or a resignation (None), that a seat was told has been accepted."""

    version: int
    seat: int
    move: Json | None


@dataclass
class Ledger:
    """A match as its people keep book of it; `tokens` are theirs, by seat."""

    id: str
    game: str
    tokens: dict[int, str]
    told: list[Told] = field(default_factory=list)
    version: int = 1
    """The last that anybody was told of."""


class Findings(NamedTuple):
    """What is wrong with a record; nothing if all is empty."""

    lost: int = 0
    """Moves that were acknowledged and are not recorded."""
    doubled: int = 0
    """Moves that are recorded more often than they were acknowledged."""
    faults: tuple[str, ...] = ()


def audit(
    ledger: Ledger, record: Json, version: int, event_ids: Sequence[str]
) -> Findings:
    """Compare a finished match with what its people were told.

    `version` is the match's last, `event_ids` are those of all its events.
    """
    told = sorted(ledger.told, key=lambda each: each.version)
    expected = [name_of(each.seat, each.move) for each in told]
    found = [
        name_of(action["seat"], action["move"])
        for action in record["actions"]
        if action["seat"] in ledger.tokens
    ]
    lost = Counter(expected) - Counter(found)
    doubled = Counter(found) - Counter(expected)
    faults = []
    if expected != found and not lost and not doubled:
        faults.append("the order of the record is not that of the versions")
    if record["id"] != ledger.id or record["game"] != ledger.game:
        faults.append("the record is another match's")
    if [each.version for each in told] != list(range(2, version + 1)):
        faults.append(f"versions up to {version} and moves do not correspond")
    faults += check_events(event_ids, version)
    return Findings(lost.total(), doubled.total(), tuple(faults))


def check_events(ids: Sequence[str], version: int) -> list[str]:
    """Check that the events of every version are there once and in order."""
    order = [(int(of), int(number)) for of, number in (i.split("-") for i in ids)]
    faults = []
    if order != sorted(set(order)):
        faults.append("an event comes twice, or out of order")
    if {of for of, _ in order} != set(range(1, version + 1)):
        faults.append("versions and events do not correspond")
    return faults


def name_of(seat: int | None, move: Json | None) -> str:
    """Return an action as text, alike for alike ones."""
    return f"{seat} {json.dumps(move, sort_keys=True)}"
