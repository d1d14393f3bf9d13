"""The two forms of a line, and what gunicorn itself may say."""

from __future__ import annotations

import io
import json
import logging
import re
from dataclasses import replace

import pytest

from service.app import create_app
from service.config import Settings, SettingsError
from service.telemetry import logs

MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z"


def logged(form: logs.Form) -> str:
    stream = io.StringIO()
    log = logging.Logger("tapete.test")
    log.addHandler(logs.handler(form, stream))
    try:
        raise ValueError("the cause")
    except ValueError:
        log.exception("it %s", "broke", extra={"request_id": "r1", "match_id": "m1"})
    return stream.getvalue()


def test_a_line_of_json_has_its_fields_and_the_traceback() -> None:
    (text,) = logged("json").splitlines()
    line = json.loads(text)
    assert re.fullmatch(MOMENT, line.pop("at"))
    assert line.pop("error").endswith("ValueError: the cause")
    assert line == {
        "level": "error",
        "logger": "tapete.test",
        "message": "it broke",
        "request_id": "r1",
        "match_id": "m1",
    }


def test_a_line_of_text_is_for_people() -> None:
    first, *rest = logged("text").splitlines()
    begun = rf"{MOMENT} ERROR tapete\.test: it broke request=r1 match=m1"
    assert re.fullmatch(begun, first)
    assert rest[-1] == "ValueError: the cause"


def test_the_access_log_is_text_unless_json_is_asked_for(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    client = create_app(replace(settings, access_log=True)).test_client()
    client.get("/v1/games", headers={"X-Request-Id": "r1"}, buffered=True)
    told = "request=r1 method=GET path=/v1/games route=/v1/games status=200 ms="
    assert told in capsys.readouterr().out


def test_another_form_is_refused() -> None:
    with pytest.raises(SettingsError, match="TAPETE_LOG_FORMAT must be text or json"):
        Settings.from_env({"TAPETE_LOG_FORMAT": "xml"})


@pytest.mark.parametrize("address", ["9464", "host", ":9464", "a b:1", "x:65536"])
def test_an_address_of_metrics_that_cannot_be_is_refused(address: str) -> None:
    with pytest.raises(SettingsError, match="TAPETE_METRICS_ADDR must be host:port"):
        Settings.from_env({"TAPETE_METRICS_ADDR": address})
