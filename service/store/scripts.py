"""Lua scripts that run whenever the server may have forgotten them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import resources
from typing import Any

from redis.exceptions import NoScriptError

from service.store.clients import Client


class Script:
    """A script of this package, sent by its digest as long as the server knows it."""

    def __init__(self, client: Client, name: str) -> None:
        """Take the client that runs it, and the name of its file."""
        self._client = client
        folder = resources.files("service.store")
        self._text = (folder / name).read_text(encoding="utf-8")
        text = self._text.encode()
        self._digest = hashlib.sha1(text, usedforsecurity=False).hexdigest()

    def __call__(self, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """Run the script; a forgotten one is sent whole.

        Loading it first would leave a moment in which it can be forgotten again.
        """
        rest = len(keys), *keys, *args
        try:
            (answer,) = self._client.ask(("EVALSHA", self._digest, *rest))
        except NoScriptError:
            (answer,) = self._client.ask(("EVAL", self._text, *rest))
        return answer
