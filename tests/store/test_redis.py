"""The store commits a change whole and once, or not at all."""

import socket
import threading
from collections.abc import Iterator

import pytest
import redis

from service.match import new_id
from service.store.redis import Change, Known, Store, StoreUnavailable

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
    assert store.commit(match, Change(0, b"state", events=[b"dealt"])) == 1
    assert store.load(match) == (1, b"state", None)


def test_an_unknown_match_is_not_found(store: Store) -> None:
    assert store.load(new_id()) is None


def test_a_match_is_created_once(store: Store) -> None:
    match = new_id()
    store.commit(match, Change(0, b"first"))
    assert store.commit(match, Change(0, b"second", events=[b"event"])) is None
    assert store.load(match) == (1, b"first", None)


def test_a_commit_raises_the_version_by_one_and_appends_its_events(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a", events=[b"one"]))
    assert store.commit(match, Change(1, b"b", events=[b"two", b"three"])) == 2
    assert store.load(match) == (2, b"b", None)
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
    store.commit(match, Change(0, b"a", events=[b"one"]))
    assert store.commit(match, Change(version, b"b", events=[b"two"])) is None
    assert store.load(match) == (1, b"a", None)
    assert raw.xlen(f"tapete:{{{match}}}:events") == 1


def test_a_commit_to_an_expired_match_does_not_revive_it(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a"))
    raw.delete(f"tapete:{{{match}}}")
    assert store.commit(match, Change(1, b"b", events=[b"two"])) is None
    assert not raw.exists(f"tapete:{{{match}}}", f"tapete:{{{match}}}:events")


def test_all_keys_of_a_match_live_in_one_slot_and_expire(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a", events=[b"one"]))
    store.commit(match, Change(1, b"b", [b"moved"], [b"two"], key="k", record=b"r"))
    keys = {key.decode(): raw.ttl(key) for key in raw.scan_iter(f"*{match}*")}
    base = f"tapete:{{{match}}}"
    for key in (base, f"{base}:events", f"{base}:actions"):
        assert TTL_S - 60 < keys.pop(key) <= TTL_S
    assert 86_000 < keys.pop(f"{base}:done:k") <= 86_400
    (resend,) = keys.values()
    assert 0 < resend <= 60
    assert all(key.startswith(f"{base}:done:") for key in keys)


def test_of_many_commits_from_one_version_exactly_one_lands(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a"))
    start = threading.Barrier(8)
    landed = []

    def commit(number: int) -> None:
        start.wait()
        for attempt in range(20):
            data = b"%d %d" % (number, attempt)
            if store.commit(match, Change(1, data, events=[data])):
                landed.append(data)

    threads = [threading.Thread(target=commit, args=[n]) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(landed) == 1
    assert store.load(match) == (2, landed[0], None)
    assert raw.xlen(f"tapete:{{{match}}}:events") == 1


def test_a_commit_works_after_the_server_has_forgotten_its_scripts(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a"))
    raw.script_flush()
    assert store.commit(match, Change(1, b"b")) == 2


def test_commits_land_while_the_server_forgets_its_scripts_without_a_pause(
    store: Store, raw: redis.Redis
) -> None:
    match, over = new_id(), threading.Event()

    def forget() -> None:
        while not over.is_set():
            raw.script_flush()

    thread = threading.Thread(target=forget)
    thread.start()
    try:
        versions = [store.commit(match, Change(n, b"a")) for n in range(200)]
    finally:
        over.set()
        thread.join()
    assert versions == list(range(1, 201))


def test_a_change_under_a_key_lands_once_and_its_record_is_told(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a"))
    change = Change(1, b"b", [b"action"], [b"event"], key="k", record=b"answer")
    assert store.commit(match, change) == 2
    for version in (1, 2):
        again = change._replace(version=version, data=b"c", record=b"other")
        assert store.commit(match, again) == Known(b"answer")
    assert store.load(match, "k") == (2, b"b", b"answer")
    assert store.load(match, "other") == (2, b"b", None)
    assert store.actions(match) == [b"action"]
    assert raw.xlen(f"tapete:{{{match}}}:events") == 1


def test_actions_are_kept_in_order(store: Store) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a", [b"one", b"two"]))
    store.commit(match, Change(1, b"b", [b"three"]))
    assert store.actions(match) == [b"one", b"two", b"three"]


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
    direct.commit(match, Change(0, b"a"))
    assert store.commit(match, Change(1, b"b", events=[b"event"])) == 2
    assert proxy.cuts == 2
    assert direct.load(match) == (2, b"b", None)


def test_a_store_that_is_away_is_told_from_a_mistake(tmp_path: object) -> None:
    store = Store(f"unix://{tmp_path}/none.sock", ttl_s=1, connections=2, timeout_s=0.2)
    with pytest.raises(StoreUnavailable):
        store.check()
    with pytest.raises(StoreUnavailable):
        store.load(new_id())
    with pytest.raises(StoreUnavailable):
        store.commit(new_id(), Change(0, b"a"))


def test_a_server_that_takes_no_writes_is_unavailable(
    store: Store, raw: redis.Redis
) -> None:
    match = new_id()
    store.commit(match, Change(0, b"a"))
    raw.config_set("maxmemory", "1")
    raw.config_set("maxmemory-policy", "noeviction")
    try:
        with pytest.raises(StoreUnavailable):
            store.commit(match, Change(1, b"b"))
    finally:
        raw.config_set("maxmemory", "0")
    assert store.load(match) == (1, b"a", None)
    assert store.commit(match, Change(1, b"b")) == 2
