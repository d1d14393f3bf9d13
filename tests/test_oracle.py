"""The oracle satisfies every worked example of the rules."""

import json
from collections import Counter
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import betting, lamarckian, locus, poker, poker7

VECTORS = Path(__file__).parent / "vectors"
FILES = {path.stem: json.loads(path.read_text()) for path in VECTORS.glob("*.json")}
GRID = locus.start(6, 5, FILES["locus"]["grid"])


def each(file: str, part: str) -> pytest.MarkDecorator:
    """Parametrise a test by the entries of one part of a vector file."""
    entries = FILES[file][part]
    return pytest.mark.parametrize("case", entries, ids=[e["id"] for e in entries])


def test_each_worked_example_has_a_vector() -> None:
    """No example of the rules and no evaluation or betting case is left out."""
    entries = [
        entry
        for content in FILES.values()
        for part in content.values()
        if isinstance(part, list)
        for entry in part
        if isinstance(entry, dict)
    ]
    wanted = [f"L{i}" for i in range(1, 15)] + [f"V{i}" for i in range(1, 14)]
    wanted += [f"C-{i}" for i in range(1, 13)] + ["pots", "raise"]
    wanted += [f"E-{i:02}" for i in range(1, 16)] + [f"B-{i:02}" for i in range(1, 18)]
    assert set(wanted) - {entry["id"].split(".")[0] for entry in entries} == set()
    assert all(entry["note"] for entry in entries)


@pytest.mark.parametrize("name", FILES)
def test_ids_are_unique_within_a_part(name: str) -> None:
    """An id names one entry."""
    for part in FILES[name].values():
        if isinstance(part, list) and isinstance(part[0], dict):
            count = Counter(entry["id"] for entry in part)
            assert max(count.values()) == 1


@each("hand", "values")
def test_hand_value(case: dict[str, Any]) -> None:
    """A hand has the given value, by categories and by combinations."""
    assert poker.hand_value(case["cards"]) == tuple(case["value"])
    assert poker.hand_value_by_combinations(case["cards"]) == tuple(case["value"])


@each("hand", "wild")
def test_hand_value_wild(case: dict[str, Any]) -> None:
    """A hand with a wild has the given value."""
    assert poker.hand_value_wild(case["cards"]) == tuple(case["value"])
    assert poker.hand_value_wild_by_combinations(case["cards"]) == tuple(case["value"])


@each("hand", "chains")
def test_chain_of_hands(case: dict[str, Any]) -> None:
    """Each hand is stronger than the one before it."""
    for weak, strong in pairwise(case["hands"]):
        assert poker.hand_value(weak) < poker.hand_value(strong)
        assert poker.hand_value_with_suit(weak) < poker.hand_value_with_suit(strong)


@each("hand", "invalid")
def test_invalid_hand(case: dict[str, Any]) -> None:
    """A wrong spelling or a repeated card has no value."""
    for value in (poker.hand_value, poker.hand_value_wild):
        with pytest.raises(ValueError, match="card"):
            value(case["cards"])


@each("locus", "checks")
def test_locus_check(case: dict[str, Any]) -> None:
    """Selecting a cell gives the hand and bonus points, and place gives their sum."""
    owner, face_up = list(GRID.owner), list(GRID.face_up)
    for row, col, seat, face in case["played"]:
        owner[GRID.cell(row, col)] = seat
        face_up[GRID.cell(row, col)] = face == "up"
    pos = locus.Position(6, 5, GRID.grid, tuple(owner), tuple(face_up))
    (row, col), seat, up = case["select"], case["seat"], case["face"] == "up"
    assert locus.hand_points(pos, row, col, up) == case["hand"]
    assert locus.bonus_points(pos, row, col, seat) == case["bonus"]
    after, points = locus.place(pos, seat, row, col, up)
    assert points == case["hand"] + case["bonus"]
    assert after.owner[pos.cell(row, col)] == seat
    assert after.face_up[pos.cell(row, col)] == up
    with pytest.raises(ValueError, match="already played"):
        locus.place(after, 1 - seat, row, col, up)


@each("locus", "areas")
def test_locus_area(case: dict[str, Any]) -> None:
    """These cards, with or without a wild, give the points."""
    assert locus.cards_points(case["cards"], case["wild"]) == case["points"]


@each("locus", "totals")
def test_locus_totals(case: dict[str, Any]) -> None:
    """The totals and the komi give the winner."""
    won = locus.winner(case["totals"], case["komi"], case["second"])
    assert won == case["winner"]


@pytest.mark.parametrize("size", FILES["locus"]["sizes"])
def test_locus_sizes(size: list[int]) -> None:
    """Each seat has half the cells in chips, and the rest of the deck stays out."""
    cols, rows, chips, rest = size
    pos = locus.start(cols, rows, poker.DECK[: cols * rows])
    assert locus.chips_left(pos, 0) == locus.chips_left(pos, 1) == chips
    assert len(poker.DECK) - cols * rows == rest


@each("lamarckian", "rounds")
def test_lamarckian_round(case: dict[str, Any]) -> None:
    """A round resolves in the given order, with the given captures and hands."""
    marks = dict(enumerate(case["marks"]))
    order, captures, after, left = lamarckian.resolve_round(
        case["hands"], case["pool"], marks
    )
    assert order == case["order"]
    assert [set(taken) for taken in captures] == [set(c) for c in case["captures"]]
    assert [sorted(hand) for hand in after] == [sorted(h) for h in case["after"]]
    assert sorted(left) == sorted(case["discard"])
    early = lamarckian.early_winners({seat for seat in marks if after[seat]})
    assert early == (None if case["winners"] is None else set(case["winners"]))


@pytest.mark.parametrize("n", range(2, 7))
def test_lamarckian_round_counts(n: int) -> None:
    """What four cards each leave of the deck makes the given number of pools."""
    assert (52 - 4 * n) / 4 == FILES["lamarckian"]["round_counts"][str(n)]


@each("lamarckian", "showdowns")
def test_lamarckian_showdown(case: dict[str, Any]) -> None:
    """The same hands win wherever they sit."""
    seats = range(len(case["hands"]))
    for seating in permutations(seats):
        hands = {seat: case["hands"][i] for seat, i in zip(seats, seating, strict=True)}
        by_suit = lamarckian.showdown(hands)
        split = lamarckian.showdown(hands, "split")
        assert {seating[seat] for seat in by_suit} == set(case["suits"])
        assert {seating[seat] for seat in split} == set(case["split"])


@each("poker7", "matches")
def test_poker7_match(case: dict[str, Any]) -> None:
    """Sizes, straights and the order of the hands are as given, and all differ."""
    values = [poker7.seven_value(case["common"] + own) for own in case["hands"]]
    for value, sizes, straights in zip(
        values, case["sizes"], case["straights"], strict=True
    ):
        assert sizes is None or value[0] == tuple(sizes)
        assert straights is None or value[1] == tuple(straights)
    assert sorted(range(len(values)), key=lambda s: values[s])[::-1] == case["order"]
    assert len(set(values)) == len(values)


@each("poker7", "chains")
def test_poker7_chain(case: dict[str, Any]) -> None:
    """Each whole hand is stronger than the one before it."""
    values = [poker7.seven_value(cards) for cards in case["hands"]]
    assert [value[0] for value in values] == [tuple(sizes) for sizes in case["sizes"]]
    assert all(weak < strong for weak, strong in pairwise(values))


@each("poker7", "singles")
def test_poker7_single(case: dict[str, Any]) -> None:
    """The best partition has the given sizes."""
    assert poker7.seven_value(case["cards"])[0] == tuple(case["sizes"])


@each("poker7", "invalid")
def test_poker7_invalid(case: dict[str, Any]) -> None:
    """A wrong spelling, a repeated card or a wrong number of cards has no value."""
    with pytest.raises(ValueError, match="card"):
        poker7.seven_value(case["cards"])


@pytest.mark.parametrize("seating", list(permutations(range(4))))
def test_poker7_printed_example_in_every_seat(seating: tuple[int, ...]) -> None:
    """The best hand of the printed example takes the whole pot from any seat (E-11)."""
    case = FILES["poker7"]["matches"][0]
    values = {
        seat: poker7.seven_value(case["common"] + case["hands"][i])
        for seat, i in enumerate(seating)
    }
    payouts, _ = poker7.settle([10] * 4, set(), values, [1, 2, 3, 0])
    assert payouts == [40 if i == case["order"][0] else 0 for i in seating]


@each("betting", "settle")
def test_settle(case: dict[str, Any]) -> None:
    """Pots, the returned part and payouts are as given."""
    folded = set(case["folded"])
    values = {s: v for s, v in enumerate(case["values"]) if v is not None}
    payouts, pots = poker7.settle(case["contributions"], folded, values, case["order"])
    assert pots == [(chips, tuple(seats)) for chips, seats in case["pots"]]
    back = poker7.uncalled(case["contributions"], folded)
    assert back == (tuple(case["returned"]) if case["returned"] else None)
    assert payouts == case["payouts"]


def replay(case: dict[str, Any]) -> betting.Street:
    """The street of a vector after its actions."""
    actions = [(seat, kind, to) for seat, kind, to in case["actions"]]
    return betting.street(case["order"], case["stacks"], case["min_bet"], actions)


@each("betting", "streets")
def test_street(case: dict[str, Any]) -> None:
    """The seat to act and its legal moves are as given; others change nothing."""
    played = replay(case)
    seat = played.to_act()
    assert seat == case["to_act"]
    for kind, wanted in case.get("legal", {}).items():
        assert seat is not None
        found = getattr(played.legal(seat), kind.replace("raise", "raise_"))
        assert found == (tuple(wanted) if isinstance(wanted, list) else wanted)
    for kind, to in case.get("refused", []):
        assert seat is not None
        with pytest.raises(ValueError, match="not allowed"):
            played.act(seat, kind, to)
        assert played == replay(case)
    for kind, to, chips in case.get("accepted", []):
        assert seat is not None
        assert replay(case).act(seat, kind, to) == chips
    for text, wanted in case.get("timeout", {}).items():
        assert betting.on_timeout(played, int(text)) == wanted
    if "over" in case:
        assert betting.is_over(played) == case["over"]


@each("betting", "antes")
def test_antes(case: dict[str, Any]) -> None:
    """Antes leave the stacks and make the pot."""
    stacks = case["stacks"]
    paid = betting.post_antes(stacks, case["ante"])
    after = [stack - ante for stack, ante in zip(stacks, paid, strict=True)]
    dealt = [seat for seat, ante in enumerate(paid) if ante]
    assert after == case["after"]
    assert sum(paid) == case["pot"]
    assert dealt == case["dealt"]
    assert [seat for seat in dealt if after[seat] == 0] == case["all_in"]


@each("betting", "first")
def test_first_to_act(case: dict[str, Any]) -> None:
    """The live seats act clockwise from the left of the button."""
    assert betting.clockwise(case["live"], case["button"]) == case["order"]


@each("betting", "buttons")
def test_next_button(case: dict[str, Any]) -> None:
    """The button goes to the next seat with chips."""
    with_chips = [seat for seat, stack in enumerate(case["stacks"]) if stack]
    assert betting.clockwise(with_chips, case["button"])[0] == case["next"]
