"""Pages of other hosts may call if they are let; answers do nothing unasked."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from tests.api.api import create, two_humans

PAGE = "https://play.example.org"
PREFLIGHT = {
    "Origin": PAGE,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,"
    "if-match,if-none-match,last-event-id,x-evil",
}
LOCUS = {"game": "locus"}


def listed(header: str | None) -> set[str]:
    return {part.strip().lower() for part in (header or "").split(",")}


@pytest.fixture
def crossing(settings: Settings) -> FlaskClient:
    """A client of an application that one page of another host may call."""
    app = create_app(
        replace(settings, cors_origins=f"{PAGE}, http://[::1]:3000", max_body=4000)
    )
    app.add_url_rule("/v1/broken", view_func=lambda: 1 // 0)
    return app.test_client()


def test_it_is_off_unless_asked_for(client: FlaskClient) -> None:
    answer = client.get("/v1/games", headers={"Origin": PAGE})
    assert not any(name.startswith("Access-Control") for name, _ in answer.headers)


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/v1/games", {}, 200),
        ("HEAD", "/v1/games", {}, 200),
        ("POST", "/v1/matches", {"json": LOCUS}, 201),
        ("POST", "/v1/matches", {"json": []}, 400),
        ("GET", "/v1/matches/x/moves", {}, 404),
        ("GET", "/nowhere", {}, 404),
        ("DELETE", "/v1/games", {}, 405),
        ("POST", "/v1/matches", {"json": {"a": "a" * 5000}}, 413),
        ("POST", "/v1/matches", {"data": "game=locus"}, 415),
        ("GET", "/v1/broken", {}, 500),
    ],
)
def test_the_page_may_read_every_answer(
    crossing: FlaskClient,
    method: str,
    path: str,
    more: dict[str, Any],
    status: int,
) -> None:
    answer = crossing.open(path, method=method, headers={"Origin": PAGE}, **more)
    assert answer.status_code == status
    assert answer.headers.getlist("Access-Control-Allow-Origin") == [PAGE]
    assert "Origin" in answer.vary
    exposed = listed(answer.headers["Access-Control-Expose-Headers"])
    assert exposed >= {"etag", "location", "link", "retry-after", "ratelimit"}
    assert exposed >= {"idempotent-replayed", "ratelimit-policy", "x-request-id"}


def test_it_may_read_what_a_player_is_refused(crossing: FlaskClient) -> None:
    _, second = two_humans(crossing)
    second.headers["Origin"] = PAGE
    answer = second.post({"type": "place", "cell": "a1", "face": "up"})
    assert answer.status_code == 409
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE


@pytest.mark.parametrize(
    "path", ["/v1/matches", "/v1/matches/x/moves", "/nowhere", "/v1//x", "/livez"]
)
def test_any_address_may_be_asked_about_without_a_token(
    crossing: FlaskClient, path: str
) -> None:
    answer = crossing.options(path, headers=PREFLIGHT)
    assert answer.status_code in (200, 204)
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    assert listed(answer.headers["Access-Control-Allow-Headers"]) == (
        listed(PREFLIGHT["Access-Control-Request-Headers"]) - {"x-evil"}
    )
    assert {"get", "post", "delete"} <= listed(
        answer.headers["Access-Control-Allow-Methods"]
    )


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", f"{PAGE}.evil.example", f"{PAGE}:8443", "null"],
)
def test_other_pages_may_not(crossing: FlaskClient, origin: str) -> None:
    for answer in (
        crossing.get("/v1/games", headers={"Origin": origin}),
        crossing.options("/v1/matches", headers={**PREFLIGHT, "Origin": origin}),
    ):
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Origin" in answer.vary


def test_several_origins_are_told_apart(crossing: FlaskClient) -> None:
    answer = crossing.get("/v1/games", headers={"Origin": "http://[::1]:3000"})
    assert answer.headers["Access-Control-Allow-Origin"] == "http://[::1]:3000"


def test_caches_keep_what_already_varied(crossing: FlaskClient) -> None:
    _, (player,) = create(crossing)
    answer = crossing.get(player.address)
    assert sorted(answer.vary) == ["Authorization", "Origin"]


def test_a_star_lets_every_page_call(settings: Settings) -> None:
    client = create_app(replace(settings, cors_origins="*")).test_client()
    for headers in ({"Origin": "https://any.example"}, {}):
        answer = client.get("/v1/games", headers=headers)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers


def test_answers_are_no_pages(client: FlaskClient) -> None:
    for path in ("/v1/games", "/nowhere", "/openapi.json"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        policy = headers["Content-Security-Policy"]
        assert policy == "default-src 'none'; frame-ancestors 'none'"


def test_pages_load_from_here_alone(client: FlaskClient) -> None:
    policy = client.get("/docs").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "script" not in policy  # hence as default-src: no inline script
    assert not re.search(r"https?:|\*", policy)
