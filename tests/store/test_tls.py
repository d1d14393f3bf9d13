"""The store over TLS: the same answers, and the same errors when none come."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.match import new_id
from service.store.clients import Sentinels
from service.store.redis import Change, Store, StoreUnavailable
from service.store.sockets import MasterSSLConnection, TLSConnection
from tests.servers import Server, until
from tests.tls import Secured, secured


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "one") as found:
        yield found


@pytest.fixture
def front(server: Server, tmp_path: Path) -> Iterator[Secured]:
    with secured(server.port, tmp_path) as found:
        yield found


@pytest.fixture(params=["rediss", "rediss+sentinel"])
def store(
    request: pytest.FixtureRequest, front: Secured, monkeypatch: pytest.MonkeyPatch
) -> Store:
    master = "127.0.0.1", front.port
    monkeypatch.setattr(Sentinels, "discover_master", lambda self, name: master)
    end = "/table" if "+" in request.param else ""
    made = opened(f"{request.param}://127.0.0.1:{front.port}{end}", front)
    kind = MasterSSLConnection if end else TLSConnection
    made.check()
    (connection,) = made.client.connection_pool._connections
    assert type(connection) is kind
    return made


def opened(url: str, front: Secured) -> Store:
    url = f"{url}?ssl_ca_certs={front.authority}"
    return Store(url, ttl_s=600, connections=4, timeout_s=0.5)


def test_matches_are_committed_read_and_followed(store: Store) -> None:
    match = new_id()
    large = bytes(200_000)  # more than one record of TLS
    change = Change(0, large, [b"moved"], [b"one"], key="k", record=b"r")
    assert store.commit(match, change) == 1
    assert store.load(match, "k") == (1, large, b"r")
    assert store.events(match, "", 9) == [("1-0", b"one")]
    assert [each and each.version for each in store.load_many([match, "x"])] == [
        1,
        None,
    ]
    store.arrive(match, "0")
    with store.watching(match) as changed:
        changed.clear()
        threading.Timer(0.05, store.commit, [match, Change(1, b"b")]).start()
        assert changed.wait(5)


def test_a_server_that_stands_still_is_told_and_then_found_again(
    store: Store, server: Server
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a"))
    server.halt()
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        store.load(match)
    assert time.monotonic() - began < 5
    server.go_on()
    until(lambda: found(store, match))
    assert store.commit(match, Change(1, b"b")) == 2


def test_a_server_that_ends_is_told_and_found_again(
    store: Store, server: Server
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a"))
    server.kill()
    with pytest.raises(StoreUnavailable):
        store.load(match)
    server.start()
    until(lambda: found(store, match))
    assert store.load(match) is None  # it keeps nothing on a disk
    assert store.commit(match, Change(0, b"a")) == 1


def test_a_server_that_nobody_vouches_for_is_not_asked(front: Secured) -> None:
    store = Store(
        f"rediss://127.0.0.1:{front.port}", ttl_s=600, connections=4, timeout_s=0.5
    )
    with pytest.raises(StoreUnavailable, match="certificate"):
        store.check()


def found(store: Store, match: str) -> bool:
    try:
        store.load(match)
    except StoreUnavailable:
        return False
    return True
