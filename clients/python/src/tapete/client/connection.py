"""What the two shells do alike with httpx: options, requests and outcomes."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, TypedDict

import httpx

from tapete.client.feed import SILENCE_S, SSE
from tapete.client.messages import Answer, Request
from tapete.client.patience import Lost

PATIENCE_S = 60.0
"""For how long a request is sent again and again, unless the user says otherwise."""
TIMEOUT_S = 30.0
"""The longest silence within an answer: strong bots think."""

LOST = (
    httpx.NetworkError,
    httpx.TimeoutException,
    httpx.RemoteProtocolError,
    httpx.ProxyError,
    httpx.DecodingError,
)
"""What a repetition may mend; other errors of httpx are mistakes of the user's."""


class Options(TypedDict):
    """Keywords of httpx.Client and httpx.AsyncClient alike."""

    base_url: httpx.URL
    timeout: httpx.Timeout
    headers: dict[str, str]


def options(base_url: str, timeout_s: float) -> Options:
    """Return how to make the client of httpx; raises ValueError for no web address."""
    url = httpx.URL(base_url)
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError("the address is one such as https://cards.example.org")
    return {
        "base_url": url,
        "timeout": httpx.Timeout(timeout_s),
        "headers": {"User-Agent": f"tapete-client/{version('tapete-client')}"},
    }


def sending(request: Request, timeout: httpx.Timeout) -> dict[str, Any]:
    """Return the keywords of httpx's `request` and `stream`."""
    patient = httpx.Timeout(timeout)
    if patient.read is not None:
        patient.read += request.wait
    return {
        "method": request.method,
        "url": request.path,
        "params": dict(request.query),
        "headers": dict(request.headers),
        "content": request.content,
        "timeout": patient,
    }


def following(request: Request, timeout: httpx.Timeout) -> dict[str, Any]:
    """Return the keywords of httpx's `stream` for a feed, which may be silent."""
    keywords = sending(request, timeout)
    keywords["timeout"].read = SILENCE_S
    return keywords


def received(response: httpx.Response) -> Answer:
    """Return a response that has been read as an answer."""
    return Answer(response.status_code, response.headers, response.content)


def is_feed(response: httpx.Response) -> bool:
    """Return whether a response is the feed, of which there will be more."""
    kind = response.headers.get("Content-Type", "")
    return response.status_code == 200 and kind.startswith(SSE)


def ended() -> Lost:
    """Return the outcome of a feed that the service has ended."""
    return Lost(EOFError("the feed has ended"))
