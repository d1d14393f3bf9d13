"""Requests and answers as values; whoever sends them is somebody else."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import quote
from uuid import uuid4

from tapete.client.problems import NotTapete

T = TypeVar("T")


class Operation(NamedTuple):
    """An operation of the API; a `keyed` one takes an Idempotency-Key."""

    method: str
    path: str
    keyed: bool = False


OPERATIONS: Mapping[str, Operation] = {
    "readyz": Operation("GET", "/readyz"),
    "list_games": Operation("GET", "/v1/games"),
    "show_game": Operation("GET", "/v1/games/{game}"),
    "show_rules": Operation("GET", "/v1/games/{game}/rules"),
    "list_matches": Operation("GET", "/v1/matches"),
    "create_match": Operation("POST", "/v1/matches", keyed=True),
    "show_match": Operation("GET", "/v1/matches/{match_id}"),
    "follow_match": Operation("GET", "/v1/matches/{match_id}/events"),
    "list_moves": Operation("GET", "/v1/matches/{match_id}/moves"),
    "make_move": Operation("POST", "/v1/matches/{match_id}/moves", keyed=True),
    "give_hints": Operation("POST", "/v1/matches/{match_id}/hints"),
    "analyse_match": Operation("GET", "/v1/matches/{match_id}/analysis"),
    "show_presence": Operation("GET", "/v1/matches/{match_id}/presence"),
    "prove_cards": Operation("GET", "/v1/matches/{match_id}/proofs"),
    "export_record": Operation("GET", "/v1/matches/{match_id}/record"),
    "play_again": Operation("POST", "/v1/matches/{match_id}/rematch"),
    "give_up": Operation("POST", "/v1/matches/{match_id}/resignation", keyed=True),
    "take_seat": Operation("POST", "/v1/matches/{match_id}/seats", keyed=True),
    "leave_seat": Operation(
        "DELETE", "/v1/matches/{match_id}/seats/{seat}", keyed=True
    ),
    "evaluate_poker": Operation("POST", "/v1/evaluate/poker"),
    "evaluate_lamarckian": Operation("POST", "/v1/evaluate/lamarckian"),
    "evaluate_locus": Operation("POST", "/v1/evaluate/locus"),
    "evaluate_poker7": Operation("POST", "/v1/evaluate/poker7"),
    "verify_record": Operation("POST", "/v1/verify"),
}
"""By its id in the OpenAPI document, each operation that the client uses.

All of them may be sent again: under the same key, or because they change nothing, or
because, as for `play_again`, a repetition changes nothing more.
"""


@dataclass(frozen=True)
class Request:
    """A request that may be sent as often as one likes; no text shows its secrets."""

    method: str
    path: str
    headers: Mapping[str, str] = field(repr=False)
    query: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = field(default=None, repr=False)
    wait: int = 0
    """Seconds that the service may take on top of those that it needs."""


class Answer(NamedTuple):
    """A whole answer; the names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return what the body says; raises NotTapete if it is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise NotTapete(self.status) from None


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and how its answer is read."""

    request: Request
    read: Callable[[Answer], T]


def build(
    operation: str,
    *args: str | int,
    token: str = "",
    query: Mapping[str, str | int] | None = None,
    body: Any = None,
    headers: Mapping[str, str | None] | None = None,
    wait: int = 0,
) -> Request:
    """Return the request for an operation, with a fresh key if it takes one.

    `args` are the parts of its path, `body` is bytes or becomes JSON, `wait` is sent
    too. Headers that are None are left out.
    """
    method, path, keyed = OPERATIONS[operation]
    parts = iter(args)
    filled = "/".join(
        quote(str(next(parts)), safe="") if part.startswith("{") else part
        for part in path.split("/")
    )
    found = {name: text for name, text in (headers or {}).items() if text is not None}
    if token:
        found["Authorization"] = f"Bearer {token}"
    if keyed:
        found["Idempotency-Key"] = str(uuid4())
    asked = {name: str(value) for name, value in (query or {}).items()}
    if wait:
        asked["wait"] = str(wait)
    content = body
    if body is not None and not isinstance(body, bytes):
        found["Content-Type"] = "application/json"
        content = json.dumps(body).encode()
    return Request(method, filled, found, asked, content, wait)
