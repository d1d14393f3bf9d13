"""Locus: the margin of best play to the end, by trying every placement."""

from functools import cache

from service.core import cards_mask, hand_rank, hand_rank_wild
from service.core.hand import category
from service.games.cards import FRENCH_IDS
from tests.oracle.locus import HAND_POINTS, Position, neighbours


def best_margin(position: Position, seat: int) -> int:
    """Points to come for the seat to move, less the other's, in the whole tree.

    Only positions are remembered that differ in no chip; nothing is cut off.
    """
    cells = range(position.cols * position.rows)
    around = {i: neighbours(position, *divmod(i, position.cols)) for i in cells}
    near = {i: [position.cell(r, c) for r, c in around[i]] for i in cells}
    ids = [FRENCH_IDS[card] for card in position.grid]

    @cache
    def hand(cell: int, alive: frozenset[int], up: bool) -> int:
        cards = {ids[i] for i in alive} | ({ids[cell]} if up else set())
        rank = hand_rank if up else hand_rank_wild
        return HAND_POINTS[category(rank(cards_mask(cards)))]

    # 2 for an edge, which is in the same row or column; else 1.
    worth = {
        i: [
            (j, 2 if i % position.cols == j % position.cols or abs(i - j) == 1 else 1)
            for j in near[i]
        ]
        for i in cells
    }
    empties = position.owner.count(None)

    @cache
    def value(owner: tuple[int | None, ...], up: tuple[bool, ...]) -> int:
        best = None
        mover = (seat + empties - owner.count(None)) % 2
        for cell in (i for i in cells if owner[i] is None):
            alive = frozenset(i for i in near[cell] if up[i])
            bonus = sum(w for i, w in worth[cell] if up[i] and owner[i] == mover)
            for face in (True, False):
                after = (*owner[:cell], mover, *owner[cell + 1 :])
                faces = (*up[:cell], face, *up[cell + 1 :])
                got = hand(cell, alive, face) + bonus - value(after, faces)
                best = got if best is None else max(best, got)
        return best or 0

    return value(position.owner, position.face_up)
