"""Chores go on, whatever comes of one of them."""

from __future__ import annotations

import queue

import pytest

from service.chore import Chore
from service.store.errors import StoreUnavailable

AWAY_S, LOOK_S = 0.01, 0.02


class Listed(Chore):
    """Does what is listed, and tells of each that it has begun."""

    def __init__(self, outcomes: list[int | Exception]) -> None:
        super().__init__("listed", look_s=LOOK_S, away_s=AWAY_S)
        self.begun = queue.SimpleQueue[int]()
        self._outcomes = iter(outcomes)

    def work(self) -> int:
        outcome = next(self._outcomes, 0)
        self.begun.put(1)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@pytest.mark.parametrize("fault", [StoreUnavailable("", "full"), KeyError("odd")])
def test_a_chore_goes_on_after_a_fault(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    chore = Listed([fault, 3])
    chore.start()
    for _ in range(4):
        assert chore.begun.get(timeout=10)
    told = "the listed goes on after an unexpected error" in caplog.text
    assert told == isinstance(fault, KeyError)
