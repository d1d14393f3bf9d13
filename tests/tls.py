"""TLS in front of a server that has none, as a proxy of its own would do it."""

from __future__ import annotations

import asyncio
import queue
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import trustme

_CHUNK = 65_536


class Secured(NamedTuple):
    """A port that speaks TLS, and who vouches for it."""

    port: int
    authority: Path
    """The certificate, in a file."""


@contextmanager
def secured(to: int, folder: Path) -> Iterator[Secured]:
    """Run it within the block, in a thread, before a server's port of the loopback."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "authority.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    begun = queue.SimpleQueue[tuple[int, Callable[[], object]]]()

    async def joined(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, forth = await asyncio.open_connection("127.0.0.1", to)
        await asyncio.gather(_pump(near, forth), _pump(far, back))

    async def serve() -> None:
        server = await asyncio.start_server(joined, "127.0.0.1", 0, ssl=context)
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        port = server.sockets[0].getsockname()[1]
        begun.put((port, lambda: loop.call_soon_threadsafe(ended.set)))
        await ended.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    port, end = begun.get()
    try:
        yield Secured(port, folder / "authority.pem")
    finally:
        end()
        thread.join()


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(_CHUNK):
            target.write(data)
            await target.drain()
    target.close()
