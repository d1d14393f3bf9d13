"""Those who follow a match in one process read each change of it once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis

from service import latest
from service.compact import squeeze
from service.feed import Feed, Viewer
from service.games.base import Told
from service.latest import Latest
from service.match import Recorded, SeatTaken, new_id
from service.store.embedded import EmbeddedServer
from service.store.redis import Change, Store
from tests.live import running_service
from tests.test_live import HTTP, create
from tests.test_streams import PEOPLE, follow, read_until

MATCH, MANY = "m", 20
COMMANDS = ("xrange", "zadd")


class Read:
    """Counts how often the store is asked, and gives another page each time."""

    def __init__(self, takes_s: float = 0, events: int = 1) -> None:
        self.times = 0
        self._takes_s = takes_s
        self._events = events
        self._lock = threading.Lock()

    def __call__(self) -> list[int]:
        with self._lock:
            self.times += 1
            times = self.times
        time.sleep(self._takes_s)
        return [times] * self._events


def all_at_once(do: Callable[[], Any], number: int = MANY) -> list[Any]:
    barrier = threading.Barrier(number)

    def wait_and_do(_: int) -> Any:
        barrier.wait()
        return do()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(wait_and_do, range(number)))


def test_of_many_who_ask_for_the_same_one_reads_it() -> None:
    pages, read = Latest[int](), Read(takes_s=0.02)
    assert all_at_once(lambda: pages.page(MATCH, "1-0", 7, read)) == [[1]] * MANY
    assert read.times == 1


@pytest.mark.parametrize("other", [("n", "1-0", 7), (MATCH, "2-0", 7)])
def test_another_match_and_another_place_are_read_themselves(
    other: tuple[str, str, int],
) -> None:
    pages, read = Latest[int](), Read()
    pages.page(MATCH, "1-0", 7, read)
    assert pages.page(*other, read) == [2]


def test_after_a_change_was_heard_of_nobody_gets_what_was_read_before() -> None:
    pages, read = Latest[int](), Read()
    assert [pages.page(MATCH, "1-0", heard, read) for heard in (7, 7, 8, 8)] == [
        *[[1], [1]],
        *[[2], [2]],
    ]


def test_a_change_that_nobody_has_heard_of_is_found_a_little_later() -> None:
    pages, read = Latest[int](), Read()
    pages.page(MATCH, "1-0", 7, read)
    time.sleep(latest._FRESH_S)
    assert pages.page(MATCH, "1-0", 7, read) == [2]


def test_one_who_waits_for_the_store_in_vain_holds_up_nobody() -> None:
    pages, read, slow_s = Latest[int](), Read(takes_s=1), 1
    began = time.monotonic()
    all_at_once(lambda: pages.page(MATCH, "1-0", 7, read))
    assert time.monotonic() - began < 2 * slow_s


def test_an_error_of_the_store_is_each_readers_own() -> None:
    pages = Latest[int]()

    def away() -> list[int]:
        raise ConnectionError

    for _ in range(2):
        with pytest.raises(ConnectionError):
            pages.page(MATCH, "1-0", 7, away)
    assert pages.page(MATCH, "1-0", 7, Read()) == [1]


def test_what_is_remembered_is_little() -> None:
    pages, read = Latest[int](), Read(events=latest._FEW + 1)
    for number in range(3 * latest._PLACES):
        pages.page(MATCH, f"{number}-0", 7, read)
    assert len(pages._places) == latest._PLACES
    assert not any(place.page for place in pages._places.values())


def test_those_who_share_a_page_see_what_each_of_them_may(redis_url: str) -> None:
    store = Store(redis_url, ttl_s=60, connections=8, timeout_s=2)
    match, feed = new_id(), Feed(store)
    told = [Told(SeatTaken(n, "x"), frozenset({n})) for n in (0, 1)]
    told.append(Told(SeatTaken(2, "everybody")))
    events = [squeeze(msgspec.json.encode(Recorded(0, each))) for each in told]
    store.commit(match, Change(0, b"state", events=events))
    followers = {seat: feed.follow(Viewer(match, seat), "") for seat in (0, 1, None)}
    seen = {seat: next(entries) for seat, entries in followers.items()}
    assert {
        seat: [entry.id for entry in entries] for seat, entries in seen.items()
    } == {
        0: ["1-0", "1-2"],
        1: ["1-1", "1-2"],
        None: ["1-2"],
    }
    store.dismiss()


def test_a_move_before_many_viewers_asks_the_store_a_few_times(tmp_path: Path) -> None:
    with (
        EmbeddedServer(tmp_path / "store") as url,
        redis.Redis.from_url(url) as store,
        running_service(tmp_path, env={"TAPETE_REDIS_URL": url}) as live,
    ):
        address, (first, _) = create(live.url, seats=PEOPLE)
        streams = [follow(address) for _ in range(MANY)]
        for stream in streams:
            read_until(stream, lambda read: b"dealt" in read)
        before = asked(store)
        move = {"move": {"type": "place", "cell": "a1", "face": "up"}}
        HTTP.post(f"{address}/moves", json=move, headers=first).raise_for_status()
        for stream in streams:
            told = read_until(stream, lambda read: b"placed" in read)
            assert b'"cell":"a1"' in told
        assert asked(store) - before < MANY / 2
        for stream in streams:
            stream.close()


def asked(store: redis.Redis) -> int:
    """How often events were read, and followers have said that they are there."""
    stats: Any = store.info("commandstats")
    return sum(stats.get(f"cmdstat_{n}", {"calls": 0})["calls"] for n in COMMANDS)
