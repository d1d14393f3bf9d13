"""Begins a match, and lets its bots move until it waits for people."""

from __future__ import annotations

from typing import Any

from service.bots import LEVELS
from service.games.base import Step
from service.match import Match


def begin(match: Match, version: int) -> Step[Any]:
    """Deal if every seat is taken; otherwise there is no state yet."""
    if any(seat.kind == "open" for seat in match.seats):
        return Step(None)
    step = match.rules.setup(len(match.seats), match.rule_options, match.decks)
    return then_bots(match, version, step)


def then_bots(match: Match, version: int, step: Step[Any]) -> Step[Any]:
    """Let bots move until the match waits for people only, or is over."""
    rules, state, events = match.rules, step.state, list(step.events)
    bots = {n for n, seat in enumerate(match.seats) if seat.kind == "bot"}
    moves = 0
    while waiting := sorted(rules.to_move(state) & bots):
        seat = waiting[0]
        policy = LEVELS[match.game][match.seats[seat].level or 1]
        rng = match.decks.chance(f"version {version}, bot move {moves}")
        move = policy(rules.view(state, seat), rules.legal_moves(state, seat), rng)
        answer = rules.apply(state, seat, move, match.decks)
        state = answer.state
        events.extend(answer.events)
        moves += 1
    return Step(state, tuple(events))
