"""A Poker7 match that a test plays in words: `call`, `raise 60`, `show B9`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from service.games.base import Event, Result, Seat, Told
from service.games.cards import POKERDREZ, POKERDREZ_IDS
from service.games.poker7 import Poker7
from service.games.poker7_events import HandStarted
from service.games.poker7_hand import deal, proceed
from service.games.poker7_table import hole_cards
from service.games.poker7_types import (
    SHOW,
    Bet,
    Call,
    Check,
    Fold,
    Poker7Move,
    Poker7Options,
    Poker7State,
    Raise,
    Show,
)
from service.games.poker7_view import Poker7View
from tests.cards import FixedDecks, RandomDecks

RULES = Poker7()
E = TypeVar("E", bound=Event)

WORDS: Mapping[str, type[Any]] = {
    "fold": Fold,
    "check": Check,
    "call": Call,
    "bet": Bet,
    "raise": Raise,
}


def stacked(holes: Mapping[Seat, Sequence[str]], common: Sequence[str]) -> list[int]:
    """The top of a deck that deals these cards if all are dealt in, button at 0."""
    order = [*sorted(holes)[1:], 0]
    names = [holes[seat][card] for card in (0, 1) for seat in order]
    return [POKERDREZ_IDS[name] for name in (*names, *common)]


class Table:
    """One match, and the events since its beginning."""

    def __init__(
        self,
        stacks: Sequence[int] = (1000, 1000, 1000),
        *,
        top: Sequence[int] = (),
        seed: int | None = None,
        button: Seat = 0,
        **options: Any,
    ) -> None:
        """Deal a first hand; `top` is what lies on top of every deck."""
        self.decks = FixedDecks(top, 54) if seed is None else RandomDecks(seed, 54)
        self.told: list[Told] = []
        chosen = Poker7Options(**options)
        state = deal(chosen, tuple(stacks), button, self.decks, self.told)
        self.state: Poker7State = proceed(state, self.decks, self.told)

    @property
    def waiting(self) -> list[Seat]:
        """The seats to move, in seat order."""
        return sorted(RULES.to_move(self.state))

    @property
    def stacks(self) -> list[int]:
        """Chips behind, by seat."""
        return list(self.state.bets.stacks)

    @property
    def result(self) -> Result | None:
        return RULES.result(self.state)

    def events(self, kind: type[E]) -> list[E]:
        """All events of a kind so far."""
        return [told.event for told in self.told if isinstance(told.event, kind)]

    def view(self, seat: Seat | None) -> Poker7View:
        return RULES.view(self.state, seat)

    def move(self, seat: Seat, words: str) -> Poker7Move:
        """The move of some words; `show` alone is the first own card."""
        word, _, rest = words.partition(" ")
        if word == "show":
            return Show(rest or POKERDREZ[hole_cards(self.state, seat)[0]])
        if rest:
            return WORDS[word](int(rest))
        made: Poker7Move = WORDS[word]()
        return made

    def do(self, *moves: str, seat: Seat | None = None) -> "Table":
        """Make moves, each for the first seat to move or for the one given."""
        for words in moves:
            who = self.waiting[0] if seat is None else seat
            move = self.move(who, words)
            step = RULES.apply(self.state, who, move, self.decks)
            self.state = step.state
            self.told += step.events
        return self

    def resign(self, seat: Seat) -> "Table":
        step = RULES.resign(self.state, seat, self.decks)
        self.state = step.state
        self.told += step.events
        return self

    def check_down(self) -> "Table":
        """Check and show until the hand is over."""
        hands = len(self.events(HandStarted))
        while self.waiting and len(self.events(HandStarted)) == hands:
            self.do("show" if self.state.step == SHOW else "check")
        return self


def chips(state: Poker7State) -> int:
    """All chips of a match, in stacks and pot."""
    return sum(state.bets.stacks) + sum(state.bets.paid)


def kinds(told: Iterable[Told]) -> list[str]:
    """The tags of events."""
    return [str(each.event.__struct_config__.tag) for each in told]


COMMON = ("R2", "P2", "P9", "B9", "J6")
SEED_HANDS = {
    "top": ("B5", "B8"),
    "left": ("P6", "J3"),
    "bottom": ("J8", "N9"),
    "right": ("Q2", "N2"),
}
"""The printed example: right beats bottom, bottom beats top, top beats left."""

BEST_FIRST = ("right", "bottom", "top", "left")


def ranked(*places: int, **more: Any) -> Table:
    """A table whose seats hold hands of the printed example, 0 for the best one."""
    more.setdefault("stacks", (1000,) * len(places))
    holes = {seat: SEED_HANDS[BEST_FIRST[p]] for seat, p in enumerate(places)}
    return Table(top=stacked(holes, COMMON), **more)


def at_show(**more: Any) -> Table:
    """A table of three before the show step."""
    return ranked(0, 1, 2, **more).do(*["check"] * 9)
