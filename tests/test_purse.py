"""What bots may think for an address: taken afterwards, paid back with time."""

from __future__ import annotations

import time
import uuid

import pytest
import redis

from service.purse import Overdrawn, Purse, Rate
from service.store.redis import Store

RATE = Rate(0.1, 1)


@pytest.fixture
def store(redis_url: str) -> Store:
    return Store(redis_url, ttl_s=60, connections=4, timeout_s=2)


@pytest.fixture
def payer() -> str:
    return uuid.uuid4().hex


def think(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_a_debt_is_waited_for_and_then_paid(store: Store, payer: str) -> None:
    purse = Purse(store, RATE)
    purse.check(payer)
    with purse.paying(payer):
        think(0.2)
    with pytest.raises(Overdrawn) as told:
        purse.check(payer)
    assert told.value.seconds in (1, 2)
    purse.check("another")
    time.sleep(purse.wait_s(payer))
    purse.check(payer)


def test_all_processes_take_from_one_purse(store: Store, payer: str) -> None:
    one, other = Purse(store, RATE), Purse(store, RATE)
    for purse in (one, other):
        with purse.paying(payer):
            think(0.08)
    one.check(payer)  # it has not heard of it yet
    with pytest.raises(Overdrawn):
        other.check(payer)


def test_many_short_thoughts_are_paid_for_too(store: Store, payer: str) -> None:
    purse = Purse(store, RATE)
    for _ in range(60):
        with purse.paying(payer):
            think(0.003)
    assert purse.wait_s(payer) > 0


def test_a_thought_that_fails_is_paid_for(store: Store, payer: str) -> None:
    purse = Purse(store, RATE)
    with pytest.raises(ZeroDivisionError), purse.paying(payer):
        think(0.2)
        _ = 1 // 0
    assert purse.wait_s(payer) > 0


def test_without_a_rate_or_a_payer_nothing_is_counted(
    store: Store, payer: str, redis_url: str
) -> None:
    for purse, who in ((Purse(store, None), payer), (Purse(store, RATE), "")):
        with purse.paying(who):
            think(0.2)
        purse.check(who)
    with redis.Redis.from_url(redis_url) as client:
        assert not client.exists(f"tapete:purse:{payer}", "tapete:purse:")


def test_a_full_purse_is_forgotten(store: Store, payer: str, redis_url: str) -> None:
    assert store.spend(payer, 0.05, 0.1, 0.1) == pytest.approx(0.05)
    with redis.Redis.from_url(redis_url) as client:
        assert 1 <= int(client.ttl(f"tapete:purse:{payer}")) <= 3
