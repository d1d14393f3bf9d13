"""What Redis may do to the service: run out, turn read-only, forget, expire."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from service.app import create_app
from service.config import Settings
from service.store.embedded import EmbeddedServer
from tests.api.api import create, strict

MATCHES = 5_000
REQUESTS = 200


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, since these tests count its keys and turn it about."""
    with EmbeddedServer(Path(tmp_path_factory.mktemp("own"))) as url:
        yield url


def test_requests_beyond_the_pool_wait_or_are_told_to_come_back(url: str) -> None:
    app = create_app(Settings(redis_url=url, redis_connections=2, redis_timeout=2))
    codes: Counter[int] = Counter()

    def send() -> None:
        answer = app.test_client().post("/v1/matches", json={"game": "locus"})
        codes[answer.status_code] += 1
        if answer.status_code == 503:
            assert int(answer.headers["Retry-After"]) >= 1

    threads = [threading.Thread(target=send) for _ in range(REQUESTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes.total() == REQUESTS
    assert set(codes) <= {201, 503}
    assert codes[201] > 0
    assert app.test_client().get("/readyz").status_code == 200


def test_a_store_that_turned_read_only_gives_503_until_it_is_writable_again(
    url: str,
) -> None:
    client = create_app(Settings(redis_url=url)).test_client()
    _, (player,) = create(client)
    before = player.look()
    move = player.choices()[0]["move"]
    with redis.Redis.from_url(url) as raw:
        raw.replicaof("127.0.0.1", 1)  # type: ignore[no-untyped-call]
        try:
            refused = player.post(move)
            assert (refused.status_code, strict(refused)["code"]) == (
                503,
                "store_unavailable",
            )
        finally:
            raw.replicaof("NO", "ONE")  # type: ignore[no-untyped-call]
    assert player.look() == before
    assert player.post(move).status_code == 200


def test_abandoned_matches_leave_no_key(
    url: str, full: bool, figure: Callable[[str], None]
) -> None:
    client = create_app(Settings(redis_url=url, match_ttl=2)).test_client()
    number = MATCHES if full else MATCHES // 25
    with redis.Redis.from_url(url) as raw:
        raw.flushdb()
        start = raw.dbsize()
        for turn in range(number):
            seats = [{"kind": "human"}, {"kind": ("open", "human")[turn % 2]}]
            create(client, seats=seats, clock={"turn": 3600} if turn % 3 == 0 else None)
        assert raw.dbsize() > start + number
        raw.delete("tapete:due")  # an hour's reminders; the timekeeper drops them
        for key in raw.scan_iter("tapete:*:done:*"):
            assert 0 < raw.ttl(key) <= 60
            raw.expire(key, 2)
        deadline = time.monotonic() + 30
        while raw.dbsize() > start:
            assert time.monotonic() < deadline, raw.keys("*")[:5]
            time.sleep(0.2)
    figure(f"{number:,} abandoned matches: the store has {start} keys again")
