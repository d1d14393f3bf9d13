"""Random hands on the betting engine, beside an independent oracle and PokerKit."""

from collections.abc import Callable
from random import Random
from typing import cast

import pokerkit
import pytest

from service.games.betting import (
    Action,
    Allowed,
    Bets,
    Limit,
    act,
    allowed,
    open_street,
    pay_out,
    post,
    pots,
    share,
    take_back,
    turn,
)
from tests.games.test_betting import ANTE, in_words
from tests.oracle import betting as oracle
from tests.oracle import poker7 as settling


def choose(bets: Bets, may: Allowed, rng: Random) -> tuple[Action, int]:
    """A random legal action; all-in and least raises are frequent."""
    kinds = ["fold", "check", "check", "call", "call", "call", "call"]
    if may.to is not None:
        kinds += ["bet", "raise", "bet", "raise"]
    legal = {"fold": True, **in_words(may)}
    action = rng.choice([kind for kind in kinds if legal[kind]])
    if action not in ("bet", "raise") or may.to is None:
        return cast(Action, action), 0
    any_ = rng.randint(may.to.min, may.to.max)
    to = rng.choice([may.to.min, may.to.min, any_, any_, may.to.max])
    return cast(Action, action), to


STRUCTURES = {
    "none": pokerkit.BettingStructure.NO_LIMIT,
    "pot": pokerkit.BettingStructure.POT_LIMIT,
    "fixed": pokerkit.BettingStructure.FIXED_LIMIT,
}


def kit_of(stacks: tuple[int, ...], limit: Limit) -> pokerkit.State:
    """The same hand in PokerKit; cards are dealt as its streets want some."""
    auto = pokerkit.Automation
    units = [ANTE, ANTE, 2 * ANTE, 2 * ANTE] if limit == "fixed" else [ANTE] * 4
    dealt = [((False, False), 0), ((), 3), ((), 1), ((), 1)]
    position = pokerkit.Opening.POSITION
    most = 4 if limit == "fixed" else None
    return pokerkit.State(
        (
            auto.ANTE_POSTING,
            auto.BET_COLLECTION,
            auto.BLIND_OR_STRADDLE_POSTING,
            auto.HOLE_DEALING,
            auto.BOARD_DEALING,
        ),
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        tuple(
            pokerkit.Street(False, hole, board, False, position, unit, most)
            for (hole, board), unit in zip(dealt, units, strict=True)
        ),
        STRUCTURES[limit],
        True,
        ANTE,
        (0,) * len(stacks),
        0,
        stacks,
        len(stacks),
    )


def test_random_hands_are_played_and_paid_as_by_the_oracle(
    full: bool, figure: Callable[[str], None]
) -> None:
    """Two to ten seats, stacks from one chip up, strengths that often tie."""
    number = 20_000 if full else 1_000
    actions = 0
    for seed in range(number):
        actions += play_and_compare(Random(seed), seed)
    figure(f"betting: {number} random hands with {actions} actions, no-limit")


def play_and_compare(rng: Random, seed: int) -> int:
    """Play a hand on the engine and the oracle; return the number of actions."""
    n, button = rng.randint(2, 10), rng.randrange(10)
    top = rng.choice([30, 300, 3000])
    stacks = tuple(rng.randint(1, top) for _ in range(n))
    order = tuple(oracle.clockwise(range(n), button % n))
    bets = post(stacks, order, ANTE, "none")
    folded: set[int] = set()
    actions = 0
    for _ in range(4):
        bets = open_street(bets, ANTE)
        twin = oracle.street(order, bets.stacks, ANTE, [])
        twin.folded = set(folded)
        while (seat := turn(bets)) is not None:
            assert twin.to_act() == seat, seed
            may = allowed(bets, seat)
            legal = twin.legal(seat)
            assert in_words(may) == {
                "check": legal.check,
                "call": legal.call,
                "bet": list(legal.bet) if legal.bet else None,
                "raise": list(legal.raise_) if legal.raise_ else None,
            }, seed
            action, to = choose(bets, may, rng)
            bets = act(bets, seat, action, to)
            twin.act(seat, action, to or None)
            actions += 1
            assert bets.stacks == tuple(twin.stacks), seed
            assert sum(bets.stacks) + bets.pot == sum(stacks), seed
            assert min(bets.stacks) >= 0, seed
        assert twin.to_act() is None, seed
        folded = twin.folded
    settle_and_compare(stacks, bets, folded, order, rng)
    return actions


def settle_and_compare(
    stacks: tuple[int, ...],
    bets: Bets,
    folded: set[int],
    order: tuple[int, ...],
    rng: Random,
) -> None:
    """Pay a hand out and compare with the oracle's settlement of the same chips."""
    ranks = {seat: rng.randint(1, 3) for seat in bets.live}
    payouts, wanted = settling.settle(bets.paid, folded, ranks, order)
    before = [stack - paid for stack, paid in zip(stacks, bets.paid, strict=True)]
    bets, _ = take_back(bets)
    made = pots(bets.paid, bets.live)
    assert [(pot.chips, tuple(sorted(pot.seats))) for pot in made] == wanted
    bets = pay_out(bets, [part for pot in made for part in share(pot, ranks)])
    after = [stack + payout for stack, payout in zip(before, payouts, strict=True)]
    assert list(bets.stacks) == after
    assert sum(after) == sum(stacks)


@pytest.mark.parametrize("limit", ["none", "pot", "fixed"])
def test_random_hands_have_the_pots_of_pokerkit(
    limit: Limit, full: bool, figure: Callable[[str], None]
) -> None:
    number = 5_000 if full else 250
    actions = 0
    for seed in range(number):
        actions += play_and_compare_with_kit(Random(seed), limit)
    figure(f"betting: {number} hands with {actions} actions beside PokerKit, {limit}")


def play_and_compare_with_kit(rng: Random, limit: Limit) -> int:
    """Play a hand on the engine and in PokerKit; return the number of actions."""
    n = rng.randint(2, 9)
    stacks = tuple(rng.randint(1, rng.choice([30, 300, 3000])) for _ in range(n))
    bets = post(stacks, tuple(range(n)), ANTE, limit)
    bets, _ = take_back(bets)
    kit = kit_of(stacks, limit)
    actions = 0
    for unit in (1, 1, 2, 2):
        bets = open_street(bets, ANTE * (unit if limit == "fixed" else 1))
        while (seat := turn(bets)) is not None:
            assert kit.actor_index == seat
            may = allowed(bets, seat)
            assert kit.checking_or_calling_amount == may.call
            if may.to is not None and kit.can_complete_bet_or_raise_to():
                assert kit.min_completion_betting_or_raising_to_amount == may.to.min
                assert kit.max_completion_betting_or_raising_to_amount == may.to.max
            action, to = choose(bets, may, rng)
            more = action in ("bet", "raise")
            # It folds nobody who owes nothing, and opens the betting again by another
            # rule: by the sum of short raises, whatever part of it the seat owes.
            if (action == "fold" and not may.call) or (
                more and not kit.can_complete_bet_or_raise_to(to)
            ):
                action = "call" if may.call else "check"
            bets = act(bets, seat, action, to)
            tell_kit(kit, action, to)
            actions += 1
        bets, _ = take_back(bets)
    assert kit.actor_index is None
    if len(bets.live) > 1:  # otherwise it pays the chips in front without a pot
        made = pots(bets.paid, bets.live)
        found = [(pot.chips, tuple(sorted(pot.seats))) for pot in made]
        assert found == [(pot.amount, pot.player_indices) for pot in kit.pots]
        assert list(bets.stacks) == kit.stacks
    return actions


def tell_kit(kit: pokerkit.State, action: Action, to: int) -> None:
    """Make the same action in PokerKit."""
    if action == "fold":
        kit.fold()
    elif action in ("check", "call"):
        kit.check_or_call()
    else:
        kit.complete_bet_or_raise_to(to)
