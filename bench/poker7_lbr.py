"""How much a local best response wins from Poker7 levels: `python -m bench.poker7_lbr`.

The response knows how the level plays. It keeps a weight for every holding that the
level may have: how likely its actions so far were with it. With each action of its own
it reckons how often the level would fold, and that both check and call from then on,
and takes what promises most. A level loses at least so much to its best opponent.

Each deal is played from both seats, without a limit, 100 antes deep. What the choice
of a shown card tells is left aside. Levels 3 and 7 can be asked how likely they act.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from service.bots import LEVELS, poker7, poker7_plan
from service.bots.poker7_seat import At
from service.bots.poker7_strength import all_before_board, looks_of
from service.core.poker7_equity import (
    FULL,
    PAIR_CARDS,
    PAIRS,
    Opponent,
    Range,
    equity,
    strengths,
)
from service.games.base import Choice
from service.games.cards import POKERDREZ, POKERDREZ_IDS
from service.games.poker7 import Poker7
from service.games.poker7_types import (
    SHOW,
    Bet,
    Fold,
    Poker7Move,
    Poker7Options,
    Poker7State,
    Raise,
    Show,
)
from service.shuffle import Decks

RULES = Poker7()
DEALS, SEED, SURE = 1_000, 1, 1.96
BOARDS = 40
"""Boards drawn to weigh all holdings with three common cards."""

LEAST = 0.002
"""What an action is likely at least, so that no holding is ruled out for good."""

SIZES = (0.5, 1.0, 2.0, 1_000.0)
"""Shares of the pot that the response may bet; the last is all-in."""

Likely = dict[type[Poker7Move], float]
Answer = Callable[[int], Likely]
"""How likely a level folds, checks, calls, bets or raises with a holding."""


class Public(NamedTuple):
    """What everybody knows of a level's cards."""

    board: tuple[int, ...]
    shown: int | None
    against: int | None


_cache: dict[Public, Range] = {}


def weighed(public: Public) -> Range:
    """Return the strength of all holdings, kept for the hand that is played."""
    if public not in _cache:
        if len(_cache) > 20:
            _cache.clear()
        board, shown, against = public
        _cache[public] = (
            strengths(board, shown=shown, against=against, samples=BOARDS)
            if board
            else all_before_board()
        )
    return _cache[public]


def public_of(at: At) -> Public:
    """Return what is known to all when a level acts."""
    theirs = at.rivals[0].shown
    if at.me.shown is None or theirs is None:
        return Public(at.board, None, None)
    return Public(at.board, POKERDREZ_IDS[at.me.shown], POKERDREZ_IDS[theirs])


def plan_answers(at: At) -> Answer:
    """Return how level 7 acts."""
    strong, mixes = weighed(public_of(at)), poker7_plan.mixes_of(at)
    kinds = [type(poker7_plan.move_of(at, action)) for action in range(4)]

    @cache
    def of(mix: poker7_plan.Mix) -> Likely:
        likely: Likely = {}
        for kind, part in zip(kinds, mix, strict=True):
            likely[kind] = likely.get(kind, 0.0) + part / poker7_plan.PARTS
        return likely

    return lambda pair: of(mixes(strong[pair] / FULL))


def sensible_answers(at: At) -> Answer:
    """Return how level 3 acts."""
    raised = Raise if Raise in at.moves else Bet
    stay, leave = type(at.stay()), type(at.give_up())

    def answer(pair: int) -> Likely:
        chance = sensible_chance(at, pair)
        wants = 1.0 if chance > poker7.STRONG else poker7.BLUFFS
        more = wants if at.may_raise else 0.0
        stays = not at.view.to_call or chance >= at.price
        return {raised: more, (stay if stays else leave): 1 - more}

    return answer


_flops: dict[tuple[tuple[int, ...], int], float] = {}


def sensible_chance(at: At, pair: int) -> float:
    """Return what level 3 takes its chance for; with three common cards by samples."""
    own = PAIR_CARDS[pair]
    if not at.board:
        return poker7._before_board(own)
    if len(at.board) == 5:
        return weighed(public_of(at))[pair] / FULL
    key = at.board, pair
    if key not in _flops:
        if len(_flops) > 3 * PAIRS:
            _flops.clear()
        odds = equity(own, at.board, [Opponent()], samples=100)
        below = (poker7._share_below(n) * odds.classes[n] for n in range(1, 15))
        _flops[key] = sum(below) / odds.total
    return _flops[key]


ANSWERS: dict[int, Callable[[At], Answer]] = {3: sensible_answers, 7: plan_answers}


class Response:
    """The best response to a level in one hand, from one seat."""

    def __init__(self, level: int, seat: int, state: Poker7State) -> None:
        self.answers, self.seat = ANSWERS[level], seat
        own = set(At(RULES.view(state, seat), ()).own)
        self.weights = [float(not own & set(pair)) for pair in PAIR_CARDS]

    def saw(self, state: Poker7State, move: Poker7Move) -> None:
        """Weigh the holdings by what the level did."""
        if isinstance(move, Show):
            card = POKERDREZ_IDS[move.card]
            self.weights = [
                w * (card in pair)
                for w, pair in zip(self.weights, PAIR_CARDS, strict=True)
            ]
            return
        at = _at(state, 1 - self.seat)
        self._drop(at.board)
        answer = self.answers(at)
        self.weights = [
            w * max(answer(pair).get(type(move), 0.0), LEAST) if w else 0.0
            for pair, w in enumerate(self.weights)
        ]

    def move(self, state: Poker7State, choices: tuple[Choice[Any], ...]) -> Poker7Move:
        """Return what promises most."""
        at = _at(state, self.seat)
        if state.step == SHOW:
            return Show(POKERDREZ[looks_of(at.board, at.own)[0][1]])
        self._drop(at.board)
        pot, owed = at.view.pot, at.view.to_call
        chance = self._chance(at, self.weights)
        best, most = at.give_up(), 0.0 if owed else chance * pot
        if owed and chance * (pot + owed) - owed > most:
            best, most = at.stay(), chance * (pot + owed) - owed
        for share in SIZES if at.may_raise else ():
            raised = at.bet(share)
            value = self._value(state, at, raised)
            if value > most:
                best, most = raised, value
        return best

    def _value(self, state: Poker7State, at: At, move: Poker7Move) -> float:
        """Return the chips that a bet or raise brings, if both check and call after."""
        assert isinstance(move, Bet | Raise)
        pot, cost = at.view.pot, move.to - at.me.front
        after = RULES.apply(state, self.seat, move, lambda _: state.deck).state
        theirs = _at(after, 1 - self.seat)
        answer = self.answers(theirs)
        folds = [
            answer(pair).get(Fold, 0.0) if w else 0.0
            for pair, w in enumerate(self.weights)
        ]
        called = [w * (1 - f) for w, f in zip(self.weights, folds, strict=True)]
        stays = sum(called) / sum(self.weights)
        if not stays:
            return float(pot)
        more = theirs.view.to_call
        # What the other cannot match comes back.
        cost = min(cost, at.view.to_call + more)
        chance = self._chance(at, called)
        won = chance * (pot + cost + more) - cost
        return (1 - stays) * pot + stays * won

    def _chance(self, at: At, weights: Sequence[float]) -> float:
        most = max(weights)
        range_ = array("H", [int(w * 65_000 / most) + (w > 0) for w in weights])
        theirs = at.rivals[0].shown
        card = None if theirs is None else POKERDREZ_IDS[theirs]
        rivals = [Opponent(card, range_)]
        found = equity(at.own, at.board, rivals, samples=600, exact=5_000, seed=1)
        return found.equity

    def _drop(self, board: tuple[int, ...]) -> None:
        """Rule out holdings of cards that have come to the table."""
        if board:
            self.weights = [
                0.0 if a in board or b in board else w
                for w, (a, b) in zip(self.weights, PAIR_CARDS, strict=True)
            ]


def _at(state: Poker7State, seat: int) -> At:
    return At(RULES.view(state, seat), RULES.legal_moves(state, seat))


def hand(level: int, seat: int, deal: int) -> float:
    """Return the antes that the response wins in a hand from a seat."""
    options = Poker7Options(hands=1)
    decks = Decks(f"{SEED} {deal}".encode(), RULES.name, (), RULES.deck_size)
    rng = Random(f"{SEED} {deal} {seat}")
    state = RULES.setup(2, options, decks).state
    response = Response(level, seat, state)
    while waiting := RULES.to_move(state):
        who = seat if seat in waiting else 1 - seat
        choices = RULES.legal_moves(state, who)
        if who == seat:
            move = response.move(state, choices)
        else:
            move = LEVELS["poker7"][level](RULES.view(state, who), choices, rng)
            response.saw(state, move)
        state = RULES.apply(state, who, move, decks).state
    result = RULES.result(state)
    assert result is not None
    assert result.scores is not None
    return (result.scores[seat] - options.stack) / options.ante


def main() -> None:
    """Print what each level loses to its response."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    for level in ANSWERS:
        won = [(hand(level, 0, n) + hand(level, 1, n)) / 2 for n in range(deals)]
        mean = sum(won) / deals
        spread = sqrt(sum((x - mean) ** 2 for x in won) / deals)
        print(
            f"level {level}: a local best response wins {mean:+.2f} "
            f"(+-{SURE * spread / sqrt(deals):.2f}) antes a hand, {2 * deals:,} hands",
            flush=True,
        )


if __name__ == "__main__":
    main()
