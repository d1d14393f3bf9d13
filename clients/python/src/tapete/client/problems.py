"""What can go wrong, as exceptions: refusals of the service by code, and silence."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast

from tapete.client import models


class TapeteError(Exception):
    """Base of all exceptions that the client raises of its own."""


class Unreachable(TapeteError):
    """There was no answer for as long as the client is patient."""


class NotTapete(TapeteError):
    """Something answers that is no Tapete service."""

    def __init__(self, status: int) -> None:
        """Take the status of the answer."""
        super().__init__(f"the answer is not one of Tapete's (status {status})")
        self.status = status


class Problem(TapeteError):
    """The service refuses a request, and has changed nothing.

    `code` is stable; `detail` and `remedy` are for people. `errors` has what is wrong
    with a body. `request_id` is what to quote when reporting a fault.
    """

    def __init__(self, document: models.Problem, headers: Mapping[str, str]) -> None:
        """Take a problem document (RFC 9457), and the headers that it came with."""
        self.code = document["code"]
        self.status = document["status"]
        self.title = document["title"]
        self.detail = document["detail"]
        self.remedy = document["remedy"]
        self.errors = document.get("errors") or []
        self.request_id = document["instance"].rpartition(":")[2]
        self.retry_after = retry_after(headers)
        super().__init__(f"{self.code}: {self.detail}")

    @property
    def pointer(self) -> str | None:
        """Where in the body the first fault is, as a JSON Pointer; None if nowhere."""
        return self.errors[0]["pointer"] if self.errors else None


class BadToken(Problem):
    """The token opens no seat of the match, or there is none where one is needed."""


class NotYourTurn(Problem):
    """The match waits for others."""


class MatchOver(Problem):
    """The match has a result."""


class IllegalMove(Problem):
    """The rules refuse the move; `legal` has those that they allow."""

    def __init__(self, document: models.Problem, headers: Mapping[str, str]) -> None:
        """Take the document, which lists the legal moves."""
        super().__init__(document, headers)
        self.legal = document.get("legal_moves") or []


class StaleVersion(Problem):
    """The match has moved on since the version that the change was meant for."""


class RateLimited(Problem):
    """Too many requests; `retry_after` has the seconds to wait."""


class Unavailable(Problem):
    """The service cannot take requests just now, for longer than the client waits."""


_MEMBERS = {"code", "status", "title", "detail", "remedy", "instance"}
_BY_CODE: Mapping[str, type[Problem]] = {
    "bad_token": BadToken,
    "not_your_turn": NotYourTurn,
    "match_over": MatchOver,
    "illegal_move": IllegalMove,
    "stale": StaleVersion,
    "rate_limited": RateLimited,
    "busy": Unavailable,
    "store_unavailable": Unavailable,
}
_BY_STATUS: Mapping[int, type[Problem]] = {
    401: BadToken,
    412: StaleVersion,
    429: RateLimited,
    503: Unavailable,
}


def problem(document: Any, status: int, headers: Mapping[str, str]) -> TapeteError:
    """Return the exception for an answer that is an error.

    A code that is not known counts as its status does.
    """
    if not isinstance(document, dict) or not document.keys() >= _MEMBERS:
        return NotTapete(status)
    kind = _BY_CODE.get(document["code"]) or _BY_STATUS.get(status, Problem)
    return kind(cast(models.Problem, document), headers)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of a Retry-After header, which may be a date; None if none."""
    text = headers.get("retry-after", "")
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        left = parsedate_to_datetime(text) - datetime.now(UTC)
    except (TypeError, ValueError):
        return None
    return max(0.0, math.ceil(left.total_seconds()))
