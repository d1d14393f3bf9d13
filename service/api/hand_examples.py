"""Hands as examples of the OpenAPI document, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from service.api import evaluated
from service.api.hands import FrenchHands, PokerdrezHands
from service.core import hand_ranks
from service.core.lamarckian import hand_ranks_suits
from service.core.poker7 import seven_ranks

MASK, RANK = "\1" + 7 * "\0", "\1" + 3 * "\0"
"""The two of clubs as a mask, and its rank, byte by byte."""

_POKER: list[Any] = ["As Kd Qc Jh Ts 2c", ["2c", "2d"], "10s"]
_LAMARCKIAN: list[Any] = ["As Kd 9h", "Ac Kh 9s"]
_LOCUS: list[Any] = ["7c 7d 7h 2s 9d"]
_POKER7: list[Any] = ["B9 R9 J1 J2 P3 N4 Q5"]


def make() -> Iterator[tuple[str, dict[str, Any], msgspec.Struct]]:
    """Return operations, each with a body and its answer."""
    for operation, hands, rank, answer in (
        ("evaluate_poker", _POKER, hand_ranks, evaluated.poker),
        ("evaluate_lamarckian", _LAMARCKIAN, hand_ranks_suits, evaluated.lamarckian),
        ("evaluate_locus", _LOCUS, partial(hand_ranks, wild=False), evaluated.locus),
    ):
        sets = FrenchHands(hands=hands).read()
        ranks = sets.rank(rank)
        best = evaluated.name_best(sets.masks, wild=False)
        yield operation, {"hands": hands, "best": True}, answer(ranks, best, sets.bad)
    found, bad = PokerdrezHands(hands=_POKER7).read()
    ranks7 = seven_ranks(found)
    told = evaluated.poker7(ranks7, evaluated.name_groups(ranks7), bad)
    yield "evaluate_poker7", {"hands": _POKER7, "groups": True}, told
