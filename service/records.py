"""Records of finished matches: export, replay, and verification line by line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from service.games import GAMES, Game
from service.games.base import Decks as Dealer
from service.games.base import MatchOver, Move, Result, RulesError, Step, Told
from service.match import Action, Match
from service.record import (
    Record,
    RecordedAction,
    RecordedResult,
    RecordedSeat,
    RecordedShuffle,
    decode,
    digest,
    encode,
)
from service.shuffle import METHOD, Decks, commitment

__all__ = ["Record", "decode", "digest", "encode"]


class Check(msgspec.Struct, frozen=True):
    """One thing that was checked; `line` is the number of an action, from 1."""

    name: str
    ok: bool
    detail: str
    """What is so, or what is wrong."""
    line: int | None = None


class Played(NamedTuple):
    """A match after an action of its record (None: after the deal)."""

    action: RecordedAction | None
    state: Any
    events: tuple[Told, ...]


def make(match: Match, actions: list[Action], result: Result) -> Record:
    """Return the record of a finished match; it shows the seed."""
    record = Record(
        format="tapete-record-1",
        id=match.id,
        game=match.game,
        options=match.options,
        created_at=_time(match.created_at),
        seats=[
            RecordedSeat(
                kind=seat.kind, name=seat.name, level=seat.level, entropy=seat.entropy
            )
            for seat in match.seats
        ],
        shuffle=RecordedShuffle(
            method=METHOD, commitment=commitment(match.seed), seed=match.seed.hex()
        ),
        actions=[
            RecordedAction(at=_time(a.at), seat=a.seat, kind=a.kind, move=a.move)
            for a in actions
        ],
        decks=[],
        result=_result(result),
        digest="",
    )
    dealing = _Dealing(record)
    for _ in replay(record, dealing):
        pass
    record = msgspec.structs.replace(record, decks=dealing.named())
    return msgspec.structs.replace(record, digest=digest(record))


class _Dealing:
    """The decks of a record, which remembers those that were asked for."""

    def __init__(self, record: Record) -> None:
        self._rules = GAMES[record.game]
        seed = bytes.fromhex(record.shuffle.seed)
        entropies = [seat.entropy for seat in record.seats]
        self._decks = Decks(seed, record.id, entropies, self._rules.deck_size)
        self._deals = 0

    def __call__(self, deal: int) -> tuple[int, ...]:
        self._deals = max(self._deals, deal + 1)
        return self._decks(deal)

    def named(self) -> list[list[str]]:
        """Return the decks so far by their cards' names."""
        names = self._rules.card_names
        return [[names[c] for c in self._decks(k)] for k in range(self._deals)]


def replay(record: Record, dealing: _Dealing | None = None) -> Iterator[Played]:
    """Play a record again, step by step.

    Raises KeyError for an unknown game, ValueError for a seed, seats, options or a
    move of no known shape, and RulesError for an action that the rules refuse.
    """
    rules = GAMES[record.game]
    seats = len(record.seats)
    if seats not in rules.seats:
        raise ValueError(f"{record.game} is not for {seats} seats.")
    options = msgspec.convert(record.options, rules.options_type)
    decks = dealing or _Dealing(record)
    step: Step[Any] = rules.setup(seats, options, decks)
    yield Played(None, step.state, step.events)
    for action in record.actions:
        if not rules.to_move(step.state):
            raise MatchOver("The match is over.")
        if not 0 <= action.seat < seats:
            raise RulesError(f"There is no seat {action.seat}.")
        step = act(rules, step.state, action, decks)
        yield Played(action, step.state, step.events)


def act(
    rules: Game[Any, Any], state: Any, action: RecordedAction, decks: Dealer
) -> Step[Any]:
    """Carry out an action of a record; raises as `replay` does."""
    if action.kind == "timeout":
        _check_timeout(rules, state, action)
    if action.move is None and action.kind != "move":
        return rules.resign(state, action.seat, decks)
    if action.kind == "resign":
        raise RulesError("Resigning takes no move.")
    kinds: dict[str, type[Move]] = {
        str(kind.__struct_config__.tag): kind for kind in rules.move_types
    }
    raw = action.move or {}
    kind = kinds.get(str(raw.get("type")))
    if kind is None:
        raise RulesError(f"{raw.get('type')!r} is no move of {rules.name}.")
    return rules.apply(state, action.seat, msgspec.convert(raw, kind), decks)


def _check_timeout(rules: Game[Any, Any], state: Any, action: RecordedAction) -> None:
    """Refuse what the service would not have played for a seat without time."""
    if action.seat not in rules.to_move(state):
        raise RulesError(f"Seat {action.seat}'s clock was not running.")
    due = rules.on_timeout(state, action.seat)
    move = None if due == "resign" else msgspec.to_builtins(due)
    if action.move != move:
        raise RulesError("This is not what is played when a clock has run out.")


def verify(record: Record) -> list[Check]:
    """Check a record: digest, commitment, decks, and every action by the rules.

    Stops at the first action that is false: what follows rests on it.
    """
    return [*_check_shuffle(record), *_check_play(record)]


def _check_shuffle(record: Record) -> Iterator[Check]:
    own, method = digest(record), record.shuffle.method
    yield _check(
        "digest",
        own == record.digest,
        "The record is as it was written.",
        f"The record was changed: its digest is {own}, not {record.digest}.",
    )
    yield _check(
        "method",
        method == METHOD,
        f"The shuffle is {METHOD}.",
        f"The shuffle must be {METHOD}, not {method}.",
    )
    try:
        known = commitment(bytes.fromhex(record.shuffle.seed))
    except ValueError:
        known = "nothing: the seed is not hex"
    yield _check(
        "commitment",
        known == record.shuffle.commitment,
        "SHA-256 of the seed is the commitment.",
        f"SHA-256 of the seed is {known}, not {record.shuffle.commitment}.",
    )


def _check_play(record: Record) -> Iterator[Check]:
    begun, line = False, 0
    try:
        dealing = _Dealing(record)
        for played in replay(record, dealing):
            line += begun
            begun, state = True, played.state
    except KeyError:
        yield Check("setup", False, f"There is no game {record.game}.")
        return
    except (ValueError, RulesError) as error:
        if begun:
            yield Check("action", False, str(error), line + 1)
        else:
            yield Check("setup", False, str(error))
        return
    yield Check("actions", True, f"All {line} actions are legal.")
    yield _check_decks(dealing.named(), record.decks)
    result = GAMES[record.game].result(state)
    yield _check(
        "result",
        result is not None and _result(result) == record.result,
        "The actions lead to the result.",
        f"The actions lead to {_worded(result)}; the record says otherwise.",
    )


def _check_decks(dealt: list[list[str]], told: list[list[str]]) -> Check:
    wrong = f"The match takes {len(dealt)} decks, the record has {len(told)}."
    for number, (deck, other) in enumerate(zip(dealt, told, strict=False), start=1):
        if deck != other:
            pairs = enumerate(zip_longest(deck, other, fillvalue="nothing"), start=1)
            place, card, found = next((n, c, o) for n, (c, o) in pairs if c != o)
            wrong = f"Card {place} of deck {number} is {card}, not {found}."
            break
    right = "The seed and the entropies lead to the decks."
    return _check("decks", dealt == told, right, wrong)


def _check(name: str, ok: bool, so: str, wrong: str) -> Check:
    return Check(name, ok, so if ok else wrong)


def _worded(result: Result | None) -> str:
    if result is None:
        return "no end"
    seats = ", ".join(f"seat {seat}" for seat in result.winners) or "nobody"
    return f"a win of {seats} ({result.reason})"


def _result(result: Result) -> RecordedResult:
    # A whole score is written as one that has been read back: 10.0, never 10.
    scores = None if result.scores is None else [float(s) for s in result.scores]
    return RecordedResult(
        winners=list(result.winners), reason=result.reason, scores=scores
    )


def _time(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
