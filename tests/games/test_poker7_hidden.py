"""Poker7: what a seat may not know is nowhere in what it is told."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from service.bots.policy import random_move
from service.games.base import IllegalMove, RulesError, Seat, Told
from service.games.cards import POKERDREZ
from service.games.poker7_events import HandStarted, ShowChosen, Shown, StreetOpened
from service.games.poker7_table import hole_cards
from service.games.poker7_types import (
    SHOW,
    Bet,
    Call,
    Check,
    Fold,
    Poker7Move,
    Raise,
    Show,
)
from tests.games.table import RULES, Table, at_show, ranked

POSITIONS = 1_000
CARD = re.compile(r'"([PNBRQJ][1-9])"')


def cards_in(value: Any) -> set[str]:
    """All card names anywhere in the JSON of a value."""
    return set(CARD.findall(msgspec.json.encode(value).decode()))


def heard(told: list[Told], seat: Seat | None) -> list[Any]:
    """The events that a seat is told of."""
    return [each.event for each in told if each.heard_by(seat)]


def this_hand(told: list[Told]) -> list[Told]:
    """The events since the last deal."""
    starts = [i for i, t in enumerate(told) if isinstance(t.event, HandStarted)]
    return told[starts[-1] :]


def positions(number: int) -> Iterator[tuple[Table, Random]]:
    """Tables at random moments of random matches."""
    for seed in range(number):
        rng = Random(seed)
        stacks = [rng.choice([30, 100, 1000]) for _ in range(rng.randint(2, 6))]
        table = Table(
            stacks,
            seed=seed,
            hands=rng.choice([1, 2, 5]),
            reveal=rng.choice(["together", "in_turn"]),
            limit=rng.choice(["none", "pot", "fixed"]),
        )
        for _ in range(rng.randint(0, 40)):
            if not table.waiting:
                break
            seat = rng.choice(table.waiting)
            if rng.random() < 0.02:
                table.resign(seat)
                continue
            choices = RULES.legal_moves(table.state, seat)
            move = random_move(table.view(seat), choices, rng)
            if isinstance(move, Fold) and rng.random() < 0.7:
                move = choices[1].move
            step = RULES.apply(table.state, seat, move, table.decks)
            table.state, table.told = step.state, [*table.told, *step.events]
        yield table, rng


def test_s02_a_view_has_only_cards_that_the_seat_was_told_of() -> None:
    """At random positions, for every seat and a spectator (S-02)."""
    seen = 0
    for table, _ in positions(POSITIONS):
        for seat in [*range(len(table.stacks)), None]:
            view = table.view(seat)
            now = msgspec.structs.replace(view, last=None)
            known = cards_in(heard(this_hand(table.told), seat))
            assert cards_in(now) <= known
            if view.last is not None:
                assert cards_in(view.last) <= cards_in(heard(table.told, None))
            seen += len(cards_in(now))
    assert seen > POSITIONS


def test_s02_public_events_have_no_card_that_stays_hidden() -> None:
    """Of a hand: the board, cards shown, and hands of the showdown."""
    for table, _ in positions(POSITIONS // 5):
        for told in table.told:
            kind = told.event.__struct_config__.tag
            if told.audience is None and cards_in(told.event):
                assert kind in ("street", "shown", "showdown")
            if told.audience is not None:
                assert kind in ("hole_cards", "show_chosen")
                assert told.audience == {told.event.seat}  # type: ignore[attr-defined]


def test_a_folded_hand_stays_hidden_for_ever() -> None:
    """Also from who wins, also when the match is over, but not from its owner."""
    table = ranked(0, 1, 2, hands=1).do("fold").check_down()
    assert table.result is not None
    for seat in (0, 2, None):
        assert not {"J8", "N9"} & cards_in(table.view(seat))
        assert table.view(seat).players[1].cards is None
    assert not {"J8", "N9"} & cards_in(heard(table.told, None))
    assert table.view(1).players[1].cards == ("J8", "N9")
    assert table.view(None).players[0].cards == ("Q2", "N2")


def test_a_hand_won_without_a_showdown_stays_hidden() -> None:
    table = ranked(0, 1, 2, hands=1).do("fold", "fold")
    assert cards_in(table.view(None)) == set()
    assert cards_in(heard(table.told, None)) == set()


def test_the_hands_of_a_showdown_are_seen_in_the_next_hand() -> None:
    table = ranked(0, 1, 2).do("fold").check_down()
    last = table.view(None).last
    assert last is not None
    assert [(hand.seat, hand.cards) for hand in last.showdown] == [
        (0, ("Q2", "N2")),
        (2, ("B5", "B8")),
    ]
    assert [group.cards for group in last.showdown[0].groups] == [
        ("Q2", "R2", "N2", "P2"),
        ("B9", "P9"),
        ("J6",),
    ]


def test_s05_a_choice_is_known_to_its_seat_alone_until_all_have_chosen() -> None:
    table = at_show()
    before = len(table.told)
    table.do("show N2", seat=0)
    assert table.view(0).choice == "N2"
    for seat in (1, 2, None):
        assert table.view(seat).choice is None
        assert table.view(seat).players[0].shown is None
        assert table.view(seat).players[0].has_chosen
        assert cards_in(heard(table.told[before:], seat)) == set()
    assert heard(table.told[before:], 0)[-1] == ShowChosen(0, "N2")


def test_s05_the_other_card_stays_hidden_when_its_owner_folds_later() -> None:
    table = at_show(hands=1).do("show N2", "show J8", "show B8")
    table.do("bet 10", "fold", "fold")
    assert cards_in(heard(table.told, None)) & {"Q2", "N9", "B5"} == set()
    assert table.view(1).players[0].shown == "N2"
    assert table.view(1).players[0].cards is None


def told_of(table: Table, state: Any, seat: Seat | None) -> bytes:
    """All that a seat can learn from a state, as bytes."""
    parts: list[Any] = [RULES.view(state, seat), RULES.result(state)]
    parts.append(sorted(RULES.to_move(state)))
    if seat is not None:
        parts.append(RULES.legal_moves(state, seat))
        if seat in RULES.to_move(state):
            parts.append(RULES.on_timeout(state, seat))
        parts += refusals(table, state, seat)
    return msgspec.json.encode(parts)


def refusals(table: Table, state: Any, seat: Seat) -> list[Any]:
    """What the seat is told when it tries moves."""
    moves: list[Poker7Move] = [Fold(), Check(), Call(), Bet(10), Bet(77), Raise(20)]
    moves += [Raise(2**53 - 1), Show("B9"), Show("P1"), Show("J5")]
    answers: list[Any] = []
    for move in moves:
        try:
            RULES.apply(state, seat, move, table.decks)
        except IllegalMove as error:
            answers.append([str(error), error.choices])
        except RulesError as error:
            answers.append([type(error).__name__, str(error)])
    return answers


def test_twins_are_the_same_to_the_seat_that_cannot_tell_them() -> None:
    """Byte by byte: view, moves, time-out, refusals and the next move's events."""
    moved = 0
    for table, rng in positions(POSITIONS):
        for seat in [*range(len(table.stacks)), None]:
            twin = RULES.redeal(table.state, seat, shuffler(rng))
            moved += twin != table.state
            assert sorted(twin.deck) == list(range(54))
            assert told_of(table, twin, seat) == told_of(table, table.state, seat)
            if table.waiting:
                same_events(table, twin, seat, rng)
    assert moved > POSITIONS


def shuffler(rng: Random) -> Any:
    return lambda cards: tuple(rng.sample(cards, len(cards)))


def same_events(table: Table, twin: Any, seat: Seat | None, rng: Random) -> None:
    """Somebody's move is told alike, up to where it turns up what was hidden."""
    mover = rng.choice(table.waiting)
    nth = rng.choice([0, 1])
    heard_ = []
    for state in (table.state, twin):
        move = RULES.legal_moves(state, mover)[nth].move
        if state.step == SHOW:
            # The same of two cards, whatever it is; the owner's own stay the same.
            move = Show(POKERDREZ[hole_cards(state, mover)[nth]])
        step = RULES.apply(state, mover, move, table.decks)
        heard_.append(heard(before_reveal(step.events), seat))
    assert msgspec.json.encode(heard_[0]) == msgspec.json.encode(heard_[1])


def before_reveal(events: tuple[Told, ...]) -> list[Told]:
    """The events before the first one that shows a card to all."""
    kept = []
    for told in events:
        if isinstance(told.event, Shown) or (
            isinstance(told.event, StreetOpened) and told.event.cards
        ):
            break
        if told.event.__struct_config__.tag == "showdown":
            break
        kept.append(told)
    return kept


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_twin_moves_every_card_that_is_hidden_and_no_other(seat: Seat | None) -> None:
    """Rotating what is hidden moves all of it, and leaves board and own cards."""
    table = ranked(0, 1, 2).do("check", "check", "check")
    hidden: list[int] = []

    def rotated(cards: tuple[int, ...]) -> tuple[int, ...]:
        hidden.extend(cards)
        return (*cards[1:], cards[0])

    twin = RULES.redeal(table.state, seat, rotated)
    moved = {a for a, b in zip(table.state.deck, twin.deck, strict=True) if a != b}
    assert moved == set(hidden)
    assert len(hidden) == 54 - 3 - (0 if seat is None else 2)
