"""Advice on Lamarckian Poker: what each mark of the hand may lead to."""

from __future__ import annotations

from random import Random

from service.bots import lamarckian_hints
from service.bots.advice import Advice, Hints, Judged
from service.games.base import Choice, Move, Value
from service.games.lamarckian import Mark
from service.games.lamarckian_view import LamarckianView

Choices = tuple[Choice[Mark], ...]


class MarkChances(Value, frozen=True):
    """A mark, and how it comes out over deals that agree with all that was seen."""

    move: Mark
    win: float
    """Chance to win the match, 0..1; of a shared win the part."""
    extinction: float
    """Chance to go extinct, sooner or later."""
    captures: float
    """Cards taken in this round, on average."""
    captures_any: float
    """Chance that the mark takes a card."""


class LamarckianHints(Hints, frozen=True, tag="lamarckian"):
    """Every mark of the hand, the best first."""

    marks: tuple[MarkChances, ...]


def hints(view: LamarckianView, choices: Choices, rng: Random) -> LamarckianHints:
    """Return the chances of all marks."""
    found = lamarckian_hints.hints(view, choices, rng)
    return LamarckianHints(
        tuple(
            MarkChances(
                Mark(hint.mark),
                round(hint.win, 4),
                round(hint.extinction, 4),
                round(hint.captures, 4),
                round(hint.captures_any, 4),
            )
            for hint in found
        )
    )


def judge(view: LamarckianView, choices: Choices, made: Move, rng: Random) -> Judged:
    """Compare a mark with the one that wins most often."""
    marks = hints(view, choices, rng).marks
    own = next(mark for mark in marks if mark.move == made)
    best = max(marks, key=lambda mark: mark.win)
    if best.win == own.win:
        best = own
    return Judged(own.win, best.move, round(best.win - own.win, 4))


ADVICE = Advice(LamarckianHints, hints, judge, "win", "chance")
