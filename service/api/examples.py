"""The examples of the OpenAPI document: what a fixed match of each game looks like.

They are made by the games, the opponents and the answers themselves, so that they are
true to what the service does.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from service import records
from service.api import answers
from service.api.wire import DEFAULT_LEVEL
from service.feed import Entry
from service.games import GAMES, Game
from service.games.base import Move, Told
from service.match import Action, Match, Seated, SeatLeft, SeatTaken, token_hash
from service.proofs import prove
from service.table import Table
from service.turns import Progress, begin, move, resign, with_state

MATCH_ID = "mXv3RTSsQ1uP6Lw0QYkJ8A"
_SEED = bytes(range(32))
_TOKENS = {
    0: "Zb2mTq0uS5v6d1LxkVh3nRj8yWcEoGfAiPsKt7B9DQM",
    1: "q7Yp4NwXcR1sJv8uKd0hLmT5zGf2bEiAo3WnQx6SMBk",
}
_AT = 1_769_860_800.0
"""2026-01-31, 12:00 UTC."""


class Examples(NamedTuple):
    """Of one operation, by name: bodies, and by media type the answers of a 2xx."""

    bodies: Mapping[str, Any] = MappingProxyType({})
    answers: Mapping[str, Mapping[str, Any]] = MappingProxyType({})


class _Play:
    """A match of two people, or of one and bots, up to some moment."""

    def __init__(self, rules: Game[Any, Any], *others: Seated) -> None:
        self.rules = rules
        self.events: list[Told] = []
        self.actions: list[Action] = []
        self.match = Match(
            id=MATCH_ID,
            game=rules.name,
            options=msgspec.to_builtins(rules.options_type()),
            seats=(Seated("human", "Ada", None, token_hash(_TOKENS[0])), *others),
            seed=_SEED,
            created_at=_AT,
        )
        self.table = Table(self.match, 0, None, 0)
        self._commit(begin(self.match, 0))

    def take_seat(self) -> Table:
        """Let somebody take the last seat, as they see it."""
        taken = Seated("human", "Grace", None, token_hash(_TOKENS[1]), "nine bottles")
        self.match = msgspec.structs.replace(
            self.match, seats=(*self.match.seats[:-1], taken)
        )
        begun = begin(self.match, self.table.version)
        seat = Told(SeatTaken(1, taken.name))
        return self._commit(begun._replace(events=(seat, *begun.events)))

    def move(self) -> tuple[Move, Table]:
        """Make the last legal move of a seat that is to move."""
        seat = min(self.rules.to_move(self.table.position))
        made: Move = self.rules.legal_moves(self.table.position, seat)[-1].move
        version, position = self.table.version, self.table.position
        return made, self._commit(move(self.match, version, position, seat, made))

    def give_up(self) -> Table:
        """Let the first seat give up."""
        version, position = self.table.version, self.table.position
        return self._commit(resign(self.match, version, position, 0))

    def entries(self) -> list[answers.EventEntry]:
        """Return the feed of the last change."""
        return [
            answers.entry(
                Entry(f"{self.table.version}-{number}", _AT, _raw(told.event))
            )
            for number, told in enumerate(self.table.events)
            if told.heard_by(None)
        ]

    def _commit(self, progress: Progress) -> Table:
        self.match = with_state(self.match, progress.state)
        self.actions += [
            Action(_AT, d.seat, d.kind, None if d.move is None else _plain(d.move))
            for d in progress.done
        ]
        self.table = self.table._replace(
            match=self.match,
            version=self.table.version + 1,
            position=progress.state,
            events=progress.events,
            at=_AT,
        )
        return self.table


def make() -> dict[str, Examples]:
    """Return the examples of every operation, by its id."""
    per_game = [_of_game(rules) for rules in GAMES.values()]
    operations = {name for examples in per_game for name in examples}
    return {**_of_service(), **{name: _merged(name, per_game) for name in operations}}


def _of_service() -> dict[str, Examples]:
    """Return the examples of operations that have to do with no game or any."""
    games = answers.Games(games=[answers.game_summary(r) for r in GAMES.values()])
    seats = answers.Presence(connected=[True, False])
    ticket = answers.Ticket(ticket=_TOKENS[1], expires_at=answers.moment(_AT + 60))
    health = {name: answers.Health(status=name) for name in ("alive", "ready")}
    return {
        "list_games": _answered("games", games),
        "show_presence": _answered("first_seat_only", seats),
        "get_ticket": _answered("for_a_minute", ticket),
        "livez": _answered("alive", health["alive"]),
        "readyz": _answered("ready", health["ready"]),
    }


def _of_game(rules: Game[Any, Any]) -> dict[str, Examples]:
    """Return the examples of a game's matches, by operation."""
    name = rules.name
    page = (resources.files("service.rules") / f"{name}.en.md").read_text("utf-8")
    detail = answers.game_detail(rules)
    return {
        "show_game": _answered(name, detail),
        "show_rules": Examples(answers={"text/markdown": {name: page[:400]}}),
        **_of_two_people(rules),
        **_against_a_bot(rules),
    }


def _of_two_people(rules: Game[Any, Any]) -> dict[str, Examples]:
    name = rules.name
    play = _Play(rules, Seated("open"))
    lobby = answers.OpenMatches(matches=[answers.match(play.table)], next=None)
    left = Told(SeatLeft(0))
    empty = answers.moved(play.table._replace(events=(left,)))
    table = play.take_seat()
    joined = answers.joined(table, _TOKENS[1])
    entries = play.entries()
    address = f"/v1/matches/{MATCH_ID}/events?after={entries[-1].id}&limit=100"
    lines = {entry.id: msgspec.json.encode(entry).decode() for entry in entries}
    sent = [f"id: {number}\ndata: {line}\n\n" for number, line in lines.items()]
    forms = {
        "application/json": _plain(answers.EventPage(events=entries, next=address)),
        "application/x-ndjson": "".join(f"{line}\n" for line in lines.values()),
        "text/event-stream": "retry: 1000\n\n" + "".join(sent),
    }
    return {
        "take_seat": Examples(
            {name: {"name": "Grace", "entropy": "nine bottles"}},
            {"application/json": {name: _plain(joined)}},
        ),
        "list_matches": _answered(name, lobby),
        "leave_seat": _answered(name, empty),
        "follow_match": Examples(
            answers={media: {name: form} for media, form in forms.items()}
        ),
    }


def _against_a_bot(rules: Game[Any, Any]) -> dict[str, Examples]:
    name = rules.name
    play = _Play(rules, *[Seated("bot", "", DEFAULT_LEVEL)] * (rules.seats.start - 1))
    table = play.table
    opened = answers.opened(table, {0: _TOKENS[0]}, "")
    seen = rules.seen(table.position, 0)
    shown = [prove(play.match, deal, sorted(seen[deal])[:2]) for deal in sorted(seen)]
    choices = rules.legal_moves(table.position, 0)
    made, after = play.move()
    moved, legal = answers.moved(after), answers.legal(table)
    given_up = answers.moved(play.give_up())
    result = rules.result(play.table.position)
    assert result is not None
    record = records.make(play.match, play.actions, result)
    checked = answers.Verified(ok=True, checks=records.verify(record))
    return {
        "create_match": _asked(name, _plan(play.match), opened),
        "show_match": _answered(name, answers.match(table)),
        "list_moves": _answered(name, answers.legal_moves(table, choices)),
        "make_move": _merged(
            "make_move",
            [
                {"make_move": _asked(name, {"move": _plain(made)}, moved)},
                {"make_move": _answered("dry_run", legal)},
            ],
        ),
        "give_up": _answered(name, given_up),
        "play_again": _answered(name, answers.match(table)),
        "prove_cards": _answered(name, answers.Proofs(deals=shown)),
        "export_record": _answered(name, record),
        "verify_record": _asked(name, _plain(record), checked),
    }


def _plan(match: Match) -> dict[str, Any]:
    """Return the body that has created a match."""
    bot = {"kind": "bot", "level": DEFAULT_LEVEL}
    seats = [{"kind": "human", "name": "Ada"}, *[bot] * (len(match.seats) - 1)]
    return {"game": match.game, "seats": seats, "options": match.options}


def _answered(name: str, answer: msgspec.Struct) -> Examples:
    return Examples(answers={"application/json": {name: _plain(answer)}})


def _asked(name: str, body: Any, answer: msgspec.Struct) -> Examples:
    return Examples({name: body}, {"application/json": {name: _plain(answer)}})


def _merged(operation: str, parts: list[dict[str, Examples]]) -> Examples:
    """Return the examples of an operation from all games together."""
    bodies: dict[str, Any] = {}
    forms: dict[str, dict[str, Any]] = {}
    for part in parts:
        bodies |= part[operation].bodies
        for media, named in part[operation].answers.items():
            forms.setdefault(media, {}).update(named)
    return Examples(bodies, forms)


def _plain(value: Any) -> Any:
    """Return a value as its JSON reads."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
