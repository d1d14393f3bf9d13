"""Connections to Redis, by what they run over and who is at their other end."""

from __future__ import annotations

import socket
import struct
from typing import Any

import redis
from redis.connection import SSLConnection
from redis.sentinel import SentinelManagedConnection

_TIMEVAL = struct.Struct("ll")
"""As the kernel takes a time: seconds, and microseconds beside them."""


class _Plain:
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


class MasterSSLConnection(MasterConnection, SSLConnection):
    """Such a connection over TLS."""

    _connect = SSLConnection._connect


_QUICK: dict[Any, Any] = {
    redis.Connection: TCPConnection,
    redis.UnixDomainSocketConnection: UnixConnection,
}


def quick(kind: Any) -> Any:
    """Return the kind of connection that takes the place of one of redis-py's."""
    return _QUICK.get(kind, kind)
