"""People who play through the Python client while connections and workers die."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tapete.client import Client, Seat
from tests.clients import both
from tests.clients.cutter import Cutter
from tests.faults.audit import Ledger, Told
from tests.faults.net import Tally
from tests.faults.people import LONGEST, MOVES, RESIGN, Plan
from tests.faults.storm import Play, Storm


class ClientStorm(Storm):
    """Half of the people use one client, half the other."""

    def __init__(self, url: str, moves: int, seed: int) -> None:
        super().__init__(url, moves, seed)
        self._cutter = Cutter(url, seed)

    def play(self) -> None:
        with self._cutter:
            super().play()
        self.tally.add("cut before the answer", self._cutter.cuts)

    @contextmanager
    def _people(self, rng: random.Random) -> Iterator[Play]:
        kind = rng.choice(both.KINDS)
        self.tally.add(kind)
        transports: dict[str, Any] = {"sync": Counting, "async": AsyncCounting}
        transport = transports[kind](self.tally)
        with both.client(kind, self._cutter.url, transport=transport) as client:
            yield Player(client, rng, self.tally).play


class Player:
    """Somebody who plays all the seats of a match that are not a bot's."""

    def __init__(self, client: Client, rng: random.Random, tally: Tally) -> None:
        self._client = client
        self._rng = rng
        self._tally = tally

    def play(self, plan: Plan, enough: int) -> Ledger:
        """Play a match to its end, keeping book; give it up after `enough` moves."""
        seats: Any = [{"kind": "human"}, {"kind": plan.other}]
        self._rng.shuffle(seats)
        game: Any = plan.game
        opened = self._client.create_match(game=game, seats=seats, options=plan.options)
        own = {seat.number or 0: seat for seat in opened.seats}
        tokens = {number: seat.token for number, seat in own.items()}
        ledger = Ledger(opened.id, plan.game, tokens)
        last = self._rng.randint(3, 30) if self._rng.random() < RESIGN else LONGEST
        match: Any = opened.match
        while match["status"] != "finished":
            if len(ledger.told) >= last or self._tally[MOVES] >= enough:
                number, move = self._rng.choice(sorted(own)), None
                match = own[number].resign()["match"]
            else:
                number = self._rng.choice(match["to_move"])
                move = self._choose(own[number])
                match = own[number].play(move)["match"]
            ledger.told.append(Told(match["version"], number, move))
            self._tally.add(MOVES)
        return ledger

    def _choose(self, seat: Seat) -> Any:
        choice = self._rng.choice(seat.moves())
        span = choice.get("to")
        if not span:
            return choice["move"]
        amounts = range(span["min"], span["max"] + 1, span.get("step", 1))
        return {**choice["move"], "to": self._rng.choice(amounts)}


class Counting(httpx.HTTPTransport):
    """Counts what is sent, and the answers that are repetitions."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self._tally = tally

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._tally.add("requests sent")
        response = super().handle_request(request)
        self._tally.add("replayed answers", "Idempotent-Replayed" in response.headers)
        return response


class AsyncCounting(httpx.AsyncHTTPTransport):
    """The same for the other client."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self._tally = tally

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._tally.add("requests sent")
        response = await super().handle_async_request(request)
        self._tally.add("replayed answers", "Idempotent-Replayed" in response.headers)
        return response
