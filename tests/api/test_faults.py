"""A store that is away gives 503 with Retry-After, and all is well when it is back."""

import logging
from pathlib import Path

import pytest

from service.app import create_app
from service.config import Settings
from service.store.embedded import EmbeddedServer
from tests.api.api import Player, create, strict


def test_the_service_says_503_while_the_store_is_away_and_recovers_by_itself(
    tmp_path: Path,
) -> None:
    server = EmbeddedServer(tmp_path)
    app = create_app(Settings(redis_url=server.start(), redis_timeout=0.5))
    client = app.test_client()
    _, (player,) = create(client)
    before = player.look()
    move = player.choices()[0]["move"]
    server.stop()

    for answer in (
        client.get("/readyz"),
        client.get(player.address),
        player.post(move),
        client.post("/v1/matches", json={"game": "locus"}),
    ):
        assert answer.status_code == 503
        assert answer.content_type == "application/problem+json"
        assert int(answer.headers["Retry-After"]) >= 1
        assert strict(answer)["code"] == "store_unavailable"
    assert client.get("/livez").status_code == 200

    with EmbeddedServer(tmp_path):
        assert client.get("/readyz").status_code == 200
        assert player.look() == before
        assert player.post(move).status_code == 200


def test_a_mistake_of_ours_is_a_problem_document_and_is_logged(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(settings)
    app.add_url_rule("/broken", view_func=lambda: 1 // 0)
    with caplog.at_level(logging.ERROR):
        answer = app.test_client().get("/broken")
    assert (answer.status_code, strict(answer)["code"]) == (500, "internal")
    assert "ZeroDivisionError" in caplog.text
    assert "division" not in answer.text


def test_a_match_is_gone_when_its_time_is_over(redis_url: str) -> None:
    import time

    client = create_app(Settings(redis_url=redis_url, match_ttl=1)).test_client()
    _, (player,) = create(client)
    deadline = time.monotonic() + 5
    while client.get(player.address).status_code == 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    gone = Player(client, player.match_id).post({"type": "place"})
    assert (gone.status_code, strict(gone)["code"]) == (404, "match_not_found")
