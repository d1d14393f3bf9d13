"""The checker of histories finds what was planted, and nothing in a right one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.faults.history import History, Seen, Verdict, judge

MOVES = [{"type": "place", "cell": cell, "face": "up"} for cell in ("a1", "b1", "c1")]


@pytest.fixture
def history() -> History:
    """Seats 0 and 1 move in turn while somebody looks; the third move overlaps."""
    seen = [
        Seen("eye", 0.0, 0.5, 1, view="dealt"),
        Seen("0", 1.0, 2.0, 2, 0, MOVES[0]),
        Seen("eye", 2.1, 2.2, 2, view="two"),
        Seen("1", 3.0, 4.0, 3, 1, MOVES[1]),
        Seen("eye", 4.1, 4.2, 3, view="three"),
        Seen("0", 5.0, 7.0, 4, 0, MOVES[2]),
        Seen("eye", 5.5, 5.6, 3, view="three"),
        Seen("ear", 5.7, 5.8, 4, view="four, as seat 1"),
        Seen("eye", 5.9, 6.0, 4, view="four"),
    ]
    actions = [
        {"seat": 0, "move": MOVES[0]},
        {"seat": 1, "move": MOVES[1]},
        {"seat": 0, "move": MOVES[2]},
    ]
    ids = ["1-0", "2-0", "3-0", "3-1", "4-0"]
    return History("m", seen, [], actions, 4, ids)


def plant(history: History, number: int, **changed: object) -> History:
    history.seen[number] = history.seen[number]._replace(**changed)
    return history


def test_nothing_is_found_in_a_right_history(history: History) -> None:
    assert judge(history) == Verdict()
    assert judge(history).good


def test_a_move_without_an_answer_may_have_landed_once(history: History) -> None:
    """Its answer was never told, and an answer of nothing is in no order."""
    unknown = history.seen.pop(5)
    history.unknown.append((0, unknown.move))
    assert judge(history).good
    history.actions = [*history.actions, {"seat": 0, "move": MOVES[2]}]
    history.version, history.event_ids = 5, [*history.event_ids, "5-0"]
    assert judge(history) == Verdict(doubled=1)


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_lost_move_is_found(history: History, line: int) -> None:
    actions = list(history.actions)
    del actions[line]
    found = judge(replace(history, actions=actions))
    assert found.lost >= 1
    assert not found.good


def test_a_move_that_was_replaced_by_another_is_lost(history: History) -> None:
    actions = [*history.actions[:2], {"seat": 0, "move": MOVES[0]}]
    assert judge(replace(history, actions=actions))[:2] == (1, 1)


def test_lost_moves_at_the_end_are_found_although_versions_fit(
    history: History,
) -> None:
    found = judge(
        replace(
            history,
            actions=history.actions[:2],
            version=3,
            event_ids=history.event_ids[:-1],
        )
    )
    assert found == Verdict(lost=1)


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_doubled_move_is_found(history: History, line: int) -> None:
    actions = [*history.actions, history.actions[line]]
    ids = [*history.event_ids, "5-0"]
    found = judge(replace(history, actions=actions, version=5, event_ids=ids))
    assert found == Verdict(doubled=1)


def test_moves_in_another_order_are_found(history: History) -> None:
    actions = [history.actions[n] for n in (1, 0, 2)]
    assert judge(replace(history, actions=actions)).lost == 2


@pytest.mark.parametrize("version", [3, 5])
def test_a_gap_in_the_versions_is_found(history: History, version: int) -> None:
    assert len(judge(replace(history, version=version)).faults) >= 1


def test_two_moves_of_one_version_are_found(history: History) -> None:
    found = judge(plant(history, 5, version=3))
    assert "two moves were told the same version" in found.faults


@pytest.mark.parametrize("number", [2, 4, 8])
def test_a_view_that_goes_back_is_found(history: History, number: int) -> None:
    """The last one goes back behind another reader's only."""
    version = history.seen[number].version - 1
    found = judge(plant(history, number, version=version, view=""))
    assert found == Verdict(back=1)


def test_a_move_told_a_version_that_had_been_seen_is_found(history: History) -> None:
    history.seen.append(Seen("eye", 4.5, 4.6, 4, view="four"))
    found = judge(history)
    assert found.back == 2  # the move itself, and who looked between
    assert "version 4 was seen before it was made" in found.faults


def test_a_view_of_the_future_is_found(history: History) -> None:
    found = judge(plant(history, 0, version=2))
    assert "version 2 was seen before it was made" in found.faults


def test_two_views_of_one_version_are_found(history: History) -> None:
    found = judge(plant(history, 6, view="three, of another server"))
    assert found.faults == ("eye saw version 3 in two ways",)


@pytest.mark.parametrize(
    "ids",
    [
        ["2-0", "3-0", "3-1", "4-0"],
        ["1-0", "2-0", "3-0", "3-1"],
        ["1-0", "2-0", "3-0", "3-1", "3-1", "4-0"],
        ["1-0", "3-0", "3-1", "2-0", "4-0"],
    ],
)
def test_events_that_do_not_fit_are_found(history: History, ids: list[str]) -> None:
    assert len(judge(replace(history, event_ids=ids)).faults) == 1
