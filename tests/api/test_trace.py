"""Every request has a name and a time; the access log tells no secrets."""

import json
import logging
import re
import uuid
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.trace import Named
from service.app import create_app
from service.config import Settings
from tests.api.api import create, strict

LOCUS = {"game": "locus"}


@pytest.mark.parametrize("name", ["a", "0af7651916cd43dd.8448-eb_211", "x" * 128])
def test_a_well_formed_id_is_kept(client: FlaskClient, name: str) -> None:
    answer = client.get("/v1/nowhere", headers={"X-Request-Id": name})
    assert answer.headers["X-Request-Id"] == name
    assert strict(answer)["instance"] == f"urn:tapete:request:{name}"


@pytest.mark.parametrize("name", ["", "x" * 129, "a b", "é", "<script>", "a,b"])
def test_another_one_is_replaced(client: FlaskClient, name: str) -> None:
    answer = client.get("/v1/games", headers={"X-Request-Id": name})
    assert uuid.UUID(answer.headers["X-Request-Id"])


def test_every_request_has_an_id_of_its_own(client: FlaskClient) -> None:
    answers = [client.get("/livez") for _ in range(9)]
    assert len({answer.headers["X-Request-Id"] for answer in answers}) == 9


def test_lines_of_the_log_name_the_request(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(settings)
    app.add_url_rule("/broken", view_func=lambda: 1 // 0)
    caplog.handler.addFilter(Named())
    with caplog.at_level(logging.ERROR):
        answer = app.test_client().get("/broken")
    (record,) = caplog.records
    assert getattr(record, "request_id", "") == answer.headers["X-Request-Id"]


def test_a_request_that_fails_before_any_hook_has_an_id_too(settings: Settings) -> None:
    app = create_app(settings)
    app.url_value_preprocessor(lambda *_: 1 // 0)
    answer = app.test_client().get("/v1/games", headers={"X-Request-Id": "mine"})
    assert answer.status_code == 500
    assert strict(answer)["instance"] == "urn:tapete:request:mine"
    assert answer.headers["X-Request-Id"] == "mine"


def test_answers_tell_how_long_they_took(client: FlaskClient) -> None:
    def timing(answer: TestResponse) -> tuple[float, float]:
        header = answer.headers["Server-Timing"]
        found = re.fullmatch(r"total;dur=([0-9.]+), store;dur=([0-9.]+)", header)
        assert found, header
        return float(found[1]), float(found[2])

    total, store = timing(client.post("/v1/matches", json=LOCUS))
    assert 0 < store < total < 60_000
    assert timing(client.get("/v1/games"))[1] == 0
    assert timing(client.get("/nowhere"))


def test_without_the_setting_nothing_is_logged(
    client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    client.get("/v1/games", buffered=True)
    assert capsys.readouterr().out == ""


def test_the_access_log_has_a_line_of_json_for_each_request(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    client = create_app(
        replace(settings, access_log=True, log_format="json")
    ).test_client()
    _, (player,) = create(client)
    capsys.readouterr()
    answer = client.get(f"{player.address}/moves", buffered=True)
    client.get("/nowhere%0A{", buffered=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["status"] for line in lines] == [401, 404]
    first, second = lines
    assert first["request_id"] == answer.headers["X-Request-Id"]
    assert first["method"] == "GET"
    assert first["path"] == f"{player.address}/moves"
    assert first["route"] == "/v1/matches/<string:match_id>/moves"
    assert first["ms"] > 0
    assert (second["path"], second.get("route")) == ("/nowhere\n{", None)
    assert first["match_id"] == player.match_id


def test_a_feed_is_logged_when_it_ends(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    client = create_app(
        replace(settings, access_log=True, log_format="json")
    ).test_client()
    _, (player,) = create(client)
    capsys.readouterr()
    headers = {**player.headers, "Accept": "text/event-stream"}
    feed = client.get(f"{player.address}/events", headers=headers)
    assert next(feed.iter_encoded()).startswith(b"retry:")
    assert capsys.readouterr().out == ""
    feed.close()
    assert json.loads(capsys.readouterr().out)["path"] == f"{player.address}/events"


def test_files_are_logged_too(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    client = create_app(
        replace(settings, access_log=True, log_format="json")
    ).test_client()
    client.get("/docs", buffered=True)
    assert json.loads(capsys.readouterr().out)["route"] == "/docs"


def test_no_log_has_a_token_a_ticket_or_a_body(
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    more = {"access_log": True, "rate_limit": "9/second"}
    client = create_app(replace(settings, **more)).test_client()
    with caplog.at_level(logging.DEBUG):
        _, (player,) = create(client)
        token, where = player.token or "", player.address
        for _ in range(9):
            for headers, path in (
                (player.headers, f"{where}/moves"),
                ({"Authorization": token}, where),
                ({}, f"{where}/events?ticket={token}"),
                ({}, f"{where}?token={token}"),
            ):
                answer = client.get(path, headers=headers, buffered=True)
                assert token not in answer.text + str(answer.headers)
        player.post({"type": "place", "cell": token})
    printed = capsys.readouterr()
    assert printed.out.count("\n") >= 36
    for text in (printed.out, printed.err, caplog.text):
        assert token not in text
        assert "place" not in text
