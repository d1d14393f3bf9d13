"""A match at the terminal: what is shown, what can be typed, how it ends."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from rich.console import Console

from service.terminal import play
from service.terminal.client import Problem, SeatClient
from service.terminal.play import Left, Player
from service.terminal.saved import SavedSeat, SavedSeats
from tests.cli import COMMAND, Run

GAME: dict[str, Any] = {
    "name": "new",
    "title": {"en": "New Game"},
    "moves": {"mark": {"properties": {"type": {}, "card": {"type": "string"}}}},
}


class ScriptedSeat:
    """A seat whose service answers what the test says."""

    def __init__(self, looks: list[Any], answers: list[Any] | None = None) -> None:
        self._looks = iter(looks)
        self._answers = iter(answers or [])
        self.played: list[Any] = []

    def look(self) -> Any:
        return next(self._looks)

    def choices(self) -> list[Any]:
        return [{"move": {"type": "mark", "card": card}} for card in ("As", "Tc")]

    def play(self, move: Any) -> Any:
        self.played.append(move)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer


def match(version: int, to_move: list[int], **more: Any) -> dict[str, Any]:
    """A match of a game that the terminal does not know."""
    return {
        "version": version,
        "status": "playing" if to_move else "finished",
        "you": 0,
        "to_move": to_move,
        "seats": [{"name": None, "level": None}, {"name": "Ada [/]", "level": None}],
        "view": {"game": "new", "pool": ["9h", "Qc"]},
        "result": {"winners": [1], "reason": "showdown", "scores": None},
        **more,
    }


def run_script(
    monkeypatch: pytest.MonkeyPatch, seat: ScriptedSeat, typed: list[str]
) -> str:
    """Play from a scripted seat; return what was shown."""
    lines: Iterator[str] = iter(typed)
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    monkeypatch.setattr(play, "_PAUSE_S", 0)
    console = Console(width=80, highlight=False)
    with console.capture() as shown:
        Player(console, cast(SeatClient, seat), GAME).run()
    return shown.get()


def test_play_goes_to_the_end_and_says_who_has_won(run: Run, tmp_path: Path) -> None:
    result = run("play", "locus", "--option", "grid=6x5", typed="best\n" * 15)
    assert result.exit_code == 0, result.output
    assert re.search(r"Locus Poker: the end", result.output)
    assert re.search(r"(wins?|share the win) \(\w+\): You \d+", result.output)
    assert "0 chips left" in result.output
    assert not list((tmp_path / "play").iterdir())


def test_play_shows_the_board_as_cells_are_named(run: Run) -> None:
    output = run("play", "locus", "--option", "grid=8x6").output
    assert re.search(r"a +│ +b +│ +c +│ +d +│ +e +│ +f +│ +g +│ +h", output)
    assert len(re.findall(r"│ [1-6] │", output)) == 6
    assert max(len(line) for line in output.splitlines()[:-1]) <= 80


def test_play_shows_dead_cards_and_the_last_turns(run: Run) -> None:
    output = run("play", "locus", typed="a1 down\n").output
    assert "│ 1 │ ░░░░ ● │" in output
    assert re.search(r"●  a1 down +(\S\S\*? )+ +\d+  \w+", output)
    assert re.search(r"○  [a-f][1-6] (up|down) +(\S\S\*? )+ +\d+  \w+", output)


def test_play_can_be_read_on_a_terminal_that_knows_ascii_only(tmp_path: Path) -> None:
    env = {"PYTHONIOENCODING": "ascii", "TAPETE_DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [*COMMAND, "play", "locus"],
        env=env,
        input=b"a1 down\n",
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert b"| 1 | #### O |" in done.stdout


def test_play_prints_no_colours_into_a_pipe(run: Run) -> None:
    assert "\x1b" not in run("play", "locus", typed="best\n").output


def test_play_lists_the_best_moves_and_all_on_demand(run: Run) -> None:
    output = run("play", "locus", "--option", "grid=6x5", typed="all\n").output
    first, all_moves = output.split("> all")
    assert "(all: list all 60)" in first
    points = [int(p) for p in re.findall(r"[a-f][1-5] (?:up|down) +(\d+)", all_moves)]
    assert len(points) == 60
    shown = [int(p) for p in re.findall(r"[a-f][1-5] (?:up|down) +(\d+)", first)]
    assert sorted(shown) == sorted(points)[-8:]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("zz", "zz is no move: type CELL FACE. Type ? for help."),
        ("z9 up", "cell must be something like a1, c4, not 'z9'."),
        ("c4 sideways", "face must be one of down, up, not 'sideways'."),
        ("f6 up", "f6 is off the 6x5 grid."),
        ("c4", "c4 may be: "),
        ("61", "The moves have the numbers 1 to 60."),
        ("?", "play the first move of the list"),
    ],
)
def test_play_explains_itself_and_asks_again(run: Run, typed: str, answer: str) -> None:
    result = run("play", "locus", "--option", "grid=6x5", typed=f"{typed}\n")
    assert answer in result.output
    assert "15 chips left" in result.output
    assert result.output.count("> ") == 2


def test_play_gives_the_services_reason_for_an_illegal_move(run: Run) -> None:
    assert "a1 carries a chip" in run("play", "locus", typed="a1 up\na1 up\n").output


@pytest.mark.parametrize("typed", ["a1 down", "place a1 down", "A1 d"])
def test_play_takes_a_move_in_several_spellings(run: Run, typed: str) -> None:
    assert "●  a1 down" in run("play", "locus", typed=f"{typed}\n").output


def test_play_takes_the_number_of_a_listed_move(run: Run) -> None:
    output = run("play", "locus", typed="2\n").output
    second = re.search(r" 2  ([a-f][1-6] +\w+)", output)
    assert second and f"●  {' '.join(second[1].split())}" in output


def test_play_seats_the_player_where_asked(run: Run) -> None:
    output = run("play", "locus", "--seat", "1", "--level", "2").output
    assert re.search(r"●  Level 2 +\d+ points", output)
    assert re.search(r"○  You +0 points", output)


def test_ctrl_c_keeps_the_match(tmp_path: Path) -> None:
    args = [*COMMAND, "play", "locus", "--data-dir", str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(args, stdin=pipe, stdout=pipe, text=True) as player:
        assert player.stdout is not None
        while "Moves" not in (line := player.stdout.readline()):
            assert line
        player.send_signal(signal.SIGINT)
        rest = player.stdout.read()
    assert "Resume it with: tapete play locus --resume" in rest
    assert player.returncode == 0


def test_a_game_without_a_board_is_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events = [{"type": "captured", "seat": 1, "card": "Tc"}]
    seat = ScriptedSeat([match(1, [0])], [(match(2, []), events)])
    shown = run_script(monkeypatch, seat, ["best", "tc"])
    assert "New Game: your move" in shown
    assert "pool  9h Qc" in shown
    assert "This game rates no moves" in shown
    assert "captured, seat 1, card Tc" in shown
    assert "Ada [/] wins (showdown)." in shown
    assert seat.played == [{"type": "mark", "card": "Tc"}]


def test_while_others_are_to_move_the_player_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = [match(1, [1]), match(1, [1]), match(1, [1]), match(2, [])]
    shown = run_script(monkeypatch, ScriptedSeat(looks), [])
    assert "Ada [/] wins (showdown)." in shown


def test_when_the_match_has_moved_on_the_board_is_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = Problem({"code": "match_over", "detail": "The match is over."})
    seat = ScriptedSeat([match(1, [0]), match(2, [])], [over])
    shown = run_script(monkeypatch, seat, ["as"])
    assert "The match is over." in shown
    assert "New Game: the end" in shown


def test_leaving_is_told_to_whoever_runs_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(Left):
        run_script(monkeypatch, ScriptedSeat([match(1, [0])]), ["quit"])


def hint_rows(output: str) -> list[list[str]]:
    """The rows of the tables of hints, by their columns."""
    rows, lines = list[list[str]](), iter(output.splitlines())
    for line in lines:
        if "Final margin" in line:
            next(lines)
            while row := next(lines).strip():
                rows.append(re.split(r"  +", row))
    return rows


def test_with_hints_the_best_placements_are_shown_before_each_turn(run: Run) -> None:
    option = ("--option", "grid=6x5")
    result = run("play", "locus", "--hints", *option, typed="best\nbest\n")
    assert result.exit_code == 0, result.output
    rows = hint_rows(result.output)
    assert [row[0] for row in rows[5::6]] == ["...", "...", "..."]
    margins = [float(row[2]) for row in rows[:5]]
    assert margins == sorted(margins, reverse=True)
    for cell, points, _ in (row[:3] for row in rows[:5]):
        assert re.fullmatch(r"[a-f][1-5] (up|down)", cell)
        assert points.isdecimal()


def test_the_end_is_said_to_be_exact(run: Run) -> None:
    option = ("--option", "grid=6x5")
    result = run("play", "locus", "--hints", *option, typed="best\n" * 14)
    assert hint_rows(result.output)[-1][-1] == "exact"


def test_hints_are_not_shown_unless_asked_for(run: Run) -> None:
    result = run("play", "locus", typed="best\n")
    assert "Final margin" not in result.output


def test_a_match_without_hints_goes_on_and_says_why(
    served: str, run: Run, tmp_path: Path
) -> None:
    with httpx.Client(base_url=served) as http:
        body = {"game": "locus", "assist": False}
        opened = http.post("/v1/matches", json=body).json()
    match_id, token = opened["match"]["id"], opened["tokens"][0]["token"]
    SavedSeats(tmp_path).keep(SavedSeat(match_id, "locus", token, served))
    result = run("play", "locus", "--resume", match_id, "--hints", typed="best\n")
    assert "No hints: This match is played without hints." in result.output
    assert result.output.count("your move") == 2
