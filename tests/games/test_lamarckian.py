"""Lamarckian Poker: the worked examples, and whole matches against the oracle."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.core import cards_mask
from service.games.base import IllegalMove, MatchOver, NotYourTurn, Result
from service.games.cards import FRENCH
from service.games.lamarckian import Mark, Matches
from service.games.lamarckian_events import (
    Discarded,
    Extinct,
    HandDealt,
    Marked,
    PoolDealt,
    Resolved,
    Revealed,
    Withdrawn,
)
from service.games.lamarckian_state import LamarckianOptions, LamarckianState
from service.games.showdown import PokerShowdown, Ties, showdown
from tests.cards import mask
from tests.games.lamarckian import DECKS, GAME, mark, position, random_match
from tests.oracle import lamarckian as oracle

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "lamarckian.json").read_text()
)
MATCHES, MATCHES_FULL = 2_000, 20_000
"""Random matches for each number of seats, by default and with --full."""


def hand(cards: str) -> int:
    """The set of some cards, given with spaces between."""
    return mask(cards.split())


def each(part: str) -> pytest.MarkDecorator:
    """One test per worked example, under the example's name."""
    entries = VECTORS[part]
    return pytest.mark.parametrize("case", entries, ids=[e["id"] for e in entries])


# Worked examples: L1 to L6 are rounds, L7 to L14 and E-01 to E-08 showdowns.


@each("rounds")
def test_a_round_goes_as_in_the_example(case: dict[str, Any]) -> None:
    state = position(case["hands"], case["pool"])
    done = mark(state, dict(enumerate(case["marks"])))
    resolved = [event for event in done.heard(None) if isinstance(event, Resolved)]
    assert [event.seat for event in resolved] == case["order"]
    assert [set(event.captured) for event in resolved] == list(
        map(set, case["captures"])
    )
    assert done.state.hands == tuple(map(mask, case["after"]))
    assert set(resolved[-1].pool) == set(case["discard"])
    result = GAME.result(done.state)
    assert (None if result is None else list(result.winners)) == case["winners"]


@each("showdowns")
@pytest.mark.parametrize("ties", ["suits", "split"])
def test_a_showdown_is_won_as_in_the_example(case: dict[str, Any], ties: Ties) -> None:
    seats = range(len(case["hands"]))
    for seating in permutations(seats):
        state = position([case["hands"][i] for i in seating], ties=ties)
        winners = tuple(seat for seat in seats if seating[seat] in case[ties])
        assert GAME.result(state) == Result(winners, "showdown")


def test_e04_the_best_two_of_three_pairs_count() -> None:
    hands = {0: hand("7c 5s 4d 8s 4h 7d 8c"), 1: hand("2c")}
    best = showdown(hands, "suits").hands[0]
    assert (best.category, best.ranks) == ("two_pair", ("8", "7", "5"))
    assert best.best == ("8s", "8c", "7d", "7c", "5s")


@pytest.mark.parametrize(
    "card", ["10s", "TS", "ts ", "1s", "", None, ["Ts"], "Tss", "T", "Ts\n", 8]
)
def test_e13_another_spelling_of_a_card_is_no_move(card: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "mark", "card": card}, Mark)


def test_a4_of_more_than_five_cards_the_highest_suits_are_named() -> None:
    hands = {0: hand("9s 9h 9d 9c As Ad 2c"), 1: hand("2d")}
    assert showdown(hands, "suits").hands[0].best == ("9s", "9h", "9d", "9c", "As")


def test_a5_in_a_wheel_the_suit_of_the_five_decides() -> None:
    hands = {0: hand("As 2d 3d 4d 5c"), 1: hand("Ad 2c 3c 4c 5h")}
    shown = showdown(hands, "suits")
    assert shown.winners == (1,)
    assert shown.why == "straight, five high: hearts beat clubs"


# The deal and the course of a round (rules 1-7, 9).


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_seat_is_told_its_four_cards_and_all_are_told_the_pool(seats: int) -> None:
    deck = tuple(reversed(range(52)))
    step = GAME.setup(seats, LamarckianOptions(), lambda deal: deck)
    for seat in range(seats):
        hand, pool = (t.event for t in step.events if t.heard_by(seat))
        assert isinstance(hand, HandDealt)
        assert set(hand.cards) == {FRENCH[c] for c in deck[4 * seat : 4 * seat + 4]}
        assert pool == PoolDealt(
            round=1,
            pool=tuple(FRENCH[c] for c in deck[4 * seats : 4 * seats + 4]),
            hand_sizes=(4,) * seats,
            deck_count=48 - 4 * seats,
        )
    assert [t.event for t in step.events if t.heard_by(None)] == [pool]


def test_seats_mark_in_any_order_and_the_last_mark_resolves_the_round() -> None:
    hands = [["As", "2c"], ["Tc", "2d"], ["9h", "2h"]]
    state = position(hands, ["Ah", "Qc", "9s", "5h"])
    assert GAME.to_move(state) == {0, 1, 2}
    state = mark(state, {2: "9h", 0: "As"}).state
    assert GAME.to_move(state) == {1}
    kinds = [type(event) for event in mark(state, {1: "Tc"}).heard(0)]
    rest = [Revealed, Resolved, Resolved, Resolved, Discarded, PoolDealt]
    assert kinds == [Marked, *rest]


def test_the_pool_is_shown_after_each_mark_in_the_order_in_which_it_lies() -> None:
    hands = [["7c"], ["7d"], ["7h"], ["7s"]]
    done = mark(
        position(hands, ["8c", "8d", "3h", "Ks"]),
        {0: "7c", 1: "7d", 2: "7h", 3: "7s"},
    )
    resolved = [e for e in done.heard(None) if isinstance(e, Resolved)]
    assert [e.pool for e in resolved] == [
        ("8c", "8d", "3h", "7s"),
        ("8c", "8d", "7h"),
        ("8c", "7d"),
        ("7c",),
    ]
    assert resolved[1].captured == ("7s", "3h")


def test_every_card_of_the_hand_is_legal_and_shows_what_it_matches() -> None:
    state = position([["Qs", "2h", "4d"], ["Kd"]], ["Qh", "2s", "9c", "3c"])
    assert [(c.move.card, c.earns) for c in GAME.legal_moves(state, 0)] == [
        ("Qs", Matches(("Qh", "2s"))),
        ("4d", Matches(())),
        ("2h", Matches(("Qh", "2s"))),
    ]


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_ones_that_are() -> None:
    state = position([["As"], ["Qs", "2c"]], ["Ah", "Qc", "9s", "5h"])
    with pytest.raises(IllegalMove, match=r"^As is not in your hand\.$") as refused:
        GAME.apply(state, 1, Mark("As"), DECKS)
    assert [choice.move.card for choice in refused.value.choices] == ["Qs", "2c"]


def test_a11_a_mark_that_is_down_cannot_be_changed() -> None:
    state = position([["As", "2c"], ["Qs"], ["3d"]], ["Ah", "Qc", "9s", "5h"])
    state = mark(state, {0: "As"}).state
    assert GAME.legal_moves(state, 0) == ()
    with pytest.raises(NotYourTurn, match="waiting for seat 1, 2"):
        GAME.apply(state, 0, Mark("2c"), DECKS)


def test_a6_extinction_is_recorded_when_the_round_ends() -> None:
    state = position([["2h", "9c"], ["As"], ["3c"]], ["2d", "3d", "4d", "6d"])
    done = mark(state, {0: "2h", 1: "As", 2: "3c"})
    kinds = [type(event) for event in done.heard(None)]
    assert kinds[-3:] == [Extinct, Discarded, PoolDealt]
    assert Extinct(seat=1, round=1) in done.heard(None)
    view = GAME.view(done.state, None)
    assert [player.extinct for player in view.players] == [None, 1, None]
    assert view.history[0].extinct == (1,)
    with pytest.raises(NotYourTurn):
        GAME.apply(done.state, 1, Mark("As"), DECKS)


def test_a7_the_mark_of_a_seat_that_goes_extinct_can_be_captured() -> None:
    state = position([["Kh"], ["Qh"], ["2s"]], ["2c", "3c", "4c", "6d"])
    done = mark(state, {0: "Kh", 1: "Qh", 2: "2s"})
    assert done.state.out == (1, 0, 0)
    assert done.state.hands[1:] == (mask(["Kh"]), mask(["2c"]))


def test_a8_nobody_wins_when_all_go_extinct_at_once() -> None:
    state = position([["Kh"], ["Qd"]], ["2c", "3c", "4c", "6c"])
    done = mark(state, {0: "Kh", 1: "Qd"}).state
    assert GAME.result(done) == Result((), "all_extinct")
    assert done.deck


def test_a9_the_last_survivor_wins_at_once_and_shows_no_card() -> None:
    state = position([["Kh"], ["Qh"]], ["2c", "3c", "4c", "6d"])
    done = mark(state, {0: "Kh", 1: "Qh"})
    assert GAME.result(done.state) == Result((1,), "last_survivor")
    assert type(done.heard(None)[-1]) is Discarded
    assert done.state.deck
    view = GAME.view(done.state, 0)
    assert (view.phase, view.pool, view.showdown) == ("over", (), None)
    assert view.players[1].hand is None


def test_a10_a_seat_that_goes_extinct_in_the_last_round_is_not_in_the_showdown() -> (
    None
):
    hands = [["2h", "9c"], ["As"], ["3c", "3s"]]
    state = position(hands, ["2d", "3d", "4d", "6d"], last=True)
    done = mark(state, {0: "2h", 1: "As", 2: "3c"})
    shown = done.heard(None)[-1]
    assert isinstance(shown, PokerShowdown)
    assert [hand.seat for hand in shown.hands] == [0, 2]
    assert GAME.result(done.state) == Result((2,), "showdown")


def test_a10_one_who_is_left_after_the_last_round_wins_without_a_showdown() -> None:
    state = position([["2h", "9c"], ["As"]], ["2d", "3d", "4d", "6d"], last=True)
    done = mark(state, {0: "2h", 1: "As"})
    assert GAME.result(done.state) == Result((0,), "last_survivor")
    assert type(done.heard(None)[-1]) is Discarded


def test_nobody_moves_when_the_match_is_over() -> None:
    state = random_match(3, seed=5).played.state
    assert GAME.to_move(state) == frozenset()
    for seat in range(3):
        with pytest.raises(MatchOver):
            GAME.apply(state, seat, Mark("As"), DECKS)
        with pytest.raises(MatchOver):
            GAME.resign(state, seat, DECKS)


# Seats that leave or are late (A15).


def test_a15_a_late_seat_marks_the_lowest_card_of_its_hand() -> None:
    pool = ["Ah", "Qc", "9s", "5h"]
    state = position([["As", "3c", "2s", "2d"], ["Kd"]], pool)
    assert GAME.on_timeout(state, 0) == Mark("2d")
    assert GAME.on_timeout(state, 1) == Mark("Kd")


def a_table() -> LamarckianState:
    hands = [["As", "2c"], ["Tc", "2d"], ["9h", "2h"]]
    return position(hands, ["Ah", "Qc", "9s", "5h"])


def test_a15_a_seat_that_resigns_is_out_and_its_cards_are_discarded() -> None:
    step = GAME.resign(a_table(), 1, DECKS)
    (told,) = step.events
    assert told.event == Withdrawn(seat=1, round=1, cards=("Tc", "2d"))
    assert told.audience is None
    assert GAME.to_move(step.state) == {0, 2}
    player = GAME.view(step.state, 0).players[1]
    assert (player.extinct, player.resigned, player.hand_size) == (1, True, 0)
    assert GAME.view(step.state, 0).discard[-2:] == ("Tc", "2d")
    with pytest.raises(NotYourTurn, match="out of the match"):
        GAME.resign(step.state, 1, DECKS)


def test_a15_a_mark_that_is_down_is_withdrawn_with_the_hand() -> None:
    state = mark(a_table(), {1: "Tc"}).state
    step = GAME.resign(state, 1, DECKS)
    assert [t.event for t in step.events] == [Withdrawn(1, 1, ("Tc", "2d"))]
    done = mark(step.state, {0: "As", 2: "9h"})
    assert [e.seat for e in done.heard(None) if isinstance(e, Resolved)] == [0, 2]
    cards = [card for zone in GAME.zones(done.state).values() for card in zone]
    assert sorted(cards) == list(range(52))


def test_a15_the_round_resolves_when_it_waited_only_for_the_seat_that_resigns() -> None:
    state = mark(a_table(), {0: "As", 2: "9h"}).state
    step = GAME.resign(state, 1, DECKS)
    kinds = [type(told.event) for told in step.events]
    assert kinds == [Withdrawn, Revealed, Resolved, Resolved, Discarded, PoolDealt]
    assert step.state.hands == (mask(["2c", "Ah", "9s"]), 0, mask(["2h", "5h"]))


def test_a15_the_one_who_stays_wins_and_keeps_a_mark_that_is_down() -> None:
    state = GAME.resign(mark(a_table(), {0: "As"}).state, 1, DECKS).state
    after = GAME.resign(state, 2, DECKS)
    assert GAME.result(after.state) == Result((0,), "last_survivor")
    assert [type(told.event) for told in after.events] == [Withdrawn]
    own = GAME.view(after.state, 0).players[0]
    assert (own.hand, own.mark, own.marked) == (("As", "2c"), None, False)
    assert GAME.view(after.state, 1).players[0].hand is None


# The showdown in words.


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ac Jd", "ace high"),
        ("6c 6d", "pair of sixes"),
        ("Kc Kd 6h 6s", "two pair, kings and sixes"),
        ("9c 9d 9h", "three of a kind, nines"),
        ("As 2d 3c 4h 5s", "straight, five high"),
        ("Ac Jc 9c 7c 2c", "flush, ace high"),
        ("Kc Kd Kh 4s 4c", "full house, kings over fours"),
        ("2c 2d 2h 2s", "four of a kind, twos"),
        ("9c 8c 7c 6c 5c", "straight flush, nine high"),
        ("Ac Kc Qc Jc Tc", "royal flush"),
    ],
)
def test_a_hand_is_named_in_words(cards: str, words: str) -> None:
    shown = showdown({3: hand(cards), 4: hand("3d")}, "suits")
    assert (shown.hands[0].seat, shown.hands[0].words) == (3, words)


@pytest.mark.parametrize(
    ("one", "other", "decided_by", "why"),
    [
        ("2c 2d", "Ac", "category", "pair of twos beats ace high"),
        ("3c 3d", "2c 2d Ah", "ranks", "pair of threes beats pair of twos"),
        ("3c 3d 5h", "3h 3s 4h", "kickers", "pair of threes: kicker five beats four"),
        ("3c 3d 2h", "3h 3s", "kickers", "pair of threes: kicker two beats none"),
        ("3s 3d", "3h 3c", "suit", "pair of threes: spades beat hearts"),
        ("Ac 2c", "Kc", "ranks", "ace high beats king high"),
        ("Ac 3c", "Ad 2c", "kickers", "ace high: kicker three beats two"),
    ],
)
def test_a_showdown_tells_what_decided_it(
    one: str, other: str, decided_by: str, why: str
) -> None:
    shown = showdown({0: hand(other), 1: hand(one)}, "suits")
    assert (shown.winners, shown.runner_up) == ((1,), 0)
    assert (shown.decided_by, shown.why) == (decided_by, why)


def test_a_shared_win_is_called_so() -> None:
    hands = {0: hand("2c"), 1: hand("As"), 2: hand("Ah")}
    shown = showdown(hands, "split")
    assert (shown.winners, shown.decided_by) == ((1, 2), "shared")
    assert (shown.runner_up, shown.why) == (None, "ace high, shared")
    assert showdown(hands, "suits").winners == (1,)


# Whole matches.


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_matches_go_as_the_oracle_plays_them(
    seats: int, full: bool, figure: Callable[[str], None]
) -> None:
    matches = MATCHES_FULL if full else MATCHES
    endings: Counter[str] = Counter()
    extinct = 0
    for seed in range(matches):
        state, ending = equal_to_oracle(seats, seed)
        endings[ending] += 1
        extinct += seats - len(state.living)
    assert endings["showdown"]
    assert extinct
    ends = ", ".join(f"{count:,} {end}" for end, count in sorted(endings.items()))
    figure(
        f"{matches:,} Lamarckian matches of {seats} equal the oracle's: {ends}; "
        f"{extinct:,} seats extinct"
    )


def equal_to_oracle(seats: int, seed: int) -> tuple[LamarckianState, str]:
    """Compare a random match with the oracle's, and return how it ended."""
    ties: Ties = "split" if seed % 4 < 2 else "suits"
    match = random_match(seats, seed, ties=ties)
    state = match.played.state
    marks = iter(sorted(match.marks.items()))  # the oracle asks round by round
    deck = [FRENCH[card] for card in match.deck]
    end = oracle.play(deck, seats, lambda seat, hand, pool: next(marks)[1], ties)
    assert GAME.result(state) == Result(tuple(sorted(end.winners)), end.ending)
    assert state.hands == tuple(map(mask, end.hands))
    assert state.out == tuple(end.extinct_in.get(seat, 0) for seat in range(seats))
    for played, expected in zip(state.rounds, end.rounds, strict=True):
        assert list(played.seats) == expected.order
        assert list(map(cards_mask, played.captured)) == list(
            map(mask, expected.captures)
        )
        assert cards_mask(played.pool_after(len(played.marks))) == mask(
            expected.discard
        )
    if len(state.living) > 1:
        assert len(state.rounds) == 13 - seats
    cards = [card for zone in GAME.zones(state).values() for card in zone]
    assert sorted(cards) == list(range(52))
    return state, end.ending
