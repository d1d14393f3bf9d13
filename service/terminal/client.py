"""Speaks the HTTP API for one player; it knows no game."""

from __future__ import annotations

from typing import Any

import httpx

from service.terminal.schema import Json


class ServiceError(Exception):
    """The service cannot be reached, or does not answer as Tapete does."""


class Problem(Exception):
    """The service has refused a request; the text says why, `code` is stable."""

    def __init__(self, document: Json) -> None:
        """Take the code of a problem document, and the text with any field's name."""
        faults = document.get("errors", ())
        texts = [f"{f['pointer'].rpartition('/')[2]}: {f['detail']}" for f in faults]
        super().__init__("; ".join(texts) or document["detail"])
        self.code: str = document["code"]


class SeatClient:
    """A seat of a match, which its token opens."""

    def __init__(self, http: httpx.Client, match_id: str, token: str) -> None:
        """Take the client of the service that has the match."""
        self._http = http
        self._path = f"/v1/matches/{match_id}"
        self._headers = {"Authorization": f"Bearer {token}"}

    def look(self) -> Json:
        """Return the match as the seat may see it."""
        return ask(self._http, "GET", self._path, headers=self._headers)

    def choices(self) -> list[Json]:
        """Return the legal moves, each with what the game tells of it."""
        path = f"{self._path}/moves"
        moves: list[Json] = ask(self._http, "GET", path, headers=self._headers)["moves"]
        return moves

    def hints(self) -> Json:
        """Return what the service thinks of the seat's turn, as its game tells it."""
        path = f"{self._path}/hints"
        hints: Json = ask(self._http, "POST", path, headers=self._headers)["hints"]
        return hints

    def play(self, move: Json) -> tuple[Json, list[Json]]:
        """Make a move; return the match after it and the events that it led to."""
        return self._change("moves", json={"move": move})

    def resign(self) -> tuple[Json, list[Json]]:
        """Give up; return the match after that and the events that it led to."""
        return self._change("resignation")

    def _change(self, what: str, **body: Any) -> tuple[Json, list[Json]]:
        path = f"{self._path}/{what}"
        changed = ask(self._http, "POST", path, headers=self._headers, **body)
        return changed["match"], [entry["event"] for entry in changed["events"]]


def ask(http: httpx.Client, method: str, path: str, **more: Any) -> Json:
    """Return the answer of the service; raises Problem or ServiceError."""
    try:
        answer = http.request(method, path, **more)
    except httpx.TimeoutException:
        raise ServiceError(f"The service at {http.base_url} takes too long.") from None
    except httpx.TransportError as error:
        raise ServiceError(
            f"No service answers at {http.base_url} ({error}). Start it with `tapete "
            "serve`, or give the address of another with --url."
        ) from None
    body = _json(answer)
    if answer.is_success and body:
        return body
    if "code" in body and "detail" in body:
        raise Problem(body)
    raise ServiceError(
        f"{http.base_url} does not answer as Tapete does (status {answer.status_code})."
    )


def _json(answer: httpx.Response) -> Json:
    try:
        body = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
