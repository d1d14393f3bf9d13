"""The typed Python face of the C core; fails at import if the core is not built."""

from service.core.errors import (
    CardError,
    CoreError,
    CountError,
    LimitError,
    MarkError,
    PlaceError,
    StateError,
)
from service.core.hand import (
    BestHand,
    Category,
    best_hand,
    cards_mask,
    category,
    hand_rank,
    hand_ranks,
    rank_or_code,
)
from service.core.text import parse_cards, parse_hands, text_rank

__all__ = [
    "BestHand",
    "CardError",
    "Category",
    "CoreError",
    "CountError",
    "LimitError",
    "MarkError",
    "PlaceError",
    "StateError",
    "best_hand",
    "cards_mask",
    "category",
    "hand_rank",
    "hand_ranks",
    "parse_cards",
    "parse_hands",
    "rank_or_code",
    "text_rank",
]
