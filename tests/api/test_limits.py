"""Callers that ask too often are told when to go on."""

import logging
import time
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Settings
from service.store.embedded import EmbeddedServer
from tests.api.api import strict, two_humans

PAGE = "https://play.example.org"
LOCUS = {"game": "locus"}


@pytest.fixture
def address() -> str:
    """An address of its own, which has used up nothing yet."""
    return f"address-{uuid.uuid4()}"


def ask(app: Flask, address: str, path: str = "/v1/games", **more: Any) -> TestResponse:
    environ = {"REMOTE_ADDR": address}
    return app.test_client().open(path, environ_base=environ, **more)


def test_they_are_off_unless_asked_for(client: FlaskClient) -> None:
    answer = client.get("/v1/games")
    assert not any(name.startswith("RateLimit") for name, _ in answer.headers)


def test_all_workers_count_together_and_a_page_may_read_the_refusal(
    settings: Settings, address: str
) -> None:
    more = {"rate_limit": "3/hour", "cors_origins": PAGE}
    first, second = (create_app(replace(settings, **more)) for _ in range(2))
    for app in (first, second, first):
        answer = ask(app, address)
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"requests";q=3;w=3600'
    refused = ask(second, address, headers={"Origin": PAGE})
    assert refused.status_code == 429
    assert refused.content_type == "application/problem+json"
    problem = strict(refused)
    assert problem["code"] == "rate_limited"
    assert problem["detail"] == "Requests: at most 3 per hour."
    seconds = int(refused.headers["Retry-After"])
    assert 0 < seconds <= 3600
    assert refused.headers["RateLimit"] == f'"requests";r=0;t={seconds}'
    assert refused.headers["Access-Control-Allow-Origin"] == PAGE
    assert ask(second, f"{address}-other").status_code == 200


def test_the_document_declares_it_for_every_operation_that_is_counted(
    client: FlaskClient,
) -> None:
    document = strict(client.get("/openapi.json"))
    for path, item in document["paths"].items():
        for operation in item.values():
            assert ("429" in operation["responses"]) == path.startswith("/v1/"), path


def test_after_the_time_told_there_is_room_again(
    settings: Settings, address: str
) -> None:
    app = create_app(replace(settings, rate_limit="2/second"))
    answers = (ask(app, address) for _ in range(99))
    refused = next(answer for answer in answers if answer.status_code == 429)
    time.sleep(int(refused.headers["Retry-After"]))
    assert ask(app, address).status_code == 200


def test_probes_pages_and_preflights_are_free(settings: Settings, address: str) -> None:
    app = create_app(replace(settings, rate_limit="1/hour", cors_origins="*"))
    ask(app, address)
    for path in ("/livez", "/readyz", "/openapi.json", "/docs"):
        for _ in range(3):
            assert ask(app, address, path).status_code == 200
    for path in ("/v1/games", "/v1/nowhere"):
        preflight = ask(app, address, path, method="OPTIONS")
        assert preflight.status_code < 300
    assert ask(app, address).status_code == 429


def test_seats_at_one_address_count_each_for_itself(
    settings: Settings, client: FlaskClient, address: str
) -> None:
    players = two_humans(client)
    app = create_app(replace(settings, rate_limit="1/hour"))
    for player in players:
        path, headers = player.address, player.headers
        assert ask(app, address, path, headers=headers).status_code == 200
        token = player.token or ""
        for spelling in (f"Bearer {token}", f"bearer  {token} "):
            again = {"Authorization": spelling}
            assert ask(app, address, path, headers=again).status_code == 429
    assert ask(app, address, players[0].address).status_code == 200
    assert ask(app, address, players[0].address).status_code == 429


def test_made_up_tokens_give_no_more_room_where_none_is_checked(
    settings: Settings, address: str
) -> None:
    app = create_app(replace(settings, rate_limit="1/hour"))
    asked = [
        ask(app, address, headers={"Authorization": f"Bearer {number}"})
        for number in range(2)
    ]
    assert [answer.status_code for answer in asked] == [200, 429]


def test_a_header_without_a_token_is_a_401_and_counts_for_the_address(
    settings: Settings, client: FlaskClient, address: str
) -> None:
    (player, _) = two_humans(client)
    app = create_app(replace(settings, rate_limit="1/hour"))
    headers = {"Authorization": "Basic x"}
    for status in (401, 429):
        answer = ask(app, address, player.address, headers=headers)
        assert answer.status_code == status


def test_new_matches_have_a_limit_of_their_own(
    settings: Settings, address: str
) -> None:
    app = create_app(replace(settings, rate_limit_create="1/hour", rate_limit="3/hour"))
    more = {"method": "POST", "json": LOCUS}
    created = ask(app, address, "/v1/matches", **more)
    assert created.status_code == 201
    assert created.headers["RateLimit-Policy"].count(";q=") == 2
    refused = ask(app, address, "/v1/matches", **more)
    assert refused.status_code == 429
    assert strict(refused)["detail"] == "New matches: at most 1 per hour."
    assert ask(app, address).status_code == 200


def test_one_client_has_a_whole_network_of_ipv6(settings: Settings) -> None:
    app = create_app(replace(settings, rate_limit="1/hour"))
    prefix = f"2001:db8:{uuid.uuid4().int % 65536:x}:{uuid.uuid4().int % 65536:x}"
    assert ask(app, f"{prefix}::1").status_code == 200
    assert ask(app, f"{prefix}:9::2").status_code == 429


@pytest.mark.parametrize(("proxies", "second"), [(0, 429), (1, 200)])
def test_only_trusted_proxies_tell_the_address(
    settings: Settings, address: str, proxies: int, second: int
) -> None:
    app = create_app(replace(settings, rate_limit="1/hour", trusted_proxies=proxies))
    for number, status in enumerate((200, second)):
        headers = {"X-Forwarded-For": f"made up, {address}-{number}"}
        assert ask(app, address, headers=headers).status_code == status


def test_without_the_store_requests_pass_and_a_line_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = EmbeddedServer(tmp_path)
    base = Settings(redis_url=server.start(), redis_timeout=0.5)
    app = create_app(replace(base, rate_limit="90/hour", cors_origins=PAGE))
    more = {"method": "POST", "json": LOCUS, "headers": {"Origin": PAGE}}
    assert ask(app, "a").status_code == 200
    server.stop()
    with caplog.at_level(logging.WARNING):
        answer = ask(app, "a", "/v1/matches", **more)
    assert answer.status_code == 503
    assert strict(answer)["code"] == "store_unavailable"
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    assert ask(app, "a").status_code == 200
    assert [r for r in caplog.records if r.name == "tapete.limits"]
    with EmbeddedServer(tmp_path):
        assert ask(app, "a", "/v1/matches", **more).status_code == 201


def test_a_counted_request_costs_one_round_trip_more(
    settings: Settings, redis_url: str, address: str
) -> None:
    def trips(app: Flask) -> int:
        ask(app, address)  # loads the script, opens the connection
        before = count()
        ask(app, address)
        return count() - before

    info = redis.Redis.from_url(redis_url)

    def count() -> int:
        stats: Any = info.info("commandstats")
        return sum(
            int(stats.get(f"cmdstat_{name}", {}).get("calls", 0))
            for name in ("evalsha", "hmget", "ping")
        )

    assert trips(create_app(settings)) == 0
    assert trips(create_app(replace(settings, rate_limit="90/hour"))) == 1
