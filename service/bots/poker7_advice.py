"""Advice on Poker7: the chances of the own hand, and the price of a call or fold."""

from __future__ import annotations

from random import Random

from service.bots import poker7_hints
from service.bots.advice import Advice, Hints, Judged
from service.bots.poker7_hints import Poker7Hints
from service.bots.poker7_judge import by_price
from service.games.base import Choice, Move
from service.games.poker7_types import Poker7Move
from service.games.poker7_view import Poker7View

Choices = tuple[Choice[Poker7Move], ...]


class HandHints(Hints, frozen=True, tag="poker7"):
    """The chances of the seat's hand."""

    chances: Poker7Hints


def hints(view: Poker7View, choices: Choices, rng: Random) -> HandHints:
    """Return the chances of the seat's hand, which do not depend on what it does."""
    return HandHints(poker7_hints.hints(view, choices, rng))


def judge(view: Poker7View, choices: Choices, made: Move, rng: Random) -> Judged:
    """Judge a move by the chance to win at that time, and the price."""
    return by_price(view, made, poker7_hints.hints(view, choices, rng).equity)


ADVICE = Advice(HandHints, hints, judge, "equity", "chips")
