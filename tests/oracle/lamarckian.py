"""Lamarckian Poker: one round, the showdown, and a whole game from a given deck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tests.oracle import poker

Ties = Literal["suits", "split"]
Ending = Literal["showdown", "last_survivor", "all_extinct"]
Choose = Callable[[int, list[str], list[str]], str]
"""Called with a seat, its hand and the pool; returns the card to mark."""


@dataclass
class Round:
    """What everybody could see of a round, and the hands after it."""

    pool: list[str]
    marks: dict[int, str]
    order: list[int]
    captures: list[list[str]]
    discard: list[str]
    hands: list[list[str]]
    extinct: set[int]


@dataclass
class Outcome:
    """A finished game; `extinct_in` gives the round (from 1) in which a seat fell."""

    winners: set[int]
    ending: Ending
    hands: list[list[str]]
    rounds: list[Round] = field(default_factory=list)
    extinct_in: dict[int, int] = field(default_factory=dict)


def lowest_card(hand: Sequence[str]) -> str:
    """The card that is marked for a player whose clock ran out."""
    return min(hand, key=lambda card: poker.CARD_OF[card])


def resolve_round(
    hands: list[list[str]], pool: list[str], marks: dict[int, str]
) -> tuple[list[int], list[list[str]], list[list[str]], list[str]]:
    """Resolve the marks, each still in its hand, from the highest card down.

    Returns the seats in order, what each of them captured, the hands of all seats
    after the round, and what is left in the pool for the discard.
    """
    after = [list(hand) for hand in hands]
    left = list(pool)
    for seat, mark in marks.items():
        after[seat].remove(mark)
    order = sorted(marks, key=lambda seat: poker.CARD_OF[marks[seat]], reverse=True)
    captures = []
    for seat in order:
        mark = marks[seat]
        taken = [card for card in left if card[0] == mark[0] or card[1] == mark[1]]
        left = [card for card in left if card not in taken]
        after[seat].extend(taken)
        left.append(mark)
        captures.append(taken)
    return order, captures, after, left


def showdown(hands: Mapping[int, Sequence[str]], ties: Ties = "suits") -> set[int]:
    """Seats of the best hand among the living; suits leave exactly one."""
    rank = poker.hand_value_with_suit if ties == "suits" else poker.hand_value
    values = {seat: rank(hand) for seat, hand in hands.items()}
    best = max(values.values())
    return {seat for seat, value in values.items() if value == best}


def early_winners(living: set[int]) -> set[int] | None:
    """Winners when no more than one seat lives, None while the game goes on."""
    return set(living) if len(living) <= 1 else None


def play(deck: list[str], n: int, choose: Choose, ties: Ties = "suits") -> Outcome:
    """Play a game: four cards to seat 0, four to seat 1, ..., then pools of four."""
    if len(deck) != 52 or not 2 <= n <= 6:
        raise ValueError("a game needs 52 cards and two to six seats")
    hands = [deck[4 * seat : 4 * seat + 4] for seat in range(n)]
    return play_from(hands, deck[4 * n :], choose, ties)


def play_from(
    hands: list[list[str]], stock: list[str], choose: Choose, ties: Ties = "suits"
) -> Outcome:
    """Play on from dealt hands; `stock` is dealt from its front, four by four."""
    everything = sorted(stock + [card for hand in hands for card in hand])
    poker.parse(everything)
    stock = list(stock)
    living = set(range(len(hands)))
    outcome = Outcome(set(), "all_extinct", hands)
    discard: list[str] = []
    while stock:
        pool, stock = stock[:4], stock[4:]
        marks = {
            seat: choose(seat, list(outcome.hands[seat]), list(pool))
            for seat in sorted(living)
        }
        order, captures, after, left = resolve_round(outcome.hands, pool, marks)
        discard += left
        fallen = {seat for seat in living if not after[seat]}
        living -= fallen
        outcome.hands = after
        outcome.rounds.append(Round(pool, marks, order, captures, left, after, fallen))
        outcome.extinct_in |= {seat: len(outcome.rounds) for seat in fallen}
        conserved = discard + stock + [card for hand in after for card in hand]
        if sorted(conserved) != everything:
            raise AssertionError("cards were lost or made")
        early = early_winners(living)
        if early is not None:
            outcome.winners = early
            outcome.ending = "last_survivor" if early else "all_extinct"
            return outcome
    outcome.winners = showdown({seat: outcome.hands[seat] for seat in living}, ties)
    outcome.ending = "showdown"
    return outcome
