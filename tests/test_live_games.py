"""All games over the running service: marks at one moment, bets that cannot be."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.games.cards import FRENCH, POKERDREZ
from tests.live import Live, running_service
from tests.test_live import HTTP, create

REPEATS = 200
SHORT = 40
SEATS = 6
WORKERS = 4


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    path = tmp_path_factory.mktemp("games")
    log = {"TAPETE_ACCESS_LOG": "1", "TAPETE_LOG_FORMAT": "json"}
    with running_service(Path(path), workers=WORKERS, env=log) as live:
        yield live


def cards_in(text: str, names: tuple[str, ...]) -> set[str]:
    """The cards named anywhere in a text, but for letters within ids and hashes."""
    return set(re.findall(r"(?<![\w-])[2-9TJQKA][cdhs](?![\w-])", text)) & set(names)


def test_six_marks_at_one_moment_all_land_and_nobody_sees_another_s_before(
    live: Live, full: bool, figure: Callable[[str], None]
) -> None:
    rounds = REPEATS if full else SHORT
    landed = leaks = 0
    secrets: set[str] = set()
    for _ in range(rounds):
        seats = [{"kind": "human"}] * SEATS
        address, headers = create(live.url, game="lamarckian", seats=seats)
        secrets |= {mine["Authorization"].split()[1] for mine in headers}
        hands = [_look(address, mine)["view"]["players"] for mine in headers]
        own = [set(hand[seat]["hand"]) for seat, hand in enumerate(hands)]
        pool = set(_look(address, {})["view"]["pool"])
        for seat, mine in enumerate(headers):
            told = _all_told(address, mine)
            others = set().union(*(own[s] for s in range(SEATS) if s != seat))
            leaks += len(cards_in(told, tuple(others)))
        assert not cards_in(_all_told(address, {}), tuple(set().union(*own)))
        answers = _all_mark(address, headers, own)
        assert [answer.status_code for answer in answers] == [200] * SEATS
        assert pool <= set(FRENCH)
        landed += len(answers)
        state = _look(address, {})
        assert state["version"] == 1 + SEATS
        events = HTTP.get(f"{address}/events?limit=1000").json()["events"]
        kinds = [entry["event"]["type"] for entry in events]
        assert kinds.count("revealed") == 1
        assert kinds.count("marked") == SEATS
        before = json.dumps(events[: kinds.index("revealed")])
        leaks += len(cards_in(before, tuple(set().union(*own))))
    assert leaks == 0
    assert landed == rounds * SEATS
    log = live.log.read_text()
    assert log.count('"POST"') > rounds * SEATS
    assert not any(secret in log for secret in secrets)
    figure(
        f"{rounds} rounds of {SEATS} marks at one moment, {WORKERS} workers: "
        f"{landed} landed, {rounds} reveals, {leaks} leaks"
    )


def _look(address: str, mine: dict[str, str]) -> Any:
    return HTTP.get(address, headers=mine).json()


def _all_told(address: str, mine: dict[str, str]) -> str:
    """Everything that a viewer can read of a match."""
    answers = [
        HTTP.get(address, headers=mine).text,
        HTTP.get(f"{address}/events?limit=1000", headers=mine).text,
        HTTP.get(f"{address}/record", headers=mine).text,
        HTTP.get(f"{address}/presence", headers=mine).text,
    ]
    if mine:
        answers.append(HTTP.get(f"{address}/moves", headers=mine).text)
        bad = {"move": {"type": "mark", "card": "2c"}, "seat": 7}
        answers.append(HTTP.post(f"{address}/moves", json=bad, headers=mine).text)
    return "".join(answers)


def _all_mark(
    address: str, headers: list[dict[str, str]], own: list[set[str]]
) -> list[httpx.Response]:
    start = threading.Barrier(SEATS)
    answers: list[httpx.Response | None] = [None] * SEATS

    def mark(seat: int) -> None:
        move = {"move": {"type": "mark", "card": min(own[seat])}}
        start.wait()
        answers[seat] = HTTP.post(f"{address}/moves", json=move, headers=headers[seat])

    threads = [threading.Thread(target=mark, args=[s]) for s in range(SEATS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for answer in answers if answer is not None]


BAD_BETS = [
    b"-1",
    b"0",
    b"1",
    b"9",
    b"1001",
    b"-2147483648",
    b"2147483648",
    b"4294967306",
    b"9223372036854775808",
    b"-9223372036854775809",
    b"9007199254740993",
    b"10.0",
    b"10.5",
    b"1e3",
    b"1e400",
    b"true",
    b"false",
    b"null",
    b'"20"',
    b"[20]",
    b"NaN",
    b"Infinity",
    b"7" * 4_400,
]


@pytest.mark.parametrize("amount", BAD_BETS, ids=lambda a: a.decode()[:20])
def test_a_bet_that_cannot_be_is_refused_and_moves_no_chip(
    live: Live, amount: bytes
) -> None:
    seats = [{"kind": "human"}] * 3
    address, headers = create(live.url, game="poker7", seats=seats)
    before = _look(address, {})
    (seat,) = before["to_move"]
    body = b'{"move":{"type":"bet","to":' + amount + b"}}"
    answer = HTTP.post(
        f"{address}/moves",
        content=body,
        headers={**headers[seat], "Content-Type": "application/json"},
    )
    assert answer.status_code in (400, 422), answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    if answer.status_code == 422:
        spans = [c["to"] for c in problem["legal_moves"] if "to" in c]
        assert spans == [{"min": 10, "max": 990, "step": 1}]
    assert _look(address, {}) == before


@pytest.mark.parametrize(
    "card", ["10s", "TS", "ts ", "1s", "", None, ["Ts"], "Tss", "T", 5, "As\n"]
)
def test_a_card_that_is_none_is_refused(live: Live, card: Any) -> None:
    seats = [{"kind": "human"}] * 2
    for game, kind in (("lamarckian", "mark"), ("poker7", "show")):
        address, headers = create(live.url, game=game, seats=seats)
        before = _look(address, {})
        seat = before["to_move"][0]
        move = {"move": {"type": kind, "card": card}}
        answer = HTTP.post(f"{address}/moves", json=move, headers=headers[seat])
        assert answer.status_code == 400, answer.text
        assert answer.json()["errors"][0]["pointer"] == "/move/card"
        assert _look(address, {}) == before


def test_a_mark_not_in_hand_or_made_twice_is_refused(live: Live) -> None:
    seats = [{"kind": "human"}] * 2
    address, (first, _) = create(live.url, game="lamarckian", seats=seats)
    hand = _look(address, first)["view"]["players"][0]["hand"]
    other = next(card for card in FRENCH if card not in hand)

    def mark(card: str) -> httpx.Response:
        move = {"move": {"type": "mark", "card": card}}
        return HTTP.post(f"{address}/moves", json=move, headers=first)

    refused = mark(other)
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal_move")
    legal = {choice["move"]["card"] for choice in refused.json()["legal_moves"]}
    assert legal == set(hand)
    assert mark(hand[0]).status_code == 200
    again = mark(hand[1])
    assert (again.status_code, again.json()["code"]) == (409, "not_your_turn")
    assert not cards_in(again.text, FRENCH)


def test_a_card_is_not_shown_before_its_time(live: Live) -> None:
    seats = [{"kind": "human"}] * 2
    address, headers = create(live.url, game="poker7", seats=seats)
    (seat,) = _look(address, {})["to_move"]
    move = {"move": {"type": "show", "card": POKERDREZ[0]}}
    answer = HTTP.post(f"{address}/moves", json=move, headers=headers[seat])
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal_move")
