"""The betting engine against worked cases, an independent oracle and PokerKit."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import pokerkit
import pytest

from service.games.base import Span
from service.games.betting import (
    Action,
    Allowed,
    Bets,
    Limit,
    act,
    allowed,
    clockwise,
    open_street,
    pay_out,
    post,
    pots,
    share,
    take_back,
    turn,
    withdraw,
)
from tests.oracle import betting as oracle
from tests.oracle import poker7 as settling

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "betting.json").read_text()
)
ANTE = 10


def each(part: str) -> pytest.MarkDecorator:
    """Parametrise a test by the entries of one part of the vectors."""
    entries = VECTORS[part]
    return pytest.mark.parametrize("case", entries, ids=[e["id"] for e in entries])


def street(case: dict[str, Any], limit: Limit = "none") -> Bets:
    """A street of a vector, after its actions."""
    nothing = (0,) * len(case["stacks"])
    bets = Bets(limit, tuple(case["stacks"]), nothing, nothing, tuple(case["order"]))
    bets = open_street(bets, case["min_bet"])
    for seat, action, to in case["actions"]:
        assert turn(bets) == seat
        bets = act(bets, seat, action, to or 0)
    return bets


def in_words(may: Allowed) -> dict[str, Any]:
    """What a seat may do, in the words of the vectors."""
    to = None if may.to is None else [may.to.min, may.to.max]
    return {
        "check": may.call == 0,
        "call": may.call or None,
        "bet": None if may.opened else to,
        "raise": to if may.opened else None,
    }


def may_do(may: Allowed, action: str, to: int | None) -> bool:
    """Whether an action is among what a seat may do."""
    if action == "fold":
        return True
    found = in_words(may)[action]
    if action in ("bet", "raise"):
        return found is not None and to in Span(*found)
    return bool(found)


@each("streets")
def test_worked_streets(case: dict[str, Any]) -> None:
    bets = street(case)
    seat = turn(bets)
    assert seat == case["to_act"]
    if seat is None:
        return
    may = allowed(bets, seat)
    assert in_words(may) | case.get("legal", {}) == in_words(may)
    for action, to in case.get("refused", []):
        assert not may_do(may, action, to)
    for action, to, chips in case.get("accepted", []):
        assert may_do(may, action, to)
        after = act(bets, seat, action, to or 0)
        assert after.stacks[seat] == bets.stacks[seat] - chips
        assert after.paid[seat] == bets.paid[seat] + chips


@each("settle")
def test_worked_pots(case: dict[str, Any]) -> None:
    paid = tuple(case["contributions"])
    live = tuple(seat for seat in case["order"] if seat not in case["folded"])
    bets, back = take_back(Bets("none", (0,) * len(paid), paid, paid, live))
    returned = None if back is None else [back.seat, back.chips]
    assert returned == case["returned"]
    made = pots(bets.paid, bets.live)
    assert [[pot.chips, sorted(pot.seats)] for pot in made] == case["pots"]
    ranks = {seat: value for seat, value in enumerate(case["values"]) if value}
    bets = pay_out(bets, [part for pot in made for part in share(pot, ranks)])
    assert list(bets.stacks) == case["payouts"]
    assert bets.pot == 0


@each("antes")
def test_worked_antes(case: dict[str, Any]) -> None:
    seats = tuple(seat for seat, chips in enumerate(case["stacks"]) if chips)
    bets = post(case["stacks"], seats, case["ante"], "none")
    assert list(seats) == case["dealt"]
    assert list(bets.stacks) == case["after"]
    assert bets.pot == case["pot"]
    assert [seat for seat in seats if not bets.stacks[seat]] == case["all_in"]


@each("first")
def test_worked_orders(case: dict[str, Any]) -> None:
    assert list(clockwise(case["live"], case["button"], 10)) == case["order"]


@each("buttons")
def test_worked_buttons(case: dict[str, Any]) -> None:
    seats = [seat for seat, chips in enumerate(case["stacks"]) if chips]
    found = clockwise(seats, case["button"], len(case["stacks"]))[0]
    assert found == case["next"]


def played(
    stacks: tuple[int, ...], limit: Limit, *actions: tuple[int, Action, int]
) -> Bets:
    """A first street after antes of 10; seat 0 opens."""
    bets = post(stacks, tuple(range(len(stacks))), ANTE, limit)
    bets = open_street(bets, ANTE)
    for seat, action, to in actions:
        assert turn(bets) == seat
        bets = act(bets, seat, action, to)
    return bets


def test_short_raises_that_add_up_to_a_full_one_open_the_betting_again() -> None:
    """Seat 0 meets 60 + 50 over its 100, a full raise; seat 1 only the 50."""
    bets = played(
        (2000, 2000, 170, 220, 2000),
        "none",
        (0, "bet", 100),
        (1, "call", 0),
        (2, "raise", 160),
        (3, "raise", 210),
        (4, "call", 0),
    )
    assert turn(bets) == 0
    assert allowed(bets, 0).to == Span(310, 1990)
    bets = played(
        (2000, 160, 2000, 210, 2000),
        "none",
        (0, "bet", 100),
        (1, "raise", 150),
        (2, "call", 0),
        (3, "raise", 200),
        (4, "call", 0),
        (0, "call", 0),
    )
    assert turn(bets) == 2
    assert allowed(bets, 2) == Allowed(50, None, opened=True)


def test_a_short_first_bet_does_not_open_the_betting_to_who_has_checked() -> None:
    bets = played((2000, 14, 2000), "none", (0, "check", 0), (1, "bet", 4))
    assert allowed(bets, 2).to == Span(14, 1990)
    bets = act(bets, 2, "call")
    assert turn(bets) == 0
    assert allowed(bets, 0) == Allowed(4, None, opened=True)


def test_pot_limit_allows_the_pot_after_a_call() -> None:
    """Antes 30: bet 30; then 60 + 30 in the pot and 30 to call give 30 + 120."""
    bets = played((5000,) * 3, "pot")
    assert allowed(bets, 0).to == Span(10, 30)
    bets = act(bets, 0, "bet", 30)
    assert allowed(bets, 1).to == Span(60, 30 + (60 + 30))
    bets = act(bets, 1, "raise", 120)
    assert allowed(bets, 2).to == Span(210, 120 + (30 + 30 + 120 + 120))


def test_pot_limit_and_a_stack_below_the_pot_or_the_least_raise() -> None:
    bets = played((5000, 60, 5000), "pot", (0, "bet", 30))
    assert allowed(bets, 1).to == Span(50, 50)
    bets = played((5000, 80, 5000), "pot", (0, "bet", 30))
    assert allowed(bets, 1).to == Span(60, 70)


def test_fixed_limit_has_one_size_and_four_bets_a_street() -> None:
    bets = played((5000,) * 3, "fixed")
    for number, seat in enumerate((0, 1, 2, 0)):
        assert turn(bets) == seat
        total = ANTE * (number + 1)
        assert allowed(bets, seat).to == Span(total, total)
        bets = act(bets, seat, "raise" if number else "bet", total)
    assert allowed(bets, 1) == Allowed(20, None, opened=True)
    assert allowed(open_street(bets, 20), 0).to == Span(20, 20)


def test_fixed_limit_allows_a_short_all_in_that_is_not_counted() -> None:
    bets = played((5000, 25, 5000), "fixed", (0, "bet", 10))
    assert allowed(bets, 1).to == Span(15, 15)
    bets = act(bets, 1, "raise", 15)
    assert bets.raises == 1
    assert allowed(bets, 2).to == Span(25, 25)
    bets = act(bets, 2, "call")
    assert allowed(bets, 0) == Allowed(5, None, opened=True)


def test_the_bet_of_a_seat_that_withdraws_must_still_be_matched() -> None:
    """Its chips stay in, and nothing of them is returned."""
    bets = withdraw(played((500,) * 3, "none", (0, "bet", 100)), 0)
    assert turn(bets) == 1
    assert allowed(bets, 1).call == 100
    bets = act(bets, 1, "fold")
    assert turn(bets) is None
    after, back = take_back(bets)
    assert back is None
    assert [(pot.chips, pot.seats) for pot in pots(after.paid, after.live)] == [
        (130, (2,))
    ]


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
