"""What a player may type for a move, in games of one kind of move and of several."""

from __future__ import annotations

from typing import Any

import pytest

from service.terminal.moves import Moves
from service.terminal.schema import Unclear

CARD = {"type": "string", "pattern": "^[PNBRQJ][1-9]$", "examples": ["B9", "J6"]}
KINDS: dict[str, Any] = {
    "fold": {"properties": {"type": {}}},
    "check": {"properties": {"type": {}}},
    "call": {"properties": {"type": {}}},
    "raise": {"properties": {"type": {}, "to": {"type": "integer"}}},
    "show": {
        "$ref": "#/$defs/Show",
        "$defs": {"Show": {"properties": {"type": {}, "card": CARD}}},
    },
}
BETTING = Moves(
    [
        {"move": {"type": "fold"}},
        {"move": {"type": "call"}},
        {
            "move": {"type": "raise", "to": 60},
            "to": {"min": 60, "max": 300, "step": 20},
        },
    ],
    KINDS,
)
MARKING = Moves(
    [{"move": {"type": "mark", "card": card}} for card in ("As", "Tc", "9h")],
    {
        "mark": {
            "properties": {
                "type": {},
                "card": {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"},
            }
        }
    },
)
PLACING = Moves(
    [
        {
            "move": {"type": "place", "cell": cell, "face": face},
            "earns": {"points": points},
        }
        for cell, face, points in (("a1", "up", 2), ("a1", "down", 5), ("b1", "up", 5))
    ],
    {"place": {"properties": {"type": {}, "cell": {}, "face": {}}}},
)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("fold", {"type": "fold"}),
        ("f", {"type": "fold"}),
        ("2", {"type": "call"}),
        ("raise 80", {"type": "raise", "to": 80}),
        ("raise to 100", {"type": "raise", "to": 100}),
        ("r min", {"type": "raise", "to": 60}),
        ("Raise MAX", {"type": "raise", "to": 300}),
    ],
)
def test_a_move_is_its_type_and_its_fields(typed: str, move: dict[str, Any]) -> None:
    assert BETTING.read(typed) == move


@pytest.mark.parametrize("typed", ["Tc", "tc", "mark Tc", "m tc", "2"])
def test_the_only_type_of_a_game_may_be_left_out(typed: str) -> None:
    assert MARKING.read(typed) == {"type": "mark", "card": "Tc"}


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("raise", "raise may be: raise 60..300 step 20."),
        ("3", "Say how much: raise 60..300 step 20."),
        ("raise 50", "raise goes from 60 to 300 in steps of 20."),
        ("raise 70", "raise goes from 60 to 300 in steps of 20."),
        ("raise lots", "to must be a whole number, not 'lots'."),
        ("call 5", "call 5 is no move: type call."),
        ("bet 5", "bet is no move: the moves are fold, check, call, raise, show."),
        ("show Z9", "card must be something like B9, J6, not 'Z9'."),
        ("4", "The moves have the numbers 1 to 3."),
    ],
)
def test_what_is_no_move_is_explained(typed: str, text: str) -> None:
    with pytest.raises(Unclear) as raised:
        BETTING.read(typed)
    assert str(raised.value) == text


def test_a_half_typed_move_is_answered_with_what_it_may_become() -> None:
    with pytest.raises(Unclear, match=r"a1 may be: a1 down, a1 up\."):
        PLACING.read("a1")


def test_a_card_is_never_guessed_from_its_rank() -> None:
    with pytest.raises(Unclear):
        MARKING.read("a")


@pytest.mark.parametrize(
    ("typed", "move"),
    [("check", {"type": "check"}), ("show b9", {"type": "show", "card": "B9"})],
)
def test_a_move_of_the_wrong_moment_is_left_to_the_service(
    typed: str, move: dict[str, Any]
) -> None:
    assert BETTING.read(typed) == move


def test_moves_are_listed_best_first_and_equals_in_the_services_order() -> None:
    texts = [PLACING.text(choice) for choice in PLACING.choices]
    assert texts == ["a1 down", "b1 up", "a1 up"]
    assert PLACING.best() == {"type": "place", "cell": "a1", "face": "down"}


def test_no_move_is_best_where_moves_are_not_rated() -> None:
    with pytest.raises(Unclear, match="rates no moves: type one, like fold"):
        BETTING.best()
