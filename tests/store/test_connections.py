"""What is asked of Redis the shortest way, and connections that end meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
import redis

from service import address
from service.store import connections
from service.store.clients import Single, connect


@pytest.fixture
def client(redis_url: str) -> Iterator[Single]:
    made = connect(address.parse(redis_url), connections=1, timeout_s=2)
    assert isinstance(made, Single)
    yield made
    made.close()


def test_answers_come_in_the_order_of_their_commands(client: Single) -> None:
    asked = [("SET", "a", b"\x00"), ("GET", "a"), ("DEL", "a"), ("GET", "a")]
    assert client.ask(*asked) == [b"OK", b"\x00", 1, None]


def test_after_an_error_the_next_answers_are_the_right_ones(client: Single) -> None:
    with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
        client.ask(("SET", "b", "1"), ("LLEN", "b"), ("GET", "b"))
    assert client.ask(("ECHO", "x"), ("DEL", "b")) == [b"x", 1]


@pytest.mark.parametrize("idle_s", [0, connections._FRESH_S])
def test_a_connection_that_the_server_has_closed_is_opened_again(
    client: Single, redis_url: str, idle_s: float
) -> None:
    (own,) = client.ask(("CLIENT", "ID"))
    with redis.Redis.from_url(redis_url) as other:
        other.client_kill_filter(_id=own)
    time.sleep(idle_s)
    (next_own,) = client.ask(("CLIENT", "ID"))
    assert next_own != own


def test_what_nobody_asked_for_is_nobodys_answer(client: Single) -> None:
    client.ask(("PING",))
    connection = client.connection_pool.get_connection()
    connection.send_command("ECHO", "left behind")
    client.connection_pool.release(connection)
    time.sleep(connections._FRESH_S)
    assert client.ask(("ECHO", "asked")) == [b"asked"]


def test_an_answer_that_is_cut_short_leaves_nothing_behind(client: Single) -> None:
    connection = client.connection_pool.get_connection()
    connection.disconnect()
    connection.socket_timeout = 0.2
    connection.retry.update_retries(0)
    client.connection_pool.release(connection)
    with pytest.raises(redis.TimeoutError):
        client.ask(("BLPOP", "nobody-pushes", "1"), ("ECHO", "late"))
    assert client.ask(("ECHO", "asked")) == [b"asked"]
