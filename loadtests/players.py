"""People at a table: they create matches, join, move at random, and look on."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import gevent  # type: ignore[import-untyped] # it has none

from loadtests import checks
from loadtests.checks import Json, Table
from loadtests.client import CREATE, GAME, GAMES, JOIN, LIST, LOOK, MOVE, Client

MOST_PEOPLE = 4
"""At a table; games may take more."""

_MOST_TURNS = 5000
_HASTY = 0.05
_TOO_MANY = (0, 0, 1, 3)
"""People for whom there is no seat, any of these."""
_SHORT = {"hands": 3}
"""Options that keep a match short, for the games that have them."""

Pause = Callable[[], None]


class Rules(NamedTuple):
    """What has to be known of a game to play it by its legal moves."""

    name: str
    least: int
    most: int
    levels: list[int]
    options: Json
    moves: frozenset[str]


class Player:
    """Somebody who has a seat."""

    def __init__(
        self, client: Client, rules: Rules, table: Table, seat: int, token: str
    ) -> None:
        """Take the seat and the token that opens it."""
        self.table = table
        self.seat = seat
        self.token = token
        self._client = client
        self._rules = rules

    def play(self, match: Json, pause: Pause, *, alone: bool) -> None:
        """Make random legal moves until the match is over; raises Wrong.

        `alone`: all the others are bots, so that nobody else changes the match.
        """
        for _ in range(_MOST_TURNS):
            if match["status"] == "finished":
                self.table.results.append(match["result"])
                return
            if self.table.broken:
                return
            pause()
            if self.seat in match["to_move"]:
                match = self._move(match["version"], alone)
            else:
                match = self._look(match["version"])

    def _move(self, known: int, alone: bool) -> Json:
        fits = partial(
            checks.listed, seat=self.seat, known=known, types=self._rules.moves
        )
        listed = self._call(LIST, fits)
        choice = random.choice(listed["moves"])
        move = amount_chosen(choice)
        told = {**choice.get("earns", {}), **move}
        fits = partial(self._moved, known=known, told=told, alone=alone)
        answer = self._call(MOVE, fits, body={"move": move}, label=self._rules.name)
        match: Json = answer["match"]
        self.table.versions.append(match["version"])
        hasty = random.random() < _HASTY
        if hasty and (not alone or match["status"] == "finished"):
            match = self._move_again(move, match)
        return match

    def _move_again(self, move: Json, match: Json) -> Json:
        """Send a move twice, as by a double click: mostly it is refused."""
        answer = self._client.attempt(
            MOVE,
            partial(self._moved, known=match["version"], told=move, alone=False),
            ("not_your_turn", "match_over", "illegal_move"),
            id_=self.table.id,
            label=self._rules.name,
            token=self.token,
            body={"move": move},
        )
        if answer is None:
            return match
        self.table.versions.append(answer["match"]["version"])
        return dict(answer["match"])

    def _moved(self, answer: Json, known: int, told: Json, alone: bool) -> None:
        checks.moved(answer, self.table, self.seat, known, told, alone)

    def _look(self, known: int) -> Json:
        return self._call(
            LOOK, partial(checks.shown, table=self.table, you=self.seat, known=known)
        )

    def _call(self, *args: Any, **more: Any) -> Json:
        return self._client.call(*args, id_=self.table.id, token=self.token, **more)


def learn_games(client: Client, only: list[str], max_level: int) -> list[Rules]:
    """Return the rules of the games of the service, or of some only."""
    games = client.call(GAMES, _has_games)["games"]
    return [
        _rules(client.call(GAME, _has_moves, id_=game["name"]), max_level)
        for game in games
        if not only or game["name"] in only
    ]


def create(client: Client, rules: Rules, others: str) -> tuple[Player, Table, Json]:
    """Create a match with one seat of one's own, and `bot` or `open` ones."""
    number = random.randint(rules.least, min(rules.most, MOST_PEOPLE))
    seats: list[Json] = [{"kind": "human", "name": "Ada"}]
    for _ in range(number - 1):
        level = {"level": random.choice(rules.levels)} if others == "bot" else {}
        seats.append({"kind": others, **level})
    random.shuffle(seats)
    body = {"game": rules.name, "seats": seats, "options": rules.options}
    answer = client.call(CREATE, partial(checks.created, seats=seats), body=body)
    match, own = answer["match"], answer["tokens"][0]
    people = 1 if others == "bot" else number
    table = Table(match["id"], rules.name, number, people, [match["version"]])
    return Player(client, rules, table, own["seat"], own["token"]), table, match


def create_for_bots(client: Client, rules: Rules) -> Table:
    """Create a match in which nobody but bots has a seat."""
    number = random.randint(rules.least, min(rules.most, MOST_PEOPLE))
    levels = [random.choice(rules.levels) for _ in range(number)]
    seats: list[Json] = [{"kind": "bot", "level": level} for level in levels]
    body = {"game": rules.name, "seats": seats, "options": rules.options}
    answer = client.call(CREATE, partial(checks.created, seats=seats), body=body)
    return Table(answer["match"]["id"], rules.name, number, 0, [1])


def fill(client: Client, rules: Rules, table: Table) -> list[tuple[Player, Json]]:
    """Let people rush for the open seats, sometimes too many of them."""
    rush = table.people - 1 + random.choice(_TOO_MANY)
    joining = [gevent.spawn(_join, client, rules, table) for _ in range(rush)]
    try:
        gevent.joinall(joining, raise_error=True)
    finally:
        gevent.killall(joining)
    return [joined.value for joined in joining if joined.value]


def begin(client: Client, player: Player) -> Json:
    """Look at a match that should have begun, as one who has a seat."""
    fits = partial(checks.begun, table=player.table, you=player.seat)
    return client.call(LOOK, fits, id_=player.table.id, token=player.token)


def conclude(client: Client, table: Table) -> None:
    """Look at a match that its people have finished, as a spectator."""
    client.call(LOOK, partial(checks.concluded, table=table), id_=table.id)


def watch(client: Client, table: Table, pause: Pause) -> None:
    """Look on until the match is over, or its people have left."""
    known = 0
    while not table.broken:
        ended = bool(table.results)
        fits = partial(checks.watched, table=table, known=known, ended=ended)
        match = client.call(LOOK, fits, id_=table.id)
        if match["status"] == "finished":
            return
        known = match["version"]
        pause()


def amount_chosen(choice: Json) -> Json:
    """Return a choice's move, with any amount of its range if it has one."""
    move: Json = choice["move"]
    if span := choice.get("to"):
        amount = random.randrange(span["min"], span["max"] + 1, span["step"])
        return {**move, "to": amount}
    return move


def _join(client: Client, rules: Rules, table: Table) -> tuple[Player, Json] | None:
    fits = partial(checks.joined, table=table)
    body = {"name": "Grace", "entropy": str(random.random())}
    answer = client.attempt(JOIN, fits, ("no_open_seat",), id_=table.id, body=body)
    if answer is None:
        return None
    table.versions.append(answer["match"]["version"])
    table.taken.add(answer["seat"])
    player = Player(client, rules, table, answer["seat"], answer["token"])
    return player, answer["match"]


def _rules(game: Json, max_level: int) -> Rules:
    shapes = game["options"].get("$defs", {}).values()
    known = {name for shape in shapes for name in shape.get("properties", {})}
    levels = [about["level"] for about in game["levels"]]
    return Rules(
        name=game["name"],
        least=game["seats"]["min"],
        most=game["seats"]["max"],
        levels=[n for n in levels if n <= max_level] or levels[:1],
        options={name: value for name, value in _SHORT.items() if name in known},
        moves=frozenset(game["moves"]),
    )


def _has_games(answer: Json) -> None:
    checks.ensure(bool(answer["games"]), "there are no games")


def _has_moves(answer: Json) -> None:
    checks.ensure(bool(answer["moves"]), "a game without moves")
