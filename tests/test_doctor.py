"""`tapete doctor` finds what is wrong with real stores and services, and says so."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import redis
from click.testing import CliRunner

from service.cli import main
from service.store.embedded import EmbeddedServer
from tests.live import Live, running_service

LINE = re.compile(r"  (ok  |warn|fail)  (\w+) +(\S.*)")


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server of its own, which these tests turn about."""
    with EmbeddedServer(Path(tmp_path_factory.mktemp("own"))) as url:
        client: Any = redis.Redis.from_url(url)
        client.url = url
        yield client
        client.close()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    env = {"TAPETE_CORS_ORIGINS": "https://play.example.org"}
    with running_service(tmp_path_factory.mktemp("live"), env=env) as live:
        yield live


def doctor(*args: str, **env: str) -> tuple[int, dict[str, tuple[str, str]], str]:
    """The exit code, what was found by name, and all that was printed."""
    result = CliRunner().invoke(main, ["doctor", *args], env=env)
    assert not isinstance(result.exception, Exception), result.exception
    found = {m[2]: (m[1].strip(), m[3]) for m in LINE.finditer(result.output)}
    return result.exit_code, found, result.output


def states(found: dict[str, tuple[str, str]]) -> set[str]:
    return {state for state, _ in found.values()}


def test_all_is_well_with_the_store_that_is_bundled(raw: Any, tmp_path: Path) -> None:
    code, found, text = doctor(
        TAPETE_REDIS_URL=raw.url, TAPETE_ARCHIVE_URL=f"file://{tmp_path}/archive"
    )
    assert (code, states(found)) == (0, {"ok"}), text
    assert found.keys() >= {"settings", "core", "files", "threads", "temporary"}
    assert found.keys() >= {"store", "version", "writable", "file", "eviction"}
    assert found.keys() >= {"memory", "clock", "archive"}
    assert list((tmp_path / "archive").iterdir()) == []


def test_what_makes_a_store_lose_matches_fails(raw: Any) -> None:
    raw.config_set("maxmemory", "1gb")
    raw.config_set("maxmemory-policy", "allkeys-lru")
    try:
        code, found, text = doctor(TAPETE_REDIS_URL=raw.url)
        assert code == 1
        assert found["eviction"][0] == "fail"
        assert "CONFIG SET maxmemory-policy noeviction" in text
        raw.config_set("maxmemory", 0)
        code, found, _ = doctor(TAPETE_REDIS_URL=raw.url)
        assert (code, found["eviction"][0]) == (0, "warn")
    finally:
        raw.config_set("maxmemory", 0)
        raw.config_set("maxmemory-policy", "noeviction")


@pytest.mark.parametrize(
    ("name", "value", "line", "remedy"),
    [
        ("maxmemory", 1, "writable", "CONFIG SET maxmemory"),
        ("min-replicas-to-write", 1, "writable", "min-replicas-to-write"),
        ("appendonly", "no", "file", "CONFIG SET appendonly yes"),
    ],
)
def test_settings_of_the_store_are_found(
    raw: Any, name: str, value: object, line: str, remedy: str
) -> None:
    before = raw.config_get(name)[name]
    raw.config_set(name, value)
    try:
        _, found, text = doctor(TAPETE_REDIS_URL=raw.url)
    finally:
        raw.config_set(name, before)
    assert found[line][0] in ("warn", "fail")
    assert remedy in text


def test_a_replica_and_a_store_that_is_away_fail(raw: Any, tmp_path: Path) -> None:
    raw.replicaof("127.0.0.1", 1)
    try:
        code, found, text = doctor(TAPETE_REDIS_URL=raw.url)
    finally:
        raw.replicaof("NO", "ONE")
    assert (code, found["writable"][0]) == (1, "fail")
    assert "the primary" in text
    code, found, text = doctor(TAPETE_REDIS_URL=f"unix://{tmp_path}/none.sock")
    assert (code, found["store"][0]) == (1, "fail")
    assert "TAPETE_REDIS_URL" in text


def test_a_password_is_never_printed() -> None:
    _, found, text = doctor(TAPETE_REDIS_URL="redis://me:pass-word@127.0.0.1:1/0")
    assert found["store"][0] == "fail"
    assert "pass-word" not in text


def test_a_setting_that_cannot_be_used_is_the_only_line() -> None:
    code, found, text = doctor(TAPETE_MATCH_TTL="soon")
    assert code == 1
    assert list(found) == ["settings"]
    assert "TAPETE_MATCH_TTL must be a whole number" in text


def test_limits_that_are_too_low_are_found(raw: Any) -> None:
    more = {"TAPETE_FOLLOWERS": "100000000", "TAPETE_ARCHIVE_URL": "file:///dev/null/x"}
    code, found, text = doctor(TAPETE_REDIS_URL=raw.url, **more)
    assert (code, found["files"][0], found["archive"][0]) == (1, "fail", "fail")
    assert "LimitNOFILE=" in text


def test_a_running_service_is_asked_as_clients_do(live: Live) -> None:
    code, found, text = doctor("--url", live.url)
    assert code == 0, text
    names = ["settings", "service", "ready", "versions", "clock", "requests"]
    assert list(found) == [*names, "metrics", "browsers", "proxies"]
    assert states(found) == {"ok"}, text


def test_the_service_is_held_to_the_settings_that_are_given(live: Live) -> None:
    url, origin = ["--url", live.url], "https://play.example.org"
    _, found, _ = doctor(*url, TAPETE_CORS_ORIGINS=origin)
    assert found["browsers"][0] == "ok"
    code, found, text = doctor(*url, TAPETE_CORS_ORIGINS="https://other.example.org")
    assert (code, found["browsers"][0]) == (1, "fail")
    assert "TAPETE_CORS_ORIGINS" in text
    _, found, _ = doctor(*url, TAPETE_TRUSTED_PROXIES="1")
    assert found["proxies"][0] == "warn"


def test_a_service_whose_pages_anybody_may_call_is_found(tmp_path: Path) -> None:
    env = {"TAPETE_CORS_ORIGINS": "*", "TAPETE_REDIS_TIMEOUT": "0.2"}
    with running_service(tmp_path, env=env) as live:
        _, found, _ = doctor("--url", live.url)
        assert found["browsers"][0] == "warn"


def test_something_else_at_the_address_is_found() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler)
    with server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        code, found, text = doctor("--url", f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
        thread.join()
    assert (code, found["service"][0]) == (1, "fail")
    assert "is not Tapete" in text


def test_nobody_at_the_address_is_found() -> None:
    code, _, text = doctor("--url", "http://127.0.0.1:1")
    assert code == 1
    assert "tapete serve" in text
