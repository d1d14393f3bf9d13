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

from service import assist, history, records
from service.api import answers, assisted, hand_examples
from service.api.hands import OCTETS
from service.api.played import AT, MATCH_ID, REMATCH_ID, TOKENS, Play
from service.api.wire import DEFAULT_LEVEL
from service.bots import HINTS
from service.games import GAMES, Game
from service.match import Match, Seated
from service.store.redis import TICKET_S

JSON = "application/json"


class Examples(NamedTuple):
    """Of one operation, by media type and name: bodies, and the answers of a 2xx."""

    bodies: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    answers: Mapping[str, Mapping[str, Any]] = MappingProxyType({})


def make() -> dict[str, Examples]:
    """Return the examples of every operation, by its id."""
    per_game = [_of_game(rules) for rules in GAMES.values()]
    operations = {name for examples in per_game for name in examples}
    return {
        **_of_service(),
        **_of_hands(),
        **{name: _merged(name, per_game) for name in operations},
    }


def _of_service() -> dict[str, Examples]:
    """Return the examples of operations that have to do with no game or any."""
    games = answers.Games(games=[answers.game_summary(r, "en") for r in GAMES.values()])
    seats = answers.Presence(connected=[True, False])
    health = {name: answers.Health(status=name) for name in ("alive", "ready")}
    return {
        "list_games": _answered("games", games),
        "get_ticket": _answered(
            "ticket",
            answers.Ticket(
                ticket="o2Vh8sYt4mKq1zXc6wRb9nDf3gLp7jUa5eTi0vEyQxM",
                expires_at=answers.moment(AT + TICKET_S),
            ),
        ),
        "show_presence": _answered("first_seat_only", seats),
        "livez": _answered("alive", health["alive"]),
        "readyz": _answered("ready", health["ready"]),
    }


def _of_hands() -> dict[str, Examples]:
    """Return the examples of hands to evaluate."""
    found = {
        operation: _asked("hands", body, answer)
        for operation, body, answer in hand_examples.make()
    }
    bodies, shown = found["evaluate_poker"]
    masks = {OCTETS: {"one_card": hand_examples.MASK}}
    ranks = {OCTETS: {"one_card": hand_examples.RANK}}
    return {
        **found,
        "evaluate_poker": Examples({**bodies, **masks}, {**shown, **ranks}),
    }


def _of_game(rules: Game[Any, Any]) -> dict[str, Examples]:
    """Return the examples of a game's matches, by operation."""
    name = rules.name
    page = (resources.files("service.rules") / f"{name}.en.md").read_text("utf-8")
    detail = answers.game_detail(rules, "en")
    return {
        "show_game": _answered(name, detail),
        "show_rules": Examples(answers={"text/markdown": {name: page[:400]}}),
        **_of_two_people(rules),
        **_against_a_bot(rules),
        **_advice(rules),
    }


def _of_two_people(rules: Game[Any, Any]) -> dict[str, Examples]:
    name = rules.name
    play = Play(rules, [Seated("open")])
    listed = answers.match(play.table._replace(seat=None))
    table = play.take_seat()
    joined = answers.joined(table, TOKENS[1])
    entries = play.entries()
    address = f"/v1/matches/{MATCH_ID}/events?after={entries[-1].id}&limit=100"
    lines = {entry.id: msgspec.json.encode(entry).decode() for entry in entries}
    sent = [f"id: {number}\ndata: {line}\n\n" for number, line in lines.items()]
    forms = {
        JSON: _plain(answers.EventPage(events=entries, next=address)),
        "application/x-ndjson": "".join(f"{line}\n" for line in lines.values()),
        "text/event-stream": "retry: 1000\n\n" + "".join(sent),
    }
    left = Play(rules, [Seated("open")]).leave_seat()
    return {
        "list_matches": _answered(
            name, answers.OpenMatches(matches=[listed], next=None)
        ),
        "leave_seat": _answered(name, answers.moved(left)),
        "take_seat": Examples(
            {JSON: {name: {"name": "Grace", "entropy": "nine bottles"}}},
            {JSON: {name: _plain(joined)}},
        ),
        "follow_match": Examples(
            answers={media: {name: form} for media, form in forms.items()}
        ),
    }


def _against_a_bot(rules: Game[Any, Any]) -> dict[str, Examples]:
    name = rules.name
    play = Play(rules, [Seated("bot", "", DEFAULT_LEVEL)] * (rules.seats.start - 1))
    table, proofs = play.table, play.proofs()
    again = Play(rules, play.match.seats[1:], REMATCH_ID).table
    opened = answers.opened(table, {0: TOKENS[0]}, "")
    choices = rules.legal_moves(table.position, 0)
    made, after = play.move()
    move = _asked(name, {"move": _plain(made)}, answers.moved(after))
    tried = _answered("dry_run", answers.legal(table))
    given_up = answers.moved(play.give_up())
    result = rules.result(play.table.position)
    assert result is not None
    record = records.make(play.match, play.actions, result)
    text = history.tell(play.match, play.actions, record)
    told = Examples(answers={} if text is None else {"text/plain": {name: text}})
    exported = [{"export_record": part} for part in (_answered(name, record), told)]
    checked = answers.Verified(ok=True, checks=records.verify(record))
    return {
        "create_match": _asked(name, _plan(play.match), opened),
        "show_match": _answered(name, answers.match(table)),
        "list_moves": _answered(name, answers.legal_moves(table, choices)),
        "make_move": _merged("make_move", [{"make_move": move}, {"make_move": tried}]),
        "give_up": _answered(name, given_up),
        "play_again": _answered(name, answers.match(again)),
        "prove_cards": _answered(name, proofs),
        "export_record": _merged("export_record", exported),
        "verify_record": _asked(name, _plain(record), checked),
    }


def _advice(rules: Game[Any, Any]) -> dict[str, Examples]:
    """Return hints on a first turn, and what the move that was made instead lost."""
    name = rules.name
    if name not in HINTS:
        return {"give_hints": Examples(), "analyse_match": Examples()}
    play = Play(rules, [Seated("bot", "", DEFAULT_LEVEL)] * (rules.seats.start - 1))
    hinted = assisted.hints(play.table, assist.hints(play.table))
    play.move()
    end = play.give_up()
    result = rules.result(end.position)
    assert result is not None
    record = records.make(play.match, play.actions, result)
    judged = list(assist.judge(play.match, play.actions, record, 0, 0, 100))
    return {
        "give_hints": _answered(name, hinted),
        "analyse_match": _answered(name, assisted.analysis(end, judged, None, 100)),
    }


def _plan(match: Match) -> dict[str, Any]:
    """Return the body that has created a match."""
    bot = {"kind": "bot", "level": DEFAULT_LEVEL}
    seats = [{"kind": "human", "name": "Ada"}, *[bot] * (len(match.seats) - 1)]
    return {"game": match.game, "seats": seats, "options": match.options}


def _answered(name: str, answer: msgspec.Struct) -> Examples:
    return Examples(answers={JSON: {name: _plain(answer)}})


def _asked(name: str, body: Any, answer: msgspec.Struct) -> Examples:
    return Examples({JSON: {name: body}}, {JSON: {name: _plain(answer)}})


def _merged(operation: str, parts: list[dict[str, Examples]]) -> Examples:
    """Return the examples of an operation from all games together."""
    asked: dict[str, dict[str, Any]] = {}
    answered: dict[str, dict[str, Any]] = {}
    for part in parts:
        for forms, whole in zip(part[operation], (asked, answered), strict=True):
            for media, named in forms.items():
                whole.setdefault(media, {}).update(named)
    return Examples(asked, answered)


def _plain(value: Any) -> Any:
    """Return a value as its JSON reads."""
    return msgspec.json.decode(msgspec.json.encode(value))
