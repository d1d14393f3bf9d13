"""The rules of the games and their registry: a new game is one more line here."""

from __future__ import annotations

from typing import Any

from service.games.base import Game
from service.games.lamarckian import Lamarckian
from service.games.locus import Locus
from service.games.poker7 import Poker7

GAMES: dict[str, Game[Any, Any]] = {
    game.name: game for game in (Locus(), Lamarckian(), Poker7())
}

__all__ = ["GAMES", "Game"]
