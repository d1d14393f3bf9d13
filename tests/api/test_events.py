"""One feed in three forms, which resumes anywhere and tells nobody others' secrets."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from tests.api.api import Player, create, finish, strict, two_humans
from tests.api.test_bad_input import check_problem

LINES = "application/x-ndjson"
SSE = "text/event-stream"


@pytest.fixture
def app(settings: Settings) -> Flask:
    return create_app(settings)


def pages(player: Player, after: str = "", limit: int = 100) -> list[Any]:
    """All events there are, page by page."""
    address = f"{player.address}/events?after={after}&limit={limit}"
    events: list[Any] = []
    while True:
        answer = player.client.get(address, headers=player.headers)
        assert answer.status_code == 200
        page = strict(answer)
        assert answer.headers["Link"] == f'<{page["next"]}>; rel="next"'
        if page["next"] == address:
            return events
        events += page["events"]
        address = page["next"]


def stream(player: Player, form: str, **headers: str) -> Iterator[str]:
    """Lines of an endless form of the feed."""
    answer = player.client.get(
        f"{player.address}/events",
        headers={**player.headers, "Accept": form, **headers},
    )
    assert answer.status_code == 200
    assert answer.mimetype == form
    buffer = ""
    for chunk in answer.iter_encoded():
        buffer += chunk.decode()
        while "\n" in buffer:
            line, _, buffer = buffer.partition("\n")
            yield line


def line_events(player: Player, number: int, **headers: str) -> list[Any]:
    lines = (line for line in stream(player, LINES, **headers) if line)
    return [json.loads(next(lines)) for _ in range(number)]


def sent_events(player: Player, number: int, **headers: str) -> list[Any]:
    events: list[Any] = []
    last_id = ""
    if not number:
        return events
    for line in stream(player, SSE, **headers):
        name, _, value = line.partition(": ")
        if name == "id":
            last_id = value
        elif name == "data":
            event = json.loads(value)
            assert event["id"] == last_id
            events.append(event)
            if len(events) == number:
                return events
    raise AssertionError("the stream ended")


def test_all_forms_tell_the_same(client: FlaskClient) -> None:
    players = two_humans(client, options={"grid": "6x5"})
    finish(*players)
    events = pages(players[0])
    assert [e["event"]["type"] for e in events[:2]] == ["dealt", "placed"]
    assert len(events) == 31
    for limit in (1, 7, 31):
        assert pages(players[0], limit=limit) == events
    assert line_events(players[0], 31) == events
    assert sent_events(players[0], 31) == events
    assert pages(Player(client, players[0].match_id)) == events


def test_event_ids_rise_with_the_versions(client: FlaskClient) -> None:
    _, (player,) = create(client)
    moved = player.move(player.choices()[0]["move"])
    events = pages(player)
    assert [event["id"] for event in events] == ["1-0", "2-0", "2-1"]
    assert events[1:] == moved["events"]


@pytest.mark.parametrize("known", [0, 1, 12, 30])
def test_every_form_resumes_after_any_event(client: FlaskClient, known: int) -> None:
    players = two_humans(client, options={"grid": "6x5"})
    finish(*players)
    events = pages(players[0])
    last, rest = events[known]["id"], events[known + 1 :]
    assert pages(players[0], after=last) == rest
    resume = {"Last-Event-ID": last}
    assert line_events(players[0], len(rest), **resume) == rest
    assert sent_events(players[0], len(rest), **resume) == rest


@pytest.mark.parametrize("form", [LINES, SSE])
def test_a_follower_hears_of_a_move_at_once(app: Flask, form: str) -> None:
    players = two_humans(app.test_client())
    heard: list[Any] = []
    follower = Player(app.test_client(), players[0].match_id)
    listen = line_events if form == LINES else sent_events
    thread = threading.Thread(target=lambda: heard.extend(listen(follower, 5)))
    thread.start()
    time.sleep(0.3)
    started = time.monotonic()
    for turn in range(4):
        player = players[turn % 2]
        player.move(player.choices()[0]["move"])
    thread.join(timeout=5)
    assert time.monotonic() - started < 4
    assert heard == pages(follower)


def test_an_idle_stream_shows_signs_of_life(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.feed.Feed.follow.__defaults__", (0.05, "stream"))
    _, (player,) = create(app.test_client())
    lines = stream(player, SSE, **{"Last-Event-ID": "1-0"})
    seen = [next(lines) for _ in range(6)]
    assert seen[0].startswith("retry: ")
    assert seen.count(": still here") == 2


def test_a_reader_can_wait_for_the_next_event(app: Flask) -> None:
    first, second = two_humans(app.test_client())
    answers: list[Any] = []

    def wait() -> None:
        reader = Player(app.test_client(), first.match_id, second.token)
        address = f"{reader.address}/events?after=1-0&wait=20"
        answers.append(strict(reader.client.get(address, headers=reader.headers)))

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.3)
    moved = first.move(first.choices()[0]["move"])
    thread.join(timeout=5)
    assert answers[0]["events"] == moved["events"]


def test_a_viewer_can_wait_for_the_match_to_change(app: Flask) -> None:
    first, second = two_humans(app.test_client())
    client = app.test_client()
    etag = client.get(first.address, headers=second.headers).headers["ETag"]
    headers = {**second.headers, "If-None-Match": etag}
    answers: list[Any] = []

    def wait(seconds: int) -> None:
        address = f"{first.address}?wait={seconds}"
        answers.append(app.test_client().get(address, headers=headers))

    started = time.monotonic()
    wait(1)
    assert answers[0].status_code == 304
    assert time.monotonic() - started >= 1
    thread = threading.Thread(target=wait, args=[20])
    thread.start()
    time.sleep(0.3)
    first.move(first.choices()[0]["move"])
    thread.join(timeout=5)
    assert answers[1].status_code == 200
    assert strict(answers[1])["to_move"] == [1]


def test_without_a_known_version_nobody_waits(client: FlaskClient) -> None:
    _, (player,) = create(client)
    started = time.monotonic()
    answer = client.get(f"{player.address}?wait=20", headers=player.headers)
    assert answer.status_code == 200
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "query",
    [
        "after=x",
        "after=1",
        "after=1-0-0",
        "after=-1-0",
        "limit=0",
        "limit=1001",
        "limit=1_0",
        "limit=10.0",
        "wait=-1",
        "wait=26",
        "wait=",
        "wait=\uff11",
    ],
)
def test_a_query_that_makes_no_sense_is_refused(
    client: FlaskClient, query: str
) -> None:
    _, (player,) = create(client)
    check_problem(client.get(f"{player.address}/events?{query}"), 400)


@pytest.mark.parametrize("resume", ["x", "1-0 x", "$", "-", "99999999999999999999-0"])
def test_a_last_event_id_that_is_none_is_refused(
    client: FlaskClient, resume: str
) -> None:
    _, (player,) = create(client)
    headers = {"Accept": SSE, "Last-Event-ID": resume}
    check_problem(client.get(f"{player.address}/events", headers=headers), 400)


def test_a_token_that_is_none_follows_nothing(client: FlaskClient) -> None:
    _, (player,) = create(client)
    answer = client.get(
        f"{player.address}/events",
        headers={"Authorization": "Bearer nobody", "Accept": SSE},
    )
    check_problem(answer, 401)
    check_problem(client.get("/v1/matches/none/events"), 404)


def test_presence_tells_which_seats_follow_the_match(app: Flask) -> None:
    first, second = two_humans(app.test_client())

    def presence() -> Any:
        return strict(first.client.get(f"{first.address}/presence"))["connected"]

    assert presence() == [False, False]
    next(stream(second, SSE))
    line_events(second, 1)
    assert presence() == [False, True]
    line_events(Player(app.test_client(), first.match_id), 1)
    assert presence() == [False, True]
