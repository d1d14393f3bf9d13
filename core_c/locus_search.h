/* locus_search.h: a deal, a position in it, and how it is searched; shared by
 * locus_deal.c, locus_weigh.c and locus_search.c alone.
 */
#ifndef TAPETE_LOCUS_SEARCH_H
#define TAPETE_LOCUS_SEARCH_H

#include "tapete.h"

#define UNIT TP_LOCUS_UNIT
#define CELLS TP_LOCUS_CELLS
#define MOVES (2 * CELLS)
#define POTENTIAL 8 /* worth of a point of bonus that waits, in UNITs: half a point */

enum { UP, DOWN };

/* A neighbour, and the bit that a cell has in that neighbour's sets. */
typedef struct {
    uint8_t cell, bit;
} link;

typedef struct {
    uint8_t cell, face;
    int16_t worth; /* by which placements are ordered */
} move;

typedef struct {
    uint64_t key;
    int16_t value;
    uint8_t depth, bound, cell, face, unused[2];
} entry;

typedef struct {
    /* The deal. Sets of neighbours have a bit per direction, 7 - d opposite d. */
    uint8_t hand[2][CELLS][256]; /* tp_locus_table */
    uint8_t bonus[256];          /* points by set of own chips around */
    link links[CELLS][8];
    uint8_t degree[CELLS], cols;
    uint64_t all, not_first, not_last; /* cells; those not in the outer columns */

    /* The position. */
    uint64_t open, dead, own[2];
    uint8_t alive[CELLS], open_near[CELLS], chips[2][CELLS]; /* sets of neighbours */

    /* The search. */
    uint64_t nodes, budget, mask;
    const volatile int32_t *cancel;
    int stop, width; /* width 0 tries everything */
    entry *hash;
} search;

static inline uint64_t bit(int cell)
{
    return 1ull << cell;
}

/* Places a chip; the same call again takes it back. */
static inline void flip(search *s, int seat, int cell, int face)
{
    uint8_t *changed = face == DOWN ? s->alive : s->chips[seat];

    s->open ^= bit(cell);
    *(face == DOWN ? &s->dead : &s->own[seat]) ^= bit(cell);
    for (int i = 0; i < s->degree[cell]; i++) {
        const link near = s->links[cell][i];
        changed[near.cell] ^= near.bit;
        s->open_near[near.cell] ^= near.bit;
    }
}

static inline int gain(const search *s, int seat, int cell, int face)
{
    return s->hand[face][cell][s->alive[cell]] + s->bonus[s->chips[seat][cell]];
}

/* What a cell is worth to both together when it is played face down. */
static inline int heat(const search *s, int cell)
{
    return gain(s, 0, cell, DOWN) + gain(s, 1, cell, DOWN);
}

/* Cells that touch one of a set; they may be in the set themselves. */
static inline uint64_t around(const search *s, uint64_t set)
{
    const uint64_t sides = ((set & s->not_last) << 1) | ((set & s->not_first) >> 1);
    const uint64_t rows = sides | set;

    return (sides | rows << s->cols | rows >> s->cols) & s->all;
}

/* locus_deal.c: makes tables for the deal, and the position on the board; the rest
 * of *s is cleared. The board has been checked but for its cards: errors as
 * tp_locus_table. */
int tp_locus_set_up(search *s, const tp_locus *board);

/* locus_weigh.c: what can be told of a position without searching. Margins are
 * those to come for seat, who is to move, in UNITs. */

/* The bonus that waits for seat on open cells, less that for the other. */
int tp_locus_waiting(const search *s, int seat);

/* The likely margin. */
int tp_locus_evaluate(const search *s, int seat);

/* The margin of best play if no two open cells touch. */
int tp_locus_settle(const search *s, int seat);

/* Placements that may be best, unordered; at most MOVES, whose number it returns.
 * `near` are the cells that touch an open one. */
int tp_locus_list(const search *s, int seat, uint64_t near, move *moves);

#endif
