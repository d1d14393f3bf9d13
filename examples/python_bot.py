"""A bot for Locus Poker that takes the placement which earns most points at once.

pip install ./clients/python && python examples/python_bot.py http://127.0.0.1:8000 1
"""

import random
import sys

from tapete.client import Client, Seat
from tapete.client.models import Choice, Match, Move


def best(choices: list[Choice]) -> Move:
    """Return a move that earns most points, any of them if there are several."""

    def points(choice: Choice) -> int:
        return int((choice.get("earns") or {}).get("points", 0))

    most = max(map(points, choices))
    return random.choice([c["move"] for c in choices if points(c) == most])


def play(seat: Seat) -> Match:
    """Play a match to its end, and return it."""
    match = seat.view()
    while match["status"] != "finished":
        if match["you"] in match["to_move"]:
            match = seat.play(best(seat.moves()))["match"]
        else:
            match = seat.wait() or match
    return match


if __name__ == "__main__":
    address, level = sys.argv[1], int(sys.argv[2])
    with Client(address) as client:
        opened = client.create_match(
            game="locus", seats=[{"kind": "human"}, {"kind": "bot", "level": level}]
        )
        print(play(opened.seat)["result"])
