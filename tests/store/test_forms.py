"""The store on each form of server: watched by sentinels, and on a cluster."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import redis

from service.app import create_app
from service.config import Settings
from service.match import new_id
from service.store.clients import Single
from service.store.errors import Unconfirmed
from service.store.reasons import WORDS
from service.store.redis import Change, Known, Store, StoreUnavailable
from tests.api.api import create
from tests.servers import Cluster, Server, Watched, cluster, until, watched

PASSWORD = "wei&rd:/@%"
IN_URL = "wei%26rd%3A%2F%40%25"


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster"), spare=1) as found:
        yield found


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("watched")
    with watched(folder, password=PASSWORD) as found:
        yield found


@pytest.fixture(params=["cluster", "sentinel"])
def url(request: pytest.FixtureRequest) -> str:
    if request.param == "cluster":
        found: str = request.getfixturevalue("nodes").url
        return found
    return url_of(request.getfixturevalue("guarded"))


def url_of(guarded: Watched) -> str:
    address = guarded.url.replace("://", f"://:{IN_URL}@")
    return f"{address}/0?sentinel_password={IN_URL}s"


def opened(url: str, **options: int) -> Store:
    return Store(url, ttl_s=600, connections=8, timeout_s=2, **options)


@pytest.fixture
def store(url: str) -> Store:
    return opened(url)


def test_matches_are_committed_read_and_repeated(store: Store) -> None:
    store.check()
    for _ in range(20):  # on all nodes of a cluster
        match = new_id()
        change = Change(0, b"a", [b"moved"], [b"one", b"two"], key="k", record=b"r")
        assert store.commit(match, change) == 1
        assert store.commit(match, change) == Known(b"r")
        assert store.commit(match, Change(7, b"b")) is None
        assert store.load(match, "k") == (1, b"a", b"r")
        assert store.load(match, "j") == (1, b"a", None)
        assert store.events(match, "1-0", 10) == [("1-1", b"two")]
        assert store.last_event(match) == b"two"
        assert store.actions(match) == [b"moved"]


def test_lobby_reminders_and_tickets_work(store: Store) -> None:
    ids = [new_id() for _ in range(9)]
    for number, match in enumerate(ids):
        store.commit(match, Change(0, b"%d" % number))
        store.list_open(match, 2e9 + number)
        store.remind(match, number)
    found = [match for match, _ in store.lobby(3e9, 9)]
    assert found == ids[::-1]
    loaded = store.load_many([*ids, new_id()])
    assert [each and each.data for each in loaded] == [
        *(b"%d" % n for n in range(9)),
        None,
    ]
    claimed = dict(store.claim_due(100, 20))
    assert set(claimed) == set(ids)
    for match, claim in claimed.items():
        store.settle(match, claim, None)
        store.unlist(match)
    store.keep_ticket("t", "value")
    assert (store.take_ticket("t"), store.take_ticket("t")) == ("value", None)


def test_who_follows_a_match_is_woken(store: Store) -> None:
    matches = [new_id() for _ in range(6)]
    for match in matches:
        store.commit(match, Change(0, b"a"))
        store.arrive(match, "0")
        assert store.here(match) == {"0"}
        with store.watching(match) as changed:
            changed.clear()
            threading.Timer(0.05, store.commit, [match, Change(1, b"b")]).start()
            assert changed.wait(5)


def test_of_many_commits_from_one_version_exactly_one_lands(store: Store) -> None:
    match, landed = new_id(), list[bytes]()
    store.commit(match, Change(0, b"a"))

    def commit(number: int) -> None:
        if store.commit(match, Change(1, b"%d" % number, key=str(number))):
            landed.append(b"%d" % number)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(commit, range(20)))
    assert len(landed) == 1
    assert store.load(match) == (2, landed[0], None)


def test_limits_count_there_too(url: str) -> None:
    settings = Settings(redis_url=url, rate_limit="3/hour", rate_limit_hints="2/hour")
    client = create_app(settings).test_client()
    other = create_app(settings).test_client()
    codes = [c.get("/v1/games").status_code for c in (client, other, client, other)]
    assert codes == [200, 200, 200, 429]


def test_a_wait_for_replicas_that_are_not_there_is_no_answer(nodes: Cluster) -> None:
    store = opened(nodes.url, replicas=1, replicas_s=0.1)
    match = new_id()
    change = Change(0, b"a", events=[b"one"], key="k", record=b"r")
    for _ in range(2):
        with pytest.raises(Unconfirmed, match="0 of 1"):
            store.commit(match, change)
    for look in (store.load, lambda match: store.events(match, "", 9)):
        with pytest.raises(Unconfirmed, match="0 of 1"):
            look(match)
    with pytest.raises(Unconfirmed, match="0 of 1"):
        store.load(match, "k")
    assert opened(nodes.url).load(match, "k") == (1, b"a", b"r")


def test_a_change_is_answered_once_replicas_have_it(guarded: Watched) -> None:
    store = opened(url_of(guarded), replicas=1)
    match = new_id()
    assert store.commit(match, Change(0, b"a", key="k", record=b"r")) == 1
    assert store.commit(match, Change(1, b"b")) == 2
    assert store.load(match, "k") == (2, b"b", b"r")
    assert store.load(new_id()) is None
    other = new_id()
    (replica,) = set(guarded.servers) - {guarded.master()}
    replica.halt()
    try:
        with pytest.raises(Unconfirmed, match="0 of 1"):
            opened(url_of(guarded), replicas=1, replicas_s=0.2).commit(
                match, Change(2, b"c", events=[b"e"], key="l", record=b"r")
            )
        old = Change(0, b"old")  # of which nobody here has seen a confirmation
        assert opened(url_of(guarded)).commit(other, old) == 1
        with pytest.raises(Unconfirmed):
            store.load(other)
    finally:
        replica.go_on()
    until(lambda: confirmed(store, match))
    assert store.load(other) == (1, b"old", None)
    assert opened(url_of(guarded), replicas=1).events(match, "", 9) == [("3-0", b"e")]


def confirmed(store: Store, match: str) -> bool:
    try:
        return store.load(match, "l") == (3, b"c", b"r")
    except Unconfirmed:
        return False


def test_a_server_without_the_change_does_not_confirm_it(guarded: Watched) -> None:
    """As a new master to which the change has never come."""
    store = opened(url_of(guarded), replicas=1)
    match = new_id()
    with pytest.raises(Unconfirmed, match="does not have"):
        store._replicas.confirm(f"tapete:{{{match}}}:done:k", 60)


def test_a_slot_can_be_followed_to_a_node_that_had_none(nodes: Cluster) -> None:
    store = opened(nodes.url)
    match = new_id()
    store.commit(match, Change(0, b"a", [b"one"], [b"one"], key="k", record=b"r"))
    slot = redis.cluster.key_slot(f"tapete:{{{match}}}".encode())
    source = next(n for n in nodes.masters if served_by(n, match))
    target = nodes.nodes[-1]
    ids = [node.ask("CLUSTER", "MYID") for node in (source, target)]
    target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[0])
    source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[1])
    keys = source.ask("CLUSTER", "GETKEYSINSLOT", slot, 10)
    to = ("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS")
    source.ask(*to, keys[0])
    with pytest.raises(StoreUnavailable):  # some keys here, some there
        store.commit(match, Change(1, b"b"))
    source.ask(*to, *keys[1:])
    assert store.load(match, "k") == (1, b"a", b"r")  # follows an ASK
    nodes.move(slot, source, target)
    assert store.commit(match, Change(1, b"b")) == 2
    assert store.load(match, "k") == (2, b"b", b"r")
    nodes.move(slot, target, source)
    assert store.commit(match, Change(2, b"c")) == 3


def served_by(node: Server, match: str) -> bool:
    try:
        return bool(node.ask("EXISTS", f"tapete:{{{match}}}"))
    except redis.exceptions.MovedError:
        return False


def test_connections_that_nobody_uses_are_closed(
    nodes: Cluster, guarded: Watched
) -> None:
    for url in (nodes.url, url_of(guarded)):
        store, matches = opened(url), [new_id() for _ in range(30)]

        def commit(match: str, store: Store = store) -> None:
            store.commit(match, Change(0, b"a"))

        threads = [threading.Thread(target=commit, args=[m]) for m in matches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(map(len, connections(store))) >= 3
        for _ in range(2):
            store.client.tidy()
        assert set(map(len, connections(store))) == {0}
        assert store.load(matches[0]) == (1, b"a", None)


def connections(store: Store) -> list[list[object]]:
    """Return the connections that stand, of each pool."""
    client = store.client
    if isinstance(client, Single):
        sentinels = client.connection_pool.sentinel_manager.sentinels
        pools = [each.connection_pool for each in (client, *sentinels)]
    else:
        assert client._nodes is not None
        nodes = client._nodes.get_nodes()
        pools = [n.redis_connection.connection_pool for n in nodes]
    return [pool._connections for pool in pools]


def test_an_address_of_one_node_alone_is_told(nodes: Cluster) -> None:
    store = opened(f"redis://127.0.0.1:{nodes.masters[0].port}")
    with pytest.raises(StoreUnavailable) as told:
        for _ in range(20):
            store.load(new_id())
    assert "+cluster" in WORDS[told.value.reason]


@pytest.mark.parametrize("kind", ["cluster://{},{}", "sentinel://{},{}/m"])
def test_a_store_that_is_away_is_told_at_once(kind: str) -> None:
    store = opened("redis+" + kind.format("127.0.0.1:1", "127.0.0.1:2"))
    began = time.monotonic()
    for _ in range(20):
        with pytest.raises(StoreUnavailable):
            store.check()
        with pytest.raises(StoreUnavailable):
            store.commit(new_id(), Change(0, b"a"))
        with pytest.raises(StoreUnavailable):
            store.load_many([new_id()])
    assert time.monotonic() - began < 10


def test_a_cluster_is_found_again_after_all_of_it_was_away(tmp_path: Path) -> None:
    with cluster(tmp_path, "--appendonly", "yes") as found:
        client = create_app(Settings(redis_url=found.url)).test_client()
        _, (player,) = create(client)
        before = player.look()
        for node in found.nodes:
            node.kill()
        answer = client.get(f"/v1/matches/{before['id']}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        for node in found.nodes:
            node.start()
        until(lambda: client.get(f"/v1/matches/{before['id']}").status_code == 200)
        assert player.look() == before


def newest(store: Store, match: str) -> int:
    stored = store.load(match)
    return stored.version if stored else 0


def newest_event(store: Store, match: str) -> int:
    return int(store.events(match, "", 9)[-1][0].partition("-")[0])


@pytest.mark.parametrize(
    ("look", "connected"), [(newest, True), (newest, False), (newest_event, True)]
)
def test_a_master_that_stood_still_is_not_believed(
    guarded: Watched, look: Callable[[Store, str], int], connected: bool
) -> None:
    store, match = opened(url_of(guarded)), new_id()
    first = Change(0, b"a", events=[b"one"])
    opened(url_of(guarded), replicas=1).commit(match, first)
    patient = Store(url_of(guarded), ttl_s=600, connections=8, timeout_s=20)
    if connected:
        look(patient, match)
    old = guarded.master()
    old.halt()
    with ThreadPoolExecutor() as pool:
        seen = pool.submit(look, patient, match)
        until(lambda: guarded.master() is not old)
        until(lambda: _lands(store, match, Change(1, b"b", events=[b"two"])))
        old.go_on()
        assert seen.result() == 2
    until(guarded.replicas_in_step)


def _lands(store: Store, match: str, change: Change) -> bool:
    try:
        return store.commit(match, change) is not None
    except StoreUnavailable:
        return False


def test_the_master_that_follows_is_found(guarded: Watched) -> None:
    """The last one to use the servers, of which one stays away."""
    store = opened(url_of(guarded))
    match = new_id()
    opened(url_of(guarded), replicas=1).commit(match, Change(0, b"a"))
    old = guarded.master()
    old.kill()
    version = [1]

    def committed() -> bool:
        try:
            version[0] = store.commit(match, Change(1, b"b")) or 0
        except StoreUnavailable:
            return False
        return True

    until(committed)
    assert version == [2]
    assert guarded.master() is not old
    pool = store.client.connection_pool
    assert {each.port for each in pool._connections} == {guarded.master().port}
