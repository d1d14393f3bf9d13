"""A match that is played until a reader of it has been cut off often enough."""

from __future__ import annotations

import random
import threading
import time
import uuid
from typing import Any

from tests.faults.net import Client, Json, Request, Tally
from tests.faults.readers import Reader, Seen

_PACE_S = 0.004
_PATIENCE_S = 90.0
_DEEP = {"stack": 1_000_000, "hands": 1_000}
"""Poker7 that nobody wins before the readers are through."""
_QUIET = ("check", "call", "show")


class Relay:
    """Two players, a reader who is left alone, and one who is cut off and resumes."""

    def __init__(self, url: str, form: str, cuts: int, *, player: bool) -> None:
        """Open a match; its readers are a player, or else spectators."""
        self._rng = random.Random(f"{form} {player}")
        self._client = Client(url, self._rng, Tally())
        seats = [{"kind": "human"}, {"kind": "human"}]
        body = {"game": "poker7", "seats": seats, "options": _DEEP}
        request = Request("POST", "/v1/matches", key=str(uuid.uuid4()), body=body)
        opened = self._client.insist([request], wanted=201)[0].json()
        self._match: Json = opened["match"]
        self._path = f"/v1/matches/{self._match['id']}"
        self._tokens = [own["token"] for own in opened["tokens"]]
        self._token = self._tokens[0] if player else ""
        self.alone, self.cut = (
            Reader(self._client, f"{self._path}/events", self._token, form, number)
            for number in (0, cuts)
        )
        self.faults: list[str] = []
        self._last = ""

    def run(self) -> None:
        """Play until the readers are through, end the match, and let them end."""
        threads = [
            threading.Thread(target=self._follow, args=[reader])
            for reader in (self.alone, self.cut)
        ]
        for thread in threads:
            thread.start()
        try:
            self._play()
        finally:
            self._last = self.pages()[-1][0]
            for thread in threads:
                thread.join()

    def pages(self) -> Seen:
        """Return ids and types of all that the readers may know, page by page."""
        address, seen = f"{self._path}/events", Seen()
        while True:
            page = self._client.ask(Request("GET", address, self._token)).json()
            if page["next"] == address:
                return seen
            seen += [(event["id"], event["event"]["type"]) for event in page["events"]]
            address = page["next"]

    def _follow(self, reader: Reader) -> None:
        try:
            reader.read(random.Random(self._path), lambda: self._last)
        except Exception as error:  # whatever it is, it must not go unseen
            self.faults.append(f"{type(error).__name__}: {error}")
            reader.through.set()

    def _play(self) -> None:
        match: Any = self._match
        deadline = time.monotonic() + _PATIENCE_S
        while not self.cut.through.is_set():
            if time.monotonic() > deadline:
                self.faults.append("the reader is not through")
                break
            (seat,) = match["to_move"][:1]
            match = self._act(seat, "moves", {"move": self._choose(seat)})
            time.sleep(_PACE_S)
        self._act(0, "resignation", None)

    def _choose(self, seat: int) -> Json:
        """Return a legal move that costs as little as may be, and a card at random."""
        request = Request("GET", f"{self._path}/moves", self._tokens[seat])
        moves = [c["move"] for c in self._client.ask(request).json()["moves"]]
        quiet = [move for move in moves if move["type"] in _QUIET]
        chosen: Json = self._rng.choice(quiet)
        return chosen

    def _act(self, seat: int, what: str, body: Json | None) -> Json:
        key = str(uuid.uuid4())
        request = Request("POST", f"{self._path}/{what}", self._tokens[seat], key, body)
        match: Json = self._client.ask(request).json()["match"]
        return match
