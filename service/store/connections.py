"""The connections to Redis of one process: few, shared fairly, closed when not used."""

from __future__ import annotations

import queue
import threading
from collections import deque
from typing import Any

import redis


class Connections(redis.BlockingConnectionPool):
    """A pool that serves in turn, and can shrink again after a rush.

    redis-py's own lets late comers overtake those who wait already, who in a rush then
    wait in vain, and it keeps all connections that it has ever opened.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._unused: set[Any] = set()
        kwargs["queue_class"] = _InTurn
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]

    def release(self, connection: Any) -> None:
        """Take a connection back."""
        self._unused.discard(connection)
        super().release(connection)  # type: ignore[no-untyped-call]

    def close_unused(self) -> None:
        """Close the connections that nobody has used since the last call.

        The pool keeps them as they are: a closed one opens again at its next use.
        """
        with self.pool.mutex:  # nobody takes or returns one meanwhile
            free = {connection for connection in self.pool.queue if connection}
            for connection in free & self._unused:
                connection.disconnect()
            self._unused = free


class _Waiting:
    """Somebody who waits for a connection, which may be None: one yet to be made."""

    def __init__(self) -> None:
        self.served = threading.Event()
        self.connection: Any = None


class _InTurn:
    """Last in, first out for connections; first come, first served for who waits."""

    def __init__(self, maxsize: int) -> None:
        self.queue: list[Any] = []
        self.mutex = threading.Lock()
        self._maxsize = maxsize
        self._line: deque[_Waiting] = deque()

    def get(self, block: bool, timeout: float) -> Any:
        """Take a connection; raises Empty after the timeout."""
        with self.mutex:
            if self.queue:
                return self.queue.pop()
            me = _Waiting()
            self._line.append(me)
        if not me.served.wait(timeout):
            with self.mutex:
                if not me.served.is_set():
                    self._line.remove(me)
                    raise queue.Empty
        return me.connection

    def put_nowait(self, connection: Any) -> None:
        """Give a connection back, to the first in the line if there is one."""
        with self.mutex:
            if self._line:
                first = self._line.popleft()
                first.connection = connection
                first.served.set()
            elif len(self.queue) >= self._maxsize:
                raise queue.Full
            else:
                self.queue.append(connection)
