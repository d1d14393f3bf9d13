"""`/readyz` is true only while the store takes changes; `/livez` whatever it does."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from service.store.embedded import EmbeddedServer
from service.store.reasons import WORDS, Reason
from tests.api.api import strict


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    """A server of its own, which these tests turn about."""
    with (
        EmbeddedServer(Path(tmp_path_factory.mktemp("own"))) as url,
        redis.Redis.from_url(url) as client,
    ):
        client.url = url  # type: ignore[attr-defined]
        yield client


@pytest.fixture
def client(raw: Any) -> FlaskClient:
    return create_app(Settings(redis_url=raw.url)).test_client()


def reason(client: FlaskClient) -> str:
    """Why the service is not ready; empty if it is."""
    assert client.get("/livez").status_code == 200
    answer = client.get("/readyz")
    if answer.status_code == 200:
        return ""
    problem = strict(answer)
    assert (answer.status_code, problem["code"]) == (503, "store_unavailable")
    assert int(answer.headers["Retry-After"]) >= 1
    return str(problem["detail"])


def test_a_replica_is_not_ready(raw: Any, client: FlaskClient) -> None:
    assert reason(client) == ""
    raw.replicaof("127.0.0.1", 1)
    try:
        assert WORDS["read_only"] in reason(client)
    finally:
        raw.replicaof("NO", "ONE")
    assert reason(client) == ""


@pytest.mark.parametrize(
    ("setting", "why"),
    [("maxmemory", "full"), ("min-replicas-to-write", "replicas")],
)
def test_a_store_that_takes_no_changes_is_not_ready(
    raw: Any, client: FlaskClient, setting: str, why: Reason
) -> None:
    raw.config_set("maxmemory-policy", "noeviction")
    raw.config_set(setting, 1)
    try:
        assert WORDS[why] in reason(client)
    finally:
        raw.config_set(setting, 0)
    assert reason(client) == ""


def test_a_store_that_is_busy_with_a_script_is_not_ready(
    raw: Any, client: FlaskClient
) -> None:
    raw.config_set("busy-reply-threshold", 10)
    endless = redis.Redis.from_url(raw.url, socket_timeout=30)
    script = threading.Thread(target=_killed, args=[endless])
    script.start()
    try:
        deadline = time.monotonic() + 10
        while not (told := reason(client)):
            assert time.monotonic() < deadline
    finally:
        raw.script_kill()
        script.join()
        raw.config_set("busy-reply-threshold", 5000)
    assert WORDS["busy"] in told
    assert reason(client) == ""


def _killed(endless: redis.Redis) -> None:
    with pytest.raises(redis.ResponseError, match="killed"):
        endless.eval("while true do end", 0)


def test_a_user_who_may_only_read_is_not_ready(raw: Any) -> None:
    raw.acl_setuser("reader", enabled=True, nopass=True, categories=["+@read"])
    url = str(raw.url).replace("unix://", "unix://reader:any@")
    client = create_app(Settings(redis_url=url)).test_client()
    assert WORDS["denied"] in reason(client)


def test_a_store_that_is_not_there_is_told_apart(tmp_path: Path) -> None:
    settings = Settings(redis_url=f"unix://{tmp_path}/none.sock")
    told = reason(create_app(settings).test_client())
    assert WORDS["unreachable"] in told
    assert str(tmp_path) not in told


def test_the_check_leaves_nothing_that_stays(raw: Any, client: FlaskClient) -> None:
    assert reason(client) == ""
    assert [key for key in raw.scan_iter() if raw.ttl(key) < 0] == []
