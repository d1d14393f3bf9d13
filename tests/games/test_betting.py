"""The betting engine against worked cases, and its limits."""

import json
from pathlib import Path
from typing import Any

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
    if "over" in case:
        later = open_street(bets, case["min_bet"])
        assert (turn(later) is None) == case["over"]
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
