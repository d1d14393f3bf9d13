"""Poker7 matches in the manner of Poker Hand History files; docs/phh.md has the form.

A hand is one table of a TOML file. Its players p1, p2, ... sit clockwise from the left
of the button, who comes last.
"""

from __future__ import annotations

from collections.abc import Iterable

from service.games.base import Event, Seat
from service.games.betting import Action, Limit
from service.games.history import Finished
from service.games.poker7_events import (
    Acted,
    HandEnded,
    HandStarted,
    HoleCards,
    Poker7Resigned,
    Showdown,
    Shown,
    StreetOpened,
)
from service.games.poker7_table import unit
from service.games.poker7_types import STREETS, Poker7Options

VARIANTS: dict[Limit, str] = {"none": "NP7", "pot": "PP7", "fixed": "FP7"}
"""Codes as the form has them for other games: the limit's letter comes first."""

VERBS: dict[Action, str] = {
    "fold": "f",
    "check": "cc",
    "call": "cc",
    "bet": "cbr",
    "raise": "cbr",
}

UNKNOWN = "??"

_ESCAPES = {
    **{code: f"\\u{code:04x}" for code in (*range(0x20), 0x7F)},
    ord('"'): '\\"',
    ord("\\"): "\\\\",
}


def history_of(finished: Finished) -> str:
    """Return all hands of a match, one table each."""
    hands: list[_Hand] = []
    for event in finished.events:
        if isinstance(event, HandStarted):
            hands.append(_Hand(finished, event))
        hands[-1].tell(event)
    return "\n".join(hand.text() for hand in hands)


class _Hand:
    """One hand, event by event."""

    def __init__(self, finished: Finished, start: HandStarted) -> None:
        self._finished = finished
        self._start = start
        self._disclosed = finished.disclosed[start.hand - 1]
        self._names = {seat: f"p{n}" for n, seat in enumerate(start.players, start=1)}
        self._folded: set[Seat] = set()
        self._actions: list[str] = []
        self._stacks = start.stacks

    def tell(self, event: Event) -> None:
        """Write down what an event says, if the form has words for it."""
        names, add = self._names, self._actions.append
        match event:
            case HoleCards(seat=seat, cards=cards):
                add(f"d dh {names[seat]} {self._cards(cards)}")
            case StreetOpened(cards=cards) if cards:
                add(f"d db {self._cards(cards)}")
            case Acted():
                self._act(event)
            case Shown(cards=shown):
                for card in shown:
                    add(f"{names[card.seat]} sh {card.card}")
            case Showdown(hands=hands):
                own = {hand.seat: hand.cards for hand in hands}
                for seat in filter(own.__contains__, names):
                    add(f"{names[seat]} sm {self._cards(own[seat])}")
            case Poker7Resigned(seat=seat):
                name = names[seat]
                add(
                    f"# {name} resigns"
                    if seat in self._folded
                    else f"{name} f # resigns"
                )
                self._folded.add(seat)
            case HandEnded(stacks=stacks):
                self._stacks = stacks

    def text(self) -> str:
        """Return the table of the hand, which has ended."""
        fields = {**self._rules(), **self._circumstances()}
        lines = [f"{name} = {value}" for name, value in fields.items()]
        return "\n".join([f"[{self._start.hand}]", *lines, ""])

    def _act(self, event: Acted) -> None:
        verb = VERBS[event.action]
        amount = f" {event.to}" if verb == "cbr" else ""
        self._actions.append(f"{self._names[event.seat]} {verb}{amount}")
        if event.action == "fold":
            self._folded.add(event.seat)

    def _cards(self, cards: Iterable[str]) -> str:
        told = self._disclosed
        return "".join(card if card in told else UNKNOWN for card in cards)

    def _rules(self) -> dict[str, str]:
        """Return the fields that a hand is played by."""
        options = self._finished.options
        assert isinstance(options, Poker7Options)
        small, big = unit(options, 0), unit(options, len(STREETS) - 1)
        fixed = {"small_bet": str(small), "big_bet": str(big)}
        actions = "".join(f"  {_quoted(action)},\n" for action in self._actions)
        return {
            "variant": _quoted(VARIANTS[options.limit]),
            "ante_trimming_status": "true",
            "antes": str([options.ante] * len(self._names)),
            **(fixed if options.limit == "fixed" else {"min_bet": str(small)}),
            "starting_stacks": self._chips(self._start.stacks),
            "actions": f"[\n{actions}]",
            "_reveal": _quoted(options.reveal),
        }

    def _circumstances(self) -> dict[str, str]:
        """Return where and between whom the hand was played, and how it ended."""
        people = self._finished.players
        players = ", ".join(_quoted(people[seat]) for seat in self._names)
        return {
            "venue": _quoted("Tapete"),
            "table": _quoted(self._finished.match_id),
            "hand": str(self._start.hand),
            "seat_count": str(len(people)),
            "seats": str(list(self._names)),
            "players": f"[{players}]",
            "finishing_stacks": self._chips(self._stacks),
        }

    def _chips(self, stacks: tuple[int, ...]) -> str:
        return str([stacks[seat] for seat in self._names])


def _quoted(text: str) -> str:
    """Return a text as a basic string of TOML."""
    return f'"{text.translate(_ESCAPES)}"'
