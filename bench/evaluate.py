"""POST /v1/evaluate/poker through HTTP: `python -m bench.evaluate ADDRESS`.

ADDRESS is a running service's, such as http://127.0.0.1:8000. Rates are of hands, by
one client on one connection; the standard library's time for the same JSON is beside.
"""

from __future__ import annotations

import http.client
import json
import re
import statistics
import sys
import time
from array import array
from urllib.parse import urlsplit

from bench.core import deal
from service.core import cards_mask
from service.games.cards import FRENCH_IDS

ROUNDS = 25
SIZES = (1, 100, 10_000, 100_000)
PARTS = re.compile(r"(\w+);dur=([0-9.]+)")


def post(
    address: str, data: bytes, media: str
) -> tuple[float, dict[str, float], bytes]:
    """Return the median seconds of a request, its medians by part, and the answer."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    times: list[float] = []
    parts: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        began = time.perf_counter()
        connection.request("POST", "/v1/evaluate/poker", data, {"Content-Type": media})
        response = connection.getresponse()
        answer = response.read()
        times.append(time.perf_counter() - began)
        assert response.status == 200, answer[:200]
        for name, ms in PARTS.findall(response.headers["Server-Timing"]):
            parts.setdefault(name, []).append(float(ms))
    told = {name: statistics.median(values) for name, values in parts.items()}
    return statistics.median(times), told, answer


def standard_library(data: bytes, answer: bytes) -> float:
    """Return the median seconds of json for reading the body, writing the answer."""
    value, times = json.loads(answer), []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        json.loads(data)
        json.dumps(value)
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def main(address: str) -> None:
    """Print a line for each number of hands and form."""
    hands = deal(max(SIZES), 7)
    masks = array("Q", (cards_mask(FRENCH_IDS[c] for c in hand) for hand in hands))
    for count in SIZES:
        data = json.dumps({"hands": [" ".join(h) for h in hands[:count]]}).encode()
        took, parts, answer = post(address, data, "application/json")
        beside = took / standard_library(data, answer)
        print(
            f"{count:7,} hands, JSON   {_line(count, took, parts)}, {beside:.2f}x json"
        )
        took, parts, _ = post(
            address, masks[:count].tobytes(), "application/octet-stream"
        )
        print(f"{count:7,} hands, octets {_line(count, took, parts)}")


def _line(count: int, took: float, parts: dict[str, float]) -> str:
    told = ", ".join(f"{name} {ms:.1f}" for name, ms in parts.items())
    return f"{1e3 * took:7.2f} ms ({told}), {count / took / 1e6:6.2f} M hands/s"


if __name__ == "__main__":
    main(*sys.argv[1:])
