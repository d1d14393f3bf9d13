"""Poker7: the value of seven cards over all partitions, and the settling of pots."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

FIGURES = "PNBRQJ"
"""Pawn 1, knight 2, bishop 3, rook 4, queen 5, joker 6."""

DECK: tuple[str, ...] = tuple(f + c for c in "123456789" for f in FIGURES)
COLOUR_GROUP = 7
"""Stands above the figures 1..6 in the hierarchy of groups."""

MIN_STRAIGHT = 2
"""The smallest group that may count as a straight."""

Card = tuple[int, int]
"""Figure 1..6 and colour 1..9."""

Group = frozenset[Card]
Identity = tuple[int, ...]
Value = tuple[tuple[int, ...], tuple[int, ...], tuple[Identity, ...]]
"""Sizes, straight flags and identities of the groups; the larger tuple wins."""

Pot = tuple[int, tuple[int, ...]]
"""Chips, and the seats that may win them in ascending order."""


def parse(cards: Sequence[str]) -> Group:
    """Read card texts; refuse any other spelling and any card given twice."""
    for text in cards:
        if text not in DECK:
            raise ValueError(f"not a card: {text!r}")
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card twice: {list(cards)}")
    return frozenset((FIGURES.index(text[0]) + 1, int(text[1])) for text in cards)


def whole_groups(cards: Group) -> list[Group]:
    """All cards of a figure, for each figure, and all of a colour, for each colour."""
    figures = [frozenset(c for c in cards if c[0] == f) for f in range(1, 7)]
    colours = [frozenset(c for c in cards if c[1] == n) for n in range(1, 10)]
    return [group for group in figures + colours if group]


def partitions(cards: Group) -> Iterator[list[Group]]:
    """Every way of taking a whole group of maximal size until no card is left."""
    if not cards:
        yield []
        return
    groups = whole_groups(cards)
    largest = max(len(group) for group in groups)
    if largest == 1:
        yield [frozenset({card}) for card in cards]
        return
    for group in groups:
        if len(group) == largest:
            for rest in partitions(cards - group):
                yield [group, *rest]


def is_colour_group(group: Group) -> bool:
    """Whether these two or more cards share their colour, not their figure."""
    return len(group) >= 2 and len({colour for _, colour in group}) == 1


def is_straight(group: Group) -> bool:
    """Whether all figures of a colour, or all colours of a figure, are consecutive."""
    if len(group) < MIN_STRAIGHT:
        return False
    axis = 0 if is_colour_group(group) else 1
    numbers = sorted(card[axis] for card in group)
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def identity(group: Group) -> Identity:
    """Colour: 7, its number, figures; figure: its number, colours; single: both."""
    figure, colour = max(group)
    if is_colour_group(group):
        return (COLOUR_GROUP, colour, *sorted((f for f, _ in group), reverse=True))
    return (figure, *sorted((c for _, c in group), reverse=True))


def key(groups: list[Group]) -> Value:
    """A partition's key: the largest first, straights before others, then identity."""
    rows = [(len(group), int(is_straight(group)), identity(group)) for group in groups]
    rows.sort(reverse=True)
    sizes = tuple(row[0] for row in rows)
    straights = tuple(row[1] for row in rows)
    return sizes, straights, tuple(row[2] for row in rows)


def seven_value(cards: Sequence[str]) -> Value:
    """Value of seven distinct cards: the best key of all their partitions."""
    if len(cards) != 7:
        raise ValueError("a hand has seven cards")
    return max(key(groups) for groups in partitions(parse(cards)))


def layers(contributions: Sequence[int]) -> Iterator[tuple[int, set[int]]]:
    """The chips in horizontal slices from the bottom: height, and who paid it."""
    floor = 0
    for level in sorted(set(contributions) - {0}):
        yield level - floor, {s for s, c in enumerate(contributions) if c >= level}
        floor = level


def uncalled(contributions: Sequence[int], folded: set[int]) -> tuple[int, int] | None:
    """Seat and chips of the part that nobody else matched; a folded seat has none."""
    for height, payers in layers(contributions):
        if len(payers) == 1 and not payers & folded:
            return next(iter(payers)), height
    return None


def pots_of(contributions: Sequence[int], folded: set[int]) -> list[Pot]:
    """Main pot first; folded chips stay in, and the uncalled part is left out.

    A slice paid by folded seats alone goes to the pot below it.
    """
    live = {seat for seat, paid in enumerate(contributions) if paid} - folded
    if not live:
        raise ValueError("somebody must be left to win the chips")
    pots: list[Pot] = []
    for height, payers in layers(contributions):
        if len(payers) == 1 and not payers & folded:
            continue
        eligible = tuple(sorted(payers & live))
        if pots and eligible in ((), pots[-1][1]):
            chips, eligible = pots.pop()
        else:
            chips = 0
        pots.append((chips + height * len(payers), eligible))
    return pots


def settle(
    contributions: Sequence[int],
    folded: set[int],
    values: Mapping[int, Any],
    order: Sequence[int],
) -> tuple[list[int], list[Pot]]:
    """Payouts by seat, uncalled part included, and the pots they come from.

    `values` maps seats to anything whose larger is better (no value is looked at in
    a pot that one seat alone may win); `order` lists the seats clockwise from the
    left of the button, the first of which get the odd chips.
    """
    payouts = [0] * len(contributions)
    back = uncalled(contributions, folded)
    if back:
        payouts[back[0]] += back[1]
    pots = pots_of(contributions, folded)
    for chips, eligible in pots:
        winners = best_seats(eligible, values)
        for seat in winners:
            payouts[seat] += chips // len(winners)
        clockwise = [seat for seat in order if seat in winners]
        for seat in clockwise[: chips % len(winners)]:
            payouts[seat] += 1
    if sum(payouts) != sum(contributions):
        raise AssertionError("chips were lost or made")
    return payouts, pots


def best_seats(eligible: Sequence[int], values: Mapping[int, Any]) -> list[int]:
    """The seats that share a pot."""
    if len(eligible) == 1:
        return list(eligible)
    best = max(values[seat] for seat in eligible)
    return [seat for seat in eligible if values[seat] == best]
