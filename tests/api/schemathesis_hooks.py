"""What Schemathesis must be told to get far: matches to play, and whose seat it has.

It runs in a process of its own, which loads this module by SCHEMATHESIS_HOOKS.
"""

from __future__ import annotations

import os
import re
import zlib
from typing import Any
from urllib.parse import urlencode

import httpx
import schemathesis

from service.api.kinds import HTTP_KINDS, KINDS, SHAPE
from service.games import GAMES

URL = os.environ["TAPETE_UNDER_TEST"]
CODES = {kind.code for kind in [SHAPE, *KINDS.values(), *HTTP_KINDS.values()]}
MATCH = re.compile(r"/v1/matches/([A-Za-z0-9_-]{22})")
DECLARED = {
    *("after", "cursor", "dry_run", "game", "limit", "status"),
    *("strict", "ticket", "wait", "wild"),
}
LONGEST_QUERY = 2_000
LONGEST_S, STAY_S = 25, 1
"""A wait that nothing ends must not stop the tests for long."""

tokens: dict[str, str] = {}


def begun() -> list[str]:
    """Of each game: a match that waits for us, an open one, a finished one."""
    found = []
    for game in GAMES:
        for seats in ([], [{"kind": "human"}, {"kind": "open"}], []):
            body = {"game": game, "seats": seats}
            answer = httpx.post(f"{URL}/v1/matches", json=body).json()
            found.append(answer["match"]["id"])
            tokens[found[-1]] = answer["tokens"][0]["token"]
        address = f"{URL}/v1/matches/{found[-1]}/resignation"
        bearer = {"Authorization": f"Bearer {tokens[found[-1]]}"}
        httpx.post(address, headers=bearer).raise_for_status()
    return found


MATCHES = begun()


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: Any) -> Any:
    """Let half of the ids that are well-formed be those of matches that there are."""
    known = path_parameters.get("match_id") if path_parameters else None
    if isinstance(known, str) and re.fullmatch("[A-Za-z0-9_-]{22}", known):
        place = zlib.crc32(known.encode()) % (2 * len(MATCHES))
        if place < len(MATCHES):
            path_parameters["match_id"] = MATCHES[place]
        if isinstance(path_parameters.get("seat"), int):
            path_parameters["seat"] %= 2
    return path_parameters


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Cut waits short, and addresses that are longer than gunicorn reads."""
    if case.query and len(urlencode(case.query, doseq=True)) > LONGEST_QUERY:
        for name in set(case.query) - DECLARED:
            del case.query[name]
    wait = (case.query or {}).get("wait")
    if re.fullmatch("[0-9]{1,2}", str(wait)) and STAY_S < int(wait) <= LONGEST_S:
        case.query["wait"] = STAY_S


@schemathesis.hook
def map_body(context: Any, body: Any) -> Any:
    """Write 10.0 as 10: JSON Schema takes both for an integer, the service does not."""
    if isinstance(body, dict):
        return {name: map_body(context, value) for name, value in body.items()}
    if isinstance(body, list):
        return [map_body(context, value) for value in body]
    return int(body) if isinstance(body, float) and body.is_integer() else body


@schemathesis.auth(refresh_interval=None)
class SeatTokens:
    """The token of the match that is asked for, if somebody here created it."""

    def get(self, case: Any, context: Any) -> str | None:
        return tokens.get((case.path_parameters or {}).get("match_id", ""))

    def set(self, case: Any, data: str, context: Any) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Remember the token of each new seat."""
    if response.status_code != 201:
        return
    answer = response.json()
    if "tokens" in answer:
        for seat in answer["tokens"][:1]:
            tokens[answer["match"]["id"]] = seat["token"]
    elif "token" in answer:
        tokens[answer["match"]["id"]] = answer["token"]
    elif "id" in answer:  # a rematch, for which the same tokens are good
        tokens[answer["id"]] = tokens[case.path_parameters["match_id"]]


@schemathesis.check
def problem_documents(context: Any, response: Any, case: Any) -> None:
    """Every error is a problem document of a kind that is documented."""
    if response.status_code < 400 or case.method == "HEAD":
        return
    assert response.status_code < 500, response.status_code
    assert response.headers["content-type"] == ["application/problem+json"]
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["code"] in CODES, problem["code"]
    assert problem["type"] == f"urn:tapete:problem:{problem['code']}"
    assert problem["title"]
    assert problem["detail"]
    assert problem["remedy"]
