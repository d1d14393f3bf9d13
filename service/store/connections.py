"""The connections to Redis of one process: few, shared fairly, closed when not used."""

from __future__ import annotations

import itertools
import queue
import threading
import time
from bisect import insort
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import redis
from redis.connection import SSLConnection
from redis.sentinel import SentinelConnectionPool

from service.store.sockets import (
    Command,
    MasterConnection,
    MasterSSLConnection,
    quick,
)

_FRESH_S = 1.0
"""Unused for longer, a connection is looked at before it is used: its server may have
closed it. One that closes earlier costs an attempt."""

_PROMPT_S = 0.2
"""A master that takes longer to answer may be none any more; sentinels know."""


class Connections(redis.BlockingConnectionPool):
    """A pool that serves in turn, and can shrink again after a rush.

    redis-py's own lets late comers overtake those who wait already, who in a rush then
    wait in vain, and it keeps all connections that it has ever opened. Taking one from
    it and giving it back costs more than what is sent meanwhile, most of it for
    observers and notices that there are none of here.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._unused: set[Any] = set()
        self._numbers = itertools.count(1)
        kwargs["queue_class"] = _InTurn
        kind = kwargs.get("connection_class", redis.Connection)
        kwargs["connection_class"] = quick(kind)
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]

    def make_connection(self) -> Any:
        """Make a connection that knows its number, the higher the younger."""
        connection = super().make_connection()  # type: ignore[no-untyped-call]
        connection.number = next(self._numbers)
        connection.used_at = time.monotonic()
        return connection

    def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands together and return their answers, the shortest way.

        Raises the first error among them; after one of the connection all are sent
        again, as often as it is told to.
        """
        connection = self.get_connection()
        try:
            answers: list[Any] = connection.retry.call_with_retry(
                lambda: self._exchange(connection, commands),
                lambda error: connection.disconnect(),
            )
        finally:
            self.release(connection)
        for answer in answers:
            if isinstance(answer, redis.ResponseError):
                raise answer
        return answers

    def _exchange(self, connection: Any, commands: Sequence[Command]) -> list[Any]:
        """Send commands and read their answers."""
        if not connection.is_connected:
            connection.connect()
        answers: list[Any] = connection.exchange(commands)
        return answers

    def get_connection(
        self, command_name: str | None = None, *keys: Any, **options: Any
    ) -> Any:
        """Lend a connection that is open; raises ConnectionError if none gets free."""
        self._checkpid()
        try:
            connection = self.pool.get(block=True, timeout=self.timeout)
        except queue.Empty:
            raise redis.ConnectionError("No connection available.") from None
        if connection is None:
            connection = self.make_connection()
        try:
            _make_ready(connection)
        except BaseException:
            self.release(connection)
            raise
        return connection

    def release(self, connection: Any) -> None:
        """Take a connection back."""
        self._unused.discard(connection)
        if self.owns_connection(connection):
            if connection.should_reconnect():
                connection.disconnect()
            connection.used_at = time.monotonic()
            kept = connection
        else:  # as of a master that is none any more
            connection.disconnect()
            with suppress(ValueError):
                self._connections.remove(connection)
            kept = None
        with suppress(queue.Full):
            self.pool.put_nowait(kept)

    def disconnect(self, inuse_connections: bool = True) -> None:
        """Close all connections, or those that nobody uses."""
        if inuse_connections:
            super().disconnect()
        else:
            self.disconnect_free_connections()

    def disconnect_free_connections(
        self, moving_address_src: str | None = None
    ) -> None:
        """Close the connections that nobody uses.

        redis-py's own could close one that has just been taken, while it is written to.
        """
        with self.pool.mutex:
            for connection in self.pool.queue:
                if connection is not None:
                    connection.disconnect()

    def close_unused(self) -> None:
        """Close the connections that nobody has used since the last call.

        The pool makes new ones when they are needed; kept, each would hold some 30 kB.
        """
        with self.pool.mutex:  # nobody takes or returns one meanwhile
            free = {connection for connection in self.pool.queue if connection}
            closed = free & self._unused
            for connection in closed:
                connection.disconnect()
                self._connections.remove(connection)
            kept = [each for each in self.pool.queue if each and each not in closed]
            yet_to_be_made = [None] * (len(self.pool.queue) - len(kept))
            self.pool.queue = yet_to_be_made + kept
            self._unused = free - closed


def _make_ready(connection: Any) -> None:
    """Open a connection that is not, or whose server may have closed it meanwhile."""
    if connection.is_connected:
        if time.monotonic() - connection.used_at < _FRESH_S:
            return
        if _says_something(connection):
            connection.disconnect()
    connection.connect()


def _says_something(connection: Any) -> bool:
    """Return whether an idle connection is closed, or has what nobody has asked for."""
    try:
        return bool(connection.can_read())
    except (redis.RedisError, OSError):
        return True


class MasterConnections(SentinelConnectionPool, Connections):
    """A pool of connections to the server that sentinels call the master."""

    def __init__(self, service: str, sentinels: Any, **kwargs: Any) -> None:
        tls = kwargs.pop("connection_class", None) is SSLConnection
        kwargs["connection_class"] = MasterSSLConnection if tls else MasterConnection
        super().__init__(service, sentinels, **kwargs)  # type: ignore[no-untyped-call]

    def _exchange(self, connection: Any, commands: Sequence[Command]) -> list[Any]:
        """Exchange, and look whether the server that answers is still the master.

        One that has stood still meanwhile does not know by itself that another is.
        """
        began = time.monotonic()
        answers = super()._exchange(connection, commands)
        if time.monotonic() - began > _PROMPT_S:
            self.get_master_address()  # type: ignore[no-untyped-call]
        if not self.owns_connection(connection):  # type: ignore[no-untyped-call]
            raise redis.ConnectionError("another server is the master by now")
        return answers

    def close_unused(self) -> None:
        """Close unused connections, those to the sentinels too."""
        super().close_unused()
        self.sentinel_manager.tidy()


class _Waiting:
    """Somebody who waits for a connection, which may be None: one yet to be made."""

    def __init__(self) -> None:
        self.served = threading.Event()
        self.connection: Any = None


class _InTurn:
    """The oldest connection is taken first; who waits is served first come, first.

    So those of a rush go unused after it, and can be closed. What a rush has made must
    not stay: a few objects of it would keep whole megabytes of CPython's from the
    system.
    """

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
            elif self.queue and _age(self.queue[-1]) > _age(connection):
                insort(self.queue, connection, key=_age)
            else:
                self.queue.append(connection)


def _age(connection: Any) -> float:
    """Return what is higher for older connections; lowest for one yet to be made."""
    return float("-inf") if connection is None else -connection.number
