"""Requests that are counted by route, and failures if their answers are wrong."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from locust.contrib.fasthttp import FastHttpSession

from loadtests import checks
from loadtests.checks import Json, Wrong

log = logging.getLogger("tapete.load")


class Route(NamedTuple):
    """An operation of the API, and the status of its success."""

    method: str
    path: str
    status: int = 200


GAMES = Route("GET", "/v1/games")
GAME = Route("GET", "/v1/games/{id}")
CREATE = Route("POST", "/v1/matches", 201)
JOIN = Route("POST", "/v1/matches/{id}/seats", 201)
LOOK = Route("GET", "/v1/matches/{id}")
LIST = Route("GET", "/v1/matches/{id}/moves")
MOVE = Route("POST", "/v1/matches/{id}/moves")

Check = Callable[[Json], None]


class Client:
    """Sends a user's requests."""

    def __init__(self, session: FastHttpSession) -> None:
        """Take the session, which is what knows the address and counts."""
        self._session = session

    def call(self, route: Route, check: Check, **more: Any) -> Json:
        """Return an answer that has passed its check; `more` is as for `attempt`."""
        answer = self.attempt(route, check, (), **more)
        assert answer is not None
        return answer

    def attempt(
        self,
        route: Route,
        check: Check,
        refusals: tuple[str, ...],
        *,
        id_: str = "",
        label: str = "",
        token: str | None = None,
        body: Json | None = None,
    ) -> Json | None:
        """Return an answer that has passed its check, or None for a refusal.

        Raises Wrong for a wrong answer, and for a refusal with another code than those.
        Statistics have one row for each route and label, of whichever id.
        """
        with self._session.request(
            route.method,
            route.path.replace("{id}", id_),
            name=f"{route.path} ({label})" if label else route.path,
            headers={} if token is None else {"Authorization": f"Bearer {token}"},
            json=body,
            catch_response=True,
        ) as response:
            try:
                answer = _judge(response, route.status, check, refusals)
            except Wrong as wrong:
                log.warning("%s %s: %s: %s", *route[:2], wrong, response.text)
                response.failure(str(wrong))
                raise
            response.success()
            return answer


def _judge(
    response: Any, status: int, check: Check, refusals: tuple[str, ...]
) -> Json | None:
    try:
        answer = _read(response, status, refusals)
        if answer is not None:
            check(answer)
    except (LookupError, TypeError) as error:
        text = f"not of the declared shape: {type(error).__name__} {error}"
        raise Wrong(text) from error
    return answer


def _read(response: Any, status: int, refusals: tuple[str, ...]) -> Json | None:
    if response.status_code == 0:
        raise Wrong(f"no answer: {type(response.error).__name__}")
    try:
        answer: Json = json.loads(response.content)
    except ValueError:
        raise Wrong(f"{response.status_code} without JSON") from None
    if response.status_code == status:
        return answer
    if response.status_code < 400:
        raise Wrong(f"{response.status_code} instead of {status}")
    content_type = response.headers.get("content-type", "")
    code = checks.problem(answer, response.status_code, content_type)
    if code in refusals:
        return None
    raise Wrong(f"{response.status_code} {code}")
