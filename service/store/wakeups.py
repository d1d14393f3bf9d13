"""Wakes whoever waits for a match to change; one connection serves a process."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import redis

from service.store.clients import Client

CHANNEL = "tapete:changes"
"""commit.lua publishes the key of a match here when somebody follows the match."""

_POLL_S = 2.0
_PAUSE_S = 0.5
_QUIET_S = 4.0
"""Without a word from the server, until it is asked for one."""
_DEAF_S = 10.0
"""Without a word, until the connection is given up: its other end may be gone."""
_STAND_S = 2.0
_TIDY_S = 6.0
_REST_S = 12.0
"""Without anybody waiting, until the connection is given back."""


class TooManyWaiting(Exception):
    """As many wait as may; their threads are needed for those who do not wait."""


class Wakeups:
    """Tells waiting threads when a match of theirs may have changed.

    A wake-up says only: look again. One may come without a change, and one may be lost
    with the connection, so that nobody should wait without end.
    """

    def __init__(self, client: Client, most: int) -> None:
        """Take the client that gives the connection; opened at the first wait.

        `most` may wait at a time. The client is tidied now and then while somebody
        waits, and for a while after.
        """
        self.dismissed = False
        """Whether nobody is to wait any more."""
        self._client = client
        self._tidy = client.tidy
        self._free = most
        self._lock = threading.Lock()
        self._stands = threading.Event()
        self._listener: threading.Thread | None = None
        self._waiting: dict[str, set[threading.Event]] = {}
        self._heard: dict[str, int] = {}
        self._numbers = itertools.count()
        self._tidied = self._needed = time.monotonic()

    @contextmanager
    def watching(self, key: str) -> Iterator[threading.Event]:
        """Give an event that is set when the match of a key may have changed.

        Look at the match after this, then wait: no change in between is missed.
        Raises TooManyWaiting.
        """
        event = threading.Event()
        with self._lock:
            if not self._free:
                raise TooManyWaiting
            self._free -= 1
            self._waiting.setdefault(key, set()).add(event)
            self._heard.setdefault(key, next(self._numbers))
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, daemon=True)
                self._listener.start()
        self._stands.wait(_STAND_S)
        try:
            yield event
        finally:
            with self._lock:
                self._free += 1
                self._needed = time.monotonic()
                others = self._waiting[key]
                others.discard(event)
                if not others:
                    del self._waiting[key], self._heard[key]

    def heard(self, key: str) -> int | None:
        """Return a number that is another after each wake-up; None if nobody waits.

        What was read while it was this number has all changes that are known of here.
        """
        return self._heard.get(key)

    def dismiss(self) -> None:
        """Wake everybody for good; who looks at `dismissed` then must not wait."""
        self.dismissed = True
        self._wake(None)

    def _listen(self) -> None:
        """Pass on what is published, until nobody has waited for a while."""
        while self._goes_on():
            try:
                with self._client.pubsub() as pubsub:
                    pubsub.subscribe(CHANNEL)
                    self._listen_to(pubsub)
            except redis.RedisError:
                time.sleep(_PAUSE_S)
        for _ in range(2):  # what is unused now is found so once, then closed
            time.sleep(_TIDY_S)
            self._tidy()

    def _listen_to(self, pubsub: Any) -> None:
        """Pass on what comes; raises ConnectionError when nothing comes at all."""
        heard = time.monotonic()
        while self._goes_on():
            message = pubsub.get_message(timeout=_POLL_S)
            silent_s = time.monotonic() - heard
            if message is not None:
                heard = time.monotonic()
                self._hear(message["type"], message["data"])
            elif silent_s > _DEAF_S:
                raise redis.ConnectionError("nothing is heard any more")
            elif silent_s > _QUIET_S:
                pubsub.ping()

    def _goes_on(self) -> bool:
        """Tidy if it is time; return whether the listener is still needed."""
        now = time.monotonic()
        if now - self._tidied > _TIDY_S:
            self._tidied = now
            self._tidy()
        with self._lock:
            if self._waiting or now - self._needed < _REST_S:
                return True
            self._stands.clear()
            self._listener = None
            return False

    def _hear(self, kind: str, data: bytes) -> None:
        """Wake those who wait for a match; after a new subscription, everybody."""
        if kind != "pong":
            self._wake(data.decode() if kind == "message" else None)
            self._stands.set()

    def _wake(self, key: str | None) -> None:
        """Wake those who wait for a match, or everybody."""
        with self._lock:
            keys = self._waiting.keys() if key is None else self._waiting.keys() & {key}
            events = {event for each in keys for event in self._waiting[each]}
            for each in keys:
                self._heard[each] = next(self._numbers)
        for event in events:
            event.set()
