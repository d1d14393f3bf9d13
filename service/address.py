"""Where the store is: the forms of TAPETE_REDIS_URL, each checked before it is used."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qs, quote

import redis
from redis.connection import parse_url

Kind = Literal["single", "sentinel", "cluster"]

_SERVER_PORT, _SENTINEL_PORT = 6379, 26379
_SCHEMES: dict[str, tuple[Kind, str]] = {
    "redis": ("single", "redis"),
    "rediss": ("single", "rediss"),
    "unix": ("single", "unix"),
    "redis+sentinel": ("sentinel", "redis"),
    "rediss+sentinel": ("sentinel", "rediss"),
    "redis+cluster": ("cluster", "redis"),
    "rediss+cluster": ("cluster", "rediss"),
}
_FORMS: dict[Kind, str] = {
    "single": "redis://[user:password@]host[:6379][/0]",
    "sentinel": "redis+sentinel://[user:password@]host:26379,host:26379/service[/0]",
    "cluster": "redis+cluster://[user:password@]host:6379,host:6379",
}
_QUOTED = "write : / ? # @ % of a password as %3A %2F %3F %23 %40 %25."
_URL = re.compile(
    r"(?P<scheme>[a-z+]+)://(?:(?P<account>[^@/?#]*)@)?"
    r"(?P<hosts>[^@/?#]*)(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?"
)
_HOST = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(?P<port>\d{1,5}))?"
)
_SERVICE = re.compile(r"/(?P<service>[A-Za-z0-9._-]+)(?:/(?P<db>\d{1,4})?)?")
_DB = re.compile(r"/?(?P<db>\d{1,4})?")
_OF_SENTINELS = ("sentinel_username", "sentinel_password")
_HIGHEST_PORT = 65_535


class BadAddress(ValueError):
    """No address of a store; the text says what to type and nothing of what was."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address that has one of the forms."""

    kind: Kind
    hosts: tuple[tuple[str, int], ...]
    """Of the server, of the sentinels, or of nodes of a cluster; none of a socket."""
    options: dict[str, Any] = field(repr=False)
    """What redis-py's connections to the servers take, but for host and port."""
    service: str = ""
    """The name by which sentinels know the master."""
    sentinel_options: dict[str, Any] = field(default_factory=dict, repr=False)
    """What connections to the sentinels take."""


def parse(url: str) -> Address:
    """Return what an address says; raises BadAddress."""
    found = _URL.fullmatch(url)
    if found is None or found["scheme"] not in _SCHEMES:
        raise BadAddress(f"must be an address: type {_either()}, and {_QUOTED}")
    kind, scheme = _SCHEMES[found["scheme"]]
    try:
        if scheme == "unix":
            if found["hosts"] or len(found["path"] or "") < 2:
                raise ValueError("has no path, which begins with a third slash")
            return Address(kind, (), _options(scheme, found, found["path"]))
        return _of_hosts(kind, scheme, found)
    except ValueError as error:
        form = "unix:///path/to/socket" if scheme == "unix" else _FORMS[kind]
        form = f"rediss{form[5:]}" if scheme == "rediss" else form
        raise BadAddress(f"{error}: type {form}, and {_QUOTED}") from None


def _either() -> str:
    return " or ".join([*_FORMS.values(), "unix:///path/to/socket"])


def _of_hosts(kind: Kind, scheme: str, found: re.Match[str]) -> Address:
    port = _SENTINEL_PORT if kind == "sentinel" else _SERVER_PORT
    hosts = tuple(_host(each, port) for each in found["hosts"].split(","))
    if kind == "single" and len(hosts) > 1:
        raise ValueError("has several hosts, which is for +sentinel and +cluster")
    form, path = (_SERVICE if kind == "sentinel" else _DB), found["path"] or ""
    parts = form.fullmatch(path)
    if parts is None:
        raise ValueError(
            "has no service" if kind == "sentinel" else "does not end with a database"
        )
    db = int(parts["db"] or 0)
    if kind == "cluster" and db:
        raise ValueError("names a database, of which a cluster has only 0")
    options = _options(scheme, found, f"/{db}")
    if kind == "cluster":
        options.pop("db", None)
    if kind != "sentinel":
        return Address(kind, hosts, options)
    return Address(kind, hosts, options, parts["service"], _sentinel_options(found))


def _host(text: str, default_port: int) -> tuple[str, int]:
    found = _HOST.fullmatch(text)
    port = int(found["port"] or default_port) if found else 0
    if found is None or not 0 < port <= _HIGHEST_PORT:
        raise ValueError("has a host or port that cannot be one")
    return found["name"].strip("[]"), port


def _options(scheme: str, found: re.Match[str], path: str) -> dict[str, Any]:
    """Have redis-py read the rest, and make a connection of it that stays closed."""
    before = "" if found["account"] is None else f"{found['account']}@"
    host = "" if scheme == "unix" else "host"
    try:
        query = _plain_query(found["query"] or "")
        options: dict[str, Any] = parse_url(  # type: ignore[no-untyped-call]
            f"{scheme}://{before}{host}{path}{query}"
        )
        options.pop("host", None)
        kind = options.get("connection_class", redis.Connection)
        kind(**{k: v for k, v in options.items() if k != "connection_class"})
    except Exception:  # whatever it is, its text may hold a password
        raise ValueError("has an option that redis-py does not take") from None
    return options


def _plain_query(query: str) -> str:
    """Return the query without what is for the sentinels."""
    kept = [
        f"{name}={quote(value, safe='')}"
        for name, values in parse_qs(query, strict_parsing=bool(query)).items()
        for value in values[:1]
        if name not in _OF_SENTINELS
    ]
    return f"?{'&'.join(kept)}" if kept else ""


def _sentinel_options(found: re.Match[str]) -> dict[str, Any]:
    given = parse_qs(found["query"] or "")
    return {
        name.removeprefix("sentinel_"): given[name][0]
        for name in _OF_SENTINELS
        if name in given
    }
