"""Varies inputs by the coverage that they reach: `python -m tests.fuzz.run TARGET`.

Needs atheris (pip install atheris). A target is `stored` (events, states, matches),
`records` or `bodies`; arguments after it go to libFuzzer, such as -max_total_time=60.
The bytes choose a good input and how it is spoilt.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import atheris  # type: ignore[import-not-found,unused-ignore]

with atheris.instrument_imports(include=["service", "werkzeug", "flask", "pydantic"]):
    from service.app import create_app
    from service.config import Settings
    from service.games import GAMES
    from service.store.embedded import EmbeddedServer
    from tests.fuzz import borders, spoil
    from tests.fuzz.borders import Good

Target = Callable[[Good, bytes], object]


def stored(good: Good, data: bytes) -> None:
    """What lies in the store: as the bytes say, or some of ours spoilt."""
    rng, game = Random(data), sorted(GAMES)[len(data) % len(GAMES)]
    borders.event(b"\x01" + data)
    borders.event(spoil.octets(rng, rng.choice(good.events)))
    borders.state(game, good.states[game][0][:1] + data)
    borders.state(game, spoil.octets(rng, rng.choice(good.states[game])))
    borders.match(spoil.octets(rng, rng.choice(good.matches)))


def records(good: Good, data: bytes) -> None:
    """A record with parts changed."""
    rng = Random(data)
    borders.record(spoil.text(rng, rng.choice(good.bodies["/v1/verify"])))
    borders.record(data)


def bodies(good: Good, data: bytes) -> None:
    """A body with parts changed, at the address that takes it."""
    rng = Random(data)
    address = rng.choice(sorted(good.bodies))
    good.send(address, spoil.text(rng, rng.choice(good.bodies[address])))
    good.send(address, data)


TARGETS: dict[str, Target] = {"stored": stored, "records": records, "bodies": bodies}


def main() -> None:
    """Run one target on a service with a store of its own."""
    target = TARGETS[sys.argv.pop(1)]
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as url:
        good = Good(create_app(Settings(redis_url=url, bot_deadline=60)))

        def run(data: bytes) -> None:
            target(good, data)

        atheris.Setup(sys.argv, run)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
