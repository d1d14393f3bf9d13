"""What the marks of a hand promise in Lamarckian Poker, for the player who asks."""

from __future__ import annotations

from random import Random

from service.bots.lamarckian import sight_of
from service.core.lamarckian_search import Limits, Tried, search
from service.games.base import Choice, Value
from service.games.cards import FRENCH, FrenchCard
from service.games.lamarckian import Mark
from service.games.lamarckian_view import LamarckianView

EVEN = Limits(nodes=400_000, history=True, halve=False)
"""All marks on the same deals: for a hint the chances of a bad mark count as well."""


class MarkHint(Value, frozen=True):
    """A mark and its chances, 0..1, in sampled matches that are played to the end."""

    mark: FrenchCard
    win: float
    """Chance to win the match; of a shared win the part."""
    extinction: float
    """Chance to go extinct, in this round or a later one."""
    captures: float
    """Cards that the mark takes in this round, on average."""
    captures_any: float
    """Chance that it takes a card at all."""


def hints(
    view: LamarckianView, choices: tuple[Choice[Mark], ...], rng: Random
) -> tuple[MarkHint, ...]:
    """Return a hint for every mark of the seat that is to mark, the best first.

    Without choices there is none. The same view and state of `rng` give the same.
    """
    if not choices:
        return ()
    found = search(sight_of(view), EVEN, rng.getrandbits(64))
    return tuple(_hint(tried) for tried in found.marks)


def _hint(tried: Tried) -> MarkHint:
    return MarkHint(
        mark=FRENCH[tried.card],
        win=tried.win,
        extinction=tried.extinct,
        captures=tried.captures,
        captures_any=tried.captures_any,
    )
