"""Looks over the store: can it be reached and written, and does it keep what it has."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import redis

from service.config import Settings
from service.doctor.finding import Finding, fail, ok, warn
from service.store.reasons import WORDS, reason
from service.store.redis import CHECK, Store, StoreUnavailable

OLDEST = (7, 2)
_SLOW_MS = 5.0
_SKEW_S, _WRONG_S = 0.5, 5.0
_NEARLY_FULL = 0.8
_ROUNDS = 5


def look(settings: Settings) -> Iterator[Finding]:
    """Look over the store that the settings name; what it says stays unsaid.

    Of a cluster, one of its servers.
    """
    kept = Store(
        settings.redis_url,
        ttl_s=settings.match_ttl,
        connections=2,
        timeout_s=settings.redis_timeout,
    )
    try:
        client = kept.client.owner(CHECK)
        took_ms = min(_timed_ms(client) for _ in range(_ROUNDS))
        about: dict[str, Any] = client.info()
    except redis.RedisError as error:
        why = reason(error)
        yield fail(
            "store",
            WORDS[why] if why else "It does not answer as Redis does.",
            "Start it, or set TAPETE_REDIS_URL to where it is (rediss:// with TLS, "
            "redis://user:password@host:port/0 with a password).",
        )
        return
    yield _answers(about, took_ms)
    yield _version(about)
    yield _writable(kept)
    yield _file(about)
    yield _eviction(about)
    yield _memory(about)
    yield _clock(client)


def _timed_ms(client: redis.Redis) -> float:
    began = time.perf_counter()
    client.ping()
    return 1_000 * (time.perf_counter() - began)


def _answers(about: Mapping[str, Any], took_ms: float) -> Finding:
    name = "Valkey" if "valkey_version" in about else "Redis"
    text = f"{name} answers in {took_ms:.1f} ms."
    if took_ms <= _SLOW_MS:
        return ok("store", text)
    return warn(
        "store",
        text,
        "A move takes two to four round trips: run the store near the service.",
    )


def _version(about: Mapping[str, Any]) -> Finding:
    text = str(about.get("valkey_version") or about.get("redis_version", ""))
    found = tuple(map(int, re.findall(r"\d+", text)[:2]))
    if found >= OLDEST:
        return ok("version", f"{text}; 7.2 or later is needed.")
    return fail("version", f"{text} is too old.", "Run Valkey 7.2 or later.")


def _writable(kept: Store) -> Finding:
    try:
        kept.check()
    except StoreUnavailable as error:
        return fail(
            "writable",
            WORDS[error.reason],
            {
                "read_only": "Set TAPETE_REDIS_URL to the primary (INFO replication).",
                "full": "Type CONFIG SET maxmemory 4gb, or give the machine more.",
                "saving": "Look at the store's log and its disk (df -h).",
                "replicas": "Bring the replicas back, or lower min-replicas-to-write.",
                "denied": "Type ACL SETUSER <user> ~tapete:* &tapete:* +@all -@admin.",
            }.get(error.reason, "Look at the store's log."),
        )
    return ok("writable", "It takes changes.")


def _file(about: Mapping[str, Any]) -> Finding:
    if not about.get("aof_enabled"):
        return warn(
            "file",
            "The append-only file is off: a crash loses what was not saved.",
            "Type CONFIG SET appendonly yes, then CONFIG REWRITE.",
        )
    if about.get("aof_last_write_status", "ok") != "ok":
        return fail(
            "file",
            "The append-only file cannot be written.",
            "Look at the store's log and its disk (df -h).",
        )
    return ok("file", "The append-only file is on.")


def _eviction(about: Mapping[str, Any]) -> Finding:
    policy = about.get("maxmemory_policy", "noeviction")
    if policy == "noeviction":
        return ok("eviction", "Nothing is evicted (noeviction).")
    remedy = "Type CONFIG SET maxmemory-policy noeviction, then CONFIG REWRITE."
    text = f"{policy}: when its memory is full, the store drops matches in play."
    kind = fail if about.get("maxmemory") else warn
    return kind("eviction", text, remedy)


def _memory(about: Mapping[str, Any]) -> Finding:
    used, most = int(about["used_memory"]), int(about.get("maxmemory") or 0)
    limit = most or int(about.get("total_system_memory") or 0)
    name = "maxmemory" if most else "the machine's memory"
    if not limit:
        return ok("memory", f"{used / 2**20:.0f} MiB used.")
    text = f"{used / 2**20:.0f} MiB used, {used / limit:.0%} of {name}."
    if used < _NEARLY_FULL * limit:
        return ok("memory", text)
    return warn("memory", text, "Give the store more, or lower TAPETE_MATCH_TTL.")


def _clock(client: redis.Redis) -> Finding:
    """Compare the clocks; the answer was given half-way through its round trip."""
    skews = []
    for _ in range(_ROUNDS):
        with suppress(redis.RedisError):
            began = time.time()
            seconds, micros = client.time()
            middle = (began + time.time()) / 2
            skews.append(seconds + micros / 1e6 - middle)
    skew = min(skews, key=abs, default=0.0)
    text = f"The store's clock and this one differ by {abs(skew):.2f} s."
    if abs(skew) < _SKEW_S:
        return ok("clock", text)
    kind = fail if abs(skew) > _WRONG_S else warn
    return kind("clock", text, "Type timedatectl set-ntp true on both machines.")
