"""The boards of Lamarckian Poker and Poker7, over whole matches at the terminal."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from random import Random

import msgspec
import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from service import lobby, records
from service.games import GAMES
from service.games.poker7_types import Bet, Call, Raise
from service.shuffle import Decks
from service.terminal.poker7 import Poker7Board
from tests.cli import COMMAND, Run
from tests.records import played
from tests.terminal.test_board import drawn

TYPED = ["check", "call", "bet min", "show", "1", "raise min"]


def betting(seed: int) -> str:
    """Lines for a whole match of Poker7: what is refused is asked for again."""
    rng = Random(seed)
    weights = [9, 12, 2, 3, 1, 1]
    return "\n".join(rng.choices([*TYPED[:3], "2", *TYPED[4:]], weights, k=2000))


@pytest.fixture
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every new match have the same cards and the same opponents."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes(32))
    monkeypatch.setattr(lobby, "new_id", lambda: "A" * 22)


def test_hints_on_a_mark_are_shown_in_columns(run: Run) -> None:
    output = run("play", "lamarckian", "--hints", typed="best\n").output
    assert re.search(r"^   Hint +Win +Extinct +Takes any +Cards taken *$", output, re.M)
    rows = re.findall(r"^   (\S\S)((?: +\d+%){3} +\d\.\d) *$", output, re.M)
    hand = re.search(r"Your hand ((?:\S\S )+)", output)
    assert hand
    assert {card for card, _ in rows[:4]} == set(hand[1].split())


@pytest.mark.usefixtures("same_cards")
def test_hints_on_a_hand_tell_its_chances_and_the_price_of_a_call(run: Run) -> None:
    output = run("play", "poker7", "--hints", typed=betting(3)).output
    chances = re.findall(r"^  Chance to win +(\d+)%", output, re.M)
    assert chances
    assert all(0 <= int(chance) <= 100 for chance in chances)
    assert re.search(r"^  Chance to win +\d+%   a call needs \d+%$", output, re.M)
    assert re.search(r"^  Card [PNBRQJ]\d   with it, hands win \d+%$", output, re.M)
    assert re.search(r"^   \((\d,)*\d\) +\d+% *$", output, re.M)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.usefixtures("same_cards")
def test_lamarckian_is_played_to_its_showdown(run: Run, seats: int) -> None:
    args = ("play", "lamarckian", "--seats", str(seats))
    output = run(*args, typed="best\n" * 20).output
    rounds = 13 - seats
    ends = ("showdown", "last survivor", "all extinct")
    assert re.search(rf"wins? \(({'|'.join(ends)})\)\.\n", output), output
    assert f"  Round 1 of {rounds}   " in output
    assert re.search(r"  Pool      (\S\S ){3}\S\S\n", output)
    assert output.count("  You ") > rounds
    assert re.search(r"  Your hand (\S\S )+  \w+", output)
    assert re.search(r"  Round 1, pool (\S\S ){4}  discarded: ", output)
    assert re.search(r"    1\. \S.* \S\S → (\S\S|nothing)", output)
    final = output.split("Lamarckian Poker: the end")[1]
    assert "Hand" in final
    assert ("beats" in final or "beat " in final) or "No showdown" in final
    assert max(len(line) for line in output.splitlines()) <= 80


def test_lamarckian_shows_the_own_hand_highest_first(run: Run) -> None:
    output = run("play", "lamarckian").output
    found = re.search(r"Your hand ((?:\S\S )+)", output)
    assert found
    hand = found[1].split()
    ranks, suits = "23456789TJQKA", "cdhs"
    assert hand == sorted(
        hand, key=lambda c: (ranks.index(c[0]), suits.index(c[1])), reverse=True
    )


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.usefixtures("same_cards")
def test_poker7_is_played_to_its_end(run: Run, seats: int) -> None:
    args = ("play", "poker7", "--seats", str(seats), "--option", "stack=200")
    output = run(*args, "--option", "hands=12", typed=betting(seats)).output
    assert "Poker7: the end" in output, output[-3000:]
    assert re.search(r"Board  (\S\S ){5}\n", output)
    assert re.search(r"Main pot \d+: .*You", output)
    assert re.search(r"●   \S", output)
    assert re.search(r"Your hand   \([\d,]+\)  (\w+ \d|\w+s)", output)
    assert re.search(r"Your turn   (you owe \d+: call|nothing is owed: check)", output)
    assert re.search(r"Your turn   choose the card to show: \S\S or \S\S\.", output)
    assert re.search(r"  1\. .*\([\d,]+\)  ", output)
    assert max(len(line) for line in output.splitlines() if "> " not in line) <= 80


def test_poker7_tells_side_pots_and_what_is_owed() -> None:
    rules = GAMES["poker7"]
    hidden = Decks(bytes(32), "match", ["", "", ""], rules.deck_size)
    state = rules.setup(3, rules.options_type(stack=300), hidden).state
    stacks = (290, 40, 290)
    state = replace(state, bets=replace(state.bets, stacks=stacks))
    for seat, move in [(1, Bet(40)), (2, Raise(120)), (0, Call())]:
        state = rules.apply(state, seat, move, hidden).state
    state = rules.apply(state, 2, Bet(90), hidden).state
    seats = [{"name": name, "level": None} for name in ("", "Ada", "")]
    view = msgspec.to_builtins(rules.view(state, 0))
    text = drawn(
        Poker7Board().draw(
            {"you": 0, "seats": seats, "view": view}, [], ascii_only=True
        )
    )
    assert "Main pot 150: Seat 1, Seat 2, You" in text
    assert "Side pot 1 160: Seat 2, You" in text
    assert "Your turn you owe 90: call 90, raise to 170, or fold." in text
    assert re.search(r"Seat 1, Ada 0 .* all-in", text)


@pytest.mark.usefixtures("same_cards")
def test_poker7_tells_colours_by_name_and_number(run: Run) -> None:
    output = run("play", "poker7", "--option", "hands=9", typed=betting(5)).output
    names = ["grey", "red", "magenta", "purple", "blue"]
    names += ["yellow", "cyan", "orange", "green"]
    told = re.findall(r"(\w+) (\d)(?: straight)?((?: [PNBRQJ]\d){2,})", output)
    assert told
    for name, number, cards in told:
        assert names[int(number) - 1] == name
        assert {card[1] for card in cards.split()} == {number}


@pytest.mark.parametrize("game", ["lamarckian", "poker7"])
def test_boards_can_be_read_where_only_ascii_is_known(
    tmp_path: Path, game: str
) -> None:
    env = {"PYTHONIOENCODING": "ascii", "TAPETE_DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [*COMMAND, "play", game, "--seats", "3"],
        env=env,
        input=b"1\n1\n?\n",
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert {"lamarckian": b" -> ", "poker7": b"(B)"}[game] in done.stdout
    assert b"?? ?? ??" not in done.stdout


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("locus", "c4 down"),
        ("lamarckian", "mark the queen of spades"),
        ("poker7", "raise your total of this betting round to 120"),
    ],
)
def test_help_explains_the_inputs_of_each_game(run: Run, game: str, text: str) -> None:
    output = run("play", game, typed="?\n").output
    assert text in output
    assert re.search(r"resign +give up the match", output)


@pytest.mark.parametrize(("game", "seats"), [("locus", 2), ("lamarckian", 4)])
@pytest.mark.usefixtures("same_cards")
def test_resigning_ends_the_match_for_the_player(
    run: Run, tmp_path: Path, game: str, seats: int
) -> None:
    result = run("play", game, "--seats", str(seats), typed="resign\n")
    assert result.exit_code == 0, result.output
    assert ": the end" in result.output
    assert not re.search(r"You wins? \(", result.output)
    assert not list((tmp_path / "play").iterdir())


def test_of_many_hands_without_the_player_the_last_are_told() -> None:
    seats = [{"name": "", "level": 3}] * 3
    events = [
        event
        for hand in range(1, 9)
        for event in (
            {"type": "hand_started", "hand": hand, "button": 1},
            {"type": "street", "street": "bet_1", "cards": []},
            {"type": "acted", "seat": 2, "action": "fold", "all_in": False, "to": 0},
        )
    ]
    match = {"you": 0, "seats": seats}
    text = drawn(Poker7Board().tell(match, events, ascii_only=False))
    assert text.splitlines()[:3] == [
        "(5 hands before)",
        "Hand 6, the button is at Seat 1.",
        "Bet 1 Seat 2 folds",
    ]
    assert len(text.splitlines()) == 7


@pytest.mark.parametrize("step", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_every_action_and_the_end(
    client: FlaskClient, run: Run, tmp_path: Path, game: str, step: bool
) -> None:
    record = played(client.application, game, Random(9))
    path = tmp_path / "record.json"
    path.write_bytes(records.encode(record))
    flags = ["--step"] if step else []
    result = run("replay", *flags, str(path), typed="\n" * 5)
    assert result.exit_code == 0, result.output
    numbers = re.findall(r"^(\d+)\. Seat \d, Level \d: ", result.output, re.MULTILINE)
    assert numbers == [str(n + 1) for n in range(len(record.actions))]
    assert re.search(r"wins? \(|share the win|Nobody wins", result.output)
    boards = {
        "locus": "chips left",
        "lamarckian": "cards in the deck",
        "poker7": "ante",
    }
    found = result.output.count(boards[game]) // (2 if game == "locus" else 1)
    assert found == (7 if step else 1)  # stepped five times, then to the end


def test_a_replay_stops_at_a_false_action(
    client: FlaskClient, run: Run, tmp_path: Path
) -> None:
    data = records.encode(played(client.application, "locus", Random(9)))
    path = tmp_path / "record.json"
    path.write_bytes(
        re.sub(rb'"cell":"..","face":"up"', b'"cell":"h9","face":"up"', data)
    )
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert re.search(r"record\.json: action \d+ is false: ", result.stderr)
