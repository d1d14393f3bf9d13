"""Other evaluators of poker hands, each fed in the form that it takes fastest.

`load` returns those that can be imported, and names the others: nothing is left out
silently. Preparing the input is not timed; what is timed is a list of calls, or one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from service.core import (
    cards_mask,
    hand_rank,
    hand_ranks,
    parse_hands,
    text_rank,
)
from service.games.cards import FRENCH_IDS

Hands = Sequence[Sequence[str]]


class Contender(NamedTuple):
    """A way to rank hands: how to prepare them, and how to rank them all."""

    name: str
    form: str
    """`call`, `text` (a call with card text), `batch` or `batch of text`."""
    prepare: Callable[[Hands], Any]
    run: Callable[[Any], Iterable[int]]
    larger_wins: bool = True


def ours() -> Iterator[Contender]:
    """Yield the ways of this core; the first of a form is what others are held to."""
    yield Contender("tapete", "call", _masks, _each(hand_rank))
    yield Contender("tapete", "text", _joined(""), _each(text_rank))
    yield Contender("tapete", "batch", _buffer, hand_ranks)
    yield Contender("tapete", "batch of text", _joined(" "), _rank_texts)


def load() -> tuple[list[Contender], list[str]]:
    """Return the contenders that are installed, and the names of those missing."""
    found, missing = list(ours()), []
    for name, make in _PEERS.items():
        try:
            found.extend(make(import_module(name)))
        except ImportError as error:
            missing.append(f"{name} ({error})")
    return found, missing


def _each(rank: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    return lambda hands: list(map(rank, hands))


def _spread(rank: Callable[..., Any]) -> Callable[[Any], list[Any]]:
    return lambda hands: [rank(*hand) for hand in hands]


def _masks(hands: Hands) -> list[int]:
    return [cards_mask(FRENCH_IDS[card] for card in hand) for hand in hands]


def _buffer(hands: Hands) -> array[int]:
    return array("Q", _masks(hands))


def _joined(between: str) -> Callable[[Hands], list[str]]:
    return lambda hands: [between.join(hand) for hand in hands]


def _rank_texts(texts: list[str]) -> array[int]:
    return hand_ranks(parse_hands(texts)[0])


def _phevaluator(module: Any) -> Iterator[Contender]:
    evaluate = import_module("phevaluator.evaluator").evaluate_cards
    ids = {n: i % 13 * 4 + i // 13 for n, i in FRENCH_IDS.items()}
    numbers = _cards(ids.__getitem__)
    yield Contender("phevaluator", "call", numbers, _spread(evaluate), False)
    yield Contender("phevaluator", "text", list, _spread(evaluate), False)


def _pkrbot(module: Any) -> Iterator[Contender]:
    cards = _cards(module.Card)
    yield Contender("pkrbot", "call", cards, _each(module.evaluate))
    yield Contender(
        "pkrbot ranks, suits", "call", _ranks_suits, _spread(module.evaluate)
    )

    def from_text(hand: Sequence[str]) -> int:
        return int(module.evaluate([module.Card(card) for card in hand]))

    yield Contender("pkrbot", "text", list, _each(from_text))


def _eval7(module: Any) -> Iterator[Contender]:
    yield Contender("eval7", "call", _cards(module.Card), _each(module.evaluate))

    def from_text(hand: Sequence[str]) -> int:
        return int(module.evaluate([module.Card(card) for card in hand]))

    yield Contender("eval7", "text", list, _each(from_text))


def _treys(module: Any) -> Iterator[Contender]:
    evaluate, new = module.Evaluator().evaluate, module.Card.new

    def of_seven(hand: list[int]) -> int:
        return int(evaluate(hand[:2], hand[2:]))

    yield Contender("treys", "call", _cards(new), _each(of_seven), False)


def _holdem(module: Any) -> Iterator[Contender]:
    run = _each(module.evaluate_hand)
    yield Contender("holdem-hand-evaluator", "text", _joined(""), run)


def _poker_equity(module: Any) -> Iterator[Contender]:
    def run(hands: list[str]) -> list[int]:
        return list(module.score_batch("high", hands))

    yield Contender("poker-equity", "batch of text", _joined(""), run, False)


def _pokerkit(module: Any) -> Iterator[Contender]:
    hand = module.StandardHighHand
    run = _each(hand.from_game)
    yield Contender("pokerkit", "text", _joined(""), run)


def _cards(make: Callable[[str], Any]) -> Callable[[Hands], list[list[Any]]]:
    return lambda hands: [[make(card) for card in hand] for hand in hands]


def _ranks_suits(hands: Hands) -> list[tuple[list[int], list[int]]]:
    ids = [[FRENCH_IDS[card] for card in hand] for hand in hands]
    return [([i % 13 for i in hand], [i // 13 for i in hand]) for hand in ids]


_PEERS: dict[str, Callable[[Any], Iterator[Contender]]] = {
    "phevaluator": _phevaluator,
    "pkrbot": _pkrbot,
    "eval7": _eval7,
    "treys": _treys,
    "holdem_hand_evaluator": _holdem,
    "poker_equity": _poker_equity,
    "pokerkit": _pokerkit,
}
