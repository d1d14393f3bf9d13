"""Matches in Redis: one read, and one atomic commit that checks the version."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

from service import address
from service.names import new_name
from service.store.call import Call
from service.store.clients import connect
from service.store.errors import StoreUnavailable as StoreUnavailable
from service.store.replicas import Replicas
from service.store.scripts import Script
from service.store.sockets import Command
from service.store.timing import following
from service.store.wakeups import TooManyWaiting, Wakeups
from service.telemetry.metrics import Following

RECORD_TTL_S = 24 * 3600
"""How long a repetition under a client's key is recognised."""
HERE_S = 45
"""How long after its last sign of life a viewer counts as there."""
CLAIM_S = 5
"""How long a due match is left to the one who claimed it."""
TICKET_S = 60
_FIELDS = "version", "data"
_DUE = "tapete:due"
_ARCHIVE = "tapete:archive"
_LOBBY = "tapete:lobby"
CHECK = "tapete:check"
_CHECK_S = 60
_RESEND_S, _RESENDS = 60, 30
"""Longer than the client goes on sending a command whose answer is lost: in seconds,
and in time-outs of an answer."""


class Stored(NamedTuple):
    """A match as Redis holds it, and what else was asked for."""

    version: int
    data: bytes
    record: bytes | None = None
    """The record of a key."""


class Change(NamedTuple):
    """One change of a match, ready to be committed."""

    version: int
    """The version that it was made from; 0 for a new match."""
    data: bytes
    actions: Sequence[bytes] = ()
    events: Sequence[bytes] = ()
    key: str = ""
    """Name under which a repetition is recognised; empty for a change without one."""
    record: bytes = b""
    """What a repetition under the key is to be answered."""


class Known(NamedTuple):
    """The change's key has a record already: the change has landed before."""

    record: bytes


class Store:
    """The matches of one Redis, shared by all workers and service instances."""

    def __init__(
        self,
        url: str,
        *,
        ttl_s: int,
        connections: int,
        timeout_s: float,
        followers: int = 1000,
        archiving: bool = False,
        replicas: int = 0,
        replicas_s: float = 1.0,
    ) -> None:
        """Connect lazily, hence safely across forks.

        `ttl_s`: how long a match is kept after its last change. `connections`: the most
        that one process opens to one server; a request waits up to `timeout_s` for a
        free one, and as long for each answer. `followers`: how many may watch at a
        time. `archiving`: whether finished matches are noted for the archive.
        `replicas`: how many must have a change before anybody is told of it; they are
        asked for up to `replicas_s`.
        """
        self._ttl_s = ttl_s
        self._archiving = archiving
        self._resend_s = max(_RESEND_S, round(_RESENDS * timeout_s))
        self._redis = connect(
            address.parse(url), connections=connections, timeout_s=timeout_s
        )
        self.client = self._redis
        """What others may count in, so that there are no connections besides."""
        self._replicas = Replicas(self._redis, replicas, replicas_s)
        self._wakeups = Wakeups(self._redis, followers)
        self._commit = Script(self._redis, "commit.lua")
        self._due = Script(self._redis, "due.lua")
        self._spend = Script(self._redis, "spend.lua")

    def check(self) -> None:
        """Raise StoreUnavailable unless Redis takes a change."""
        with self._call():
            self._redis.set(CHECK, b"", ex=_CHECK_S)

    def load(self, match_id: str, key: str = "") -> Stored | None:
        """Return a match, or None if there is none of that id (any more)."""
        name = _key(match_id)
        asked: list[Command] = [("HMGET", name, *_FIELDS)]
        if key:
            asked.append(("GET", _record_key(match_id, key)))
        with self._call():
            found, *records = self._redis.ask(*asked)
            if found[0] and not self._replicas.have(name, int(found[0])):
                found, *records = self._replicas.read(
                    name, lambda pipe: [pipe.execute_command(*each) for each in asked]
                )
                self._replicas.note(name, int(found[0] or 0))
        version, data = found
        if version is None or data is None:
            return None
        return Stored(int(version), data, *records)

    def commit(self, match_id: str, change: Change) -> int | Known | None:
        """Replace a match by a changed one; all of the change lands, or nothing.

        Returns the new version; Known if the change's key has been used before; None if
        the match is not at the change's version (any more). A change without a key gets
        one that is known as long as its answer can be lost and it be sent again.
        """
        key, ttl_s = change.key, RECORD_TTL_S
        if not key:
            key, ttl_s = new_name(), self._resend_s
        name = _key(match_id)
        keys = [name, f"{name}:events", f"{name}:actions"]
        keys += [_record_key(match_id, key), f"{name}:here"]
        args: list[int | bytes] = [change.version, change.data, self._ttl_s]
        args += [change.record, ttl_s, len(change.actions)]
        args += [*change.actions, *change.events]
        with self._call():
            outcome, value = self._commit(keys=keys, args=args)
        if outcome == b"stale":
            return None
        if self._replicas.wanted:
            with self._call():
                self._replicas.confirm(_record_key(match_id, key), ttl_s)
        if outcome == b"known" and change.key:
            return Known(value)
        self._replicas.note(name, change.version + 1)
        return change.version + 1

    def events(self, match_id: str, after: str, most: int) -> list[tuple[str, bytes]]:
        """Return the events after an id ("" for all), each with its own id."""
        start, name = f"({after}" if after else "-", _key(match_id)
        stream = f"{name}:events"
        with self._call():
            found = self._redis.xrange(stream, min=start, count=most)
            if found and not self._replicas.have(name, _version(found)):
                (found,) = self._replicas.read(
                    name, lambda pipe: pipe.xrange(stream, min=start, count=most)
                )
                self._replicas.note(name, _version(found))
        entries = cast(list[tuple[bytes, dict[bytes, bytes]]], found)
        return [(entry.decode(), fields[b"event"]) for entry, fields in entries]

    def last_event(self, match_id: str) -> bytes | None:
        """Return the newest event of a match."""
        with self._call():
            found = self._redis.xrevrange(f"{_key(match_id)}:events", count=1)
        entries = cast(list[tuple[bytes, dict[bytes, bytes]]], found)
        return entries[0][1][b"event"] if entries else None

    def arrive(self, match_id: str, viewer: str) -> None:
        """Note that a viewer follows a match; it holds for HERE_S seconds."""
        key = f"{_key(match_id)}:here"
        with self._call(), self._redis.pipeline(transaction=False) as pipe:
            pipe.zadd(key, {viewer: time.time() + HERE_S})
            pipe.expire(key, HERE_S)
            pipe.execute()

    def remind(self, match_id: str, at: float) -> None:
        """Have a match looked at by a time (seconds since 1970), or before.

        Called before the commit that needs it: a reminder too many does no harm.
        """
        with self._call():
            self._redis.zadd(_DUE, {match_id: at}, lt=True)

    def claim_due(
        self, now: float, most: int, notes: str = _DUE
    ) -> list[tuple[str, float]]:
        """Return matches to look at, which nobody else is given for CLAIM_S seconds.

        With each comes the claim, to settle it with.
        """
        until = round(now + CLAIM_S, 3)
        with self._call():
            found = self._due(keys=[notes], args=["claim", now, until, most])
        return [(match_id.decode(), until) for match_id in found]

    def settle(
        self, match_id: str, claim: float, following: float | None, notes: str = _DUE
    ) -> None:
        """Say when a claimed match is to be looked at again, None for never."""
        after = "" if following is None else following
        with self._call():
            self._due(keys=[notes], args=["settle", match_id, claim, after])

    def note_finished(self, match_id: str, at: float) -> None:
        """Have a match archived after a time (seconds since 1970), if any is.

        Called before the commit that ends it: a note too many does no harm.
        """
        if self._archiving:
            with self._call():
                self._redis.zadd(_ARCHIVE, {match_id: at})

    def claim_finished(self, now: float, most: int) -> list[tuple[str, float]]:
        """Return matches to archive, as `claim_due` does."""
        return self.claim_due(now, most, _ARCHIVE)

    def settle_finished(
        self, match_id: str, claim: float, following: float | None
    ) -> None:
        """Say when to try to archive a match again, None for never."""
        self.settle(match_id, claim, following, _ARCHIVE)

    def list_open(self, match_id: str, created_at: float) -> None:
        """Put a match into the lobby; called before it is committed.

        Entries that nobody has looked at go when their matches have gone.
        """
        with self._call(), self._redis.pipeline(transaction=False) as pipe:
            pipe.zadd(_LOBBY, {match_id: created_at})
            pipe.zremrangebyscore(_LOBBY, "-inf", created_at - self._ttl_s)
            pipe.expire(_LOBBY, self._ttl_s)
            pipe.execute()

    def unlist(self, match_id: str) -> None:
        """Take a match out of the lobby that has no open seat any more."""
        with self._call():
            self._redis.zrem(_LOBBY, match_id)

    def lobby(self, before: float, most: int) -> list[tuple[str, float]]:
        """Return ids and times of the newest matches created before a time."""
        with self._call():
            found = self._redis.zrange(
                _LOBBY,
                f"({before}",
                "-inf",
                desc=True,
                byscore=True,
                offset=0,
                num=most,
                withscores=True,
            )
        pairs = cast(list[tuple[bytes, float]], found)
        return [(match_id.decode(), at) for match_id, at in pairs]

    def load_many(self, match_ids: Sequence[str]) -> list[Stored | None]:
        """Return several matches, None for each that there is none of."""
        with self._call():
            found = self._redis.ask(*(("HMGET", _key(m), *_FIELDS) for m in match_ids))
        return [
            None if version is None else Stored(int(version), data)
            for version, data in found
        ]

    def keep_ticket(self, name: str, value: str) -> None:
        """Keep a ticket's value for TICKET_S seconds."""
        with self._call():
            self._redis.set(f"tapete:ticket:{name}", value, ex=TICKET_S)

    def take_ticket(self, name: str) -> str | None:
        """Return a ticket's value and forget it, so that it is used once."""
        with self._call():
            found = cast(bytes | None, self._redis.getdel(f"tapete:ticket:{name}"))
        return None if found is None else found.decode()

    def spend(self, payer: str, amount: float, holds: float, comes: float) -> float:
        """Take from a payer's purse; returns what is left, below 0 for a debt.

        A purse `holds` so much, and so much `comes` back each second.
        """
        with self._call():
            left = self._spend(
                keys=[f"tapete:purse:{payer}"], args=[amount, holds, comes]
            )
        return float(left)

    def here(self, match_id: str) -> set[str]:
        """Return the viewers that follow a match now."""
        key = f"{_key(match_id)}:here"
        with self._call():
            found = self._redis.zrange(key, time.time(), "+inf", byscore=True)
        return {viewer.decode() for viewer in cast(list[bytes], found)}

    def _call(self) -> Call:
        """Surround what is asked of Redis."""
        return Call(self._redis)

    @contextmanager
    def watching(
        self, match_id: str, kind: Following = "poll"
    ) -> Iterator[threading.Event]:
        """Give an event that is set when a match that is followed may have changed."""
        try:
            with self._wakeups.watching(_key(match_id)) as event, following(kind):
                yield event
        except TooManyWaiting as error:
            raise StoreUnavailable("as many follow as may", "here") from error

    def heard(self, match_id: str) -> int | None:
        """Return a number of what is known here of a match that somebody watches.

        It is another after each change that is heard of here; None if nobody watches.
        """
        return self._wakeups.heard(_key(match_id))

    def dismiss(self) -> None:
        """Let everybody go who watches a match, now and from now on."""
        self._wakeups.dismiss()

    @property
    def dismissed(self) -> bool:
        """Whether nobody is to wait any more, because the service stops."""
        return self._wakeups.dismissed

    def actions(self, match_id: str) -> list[bytes]:
        """Return the actions of a match, from the first to the last."""
        with self._call():
            found = self._redis.lrange(f"{_key(match_id)}:actions", 0, -1)
        return cast(list[bytes], found)


def _key(match_id: str) -> str:
    """Return a match's key; the braces put all its keys into one slot of a cluster."""
    return f"tapete:{{{match_id}}}"


def _version(entries: Any) -> int:
    """Return the version that the last of some events belongs to."""
    return int(entries[-1][0].partition(b"-")[0]) if entries else 0


def _record_key(match_id: str, key: str) -> str:
    return f"{_key(match_id)}:done:{key}"
