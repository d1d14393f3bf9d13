"""Begins a match, and lets its bots move until it waits for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from service import proofs
from service.bots import LEVELS
from service.games.base import Move, Seat, Step, Told
from service.match import ActionKind, DealCommitted, Match, TimedOut


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


def begin(match: Match, version: int) -> Progress:
    """Deal if every seat is taken; otherwise there is no state yet."""
    if any(seat.kind == "open" for seat in match.seats):
        return Progress(None)
    step = match.rules.setup(len(match.seats), match.rule_options, match.decks)
    return _with_roots(match, 0, then_bots(match, version, step))


def move(match: Match, version: int, state: Any, seat: Seat, made: Move) -> Progress:
    """Make a seat's move; raises what Game.apply raises."""
    step = match.rules.apply(state, seat, made, match.decks)
    progress = then_bots(match, version, step, (Done(seat, "move", made),))
    return _with_roots(match, match.rules.deals(state), progress)


def resign(match: Match, version: int, state: Any, seat: Seat) -> Progress:
    """Take a seat out of the match."""
    step = match.rules.resign(state, seat, match.decks)
    progress = then_bots(match, version, step, (Done(seat, "resign"),))
    return _with_roots(match, match.rules.deals(state), progress)


def time_out(match: Match, version: int, state: Any, seats: Sequence[Seat]) -> Progress:
    """Play what the rules have played for seats whose clock has run out."""
    rules, events, done = match.rules, list[Told](), list[Done]()
    deals = rules.deals(state)
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
        state = step.state
        events += [Told(TimedOut(seat)), *step.events]
    progress = then_bots(match, version, Step(state, tuple(events)), tuple(done))
    return _with_roots(match, deals, progress)


def then_bots(
    match: Match, version: int, step: Step[Any], before: tuple[Done, ...] = ()
) -> Progress:
    """Let bots move until the match waits for people only, or is over.

    A bot's choice follows from its view and from chance that the match's seed, the
    version and the number of the move give: the same match plays the same again.
    """
    rules, state, events = match.rules, step.state, list(step.events)
    bots = {n for n, seat in enumerate(match.seats) if seat.kind == "bot"}
    done = list(before)
    while waiting := sorted(rules.to_move(state) & bots):
        seat = waiting[0]
        policy = LEVELS[match.game][match.seats[seat].level or 1]
        rng = match.decks.chance(f"version {version}, move {len(done)}")
        choice = policy(rules.view(state, seat), rules.legal_moves(state, seat), rng)
        answer = rules.apply(state, seat, choice, match.decks)
        state = answer.state
        events.extend(answer.events)
        done.append(Done(seat, "move", choice))
    return Progress(state, tuple(events), tuple(done))


def _with_roots(match: Match, deals: int, progress: Progress) -> Progress:
    """Publish the root of each new deal, if the record will not show the seed."""
    if match.terms.disclosure == "full":
        return progress
    roots = tuple(
        Told(DealCommitted(deal, proofs.root(match, deal).hex()))
        for deal in range(deals, match.rules.deals(progress.state))
    )
    return progress._replace(events=roots + progress.events)


def with_state(match: Match, state: Any) -> Match:
    """Return a match with a new state; None leaves it without one."""
    if state is None:
        return match
    return msgspec.structs.replace(match, state=match.rules.encode(state))
