/* poker7.h: what the poker7*.c files share: the cards as rows, and the shape of a key.
 *
 * Sources of the rules: Poker7 4-7 and B1-B8.
 */
#ifndef TAPETE_POKER7_H
#define TAPETE_POKER7_H

#include "tapete.h"

#define FIGURES 6u
#define COLOURS 9u
#define COLOUR_KIND 7u /* stands above the figures 1..6 (7) */

/* The straight flags of a rank; its class and identities are in tapete.h.
 *
 * Identities follow one another in the order of the groups, the last in the lowest
 * bits. Of a group 13 bits: 7 << 10 | colour << 6 | set of figures, or figure << 10 |
 * set of colours; of a single 6 bits, its number. At most 45 bits, for (2,2,2,1). Hands
 * of one class have their fields at the same places, and the fields tell all seven
 * cards: different hands never have the same rank. Straight flags go before any
 * identity (B3), and all groups have one (B7). */
#define FLAGS_SHIFT 45
#define IDENTITY_BITS 13
#define SINGLE_BITS 6

/* Cards as nine rows of the six figures of a colour, which is the set of their ids,
 * and as six rows of the nine colours of a figure, which is the set of their numbers:
 * single cards compare by figure, then colour (B8). */
typedef struct {
    uint64_t sixes, nines;
} rows;

/* A number in the lowest bits of each row, and of each octal digit. */
#define SIXES(n) ((n) * 0x0001041041041041ull)
#define NINES(n) ((n) * 0x0000201008040201ull)
#define OCTALS(n) ((n) * 0x1249249249249249ull)

/* The number of each card by its id. */
#define NUMBERS(c) c, 9 + c, 18 + c, 27 + c, 36 + c, 45 + c
static const uint8_t number_of[TP_P7_DECK] = {
    NUMBERS(0), NUMBERS(1), NUMBERS(2), NUMBERS(3), NUMBERS(4),
    NUMBERS(5), NUMBERS(6), NUMBERS(7), NUMBERS(8)};

/* Of a largest line by its size, the class if no pair follows; each pair adds one. */
#define CLASS_OF_SIZE 0xedb84000u
#define CLASS_33 7u
#define CLASS_43 10u

/* The sets of up to three of six lines are bits of a word: the 20 of three at the top,
 * then the 15 of two, the six of one, the empty set. The lines are numbered from the
 * best, and of sets of one size the better is higher, (0, 1, 2) above (0, 1, 3). For
 * each line the sets that it is in: */
#define LINES 6
#define SETS_WITH                                                               \
    {0x3ff003e0040, 0x3c0fc21e020, 0x238e3911c10,                               \
     0x1269b489308, 0x09556c44a84, 0x04b2dc22582}
#define ALL_SETS 0x3ffffffffffull
#define SETS_OF_THREE 0x3ffffc00000ull
#define SETS_OF_TWO 0x00000003fff80ull

/* The cards of a hand that check_hand passes. */
static inline rows rows_of(const uint8_t *cards)
{
    rows read = {0, 0};

    for (int i = 0; i < TP_P7_HAND; i++) {
        read.sixes |= 1ull << cards[i];
        read.nines |= 1ull << number_of[cards[i]];
    }
    return read;
}

/* TP_OK, TP_E_CARD or TP_E_DUPLICATE. The sum of single bits is their set only if no
 * two are alike. */
static inline int check_hand(const uint8_t *cards)
{
    uint64_t set = 0, sum = 0;
    unsigned beyond = 0;

    for (int i = 0; i < TP_P7_HAND; i++) {
        beyond |= cards[i] >= TP_P7_DECK;
        set |= 1ull << (cards[i] & 63);
        sum += 1ull << (cards[i] & 63);
    }
    if (beyond)
        return TP_E_CARD;
    return set == sum ? TP_OK : TP_E_DUPLICATE;
}

/* The rank of seven cards (poker7.c). */
uint64_t tp_poker7_rank(rows cards);

#endif
