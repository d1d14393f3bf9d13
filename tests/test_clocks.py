"""Clocks run, stop and run out as the match's setting says."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest

from service.compact import expand
from service.games.base import IllegalMove, NotYourTurn
from service.games.locus import Locus
from service.games.poker7 import Poker7
from service.games.poker7_types import Check
from service.lobby import Lobby
from service.match import Clock, Seated, Terms
from service.matches import Matches
from service.store.redis import Store
from service.table import Asked, MatchNotFound, Table
from service.timekeeper import Timekeeper
from tests.live import running_service

T0 = 1_800_000_000.0


class Hand:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = T0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def store(redis_url: str) -> Iterator[Store]:
    store = Store(redis_url, ttl_s=600, connections=4, timeout_s=2)
    yield store
    store._redis.delete("tapete:due")


@pytest.fixture
def matches(store: Store, hand: Hand) -> Matches:
    return Matches(store, now=hand)


QUIET = Asked(lambda table: table.match.id.encode())
TOKENS = {0: "one", 1: "two"}


def create(matches: Matches, **clock: float) -> str:
    return opened(matches, Terms(clock=Clock(**clock)))


def opened(matches: Matches, terms: Terms) -> str:
    lobby = Lobby(matches._store, now=matches._now)
    seats = (Seated("human"), Seated("human"))
    game = Locus()
    done = lobby.create(game, seats, game.options_type(), TOKENS, QUIET, terms=terms)
    return done.answer.decode()


def place(matches: Matches, match_id: str, seat: int) -> Table:
    _, choices = matches.legal_moves(match_id, TOKENS[seat])
    matches.play(match_id, TOKENS[seat], lambda rules: choices[0].move, None, QUIET)
    return matches.look(match_id, None)


def test_each_turn_has_its_time(matches: Matches, hand: Hand) -> None:
    match_id = create(matches, turn=30)
    for seat in (0, 1, 0, 1):
        hand.now += 25
        table = place(matches, match_id, seat)
        assert matches.expire(match_id) == hand.now + 30
        assert table.status == "playing"
    hand.now += 29.9
    assert matches.expire(match_id) is not None
    hand.now += 0.1
    assert matches.expire(match_id) is None
    table = matches.look(match_id, None)
    assert table.match.rules.result(table.position).winners == (1,)


def test_base_time_runs_in_ones_own_turns_only_and_grows_by_the_increment(
    matches: Matches, hand: Hand
) -> None:
    match_id = create(matches, base=60, increment=5)
    hand.now += 20
    table = place(matches, match_id, 0)
    assert table.match.left == (45, 60)
    hand.now += 50
    table = place(matches, match_id, 1)
    assert table.match.left == (45, 15)
    assert matches.expire(match_id) == hand.now + 45
    hand.now += 45
    assert matches.expire(match_id) is None
    table = matches.look(match_id, None)
    assert table.match.rules.result(table.position).winners == (1,)


def test_with_both_the_shorter_one_counts(matches: Matches, hand: Hand) -> None:
    match_id = create(matches, turn=30, base=40)
    assert matches.expire(match_id) == T0 + 30
    hand.now += 25
    place(matches, match_id, 0)
    place(matches, match_id, 1)
    assert matches.expire(match_id) == hand.now + 15


def test_a_move_that_comes_too_late_is_not_made(matches: Matches, hand: Hand) -> None:
    match_id = create(matches, turn=30)
    hand.now += 30
    with pytest.raises(Exception, match="over"):
        place_first(matches, match_id)
    table = matches.look(match_id, None)
    assert (table.version, table.status) == (2, "finished")


def place_first(matches: Matches, match_id: str) -> None:
    from service.games.locus_types import Place

    move = Place("a1", "up")
    matches.play(match_id, TOKENS[0], lambda rules: move, None, QUIET)


def test_time_outs_are_in_events_and_record(matches: Matches, hand: Hand) -> None:
    match_id = create(matches, turn=30)
    hand.now += 31
    matches.expire(match_id)
    record = matches.record(match_id)
    (action,) = record.actions
    assert (action.seat, action.kind, action.move) == (0, "timeout", None)
    events = matches._store.events(match_id, "1-0", 10)
    assert b'"timed_out"' in expand(events[0][1])
    assert [entry for entry, _ in events] == ["2-0", "2-1"]


def test_a_match_without_a_clock_never_runs_out(matches: Matches, hand: Hand) -> None:
    match_id = opened(matches, Terms())
    hand.now += 10**9
    assert matches.expire(match_id) is None
    assert matches.look(match_id, None).version == 1


def test_the_timekeeper_finds_what_is_due_and_each_claim_is_one_keepers(
    store: Store, matches: Matches, hand: Hand
) -> None:
    late = create(matches, turn=30)
    early = create(matches, turn=300)
    keeper = Timekeeper(store, matches, hand)
    assert keeper.work() == 0
    hand.now += 31
    claims = store.claim_due(hand.now, 10)
    assert [match_id for match_id, _ in claims] == [late]
    assert keeper.work() == 0
    hand.now += 6
    assert keeper.work() == 1
    assert matches.look(late, None).status == "finished"
    assert matches.look(early, None).status == "playing"
    hand.now += 300
    assert keeper.work() == 1
    assert matches.look(early, None).status == "finished"
    assert store._redis.zcard("tapete:due") == 0


def test_a_reminder_of_a_match_that_is_gone_goes_too(
    store: Store, matches: Matches, hand: Hand
) -> None:
    with pytest.raises(MatchNotFound):
        matches.expire("x" * 22)
    store.remind("x" * 22, T0)
    assert Timekeeper(store, matches, hand).work() == 1
    assert store._redis.zcard("tapete:due") == 0


def test_a_settled_entry_does_not_undo_a_newer_reminder(
    store: Store, matches: Matches, hand: Hand
) -> None:
    store.remind("m", T0)
    ((_, claim),) = store.claim_due(T0, 1)
    store.remind("m", T0 + 1)
    store.settle("m", claim, T0 + 100)
    assert store._redis.zscore("tapete:due", "m") == T0 + 1


def wait_for(url: str, matches: list[str], within_s: float) -> list[Any]:
    """Look at matches once, after a time in which nobody has asked."""
    import time

    time.sleep(within_s)
    with httpx.Client() as client:
        return [client.get(url + match).json() for match in matches]


def new_clocked(url: str, number: int, turn: float) -> list[str]:
    body = {
        "game": "locus",
        "seats": [{"kind": "human"}, {"kind": "human"}],
        "clock": {"turn": turn},
    }
    with httpx.Client() as client:
        answers = [client.post(f"{url}/v1/matches", json=body) for _ in range(number)]
    return [answer.headers["Location"] for answer in answers]


def test_time_outs_are_applied_once_though_nobody_asks_and_after_a_restart(
    tmp_path: Any, figure: Any
) -> None:
    with running_service(tmp_path, workers=4) as live:
        matches = new_clocked(live.url, 200, turn=2)
        seen = wait_for(live.url, matches, 3)
        assert {(m["version"], m["status"]) for m in seen} == {(2, "finished")}
        assert {tuple(m["result"]["winners"]) for m in seen} == {(1,)}
        later = new_clocked(live.url, 20, turn=3)
    with running_service(tmp_path, workers=4) as live:
        seen = wait_for(live.url, later, 4)
        assert {(m["version"], m["status"]) for m in seen} == {(2, "finished")}
    figure("220 turns timed out over 4 workers: each once, 20 of them after a restart")


def test_seats_without_any_time_left_time_out_once_a_second_and_block_nobody(
    store: Store, hand: Hand
) -> None:
    lobby, matches = Lobby(store, now=hand), Matches(store, now=hand)
    game, seats = Poker7(), (Seated("human"), Seated("human"))
    terms = Terms(clock=Clock(base=1))
    done = lobby.create(game, seats, game.options_type(), TOKENS, QUIET, terms=terms)
    match_id = done.answer.decode()
    for _ in range(30):
        hand.now += 1
        assert matches.expire(match_id) == hand.now + 1
    version = matches.look(match_id, None).version
    assert version == 31
    for seat in (0, 1):
        with suppress(NotYourTurn, IllegalMove):
            matches.play(match_id, TOKENS[seat], lambda rules: Check(), None, QUIET)
    assert matches.look(match_id, None).version <= version + 2
