"""Lamarckian Poker keeps hands, deck and marks from those who may not know them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import msgspec
import pytest

from service.games.base import Event, IllegalMove, Seat
from service.games.cards import FRENCH
from service.games.lamarckian import Mark
from service.games.lamarckian_events import (
    Committed,
    HandDealt,
    Marked,
    Resolved,
    Withdrawn,
)
from service.games.lamarckian_state import LamarckianState
from service.games.showdown import PokerShowdown
from tests.games.lamarckian import DECKS, GAME, mark, position, random_match

TWINS, TWINS_FULL = 300, 3_000
WALKS = 1_000
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def cards_in(*shown: object) -> set[str]:
    """Every card that is written anywhere in what is shown."""
    return set(CARD.findall(msgspec.json.encode(shown).decode()))


def all_shown(state: LamarckianState, seat: Seat | None) -> list[object]:
    """All that a seat can ask for."""
    moves = () if seat is None else GAME.legal_moves(state, seat)
    return [GAME.view(state, seat), GAME.result(state), moves]


def test_s01_a_mark_that_is_down_is_shown_to_its_owner_alone() -> None:
    hands = [["Qs", "2c"], ["Tc", "2d"], ["9h", "2h"]]
    done = mark(position(hands, ["Ah", "Qc", "9s", "5h"]), {0: "Qs"})
    for seat in (1, 2, None):
        assert done.heard(seat) == [Marked(0)]
        assert "Qs" not in cards_in(done.heard(seat), *all_shown(done.state, seat))
        first = GAME.view(done.state, seat).players[0]
        assert (first.marked, first.mark, first.hand_size) == (True, None, 2)
    assert done.heard(0) == [Marked(0), Committed(0, "Qs")]
    assert GAME.view(done.state, 0).players[0].mark == "Qs"


def test_s04_a_spectator_sees_no_hand() -> None:
    state = random_match(4, seed=1, moves=14).played.state
    players = GAME.view(state, None).players
    assert [player.hand for player in players] == [None] * 4
    assert {player.hand_size for player in players} != {0}


def test_captured_cards_are_known_to_be_in_the_hand_until_they_are_played() -> None:
    state = position([["Ks", "2c"], ["Tc", "2d"]], ["Kh", "Qc", "9s", "5h"])
    state = mark(state, {0: "Ks", 1: "Tc"}).state
    players = GAME.view(state, None).players
    assert [player.known for player in players] == [("Kh", "9s"), ("Qc",)]
    state = mark(state, {0: "9s"}).state
    assert GAME.view(state, None).players[0].known == ("Kh", "9s")
    state = mark(state, {1: "2d"}).state
    assert "9s" not in GAME.view(state, None).players[0].known


@pytest.mark.parametrize("seats", range(2, 7))
def test_s02_no_view_has_a_card_that_its_seat_was_not_told_of(
    seats: int, figure: Callable[[str], None]
) -> None:
    rng = random.Random(seats)
    walks = WALKS // 5
    for seed in range(walks):
        played = random_match(
            seats, seed, moves=rng.randint(0, seats * (13 - seats))
        ).played
        for seat in [*range(seats), None]:
            told = cards_in(played.heard(seat))
            assert cards_in(*all_shown(played.state, seat)) <= told
    figure(f"{walks} Lamarckian positions of {seats}: no view has an untold card")


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_own_events_lead_to_the_own_hand(seats: int) -> None:
    for seed in range(40):
        played = random_match(seats, seed, moves=seed).played
        view = [GAME.view(played.state, seat) for seat in range(seats)]
        for seat in range(seats):
            hand: set[str] = set()
            for event in played.heard(seat):
                if isinstance(event, HandDealt):
                    hand |= set(event.cards)
                elif isinstance(event, Resolved) and event.seat == seat:
                    hand = hand - {event.mark} | set(event.captured)
            assert hand == set(view[seat].players[seat].hand or ())
        assert {type(told.event) for told in played.told} <= set(GAME.event_types)


def shuffler(rng: random.Random) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    return lambda cards: tuple(rng.sample(cards, len(cards)))


def answer(state: LamarckianState, seat: Seat, card: str) -> tuple[str, list[Event]]:
    """What a seat hears when it tries a mark that does not end the round."""
    try:
        step = GAME.apply(state, seat, Mark(card), DECKS)
    except IllegalMove as error:
        return f"{error} {msgspec.json.encode(error.choices)!r}", []
    return "", [told.event for told in step.events if told.heard_by(seat)]


@pytest.mark.parametrize("seats", range(2, 7))
def test_twins_are_the_same_to_the_byte_for_the_seat_that_cannot_tell_them(
    seats: int, full: bool, figure: Callable[[str], None]
) -> None:
    rng = random.Random(100 + seats)
    pairs = differing = 0
    for seed in range(TWINS_FULL if full else TWINS):
        state = random_match(
            seats, seed, moves=rng.randint(0, seats * (13 - seats))
        ).played.state
        for seat in [*range(seats), None]:
            twin = GAME.redeal(state, seat, shuffler(rng))
            same_to(seat, state, twin)
            same_when_others_go_on(seat, state, twin, rng)
            pairs, differing = pairs + 1, differing + (twin != state)
    assert differing > pairs / 2
    figure(f"{pairs:,} Lamarckian twins of {seats}, {differing:,} unlike: all alike")


def same_to(seat: Seat | None, one: LamarckianState, twin: LamarckianState) -> None:
    """Views, legal moves, results, refusals and events are equal."""
    shown = [msgspec.json.encode(all_shown(state, seat)) for state in (one, twin)]
    assert shown[0] == shown[1]
    if seat is None or len(one.waiting) < 2 or seat not in one.waiting:
        return
    for card in FRENCH:
        first, second = (answer(state, seat, card) for state in (one, twin))
        assert msgspec.json.encode(first) == msgspec.json.encode(second)


def same_when_others_go_on(
    seat: Seat | None, one: LamarckianState, twin: LamarckianState, rng: random.Random
) -> None:
    """Marks and a resignation of others look the same, until the round resolves."""
    others = [other for other in one.waiting if other != seat]
    if len(one.waiting) < 2 or not others:
        return
    other = rng.choice(others)
    after = []
    for state in (one, twin):
        card = rng.choice(GAME.legal_moves(state, other)).move.card
        done = mark(state, {other: card})
        after.append(
            msgspec.json.encode([done.heard(seat), all_shown(done.state, seat)])
        )
    assert after[0] == after[1]


def test_twins_have_other_hands_decks_and_marks() -> None:
    rng = random.Random(3)
    state = random_match(4, seed=3, moves=10).played.state
    down = [seat for seat, card in enumerate(state.marks) if card is not None]
    assert down
    twins = [GAME.redeal(state, None, shuffler(rng)) for _ in range(200)]
    assert len({twin.deck for twin in twins}) == 200
    for seat in down:
        marks = {twin.marks[seat] for twin in twins}
        assert len(marks) > 10
        for twin in twins:
            assert twin.hands[seat] >> (twin.marks[seat] or 0) & 1


def test_only_a_showdown_or_a_resignation_lays_a_hand_open() -> None:
    opening = (PokerShowdown, Withdrawn)
    for seed in range(100):
        played = random_match(3, seed).played
        if any(isinstance(event, opening) for event in played.heard(None)):
            continue
        (winner,) = played.state.living
        assert GAME.view(played.state, None).players[winner].hand is None
