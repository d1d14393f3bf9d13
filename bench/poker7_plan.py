"""Makes the plan of Poker7 level 7 by self-play: `python -m bench.poker7_plan`.

Deals are drawn and weighed by the core, and played by poker7_cfr.c, an abstract
two-seat game that learns from regret. Prints service/bots/poker7_plan.txt.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from service.bots.poker7_strength import (
    FLOP_SAMPLES,
    all_strengths,
    before_board,
    look,
    looks_of,
)
from service.core.poker7 import DECK_SIZE, seven_rank
from service.core.poker7_equity import FULL, Opponent, equity, pair_index

DEALS = {1: 40_000, 2: 38_092}
"""Deals by the seed that they are drawn with."""

ROUNDS, SEED = 3_000_000, 1
"""Rounds of self-play, each over one of the deals, and the seed of that."""

SOURCE = Path(__file__).with_name("poker7_cfr.c")
NOBODY = [Opponent()]


def deal(rng: Random) -> bytes:
    """Return one deal as poker7_cfr.c reads it; both seats show either card."""
    cards = rng.sample(range(DECK_SIZE), 9)
    board, holes = cards[:5], (cards[5:7], cards[7:9])
    table = all_strengths(tuple(board))
    plain, last, looks = list[float](), list[float](), list[float]()
    for own in holes:
        flop = equity(
            own, board[:3], NOBODY, samples=FLOP_SAMPLES, seed=rng.getrandbits(64)
        )
        plain += [before_board(own), flop.equity, table[pair_index(*own)] / FULL]
    shown = [looks_of(board, own) for own in holes]
    for seat in (0, 1):
        for _, card in shown[seat]:
            for _, other in shown[1 - seat]:
                all_ = all_strengths(tuple(board), card, other)
                last.append(all_[pair_index(*holes[seat])] / FULL)
                looks.append(look(tuple(board), card, other))
    ranks = [seven_rank((*board, *own)) for own in holes]
    shares = (round(255 * share) for share in (*plain, *last, *looks))
    return bytes([*shares, ranks[1] > ranks[0]])


def main() -> None:
    """Deal, compile, learn and print."""
    with tempfile.TemporaryDirectory() as folder:
        deals, program = Path(folder) / "deals", Path(folder) / "cfr"
        with deals.open("wb") as out:
            for seed, count in DEALS.items():
                rng = Random(seed)
                out.writelines(deal(rng) for _ in range(count))
                print(f"{count:,} deals", file=sys.stderr, flush=True)
        build = ["cc", "-std=c11", "-O3", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([*build, str(SOURCE), "-lm", "-o", str(program)], check=True)
        rules = [str(program), str(deals), str(ROUNDS), str(SEED)]
        subprocess.run(rules, check=True)


if __name__ == "__main__":
    main()
