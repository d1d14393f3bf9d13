"""The betting of one poker hand: antes, streets, limits and pots; it knows no cards.

Seats are numbered clockwise; chips are integers. `Bets` is a value: every function
returns a new one, and trusts its caller to act only as `allowed` says.

Limits. Each street has a unit, the least bet; a bet or raise is full when it adds at
least the last full one, at first the unit.
  none   any full bet or raise up to the whole stack.
  pot    at most the pot after a call: the bet to call, all chips paid so far in the
         hand (antes and this street included) and the chips of the call itself.
  fixed  exactly one unit; at most four on a street, the bet included, also heads-up.
A stack that reaches beyond the call but not to the least raise may go all-in. Such a
short raise counts in no limit's step or number, and a seat that has acted may raise
again only when what it owes has come to a full raise, by one raise or several.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from service.games.base import Seat, Span, Value

Limit = Literal["none", "pot", "fixed"]
Action = Literal["fold", "check", "call", "bet", "raise"]

MOST_UNITS = 4
"""Full bets and raises of one street under the fixed limit."""


class Bets(Value, frozen=True, array_like=True):
    """The chips of a hand; the tuples of chips go by seat."""

    limit: Limit
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    """Paid into the hand so far: antes, earlier streets and this one."""
    front: tuple[int, ...]
    """Paid on this street."""
    live: tuple[Seat, ...]
    """Seats that have not folded, clockwise from the left of the button."""
    acted: tuple[Seat, ...] = ()
    """Seats that have acted on this street, the last one last."""
    unit: int = 0
    """The least bet of this street."""
    step: int = 0
    """The last full bet or raise of this street, its unit before any."""
    raises: int = 0
    """Full bets and raises of this street."""

    @property
    def to_match(self) -> int:
        """The total of the street that stays in: a folded seat's bet still counts."""
        return max(self.front)

    @property
    def pot(self) -> int:
        """All chips paid in."""
        return sum(self.paid)

    def owes(self, seat: Seat) -> int:
        """Return what a seat must add to stay in, were its stack large enough."""
        return self.to_match - self.front[seat]


class Allowed(Value, frozen=True):
    """What the seat to act may do besides folding."""

    call: int
    """Chips that a call takes, the whole stack at most; 0 is a check."""
    to: Span | None
    """Totals of the street to which it may bet or raise."""
    opened: bool
    """Whether there is a bet, so that more is a raise."""


class Pot(Value, frozen=True):
    """Chips, and the seats that may win them, clockwise from left of the button."""

    chips: int
    seats: tuple[Seat, ...]


class Payment(Value, frozen=True):
    """Chips of one seat."""

    seat: Seat
    chips: int


def clockwise(seats: Iterable[Seat], start: Seat, table: int) -> tuple[Seat, ...]:
    """Return seats in order from the left of `start`, `start` itself last."""
    return tuple(sorted(seats, key=lambda seat: (seat - start - 1) % table))


def post(
    stacks: Sequence[int], seats: tuple[Seat, ...], ante: int, limit: Limit
) -> Bets:
    """Begin a hand: the seats, given clockwise, pay the ante or all that they have."""
    before = Bets(limit, tuple(stacks), (0,) * len(stacks), (0,) * len(stacks), seats)
    for seat in seats:
        before = _pay(before, seat, min(ante, before.stacks[seat]))
    return replace(before, front=(0,) * len(stacks))


def open_street(bets: Bets, unit: int) -> Bets:
    """Begin a street, with nothing in front of anyone."""
    nothing = (0,) * len(bets.stacks)
    return replace(bets, front=nothing, acted=(), unit=unit, step=unit, raises=0)


def turn(bets: Bets) -> Seat | None:
    """Return the seat to act, or None when the street is over.

    The first live seat from the left of the button opens. All-in seats do not act,
    and a seat alone with chips acts only if it owes some.
    """
    able = [seat for seat in bets.live if bets.stacks[seat]]
    if len(bets.live) < 2 or (len(able) < 2 and not any(map(bets.owes, able))):
        return None
    if bets.acted:
        able = list(clockwise(able, bets.acted[-1], len(bets.stacks)))
    for seat in able:
        if bets.owes(seat) or seat not in bets.acted:
            return seat
    return None


def allowed(bets: Bets, seat: Seat) -> Allowed:
    """Return what the seat to act may do besides folding."""
    owes, stack = bets.owes(seat), bets.stacks[seat]
    answered = any(bets.stacks[other] for other in bets.live if other != seat)
    reopened = seat not in bets.acted or owes >= bets.step
    capped = bets.limit == "fixed" and bets.raises >= MOST_UNITS
    more = stack > owes and answered and reopened and not capped
    return Allowed(
        call=min(owes, stack),
        to=_totals(bets, seat) if more else None,
        opened=bets.to_match > 0,
    )


def act(bets: Bets, seat: Seat, action: Action, to: int = 0) -> Bets:
    """Return the hand after an action; `to` is the total of a bet or raise."""
    if action == "fold":
        return _note(withdraw(bets, seat), seat)
    if action in ("check", "call"):
        return _note(_pay(bets, seat, min(bets.owes(seat), bets.stacks[seat])), seat)
    more = to - bets.to_match
    after = _pay(bets, seat, to - bets.front[seat])
    if more >= bets.step:
        after = replace(after, step=more, raises=bets.raises + 1)
    return _note(after, seat)


def withdraw(bets: Bets, seat: Seat) -> Bets:
    """Return the hand with a seat folded, whoever's turn it is; its chips stay in."""
    return replace(bets, live=tuple(other for other in bets.live if other != seat))


def take_back(bets: Bets) -> tuple[Bets, Payment | None]:
    """Return the hand without the part of a live seat's chips that nobody matched."""
    second, most = sorted(bets.paid)[-2:]
    seat = bets.paid.index(most)
    if second == most or seat not in bets.live:
        return bets, None
    back = Payment(seat, most - second)
    after = replace(
        bets,
        stacks=_plus(bets.stacks, seat, back.chips),
        paid=_plus(bets.paid, seat, -back.chips),
        front=_plus(bets.front, seat, -min(back.chips, bets.front[seat])),
    )
    return after, back


def pots(paid: Sequence[int], live: Sequence[Seat]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, each with the live seats that paid it.

    Chips of folded seats stay in; those above all live seats' go to the last pot.
    """
    made: list[Pot] = []
    floor = 0
    for level in sorted(set(paid) - {0}):
        payers = {seat for seat, chips in enumerate(paid) if chips >= level}
        chips = (level - floor) * len(payers)
        seats = tuple(seat for seat in live if seat in payers)
        if made and seats in ((), made[-1].seats):
            made[-1] = Pot(made[-1].chips + chips, made[-1].seats)
        else:
            made.append(Pot(chips, seats))
        floor = level
    return tuple(made)


def share(pot: Pot, ranks: Mapping[Seat, int]) -> tuple[Payment, ...]:
    """Return what each winner of a pot gets; the highest rank wins.

    A lone seat needs no rank. Odd chips go one each to the first winners clockwise
    from the left of the button.
    """
    winners = pot.seats
    if len(winners) > 1:
        best = max(ranks[seat] for seat in winners)
        winners = tuple(seat for seat in winners if ranks[seat] == best)
    each, odd = divmod(pot.chips, len(winners))
    return tuple(Payment(seat, each + (i < odd)) for i, seat in enumerate(winners))


def pay_out(bets: Bets, payments: Iterable[Payment]) -> Bets:
    """Return the hand with its pot paid out."""
    stacks = bets.stacks
    for payment in payments:
        stacks = _plus(stacks, payment.seat, payment.chips)
    nothing = (0,) * len(stacks)
    return replace(bets, stacks=stacks, paid=nothing, front=nothing)


def _totals(bets: Bets, seat: Seat) -> Span:
    least = bets.to_match + bets.step
    all_in = bets.front[seat] + bets.stacks[seat]
    most = all_in
    if bets.limit == "fixed":
        most = least
    elif bets.limit == "pot":
        most = max(least, bets.to_match + bets.pot + bets.owes(seat))
    return Span(min(least, all_in), min(most, all_in))


def _pay(bets: Bets, seat: Seat, chips: int) -> Bets:
    return replace(
        bets,
        stacks=_plus(bets.stacks, seat, -chips),
        paid=_plus(bets.paid, seat, chips),
        front=_plus(bets.front, seat, chips),
    )


def _note(bets: Bets, seat: Seat) -> Bets:
    others = tuple(other for other in bets.acted if other != seat)
    return replace(bets, acted=(*others, seat))


def _plus(chips: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*chips[:seat], chips[seat] + more, *chips[seat + 1 :])
