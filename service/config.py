"""The service's settings: TAPETE_* variables, each with a default and a check."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

_ENDLESS = 1 << 40
_SCHEMES = ("redis", "rediss", "unix")


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
    """TAPETE_REDIS_CONNECTIONS, the most that one worker opens."""
    match_ttl: int = 7 * 24 * 3600
    """TAPETE_MATCH_TTL, seconds that a match is kept after its last change."""
    max_body: int = 1 << 20
    """TAPETE_MAX_BODY, bytes of a request's body."""

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
        scheme = urlsplit(self.redis_url).scheme
        if self.redis_url and scheme not in _SCHEMES:
            allowed = ", ".join(f"{s}://" for s in _SCHEMES)
            raise SettingsError(f"TAPETE_REDIS_URL must begin with one of {allowed}.")
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, str) and not 0 < value < _ENDLESS:
                name = f"TAPETE_{field.name.upper()}"
                raise SettingsError(f"{name} must be above 0 and below {_ENDLESS:,}.")


def _read(name: str, text: str, kind: type) -> object:
    try:
        return kind(text)
    except ValueError:
        what = "a whole number" if kind is int else "a number"
        raise SettingsError(f"{name} must be {what}, not {text!r}.") from None
