"""People who play whole matches over a bad network, and keep book of what they do."""

from __future__ import annotations

import random
import uuid
from typing import Any, NamedTuple

from tests.faults.audit import Ledger, Told
from tests.faults.net import Client, Json, Request, Tally

MOVES = "moves acknowledged"
RESIGN = 0.3
"""How many of the matches are given up; the others are played to their end."""
LONGEST = 120
"""Moves of people, after which a match is given up in any case."""


class Plan(NamedTuple):
    """What is played, and against whom (`human` or `bot`)."""

    game: str
    other: str
    options: Json


PLANS = tuple(
    Plan(game, other, options)
    for game, options in (
        ("locus", {}),
        ("lamarckian", {}),
        ("poker7", {"hands": 5}),
    )
    for other in ("human", "bot")
)


class People:
    """Those who play one match after another."""

    def __init__(self, client: Client, rng: random.Random, tally: Tally) -> None:
        self._client = client
        self._rng = rng
        self._tally = tally

    def play(self, plan: Plan, enough: int) -> Ledger:
        """Play a match to its end and return the book that was kept of it.

        Once `enough` moves are acknowledged in all, it is given up.
        """
        ledger, match = self._create(plan)
        last = self._rng.randint(3, 30) if self._rng.random() < RESIGN else LONGEST
        while match["status"] != "finished":
            over = len(ledger.told) >= last or self._tally[MOVES] >= enough
            match = self._resign(ledger, match) if over else self._move(ledger, match)
        return ledger

    def _create(self, plan: Plan) -> tuple[Ledger, Json]:
        seats = [{"kind": "human"}, {"kind": plan.other}]
        self._rng.shuffle(seats)
        body = {"game": plan.game, "seats": seats, "options": plan.options}
        request = Request("POST", "/v1/matches", key=_key(), body=body)
        answer = self._client.insist([request], wanted=201)[0].json()
        match: Json = answer["match"]
        tokens = {own["seat"]: own["token"] for own in answer["tokens"]}
        return Ledger(match["id"], plan.game, tokens), match

    def _move(self, ledger: Ledger, match: Json) -> Json:
        """Let all who are to move do so at one moment; return the newest state."""
        seats = match["to_move"]
        moves = [self._choose(ledger, seat) for seat in seats]
        requests = [
            self._act(ledger, seat, "moves", {"move": move})
            for seat, move in zip(seats, moves, strict=True)
        ]
        answers = [answer.json() for answer in self._client.insist(requests)]
        for seat, move, answer in zip(seats, moves, answers, strict=True):
            self._note(ledger, seat, move, answer)
        newest: Json = max(answers, key=_version)["match"]
        return newest

    def _resign(self, ledger: Ledger, match: Json) -> Json:
        seat = self._rng.choice(sorted(ledger.tokens))
        request = self._act(ledger, seat, "resignation", None)
        answer = self._client.insist([request])[0].json()
        self._note(ledger, seat, None, answer)
        ended: Json = answer["match"]
        return ended

    def _choose(self, ledger: Ledger, seat: int) -> Json:
        """Return a legal move, with any amount of its range if it has one."""
        path = f"/v1/matches/{ledger.id}/moves"
        request = Request("GET", path, token=ledger.tokens[seat])
        choice = self._rng.choice(self._client.ask(request).json()["moves"])
        move: Json = choice["move"]
        if span := choice.get("to"):
            amount = self._rng.randrange(span["min"], span["max"] + 1, span["step"])
            return {**move, "to": amount}
        return move

    def _act(self, ledger: Ledger, seat: int, what: str, body: Json | None) -> Request:
        path = f"/v1/matches/{ledger.id}/{what}"
        return Request("POST", path, ledger.tokens[seat], _key(), body)

    def _note(self, ledger: Ledger, seat: int, move: Json | None, answer: Any) -> None:
        version = _version(answer)
        ledger.told.append(Told(version, seat, move))
        ledger.version = max(ledger.version, version)
        self._tally.add(MOVES)


def _version(answer: Any) -> int:
    return int(answer["match"]["version"])


def _key() -> str:
    return str(uuid.uuid4())
