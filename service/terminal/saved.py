"""Keeps the seats of unfinished matches, so that a player can come back to them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

LAST = "last"
"""Stands for the id of the match that was played last."""

_ID = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """A seat that the player has; `url` None is the service in the same process."""

    id: str
    game: str
    token: str
    url: str | None


class SavedSeats:
    """The saved seats of one data directory; tokens are secret, so are the files."""

    def __init__(self, data_dir: Path) -> None:
        """Make the directory of the files, if it is not there; raises OSError."""
        self._folder = data_dir / "play"
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def keep(self, seat: SavedSeat) -> None:
        """Save a seat; it becomes the last one."""
        path = self._folder / f"{seat.id}.json"
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8") as file:
            json.dump(asdict(seat), file)

    def find(self, match_id: str) -> SavedSeat | None:
        """Return the seat of a match; None if there is none, or no whole one."""
        if not _ID.fullmatch(match_id):
            return None
        try:
            text = (self._folder / f"{match_id}.json").read_text(encoding="utf-8")
            return SavedSeat(**json.loads(text))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def last(self, game: str) -> SavedSeat | None:
        """Return the seat in a match of the game that was saved last."""
        return next((s for s in self._newest_first() if s.game == game), None)

    def forget(self, match_id: str) -> None:
        """Remove the seat of a match that is over."""
        (self._folder / f"{match_id}.json").unlink(missing_ok=True)

    def _newest_first(self) -> Iterator[SavedSeat]:
        files = self._folder.glob("*.json")
        for path in sorted(files, key=lambda p: p.stat().st_mtime_ns, reverse=True):
            if seat := self.find(path.stem):
                yield seat
