/* hand.h: sets of ranks and the rank of a hand; shared by the hand*.c files alone.
 *
 * All work is done on 13-bit sets of ranks, one per suit. The rank layout is in
 * tapete.h. Sources of the rules: Lamarckian Poker 8 and A2-A5, Locus Poker 6
 * and C1-C6.
 */
#ifndef TAPETE_HAND_H
#define TAPETE_HAND_H

#include "tapete.h"

#define RANKS 13
#define ACE (1u << 12)
#define KING (1u << 11)
#define SET13 0x1fffu

/* The cards by suit, the same in lanes of 16 bits, clubs lowest, and the ranks held at
 * least once, twice, ... */
typedef struct {
    uint32_t suit[4];
    uint64_t lanes;
    uint32_t one, two, three, four;
} tally;

/* Members of a set. Not __builtin_popcount: without -mpopcnt that is a call. */
static inline int bits(uint32_t set)
{
    set -= set >> 1 & 0x5555u;
    set = (set & 0x3333u) + (set >> 2 & 0x3333u);
    set = (set + (set >> 4)) & 0x0f0fu;
    return (int)((set + (set >> 8)) & 31);
}

/* The highest member of a set, or the empty set. */
static inline uint32_t top(uint32_t set)
{
    return 1u << (31 - __builtin_clz(set | 1)) & set;
}

/* The n highest members of a set; the whole set if it has no more. */
static inline uint32_t top_n(uint32_t set, int n)
{
    for (int spare = bits(set) - n; spare > 0; spare--)
        set &= set - 1;
    return set;
}

static inline int rank_index(uint32_t single)
{
    return 31 - __builtin_clz(single);
}

static inline uint32_t pack(uint32_t category, uint32_t main, uint32_t kickers)
{
    return category << 26 | main << 13 | kickers;
}

static inline tally tally_of(uint64_t cards)
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
    t.lanes = c | (uint64_t)d << 16 | (uint64_t)h << 32 | (uint64_t)s << 48;
    return t;
}

/* Top ranks of all runs of five. The ace also counts below the two, so the set
 * is widened by one bit at the low end; a run does not wrap. */
static inline uint32_t straights(uint32_t set)
{
    const uint32_t w = set << 1 | set >> 12;
    return (w & w >> 1 & w >> 2 & w >> 3 & w >> 4) << 3;
}

/* Top ranks of all windows of five that lack at most one rank. */
static inline uint32_t straights_but_one(uint32_t set)
{
    const uint32_t w = set << 1 | set >> 12;
    const uint32_t a = w, b = w >> 1, c = w >> 2, d = w >> 3, e = w >> 4;
    const uint32_t low = (a & b & (c | d)) | (c & d & (a | b));
    const uint32_t run = (a & b & c & d) | (low & e);
    /* Windows start at the low ace (bit 0) up to the ten (bit 9). */
    return (run & 0x3ffu) << 3;
}

/* Each lane without its lowest member. */
static inline uint64_t without_lowest(uint64_t lanes)
{
    const uint64_t each = 0x0001000100010001ull;

    return lanes & ((lanes | 0x2000 * each) - each); /* no lane borrows from the next */
}

/* The lanes of which the suit has four cards or more; others are empty. */
static inline uint64_t with_four(uint64_t lanes)
{
    return without_lowest(without_lowest(without_lowest(lanes)));
}

/* The highest n of a suit that has them, of those suits in `enough`. */
static inline uint32_t best_suit(const tally *t, uint64_t enough, int n)
{
    uint32_t best = 0;

    for (int s = 0; enough; s++, enough >>= 16) {
        const uint32_t high = enough & SET13 ? top_n(t->suit[s], n) : 0;
        best = high > best ? high : best;
    }
    return best;
}

static inline uint32_t rank_straight_flush(const tally *t)
{
    const uint32_t runs = straights(t->suit[0]) | straights(t->suit[1]) |
                          straights(t->suit[2]) | straights(t->suit[3]);

    return runs ? pack(TP_STRAIGHT_FLUSH, top(runs), 0) : 0;
}

/* High card, pair, two pair: five hands in six of seven cards, so without a jump. */
static inline uint32_t rank_pairs(const tally *t)
{
    const uint32_t high = top(t->two), low = top(t->two ^ high);
    const uint32_t pairs = (high != 0) + (low != 0);
    uint32_t kickers = t->one & ~(high | low);

    /* 5, 3 or 1 of them count; TP_PAIR is 1 and TP_TWO_PAIR 2. */
    for (int spare = bits(t->one) + (int)pairs - 5; spare > 0; spare--)
        kickers &= kickers - 1;
    return pack(pairs, high | low, kickers);
}

static inline uint32_t rank_natural(const tally *t)
{
    const uint32_t runs = straights(t->one), three = top(t->three);
    const uint64_t flush = without_lowest(with_four(t->lanes));

    if (!(flush | runs | three))
        return rank_pairs(t);
    const uint32_t straight_flush = flush && runs ? rank_straight_flush(t) : 0;
    if (straight_flush)
        return straight_flush;
    if (t->four) {
        const uint32_t four = top(t->four);
        return pack(TP_QUADS, four, top(t->one & ~four));
    }
    const uint32_t under = t->two & ~three;
    if (three && under)
        return pack(TP_FULL_HOUSE, three, top(under));
    if (flush) {
        const uint32_t five = best_suit(t, flush, 5);
        return pack(TP_FLUSH, top(five), five & ~top(five));
    }
    if (runs)
        return pack(TP_STRAIGHT, top(runs), 0);
    return pack(TP_TRIPS, three, top_n(t->one & ~three, 2));
}

static inline uint32_t wild_straight_flush(const tally *t)
{
    const uint32_t runs =
        straights_but_one(t->suit[0]) | straights_but_one(t->suit[1]) |
        straights_but_one(t->suit[2]) | straights_but_one(t->suit[3]);

    return runs ? pack(TP_STRAIGHT_FLUSH, top(runs), 0) : 0;
}

/* Two pair is missing below: a pair and the wild are trips already. */
static inline uint32_t rank_wild(const tally *t)
{
    const uint32_t runs = straights_but_one(t->one), three = top(t->three);
    const uint64_t flush = with_four(t->lanes);
    const uint32_t straight_flush = flush && runs ? wild_straight_flush(t) : 0;

    if (straight_flush)
        return straight_flush;
    if (three & t->four) /* five of a kind is four: the wild is the kicker */
        return pack(TP_QUADS, three, three == ACE ? KING : ACE);
    if (three)
        return pack(TP_QUADS, three, top(t->one & ~three));
    const uint32_t pair = top(t->two);
    if (t->two & ~pair)
        return pack(TP_FULL_HOUSE, pair, top(t->two & ~pair));
    if (flush) /* the wild is an ace of the suit, beside the natural one if held */
        return pack(TP_FLUSH, ACE, best_suit(t, flush, 4));
    if (runs)
        return pack(TP_STRAIGHT, top(runs), 0);
    if (pair)
        return pack(TP_TRIPS, pair, top_n(t->one & ~pair, 2));
    if (t->one)
        return pack(TP_PAIR, top(t->one), top_n(t->one & ~top(t->one), 3));
    return pack(TP_HIGH_CARD, 0, ACE);
}

/* TP_OK if a set of cards can be ranked. */
static inline int check_cards(uint64_t cards, int wild)
{
    if (cards >> TP_DECK)
        return TP_E_CARD;
    return cards || wild ? TP_OK : TP_E_COUNT;
}

/* The rank of a set that can be. */
static inline uint32_t rank_of(uint64_t cards, int wild)
{
    const tally t = tally_of(cards);
    return wild ? rank_wild(&t) : rank_natural(&t);
}

#endif
