"""A match that is played until its readers have been cut off often enough."""

from __future__ import annotations

import random
import threading
import time
import uuid
from typing import Any, NamedTuple

from tests.faults.net import Client, Json, Request, Tally
from tests.faults.readers import LINES, SSE, Reader, Seen

_PACE_S = 0.004
_PATIENCE_S = 180.0
_DEEP = {"stack": 1_000_000, "hands": 1_000}
"""Poker7 that nobody wins before the readers are through."""
_QUIET = ("check", "call", "show")


class Viewer(NamedTuple):
    """Whoever follows a match; without a token, a spectator."""

    name: str
    token: str


class Relay:
    """Two players, and for each viewer and form one reader cut off, one left alone."""

    def __init__(self, url: str, cuts: int, seed: int = 1) -> None:
        self._url = url
        self._rng = random.Random(seed)
        self._client = Client(url, self._rng, Tally())
        seats = [{"kind": "human"}, {"kind": "human"}]
        body = {"game": "poker7", "seats": seats, "options": _DEEP}
        request = Request("POST", "/v1/matches", key=str(uuid.uuid4()), body=body)
        opened = self._client.insist([request], wanted=201)[0].json()
        self._match: Json = opened["match"]
        self._tokens = [own["token"] for own in opened["tokens"]]
        self.viewers = (Viewer("player", self._tokens[0]), Viewer("spectator", ""))
        self.readers: dict[tuple[str, str, bool], Reader] = {}
        self.faults: list[str] = []
        self._last: dict[str, str] = {}
        for viewer in self.viewers:
            for form in (SSE, LINES):
                for often in (0, cuts):
                    key = (viewer.name, form, often > 0)
                    self.readers[key] = self._reader(viewer, form, often)

    def run(self) -> None:
        """Play until all readers are through, end the match, and let them end."""
        threads = [
            threading.Thread(target=self._follow, args=[key]) for key in self.readers
        ]
        for thread in threads:
            thread.start()
        try:
            self._play()
        finally:
            for viewer in self.viewers:
                self._last[viewer.name] = self.pages(viewer)[-1][0]
            for thread in threads:
                thread.join()

    def pages(self, viewer: Viewer) -> Seen:
        """Return all that a viewer may know, from the pages of the feed."""
        address, seen = f"/v1/matches/{self._match['id']}/events", Seen()
        while True:
            page = self._client.ask(Request("GET", address, viewer.token)).json()
            if page["next"] == address:
                return seen
            seen += [(event["id"], event["event"]["type"]) for event in page["events"]]
            address = page["next"]

    def _reader(self, viewer: Viewer, form: str, cuts: int) -> Reader:
        client = Client(self._url, self._rng, Tally())
        return Reader(client, self._match["id"], viewer.token, form, cuts)

    def _follow(self, key: tuple[str, str, bool]) -> None:
        reader, rng = self.readers[key], random.Random(str(key))
        try:
            reader.read(rng, lambda: self._last.get(key[0], ""))
        except Exception as error:  # whatever it is, it must not go unseen
            self.faults.append(f"{key}: {type(error).__name__}: {error}")
            reader.through.set()

    def _play(self) -> None:
        match: Any = self._match
        deadline = time.monotonic() + _PATIENCE_S
        while not all(reader.through.is_set() for reader in self.readers.values()):
            if time.monotonic() > deadline:
                self.faults.append("the readers are not through")
                break
            (seat,) = match["to_move"][:1]
            match = self._act(seat, "moves", {"move": self._choose(seat)})
            time.sleep(_PACE_S)
        self._act(0, "resignation", None)

    def _choose(self, seat: int) -> Json:
        """Return a legal move that costs as little as may be, and a card at random."""
        path = f"/v1/matches/{self._match['id']}/moves"
        request = Request("GET", path, self._tokens[seat])
        moves = [c["move"] for c in self._client.ask(request).json()["moves"]]
        quiet = [move for move in moves if move["type"] in _QUIET]
        chosen: Json = self._rng.choice(quiet)
        return chosen

    def _act(self, seat: int, what: str, body: Json | None) -> Json:
        path = f"/v1/matches/{self._match['id']}/{what}"
        key = str(uuid.uuid4())
        request = Request("POST", path, self._tokens[seat], key, body)
        match: Json = self._client.ask(request).json()["match"]
        return match
