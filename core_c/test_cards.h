/* test_cards.h: cards for the tests: from text, and sets from a fixed generator. */
#ifndef TAPETE_TEST_CARDS_H
#define TAPETE_TEST_CARDS_H

#include <string.h>

#include "tapete.h"

/* "As Td" -> the set of cards; test data only, so no checks. */
static inline uint64_t cards(const char *text)
{
    static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
    uint64_t set = 0;

    for (; *text; text += text[2] ? 3 : 2)
        set |= 1ull << ((strchr(suits, text[1]) - suits) * 13 +
                        (strchr(ranks, text[0]) - ranks));
    return set;
}

#define MANY 5000

/* Sets of 1..52 cards, small ones as often as large ones. */
static inline void draw(uint64_t *masks, size_t n)
{
    uint64_t x = 88172645463325252ull;

    for (size_t i = 0; i < n; i++) {
        const int size = 1 + (int)(i % TP_DECK);
        for (masks[i] = 0; __builtin_popcountll(masks[i]) < size;) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            masks[i] |= 1ull << (x >> 32) % TP_DECK;
        }
    }
}

#endif
