"""Wakes whoever waits for a match to change; one connection serves a process."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import redis

CHANNEL = "tapete:changes"
"""commit.lua publishes the key of a match here when somebody follows the match."""

_POLL_S = 5.0
_PAUSE_S = 0.5
_STAND_S = 2.0


class Wakeups:
    """Tells waiting threads when a match of theirs may have changed.

    A wake-up says only: look again. One may come without a change, and one may be lost
    with the connection, so that nobody should wait without end.
    """

    def __init__(self, client: redis.Redis) -> None:
        """Take the client whose pool gives the connection; opened at the first wait."""
        self._client = client
        self._lock = threading.Lock()
        self._stands = threading.Event()
        self._listener: threading.Thread | None = None
        self._waiting: dict[str, set[threading.Event]] = {}

    @contextmanager
    def watching(self, key: str) -> Iterator[threading.Event]:
        """Give an event that is set when the match of a key may have changed.

        Look at the match after this, then wait: no change in between is missed.
        """
        event = threading.Event()
        with self._lock:
            self._waiting.setdefault(key, set()).add(event)
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, daemon=True)
                self._listener.start()
        self._stands.wait(_STAND_S)
        try:
            yield event
        finally:
            with self._lock:
                others = self._waiting[key]
                others.discard(event)
                if not others:
                    del self._waiting[key]

    def _listen(self) -> None:
        """Pass on what is published, until the process ends."""
        while True:
            try:
                with self._client.pubsub() as pubsub:  # type: ignore[no-untyped-call]
                    pubsub.subscribe(CHANNEL)
                    while True:
                        message = pubsub.get_message(timeout=_POLL_S)
                        if message is not None:
                            self._hear(message["type"], message["data"])
            except redis.RedisError:
                time.sleep(_PAUSE_S)

    def _hear(self, kind: str, data: bytes) -> None:
        """Wake those who wait for a match; after a new subscription, everybody."""
        with self._lock:
            if kind == "message":
                events = set(self._waiting.get(data.decode(), ()))
            else:
                events = {e for several in self._waiting.values() for e in several}
        for event in events:
            event.set()
        self._stands.set()
