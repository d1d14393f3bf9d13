/* hand.c: the best poker hand of any set of cards, with no wild card or one.
 *
 * What a hand is worth is decided in hand.h; here are the calls for one hand, and the
 * choice of the cards that are named.
 */
#include "hand.h"

int tp_cards_mask(const uint8_t *ids, size_t n, uint64_t *mask)
{
    uint64_t set = 0;

    if (!mask || (!ids && n))
        return TP_E_NULL;
    if (n > TP_DECK)
        return TP_E_COUNT;
    for (size_t i = 0; i < n; i++) {
        if (ids[i] >= TP_DECK)
            return TP_E_CARD;
        const uint64_t card = 1ull << ids[i];
        if (set & card)
            return TP_E_DUPLICATE;
        set |= card;
    }
    *mask = set;
    return TP_OK;
}

int tp_hand_rank(uint64_t cards, int wild, uint32_t *rank)
{
    if (!rank)
        return TP_E_NULL;
    const int error = check_cards(cards, wild);
    if (error)
        return error;
    *rank = rank_of(cards, wild);
    return TP_OK;
}

int64_t tp_hand_natural(uint64_t cards)
{
    const int error = check_cards(cards, 0);
    return error ? error : (int64_t)rank_of(cards, 0);
}

int64_t tp_hand_wild(uint64_t cards)
{
    const int error = check_cards(cards, 1);
    return error ? error : (int64_t)rank_of(cards, 1);
}

/* -- naming the five ------------------------------------------------------ */

static void name_card(tp_hand *hand, int suit, uint32_t rank)
{
    hand->cards[hand->count++] = (uint8_t)(suit * RANKS + rank_index(rank));
}

static void name_wild(tp_hand *hand, int suit, uint32_t rank)
{
    hand->wild_at = hand->count;
    name_card(hand, suit, rank);
}

/* Names n cards of a rank, highest suits first, the wild where one is missing:
 * as the highest suit that is not held. */
static void name_rank(tp_hand *hand, const tally *t, uint32_t rank, int n)
{
    int free_suit = -1;

    for (int s = 3; s >= 0; s--) {
        if (!(t->suit[s] & rank))
            free_suit = free_suit < 0 ? s : free_suit;
        else if (n > 0) {
            name_card(hand, s, rank);
            n--;
        }
    }
    if (n > 0)
        name_wild(hand, free_suit, rank);
}

/* Names n cards of every rank in a set, from the highest rank down. */
static void name_set(tp_hand *hand, const tally *t, uint32_t set, int n)
{
    for (; set; set &= ~top(set))
        name_rank(hand, t, top(set), n);
}

static void name_in_suit(tp_hand *hand, const tally *t, int suit, uint32_t rank)
{
    if (t->suit[suit] & rank)
        name_card(hand, suit, rank);
    else
        name_wild(hand, suit, rank);
}

/* The five ranks of a straight, top first; a five-high one ends with the ace. */
static void name_straight(tp_hand *hand, const tally *t, uint32_t high, int suit)
{
    for (int i = 0; i < 5; i++) {
        const uint32_t rank = high >> i ? high >> i : ACE;
        if (suit < 0)
            name_rank(hand, t, rank, 1);
        else
            name_in_suit(hand, t, suit, rank);
    }
}

/* The highest suit that yields the straight flush or flush of a rank. */
static int winning_suit(const tally *t, uint32_t category, uint32_t main,
                        uint32_t kickers, int wild)
{
    for (int s = 3; s > 0; s--) {
        const uint32_t set = t->suit[s];
        if (category == TP_STRAIGHT_FLUSH) {
            if ((wild ? straights_but_one(set) : straights(set)) & main)
                return s;
        } else if (top_n(set, wild ? 4 : 5) == (wild ? kickers : main | kickers))
            return s;
    }
    return 0;
}

static void name_flush(tp_hand *hand, const tally *t, uint32_t kickers, int suit,
                       uint32_t main, int wild)
{
    if (wild)
        name_wild(hand, suit, main);
    else
        name_card(hand, suit, main);
    for (; kickers; kickers &= ~top(kickers))
        name_in_suit(hand, t, suit, top(kickers));
}

static void name_hand(uint64_t cards, int wild, tp_hand *out)
{
    static const uint8_t in_main[] = {1, 2, 2, 3, 1, 1, 3, 4, 1};
    static const uint8_t in_kickers[] = {1, 1, 1, 1, 1, 1, 2, 1, 1};

    const tally t = tally_of(cards);
    const uint32_t rank = wild ? rank_wild(&t) : rank_natural(&t);
    const uint32_t category = rank >> 26, main = rank >> 13 & SET13;
    const uint32_t kickers = rank & SET13;

    *out = (tp_hand){.rank = rank, .category = (uint8_t)category, .wild_at = TP_NONE};
    if (category == TP_STRAIGHT)
        name_straight(out, &t, main, -1);
    else if (category == TP_STRAIGHT_FLUSH)
        name_straight(out, &t, main, winning_suit(&t, category, main, 0, wild));
    else if (category == TP_FLUSH)
        name_flush(out, &t, kickers, winning_suit(&t, category, main, kickers, wild),
                   main, wild);
    else {
        name_set(out, &t, main, in_main[category]);
        name_set(out, &t, kickers, in_kickers[category]);
    }
    for (int i = out->count; i < 5; i++)
        out->cards[i] = TP_NONE;
}

int tp_hand_best(uint64_t cards, int wild, tp_hand *out)
{
    if (!out)
        return TP_E_NULL;
    const int error = check_cards(cards, wild);
    if (!error)
        name_hand(cards, wild, out);
    return error;
}

int tp_hand_bests(const uint64_t *masks, size_t n, int wild, tp_hand *out, size_t *bad)
{
    if (!bad || (n && (!masks || !out)))
        return TP_E_NULL;
    for (size_t i = 0; i < n; i++) {
        const int error = check_cards(masks[i], wild);
        if (error) {
            *bad = i;
            return error;
        }
        name_hand(masks[i], wild, &out[i]);
    }
    return TP_OK;
}
