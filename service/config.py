"""The service's settings: TAPETE_* variables, each with a default and a check."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args
from urllib.parse import urlsplit

from service.address import BadAddress, parse
from service.telemetry.logs import Form

_ENDLESS = 1 << 40
_LAST_PORT = 65_535
_ORIGIN = re.compile(
    r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?"
)
_MAY_BE_ZERO = (
    "trusted_proxies",
    "followers_seat",
    "followers_address",
    "wait_replicas",
)
_RATES = ("rate_limit", "rate_limit_create", "rate_limit_hints", "rate_limit_bots")
_UNIT_S = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_RATE = re.compile(rf"[1-9][0-9]{{0,8}}/({'|'.join(_UNIT_S)})")
_SWITCH = {"0": False, "1": True}
_ARCHIVES = ("file", "s3")
_ADDRESS = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})")


class SettingsError(ValueError):
    """A variable has a value that cannot be used; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator can set; docs/operations.md lists it."""

    redis_url: str = ""
    """TAPETE_REDIS_URL. Empty: `tapete serve` starts the bundled server."""
    redis_timeout: float = 2.0
    """TAPETE_REDIS_TIMEOUT, seconds for a connection and for each answer."""
    redis_connections: int = 32
    """TAPETE_REDIS_CONNECTIONS, the most that one worker opens to one server."""
    wait_replicas: int = 0
    """TAPETE_WAIT_REPLICAS, how many must have a change before anybody is told."""
    wait_timeout: float = 1.0
    """TAPETE_WAIT_TIMEOUT, seconds that a change waits for them."""
    match_ttl: int = 7 * 24 * 3600
    """TAPETE_MATCH_TTL, seconds that a match is kept after its last change."""
    max_body: int = 1 << 20
    """TAPETE_MAX_BODY, bytes of a request's body."""
    max_evaluate_body: int = 1 << 24
    """TAPETE_MAX_EVALUATE_BODY, bytes of a body of hands to evaluate."""
    cors_origins: str = ""
    """TAPETE_CORS_ORIGINS, whose pages may call: `*`, or origins with commas."""
    rate_limit: str = ""
    """TAPETE_RATE_LIMIT, requests of one caller, such as 600/minute. Empty: any."""
    rate_limit_create: str = ""
    """TAPETE_RATE_LIMIT_CREATE, matches that one address creates. Empty: any."""
    rate_limit_hints: str = "60/minute"
    """TAPETE_RATE_LIMIT_HINTS, hints and analyses of one caller. Empty: any."""
    trusted_proxies: int = 0
    """TAPETE_TRUSTED_PROXIES, how many write X-Forwarded-For in front of us."""
    followers: int = 1000
    """TAPETE_FOLLOWERS, streams and long polls that one worker holds at most."""
    followers_seat: int = 0
    """TAPETE_FOLLOWERS_SEAT, how many of them one seat holds. 0: any."""
    followers_address: int = 0
    """TAPETE_FOLLOWERS_ADDRESS, how many of them one address holds. 0: any."""
    rate_limit_bots: str = ""
    """TAPETE_RATE_LIMIT_BOTS, seconds that bots think for an address. Empty: any."""
    bot_deadline: float = 4.0
    """TAPETE_BOT_DEADLINE, seconds that one change of a match waits for bots."""
    access_log: bool = False
    """TAPETE_ACCESS_LOG, 1 for a line on stdout for each request."""
    log_format: Form = "text"
    """TAPETE_LOG_FORMAT, text or json."""
    pin_workers: bool = False
    """TAPETE_PIN_WORKERS, 1 to keep each worker to a processor of its own."""
    archive_url: str = ""
    """TAPETE_ARCHIVE_URL, where records of finished matches are written."""
    metrics_addr: str = ""
    """TAPETE_METRICS_ADDR, host:port that /metrics is served at. Empty: nowhere."""

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> Settings:
        """Read the variables; raises SettingsError."""
        values: dict[str, Any] = {}
        for field in fields(cls):
            name = f"TAPETE_{field.name.upper()}"
            if name in env:
                values[field.name] = _read(name, env[name], type(field.default))
        return cls(**values)

    def __post_init__(self) -> None:
        self._check_numbers()
        self._check_store()
        for origin in self.origins:
            if self.cors_origins != "*" and not _ORIGIN.fullmatch(origin):
                raise SettingsError(
                    "TAPETE_CORS_ORIGINS must be * or origins such as "
                    f"https://play.example.org, with commas between, not {origin!r}."
                )
        for name in _RATES:
            rate = getattr(self, name)
            if rate and not _RATE.fullmatch(rate):
                raise SettingsError(
                    f"TAPETE_{name.upper()} must be a number per second, minute, hour "
                    f"or day, such as 600/minute, not {rate!r}."
                )

        scheme = urlsplit(self.archive_url).scheme
        if self.archive_url and scheme not in _ARCHIVES:
            raise SettingsError(
                "TAPETE_ARCHIVE_URL must be file:///directory or s3://bucket/prefix."
            )
        if self.log_format not in get_args(Form):
            raise SettingsError(
                f"TAPETE_LOG_FORMAT must be text or json, not {self.log_format!r}."
            )
        found = _ADDRESS.fullmatch(self.metrics_addr)
        if self.metrics_addr and (found is None or int(found[2]) > _LAST_PORT):
            raise SettingsError(
                "TAPETE_METRICS_ADDR must be host:port such as 127.0.0.1:9464, not "
                f"{self.metrics_addr!r}."
            )

    @property
    def bots_rate(self) -> tuple[float, float] | None:
        """Return the seconds of bots, and within how many; None for any."""
        if not self.rate_limit_bots:
            return None
        seconds, _, unit = self.rate_limit_bots.partition("/")
        return float(seconds), float(_UNIT_S[unit])

    @property
    def origins(self) -> tuple[str, ...]:
        """Return the origins of pages that may call, in lower case as browsers do."""
        listed = self.cors_origins.split(",") if self.cors_origins else []
        return tuple(origin.strip().lower() for origin in listed)

    def _check_store(self) -> None:
        try:
            if self.redis_url:
                parse(self.redis_url)
        except BadAddress as error:
            raise SettingsError(f"TAPETE_REDIS_URL {error}") from None
        if self.wait_replicas and self.wait_timeout >= self.redis_timeout:
            raise SettingsError(
                "TAPETE_WAIT_TIMEOUT must be below TAPETE_REDIS_TIMEOUT, which ends "
                "the wait for any answer."
            )

    def _check_numbers(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, str | bool) or (
                value == 0 and field.name in _MAY_BE_ZERO
            ):
                continue
            if not 0 < value < _ENDLESS:
                name = f"TAPETE_{field.name.upper()}"
                raise SettingsError(f"{name} must be above 0 and below {_ENDLESS:,}.")


def _read(name: str, text: str, kind: type) -> object:
    if kind is bool:
        if text not in _SWITCH:
            raise SettingsError(f"{name} must be 0 or 1, not {text!r}.")
        return _SWITCH[text]
    try:
        return kind(text)
    except ValueError:
        what = "a whole number" if kind is int else "a number"
        raise SettingsError(f"{name} must be {what}, not {text!r}.") from None
