"""Why a store does not serve: a short code to count by, and words for people."""

from __future__ import annotations

from typing import Literal

import redis
from redis.exceptions import (
    AskError,
    AuthenticationError,
    ClusterDownError,
    NoPermissionError,
    OutOfMemoryError,
    TryAgainError,
)

Reason = Literal[
    "unreachable",
    "read_only",
    "full",
    "saving",
    "replicas",
    "denied",
    "cluster",
    "busy",
    "here",
]

WORDS: dict[Reason, str] = {
    "unreachable": "It cannot be reached, or does not answer in time.",
    "read_only": "It is a replica, which takes no changes.",
    "full": "Its memory is full (maxmemory), so that it takes no changes.",
    "saving": "It cannot save to its disk, so that it takes no changes.",
    "replicas": "Too few replicas follow it to confirm changes.",
    "denied": "It does not let the service in, or forbids it a command.",
    "cluster": "Its cluster is down or rearranged, or its address needs +cluster.",
    "busy": "It is busy with a script that takes too long.",
    "here": "As many follow matches here as may.",
}

_BY_TYPE: tuple[tuple[type[redis.RedisError], Reason], ...] = (
    (redis.ReadOnlyError, "read_only"),
    (OutOfMemoryError, "full"),
    (NoPermissionError, "denied"),
    (AuthenticationError, "denied"),
    (AskError, "cluster"),  # and MovedError, which a client of one server meets
    (ClusterDownError, "cluster"),
    (TryAgainError, "cluster"),
)
# Replies that have no class of their own.
_BY_START: tuple[tuple[str, Reason], ...] = (
    ("BUSY ", "busy"),
    ("DENIED", "denied"),
    ("MISCONF", "saving"),
    ("NOREPLICAS", "replicas"),
    ("UNBLOCKED", "read_only"),  # a master became a replica during a wait
)


def reason(error: redis.RedisError) -> Reason | None:
    """Return why the store did not serve; None if it blames our own command."""
    for kind, why in _BY_TYPE:
        if isinstance(error, kind):
            return why
    for start, why in _BY_START:
        if str(error).startswith(start):
            return why
    return None if isinstance(error, redis.ResponseError) else "unreachable"
