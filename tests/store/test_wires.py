"""The store finds its server again where the network gives no sign."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.match import new_id
from service.store import wakeups
from service.store.redis import Change, Store, StoreUnavailable
from tests.faults.wire import Wire
from tests.servers import Server, until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "one") as found:
        yield found


def opened(port: int) -> Store:
    return Store(f"redis://127.0.0.1:{port}", ttl_s=60, connections=4, timeout_s=0.3)


def test_who_follows_is_woken_again_after_a_connection_went_dumb(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakeups, "_POLL_S", 0.1)
    monkeypatch.setattr(wakeups, "_QUIET_S", 0.3)
    monkeypatch.setattr(wakeups, "_DEAF_S", 0.8)
    wire = Wire(server.port)
    store, direct, match = opened(wire.port), opened(server.port), new_id()
    direct.commit(match, Change(0, b"a"))
    direct.arrive(match, "0")
    with store.watching(match) as changed:
        time.sleep(1.2)  # a server that is asked now and then is not deaf
        changed.clear()
        assert not changed.wait(0.5)
        wire.strand()
        assert changed.wait(5)  # has subscribed anew
        changed.clear()
        direct.commit(match, Change(1, b"b"))
        assert changed.wait(5)
    wire.close()


def test_an_address_that_leads_to_another_server_is_looked_up_again(
    server: Server, tmp_path: Path
) -> None:
    """As a name whose server was made a replica, and stays."""
    with Server(tmp_path / "two") as other:
        wire = Wire(server.port)
        store, match = opened(wire.port), new_id()
        store.commit(match, Change(0, b"a"))
        wire.lead(other.port)
        server.ask("REPLICAOF", "127.0.0.1", 1)
        with pytest.raises(StoreUnavailable):
            store.commit(match, Change(1, b"b"))
        assert store.commit(match, Change(0, b"a")) == 1
        wire.close()


def test_a_cut_wire_is_told_within_the_time_out_and_heals(server: Server) -> None:
    wire = Wire(server.port)
    store, match, waited = opened(wire.port), new_id(), list[float]()
    store.commit(match, Change(0, b"a"))

    def commit(number: int) -> None:
        began = time.monotonic()
        try:
            store.commit(match, Change(1, b"b", [b"moved"], key=str(number)))
        except StoreUnavailable:
            waited.append(time.monotonic() - began)

    threads = [threading.Thread(target=commit, args=[n]) for n in range(12)]
    with wire.cut():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(waited) == len(threads)
        assert max(waited) < 4
    until(lambda: answers(store))
    store.commit(match, Change(1, b"c", [b"moved"]))
    assert store.actions(match) == [b"moved"]  # of those sent late none but one landed
    wire.close()


def answers(store: Store) -> bool:
    try:
        store.check()
    except StoreUnavailable:
        return False
    return True
