"""The opponents: for each game, a policy per level, from weak to strong; and advice."""

from __future__ import annotations

from service.bots import (
    lamarckian,
    lamarckian_advice,
    locus,
    locus_hints,
    poker7,
    poker7_advice,
)
from service.bots.advice import Advice
from service.bots.policy import Policy, Searching

LEVELS: dict[str, dict[int, Policy]] = {
    "locus": locus.LEVELS,
    "lamarckian": lamarckian.LEVELS,
    "poker7": poker7.LEVELS,
}

HINTS: dict[str, Advice] = {
    "locus": locus_hints.ADVICE,
    "lamarckian": lamarckian_advice.ADVICE,
    "poker7": poker7_advice.ADVICE,
}

__all__ = ["HINTS", "LEVELS", "Advice", "Policy", "Searching"]
