"""A wire to a server that can stand still or be slow, as a network does."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_CHUNK = 65_536


class Wire:
    """A port of the loopback behind which a server is.

    While it is cut nothing gets through and nobody is told, as when packets are
    dropped: connections open and stay, and what was sent before arrives after, late.
    """

    def __init__(self, to: int) -> None:
        """Take the server's port."""
        self._to = to
        self._whole = threading.Event()
        self._whole.set()
        self._delay_s = 0.0
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Let nothing through within the block."""
        self._whole.clear()
        try:
            yield
        finally:
            self._whole.set()

    def lead(self, to: int) -> None:
        """Have new connections reach another server; those that stand stay."""
        self._to = to

    def strand(self) -> None:
        """Let nothing through the connections that stand, ever; new ones are whole."""
        self._whole.clear()
        self._whole = threading.Event()
        self._whole.set()

    @contextmanager
    def slow(self, delay_s: float) -> Iterator[None]:
        """Delay all that is sent, either way, within the block."""
        self._delay_s = delay_s
        try:
            yield
        finally:
            self._delay_s = 0.0

    def close(self) -> None:
        """Take no more connections."""
        self._whole.set()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._join, args=[near], daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        whole = self._whole
        whole.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            near.close()
            return
        with suppress(OSError):  # the near end may have gone meanwhile
            for each in (near, far):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for one, other in ((near, far), (far, near)):
            threading.Thread(
                target=self._pump, args=[one, other, whole], daemon=True
            ).start()

    def _pump(
        self, source: socket.socket, target: socket.socket, whole: threading.Event
    ) -> None:
        with suppress(OSError):
            while data := source.recv(_CHUNK):
                if self._delay_s:
                    time.sleep(self._delay_s)
                whole.wait()
                target.sendall(data)
        whole.wait()
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
