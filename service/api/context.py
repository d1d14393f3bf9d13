"""What the application was made with, for the routes to use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from flask import current_app

from service.api.crowd import Crowd
from service.assist import Assist
from service.feed import Feed
from service.lobby import Lobby
from service.matches import Matches
from service.purse import Purse

EXTENSION = "tapete"
LOBBY = "tapete.lobby"
FEED = "tapete.feed"
TIMEKEEPER = "tapete.timekeeper"
ASSIST = "tapete.assist"
PURSE = "tapete.purse"
CROWD = "tapete.crowd"
ARCHIVE = "tapete.archive"


def assist() -> Assist:
    """Return the advice of the running application."""
    return cast(Assist, current_app.extensions[ASSIST])


def crowd() -> Crowd:
    """Return who follows matches at the running application."""
    return cast(Crowd, current_app.extensions[CROWD])


@contextmanager
def thinking(payer: str) -> Iterator[None]:
    """Have a payer pay for what is thought within the block; raises Overdrawn."""
    purse: Purse = current_app.extensions[PURSE]
    purse.check(payer)
    with purse.paying(payer):
        yield


def feed() -> Feed:
    """Return the event feeds of the running application."""
    return cast(Feed, current_app.extensions[FEED])


def lobby() -> Lobby:
    """Return the lobby of the running application."""
    return cast(Lobby, current_app.extensions[LOBBY])


def use_cases() -> Matches:
    """Return the use cases of the running application."""
    return cast(Matches, current_app.extensions[EXTENSION])
