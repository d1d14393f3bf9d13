"""Brings a player to a match, new or saved, at a running service or at one in here."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
from rich.console import Console

from service.app import create_app
from service.config import Settings
from service.server import with_store
from service.store.embedded import DirectoryInUse, default_data_dir
from service.terminal.client import Problem, SeatClient, ServiceError, ask
from service.terminal.plan import new_match
from service.terminal.play import Left, Player
from service.terminal.saved import LAST, SavedSeat, SavedSeats
from service.terminal.schema import Json, Unclear

_ANSWER_S = 60.0
"""The longest wait for an answer: strong bots think."""


def play(
    game: str,
    *,
    resume: str | None,
    url: str | None,
    data_dir: Path | None,
    hints: bool = False,
    **wishes: Any,
) -> None:
    """Play a match of a game to its end, or until the player leaves.

    `hints` shows what the service thinks before each turn. `resume` is the id of a
    saved match, or `last`; else `wishes` go to `new_match`.
    Raises Unclear, ServiceError, Problem, SettingsError or EmbeddedServerError.
    """
    folder = data_dir or default_data_dir()
    saves = SavedSeats(folder)
    saved = _saved(saves, game, resume) if resume else None
    url = url or (saved.url if saved else None)
    with _connected(url, folder) as http:
        about = ask(http, "GET", f"/v1/games/{quote(game, safe='')}")
        seat = saved or _new_seat(http, new_match(about, **wishes), url)
        saves.keep(seat)
        player = Player(
            Console(highlight=False),
            SeatClient(http, seat.id, seat.token),
            about,
            hints=hints,
        )
        if _sit(player, seat, data_dir):
            saves.forget(seat.id)


def _sit(player: Player, seat: SavedSeat, data_dir: Path | None) -> bool:
    """Let a player play; return whether the match is over."""
    try:
        player.run()
    except (Left, KeyboardInterrupt):
        _tell_how_to_resume(seat, data_dir)
        return False
    except (Problem, ServiceError) as error:
        if not (isinstance(error, Problem) and error.code == "match_not_found"):
            _tell_how_to_resume(seat, data_dir)
        raise
    return True


def _tell_how_to_resume(seat: SavedSeat, data_dir: Path | None) -> None:
    again = ["tapete", "play", seat.game, "--resume", seat.id]
    if data_dir:
        again += ["--data-dir", str(data_dir)]
    print(f"The match is kept. Resume it with: {shlex.join(again)}")


@contextmanager
def _connected(url: str | None, data_dir: Path) -> Iterator[httpx.Client]:
    if url is not None:
        if not _is_web_address(url):
            raise Unclear(f"--url {url}: write it like http://127.0.0.1:8000.")
        with httpx.Client(base_url=url, timeout=_ANSWER_S) as http:
            yield http
        return
    try:
        with with_store(Settings.from_env(), data_dir) as settings:
            transport = httpx.WSGITransport(create_app(settings))
            with httpx.Client(transport=transport, base_url="http://tapete") as http:
                yield http
    except DirectoryInUse as error:
        raise ServiceError(
            f"{error}; or play through that service: add --url with its address, "
            "such as --url http://127.0.0.1:8000"
        ) from None


def _is_web_address(url: str) -> bool:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return False
    return parsed.scheme in ("http", "https") and bool(parsed.host)


def _new_seat(http: httpx.Client, match: Json, url: str | None) -> SavedSeat:
    opened = ask(http, "POST", "/v1/matches", json=match)
    token = opened["tokens"][0]["token"]
    return SavedSeat(opened["match"]["id"], match["game"], token, url)


def _saved(saves: SavedSeats, game: str, wanted: str) -> SavedSeat:
    found = saves.last(game) if wanted == LAST else saves.find(wanted)
    if found is None:
        which = f"match of {game}" if wanted == LAST else f"match {wanted}"
        raise Unclear(
            f"--resume {wanted}: no unfinished {which} is kept here. "
            f"Begin one with: tapete play {game}"
        )
    if found.game != game:
        raise Unclear(
            f"--resume {wanted}: that is a match of {found.game}. "
            f"Type: tapete play {found.game} --resume {wanted}"
        )
    return found
