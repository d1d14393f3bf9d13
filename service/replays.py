"""Plays the record of a match again: its decks, and every action by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from service.games import GAMES, Game
from service.games.base import Decks as Dealer
from service.games.base import MatchOver, Move, RulesError, Step, Told
from service.match import Action, Match
from service.record import Record, RecordedAction
from service.shuffle import Decks


class Played(NamedTuple):
    """A match after an action of its record (None: after the deal)."""

    action: RecordedAction | None
    state: Any
    events: tuple[Told, ...]


class Dealing:
    """The decks of a record, which remembers those that were asked for."""

    def __init__(self, record: Record) -> None:
        self._rules = GAMES[record.game]
        self._decks = _decks(record, self._rules)
        self._deals = 0

    def __call__(self, deal: int) -> tuple[int, ...]:
        """Return the deck of a deal from the top, as card ids."""
        self._deals = max(self._deals, deal + 1)
        return self._decks(deal)

    def named(self) -> list[list[str | None]]:
        """Return the decks so far by their cards' names."""
        names = self._rules.card_names
        return [[names[c] for c in self._decks(k)] for k in range(self._deals)]


def _decks(record: Record, rules: Game[Any, Any]) -> Dealer:
    """Return the decks that follow from the seed, or else those of the record.

    Cards that nobody has shown do not matter to the rules: any order of them will do.
    """
    if record.shuffle.seed is not None:
        seed = bytes.fromhex(record.shuffle.seed)
        entropies = [seat.entropy for seat in record.seats]
        return Decks(seed, record.id, entropies, rules.deck_size)
    completed = [_completed(deck, rules.card_names) for deck in record.decks]

    def told(deal: int) -> tuple[int, ...]:
        if deal >= len(completed):
            raise ValueError(f"The record has no deck {deal + 1}.")
        return completed[deal]

    return told


def _completed(deck: list[str | None], names: tuple[str, ...]) -> tuple[int, ...]:
    if len(deck) != len(names):
        raise ValueError(f"A deck has {len(names)} cards, not {len(deck)}.")
    hidden = iter(card for card, name in enumerate(names) if name not in deck)
    ids = tuple(next(hidden) if c is None else names.index(c) for c in deck)
    if len(set(ids)) != len(names):
        raise ValueError("A deck has a card twice.")
    return ids


def replay(record: Record, dealing: Dealing | None = None) -> Iterator[Played]:
    """Play a record again, step by step.

    Raises KeyError for an unknown game, ValueError for a seed, seats, options or a
    move of no known shape, and RulesError for an action that the rules refuse.
    """
    rules = GAMES[record.game]
    seats = len(record.seats)
    if seats not in rules.seats:
        raise ValueError(f"{record.game} is not for {seats} seats.")
    options = msgspec.convert(record.options, rules.options_type)
    decks = dealing or Dealing(record)
    step: Step[Any] = rules.setup(seats, options, decks)
    yield Played(None, step.state, step.events)
    for action in record.actions:
        if not rules.to_move(step.state):
            raise MatchOver("The match is over.")
        if not 0 <= action.seat < seats:
            raise RulesError(f"There is no seat {action.seat}.")
        if action.kind == "timeout" and record.shuffle.seed is not None:
            _check_timeout(rules, step.state, action)
        step = act(rules, step.state, action, decks)
        yield Played(action, step.state, step.events)


def earlier(match: Match, actions: list[Action]) -> Any:
    """Return the state that a match had after some of its actions."""
    *_, last = steps(match, actions)
    return last.state


def steps(match: Match, actions: list[Action]) -> Iterator[Step[Any]]:
    """Yield the deal of a match, and what each of its actions led to."""
    rules, decks = match.rules, match.decks
    step: Step[Any] = rules.setup(len(match.seats), match.rule_options, decks)
    yield step
    for action in actions:
        step = act(rules, step.state, action, decks)
        yield step


def act(
    rules: Game[Any, Any], state: Any, action: RecordedAction | Action, decks: Dealer
) -> Step[Any]:
    """Carry out an action of a record; raises as `replay` does."""
    if action.move is None and action.kind != "move":
        return rules.resign(state, action.seat, decks)
    if action.kind == "resign":
        raise RulesError("Resigning takes no move.")
    return rules.apply(state, action.seat, read_move(rules, action.move or {}), decks)


def read_move(rules: Game[Any, Any], raw: dict[str, Any]) -> Move:
    """Return a move of a record as one of the game's.

    Raises RulesError for one of no known type, ValueError for a wrong shape.
    """
    kinds: dict[str, type[Move]] = {
        str(kind.__struct_config__.tag): kind for kind in rules.move_types
    }
    kind = kinds.get(str(raw.get("type")))
    if kind is None:
        raise RulesError(f"{raw.get('type')!r} is no move of {rules.name}.")
    return msgspec.convert(raw, kind)


def _check_timeout(rules: Game[Any, Any], state: Any, action: RecordedAction) -> None:
    """Refuse what the service would not have played for a seat without time.

    That may depend on hidden cards: it cannot be checked where they stay hidden.
    """
    if action.seat not in rules.to_move(state):
        raise RulesError(f"Seat {action.seat}'s clock was not running.")
    due = rules.on_timeout(state, action.seat)
    move = None if due == "resign" else msgspec.to_builtins(due)
    if action.move != move:
        raise RulesError("This is not what is played when a clock has run out.")
