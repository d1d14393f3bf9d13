"""The typed Python face of the C core; fails at import if the core is not built."""

from service.core.batch import area_points, hand_ranks, hand_ranks_ids, look_up
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
    best_hands,
    cards_mask,
    category,
    hand_rank,
    hand_rank_wild,
)
from service.core.text import (
    parse_cards,
    parse_hands,
    parse_sevens,
    text_rank,
    text_rank_wild,
)

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
    "area_points",
    "best_hand",
    "best_hands",
    "cards_mask",
    "category",
    "hand_rank",
    "hand_rank_wild",
    "hand_ranks",
    "hand_ranks_ids",
    "look_up",
    "parse_cards",
    "parse_hands",
    "parse_sevens",
    "text_rank",
    "text_rank_wild",
]
