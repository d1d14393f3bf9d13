"""Any bytes at the borders: what is read is right, and what is not is refused by name.

`make fuzz` runs the same for as long as one likes, led by coverage (tests/fuzz/run.py).
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.app import create_app
from service.config import Settings
from service.games import GAMES
from tests.fuzz import borders, spoil
from tests.fuzz.borders import Good

SHORT = 150
LONG = 20
"""Times as many where the long forms are asked for."""

seeds = st.integers(0, 2**32).map(Random)
hurried = settings(
    max_examples=SHORT,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def good(redis_url: str) -> Good:
    return Good(create_app(Settings(redis_url=redis_url, bot_deadline=60)))


@pytest.fixture(scope="module")
def rounds(full: bool) -> int:
    return LONG if full else 1


@hurried
@given(st.binary())
def test_any_bytes_are_an_event_or_none(data: bytes) -> None:
    borders.event(data)
    borders.event(b"\x01" + data)


@hurried
@given(seeds)
def test_spoilt_events_are_refused(good: Good, rounds: int, rng: Random) -> None:
    for _ in range(4 * rounds):
        borders.event(spoil.octets(rng, rng.choice(good.events)))


@hurried
@given(seeds)
def test_spoilt_states_and_matches_are_refused(
    good: Good, rounds: int, rng: Random
) -> None:
    for _ in range(rounds):
        for game in GAMES:
            borders.state(game, spoil.octets(rng, rng.choice(good.states[game])))
        borders.match(spoil.octets(rng, rng.choice(good.matches)))


@hurried
@given(seeds)
def test_spoilt_records_verify_or_say_what_is_false(
    good: Good, rounds: int, rng: Random
) -> None:
    for _ in range(rounds):
        borders.record(spoil.text(rng, rng.choice(good.bodies["/v1/verify"])))


@hurried
@given(seeds)
def test_spoilt_bodies_get_an_answer_or_a_problem(
    good: Good, rounds: int, rng: Random
) -> None:
    for _ in range(rounds):
        address = rng.choice(sorted(good.bodies))
        good.send(address, spoil.text(rng, rng.choice(good.bodies[address])))


def test_what_is_not_spoilt_is_taken(good: Good) -> None:
    assert all(borders.event(each) for each in good.events)
    assert all(borders.match(each) for each in good.matches)
    assert all(borders.state(g, each) for g in GAMES for each in good.states[g])
    for address, bodies in good.bodies.items():
        for body in bodies:
            assert good.send(address, spoil.dumped(body)), (address, body)
