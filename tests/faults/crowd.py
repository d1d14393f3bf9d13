"""People who play on and look on through whatever happens, and note what they see."""

from __future__ import annotations

import hashlib
import json
import random
import threading
import time
import uuid
from typing import NamedTuple

from tests.faults.history import History, Seen, Verdict, judge
from tests.faults.net import Answer, Client, Json, Request, Tally, Wrong

PLAYERS = 4
PATIENCE_S = 60.0
"""How long somebody goes on sending a move that has no answer."""
_PAUSE_S = 0.05
_LOOK_S = 0.02
_LONGEST = 60
_GAMES: tuple[tuple[str, Json], ...] = (
    ("locus", {}),
    ("lamarckian", {}),
    ("poker7", {"hands": 20}),
)
_REFUSALS = (404, 409, 412, 422)
"""What a move is answered whose match is not as it was: gone, or behind."""


class Match:
    """A match under way: what is known of it, and what was seen."""

    def __init__(self, made: Json) -> None:
        self.history = History(made["match"]["id"])
        self.path = f"/v1/matches/{self.history.id}"
        self.tokens: dict[int, str] = {t["seat"]: t["token"] for t in made["tokens"]}
        self.over = False


class Counted(NamedTuple):
    """What came of it all."""

    moves: int
    verdict: Verdict
    away_s: float
    """The longest that a player waited until a request was answered."""
    unavailable: int
    """Answers 503."""
    refused: int
    """Moves that were refused, as their match had changed behind the mover's back."""


class Crowd:
    """Players of one service, each with somebody who looks over their shoulder."""

    def __init__(self, url: str, players: int = PLAYERS, seed: int = 1) -> None:
        self.faults: list[str] = []
        self._url = url
        self._tally = Tally()
        self._over = threading.Event()
        self._matches: list[Match] = []
        self._moves = 0
        self._waited: list[float] = []
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._guard, args=[number, seed])
            for number in range(players)
        ]

    def start(self) -> None:
        """Have all begin."""
        for thread in self._threads:
            thread.start()

    @property
    def moves(self) -> int:
        """Return how many moves have been acknowledged by now."""
        return self._moves

    @property
    def match_ids(self) -> list[str]:
        """Return the matches that are played now."""
        return [m.history.id for m in list(self._matches) if not m.over]

    def stop(self) -> None:
        """Have all end what they are at."""
        self._over.set()
        for thread in self._threads:
            thread.join()

    def check(self) -> Counted:
        """End all matches, and hold what was seen against their records."""
        client = Client(self._url, random.Random(0), self._tally)
        moves, away_s, total = self.moves, max(self._waited, default=0.0), Verdict()
        for match in self._matches:
            found = self._end(client, match)
            total = Verdict(
                *(a + b for a, b in zip(total[:3], found[:3], strict=True)),
                (*total.faults, *(f"{match.history.id}: {f}" for f in found.faults)),
            )
        counts = self._tally["unavailable"], self._tally["refused"]
        return Counted(moves, total, away_s, *counts)

    def _guard(self, number: int, seed: int) -> None:
        rng = random.Random(seed * 1_000 + number)
        client = Client(self._url, rng, self._tally)
        try:
            while not self._over.is_set():
                self._play(client, rng, _GAMES[number % len(_GAMES)])
                number += 1
        except Exception as error:  # whatever it is, it must not go unseen
            self.faults.append(f"{type(error).__name__}: {error}")

    def _play(self, client: Client, rng: random.Random, game: tuple[str, Json]) -> None:
        body = {
            "game": game[0],
            "options": game[1],
            "seats": [{"kind": "human"}, {"kind": "human"}],
        }
        request = Request("POST", "/v1/matches", key=str(uuid.uuid4()), body=body)
        began, answer = self._insist(client, request)
        if answer is None or answer.status != 201:
            raise Wrong(f"no match was made: {answer}")
        match = Match(answer.json())
        match.history.seen.append(Seen("maker", began, time.monotonic(), 1))
        self._matches.append(match)
        watcher = threading.Thread(target=self._watch, args=[match])
        watcher.start()
        for _ in range(_LONGEST):
            if self._over.is_set() or not self._move(client, rng, match):
                break
        match.over = True
        watcher.join()

    def _move(self, client: Client, rng: random.Random, match: Match) -> bool:
        """Look at the match and make a move; returns whether it goes on."""
        state = self._look(client, match, "eye")
        if state is None or state["status"] == "finished":
            return state is not None and state["status"] != "finished"
        seat = rng.choice(state["to_move"] or [0])
        asked = Request("GET", f"{match.path}/moves", match.tokens[seat])
        _, answer = self._insist(client, asked)
        if answer is None or answer.status != 200:
            return self._refuse(answer)
        choices = answer.json()["moves"]
        if not choices:  # the match has gone back meanwhile
            return True
        choice = rng.choice(choices)
        move: Json = choice["move"]
        if span := choice.get("to"):
            amount = rng.randrange(span["min"], span["max"] + 1, span["step"])
            move = {**move, "to": amount}
        return self._send(client, match, seat, move)

    def _send(self, client: Client, match: Match, seat: int, move: Json | None) -> bool:
        """Make a move, or resign with None; it is noted when it is acknowledged."""
        what = "resignation" if move is None else "moves"
        body = None if move is None else {"move": move}
        token, key = match.tokens[seat], str(uuid.uuid4())
        request = Request("POST", f"{match.path}/{what}", token, key, body)
        began, answer = self._insist(client, request)
        if answer is None:
            match.history.unknown.append((seat, move))
            return False
        if answer.status != 200:
            return self._refuse(answer)
        version = int(answer.json()["match"]["version"])
        ended = time.monotonic()
        with self._lock:
            self._moves += 1
        seen = Seen(f"seat {seat}", began, ended, version, seat, move)
        match.history.seen.append(seen)
        return True

    def _refuse(self, answer: Answer | None) -> bool:
        """Note a refusal; returns whether the match goes on."""
        if answer is None:
            return False
        if answer.status not in _REFUSALS:
            raise Wrong(f"{answer.status} {answer.body.decode(errors='replace')}")
        self._tally.add("refused")
        return answer.status != 404

    def _watch(self, match: Match) -> None:
        client = Client(self._url, random.Random(match.path), self._tally)
        while not (match.over or self._over.is_set()):
            self._look(client, match, "watcher", once=True)
            time.sleep(_LOOK_S)

    def _look(
        self, client: Client, match: Match, reader: str, *, once: bool = False
    ) -> Json | None:
        """Look at a match as a spectator; None if it is not there."""
        request = Request("GET", match.path)
        began, answer = self._insist(client, request, 0.0 if once else PATIENCE_S)
        if answer is None or answer.status != 200:
            return None
        ended, state = time.monotonic(), answer.json()
        text = json.dumps([state["view"], state["to_move"], state["status"]])
        view = hashlib.sha256(text.encode()).hexdigest()
        version = int(state["version"])
        match.history.seen.append(Seen(reader, began, ended, version, view=view))
        found: Json = state
        return found

    def _insist(
        self, client: Client, request: Request, patience_s: float = PATIENCE_S
    ) -> tuple[float, Answer | None]:
        """Send a request until it is answered, by something else than 503.

        Returns when it began, too.
        """
        began = time.monotonic()
        while True:
            answer = client.send(request)
            if answer is not None and answer.status != 503:
                if answer.status >= 500:
                    self.faults.append(f"{answer.status} to {request.path}")
                if patience_s:
                    self._waited.append(time.monotonic() - began)
                return began, answer
            if answer is not None:
                self._tally.add("unavailable")
                if not answer.retry_after:
                    self.faults.append("503 without Retry-After")
            if time.monotonic() - began >= patience_s:
                return began, None
            time.sleep(_PAUSE_S)

    def _end(self, client: Client, match: Match) -> Verdict:
        """End a match by resignation, and judge what was seen of it."""
        history = match.history
        if client.send(Request("GET", match.path)) is None:
            raise Wrong("the service is not there any more")
        state = self._look(client, match, "eye")
        if state is None:
            moves = sum(each.seat is not None for each in history.seen)
            return Verdict(lost=moves, faults=("the match is gone",))
        if state["status"] != "finished":
            self._send(client, match, 0, None)
        record = client.ask(Request("GET", f"{match.path}/record")).json()
        history.actions = record["actions"]
        history.version = client.ask(Request("GET", match.path)).json()["version"]
        history.event_ids = event_ids(client, match.path, match.tokens[0])
        verified = client.ask(Request("POST", "/v1/verify", body=record)).json()
        found = judge(history)
        if not verified["ok"]:
            found = found._replace(faults=(*found.faults, "does not verify"))
        return found


def event_ids(client: Client, path: str, token: str) -> list[str]:
    """Return the ids of all events that a player of a match may know."""
    address, ids = f"{path}/events?limit=1000", list[str]()
    while True:
        page = client.ask(Request("GET", address, token)).json()
        if page["next"] == address:
            return ids
        ids += [event["id"] for event in page["events"]]
        address = page["next"]
