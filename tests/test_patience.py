"""Bots in a request: searches end in time, long matches go on in the next commit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import monotonic, time

import pytest

from service.bots import LEVELS
from service.bots.locus import looking
from service.core.locus_search import Limits
from service.games import GAMES
from service.lobby import Lobby
from service.match import Seated, new_id
from service.matches import Matches
from service.patience import Patience
from service.replays import replay
from service.store.redis import Change, Known, Store
from service.table import Asked
from service.timekeeper import Timekeeper
from service.turns import MOST_MOVES
from tests.cards import RandomDecks

ENDLESS = looking(Limits(exact=48))
"""Plays to the end from the first placement on: that takes more than a lifetime."""

QUIET = Asked(lambda table: table.match.id.encode())


@pytest.fixture
def store(redis_url: str) -> Iterator[Store]:
    store = Store(redis_url, ttl_s=600, connections=4, timeout_s=2)
    store._redis.delete("tapete:due")
    yield store
    store._redis.delete("tapete:due")


def of_bots(
    store: Store,
    game: str,
    levels: list[int],
    patience_s: float = 60,
    match_id: str = "",
) -> str:
    """Create a match in which all seats are bots'."""
    lobby, rules = Lobby(store, patience_s=patience_s), GAMES[game]
    seats = [Seated("bot", f"Bot {level}", level) for level in levels]
    options = rules.options_type()
    done = lobby.create(rules, seats, options, {}, QUIET, match_id)
    return done.answer.decode()


def ended(store: Store, match_id: str, patience_s: float = 60) -> int:
    """Let the timekeeper play a match to its end; returns the commits it took."""
    matches = Matches(store, patience_s=patience_s)
    timekeeper = Timekeeper(store, matches)
    while matches.look(match_id, None).status != "finished":
        assert timekeeper.work() == 1
    timekeeper.work()
    assert timekeeper.work() == 0, "the match is not looked at any more"
    record = matches.record(match_id)
    *_, last = replay(record)
    result = GAMES[record.game].result(last.state)
    assert result is not None
    assert list(result.winners) == record.result.winners
    return matches.look(match_id, None).version - 1


@pytest.mark.parametrize("seconds", [0, 0.2])
def test_a_search_that_would_not_end_gives_a_legal_move_in_time(seconds: float) -> None:
    rules, decks = GAMES["locus"], RandomDecks(1, 52)
    state = rules.setup(2, rules.options_type(), decks).state
    view, choices = rules.view(state, 0), rules.legal_moves(state, 0)
    began = monotonic()
    with Patience(seconds) as patience:
        move = patience.with_(ENDLESS)(view, choices, Random(1))
    assert seconds <= monotonic() - began < seconds + 3
    assert move in {choice.move for choice in choices}


def test_half_of_patience_is_for_beginning_moves() -> None:
    with Patience(0.2) as patience:
        assert not patience.over
        while monotonic() < patience._last_call:
            pass
        assert patience.over
    with Patience(0) as patience:
        assert patience.over


def test_a_match_whose_bots_take_too_long_goes_on_commit_by_commit(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS["locus"], 7, ENDLESS)
    match_id = of_bots(store, "locus", [7, 7], patience_s=0)
    table = Matches(store).look(match_id, None)
    assert (table.version, table.match.moves, table.status) == (1, 1, "playing")
    assert ended(store, match_id, patience_s=0) == 35


def test_a_match_of_bots_is_over_when_it_is_created(store: Store) -> None:
    match_id = of_bots(store, "locus", [3, 3])
    table = Matches(store).look(match_id, None)
    assert (table.version, table.match.moves, table.status) == (1, 36, "finished")
    assert ended(store, match_id) == 0


def test_a_long_match_of_bots_takes_several_commits(store: Store) -> None:
    match_id = of_bots(store, "poker7", [3] * 6)
    assert Matches(store).look(match_id, None).match.moves == MOST_MOVES
    commits = ended(store, match_id)
    moves = Matches(store).look(match_id, None).match.moves
    assert commits == (moves - 1) // MOST_MOVES > 0


class DyingAfterCommit(Store):
    """A store of a process that ends when a change has landed."""

    def commit(self, match_id: str, change: Change) -> int | Known | None:
        super().commit(match_id, change)
        raise SystemExit


def test_a_match_goes_on_though_its_worker_dies_after_the_commit(
    redis_url: str, store: Store
) -> None:
    dying = DyingAfterCommit(redis_url, ttl_s=600, connections=4, timeout_s=2)
    match_id = new_id()
    with pytest.raises(SystemExit):
        of_bots(dying, "poker7", [3] * 6, match_id=match_id)
    matches = Matches(store)
    assert Timekeeper(store, matches, now=lambda: time() + 2).work() == 1
    assert matches.look(match_id, None).version == 2
    ended(store, match_id)
