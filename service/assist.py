"""Advice for players: hints on a turn, and what the moves of a finished match lost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from service.bots import HINTS, Advice
from service.bots.advice import Hints, Judged
from service.games import GAMES, Game
from service.games.base import Move, Seat
from service.match import Action, Match
from service.matches import Matches
from service.record import Record, RecordedAction
from service.replays import read_move, steps
from service.table import AssistOff, NoAdvice, NotFinished, NotStarted, Table


class JudgedMove(NamedTuple):
    """A move of a finished match; `number` is its action's in the record, from 1."""

    number: int
    seat: Seat
    move: Move
    judged: Judged


class Assist:
    """Advice on the matches of a store; it changes none of them."""

    def __init__(self, matches: Matches) -> None:
        """Take the use cases that find matches."""
        self._matches = matches

    def hints(self, match_id: str, token: str | None) -> tuple[Table, Hints]:
        """Return what there is to say to the token's seat, which must be to move.

        Raises BadToken, NotStarted, MatchOver, NotYourTurn, AssistOff or NoAdvice.
        """
        table = self._matches.look(match_id, token)
        return table, hints(table)

    def finished(self, match_id: str, token: str | None) -> Table:
        """Return a match that can be judged; raises NotFinished or NoAdvice."""
        table = self._matches.look(match_id, token)
        if table.status != "finished":
            raise NotFinished("The match goes on: ask for hints on your turn.")
        advice_for(table.match.rules)
        return table

    def analysis(
        self, table: Table, after: int, most: int
    ) -> tuple[list[JudgedMove], int | None]:
        """Judge the moves of a finished match from number `after` + 1, `most` of them.

        Of seats other than the viewer's only moves for which all that the seat could
        see is in the record: a folded hand stays hidden if that was agreed on. The
        second is where to go on, None at the end.
        """
        match, actions, record = self._matches.finished(table.match.id)
        found = list(judge(match, actions, record, table.seat, after, most))
        last = after + most
        return found, last if last < len(record.actions) else None


def advice_for(rules: Game[Any, Any]) -> Advice:
    """Return how a game advises; raises NoAdvice."""
    advice = HINTS.get(rules.name)
    if advice is None:
        raise NoAdvice(f"{rules.title['en']} has neither hints nor analysis.")
    return advice


def hints(table: Table) -> Hints:
    """Return what there is to say to the viewer's seat; raises as Assist.hints."""
    seat, match, rules = table.own_seat, table.match, table.match.rules
    if not match.terms.assist:
        raise AssistOff("This match is played without hints.")
    advice = advice_for(rules)
    if table.position is None:
        raise NotStarted("The match waits for its open seats to be taken.")
    rules.check_turn(table.position, seat)
    choices = rules.legal_moves(table.position, seat)
    chance = _chance(match.id, "hints", table.version, seat)
    return advice.hints(rules.view(table.position, seat), choices, chance)


def judge(
    match: Match,
    actions: list[Action],
    record: Record,
    viewer: Seat | None,
    after: int,
    most: int,
) -> Iterator[JudgedMove]:
    """Yield the moves that a viewer may see judged; see Assist.analysis."""
    number = 0
    for step, action in zip(steps(match, actions), actions, strict=False):
        if number == after + most:
            return
        if not _is_recorded(record, number, action):
            continue
        number += 1
        if number <= after:
            continue
        judged = judge_action(record, step.state, number, action, viewer)
        if judged is not None:
            yield judged


def judge_action(
    record: Record,
    state: Any,
    number: int,
    action: Action | RecordedAction,
    viewer: Seat | None = None,
) -> JudgedMove | None:
    """Judge an action of a record by the state before it; `number` is from 1.

    None for what cannot be judged, or rests on cards that are neither in the record
    nor the viewer's. Raises NoAdvice.
    """
    rules, seat = GAMES[record.game], action.seat
    advice = advice_for(rules)
    if action.kind != "move":
        return None
    if seat != viewer and not _is_shown(rules, record, state, seat):
        return None
    made = read_move(rules, action.move or {})
    view, choices = rules.view(state, seat), rules.legal_moves(state, seat)
    chance = _chance(record.id, "analysis", number, seat)
    judged = advice.judge(view, choices, made, chance)
    return None if judged is None else JudgedMove(number, seat, made, judged)


def _is_recorded(record: Record, number: int, action: Action) -> bool:
    """Return whether the record's next action is this one: it may leave some out."""
    if number >= len(record.actions):
        return False
    told = record.actions[number]
    return (told.seat, told.kind, told.move) == (action.seat, action.kind, action.move)


def _is_shown(rules: Game[Any, Any], record: Record, state: Any, seat: Seat) -> bool:
    """Return whether the record shows every card that the seat had seen."""
    names, seen = rules.card_names, rules.seen(state, seat)
    return all(names[c] in record.decks[k] for k, cards in seen.items() for c in cards)


def _chance(match_id: str, purpose: str, number: int, seat: Seat) -> Random:
    """Return the chance that advice rests on: the same each time, and known to all.

    Never the match's own, from which its cards follow: what is told of a position must
    not depend on anything but what its seat can see.
    """
    return Random(f"{match_id} {purpose} {number} {seat}")  # noqa: S311 no secret
