"""What seats do in a match, and how its bots answer until it waits for people."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from service import proofs
from service.bots import LEVELS
from service.games.base import Move, Seat, Step, Told
from service.match import ActionKind, DealCommitted, Match, TimedOut
from service.patience import Patience
from service.telemetry import metrics, traces


class Done(NamedTuple):
    """Something that a seat has done; resigning takes no move."""

    seat: Seat
    kind: ActionKind
    move: Move | None = None


class Progress(NamedTuple):
    """Where a match has come to, by which actions, and what happened meanwhile."""

    state: Any
    events: tuple[Told, ...] = ()
    done: tuple[Done, ...] = ()


MOST_MOVES = 100
"""Moves of bots in one commit; what a match needs more comes in the next ones."""


def begin(match: Match) -> Progress:
    """Deal if every seat is taken; otherwise there is no state yet."""
    if any(seat.kind == "open" for seat in match.seats):
        return Progress(None)
    step = match.rules.setup(len(match.seats), match.rule_options, match.decks)
    return Progress(step.state, _told(match, None, step))


def move(match: Match, state: Any, seat: Seat, made: Move) -> Progress:
    """Make a seat's move; raises what Game.apply raises."""
    step = match.rules.apply(state, seat, made, match.decks)
    return Progress(step.state, _told(match, state, step), (Done(seat, "move", made),))


def resign(match: Match, state: Any, seat: Seat) -> Progress:
    """Take a seat out of the match."""
    step = match.rules.resign(state, seat, match.decks)
    return Progress(step.state, _told(match, state, step), (Done(seat, "resign"),))


def time_out(match: Match, state: Any, seats: Sequence[Seat]) -> Progress:
    """Play what the rules have played for seats whose clock has run out."""
    rules, events, done = match.rules, list[Told](), list[Done]()
    for seat in seats:
        if seat not in rules.to_move(state):
            continue
        made = rules.on_timeout(state, seat)
        if made == "resign":
            step = rules.resign(state, seat, match.decks)
            done.append(Done(seat, "timeout"))
        else:
            step = rules.apply(state, seat, made, match.decks)
            done.append(Done(seat, "timeout", made))
        events += [Told(TimedOut(seat)), *_told(match, state, step)]
        state = step.state
    return Progress(state, tuple(events), tuple(done))


def bots_to_move(match: Match, state: Any) -> list[Seat]:
    """Return the seats of bots that the match waits for; none without a state."""
    if state is None:
        return []
    waiting = match.rules.to_move(state)
    return [seat for seat in sorted(waiting) if match.seats[seat].kind == "bot"]


def answered(
    match: Match, version: int, progress: Progress, patience_s: float
) -> Progress:
    """Return what has come of a match with the answers of its bots.

    They move until the match waits for people only or is over. Where it waits for
    nobody else, they leave the rest to the next commit after MOST_MOVES, or when half
    of `patience_s` has passed (Patience).
    """
    with Patience(patience_s) as patience:
        made = 0
        while bots := bots_to_move(match, progress.state):
            alone = len(bots) == len(match.rules.to_move(progress.state))
            if alone and (made == MOST_MOVES or (made and patience.over)):
                break
            progress = _bot_moved(match, version, progress, bots[0], patience)
            made += 1
    return progress


def _bot_moved(
    match: Match, version: int, progress: Progress, seat: Seat, patience: Patience
) -> Progress:
    """Let a bot move.

    Its choice follows from its view and from chance that the match's seed, the version
    and the number of the move give: unless patience ends, the same match plays the
    same again.
    """
    rules, (state, events, done) = match.rules, progress
    policy = patience.with_(LEVELS[match.game][match.seats[seat].level or 1])
    rng = match.decks.chance(f"version {version}, move {len(done)}")
    with _timed(match.game, match.seats[seat].level or 1):
        choice = policy(rules.view(state, seat), rules.legal_moves(state, seat), rng)
    step = rules.apply(state, seat, choice, match.decks)
    done = (*done, Done(seat, "move", choice))
    return Progress(step.state, (*events, *_told(match, state, step)), done)


@contextmanager
def _timed(game: str, level: int) -> Iterator[None]:
    began = time.perf_counter()
    with traces.span("bot", game=game, level=level):
        yield
    metrics.bot_moved(game, level, time.perf_counter() - began)


def _told(match: Match, before: Any, step: Step[Any]) -> tuple[Told, ...]:
    """Return what a step tells; first the roots of its deals, if they are to be shown.

    They are if the record will not show the seed.
    """
    if match.terms.disclosure == "full":
        return step.events
    deals = 0 if before is None else match.rules.deals(before)
    roots = tuple(
        Told(DealCommitted(deal, proofs.root(match, deal).hex()))
        for deal in range(deals, match.rules.deals(step.state))
    )
    return roots + step.events


def with_state(match: Match, state: Any) -> Match:
    """Return a match with a new state; None leaves it without one."""
    if state is None:
        return match
    return msgspec.structs.replace(match, state=match.rules.encode(state))
