"""What a game is that can tell its finished matches as text, for other programs."""

from __future__ import annotations

from abc import ABC, abstractmethod

from service.games.base import Event, Options, Value


class Finished(Value, frozen=True, kw_only=True):
    """A finished match, as it is to be told."""

    match_id: str
    options: Options
    players: tuple[str, ...]
    """Names by seat."""
    events: tuple[Event, ...]
    """All that happened, in order, secrets included."""
    disclosed: tuple[frozenset[str], ...]
    """By deal, the cards that may be told; no other one may."""


class WithHistory(ABC):
    """A game whose finished matches have a form as text."""

    @abstractmethod
    def history(self, finished: Finished) -> str:
        """Return a finished match as text; no card that is not disclosed."""
