/* lamarckian.c: Lamarckian Poker: the order of cards, captures, one round.
 *
 * Sources of the rules: Lamarckian Poker 3-7, A1, A4 and A7.
 */
#include "tapete.h"

#define RANKS 13
#define POOL 4 /* cards of a fresh pool (3) */

/* Place of a card in the order of rule 4, 0 (2c) .. 51 (As): rank, then suit. */
static int height(int card)
{
    return card % RANKS * 4 + card / RANKS;
}

static uint64_t bit(int card)
{
    return 1ull << card;
}

/* All cards of a card's suit or rank (5). */
static uint64_t like(int card)
{
    const uint64_t suit = 0x1fffull << (card / RANKS * RANKS);
    const uint64_t rank = bit(0) | bit(RANKS) | bit(2 * RANKS) | bit(3 * RANKS);

    return suit | rank << card % RANKS;
}

int tp_cards_by_height(uint64_t cards, uint8_t *ids, size_t capacity, size_t *count)
{
    if (!ids || !count)
        return TP_E_NULL;
    if (cards >> TP_DECK)
        return TP_E_CARD;
    const size_t n = (size_t)__builtin_popcountll(cards);
    if (capacity < n)
        return TP_E_COUNT;
    for (int rank = RANKS - 1; rank >= 0; rank--)
        for (int suit = 3; suit >= 0; suit--)
            if (cards & bit(suit * RANKS + rank))
                *ids++ = (uint8_t)(suit * RANKS + rank);
    *count = n;
    return TP_OK;
}

int tp_hand_rank_suits(uint64_t cards, uint32_t *rank)
{
    tp_hand hand;

    if (!rank)
        return TP_E_NULL;
    const int error = tp_hand_best(cards, 0, &hand);
    if (error)
        return error;
    /* The first card named has the highest suit of the most significant group. */
    *rank = hand.rank << 2 | hand.cards[0] / RANKS;
    return TP_OK;
}

int tp_hand_ranks_suits(const uint64_t *masks, size_t n, uint32_t *ranks, size_t *bad)
{
    if (!bad || (n && (!masks || !ranks)))
        return TP_E_NULL;
    for (size_t i = 0; i < n; i++) {
        const int error = tp_hand_rank_suits(masks[i], &ranks[i]);
        if (error) {
            *bad = i;
            return error;
        }
    }
    return TP_OK;
}

int tp_lamarckian_captures(int mark, uint64_t pool, uint64_t *captured)
{
    if (!captured)
        return TP_E_NULL;
    if (mark < 0 || mark >= TP_DECK || pool >> TP_DECK)
        return TP_E_CARD;
    if (pool & bit(mark))
        return TP_E_DUPLICATE;
    *captured = pool & like(mark);
    return TP_OK;
}

/* A living seat has cards and marks one of them; an extinct one has neither. */
static int check_mark(uint64_t hand, uint8_t mark)
{
    if (mark != TP_NONE && mark >= TP_DECK)
        return TP_E_CARD;
    if (!hand)
        return mark == TP_NONE ? TP_OK : TP_E_EXTINCT;
    return mark != TP_NONE && hand & bit(mark) ? TP_OK : TP_E_MARK;
}

static int check_round(const tp_lamarckian_round *round)
{
    uint64_t seen = round->pool;

    if (round->seats < 2 || round->seats > TP_LAMARCKIAN_SEATS)
        return TP_E_COUNT;
    if (seen >> TP_DECK)
        return TP_E_CARD;
    if (__builtin_popcountll(seen) != POOL)
        return TP_E_COUNT;
    for (int seat = 0; seat < round->seats; seat++) {
        const uint64_t hand = round->hand[seat];
        if (hand >> TP_DECK)
            return TP_E_CARD;
        if (hand & seen)
            return TP_E_DUPLICATE;
        seen |= hand;
    }
    return seen == round->pool ? TP_E_COUNT : TP_OK;
}

/* Puts a seat where its mark stands among those already there, highest first. */
static void line_up(tp_lamarckian_result *result, const uint8_t *mark, int seat)
{
    int at = result->count++;

    for (; at > 0; at--) {
        const uint8_t before = result->order[at - 1];
        if (height(mark[before]) > height(mark[seat]))
            break;
        result->order[at] = before;
    }
    result->order[at] = (uint8_t)seat;
}

int tp_lamarckian_resolve(const tp_lamarckian_round *round, tp_lamarckian_result *out)
{
    if (!round || !out)
        return TP_E_NULL;
    int error = check_round(round);
    tp_lamarckian_result result = {.discard = round->pool};
    for (int i = 0; i < TP_LAMARCKIAN_SEATS; i++)
        result.order[i] = TP_NONE;
    for (int seat = 0; !error && seat < round->seats; seat++) {
        result.hand[seat] = round->hand[seat];
        error = check_mark(round->hand[seat], round->mark[seat]);
        if (!error && round->mark[seat] != TP_NONE)
            line_up(&result, round->mark, seat);
    }
    if (error)
        return error;

    for (int i = 0; i < result.count; i++) {
        const int seat = result.order[i], mark = round->mark[seat];
        const uint64_t taken = result.discard & like(mark);
        result.captured[i] = taken;
        result.hand[seat] = (result.hand[seat] | taken) & ~bit(mark);
        result.discard = (result.discard & ~taken) | bit(mark);
    }
    *out = result;
    return TP_OK;
}
