"""How long a request waits for bots: a safety net, for their levels count nodes."""

from __future__ import annotations

from threading import Timer
from time import monotonic
from types import TracebackType

from service.bots import Policy, Searching
from service.core.cancel import Cancel


class Patience:
    """A safety net of some seconds around the moves that bots make in one request.

    The first half of them is for beginning moves, the second for ending the last: a
    search is only cut short, and its move perhaps weaker, if it takes that long alone.
    """

    def __init__(self, seconds: float) -> None:
        """Begin to wait."""
        began = monotonic()
        self._last_call, self._ends = began + seconds / 2, began + seconds
        self._cancel = Cancel()
        self._timer: Timer | None = None

    def __enter__(self) -> Patience:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()

    @property
    def over(self) -> bool:
        """Whether no more moves are to be begun."""
        return monotonic() >= self._last_call

    def with_(self, policy: Policy) -> Policy:
        """Return a policy whose searches end in time; a thread sees to that."""
        if not isinstance(policy, Searching):
            return policy
        left = self._ends - monotonic()
        if left <= 0:
            self._cancel()
        elif self._timer is None:
            self._timer = Timer(left, self._cancel)
            self._timer.daemon = True
            self._timer.start()
        return policy.until(self._cancel)
