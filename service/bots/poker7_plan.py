"""Poker7 level 7: a plan that has learnt from itself, mixed and hard to exploit.

The plan, poker7_plan.txt, tells for a situation and a strength how often to do what.
bench/poker7_plan.py makes it by self-play of an abstract game of two seats. After the
bounds between its classes there is a line for each situation:

    step 0-3 | acts last 0/1 | stack against pot 0-5 | what is faced | looks 0-2

What is faced: `a` `b` `c`, nothing, and nobody, the seat or another was the last to
bet on the step before; `d`-`f`, `g`-`i`, `j`-`l`, a small, middle or large bet, raised
once, twice or more often. How the hands look to all counts on the last step alone. A
mix for each strength follows, the weakest first: sixteenths (digits 0-9 and a-g) of
check and bets of half, one and two pots, or of fold, call, a raise by the pot, all-in.
Lines with `s` have those of showing the card that looks weaker, or stronger.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from random import Random

from service.bots.poker7_seat import At, Choices, fair
from service.bots.poker7_strength import (
    FLOP_SAMPLES,
    all_strengths,
    before_board,
    look,
    looks_of,
)
from service.core.poker7_equity import FULL
from service.games.cards import POKERDREZ, POKERDREZ_IDS
from service.games.poker7_types import Poker7Move, Show
from service.games.poker7_view import Poker7View

STEPS = {"bet_1": 0, "bet_2": 1, "bet_3": 2, "bet_4": 3}
BEFORE = {"bet_2": "bet_1", "bet_3": "bet_2", "show": "bet_3", "bet_4": "bet_3"}
"""The betting step before a step."""

BETS = (0.0, 0.5, 1.0, 2.0)
"""Shares of the pot that the actions of a plan bet when nothing is owed."""

ALL_IN = 1_000.0
HUGE = 2.5
"""Beyond this share of the pot the plan knows no bets."""

FOLDS, CALLS = (16, 0, 0, 0), (0, 16, 0, 0)
BOUNDS = {"0": "first", "1": "second"}
NOTHING_FACED = "abc"
DIGITS = "0123456789abcdefg"
PARTS = 16

Mix = tuple[int, ...]


class _Plan:
    """The lines of the plan, and the bounds between its classes."""

    def __init__(self, text: str) -> None:
        self.bounds: dict[str, list[float]] = {}
        self.lines: dict[str, tuple[Mix, ...]] = {}
        for line in text.splitlines():
            head, *rest = line.split()
            if head == "bounds":
                self.bounds[rest[0]] = [float(bound) for bound in rest[1:]]
            else:
                mixes = (tuple(map(DIGITS.index, mix)) for mix in rest)
                self.lines[head] = tuple(mixes)

    def place(self, name: str, value: float) -> int:
        """Return the class of a value."""
        return bisect_right(self.bounds[name], value)

    @lru_cache(maxsize=4096)  # noqa: B019 there is one plan, for as long as it runs
    def nearest(self, key: str) -> tuple[Mix, ...]:
        """Return the line of a situation, or of the one most like it."""
        alike = [
            other
            for other in self.lines
            if other[:2] == key[:2]
            and (other[3] in NOTHING_FACED) == (key[3] in NOTHING_FACED)
        ]
        return self.lines[min(alike, key=lambda other: _distance(key, other))]


def _distance(key: str, other: str) -> int:
    """Return how unlike two situations are that differ in stacks, bets or looks."""
    return sum(abs(ord(a) - ord(b)) for a, b in zip(key[2:], other[2:], strict=True))


PLAN = _Plan((files("service.bots") / "poker7_plan.txt").read_text("ascii"))


def planned(view: Poker7View, choices: Choices, rng: Random) -> Poker7Move:
    """Return a move as the plan mixes them."""
    at = At(view, choices)
    mix = mixes_of(at)(strength_of(at, rng.getrandbits(64)))
    action = _drawn(mix, rng)
    if at.must_show:
        return Show(POKERDREZ[looks_of(at.board, at.own)[action][1]])
    return move_of(at, action)


def move_of(at: At, action: int) -> Poker7Move:
    """Return the move of an action of the plan."""
    if not at.view.to_call:
        return at.bet(BETS[action]) if action else at.stay()
    if action < 2:
        return at.stay() if action else at.give_up()
    return at.bet(1.0 if action == 2 else ALL_IN)


def mixes_of(at: At) -> Callable[[float], Mix]:
    """Return how often, in sixteenths, each action is taken with a hand's strength."""
    if at.view.to_call and at.faced > HUGE:
        least = _least_to_call(at)
        return lambda strength: CALLS if strength >= least else FOLDS
    key = situation(at)
    line, name = PLAN.nearest(key), BOUNDS.get(key[0], "later")
    return lambda strength: line[PLAN.place(name, strength)]


def _least_to_call(at: At) -> float:
    """Return the strength from which a bet far above the pot is called.

    It is called as often as keeps bluffs of its size from paying: the best hands, one
    in 1 + its share of the pot. If the shown cards alone decide, none may win at all.
    """
    known = at.me.shown, at.rivals[0].shown if len(at.rivals) == 1 else None
    cards = [None if card is None else POKERDREZ_IDS[card] for card in known]
    order = sorted(filter(None, all_strengths(at.board, *cards)))
    if not order:
        return 1.0
    return order[int(len(order) * at.faced / (1 + at.faced))] / FULL


def situation(at: At) -> str:
    """Return the head of the plan's line that is meant."""
    spr = PLAN.place("spr", at.depth)
    if at.must_show:
        return f"s-{spr}{_before(at)}-"
    step = STEPS[at.view.street]
    faced = _before(at) if not at.view.to_call else _faced(at)
    return f"{step}{int(at.is_last)}{spr}{faced}{_looks(at)}"


def strength_of(at: At, seed: int) -> float:
    """Return how often the hand beats a single one, 0..1, any others being alike."""
    rivals = len(at.rivals)
    if not at.board:
        return fair(before_board(at.own) ** rivals, rivals)
    return fair(at.odds(FLOP_SAMPLES, seed).equity, rivals)


def _before(at: At) -> str:
    before = BEFORE.get(at.view.street)
    taken = [a for a in at.view.actions if a.street == before]
    bets = [a.seat for a in taken if a.action in ("bet", "raise")]
    if not bets:
        return "a"
    return "b" if bets[-1] == at.seat else "c"


def _faced(at: At) -> str:
    size, often = PLAN.place("face", at.faced), min(max(at.raises, 1), 3)
    return chr(ord("d") + 3 * size + often - 1)


def _looks(at: At) -> int:
    if at.view.street != "bet_4" or at.me.shown is None:
        return 1
    mine = POKERDREZ_IDS[at.me.shown]
    theirs = [POKERDREZ_IDS[p.shown] for p in at.rivals if p.shown is not None]
    return PLAN.place("look", min(look(at.board, mine, other) for other in theirs))


def _drawn(mix: Mix, rng: Random) -> int:
    mark = rng.randrange(PARTS)
    for action, part in enumerate(mix):
        mark -= part
        if mark < 0:
            return action
    raise AssertionError(f"a mix has {PARTS} parts, not {sum(mix)}")
