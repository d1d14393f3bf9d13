"""A client of Tapete, a game-state service: sync and async, over the HTTP API alone."""

from tapete.client import models
from tapete.client.aio import AsyncClient, AsyncSeat, AsyncSpectator
from tapete.client.handles import Opened
from tapete.client.problems import (
    BadToken,
    IllegalMove,
    MatchOver,
    NotTapete,
    NotYourTurn,
    Problem,
    RateLimited,
    StaleVersion,
    TapeteError,
    Unavailable,
    Unreachable,
)
from tapete.client.sync import Client, Seat, Spectator

__all__ = [
    "AsyncClient",
    "AsyncSeat",
    "AsyncSpectator",
    "BadToken",
    "Client",
    "IllegalMove",
    "MatchOver",
    "NotTapete",
    "NotYourTurn",
    "Opened",
    "Problem",
    "RateLimited",
    "Seat",
    "Spectator",
    "StaleVersion",
    "TapeteError",
    "Unavailable",
    "Unreachable",
    "models",
]
