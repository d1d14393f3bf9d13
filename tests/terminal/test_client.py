"""What a player is told when the service does not answer as it should."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from service.terminal.client import Problem, ServiceError, ask


def http(answer: Callable[[httpx.Request], httpx.Response]) -> httpx.Client:
    transport = httpx.MockTransport(answer)
    return httpx.Client(transport=transport, base_url="http://there")


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, html="<p>Hello"),
        httpx.Response(502, html="<p>Bad gateway"),
        httpx.Response(200, json=[]),
        httpx.Response(404, json={"error": "no"}),
    ],
)
def test_another_service_is_recognised(answer: httpx.Response) -> None:
    with pytest.raises(ServiceError, match="does not answer as Tapete does"):
        ask(http(lambda _: answer), "GET", "/v1/games")


def test_a_slow_service_is_named() -> None:
    def too_late(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("", request=request)

    with pytest.raises(ServiceError, match="http://there takes too long"):
        ask(http(too_late), "GET", "/v1/games")


def test_a_problem_names_the_fields_that_are_wrong() -> None:
    fault = {"pointer": "/options/komi", "detail": "Too much.", "code": "shape"}
    body = {"code": "malformed", "detail": "1 fault.", "errors": [fault]}
    with pytest.raises(Problem) as raised:
        ask(http(lambda _: httpx.Response(400, json=body)), "POST", "/v1/matches")
    assert str(raised.value) == "komi: Too much."
    assert raised.value.code == "malformed"
