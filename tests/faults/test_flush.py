"""A store that forgets its scripts at any time costs no move."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.faults import storm

MOVES, SHORT = 2_000, 200
PERIOD_S = 0.005


@contextmanager
def flushing(url: str) -> Iterator[list[int]]:
    """Have the store forget its scripts again and again; give how often it has."""
    over, times = threading.Event(), [0]

    def flush() -> None:
        with redis.Redis.from_url(url) as store:
            while not over.wait(PERIOD_S):
                store.script_flush()
                times[0] += 1

    thread = threading.Thread(target=flush)
    thread.start()
    try:
        yield times
    finally:
        over.set()
        thread.join()


def test_moves_land_while_the_store_forgets_its_scripts(
    tmp_path: Path, redis_url: str, full: bool, figure: Callable[[str], None]
) -> None:
    env = {"TAPETE_REDIS_URL": redis_url}
    with flushing(redis_url) as times:
        moves = MOVES if full else SHORT
        outcome = storm.run(tmp_path, moves, env=env, period_s=0)
    assert outcome.good, outcome.table()
    assert times[0] > 0
    landed = outcome.tally["moves acknowledged"]
    figure(f"{landed} moves landed through {times[0]} SCRIPT FLUSH")
