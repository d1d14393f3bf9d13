"""Matches in Redis: one read, and one atomic commit that checks the version."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import NamedTuple, cast

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import (
    ClusterDownError,
    NoPermissionError,
    OutOfMemoryError,
    TryAgainError,
)
from redis.retry import Retry

COMMIT = (resources.files("service.store") / "commit.lua").read_text(encoding="utf-8")

_RETRIES = 2
_FIRST_PAUSE_S = 0.02
_LONGEST_PAUSE_S = 0.2

_PASSING = (
    redis.ReadOnlyError,
    ClusterDownError,
    NoPermissionError,
    OutOfMemoryError,
    TryAgainError,
)
# Replies without a class of their own: failing saves, and too few replicas.
_PASSING_REPLIES = ("MISCONF", "NOREPLICAS")


class StoreUnavailable(Exception):
    """Redis cannot be reached or refuses to serve now; the state is as it was."""


class Stored(NamedTuple):
    """A match as Redis holds it."""

    version: int
    data: bytes


class Store:
    """The matches of one Redis, shared by all workers and service instances."""

    def __init__(
        self, url: str, *, ttl_s: int, connections: int, timeout_s: float
    ) -> None:
        """Connect lazily, hence safely across forks.

        `ttl_s`: how long a match is kept after its last change. `connections`: the
        most that one process opens; a request waits up to `timeout_s` for a free one,
        and as long for each answer.
        """
        self._ttl_s = ttl_s
        pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=connections,
            timeout=timeout_s,
            socket_timeout=timeout_s,
            socket_connect_timeout=timeout_s,
            retry=Retry(
                ExponentialWithJitterBackoff(base=_FIRST_PAUSE_S, cap=_LONGEST_PAUSE_S),
                _RETRIES,
            ),
        )
        self._redis = redis.Redis(connection_pool=pool)
        # redis-py sends EVALSHA, and loads the script when Redis has lost it.
        self._commit = self._redis.register_script(COMMIT)

    def ping(self) -> None:
        """Raise StoreUnavailable unless Redis answers."""
        with _translated():
            self._redis.ping()

    def load(self, match_id: str) -> Stored | None:
        """Return a match, or None if there is none of that id (any more)."""
        with _translated():
            version, data = self._redis.hmget(_key(match_id), ["version", "data"])
        if version is None or data is None:
            return None
        return Stored(int(version), cast(bytes, data))

    def create(self, match_id: str, data: bytes, events: Sequence[bytes]) -> int:
        """Store a new match; returns its version, 1."""
        version = self.commit(match_id, 0, data, events)
        if version is None:
            raise FileExistsError(f"a match {match_id} exists already")
        return version

    def commit(
        self, match_id: str, version: int, data: bytes, events: Sequence[bytes]
    ) -> int | None:
        """Replace the given version of a match, and append events to its stream.

        Returns the new version, one more; None if the match has moved on, and then
        nothing has changed. The commit's id makes it safe to send again.
        """
        args: list[bytes | int] = [
            version,
            secrets.token_bytes(16),
            data,
            self._ttl_s,
            *events,
        ]
        keys = [_key(match_id), f"{_key(match_id)}:events"]
        with _translated():
            landed, current = self._commit(keys=keys, args=args)
        return int(current) if landed else None


def _key(match_id: str) -> str:
    """Return a match's key; the braces put all its keys into one slot of a cluster."""
    return f"tapete:{{{match_id}}}"


@contextmanager
def _translated() -> Iterator[None]:
    """Turn what Redis reports of its state into StoreUnavailable.

    A reply that blames our own command is a mistake of ours and stays what it is.
    """
    try:
        yield
    except redis.ResponseError as error:
        if isinstance(error, _PASSING) or str(error).startswith(_PASSING_REPLIES):
            raise StoreUnavailable(str(error)) from error
        raise
    except redis.RedisError as error:
        raise StoreUnavailable(str(error)) from error
