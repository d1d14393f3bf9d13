"""The checker of records finds what was planted, and nothing in a right one."""

import copy
from typing import Any

import pytest

from tests.faults.audit import Findings, Ledger, Told, audit

MOVES = [{"type": "place", "cell": cell, "face": "up"} for cell in ("a1", "b1", "c1")]
IDS = ["1-0", "2-0", "2-1", "3-0", "4-0", "4-1"]


@pytest.fixture
def ledger() -> Ledger:
    """Seat 0 is a person's, who has moved twice and given up; seat 1 is a bot's."""
    told = [Told(2, 0, MOVES[0]), Told(4, 0, None), Told(3, 0, MOVES[1])]
    return Ledger("m", "locus", {0: "token"}, told, 4)


@pytest.fixture
def record() -> dict[str, Any]:
    done = [(0, MOVES[0]), (1, MOVES[2]), (0, MOVES[1]), (1, MOVES[2]), (0, None)]
    actions = [{"seat": seat, "move": move} for seat, move in done]
    return {"id": "m", "game": "locus", "actions": actions}


def test_nothing_is_found_in_a_right_record(
    ledger: Ledger, record: dict[str, Any]
) -> None:
    assert audit(ledger, record, 4, IDS) == Findings()


@pytest.mark.parametrize("line", [0, 2, 4])
def test_a_lost_move_is_found(
    ledger: Ledger, record: dict[str, Any], line: int
) -> None:
    del record["actions"][line]
    assert audit(ledger, record, 4, IDS)[:2] == (1, 0)


@pytest.mark.parametrize("line", [0, 2, 4])
def test_a_doubled_move_is_found(
    ledger: Ledger, record: dict[str, Any], line: int
) -> None:
    record["actions"].insert(line, copy.deepcopy(record["actions"][line]))
    assert audit(ledger, record, 4, IDS)[:2] == (0, 1)


def test_a_move_that_became_another_is_lost_and_another_doubled(
    ledger: Ledger, record: dict[str, Any]
) -> None:
    record["actions"][2]["move"] = MOVES[0]
    assert audit(ledger, record, 4, IDS)[:2] == (1, 1)


def test_a_record_in_another_order_is_found(
    ledger: Ledger, record: dict[str, Any]
) -> None:
    actions = record["actions"]
    actions[0], actions[2] = actions[2], actions[0]
    assert len(audit(ledger, record, 4, IDS).faults) == 1


@pytest.mark.parametrize("version", [3, 5])
def test_a_gap_in_the_versions_is_found(
    ledger: Ledger, record: dict[str, Any], version: int
) -> None:
    assert len(audit(ledger, record, version, IDS).faults) == 2


def test_two_moves_of_one_version_are_found(
    ledger: Ledger, record: dict[str, Any]
) -> None:
    ledger.told[2] = Told(2, 0, MOVES[1])
    assert len(audit(ledger, record, 4, IDS).faults) == 1


@pytest.mark.parametrize(
    "ids", [IDS[1:], IDS[:-2], [*IDS, "4-1"], [*IDS[1:], "1-0"], [*IDS, "5-0"]]
)
def test_events_that_do_not_fit_are_found(
    ledger: Ledger, record: dict[str, Any], ids: list[str]
) -> None:
    assert len(audit(ledger, record, 4, ids).faults) >= 1


def test_another_match_s_record_is_found(
    ledger: Ledger, record: dict[str, Any]
) -> None:
    record["id"] = "n"
    assert len(audit(ledger, record, 4, IDS).faults) == 1
