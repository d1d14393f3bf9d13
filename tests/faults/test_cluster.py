"""Two instances of the service play on one cluster as if they were one."""

from __future__ import annotations

import itertools
import random
import sys
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.net import Client, Json, Request, Tally
from tests.live import running_service
from tests.servers import cluster

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="as the other faults")

MATCHES, SHORT = 1_000, 30
_THREADS = 8
_MOVES = 12
"""Of a person, after which a match is given up."""
_BOTS_S = 120.0
_GAMES: tuple[tuple[str, Json], ...] = (
    ("locus", {}),
    ("lamarckian", {}),
    ("poker7", {"hands": 3}),
)


class Guest:
    """Somebody who sends every request to another instance than the last."""

    def __init__(self, urls: list[str], number: int, tally: Tally) -> None:
        self._rng = random.Random(number)
        clients = [Client(url, self._rng, tally) for url in urls]
        self._next = itertools.cycle(clients[number % 2 :] + clients[: number % 2])
        self._number = number
        self._tally = tally

    def ask(self, request: Request, wanted: int = 200) -> Json:
        answer: Json = next(self._next).ask(request, wanted).json()
        return answer

    def play(self) -> None:
        """Play a match, or have bots play it, and have its record verified."""
        game, options = _GAMES[self._number % len(_GAMES)]
        bot = {"kind": "bot", "level": 1}
        alone = self._number % 2 == 0
        seats = [bot if alone else {"kind": "human"}, bot]
        body = {"game": game, "options": options, "seats": seats}
        made = self.ask(Request("POST", "/v1/matches", key=_key(), body=body), 201)
        path = f"/v1/matches/{made['match']['id']}"
        if alone:
            self._await_end(path)
        else:
            self._move_on(path, made["tokens"][0]["token"], made["match"])
        record = self.ask(Request("GET", f"{path}/record"))
        checked = self.ask(Request("POST", "/v1/verify", body=record))
        assert checked["ok"], checked
        self._tally.add(game)

    def _await_end(self, path: str) -> None:
        deadline = time.monotonic() + _BOTS_S
        while self.ask(Request("GET", path))["status"] != "finished":
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def _move_on(self, path: str, token: str, match: Json) -> None:
        for turn in itertools.count():
            if match["status"] == "finished":
                return
            if turn == _MOVES:
                self.ask(Request("POST", f"{path}/resignation", token, _key()))
                return
            moves = self.ask(Request("GET", f"{path}/moves", token))["moves"]
            body = {"move": self._rng.choice(moves)["move"]}
            asked = Request("POST", f"{path}/moves", token, _key(), body)
            match = self.ask(asked)["match"]


def _key() -> str:
    return str(uuid.uuid4())


def test_two_instances_play_on_a_cluster_and_all_records_verify(
    tmp_path: Path, full: bool, figure: Callable[[str], None]
) -> None:
    number, tally, faults = MATCHES if full else SHORT, Tally(), list[str]()
    with cluster(tmp_path / "store") as found:
        env = {"TAPETE_REDIS_URL": found.url}
        folders = [tmp_path / "one", tmp_path / "two"]
        for folder in folders:
            folder.mkdir()
        with (
            running_service(folders[0], env=env) as one,
            running_service(folders[1], env=env) as two,
        ):
            urls, numbers = [one.url, two.url], iter(range(number))

            def play() -> None:
                for turn in numbers:
                    try:
                        Guest(urls, turn, tally).play()
                    except Exception as error:  # must not go unseen
                        faults.append(f"{type(error).__name__}: {error}")

            began = time.monotonic()
            threads = [threading.Thread(target=play) for _ in range(_THREADS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            took_s = time.monotonic() - began
        keys = [node.ask("DBSIZE") for node in found.nodes]
    assert faults == []
    assert sum(tally[game] for game, _ in _GAMES) == number
    assert min(keys) > 0
    for folder in folders:
        assert "Traceback" not in (folder / "service.log").read_text()
    figure(
        f"{number} matches on a cluster, two instances: all records verify "
        f"({took_s:.0f} s; keys by node {keys})"
    )
