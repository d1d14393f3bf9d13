"""One no-limit betting street of Poker7, replayed from its first action."""

from collections.abc import Sequence
from dataclasses import dataclass, field

Action = tuple[int, str, int | None]
"""Seat, what it does, and for a bet or raise the seat's total in this street."""


@dataclass
class Legal:
    """What the seat to act may do: chips to call; totals to bet or raise to."""

    check: bool
    call: int | None
    bet: tuple[int, int] | None
    raise_: tuple[int, int] | None


@dataclass
class Street:
    """The chips of a street so far; `order` starts at the left of the button."""

    order: list[int]
    stacks: list[int]
    min_bet: int
    folded: set[int] = field(default_factory=set)
    in_front: dict[int, int] = field(default_factory=dict)
    acted: list[int] = field(default_factory=list)
    current: int = 0
    full_raise: int = 0

    def to_act(self) -> int | None:
        """The seat to act, or None when the street is over."""
        live = [seat for seat in self.order if seat not in self.folded]
        able = [seat for seat in live if self.stacks[seat] > 0]
        if len(live) == 1:
            return None
        if len(able) <= 1 and not any(self.owes(seat) for seat in able):
            return None
        start = self.order.index(self.acted[-1]) + 1 if self.acted else 0
        for seat in self.order[start:] + self.order[:start]:
            if seat in able and (self.owes(seat) or seat not in self.acted):
                return seat
        return None

    def owes(self, seat: int) -> int:
        """Chips missing to the current bet."""
        return self.current - self.in_front[seat]

    def legal(self, seat: int) -> Legal:
        """What the seat may do besides folding."""
        owes, stack = self.owes(seat), self.stacks[seat]
        most = self.in_front[seat] + stack
        others = [s for s in self.order if s != seat and s not in self.folded]
        answered = any(self.stacks[s] > 0 for s in others)
        reopened = seat not in self.acted or owes >= self.full_raise
        totals = None
        if stack > owes and answered and reopened:
            totals = (min(self.current + self.full_raise, most), most)
        opened = self.current > 0
        return Legal(
            check=owes == 0,
            call=min(owes, stack) if owes else None,
            bet=None if opened else totals,
            raise_=totals if opened else None,
        )

    def act(self, seat: int, kind: str, to: int | None) -> int:
        """Do it and return the chips it took; ValueError if it is not allowed."""
        if seat != self.to_act():
            raise ValueError("not to act")
        legal = self.legal(seat)
        chips = 0
        if kind == "fold":
            self.folded.add(seat)
        elif kind == "check" and legal.check:
            pass
        elif kind == "call" and legal.call is not None:
            chips = legal.call
        else:
            totals = {"bet": legal.bet, "raise": legal.raise_}.get(kind)
            if totals is None or to is None or not totals[0] <= to <= totals[1]:
                raise ValueError(f"not allowed: {kind} {to}")
            chips = to - self.in_front[seat]
            self.full_raise = max(self.full_raise, to - self.current)
            self.current = to
        self.stacks[seat] -= chips
        self.in_front[seat] += chips
        self.acted.append(seat)
        return chips


def street(
    order: Sequence[int], stacks: Sequence[int], min_bet: int, actions: Sequence[Action]
) -> Street:
    """The street after these actions."""
    played = Street(list(order), list(stacks), min_bet, full_raise=min_bet)
    played.in_front = dict.fromkeys(order, 0)
    for seat, kind, to in actions:
        played.act(seat, kind, to)
    return played


def on_timeout(played: Street, seat: int) -> str | None:
    """What a run-out clock does: check or fold; None for a seat not to act."""
    if seat != played.to_act():
        return None
    return "check" if played.legal(seat).check else "fold"


def post_antes(stacks: Sequence[int], ante: int) -> list[int]:
    """What each seat pays: the ante, or all it has; nothing without chips."""
    return [min(stack, ante) for stack in stacks]


def clockwise(seats: Sequence[int], button: int) -> list[int]:
    """The seats in order from the left of the button, the button last."""
    after = [seat for seat in sorted(seats) if seat > button]
    return after + [seat for seat in sorted(seats) if seat <= button]


def is_over(played: Street) -> bool:
    """Whether no later street of the hand can have betting either."""
    live = [seat for seat in played.order if seat not in played.folded]
    able = [seat for seat in live if played.stacks[seat] > 0]
    return played.to_act() is None and (len(live) == 1 or len(able) <= 1)
