"""Records of finished matches: export, and verification line by line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import zip_longest

import msgspec

from service.games import GAMES
from service.games.base import Result, RulesError
from service.match import Action, Match
from service.proofs import holds, prove
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
from service.replays import Dealing, earlier, replay
from service.shuffle import METHOD, commitment

__all__ = ["Record", "decode", "digest", "earlier", "encode", "replay"]


class RecordCheck(msgspec.Struct, frozen=True):
    """One thing that was checked; `line` is the number of an action, from 1."""

    name: str
    ok: bool
    detail: str
    """What is so, or what is wrong."""
    line: int | None = None


def make(match: Match, actions: list[Action], result: Result) -> Record:
    """Return the record of a finished match.

    It shows the seed, or if so agreed only the cards that everybody saw (disclosure).
    """
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
        proofs=[],
        result=_result(result),
        assist=msgspec.UNSET if match.terms.assist else False,
        digest="",
    )
    dealing = Dealing(record)
    shown: dict[int, set[int]] = {}
    deals = [0]
    """By action, the deal in which it was done; one more at the end."""
    for played in replay(record, dealing):
        deals.append(match.rules.deals(played.state) - 1)
        for deal, cards in match.rules.seen(played.state, None).items():
            shown.setdefault(deal, set()).update(cards)
    record = msgspec.structs.replace(record, decks=dealing.named())
    if match.terms.disclosure == "shown_only":
        record = _shown_only(record, match, shown, deals[1:])
    return msgspec.structs.replace(record, digest=digest(record))


def _shown_only(
    record: Record, match: Match, shown: dict[int, set[int]], deals: list[int]
) -> Record:
    """Return a record without the seed and the cards that nobody has shown.

    A choice of a card that was never turned up had no effect; it is left out.
    """
    names = match.rules.card_names
    told = [
        {names[card] for card in shown.get(k, ())} for k in range(len(record.decks))
    ]
    return msgspec.structs.replace(
        record,
        shuffle=msgspec.structs.replace(record.shuffle, seed=None),
        decks=[
            [card if card in known else None for card in deck]
            for deck, known in zip(record.decks, told, strict=True)
        ],
        proofs=[prove(match, k, shown.get(k, ())) for k in range(len(record.decks))],
        actions=[
            action
            for action, deal in zip(record.actions, deals, strict=False)
            if (action.move or {}).get("card") in (None, *told[deal])
        ],
    )


def verify(record: Record) -> list[RecordCheck]:
    """Check a record: digest, commitment, decks, and every action by the rules.

    Stops at the first action that is false: what follows rests on it.
    """
    return [*_check_shuffle(record), *_check_play(record)]


def _check_shuffle(record: Record) -> Iterator[RecordCheck]:
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
    if record.shuffle.seed is None:
        yield _check_proofs(record)
        return
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


def _check_proofs(record: Record) -> RecordCheck:
    """Check that every card of the decks is proved, and that nothing else is."""
    size = len(record.decks[0]) if record.decks else 0
    wrong = ""
    for deal, deck in enumerate(record.decks):
        proofs = record.proofs[deal] if deal < len(record.proofs) else None
        told = {place: card for place, card in enumerate(deck) if card is not None}
        if proofs is None or proofs.deal != deal:
            wrong = wrong or f"Deck {deal + 1} has no proofs."
        elif {proof.place: proof.card for proof in proofs.cards} != told:
            wrong = wrong or f"The proofs of deck {deal + 1} are not of its cards."
        elif not all(holds(proof, proofs.root, size) for proof in proofs.cards):
            wrong = wrong or f"A proof of deck {deal + 1} does not lead to its root."
    right = "Every shown card leads to the root of its deck."
    return _check("proofs", not wrong, right, wrong)


def _check_play(record: Record) -> Iterator[RecordCheck]:
    begun, line = False, 0
    try:
        dealing = Dealing(record)
        for played in replay(record, dealing):
            line += begun
            begun, state = True, played.state
    except KeyError:
        yield RecordCheck("setup", False, f"There is no game {record.game}.")
        return
    except (ValueError, RulesError) as error:
        if begun:
            yield RecordCheck("action", False, str(error), line + 1)
        else:
            yield RecordCheck("setup", False, str(error))
        return
    yield RecordCheck("actions", True, f"All {line} actions are legal.")
    if record.shuffle.seed is not None:
        yield _check_decks(dealing.named(), record.decks)
    result = GAMES[record.game].result(state)
    yield _check(
        "result",
        result is not None and _result(result) == record.result,
        "The actions lead to the result.",
        f"The actions lead to {_worded(result)}; the record says otherwise.",
    )


def _check_decks(
    dealt: list[list[str | None]], told: list[list[str | None]]
) -> RecordCheck:
    wrong = f"The match takes {len(dealt)} decks, the record has {len(told)}."
    for number, (deck, other) in enumerate(zip(dealt, told, strict=False), start=1):
        if deck != other:
            pairs = enumerate(zip_longest(deck, other, fillvalue="nothing"), start=1)
            place, card, found = next((n, c, o) for n, (c, o) in pairs if c != o)
            wrong = f"Card {place} of deck {number} is {card}, not {found}."
            break
    right = "The seed and the entropies lead to the decks."
    return _check("decks", dealt == told, right, wrong)


def _check(name: str, ok: bool, so: str, wrong: str) -> RecordCheck:
    return RecordCheck(name, ok, so if ok else wrong)


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
