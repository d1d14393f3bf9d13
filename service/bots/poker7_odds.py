"""Poker7 levels 4 and 5: the chance to win, sampled, against the price of staying."""

from __future__ import annotations

from random import Random

from service.bots.poker7_seat import At, Choices, fair
from service.bots.poker7_strength import looks_of
from service.games.cards import POKERDREZ
from service.games.poker7_types import Poker7Move, Show
from service.games.poker7_view import Poker7View

SAMPLES = 300

VALUE, AGAIN = 0.6, 0.78
"""Chances (as against one opponent) from which the bot bets, and raises."""

BLUFFS = 0.05
"""How often level 4 bets with any hand."""

DOUBT = (0.0, 0.06, 0.16, 0.26)
"""What level 5 takes off its chance for each bet and raise that it faces, if it is of
the size of the pot."""

STEAL = 0.22
"""How often level 5 bets a weak hand when all others have checked."""

LATER = {"bet_1": 0.05, "bet_2": 0.04, "bet_3": 0.02}
"""How much worse than its price a call may be, for what later bets will earn."""


def priced(view: Poker7View, choices: Choices, rng: Random) -> Poker7Move:
    """Play by the chance against any hands, and by the price (level 4)."""
    at = At(view, choices)
    if at.must_show:
        return show_less(at)
    chance = at.odds(SAMPLES, rng.getrandbits(64)).equity
    level = fair(chance, len(at.rivals))
    if at.may_raise and (level > (AGAIN if at.raises else VALUE) or _now(BLUFFS, rng)):
        return at.bet(rng.uniform(0.6, 1.0))
    return at.stay() if chance >= at.price else at.give_up()


def placed(view: Poker7View, choices: Choices, rng: Random) -> Poker7Move:
    """Weigh also what others have bet, who acts later, and what can be won (level 5).

    A bet by another takes from the chance, the more, the larger it is and the more
    often was raised. Strong hands bet more; the last to act bets thinner, and weak
    hands when nobody has bet. Later bets make calls a little cheaper.
    """
    at = At(view, choices)
    if at.must_show:
        return show_less(at)
    chance = at.odds(SAMPLES, rng.getrandbits(64)).equity
    level = fair(chance, len(at.rivals))
    doubt = DOUBT[min(at.raises, 3)] * min(at.faced, 2.0)
    if at.may_raise and _is_worth_a_bet(at, level, doubt, rng):
        return at.bet(rng.uniform(0.5, 0.8) + max(0.0, level - 0.75) * 3)
    later = LATER.get(view.street, 0.0) * min(at.depth, 1.0)
    return at.stay() if chance - doubt + later >= at.price else at.give_up()


def _is_worth_a_bet(at: At, level: float, doubt: float, rng: Random) -> bool:
    if at.raises:
        return level - doubt > AGAIN + 0.04 * (at.raises - 1)
    if level > VALUE - (0.04 if at.is_last else 0.0):
        return True
    steal = STEAL / len(at.rivals) if level < 0.4 and at.is_last else BLUFFS
    return _now(steal, rng)


def show_less(at: At) -> Poker7Move:
    """Show the card that makes the hand look weaker."""
    (_, card), _ = looks_of(at.board, at.own)
    return Show(POKERDREZ[card])


def _now(often: float, rng: Random) -> bool:
    return rng.random() < often
