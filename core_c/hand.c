/* hand.c: the best poker hand of any set of cards, with no wild card or one.
 *
 * All work is done on 13-bit sets of ranks, one per suit. The rank layout is in
 * tapete.h. Sources of the rules: Lamarckian Poker 8 and A2-A5, Locus Poker 6
 * and C1-C6.
 */
#include "tapete.h"

#define RANKS 13
#define ACE (1u << 12)
#define KING (1u << 11)
#define SET13 0x1fffu

/* The cards by suit, and the ranks held at least once, twice, ... */
typedef struct {
    uint32_t suit[4];
    uint32_t one, two, three, four;
} tally;

static int bits(uint32_t set)
{
    return __builtin_popcount(set);
}

static uint32_t top(uint32_t set)
{
    return set ? 1u << (31 - __builtin_clz(set)) : 0;
}

/* The n highest members of a set; the whole set if it has no more. */
static uint32_t top_n(uint32_t set, int n)
{
    for (int spare = bits(set) - n; spare > 0; spare--)
        set &= set - 1;
    return set;
}

static int rank_index(uint32_t single)
{
    return 31 - __builtin_clz(single);
}

static uint32_t pack(uint32_t category, uint32_t main, uint32_t kickers)
{
    return category << 26 | main << 13 | kickers;
}

static tally tally_of(uint64_t cards)
{
    tally t;
    for (int s = 0; s < 4; s++)
        t.suit[s] = (uint32_t)(cards >> (RANKS * s)) & SET13;

    const uint32_t c = t.suit[0], d = t.suit[1], h = t.suit[2], s = t.suit[3];
    const uint32_t black = c & s, red = d & h, black1 = c | s, red1 = d | h;
    t.one = black1 | red1;
    t.two = black | red | (black1 & red1);
    t.three = (black & red1) | (red & black1);
    t.four = black & red;
    return t;
}

/* Top ranks of all runs of five. The ace also counts below the two, so the set
 * is widened by one bit at the low end; a run does not wrap. */
static uint32_t straights(uint32_t set)
{
    const uint32_t w = set << 1 | set >> 12;
    return (w & w >> 1 & w >> 2 & w >> 3 & w >> 4) << 3;
}

/* Top ranks of all windows of five that lack at most one rank. */
static uint32_t straights_but_one(uint32_t set)
{
    const uint32_t w = set << 1 | set >> 12;
    const uint32_t a = w, b = w >> 1, c = w >> 2, d = w >> 3, e = w >> 4;
    const uint32_t low = (a & b & (c | d)) | (c & d & (a | b));
    const uint32_t run = (a & b & c & d) | (low & e);
    /* Windows start at the low ace (bit 0) up to the ten (bit 9). */
    return (run & 0x3ffu) << 3;
}

static uint32_t rank_natural(const tally *t)
{
    uint32_t flush = 0, straight_flush = 0;
    for (int s = 0; s < 4; s++) {
        if (bits(t->suit[s]) < 5)
            continue;
        straight_flush |= straights(t->suit[s]);
        const uint32_t five = top_n(t->suit[s], 5);
        flush = five > flush ? five : flush;
    }
    if (straight_flush)
        return pack(TP_STRAIGHT_FLUSH, top(straight_flush), 0);
    if (t->four) {
        const uint32_t four = top(t->four);
        return pack(TP_QUADS, four, top(t->one & ~four));
    }
    const uint32_t three = top(t->three), under = t->two & ~three;
    if (three && under)
        return pack(TP_FULL_HOUSE, three, top(under));
    if (flush)
        return pack(TP_FLUSH, top(flush), flush & ~top(flush));
    const uint32_t straight = straights(t->one);
    if (straight)
        return pack(TP_STRAIGHT, top(straight), 0);
    if (three)
        return pack(TP_TRIPS, three, top_n(t->one & ~three, 2));
    const uint32_t pairs = top_n(t->two, 2);
    if (bits(pairs) == 2)
        return pack(TP_TWO_PAIR, pairs, top(t->one & ~pairs));
    if (pairs)
        return pack(TP_PAIR, pairs, top_n(t->one & ~pairs, 3));
    return pack(TP_HIGH_CARD, 0, top_n(t->one, 5));
}

/* Two pair is missing below: a pair and the wild are trips already. */
static uint32_t rank_wild(const tally *t)
{
    uint32_t flush = 0, straight_flush = 0;
    for (int s = 0; s < 4; s++) {
        if (bits(t->suit[s]) < 4)
            continue;
        straight_flush |= straights_but_one(t->suit[s]);
        const uint32_t four = top_n(t->suit[s], 4);
        flush = four > flush ? four : flush;
    }
    if (straight_flush)
        return pack(TP_STRAIGHT_FLUSH, top(straight_flush), 0);
    const uint32_t three = top(t->three);
    if (three & t->four) /* five of a kind is four: the wild is the kicker */
        return pack(TP_QUADS, three, three == ACE ? KING : ACE);
    if (three)
        return pack(TP_QUADS, three, top(t->one & ~three));
    const uint32_t pair = top(t->two);
    if (t->two & ~pair)
        return pack(TP_FULL_HOUSE, pair, top(t->two & ~pair));
    if (flush) /* the wild is an ace of the suit, beside the natural one if held */
        return pack(TP_FLUSH, ACE, flush);
    const uint32_t straight = straights_but_one(t->one);
    if (straight)
        return pack(TP_STRAIGHT, top(straight), 0);
    if (pair)
        return pack(TP_TRIPS, pair, top_n(t->one & ~pair, 2));
    if (t->one)
        return pack(TP_PAIR, top(t->one), top_n(t->one & ~top(t->one), 3));
    return pack(TP_HIGH_CARD, 0, ACE);
}

static int check_set(uint64_t cards, int wild, const void *out)
{
    if (!out)
        return TP_E_NULL;
    if (cards >> TP_DECK)
        return TP_E_CARD;
    return cards || wild ? TP_OK : TP_E_COUNT;
}

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
    const int error = check_set(cards, wild, rank);
    if (error)
        return error;
    const tally t = tally_of(cards);
    *rank = wild ? rank_wild(&t) : rank_natural(&t);
    return TP_OK;
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

int tp_hand_best(uint64_t cards, int wild, tp_hand *out)
{
    static const uint8_t in_main[] = {1, 2, 2, 3, 1, 1, 3, 4, 1};
    static const uint8_t in_kickers[] = {1, 1, 1, 1, 1, 1, 2, 1, 1};

    const int error = check_set(cards, wild, out);
    if (error)
        return error;

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
    return TP_OK;
}
