/* hand_scalar.h: ranks of many hands without vectors; hand_batch.c includes it.
 *
 * High card, pair and two pair are five of six hands of seven cards. All hands are
 * ranked as if they were no more, without a jump, and those that may be more are listed
 * and ranked afterwards: a jump between the two would be guessed wrong time and again.
 * What a hand is worth is decided in hand.h; the tests hold both equal.
 */
#ifndef TAPETE_HAND_SCALAR_H
#define TAPETE_HAND_SCALAR_H

#include "hand.h"

#define AT_ONCE 256 /* hands; an index of one is a byte */

/* Of each set of ranks: how many it has, whether that is five, and whether it has a
 * run of five or is empty, so that its hand is another one than high card or pairs. */
#define MEMBERS 15
#define FLUSH 16
#define MORE 32

/* The bits of a set from the ace down to the two; the table follows their order. */
#define SUM(a, k, q, j, t, n9, n8, n7, n6, n5, n4, n3, n2) \
    (a + k + q + j + t + n9 + n8 + n7 + n6 + n5 + n4 + n3 + n2)
#define RUNS(a, k, q, j, t, n9, n8, n7, n6, n5, n4, n3, n2)                     \
    ((a & k & q & j & t) | (k & q & j & t & n9) | (q & j & t & n9 & n8) |       \
     (j & t & n9 & n8 & n7) | (t & n9 & n8 & n7 & n6) |                         \
     (n9 & n8 & n7 & n6 & n5) | (n8 & n7 & n6 & n5 & n4) |                      \
     (n7 & n6 & n5 & n4 & n3) | (n6 & n5 & n4 & n3 & n2) |                      \
     (n5 & n4 & n3 & n2 & a))
#define OF0(...)                                                                \
    (SUM(__VA_ARGS__) | FLUSH * (SUM(__VA_ARGS__) > 4) |                        \
     MORE * (RUNS(__VA_ARGS__) | !SUM(__VA_ARGS__))),
#define OF1(...) OF0(__VA_ARGS__, 0) OF0(__VA_ARGS__, 1)
#define OF2(...) OF1(__VA_ARGS__, 0) OF1(__VA_ARGS__, 1)
#define OF3(...) OF2(__VA_ARGS__, 0) OF2(__VA_ARGS__, 1)
#define OF4(...) OF3(__VA_ARGS__, 0) OF3(__VA_ARGS__, 1)
#define OF5(...) OF4(__VA_ARGS__, 0) OF4(__VA_ARGS__, 1)
#define OF6(...) OF5(__VA_ARGS__, 0) OF5(__VA_ARGS__, 1)
#define OF7(...) OF6(__VA_ARGS__, 0) OF6(__VA_ARGS__, 1)
#define OF8(...) OF7(__VA_ARGS__, 0) OF7(__VA_ARGS__, 1)
#define OF9(...) OF8(__VA_ARGS__, 0) OF8(__VA_ARGS__, 1)
#define OF10(...) OF9(__VA_ARGS__, 0) OF9(__VA_ARGS__, 1)
#define OF11(...) OF10(__VA_ARGS__, 0) OF10(__VA_ARGS__, 1)
#define OF12(...) OF11(__VA_ARGS__, 0) OF11(__VA_ARGS__, 1)

static const uint8_t of_set[SET13 + 1] = {OF12(0) OF12(1)};

/* As rank_pairs if the hand is no more; *more says that it is, or none to rank. */
static inline uint32_t rank_common(uint64_t cards, size_t *more)
{
    const uint32_t c = cards & SET13, d = cards >> RANKS & SET13;
    const uint32_t h = cards >> 2 * RANKS & SET13, s = cards >> 3 * RANKS & SET13;
    const uint32_t black = c & s, red = d & h, black1 = c | s, red1 = d | h;
    const uint32_t one = black1 | red1, three = (black & red1) | (red & black1);
    uint32_t two = black | red | (black1 & red1), kickers = one;
    const uint32_t flush = (of_set[c] | of_set[d] | of_set[h] | of_set[s]) & FLUSH;
    uint32_t pairs = of_set[two] & MEMBERS;

    *more = (flush | (of_set[one] & MORE) | three | cards >> TP_DECK) != 0;
    for (; pairs > TP_TWO_PAIR; pairs--)
        two &= two - 1;
    kickers &= ~two;
    for (int n = (of_set[one] & MEMBERS) + (int)pairs - 5; n > 0; n--)
        kickers &= kickers - 1;
    return pack(pairs, two, kickers);
}

/* Ranks sets one by one, up to one that is none to rank; returns how many. */
static inline size_t rank_each(const uint64_t *masks, size_t n, int wild,
                               uint32_t *ranks)
{
    size_t i = 0;

    for (; i < n && check_cards(masks[i], wild) == TP_OK; i++)
        ranks[i] = rank_of(masks[i], wild);
    return i;
}

/* As rank_each, of at most AT_ONCE sets without a wild. What is none to rank is listed
 * as well, so it is found with those that are more. */
static inline size_t rank_some(const uint64_t *masks, size_t n, uint32_t *ranks)
{
    uint8_t list[AT_ONCE];
    size_t listed = 0, more;

    for (size_t i = 0; i < n; i++) {
        ranks[i] = rank_common(masks[i], &more);
        list[listed] = (uint8_t)i;
        listed += more;
    }
    for (size_t i = 0; i < listed; i++) {
        const size_t at = list[i];
        if (check_cards(masks[at], 0) != TP_OK)
            return at;
        ranks[at] = rank_of(masks[at], 0);
    }
    return n;
}

/* Of ten cards and more, most hands are more than two pair. */
static inline int is_large(uint64_t cards)
{
    int size = 0;

    for (; cards; cards >>= RANKS)
        size += of_set[cards & SET13] & MEMBERS;
    return size > 9;
}

/* As rank_each. The hands of a batch are mostly of one size: one tells of the next. */
static size_t rank_scalar(const uint64_t *masks, size_t n, int wild, uint32_t *ranks)
{
    size_t i = 0, most = 0, good = 0;

    for (; i < n && good == most; i += good) {
        most = n - i < AT_ONCE ? n - i : AT_ONCE;
        good = wild || is_large(masks[i])
                   ? rank_each(masks + i, most, wild, ranks + i)
                   : rank_some(masks + i, most, ranks + i);
    }
    return i;
}

#endif
