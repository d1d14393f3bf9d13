"""Poker7: laws of whole random matches, paid out as the oracle pays them."""

from collections.abc import Callable
from random import Random
from typing import Any

from service.bots.policy import random_move
from service.games.base import Seat, Step
from service.games.cards import pokerdrez
from service.games.poker7_events import (
    Acted,
    AntesPaid,
    HandEnded,
    HandStarted,
    Poker7Resigned,
    Showdown,
    UncalledReturned,
)
from service.games.poker7_table import hole_cards
from service.games.poker7_types import Fold, Poker7State
from tests.games.table import RULES, Table, chips
from tests.oracle import poker7 as oracle


class Ledger:
    """The hand under way, kept from its events alone."""

    def __init__(self) -> None:
        self.hands = 0
        self.showdowns = 0

    def follow(self, before: Poker7State | None, step: Step[Poker7State]) -> None:
        """Take in the events of a step; check each hand that ends."""
        for told in step.events:
            match told.event:
                case HandStarted():
                    self.start, self.order = told.event.stacks, told.event.players
                    self.paid, self.folded = [0] * len(self.start), set[Seat]()
                    self.shown: Showdown | None = None
                case AntesPaid():
                    for ante in told.event.paid:
                        self.paid[ante.seat] += ante.chips
                case Acted():
                    self.paid[told.event.seat] += told.event.chips
                    if told.event.action == "fold":
                        self.folded.add(told.event.seat)
                case UncalledReturned():
                    back = (told.event.seat, told.event.chips)
                    assert oracle.uncalled(self.paid, self.folded) == back
                    self.paid[told.event.seat] -= told.event.chips
                case Poker7Resigned():
                    self.folded.add(told.event.seat)
                case Showdown():
                    self.shown = told.event
                case HandEnded():
                    assert before is not None
                    self.settle(before, told.event)

    def settle(self, before: Poker7State, ended: HandEnded) -> None:
        """Compare stacks, and the order of a showdown, with the oracle's."""
        live = [seat for seat in self.order if seat not in self.folded]
        values: dict[Seat, Any] = {}
        if len(live) > 1:
            n = len(self.order)
            common = before.deck[2 * n : 2 * n + 5]
            for seat in live:
                seven = (*common, *hole_cards(before, seat))
                values[seat] = oracle.seven_value(pokerdrez(seven))
            assert self.shown is not None
            order = [hand.seat for hand in self.shown.hands]
            assert order == sorted(live, key=lambda seat: values[seat], reverse=True)
            self.showdowns += 1
        else:
            assert self.shown is None
        assert oracle.uncalled(self.paid, self.folded) is None
        payouts, _ = oracle.settle(self.paid, self.folded, values, self.order)
        after = [
            stack - paid + payout
            for stack, paid, payout in zip(self.start, self.paid, payouts, strict=True)
        ]
        assert list(ended.stacks) == after
        self.hands += 1


def play(table: Table, rng: Random, ledger: Ledger, most: int) -> int:
    """Play at random to the end; return the number of moves."""
    total, moves = chips(table.state), 0
    ledger.follow(None, Step(table.state, tuple(table.told)))
    while waiting := table.waiting:
        before, seat = table.state, rng.choice(waiting)
        choices = RULES.legal_moves(before, seat)
        if rng.random() < 0.004:
            step = RULES.resign(before, rng.randrange(len(table.stacks)), table.decks)
        else:
            move = random_move(None, choices, rng)  # type: ignore[arg-type]
            if isinstance(move, Fold) and rng.random() < 0.6:
                move = choices[1].move
            step = RULES.apply(before, seat, move, table.decks)
        table.state = step.state
        ledger.follow(before, step)
        assert chips(table.state) == total
        assert min(table.state.bets.stacks) >= 0
        assert table.state.bets.pot >= 0
        moves += 1
        assert moves < most
    assert table.state.bets.pot == 0
    return moves


def test_random_matches_keep_their_chips_and_pay_as_the_oracle(
    full: bool, figure: Callable[[str], None]
) -> None:
    """Two to ten seats, any options, resignations; every hand comes to an end."""
    number = 20_000 if full else 1_000
    ledger, moves = Ledger(), 0
    for seed in range(number):
        rng = Random(seed)
        top = rng.choice([1, 25, 400, 3000])
        stacks = [rng.randint(1, top) for _ in range(rng.randint(2, 10))]
        table = Table(
            stacks,
            seed=seed,
            button=rng.randrange(len(stacks)),
            ante=rng.choice([1, 3, 10, 50]),
            hands=rng.randint(1, 3),
            limit=rng.choice(["none", "pot", "fixed"]),
            reveal=rng.choice(["together", "in_turn"]),
        )
        moves += play(table, rng, ledger, most=1_500)
        result = table.result
        assert result is not None
        assert result.scores == table.state.bets.stacks
        assert result.winners
    figure(
        f"Poker7: {number} random matches, {ledger.hands} hands, {moves} moves,"
        f" {ledger.showdowns} showdowns"
    )


def test_random_matches_without_a_limit_of_hands_end(full: bool) -> None:
    for seed in range(400 if full else 40):
        table = Table((1000,) * (2 + seed % 9), seed=seed)
        play(table, Random(seed), Ledger(), most=5_000)
        assert table.result is not None
        assert table.result.reason in ("last_with_chips", "resignation")
