"""Both clients by one set of words, so that one test can hold them to the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import isasyncgen, isawaitable
from typing import Any

from tapete.client import AsyncClient, Client

KINDS = ("sync", "async")


@contextmanager
def client(kind: str, url: str, **options: Any) -> Iterator[Client]:
    """Connect to a service with the client of one kind."""
    if kind == "sync":
        with Client(url, **options) as found:
            yield found
        return
    with asyncio.Runner() as runner:
        other = AsyncClient(url, **options)
        runner.run(other.__aenter__())
        waited: Any = Waited(other, runner)
        yield waited
        runner.run(other.__aexit__(None, None, None))


class Waited:
    """Something whose calls are awaited at once, and what they return likewise."""

    def __init__(self, inner: Any, runner: asyncio.Runner) -> None:
        self._inner = inner
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return self._wrap(found)

        def call(*args: Any, **named: Any) -> Any:
            return self._wrap(found(*args, **named))

        return call

    def __repr__(self) -> str:
        return repr(self._inner)

    def _wrap(self, found: Any) -> Any:
        if isasyncgen(found):
            return self._each(found)
        if isawaitable(found):
            return self._wrap(self._runner.run(_awaited(found)))
        if isinstance(found, tuple):
            return tuple(map(self._wrap, found))
        ours = type(found).__module__.startswith("tapete.client")
        return Waited(found, self._runner) if ours else found

    def _each(self, found: Any) -> Iterator[Any]:
        try:
            while True:
                try:
                    yield self._runner.run(_awaited(anext(found)))
                except StopAsyncIteration:
                    return
        finally:
            self._runner.run(_awaited(found.aclose()))


async def _awaited(found: Any) -> Any:
    return await found
