"""How matches are drawn when their game has no board of its own, and how they end."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from service.terminal.board import Board
from service.terminal.play import ending

VIEW = {
    "game": "new",
    "deck_count": 36,
    "pool": ["Ah", "Qc"],
    "board": ["B9", "J6"],
    "players": [
        {"seat": 0, "hand": ["As", "9h"], "marked": False},
        {"seat": 1, "hand": None, "marked": True},
    ],
    "history": [{"round": number, "marks": []} for number in range(1, 13)],
}


def drawn(renderable: Any) -> str:
    console = Console(width=80, highlight=False)
    with console.capture() as capture:
        console.print(renderable)
    return "\n".join(" ".join(line.split()) for line in capture.get().splitlines())


def match(result: dict[str, Any], seats: int = 2) -> dict[str, Any]:
    levels: list[int | None] = [None, *([3] * (seats - 1))]
    return {
        "you": 0,
        "seats": [{"name": None, "level": level} for level in levels],
        "result": {"reason": "points", "scores": None, **result},
    }


def test_a_view_of_an_unknown_game_is_shown_by_its_names() -> None:
    text = drawn(Board().draw({"view": VIEW}, [], ascii_only=False))
    assert "deck count 36" in text
    assert "pool Ah Qc" in text
    assert "board B9 J6" in text
    assert "seat hand marked" in text
    assert "0 As 9h no" in text
    assert "1 - yes" in text
    assert "game" not in text


def test_of_a_long_history_the_last_entries_are_shown() -> None:
    text = drawn(Board().draw({"view": VIEW}, [], ascii_only=False))
    assert "(2 earlier)" in text
    assert "12 -" in text


def test_events_are_told_in_a_line_each() -> None:
    events = [
        {"type": "captured", "seat": 1, "card": "As", "cards": ["Ah", "9s"]},
        {"type": "round_over", "left": None},
    ]
    text = drawn(Board().tell({}, events, ascii_only=False))
    assert text == "captured, seat 1, card As, cards Ah 9s\nround over"


@pytest.mark.parametrize(
    ("result", "seats", "text"),
    [
        ({"winners": [0]}, 2, "You win (points)."),
        (
            {"winners": [1], "scores": [61.0, 68.5]},
            2,
            "Level 3 wins (points): You 61, Level 3 68.5.",
        ),
        ({"winners": [0, 1]}, 2, "You and Level 3 share the win (points)."),
        ({"winners": [], "reason": "all_extinct"}, 2, "Nobody wins (all extinct)."),
        ({"winners": [2]}, 3, "Seat 2, Level 3 wins (points)."),
    ],
)
def test_the_end_names_winners_reason_and_scores(
    result: dict[str, Any], seats: int, text: str
) -> None:
    assert ending(match(result, seats)) == text
