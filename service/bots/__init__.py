"""The opponents: for each game, a policy per level, from weak to strong."""

from __future__ import annotations

from service.bots import lamarckian, locus, poker7
from service.bots.policy import Policy, Searching

LEVELS: dict[str, dict[int, Policy]] = {
    "locus": locus.LEVELS,
    "lamarckian": lamarckian.LEVELS,
    "poker7": poker7.LEVELS,
}

__all__ = ["LEVELS", "Policy", "Searching"]
