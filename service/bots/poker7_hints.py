"""What the core thinks of a Poker7 hand, told to its owner from its view alone."""

from __future__ import annotations

from random import Random

from service.bots.poker7_seat import At, Choices, ids
from service.bots.poker7_strength import look
from service.core.poker7_equity import CLASSES
from service.games.base import Value
from service.games.cards import PokerdrezCard
from service.games.poker7_view import Poker7View

SAMPLES = 20_000

CLASS_NAMES = (
    *("", "(2,1,1,1,1,1)", "(2,2,1,1,1)", "(2,2,2,1)", "(3,1,1,1,1)", "(3,2,1,1)"),
    *("(3,2,2)", "(3,3,1)", "(4,1,1,1)", "(4,2,1)", "(4,3)", "(5,1,1)", "(5,2)"),
    *("(6,1)", "(7)"),
)
"""Classes by number: the sizes of the groups (Poker7 5), the largest first."""


class ClassChance(Value, frozen=True):
    """How likely the own final hand is of a class, 0..1."""

    name: str
    """The sizes of the groups, the largest first, such as `(3,2,1,1)`."""
    chance: float


class ShowChance(Value, frozen=True):
    """An own card, and the mean chance of all hands with it.

    So strong others must take the hand for when they see the card, before they weigh
    the betting.
    """

    card: PokerdrezCard
    looks: float


class Poker7Hints(Value, frozen=True):
    """Chances of the seat's hand; hidden cards are taken as uniform.

    `equity` is how often it beats all others that are in the hand, 0..1, and `pot_odds`
    the share of the pot that a call would be, which it needs at least; null if nothing
    is owed. `samples` deals were drawn, or all counted if `exact`.
    """

    equity: float
    pot_odds: float | None
    classes: tuple[ClassChance, ...]
    """The likeliest first; those that did not come up are left out."""
    samples: int
    exact: bool
    show: tuple[ShowChance, ...] = ()
    """In the show step alone: the own cards."""


def hints(view: Poker7View, choices: Choices, rng: Random) -> Poker7Hints:
    """Return the chances of a seat that is in a hand against one opponent or more."""
    at = At(view, choices)
    odds = at.odds(SAMPLES, rng.getrandbits(64))
    chances = [
        ClassChance(CLASS_NAMES[number], odds.classes[number] / odds.total)
        for number in range(1, CLASSES)
        if odds.classes[number]
    ]
    chances.sort(key=lambda one: -one.chance)
    own = (at.me.cards or ()) if at.must_show else ()
    return Poker7Hints(
        equity=odds.equity,
        pot_odds=at.price if view.to_call else None,
        classes=tuple(chances),
        samples=odds.total,
        exact=odds.exact,
        show=tuple(ShowChance(card, look(at.board, *ids([card]))) for card in own),
    )
