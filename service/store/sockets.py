"""Connections to Redis, by what they run over and who is at their other end."""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from typing import Any

import redis
from hiredis import pack_command
from redis.connection import SSLConnection
from redis.sentinel import SentinelManagedConnection

_TIMEVAL = struct.Struct("ll")
"""As the kernel takes a time: seconds, and microseconds beside them."""


Command = tuple[str | int | float | bytes, ...]
"""A command's name, one word, and what follows it."""


class _Short:
    """Exchanges commands for answers with little around what is sent and read.

    redis-py's own ways look at the words of each command, at the time, and at what its
    other clients might need. Errors become those of redis-py here as there.
    """

    def exchange(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands together and return their answers, some of them errors.

        To be asked of a connection that is open. After what it raises it is closed: the
        rest of the answers must not be taken for others.
        """
        own: Any = self
        try:
            if own._sock is None:  # another thread has closed it
                raise redis.ConnectionError("The connection is closed.")
            own._sock.sendall(b"".join(map(pack_command, commands)))  # type: ignore[arg-type]
            return [_answer(own._parser) for _ in commands]
        except BaseException as error:
            own.disconnect()
            if isinstance(error, TimeoutError | BlockingIOError):
                raise redis.TimeoutError("The server takes too long.") from error
            if isinstance(error, OSError):
                raise redis.ConnectionError(str(error)) from error
            raise


def _answer(parser: Any) -> Any:
    try:
        return parser.read_response()
    except redis.ConnectionError as error:
        if isinstance(error.__context__, BlockingIOError):
            raise error.__context__ from None
        raise


class _Plain(_Short):
    """Has the kernel watch over time-outs, of connections without TLS.

    Python's own sockets with a time-out ask before each read and write whether they are
    ready, and let go of the lock that other threads wait for once more each time.
    """

    def _connect(self) -> socket.socket:
        made: socket.socket = super()._connect()  # type: ignore[misc]
        seconds = made.gettimeout()
        if seconds:
            limit = _TIMEVAL.pack(int(seconds), int(seconds % 1 * 1e6))
            made.settimeout(None)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        return made


class TCPConnection(_Plain, redis.Connection):
    """A connection to a host and port."""


class UnixConnection(_Plain, redis.UnixDomainSocketConnection):
    """A connection to a socket of this machine."""


class MasterConnection(_Plain, SentinelManagedConnection):
    """A connection to a server that calls itself the master, too."""

    def connect_to(self, address: tuple[str, int]) -> None:
        """Connect; raises ConnectionError if the server follows another, or is to.

        Sentinels are asked again, for it may have stood still until now.
        """
        super().connect_to(address)  # type: ignore[no-untyped-call]
        self.send_command("ROLE")  # type: ignore[no-untyped-call]
        says_so = self.read_response()[0] in (b"master", "master")
        if not says_so or self.connection_pool.get_master_address() != address:
            self.disconnect()  # type: ignore[no-untyped-call]
            raise redis.ConnectionError("the server is not the master any more")


class TLSConnection(_Short, SSLConnection):
    """A connection over TLS."""


class MasterSSLConnection(MasterConnection, SSLConnection):
    """A connection to a master over TLS."""

    _connect = SSLConnection._connect


_QUICK: dict[Any, Any] = {
    redis.Connection: TCPConnection,
    redis.UnixDomainSocketConnection: UnixConnection,
    SSLConnection: TLSConnection,
}


def quick(kind: Any) -> Any:
    """Return the kind of connection that takes the place of one of redis-py's."""
    return _QUICK.get(kind, kind)
