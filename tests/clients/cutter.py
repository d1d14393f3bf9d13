"""A bad network: passes bytes on between a client and a service, and cuts at random."""

from __future__ import annotations

import asyncio
import random
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

_BITE = 65_536
_MOST_UP, _MOST_DOWN = 2_000, 6_000
_ALL = 1 << 60


class Cutter:
    """Listens in front of a service; `url` is where clients connect."""

    def __init__(self, url: str, seed: int = 1, spared: float = 0.3) -> None:
        """Take the service's address; `seed` decides what is cut, and where.

        `spared` is how many of the connections are left whole, from 0 to 1.
        """
        self.url = ""
        self.cuts = 0
        self._service = urlsplit(url)
        self._rng = random.Random(seed)
        self._spared = spared
        self._resting = False
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._over = asyncio.Event()
        self._thread = threading.Thread(
            target=self._loop.run_until_complete, args=[self._serve()]
        )

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()
        self._loop.close()

    def rest(self) -> None:
        """Cut no connection that is made from now on."""
        self._resting = True

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._ready.set()
        await self._over.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Pass on what comes from both ends until one is through, or the limit."""
        host, port = self._service.hostname, self._service.port
        up, down = self._limits()
        try:
            there, to = await asyncio.open_connection(host, port)
        except OSError:
            writer.transport.abort()
            return
        pumps = [self._pump(reader, to, up), self._pump(there, writer, down)]
        tasks = [asyncio.create_task(pump) for pump in pumps]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if any(task.result() for task in done):
                self.cuts += 1
                writer.transport.abort()
                to.transport.abort()
        except asyncio.CancelledError:
            pass  # the end of all; asyncio would report it as a mistake
        finally:
            for task in tasks:
                task.cancel()
            writer.close()
            to.close()

    def _limits(self) -> tuple[int, int]:
        """Return after how many bytes to cut, on the way there and on the way back."""
        if self._resting or self._rng.random() < self._spared:
            return _ALL, _ALL
        up = self._rng.randint(0, _MOST_UP) if self._rng.random() < 0.5 else _ALL
        return up, self._rng.randint(0, _MOST_DOWN)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: int
    ) -> bool:
        """Pass bytes on; return whether that ended with the limit."""
        with suppress(OSError):
            while left > 0 and (data := await reader.read(_BITE)):
                writer.write(data[:left])
                await writer.drain()
                left -= len(data)
        return left <= 0
