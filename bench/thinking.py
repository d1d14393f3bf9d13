"""GET while bots think: `python -m bench.thinking ADDRESS`.

ADDRESS is a running service's, such as http://127.0.0.1:8000. Sixteen connections ask
for a match without pause, first alone, then while others have bots of level 7 play
whole matches. In turn, so that what else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Iterator
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from bench.load import Load, Tally, drive

CONNECTIONS = 16
LEVEL = 7


def request(host: str, method: str, path: str, body: object = None) -> bytes:
    """Return a request as it goes over the wire."""
    data = b"" if body is None else json.dumps(body).encode()
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(data)}\r\n"
    )
    if data:
        head += "Content-Type: application/json\r\n"
    return f"{head}\r\n".encode() + data


def new_match(address: str) -> str:
    """Create a match that waits for a person; returns its id."""
    body = json.dumps({"game": "locus"}).encode()
    headers = {"Content-Type": "application/json"}
    made = Request(f"{address}/v1/matches", body, headers)  # noqa: S310 http only
    with urlopen(made) as answer:  # noqa: S310 http only
        return str(json.load(answer)["match"]["id"])


def repeated(data: bytes) -> Iterator[bytes]:
    """Return a request for as long as it is asked for."""
    return itertools.repeat(data)


def loads(address: str, thinking: int) -> dict[str, Load]:
    """Return GETs alone, and GETs beside bots."""
    host = urlsplit(address).netloc
    get = request(host, "GET", f"/v1/matches/{new_match(address)}")
    bots = {"game": "locus", "seats": [{"kind": "bot", "level": LEVEL}] * 2}
    post = request(host, "POST", "/v1/matches", bots)
    gets = [repeated(get) for _ in range(CONNECTIONS)]
    beside = [repeated(post) for _ in range(thinking)]
    return {"idle": Load(gets), f"{thinking} thinking": Load(gets, beside)}


def main() -> None:
    """Print the times of GET, and how many times the idle ones they are."""
    parser = argparse.ArgumentParser(prog="python -m bench.thinking")
    add = parser.add_argument
    add("address")
    add("--thinking", type=int, default=1, help="connections on which bots play")
    add("--seconds", type=float, default=5.0, help="for each load, in each round")
    add("--rounds", type=int, default=3)
    args = parser.parse_args()
    where = urlsplit(args.address)
    target = str(where.hostname), int(where.port or 80)
    tallies: dict[str, Tally] = {}
    for _ in range(args.rounds):
        for name, load in loads(args.address, args.thinking).items():
            tally = drive(target, load, args.seconds)
            tallies[name] = tallies[name] + tally if name in tallies else tally
    idle, beside = tallies.values()
    for name, tally in tallies.items():
        print(
            f"{name}: {tally.rate:.0f} GET a second, median {tally.percentile(50):.1f} "
            f"ms, 99 % {tally.percentile(99):.1f} ms, statuses {dict(tally.codes)}"
        )
    print(f"99 %: {beside.percentile(99) / idle.percentile(99):.2f} times the idle one")


if __name__ == "__main__":
    main()
