"""Coming to a match: options, saved seats, resuming, and services to play at."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from service.store import embedded
from service.store.embedded import EmbeddedServer
from tests.cli import Run, match_id, refused


@pytest.mark.parametrize("typed", ["best\nquit\n", "best\n"])
def test_a_match_that_is_left_can_be_resumed(run: Run, typed: str) -> None:
    left = run("play", "locus", typed=typed)
    assert left.exit_code == 0
    for wanted in (match_id(left), "last"):
        again = run("play", "locus", "--resume", wanted)
        board = again.output.split("> ")[0]
        assert board.strip()
        assert board.strip() in left.output


def test_a_resumed_match_is_played_to_its_end(run: Run) -> None:
    left = run("play", "locus", "--option", "grid=6x5", typed="best\n" * 14)
    done = run("play", "locus", "--resume", match_id(left), typed="best\n")
    assert "the end" in done.output
    gone = run("play", "locus", "--resume", "last")
    assert gone.exit_code == 2
    assert "Begin one with: tapete play locus" in gone.stderr


def test_the_seats_token_is_kept_from_others(run: Run, tmp_path: Path) -> None:
    run("play", "locus")
    (saved,) = (tmp_path / "play").iterdir()
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert stat.S_IMODE(saved.parent.stat().st_mode) == 0o700


def test_how_to_resume_names_the_data_directory(run: Run, tmp_path: Path) -> None:
    output = run("play", "locus", "--data-dir", str(tmp_path / "my games")).output
    assert f"--data-dir '{tmp_path}/my games'" in output


@pytest.mark.parametrize(
    ("args", "remedy"),
    [
        (["nolo"], "there are: locus"),
        (["locus", "--level", "99"], "the levels of locus are 1, 2, 3"),
        (["locus", "--seat", "2"], "the seats are 0 to 1"),
        (["locus", "--seats", "3"], "locus takes 2 seats"),
        (["locus", "--option", "grid=9x9"], "must be one of 6x5, 6x6, 7x6, 8x6"),
        (["locus", "--option", "size=3"], "first=one of 0, 1, random"),
        (["locus", "--option", "grid"], "grid=one of 6x5"),
        (["locus", "--option", "komi=lots"], "must be a number from -100 to 100"),
        (["locus", "--option", "komi=0.3"], "komi: "),
        (["locus", "--url", "nonsense"], "like http://127.0.0.1:8000"),
        (["locus", "--url", "http://127.0.0.1:1"], "`tapete serve`"),
        (["locus", "--resume", "nope"], "Begin one with: tapete play locus"),
        (["locus", "--resume", "../nope"], "Begin one with: tapete play locus"),
        (["locus", "--resume", "last", "--level", "2"], "--level does not go with"),
    ],
)
def test_play_says_what_to_type_instead(run: Run, args: list[str], remedy: str) -> None:
    result = run("play", *args)
    assert refused(result, 1) or refused(result, 2)
    assert remedy in result.stderr


def test_options_reach_the_game(run: Run) -> None:
    args = ["--option", "first=1", "--option", "komi=7.5", "--option", "grid=7x6"]
    output = run("play", "locus", *args).output
    assert "0 points +7.5 komi = 7.5" in output
    assert "20 chips left" in output


def test_a_saved_match_of_another_game_is_named(run: Run, tmp_path: Path) -> None:
    run("play", "locus")
    (saved,) = (tmp_path / "play").iterdir()
    saved.write_text(saved.read_text().replace("locus", "other"))
    result = run("play", "locus", "--resume", saved.stem)
    assert result.exit_code == 2
    assert f"tapete play other --resume {saved.stem}" in result.stderr


def test_a_match_that_has_expired_cannot_be_resumed(run: Run, tmp_path: Path) -> None:
    left = run("play", "locus")
    for file in tmp_path.glob("appendonlydir/*"):
        file.unlink()
    result = run("play", "locus", "--resume", match_id(left))
    assert result.exit_code == 1
    assert "expired" in result.stderr
    assert "Resume it" not in result.output


def test_a_data_directory_in_use_sends_the_player_to_the_service(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "_LOCK_S", 0.1)
    with EmbeddedServer(tmp_path):
        result = run("play", "locus")
    assert result.exit_code == 1
    assert "add --url with its address" in result.stderr


def test_a_data_directory_that_cannot_be_made_is_named(run: Run) -> None:
    result = run("play", "locus", "--data-dir", "/dev/null/here")
    assert result.exit_code == 1
    assert "/dev/null" in result.stderr
    assert "--data-dir" in result.stderr


def test_play_at_a_running_service_is_the_same_game(run: Run, served: str) -> None:
    left = run("play", "locus", "--url", served, typed="best\nquit\n")
    assert left.exit_code == 0, left.output
    again = run("play", "locus", "--resume", match_id(left), typed="best\n")
    assert re.search(r"You +\d+ points +16 chips left", again.output)
