"""Judges moves of Poker7 by the chance to win and the price, where that can be said."""

from __future__ import annotations

from service.bots.advice import Judged
from service.games.base import Move
from service.games.poker7_types import Call, Check, Fold
from service.games.poker7_view import Player, Poker7View


def by_price(view: Poker7View, made: Move, equity: float) -> Judged:
    """Judge a move of the view's seat, whose share of the pot is `equity`, in 0..1.

    A fold is compared with a call, or with a check where nothing is owed, and a call
    with a fold: by the chips that they bring if nobody bets after. What a bet, a raise
    or a check brings hangs on the answers, and a card that is shown likewise: they are
    not compared. Nor is a price to pay where side pots can be won by different seats.
    """
    value = round(equity, 4)
    if isinstance(made, Fold) and not view.to_call:
        return Judged(value, Check(), round(equity * view.pot, 2))
    if not isinstance(made, Fold | Call) or _has_side_pots(view):
        return Judged(value, None, None)
    gain = equity * _winnable(view) - view.to_call
    best = Call() if gain > 0 else Fold()
    loss = 0.0 if type(made) is type(best) else round(abs(gain), 2)
    return Judged(value, best, loss)


def _own(view: Poker7View) -> Player:
    assert view.seat is not None
    return view.players[view.seat]


def _winnable(view: Poker7View) -> int:
    """Return the chips that the seat can win after a call, its own included."""
    level = _own(view).paid + view.to_call
    return sum(
        level if player.seat == view.seat else min(player.paid, level)
        for player in view.players
    )


def _has_side_pots(view: Poker7View) -> bool:
    """Return whether somebody is all in for less than a call brings the seat to."""
    level = _own(view).paid + view.to_call
    return any(p.status == "all_in" and p.paid < level for p in view.players)
