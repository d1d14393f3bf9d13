"""What the running service refuses becomes an exception; what it delays is awaited."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from service.store.embedded import EmbeddedServer
from tapete.client import (
    BadToken,
    Client,
    IllegalMove,
    MatchOver,
    NotTapete,
    NotYourTurn,
    Problem,
    RateLimited,
    StaleVersion,
    Unavailable,
    Unreachable,
)
from tests.clients import both
from tests.live import Live, running_service

HUMANS: Any = [{"kind": "human"}, {"kind": "human"}]
NOBODY = "http://127.0.0.1:9"


@pytest.fixture(params=both.KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Live]:
    limit = {"TAPETE_RATE_LIMIT_CREATE": "1/second"}
    with running_service(tmp_path, env=limit) as live:
        yield live


def test_a_move_out_of_turn_or_against_the_rules_is_told_apart(tapete: Client) -> None:
    opened = tapete.create_match(game="locus", seats=HUMANS)
    first = opened.match["to_move"][0]
    mover, other = opened.seats[first], opened.seats[1 - first]
    choices = mover.moves()
    move = choices[0]["move"]
    with pytest.raises(NotYourTurn):
        other.play(move)
    assert mover.dry_run(move)["legal"]
    mover.play(move)
    other.play(choices[-1]["move"])
    with pytest.raises(IllegalMove) as raised:
        mover.dry_run(move)
    assert raised.value.legal == mover.moves()
    assert (raised.value.status, raised.value.code) == (422, "illegal_move")


def test_a_change_of_what_has_moved_on_is_stale(tapete: Client) -> None:
    opened = tapete.create_match(game="lamarckian", seats=HUMANS)
    ours, others = opened.seats
    match = ours.view()
    others.play(others.moves()[0]["move"])
    with pytest.raises(StaleVersion):
        ours.play(ours.moves()[0]["move"], if_unchanged=True)
    assert ours.view()["version"] == match["version"] + 1
    moved = ours.play(ours.moves()[0]["move"], if_unchanged=True)
    assert moved["match"]["version"] == match["version"] + 2
    assert ours.resign(if_unchanged=True)["match"]["status"] == "finished"
    with pytest.raises(MatchOver):
        ours.resign()


def test_a_body_that_is_wrong_is_pointed_at(tapete: Client) -> None:
    with pytest.raises(Problem) as raised:
        tapete.create_match(game="locus", options={"komi": "much"})
    error = raised.value
    assert (error.status, error.code) == (400, "malformed")
    assert error.pointer == "/options/komi" == error.errors[0]["pointer"]
    assert error.detail in str(error)
    assert error.remedy
    assert error.request_id


def test_what_points_nowhere_has_no_pointer(tapete: Client) -> None:
    with pytest.raises(Problem) as raised:
        tapete.match("A" * 22).view()
    assert (raised.value.code, raised.value.pointer) == ("match_not_found", None)


def test_a_token_that_opens_nothing_is_told(tapete: Client) -> None:
    opened = tapete.create_match(game="locus", seats=HUMANS)
    other = tapete.create_match(game="locus").seat
    with pytest.raises(BadToken):
        tapete.match(opened.id, other.token).view()
    for token in ("with space", "line\nbreak", "ñ", ""):
        with pytest.raises(ValueError, match="visible characters"):
            tapete.match(opened.id, token)


def test_ids_are_parts_of_a_path_and_nothing_else(tapete: Client) -> None:
    for odd in ("../games", "a/b", "a?b=c", "%2e", "#"):
        with pytest.raises(Problem, match="not_found"):
            tapete.match(odd).view()


def test_a_limit_is_waited_for_as_long_as_the_service_says(
    limited: Live, kind: str
) -> None:
    with both.client(kind, limited.url) as client:
        client.create_match(game="locus")
        started = time.monotonic()
        client.create_match(game="locus")
        assert time.monotonic() - started >= 1


def test_a_limit_is_told_to_who_does_not_wait(limited: Live, kind: str) -> None:
    with (
        both.client(kind, limited.url, patience=0) as client,
        pytest.raises(RateLimited) as raised,
    ):
        for _ in range(3):
            client.create_match(game="locus")
    assert raised.value.retry_after == 1


def test_a_store_that_goes_away_is_told_and_waited_for(
    tmp_path: Path, kind: str
) -> None:
    store = EmbeddedServer(tmp_path / "store")
    made: list[Any] = []

    def create(url: str) -> None:
        with both.client(kind, url) as client:
            made.append(client.create_match(game="locus").seat.moves())

    with store as url:
        service = ExitStack()
        env = {"TAPETE_REDIS_URL": url}
        live = service.enter_context(running_service(tmp_path, env=env))
    with service:
        with both.client(kind, live.url, patience=0) as client:
            with pytest.raises(Unavailable) as raised:
                client.create_match(game="locus")
            assert raised.value.code == "store_unavailable"
            assert raised.value.retry_after
        waiting = threading.Thread(target=create, args=[live.url])
        waiting.start()
        time.sleep(0.5)
        assert not made
        with store:
            waiting.join(60)
            assert made


def test_a_service_that_is_not_there_is_unreachable(kind: str) -> None:
    started = time.monotonic()
    with both.client(kind, NOBODY, patience=1) as client:
        with pytest.raises(Unreachable, match="ConnectError"):
            client.ready()
        assert 0.3 < time.monotonic() - started < 5
        with pytest.raises(Unreachable):
            next(client.match("A" * 22).events())


def test_another_service_is_not_taken_for_ours(tmp_path: Path, kind: str) -> None:
    (tmp_path / "readyz").write_text("<p>Hello")
    (tmp_path / "v1" / "matches" / "m").mkdir(parents=True)
    (tmp_path / "v1" / "matches" / "m" / "events").write_text("<p>Hello")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        url = f"http://127.0.0.1:{server.server_port}"
        with both.client(kind, url) as client:
            for ask in (client.ready, client.games):
                with pytest.raises(NotTapete):
                    ask()
            with pytest.raises(NotTapete):
                next(client.match("m").events())
        server.shutdown()


@pytest.mark.parametrize("address", ["", "127.0.0.1:8000", "ftp://x", "http://", "/v1"])
def test_what_is_no_web_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="the address"):
        Client(address)
