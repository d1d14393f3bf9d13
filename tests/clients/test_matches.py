"""Whole matches of every game through both clients, and all that goes around them."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from examples import python_bot
from service.core import hand_ranks
from service.games import GAMES
from tapete.client import Client, MatchOver, Seat
from tests.live import ROOT, Live

HUMANS: Any = [{"kind": "human"}, {"kind": "human"}]
OPEN: Any = [{"kind": "human"}, {"kind": "open"}]
GAMES_AND_OPTIONS: Any = {"poker7": {"hands": 5}}
DUELS, AT_LEAST = 20, 19


def play_out(seats: tuple[Seat, ...]) -> Any:
    """Play legal moves at random until the match is over."""
    rng = random.Random(seats[0].id)
    match = seats[0].view()
    while match["status"] != "finished":
        seat = seats[match["to_move"][0]]
        match = seat.play(rng.choice(seat.moves())["move"])["match"]
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_ends_with_a_result_and_a_record_that_verifies(
    tapete: Client, game: Any
) -> None:
    options = GAMES_AND_OPTIONS.get(game, {})
    opened = tapete.create_match(game=game, seats=HUMANS, options=options)
    assert [seat.number for seat in opened.seats] == [0, 1]
    match = play_out(opened.seats)
    spectator = tapete.match(opened.id)
    assert spectator.view()["result"] == match["result"]
    record = spectator.record()
    assert record["shuffle"]["commitment"] == opened.match["shuffle"]["commitment"]
    assert tapete.verify(record)["ok"]
    assert not tapete.verify({**record, "options": {"grid": "6x5"}})["ok"]
    ids = [entry["id"] for entry in spectator.history()]
    assert ids[-1].startswith(f"{match['version']}-")
    assert [entry["id"] for entry in spectator.history(ids[2])] == ids[3:]
    with pytest.raises(MatchOver):
        opened.seats[0].resign()


def test_a_match_is_found_joined_left_and_played_again(tapete: Client) -> None:
    opened = tapete.create_match(game="lamarckian", seats=OPEN)
    assert opened.id in {match["id"] for match in tapete.open_matches("lamarckian")}
    opened.seat.leave()
    assert tapete.match(opened.id).view()["seats"][0]["kind"] == "open"
    first = tapete.join(opened.id, name="Ada")
    second = tapete.join(opened.id, name="Grace", entropy="nine green bottles")
    assert (first.number, second.number) == (0, 1)
    kept = tapete.match(opened.id, second.token)
    assert kept.number is None
    assert kept.view()["you"] == kept.number == 1
    first.resign()
    again = [seat.rematch() for seat in (first, second)]
    assert again[0].id == again[1].id != opened.id
    assert [seat.number for seat in again] == [0, 1]
    assert len(again[1].moves()) > 0


def test_an_invitation_opens_a_match_that_is_not_listed(tapete: Client) -> None:
    opened = tapete.create_match(game="locus", seats=OPEN, unlisted=True)
    assert opened.invitation
    guest = tapete.join(opened.id, name="Ada", invitation=opened.invitation)
    assert guest.view()["status"] == "playing"


def test_the_lobby_is_listed_page_by_page_each_match_once(tapete: Client) -> None:
    made = [tapete.create_match(game="poker7", seats=OPEN).id for _ in range(7)]
    found = [match["id"] for match in tapete.open_matches("poker7", page=3)]
    assert found[:7] == made[::-1]
    assert len(found) == len(set(found))


def move_once(live: Live, match_id: str, token: str) -> None:
    with Client(live.url) as client:
        seat = client.match(match_id, token)
        seat.play(seat.moves()[0]["move"])


def test_waiting_returns_with_the_change_or_when_time_is_up(
    tapete: Client, live: Live
) -> None:
    opened = tapete.create_match(game="locus", seats=HUMANS)
    waiting = opened.seats[0]
    seen = waiting.wait()
    assert seen and seen["version"] == 1
    started = time.monotonic()
    assert waiting.wait(1) is None
    assert 1 <= time.monotonic() - started < 5
    token = opened.seats[seen["to_move"][0]].token
    threading.Timer(0.3, move_once, [live, opened.id, token]).start()
    changed = waiting.wait(20)
    assert changed and changed["version"] == 2


def test_a_change_on_a_version_not_seen_is_refused(tapete: Client) -> None:
    opened = tapete.create_match(game="locus", seats=HUMANS)
    with pytest.raises(ValueError, match="has not seen"):
        opened.seats[0].resign(if_unchanged=True)


def test_games_rules_presence_and_proofs_are_read(tapete: Client) -> None:
    assert {game["name"] for game in tapete.games()} == set(GAMES)
    assert set(tapete.game("locus")["moves"]) == {"place"}
    english, spanish = (tapete.rules("locus", language) for language in ("en", "es"))
    assert english != spanish
    opened = tapete.create_match(game="lamarckian", seats=HUMANS)
    assert tapete.match(opened.id).presence() == [False, False]
    (deal,) = opened.seats[0].proofs()["deals"]
    view: Any = opened.seats[0].view()["view"]
    known = {*view["pool"], *view["players"][0]["hand"]}
    assert {card["card"] for card in deal["cards"]} == known
    assert tapete.ready() == {"status": "ready"}


def test_hints_are_given_and_the_finished_match_is_analysed(tapete: Client) -> None:
    opened = tapete.create_match(game="locus", seats=HUMANS, options={"grid": "6x5"})
    mover = opened.seats[opened.match["to_move"][0]]
    hints: Any = mover.hints()["hints"]
    legal = [choice["move"] for choice in mover.moves()]
    assert hints["game"] == "locus"
    assert all(placement["move"] in legal for placement in hints["placements"])
    for _ in range(4):
        seat = opened.seats[tapete.match(opened.id).view()["to_move"][0]]
        seat.play(seat.moves()[0]["move"])
    opened.seats[0].resign()
    judged = list(tapete.match(opened.id).analysis())
    assert [each["number"] for each in judged] == [1, 2, 3, 4]


def test_hands_are_evaluated(tapete: Client) -> None:
    (pair,) = tapete.evaluate_poker(hands=["As Ad"], best=True)["results"]
    assert pair and pair["category"] == "pair" and pair["best"]["cards"] == ["As", "Ad"]
    (wild,) = tapete.evaluate_poker(hands=["As Ad"], wild=True)["results"]
    assert wild and wild["category"] == "trips"
    (area,) = tapete.evaluate_locus(hands=["7c 7d 2s"], wild=True)["results"]
    assert area and area["points"] == 5
    two = tapete.evaluate_lamarckian(hands=["As", "Ad"])["results"]
    assert two[0] and two[1] and two[0]["rank"] > two[1]["rank"]
    seven = tapete.evaluate_poker7(hands=["B9 R9 J1 J2 P3 N4 Q5"], groups=True)
    assert seven["results"][0] and seven["results"][0]["groups"]
    masks = [1 << 51 | 1 << 12, 0b11111]
    assert tapete.rank_masks(masks) == list(hand_ranks(array("Q", masks)))
    assert tapete.rank_masks([0]) == [0]


def test_the_history_of_poker_is_read_as_text(tapete: Client) -> None:
    opened = tapete.create_match(game="poker7", seats=HUMANS, options={"hands": 1})
    play_out(opened.seats)
    assert "variant" in tapete.match(opened.id).record_text()


def test_the_example_bot_beats_level_1(
    live: Live, figure: Callable[[str], None]
) -> None:
    won = 0
    with Client(live.url) as client:
        for number in range(DUELS):
            seats: Any = [{"kind": "human"}, {"kind": "bot", "level": 1}]
            opened = client.create_match(
                game="locus", seats=seats[:: 1 - number % 2 * 2]
            )
            match = python_bot.play(opened.seat)
            assert match["result"]
            won += match["result"]["winners"] == [match["you"]]
    assert won >= AT_LEAST
    figure(f"examples/python_bot.py against level 1: {won} of {DUELS} matches won")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_bot_plays_every_game(live: Live, game: Any) -> None:
    options = GAMES_AND_OPTIONS.get(game, {})
    with Client(live.url) as client:
        opened = client.create_match(game=game, options=options)
        assert python_bot.play(opened.seat)["result"]


def test_the_example_bot_runs_as_it_says_in_forty_lines(live: Live) -> None:
    path = ROOT / "examples" / "python_bot.py"
    assert len(path.read_text().splitlines()) <= 40
    command = [sys.executable, str(path), live.url, "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert "'winners': [" in done.stdout, done.stderr
