"""Looks over a running service as its clients meet it, proxies and all."""

from __future__ import annotations

import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import Any

import httpx

from service.config import Settings
from service.doctor.finding import Finding, fail, ok, warn

_ASKED = 6
"""Connections by which the version is asked for: a balancer may have several."""
_SKEW_S = 3.0
_STRANGER = "https://stranger.invalid"
_TIMEOUT_S = 10.0


def look(url: str, settings: Settings) -> Iterator[Finding]:
    """Look over the service at an address, with the settings that it should have.

    Each request has a connection of its own: behind a balancer others may answer it.
    """
    alone = httpx.Limits(max_keepalive_connections=0)
    try:
        with httpx.Client(base_url=url, timeout=_TIMEOUT_S, limits=alone) as http:
            yield from _looked(http, url, settings)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        told = f"No service answers at {url} ({error})."
        yield fail("service", told, "Start it with tapete serve, or mend --url.")


def _looked(http: httpx.Client, url: str, settings: Settings) -> Iterator[Finding]:
    alive, now = http.get("/livez"), time.time()
    if _field(alive, "status") != "alive":
        told = f"What answers at {url} is not Tapete (status {alive.status_code})."
        yield fail(
            "service", told, "Mend --url, or the proxy's address of the service."
        )
        return
    yield ok("service", f"It answers at {url}.")
    yield _ready(http.get("/readyz"))
    yield _versions(http)
    yield _clock(alive, now)
    yield _request_ids(http)
    yield _metrics(http)
    yield from _origins(http, settings)
    yield _proxies(alive, settings)


def _field(answer: httpx.Response, name: str) -> str:
    try:
        body: Any = answer.json()
        return str(body.get(name, ""))
    except (ValueError, AttributeError):
        return ""


def _ready(answer: httpx.Response) -> Finding:
    if answer.status_code == 200:
        return ok("ready", "It is ready: its store takes changes.")
    told = _field(answer, "detail") or f"/readyz answers {answer.status_code}."
    return fail("ready", told, "Type tapete doctor where the service runs.")


def _versions(http: httpx.Client) -> Finding:
    own, found = version("tapete"), set[str]()
    for _ in range(_ASKED):
        document = http.get("/openapi.json")
        info = document.json().get("info", {}) if document.is_success else {}
        found.add(str(info.get("version", "unknown")))
    shown = ", ".join(sorted(found))
    if found == {own}:
        return ok("versions", f"The service and this command are {own}.")
    if len(found) == 1:
        told = f"The service is {shown}, this command is {own}."
        return warn("versions", told, f"Type pip install tapete=={shown} here.")
    told = f"Instances are of several versions: {shown}."
    return warn("versions", told, "Finish the upgrade.")


def _clock(answer: httpx.Response, now: float) -> Finding:
    try:
        then = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (KeyError, ValueError):
        return warn("clock", "Answers have no Date.", "Let the proxy pass Date on.")
    skew = abs(now - then)
    text = f"The service's clock and this one differ by {skew:.0f} s."
    if skew <= _SKEW_S:
        return ok("clock", text)
    return warn("clock", text, "Type timedatectl set-ntp true on both machines.")


def _request_ids(http: httpx.Client) -> Finding:
    asked = {"X-Request-Id": "tapete-doctor"}
    answer = http.get("/livez", headers=asked)
    if answer.headers.get("X-Request-Id") == "tapete-doctor":
        return ok("requests", "X-Request-Id comes back as it was sent.")
    told = "X-Request-Id does not come back as it was sent."
    return warn("requests", told, "Let the proxy pass X-Request-Id on, both ways.")


def _metrics(http: httpx.Client) -> Finding:
    answer = http.get("/metrics")
    if answer.status_code == 200 and "tapete_" in answer.text:
        told = "Anybody can read the metrics at this address."
        return fail("metrics", told, "Take /metrics out of the proxy's configuration.")
    return ok("metrics", "They are not at this address.")


def _origins(http: httpx.Client, settings: Settings) -> Iterator[Finding]:
    for origin in settings.origins:
        page = _STRANGER if origin == "*" else origin
        if _allowed(http, page) not in ("*", page):
            told = f"Pages of {page} may not call the service."
            remedy = "Set TAPETE_CORS_ORIGINS where it runs, and let OPTIONS through."
            yield fail("browsers", told, remedy)
            return
    anybody = _allowed(http, _STRANGER) in ("*", _STRANGER)
    if anybody and settings.origins != ("*",):
        told = "Pages of any origin may call the service."
        remedy = "If that is not meant, set TAPETE_CORS_ORIGINS where it runs."
        yield warn("browsers", told, remedy)
    else:
        shown = ", ".join(settings.origins) or "no other origin"
        yield ok("browsers", f"Pages of {shown} may call the service.")


def _allowed(http: httpx.Client, origin: str) -> str:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    answer = http.options("/v1/matches", headers=asked)
    return str(answer.headers.get("Access-Control-Allow-Origin", ""))


def _proxies(answer: httpx.Response, settings: Settings) -> Finding:
    """Tell a proxy by what it writes into answers; some leave no trace."""
    server, via = answer.headers.get("Server", ""), answer.headers.get("Via", "")
    seen = bool(via) or not server.startswith("gunicorn")
    trusted = settings.trusted_proxies
    limited = settings.rate_limit or settings.rate_limit_create
    if seen and not trusted and limited:
        told = "A proxy answers, but TAPETE_TRUSTED_PROXIES is 0: all share one limit."
        return fail("proxies", told, "Set TAPETE_TRUSTED_PROXIES to their number.")
    if not seen and trusted:
        told = "No proxy is seen: callers can choose the address that limits count by."
        remedy = "Set TAPETE_TRUSTED_PROXIES=0, or ask at the proxy's address."
        return warn("proxies", told, remedy)
    shown = "A proxy answers" if seen else "No proxy is seen"
    return ok("proxies", f"{shown}; {trusted} are trusted.")
