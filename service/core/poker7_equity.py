"""Chances of a Poker7 hand while cards are hidden, counted or sampled by the C core.

Cards are ids as in service.core.poker7. A range tells how likely each holding of two
cards is: 1,431 weights of 16 bits, placed by `pair_index`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from service.core._core import ffi, lib
from service.core.errors import CardError, CountError, LimitError, check
from service.core.poker7 import DECK_SIZE

PAIRS: int = lib.TP_P7_PAIRS
"""Holdings: sets of two of the 54 cards."""

CLASSES: int = lib.TP_P7_CLASSES
"""Classes of hands by number, 1..14; 0 is none."""

FULL = 65535
"""The strength of a holding that beats every other."""

LEVELS: int = lib.TP_P7_LEVELS
"""Levels of strength that `narrow` tells apart."""

SAMPLES: int = lib.TP_P7_SAMPLES
"""The most samples of one call."""

UINT32 = range(1 << 32)

_new = ffi.new_allocator(should_clear_after_alloc=False)

Range: TypeAlias = "array[int]"
"""Weights of all holdings, an `array("H")`."""


class Opponent(NamedTuple):
    """What is known of another seat that is still in the hand."""

    shown: int | None = None
    weights: Range | None = None
    """None: each holding is as likely as any other."""


class Odds(NamedTuple):
    """How a hand comes out: over all deals that are possible, or over drawn ones."""

    total: int
    """Deals looked at; if exact and with ranges, the sum of their weights."""
    wins: int
    """Those in which the hand beats all others; hands never tie."""
    classes: tuple[int, ...]
    """Those in which it is of each class, by number (service.core.poker7)."""
    exact: bool

    @property
    def equity(self) -> float:
        """The share that is won, 0..1."""
        return self.wins / self.total


def pair_index(card: int, other: int) -> int:
    """Return the place of a holding in a range; raises CardError."""
    index: int = lib.tp_poker7_pair(_card(card), _card(other))
    if index < 0:
        check(index)
    return index


PAIR_CARDS: tuple[tuple[int, int], ...] = tuple(
    (low, high) for high in range(DECK_SIZE) for low in range(high)
)
"""The cards of each holding by its place in a range."""


def equity(
    own: Sequence[int],
    board: Sequence[int],
    opponents: Sequence[Opponent],
    *,
    dead: Iterable[int] = (),
    samples: int = 300,
    exact: int = 0,
    seed: int = 0,
) -> Odds:
    """Return how often the two own cards win against all of 1..9 opponents.

    The board has 0, 3 or 5 cards. All completions are counted if they are at most
    `exact`, with one or two opponents and a board; else `samples` of them are drawn,
    the same for the same arguments and seed (64 bits of it count). Raises CountError,
    CardError, LimitError, or WeightError if no deal agrees with the ranges.
    """
    ranges = [_weights(opponent.weights) for opponent in opponents]
    if len(own) != 2 or len(board) > 5 or len(ranges) > lib.TP_P7_OPPONENTS:
        raise CountError(lib.TP_E_COUNT)
    spot = ffi.new("tp_poker7_spot *")
    spot.own = [_card(card) for card in own]
    spot.board[0 : len(board)] = [_card(card) for card in board]
    spot.on_board, spot.opponents = len(board), len(ranges)
    spot.dead = _set(dead)
    for at, (opponent, weights) in enumerate(zip(opponents, ranges, strict=True)):
        spot.shown[at] = _card_or_none(opponent.shown)
        spot.range[at] = weights
    odds = ffi.new("tp_poker7_odds *")
    budget = _budget(samples, exact, seed)
    check(lib.tp_poker7_equity(spot, budget, *_arena(), odds))
    classes = tuple(ffi.unpack(odds.classes, CLASSES))
    return Odds(odds.total, odds.wins, classes, bool(odds.exact))


def strengths(
    board: Sequence[int],
    *,
    shown: int | None = None,
    against: int | None = None,
    dead: Iterable[int] = (),
    samples: int = 1,
    seed: int = 0,
) -> Range:
    """Return how often each holding beats any other one, as a share of FULL.

    `shown` is a card that all these holdings have, `against` one that the others have.
    Holdings that there cannot be have 0. On a board of five cards the strengths are
    exact; else `samples` boards are drawn, or all counted if they are at most so many.
    Raises CountError, CardError, LimitError.
    """
    if len(board) > 5:
        raise CountError(lib.TP_E_COUNT)
    sides = ffi.new("tp_poker7_sides *")
    sides.board[0 : len(board)] = [_card(card) for card in board]
    sides.on_board = len(board)
    sides.shown, sides.against = _card_or_none(shown), _card_or_none(against)
    sides.dead = _set(dead)
    out = array("H", bytes(2 * PAIRS))
    into = ffi.from_buffer("uint16_t[]", out)
    check(lib.tp_poker7_strengths(sides, _budget(samples, 0, seed), *_arena(), into))
    return out


def narrow(range_: Range, strengths_: Range, likely: Range) -> None:
    """Weigh a range, in place, by what its seat has done.

    `likely` tells for each of the LEVELS of strength how likely that is, as a share of
    FULL. The largest weight becomes FULL; no weight becomes 0. Raises CountError.
    """
    tables = (_numbers(strengths_, PAIRS), _numbers(likely, LEVELS))
    check(lib.tp_poker7_narrow(*tables, _numbers(range_, PAIRS)))


def _arena() -> tuple[Any, int]:
    return _new("uint64_t[]", lib.TP_P7_ARENA // 8), lib.TP_P7_ARENA


def _budget(samples: int, exact: int, seed: int) -> Any:
    if samples not in UINT32 or exact not in UINT32:
        raise LimitError(lib.TP_E_LIMIT)
    return ffi.new("tp_poker7_budget *", [seed & 0xFFFF_FFFF_FFFF_FFFF, samples, exact])


def _weights(weights: Range | None) -> Any:
    return ffi.NULL if weights is None else _numbers(weights, PAIRS)


def _numbers(numbers: Range, count: int) -> Any:
    if numbers.typecode != "H":
        raise TypeError(f"an array of H is needed, not of {numbers.typecode}")
    if len(numbers) != count:
        raise CountError(lib.TP_E_COUNT)
    return ffi.from_buffer("uint16_t[]", numbers)


def _set(cards: Iterable[int]) -> int:
    return sum(1 << card for card in {_card(card) for card in cards})


def _card_or_none(card: int | None) -> int:
    return int(lib.TP_NONE) if card is None else _card(card)


def _card(card: int) -> int:
    """Refuse what is no card before C's narrower integers could make it one."""
    if not 0 <= card < DECK_SIZE:
        raise CardError(lib.TP_E_CARD)
    return card
