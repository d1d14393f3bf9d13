"""What the application was made with, for the routes to use."""

from __future__ import annotations

from typing import cast

from flask import current_app

from service.assist import Assist
from service.feed import Feed
from service.lobby import Lobby
from service.matches import Matches

EXTENSION = "tapete"
LOBBY = "tapete.lobby"
FEED = "tapete.feed"
TIMEKEEPER = "tapete.timekeeper"
ASSIST = "tapete.assist"


def assist() -> Assist:
    """Return the advice of the running application."""
    return cast(Assist, current_app.extensions[ASSIST])


def feed() -> Feed:
    """Return the event feeds of the running application."""
    return cast(Feed, current_app.extensions[FEED])


def lobby() -> Lobby:
    """Return the lobby of the running application."""
    return cast(Lobby, current_app.extensions[LOBBY])


def use_cases() -> Matches:
    """Return the use cases of the running application."""
    return cast(Matches, current_app.extensions[EXTENSION])
