"""Answers that wait until replicas have what they tell."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from service.store.clients import Client
from service.store.errors import Unconfirmed

_REMEMBERED = 10_000
_SHORT_S = 1


class Replicas:
    """A number of replicas that must have a change before anybody is told of it.

    Else a master that ends could take with it what was shown already.
    """

    def __init__(self, client: Client, number: int, seconds: float) -> None:
        """Take how many must confirm, 0 for none, and for how long they are asked."""
        self._client = client
        self._number = number
        self._ms = max(1, round(seconds * 1000))
        self._lock = threading.Lock()
        self._known: OrderedDict[str, int] = OrderedDict()
        """Versions that replicas are known to have, by match; spares asking again."""

    @property
    def wanted(self) -> bool:
        """Whether any must confirm."""
        return self._number > 0

    def have(self, match: str, version: int) -> bool:
        """Return whether a version is known to be confirmed, or need not be.

        One that is older than what is known is of a server that may be behind.
        """
        return not self._number or self._known.get(match) == version

    def note(self, match: str, version: int) -> None:
        """Remember the newest version that has been confirmed."""
        if self._number:
            with self._lock:
                self._known.pop(match, None)
                self._known[match] = version
                if len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)

    def confirm(self, record: str, ttl_s: int) -> None:
        """Wait until replicas have the record of a change; raises Unconfirmed.

        Redis waits for what was written on the same connection, hence the expiry. It
        also tells whether the server is one that has the change: after a fail-over it
        may be one that never got it.
        """
        (found,) = self._wait(record, lambda pipe: pipe.expire(record, ttl_s))
        if not found:
            raise Unconfirmed("the server does not have the change any more")

    def read(self, match: str, ask: Callable[[Any], object]) -> list[Any]:
        """Read from a match what replicas have; raises Unconfirmed.

        `ask` gives its commands to a pipeline. A key that soon goes is written after
        them, to be waited for.
        """

        def ask_and_write(pipe: Any) -> None:
            ask(pipe)
            pipe.set(f"{match}:sync", "", ex=_SHORT_S)

        return self._wait(match, ask_and_write)[:-1]

    def _wait(self, key: str, ask: Callable[[Any], object]) -> list[Any]:
        with self._client.owner(key).pipeline(transaction=False) as pipe:
            ask(pipe)
            pipe.wait(self._number, self._ms)
            *answers, confirmed = pipe.execute()
        if confirmed < self._number:
            raise Unconfirmed(f"{confirmed} of {self._number} replicas confirmed")
        return answers
