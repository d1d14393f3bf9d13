"""Counters of rate limits, kept where the matches are, by the store's own client."""

from __future__ import annotations

from typing import Any

from limits.storage import RedisStorage, Storage

SCHEME = "tapete"


class Counters(RedisStorage):
    """limits' scripts for Redis, sent by a client that is there already.

    limits' own storages open connections besides, those for clusters when they are
    made, when no node may be there.
    """

    STORAGE_SCHEME = [SCHEME]  # noqa: RUF012 as limits has it
    """By which limits finds the class; the address that follows is empty."""

    def __init__(
        self,
        uri: str,
        client: Any = None,
        key_prefix: str = "tapete:limits",
        wrap_exceptions: bool = False,
        **options: float | str | bool,
    ) -> None:
        """Take the client; `uri` and the rest are what limits gives."""
        Storage.__init__(self, uri, wrap_exceptions=wrap_exceptions, **options)
        self.key_prefix = key_prefix
        self.target_server = "redis"
        self.dependency = self.dependencies["redis"].module
        self.storage = client
        self.initialize_storage(uri)
