/* test_poker7.c: tests of ranks and groups of seven Pokerdrez cards,
 * under ASan and UBSan. */
#include <stdio.h>
#include <string.h>

#include "tapete.h"
#include "test_check.h"

/* "R2 P9" -> ids of Pokerdrez cards; test data only, so no checks. */
static void pieces(const char *text, uint8_t *ids)
{
    static const char figures[] = "PNBRQJ";

    for (; *text; text += text[2] ? 3 : 2)
        *ids++ = (uint8_t)((text[1] - '1') * 6 + (strchr(figures, text[0]) - figures));
}

static tp_poker7_hand seven(const char *text)
{
    uint8_t ids[TP_P7_HAND];
    tp_poker7_hand hand = {.rank = 0};
    uint64_t rank = 1;

    pieces(text, ids);
    EQUAL(TP_OK, tp_poker7_best(ids, TP_P7_HAND, &hand));
    EQUAL(TP_OK, tp_poker7_ranks(ids, 1, &rank));
    EQUAL(rank, hand.rank);
    return hand;
}

static void seven_cards_refuse_bad_arguments(void)
{
    uint8_t ids[3 * TP_P7_HAND];
    uint64_t ranks[3] = {7, 7, 7};
    tp_poker7_hand hand = {.rank = 7};

    for (int i = 0; i < 3 * TP_P7_HAND; i++)
        ids[i] = (uint8_t)(i + 33);
    EQUAL(TP_E_NULL, tp_poker7_ranks(NULL, 1, ranks));
    EQUAL(TP_E_NULL, tp_poker7_ranks(ids, 1, NULL));
    EQUAL(TP_E_NULL, tp_poker7_best(NULL, TP_P7_HAND, &hand));
    EQUAL(TP_E_NULL, tp_poker7_best(ids, TP_P7_HAND, NULL));
    EQUAL(TP_E_COUNT, tp_poker7_best(ids, 6, &hand));
    EQUAL(TP_E_COUNT, tp_poker7_best(ids, 8, &hand));
    EQUAL(TP_OK, tp_poker7_ranks(ids, 0, ranks));
    ids[20] = TP_P7_DECK;
    EQUAL(TP_E_CARD, tp_poker7_best(ids + 14, TP_P7_HAND, &hand));
    EQUAL(TP_E_CARD, tp_poker7_ranks(ids, 3, ranks));
    ids[20] = ids[19];
    EQUAL(TP_E_DUPLICATE, tp_poker7_ranks(ids, 3, ranks));
    EQUAL(TP_E_DUPLICATE, tp_poker7_best(ids + 14, TP_P7_HAND, &hand));
    for (int i = 0; i < 3; i++)
        EQUAL(7, ranks[i]); /* the good hands before the bad one neither */
    EQUAL(7, hand.rank);
}

static void the_printed_example_of_poker7_ranks_as_printed(void)
{
    const tp_poker7_hand right = seven("R2 P2 P9 B9 J6 Q2 N2");
    const tp_poker7_hand bottom = seven("R2 P2 P9 B9 J6 J8 N9");
    const tp_poker7_hand above = seven("R2 P2 P9 B9 J6 B5 B8");
    const tp_poker7_hand left = seven("R2 P2 P9 B9 J6 P6 J3");

    EQUAL(1, right.rank > bottom.rank && bottom.rank > above.rank);
    EQUAL(1, above.rank > left.rank);
    EQUAL(9, right.rank >> TP_P7_CLASS_SHIFT);
    EQUAL(6, bottom.rank >> TP_P7_CLASS_SHIFT);
    EQUAL(5, left.rank >> TP_P7_CLASS_SHIFT);
    EQUAL(3, bottom.count);
    EQUAL(TP_P7_COLOUR, bottom.groups[0].kind);
    EQUAL(9, bottom.groups[0].number);
    EQUAL(1, bottom.groups[0].straight);
    EQUAL(TP_P7_FIGURE, bottom.groups[2].kind);
    EQUAL(6, bottom.groups[2].number);
    EQUAL(4, left.count);
    EQUAL(TP_P7_SINGLE, left.groups[3].kind);
}

/* Hands from a fixed generator: their groups are a partition, sizes descending. */
static void seven_cards_fall_into_groups(void)
{
    uint64_t x = 88172645463325252ull;
    uint8_t deck[TP_P7_DECK];

    for (int i = 0; i < TP_P7_DECK; i++)
        deck[i] = (uint8_t)i;
    for (int round = 0; round < 100000; round++) {
        uint64_t dealt = 0, named = 0;
        for (int i = 0; i < TP_P7_HAND; i++) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            const int other = i + (int)((x >> 11) % (uint64_t)(TP_P7_DECK - i));
            const uint8_t card = deck[i];
            deck[i] = deck[other], deck[other] = card;
            dealt |= 1ull << deck[i];
        }
        tp_poker7_hand hand;
        EQUAL(TP_OK, tp_poker7_best(deck, TP_P7_HAND, &hand));
        EQUAL(1, hand.count >= 1 && hand.count <= 6);
        for (int g = 0; g < hand.count; g++) {
            EQUAL(1, g == 0 || hand.groups[g].size <= hand.groups[g - 1].size);
            for (int c = 0; c < hand.groups[g].size; c++)
                named |= 1ull << hand.groups[g].cards[c];
        }
        EQUAL(dealt, named);
        EQUAL(0, hand.rank >> 53);
    }
}

/* Hands from a fixed generator: every path gives the rank of each hand alone, and the
 * cards of a rank are those of its groups. */
static void all_paths_rank_seven_cards_alike(void)
{
    enum { HANDS = 3000 };
    static uint8_t ids[HANDS * TP_P7_HAND];
    static uint64_t ranks[HANDS], alone[HANDS];
    static tp_poker7_arranged arranged[HANDS];
    uint64_t x = 88172645463325252ull;
    size_t bad = 7;

    for (size_t i = 0; i < HANDS * TP_P7_HAND;) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        /* Half of them of few colours, so that ties abound. */
        const size_t hand = i / TP_P7_HAND;
        ids[i] = (uint8_t)((x >> 11) % (hand % 2 ? TP_P7_DECK : 18));
        int fresh = 1;
        for (size_t other = hand * TP_P7_HAND; other < i; other++)
            fresh &= ids[other] != ids[i];
        i += (size_t)fresh;
    }
    for (size_t i = 0; i < HANDS; i++) {
        tp_poker7_hand hand;
        EQUAL(TP_OK, tp_poker7_best(ids + i * TP_P7_HAND, TP_P7_HAND, &hand));
        alone[i] = hand.rank;
    }
    for (int path = TP_PATH_WIDEST; path <= TP_PATH_AVX512; path++)
        for (size_t n = 0, from = 0; n < 60 && tp_poker7_path(path); from += n++) {
            memset(ranks, 0, sizeof ranks);
            EQUAL(TP_OK, tp_poker7_ranks_by(path, ids + from * TP_P7_HAND, n, ranks));
            EQUAL(0, memcmp(ranks, alone + from, n * sizeof *ranks));
            EQUAL(0, ranks[n]);
        }
    EQUAL(TP_OK, tp_poker7_ranks(ids, HANDS, ranks));
    EQUAL(0, memcmp(ranks, alone, sizeof ranks));
    EQUAL(TP_OK, tp_poker7_arrange(ranks, HANDS, arranged, &bad));
    EQUAL(7, bad);
    for (size_t i = 0; i < HANDS; i++) {
        uint64_t dealt = 0, told = 0;
        for (size_t c = 0; c < TP_P7_HAND; c++) {
            dealt |= 1ull << ids[i * TP_P7_HAND + c];
            told |= 1ull << arranged[i].cards[c];
        }
        EQUAL(dealt, told);
    }
}

static void every_path_finds_the_bad_hand(void)
{
    uint8_t ids[40 * TP_P7_HAND];
    uint64_t ranks[40];

    for (size_t i = 0; i < sizeof ids; i++)
        ids[i] = (uint8_t)(i % TP_P7_HAND * 7 + i / TP_P7_HAND % 5);
    for (int path = TP_PATH_WIDEST; path <= TP_PATH_AVX512; path++)
        for (size_t i = 0; i < sizeof ids && tp_poker7_path(path); i++) {
            static const uint8_t beyond[] = {TP_P7_DECK, 63, 64, 128, 192, 246, 255};
            const uint8_t good = ids[i];
            memset(ranks, 7, sizeof ranks);
            const uint64_t untouched = ranks[0];
            ids[i] = beyond[i % sizeof beyond];
            EQUAL(TP_E_CARD, tp_poker7_ranks_by(path, ids, 40, ranks));
            ids[i] = ids[i % TP_P7_HAND ? i - 1 : i + 1];
            EQUAL(TP_E_DUPLICATE, tp_poker7_ranks_by(path, ids, 40, ranks));
            ids[i] = good;
            for (size_t r = 0; r < 40; r++)
                EQUAL(untouched, ranks[r]);
        }
    EQUAL(TP_E_PATH, tp_poker7_ranks_by(TP_PATH_SSE2, ids, 40, ranks));
    EQUAL(TP_E_PATH, tp_poker7_ranks_by(-1, ids, 40, ranks));
    EQUAL(TP_E_NULL, tp_poker7_ranks_by(TP_PATH_SCALAR, NULL, 40, ranks));
}

/* A group of cards as a number that compares as the groups of a hand do, 0 for none:
 * size, straight, identity. Bits of set are figures of a colour, or the reverse. */
static uint32_t weight(int is_colour, uint32_t number, uint32_t set)
{
    const uint32_t size = (uint32_t)__builtin_popcount(set);
    uint32_t run = set, identity = is_colour ? 7 << 10 | (number + 1) << 6 | set
                                             : (number + 1) << 10 | set;

    while (run && !(run & 1))
        run >>= 1;
    if (size == 1) {
        const uint32_t other = (uint32_t)__builtin_ctz(set);
        identity = is_colour ? other * 9 + number : number * 9 + other;
    }
    return set ? size << 16 | (uint32_t)(size > 1 && !(run & (run + 1))) << 15 | identity
               : 0;
}

/* The rank of one way to let each card count for its colour or for its figure. */
static uint64_t rank_of_way(const uint8_t *ids, unsigned for_colour)
{
    static const char *const classes[] = {"", "2", "22", "222", "3", "32", "322", "33",
                                          "4", "42", "43", "5", "52", "6", "7"};
    uint32_t sets[15] = {0}, groups[15];
    uint64_t flags = 0, all = 0, class = 0;
    char sizes[8] = "";

    for (int i = 0; i < TP_P7_HAND; i++)
        if (for_colour >> i & 1)
            sets[ids[i] / 6] |= 1u << ids[i] % 6;
        else
            sets[9 + ids[i] % 6] |= 1u << ids[i] / 6;
    for (uint32_t g = 0; g < 15; g++) { /* sorted, the largest first */
        const uint32_t one = weight(g < 9, g < 9 ? g : g - 9, sets[g]);
        uint32_t at = g;
        for (; at > 0 && groups[at - 1] < one; at--)
            groups[at] = groups[at - 1];
        groups[at] = one;
    }
    for (int g = 0; g < 15 && groups[g]; g++) {
        const uint32_t size = groups[g] >> 16;
        all = all << (size > 1 ? 13 : 6) | (groups[g] & 0x7fff);
        if (size > 1) {
            sizes[g] = (char)('0' + size);
            flags |= (uint64_t)(groups[g] >> 15 & 1) << (2 - g);
        }
    }
    for (uint64_t c = 1; c < 15; c++)
        class = strcmp(sizes, classes[c]) ? class : c;
    return class << 48 | flags << 45 | all;
}

/* Against all 2^7 ways: the rules' "largest group whole" is the best of them. */
static void seven_cards_rank_as_the_best_of_all_ways(void)
{
    enum { HANDS = 4000 };
    uint64_t x = 2463534242ull, rank = 0;
    uint8_t deck[TP_P7_DECK];

    for (int i = 0; i < TP_P7_DECK; i++)
        deck[i] = (uint8_t)i;
    for (int hand = 0; hand < HANDS; hand++) {
        uint64_t best = 0;
        for (int i = 0; i < TP_P7_HAND; i++) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            const int other = i + (int)((x >> 11) % (uint64_t)(TP_P7_DECK - i));
            const uint8_t card = deck[i];
            deck[i] = deck[other], deck[other] = card;
        }
        for (unsigned way = 0; way < 1 << TP_P7_HAND; way++) {
            const uint64_t one = rank_of_way(deck, way);
            best = one > best ? one : best;
        }
        EQUAL(TP_OK, tp_poker7_ranks(deck, 1, &rank));
        EQUAL(best, rank);
    }
}

/* Ranks that no hand has, one bit away from those that one has: never out of bounds. */
static void other_numbers_have_no_cards(void)
{
    const uint64_t rank = seven("R2 P2 P9 B9 J6 J8 N9").rank;
    tp_poker7_arranged out[2];
    size_t bad = 7, refused = 0;

    EQUAL(TP_OK, tp_poker7_arrange(NULL, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_poker7_arrange(NULL, 1, out, &bad));
    EQUAL(TP_E_NULL, tp_poker7_arrange(&rank, 1, NULL, &bad));
    EQUAL(TP_E_NULL, tp_poker7_arrange(&rank, 1, out, NULL));
    EQUAL(7, bad);
    for (int bit = 0; bit < 64; bit++)
        for (int other = 0; other < 64; other++) {
            const uint64_t pair[] = {rank, rank ^ 1ull << bit ^ 1ull << other};
            const int code = tp_poker7_arrange(pair, 2, out, &bad);
            uint64_t again = pair[1];
            EQUAL(1, code == TP_OK || (code == TP_E_CARD && bad == 1));
            refused += code != TP_OK;
            if (code == TP_OK) /* a rank is that of its cards */
                EQUAL(TP_OK, tp_poker7_ranks(out[1].cards, 1, &again));
            EQUAL(pair[1], again);
        }
    EQUAL(1, refused > 3000);
    const uint64_t crooked = rank ^ 1ull << 45; /* the two jokers are no straight */
    EQUAL(TP_E_CARD, tp_poker7_arrange(&crooked, 1, out, &bad));
    const uint64_t single = seven("R2 P2 P9 B9 J6 P6 J3").rank | 63; /* the last card */
    EQUAL(TP_E_CARD, tp_poker7_arrange(&single, 1, out, &bad));
    for (uint64_t class = 0; class < 1 << 16; class++) {
        const uint64_t strange = class << TP_P7_CLASS_SHIFT | 0x3ffffffffffff;
        EQUAL(1, tp_poker7_arrange(&strange, 1, out, &bad) == TP_E_CARD);
    }
}

int main(void)
{
    seven_cards_refuse_bad_arguments();
    the_printed_example_of_poker7_ranks_as_printed();
    seven_cards_fall_into_groups();
    seven_cards_rank_as_the_best_of_all_ways();
    all_paths_rank_seven_cards_alike();
    every_path_finds_the_bad_hand();
    other_numbers_have_no_cards();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
