"""The store commits a change whole and once, or not at all."""

import socket
import threading
from collections.abc import Iterator

import pytest
import redis

from service.match import new_id
from service.store.redis import Store, StoreUnavailable

TTL_S = 3_600


@pytest.fixture
def store(redis_url: str) -> Store:
    return Store(redis_url, ttl_s=TTL_S, connections=8, timeout_s=2)


@pytest.fixture
def raw(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url) as client:
        yield client


def test_a_new_match_has_version_1_and_is_found(store: Store) -> None:
    match = new_id()
    assert store.create(match, b"state", [b"dealt"]) == 1
    assert store.load(match) == (1, b"state")


def test_an_unknown_match_is_not_found(store: Store) -> None:
    assert store.load(new_id()) is None


def test_a_match_is_created_once(store: Store) -> None:
    match = new_id()
    store.create(match, b"first", [])
    with pytest.raises(FileExistsError):
        store.create(match, b"second", [b"event"])
    assert store.load(match) == (1, b"first")


def test_a_commit_raises_the_version_by_one_and_appends_its_events(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.create(match, b"a", [b"one"])
    assert store.commit(match, 1, b"b", [b"two", b"three"]) == 2
    assert store.load(match) == (2, b"b")
    assert raw.xrange(f"tapete:{{{match}}}:events") == [
        (b"1-0", {b"event": b"one"}),
        (b"2-0", {b"event": b"two"}),
        (b"2-1", {b"event": b"three"}),
    ]


@pytest.mark.parametrize("version", [0, 2, 7])
def test_a_commit_from_another_version_changes_nothing(
    store: Store, raw: redis.Redis, version: int
) -> None:
    match = new_id()
    store.create(match, b"a", [b"one"])
    assert store.commit(match, version, b"b", [b"two"]) is None
    assert store.load(match) == (1, b"a")
    assert raw.xlen(f"tapete:{{{match}}}:events") == 1


def test_a_commit_to_an_expired_match_does_not_revive_it(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.create(match, b"a", [])
    raw.delete(f"tapete:{{{match}}}")
    assert store.commit(match, 1, b"b", [b"two"]) is None
    assert not raw.exists(f"tapete:{{{match}}}", f"tapete:{{{match}}}:events")


def test_all_keys_of_a_match_live_in_one_slot_and_expire(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.create(match, b"a", [b"one"])
    keys = list(raw.scan_iter(f"*{match}*"))
    assert sorted(keys) == [
        f"tapete:{{{match}}}".encode(),
        f"tapete:{{{match}}}:events".encode(),
    ]
    assert all(TTL_S - 60 < raw.ttl(key) <= TTL_S for key in keys)


def test_of_many_commits_from_one_version_exactly_one_lands(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.create(match, b"a", [])
    start = threading.Barrier(8)
    landed = []

    def commit(number: int) -> None:
        start.wait()
        for attempt in range(20):
            data = b"%d %d" % (number, attempt)
            if store.commit(match, 1, data, [data]):
                landed.append(data)

    threads = [threading.Thread(target=commit, args=[n]) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(landed) == 1
    assert store.load(match) == (2, landed[0])
    assert raw.xlen(f"tapete:{{{match}}}:events") == 1


def test_a_commit_works_after_the_server_has_forgotten_its_scripts(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.create(match, b"a", [])
    raw.script_flush()
    assert store.commit(match, 1, b"b", []) == 2


class Cutting(threading.Thread):
    """A proxy that passes requests on and loses the answer to the first commit."""

    def __init__(self, path: str) -> None:
        super().__init__(daemon=True)
        self._path = path
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.cuts = 0

    def run(self) -> None:
        while True:
            client, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self._path)
            while request := client.recv(65_536):
                server.sendall(request)
                answer = server.recv(65_536)
                if b"EVALSHA" in request and not answer.startswith(b"-"):
                    self.cuts += 1
                    if self.cuts == 1:
                        return
                client.sendall(answer)


def test_a_commit_whose_answer_is_lost_lands_once(redis_url: str) -> None:
    proxy = Cutting(redis_url.removeprefix("unix://"))
    proxy.start()
    url = f"redis://127.0.0.1:{proxy.port}"
    direct = Store(redis_url, ttl_s=TTL_S, connections=2, timeout_s=2)
    store = Store(url, ttl_s=TTL_S, connections=2, timeout_s=2)
    match = new_id()
    direct.create(match, b"a", [])
    assert store.commit(match, 1, b"b", [b"event"]) == 2
    assert proxy.cuts == 2
    assert direct.load(match) == (2, b"b")


def test_a_store_that_is_away_is_told_from_a_mistake(tmp_path: object) -> None:
    store = Store(f"unix://{tmp_path}/none.sock", ttl_s=1, connections=2, timeout_s=0.2)
    with pytest.raises(StoreUnavailable):
        store.ping()
    with pytest.raises(StoreUnavailable):
        store.load(new_id())
    with pytest.raises(StoreUnavailable):
        store.create(new_id(), b"a", [])


def test_a_server_that_takes_no_writes_is_unavailable(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.create(match, b"a", [])
    raw.config_set("maxmemory", "1")
    raw.config_set("maxmemory-policy", "noeviction")
    try:
        with pytest.raises(StoreUnavailable):
            store.commit(match, 1, b"b", [])
    finally:
        raw.config_set("maxmemory", "0")
    assert store.load(match) == (1, b"a")
    assert store.commit(match, 1, b"b", []) == 2
