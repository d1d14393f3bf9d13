"""POST /v1/evaluate through HTTP: `python -m bench.evaluate ADDRESS`.

ADDRESS is a running service's, such as http://127.0.0.1:8000. One client asks on one
connection; medians are told, of the whole request, of its parts by Server-Timing, and
beside the time that the standard library's json takes for body and answer.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import statistics
import sys
import time
from array import array
from collections.abc import Iterator
from urllib.parse import urlsplit

from bench.core import deal
from service.core import cards_mask
from service.games.cards import FRENCH_IDS, POKERDREZ

ROUNDS = 15
SIZES = (1, 100, 10_000, 100_000)
JSON = "application/json"
PARTS = re.compile(r"(\w+);dur=([0-9.]+)")


def run(address: str, kind: str, data: bytes, media: str) -> None:
    """Print what a request takes, and json for the same body beside it in turns."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    requests: list[float] = []
    library: list[float] = []
    parts: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        began = time.perf_counter()
        connection.request(
            "POST", f"/v1/evaluate/{kind}", data, {"Content-Type": media}
        )
        response = connection.getresponse()
        answer = response.read()
        requests.append(time.perf_counter() - began)
        assert response.status == 200, answer[:200]
        for name, ms in PARTS.findall(response.headers["Server-Timing"]):
            parts.setdefault(name, []).append(float(ms))
        if media == JSON:
            library.append(standard_library(data, answer))
    took = statistics.median(requests)
    told = ", ".join(
        f"{name} {statistics.median(ms):.1f}" for name, ms in parts.items()
    )
    beside = f", {took / statistics.median(library):.2f}x json" if library else ""
    print(f"{1e3 * took:8.2f} ms ({told}){beside}", end="")


def standard_library(data: bytes, answer: bytes) -> float:
    """Return the seconds of json for reading the body and writing the answer."""
    value = json.loads(answer)
    began = time.perf_counter()
    json.loads(data)
    json.dumps(value)
    return time.perf_counter() - began


def bodies(count: int) -> Iterator[tuple[str, str, bytes, str]]:
    """Yield requests with so many hands: what they are, the kind, body and type."""
    hands = deal(count, 7)
    texts = [" ".join(hand) for hand in hands]
    masks = array("Q", (cards_mask(FRENCH_IDS[c] for c in hand) for hand in hands))
    rng = random.Random(1)
    sevens = [" ".join(rng.sample(POKERDREZ, 7)) for _ in range(count)]
    for name, kind, body in (
        ("poker", "poker", {"hands": texts}),
        ("poker, best", "poker", {"hands": texts, "best": True}),
        ("poker7", "poker7", {"hands": sevens}),
        ("poker7, groups", "poker7", {"hands": sevens, "groups": True}),
    ):
        yield name, kind, json.dumps(body).encode(), JSON
    yield "poker, octets", "poker", masks.tobytes(), "application/octet-stream"


def main(address: str) -> None:
    """Print a line for each number of hands and form."""
    for count in SIZES:
        for name, kind, data, media in bodies(count):
            print(f"{count:7,} {name:15}", end="", flush=True)
            run(address, kind, data, media)
            print(flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
