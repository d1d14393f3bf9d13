/* lamarckian_search.h: what the files of the Lamarckian search share; nobody else's. */
#ifndef TAPETE_LAMARCKIAN_SEARCH_H
#define TAPETE_LAMARCKIAN_SEARCH_H

#include "hand.h"

#define SEATS TP_LAMARCKIAN_SEATS
#define POOL 4     /* cards of a fresh pool (Lamarckian 3) */
#define DEALT 4    /* cards of a hand at the start (2) */
#define MATCH 13   /* rounds and seats together (9) */
#define LAST 11    /* rounds of the longest match */
#define CATEGORY (1 << 26) /* worth of one category of hand; kickers are its units */
#define LOG 1024  /* 1 in logarithms */
#define NOISES 4   /* kinds of players that others may be */
#define EXPS 12288 /* table of e^-x: x from 0 to 12 in steps of 1 / LOG */

/* A deal that agrees with the view. */
typedef struct {
    uint64_t hand[SEATS];
    uint64_t pool[LAST]; /* of this round and those to come */
} deal;

/* What a card of a hand promises as a mark. */
typedef struct {
    int64_t worth[TP_DECK]; /* in 1 / CATEGORY */
    uint8_t card[TP_DECK];
    int count;
} weighed;

typedef struct {
    const tp_lamarckian_view *view;
    const tp_lamarckian_limits *limits;
    uint32_t exps[EXPS];                   /* e^-x in 2^-31 */
    uint32_t undisturbed[TP_DECK][SEATS];  /* chances by mark and rivals, in 2^-31 */
    uint64_t random, nodes;
    int left, living; /* rounds after this one; seats */

    /* Cards that the seat has not seen: the first `hidden` are in others' hands, slot
     * by slot, the rest in the deck. */
    uint8_t unseen[TP_DECK], owner[SEATS * DEALT];
    int count, hidden;
    uint64_t before[LAST][SEATS]; /* hands at each past round, hidden cards left out */
    int64_t plausible[SEATS][NOISES]; /* the marks seen, by the deal as it stands */
    int64_t weight[SEATS];            /* the same over all noises; logarithms both */
    int noise[SEATS];                 /* which of the noises is taken for a seat's */
} search;

static inline uint64_t bit(int card)
{
    return 1ull << card;
}

/* All cards of a card's suit or rank (5). */
static inline uint64_t like(int card)
{
    const uint64_t suit = (uint64_t)SET13 << (card / RANKS * RANKS);
    const uint64_t rank = bit(0) | bit(RANKS) | bit(2 * RANKS) | bit(3 * RANKS);

    return suit | rank << card % RANKS;
}

/* Place of a card in the order of rule 4, 0 (2c) .. 51 (As). */
static inline int height(int card)
{
    return card % RANKS * 4 + card / RANKS;
}

static inline int size_of(uint64_t cards)
{
    return __builtin_popcountll(cards);
}

static inline uint64_t next_random(search *s)
{
    uint64_t x = s->random += 0x9e3779b97f4a7c15ull;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

/* A number below n: n is at most 52, so that 2^32 leaves no bias worth the name. */
static inline uint32_t below(search *s, uint32_t n)
{
    return (uint32_t)((next_random(s) >> 32) * n >> 32);
}

/* e^-(distance / LOG) in 2^-31. */
static inline uint32_t decay(const search *s, int64_t distance)
{
    return distance < EXPS ? s->exps[distance < 0 ? 0 : distance] : 0;
}

/* lamarckian_deals.c */
int check_search(const tp_lamarckian_view *view, const tp_lamarckian_limits *limits,
                 const void *arena, size_t size);
void open_search(search *s, const tp_lamarckian_view *view,
                 const tp_lamarckian_limits *limits);
void next_deal(search *s, deal *out);
int noise_of(const search *s, int seat);

/* lamarckian_policy.c */
void weigh(search *s, uint64_t hand, uint64_t pool, int rivals, int left, weighed *out);
int64_t worth_of(search *s, uint64_t hand, int left);
int quick_mark(search *s, uint64_t hand, uint64_t pool, int rivals, int left);
uint64_t chances(const search *s, const weighed *marks, int noise, uint64_t *each);
int drawn(search *s, const weighed *marks, int noise);

#endif
