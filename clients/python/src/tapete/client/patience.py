"""When to send a request again, and when to give up; no clock ticks in here."""

from __future__ import annotations

import json
import math
import random
import time
from dataclasses import dataclass

from tapete.client.messages import Answer
from tapete.client.problems import Unreachable, problem, retry_after

_FIRST_S = 0.1
_LONGEST_S = 5.0
_GATEWAY = (502, 504)
"""What a proxy says of a service that does not answer it."""
_QUICK_S = 0.5
_MOST_WAIT_S = 25


@dataclass(frozen=True)
class Lost:
    """There was no answer, or not the whole of one; `why` says what went wrong."""

    why: Exception


class Patience:
    """Judges one outcome of a request after the other, until it is settled."""

    def __init__(self, seconds: float) -> None:
        """Take for how long to go on asking."""
        self._until = time.monotonic() + seconds
        self._failures = 0
        self._mistakes = 0

    def judge(self, outcome: Answer | Lost) -> Answer | float:
        """Return the answer if it is one, or the seconds to wait before the next try.

        Raises Problem for a refusal, at once for what a repetition cannot mend; and
        Unreachable or NotTapete.
        """
        if isinstance(outcome, Lost):
            why = f"{type(outcome.why).__name__}: {outcome.why}"
            return self._again(Unreachable(why), outcome.why)
        if outcome.status < 300 or outcome.status == 304:
            return outcome
        if outcome.status in _GATEWAY:
            return self._again(Unreachable(f"a proxy answers {outcome.status}"))
        error = problem(_document(outcome), outcome.status, outcome.headers)
        self._mistakes += outcome.status == 500
        once = outcome.status == 500 and self._mistakes == 1
        if outcome.status in (429, 503) or once:
            return self._again(error, least=retry_after(outcome.headers) or 0)
        raise error

    def _again(
        self, error: Exception, cause: Exception | None = None, least: float = 0
    ) -> float:
        """Return how long to wait; raises the error if there is no time for it."""
        longest = min(_LONGEST_S, _FIRST_S * 2.0**self._failures)
        wait: float = least + longest * random.uniform(0.5, 1)
        self._failures += 1
        if time.monotonic() + wait > self._until:
            raise error from cause
        return wait


class LongPoll:
    """Divides a long wait into waits that the service allows."""

    def __init__(self, seconds: float | None) -> None:
        """Take for how long to wait in all; None is for ever."""
        self._until = math.inf if seconds is None else time.monotonic() + seconds
        self._asked = 0.0

    def ask(self) -> int | None:
        """Return the seconds to wait at the service; None when time is up."""
        self._asked = time.monotonic()
        left = self._until - self._asked
        return math.ceil(min(_MOST_WAIT_S, left)) if left > 0 else None

    def pause(self) -> float:
        """Return the seconds to wait here: some if the service did not wait at all."""
        if time.monotonic() - self._asked > _QUICK_S:
            return 0
        return random.uniform(_FIRST_S, 2 * _FIRST_S)


def _document(answer: Answer) -> object:
    try:
        found: object = json.loads(answer.body)
    except ValueError:
        return None
    return found
