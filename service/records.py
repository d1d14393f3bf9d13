"""Records of finished matches: export, replay, and verification line by line."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from service.games import GAMES, Game
from service.games.base import Decks as Dealer
from service.games.base import Move, Result, RulesError, Seat, Step, Told
from service.match import Action, Kind, Match
from service.shuffle import METHOD, Decks, commitment

Moment = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$",
        max_length=24,
        description="RFC 3339, UTC, to the millisecond, in one spelling only.",
    ),
]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the parts of a record."""


class RecordedSeat(Part, frozen=True):
    """A seat, and the entropy that it gave."""

    kind: Kind
    name: str
    level: int | None
    entropy: str


class RecordedShuffle(Part, frozen=True):
    """What the decks follow from; the seed and its commitment are in hex."""

    method: str
    commitment: str
    seed: str


class RecordedAction(Part, frozen=True):
    """What a seat did, and when."""

    at: Moment
    seat: Seat
    kind: Literal["move", "resign", "timeout"]
    move: dict[str, Any] | None


class RecordedResult(Part, frozen=True):
    """How the match ended."""

    winners: list[Seat]
    reason: str
    scores: list[float] | None


class Record(Part, frozen=True):
    """A whole match: enough to play it again, card by card."""

    format: Literal["tapete-record-1"]
    id: str
    game: str
    options: dict[str, Any]
    created_at: Moment
    seats: list[RecordedSeat]
    shuffle: RecordedShuffle
    decks: list[list[str]]
    """The deck of every deal, from the top."""
    actions: list[RecordedAction]
    result: RecordedResult
    digest: str
    """SHA-256, in hex, of the record's canonical JSON with an empty digest."""


class Check(msgspec.Struct, frozen=True):
    """One thing that was checked; `line` is the number of an action, from 1."""

    name: str
    ok: bool
    detail: str
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
            method=METHOD,
            commitment=commitment(match.seed),
            seed=match.seed.hex(),
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


def digest(record: Record) -> str:
    """Return what the record's own digest must be."""
    bare = msgspec.structs.replace(record, digest="")
    return hashlib.sha256(encode(bare)).hexdigest()


def encode(record: Record) -> bytes:
    """Return a record as canonical JSON: sorted keys, no white space, UTF-8."""
    return msgspec.json.encode(record, order="sorted")


def decode(data: bytes) -> Record:
    """Return the record of some JSON; raises msgspec.DecodeError if it is none."""
    return msgspec.json.decode(data, type=Record)


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

    Raises KeyError for an unknown game, msgspec.ValidationError for options or a move
    of no known shape, and RulesError for an action that the rules refuse.
    """
    rules = GAMES[record.game]
    options = msgspec.convert(record.options, rules.options_type)
    decks = dealing or _Dealing(record)
    step: Step[Any] = rules.setup(len(record.seats), options, decks)
    yield Played(None, step.state, step.events)
    for action in record.actions:
        step = act(rules, step.state, action, decks)
        yield Played(action, step.state, step.events)


def act(
    rules: Game[Any, Any], state: Any, action: RecordedAction, decks: Dealer
) -> Step[Any]:
    """Carry out an action of a record; raises as `replay` does."""
    if action.kind == "resign" or (action.kind == "timeout" and action.move is None):
        return rules.resign(state, action.seat, decks)
    kinds: dict[str, type[Move]] = {
        str(kind.__struct_config__.tag): kind for kind in rules.move_types
    }
    raw = action.move or {}
    kind = kinds.get(str(raw.get("type")))
    if kind is None:
        raise RulesError(f"{raw.get('type')!r} is no move of {rules.name}.")
    return rules.apply(state, action.seat, msgspec.convert(raw, kind), decks)


def verify(record: Record) -> list[Check]:
    """Check a record: digest, commitment, decks, and every action by the rules.

    Stops at the first action that is false: what follows rests on it.
    """
    return [*_check_shuffle(record), *_check_play(record)]


def _check_shuffle(record: Record) -> Iterator[Check]:
    unchanged = digest(record) == record.digest
    yield Check("digest", unchanged, "The record is as it was written.")
    method = record.shuffle.method == METHOD
    yield Check("method", method, f"The shuffle is {METHOD}.")
    try:
        seed = bytes.fromhex(record.shuffle.seed)
        known = commitment(seed) == record.shuffle.commitment
    except ValueError:
        known = False
    yield Check("commitment", known, "SHA-256 of the seed is the commitment.")


def _check_play(record: Record) -> Iterator[Check]:
    line = 0
    try:
        _check_seats(record)
        dealing = _Dealing(record)
        for played in replay(record, dealing):
            line += played.action is not None
            state = played.state
    except (KeyError, ValueError, RulesError) as error:
        name = "action" if line or _dealt(record) else "setup"
        number = line + 1 if name == "action" else None
        yield Check(name, False, str(error), number)
        return
    yield Check("actions", True, f"All {line} actions are legal.")
    dealt = dealing.named() == record.decks
    yield Check("decks", dealt, "The seed and the entropies lead to the decks.")
    result = GAMES[record.game].result(state)
    same = result is not None and _result(result) == record.result
    yield Check("result", same, "The actions lead to the result.")


def _check_seats(record: Record) -> None:
    if len(record.seats) not in GAMES[record.game].seats:
        raise ValueError(f"{record.game} is not for {len(record.seats)} seats.")


def _dealt(record: Record) -> bool:
    """Return whether the match can at least begin."""
    return _succeeds(lambda: _check_seats(record)) and _succeeds(
        lambda: next(replay(record))
    )


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (KeyError, ValueError, RulesError):
        return False
    return True


def _result(result: Result) -> RecordedResult:
    # A whole score is written as one that has been read back: 10.0, never 10.
    scores = None if result.scores is None else [float(s) for s in result.scores]
    return RecordedResult(
        winners=list(result.winners), reason=result.reason, scores=scores
    )


def _time(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
