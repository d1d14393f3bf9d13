/* test_hand_batch.c: tests of poker hands in batches, by every path of the processor,
 * under ASan and UBSan. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tapete.h"
#include "test_cards.h"
#include "test_check.h"

static void all_paths_give_equal_ranks(void)
{
    static uint64_t masks[MANY];
    static uint32_t ranks[MANY];
    size_t bad = 7;

    draw(masks, MANY);
    masks[17] = masks[170] = 0; /* a wild alone; natural hands begin after them */
    for (int path = TP_PATH_WIDEST; path <= TP_PATH_AVX512; path++) {
        if (!tp_hand_path(path))
            continue;
        /* Every number of hands, so that every rest beside the vectors is met. */
        for (size_t n = 0, from = 171; n < 80; from += n++) {
            memset(ranks, 0, sizeof ranks);
            EQUAL(TP_OK, tp_hand_ranks_by(path, masks + from, n, 0, ranks, &bad));
            EQUAL(0, ranks[n]);
            for (size_t i = 0; i < n; i++)
                EQUAL(tp_hand_natural(masks[from + i]), ranks[i]);
        }
        EQUAL(TP_OK, tp_hand_ranks_by(path, masks, MANY, 1, ranks, &bad));
        for (size_t i = 0; i < MANY; i++)
            EQUAL(tp_hand_wild(masks[i]), ranks[i]);
    }
    EQUAL(7, bad);
}

/* In suits one after the other, in one suit, and two cards of each rank. */
static uint64_t cards_of(uint64_t ranks, int form)
{
    uint64_t set = 0;

    for (int rank = 0; rank < 13; rank++) {
        const uint64_t card = (ranks >> rank & 1) << rank;
        set |= card << 13 * (form == 1 ? 2 : rank % 4);
        set |= form == 2 ? card << 13 * ((rank + 1) % 4) : 0;
    }
    return set;
}

static void all_sets_of_ranks_are_ranked_as_alone(void)
{
    static uint64_t masks[0x2000];
    static uint32_t ranks[0x2000];
    size_t bad = 7;

    for (int form = 0; form < 3; form++)
        for (int path = TP_PATH_WIDEST; path <= TP_PATH_AVX512; path++) {
            if (!tp_hand_path(path))
                continue;
            /* Those after a small hand are taken for small. */
            for (uint64_t set = 0; set < 0x2000; set++)
                masks[set] = cards_of(set % 128 ? set : 1, form);
            EQUAL(TP_OK, tp_hand_ranks_by(path, masks, 0x2000, 0, ranks, &bad));
            for (size_t i = 0; i < 0x2000; i++)
                EQUAL(tp_hand_natural(masks[i]), ranks[i]);
        }
}

static void batches_name_a_bad_set_far_within(void)
{
    static uint64_t masks[1000];
    static uint32_t ranks[1000];

    for (int path = TP_PATH_WIDEST; path <= TP_PATH_AVX512; path++)
        for (size_t at = 200; at < 1000 && tp_hand_path(path); at += 31) {
            size_t bad = 7;
            for (size_t i = 0; i < 1000; i++)
                masks[i] = cards_of(i % 31 + 1, (int)i % 3);
            masks[at] = 0;
            EQUAL(TP_E_COUNT, tp_hand_ranks_by(path, masks, 1000, 0, ranks, &bad));
            EQUAL(at, bad);
            for (size_t i = 0; i < at; i++)
                EQUAL(tp_hand_natural(masks[i]), ranks[i]);
            masks[at] = 1ull << TP_DECK;
            EQUAL(TP_E_CARD, tp_hand_ranks_by(path, masks, 1000, 0, ranks, &bad));
            EQUAL(at, bad);
        }
}

static void batches_name_the_first_bad_set(void)
{
    uint64_t masks[80];
    uint32_t ranks[80];

    draw(masks, 80);
    for (int path = TP_PATH_WIDEST; path <= TP_PATH_AVX512; path++)
        for (size_t at = 0; at < 80 && tp_hand_path(path); at++) {
            const uint64_t good = masks[at];
            size_t bad = 99;
            masks[at] = 0;
            EQUAL(TP_E_COUNT, tp_hand_ranks_by(path, masks, 80, 0, ranks, &bad));
            EQUAL(at, bad);
            masks[at] = good | 1ull << (TP_DECK + at % 12);
            EQUAL(TP_E_CARD, tp_hand_ranks_by(path, masks, 80, 0, ranks, &bad));
            EQUAL(at, bad);
            if (at)
                EQUAL(tp_hand_natural(masks[at - 1]), ranks[at - 1]);
            EQUAL(TP_E_CARD, tp_hand_ranks_by(path, masks, 80, 1, ranks, &bad));
            EQUAL(at, bad);
            masks[at] = good;
        }
}

static void batches_refuse_bad_arguments(void)
{
    const uint64_t masks[] = {1, 0};
    uint32_t ranks[2];
    size_t bad = 7;

    EQUAL(TP_OK, tp_hand_ranks(NULL, 0, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks(NULL, 1, 0, ranks, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks(masks, 1, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks(masks, 1, 0, ranks, NULL));
    EQUAL(TP_E_PATH, tp_hand_ranks_by(99, masks, 1, 0, ranks, &bad));
    EQUAL(TP_E_PATH, tp_hand_ranks_by(-1, masks, 1, 0, ranks, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks_suits(NULL, 1, ranks, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks_suits(masks, 1, NULL, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks_suits(masks, 1, ranks, NULL));
    EQUAL(7, bad);
    EQUAL(TP_E_COUNT, tp_hand_ranks_suits(masks, 2, ranks, &bad));
    EQUAL(1, bad);
    tp_hand hands[2] = {{.rank = 7}, {.rank = 7}};
    EQUAL(TP_E_NULL, tp_hand_bests(NULL, 1, 0, hands, &bad));
    EQUAL(TP_E_NULL, tp_hand_bests(masks, 1, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_hand_bests(masks, 1, 0, hands, NULL));
    EQUAL(TP_OK, tp_hand_bests(NULL, 0, 0, NULL, &bad));
    EQUAL(7, hands[0].rank);
    bad = 0;
    EQUAL(TP_E_COUNT, tp_hand_bests(masks, 2, 0, hands, &bad));
    EQUAL(1, bad);
    EQUAL(1, hands[0].rank);
    EQUAL(TP_OK, tp_hand_bests(masks, 2, 1, hands, &bad));
    EQUAL(0, hands[1].wild_at);
    EQUAL(TP_E_COUNT, tp_hand_natural(0));
    EQUAL(TP_E_CARD, tp_hand_natural(1ull << 52));
    EQUAL(TP_E_CARD, tp_hand_wild(1ull << 52));
}

static void hands_of_ids_rank_as_their_sets(void)
{
    enum { HANDS = 1100 };
    static uint8_t ids[HANDS * TP_DECK];
    static uint32_t ranks[HANDS];
    uint64_t mask = 0;
    size_t bad = 7;

    for (size_t size = 0; size <= TP_DECK; size++) {
        for (size_t i = 0; i < HANDS * size; i++)
            ids[i] = (uint8_t)((i % size * 7 + i / size * 11) % TP_DECK);
        for (int wild = size ? 0 : 1; wild <= 1; wild++) {
            EQUAL(TP_OK, tp_hand_ranks_ids(ids, size, HANDS, wild, ranks, &bad));
            for (size_t i = 0; i < HANDS; i++) {
                EQUAL(TP_OK, tp_cards_mask(ids + i * size, size, &mask));
                EQUAL(wild ? tp_hand_wild(mask) : tp_hand_natural(mask), ranks[i]);
            }
        }
        for (size_t at = 0; size > 1 && at < HANDS; at += 97) {
            uint8_t *card = &ids[at * size + at % size];
            const uint8_t good = *card;
            *card = (uint8_t)(at & 1 ? TP_DECK + at % 12 : 64 + at % 192);
            EQUAL(TP_E_CARD, tp_hand_ranks_ids(ids, size, HANDS, 0, ranks, &bad));
            EQUAL(at, bad);
            *card = ids[at * size + (at + 1) % size];
            EQUAL(TP_E_DUPLICATE, tp_hand_ranks_ids(ids, size, HANDS, 0, ranks, &bad));
            EQUAL(at, bad);
            *card = good;
        }
    }
    EQUAL(TP_E_COUNT, tp_hand_ranks_ids(ids, 53, 1, 0, ranks, &bad));
    EQUAL(TP_E_COUNT, tp_hand_ranks_ids(ids, 0, 1, 0, ranks, &bad));
    EQUAL(TP_OK, tp_hand_ranks_ids(NULL, 0, 0, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks_ids(NULL, 5, 1, 0, ranks, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks_ids(ids, 5, 1, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_hand_ranks_ids(ids, 5, 1, 0, ranks, NULL));
}

/* Of every number of hands, in memory that ends with them. */
static void ids_are_read_as_far_as_there_are(void)
{
    for (size_t size = 1; size <= TP_DECK; size++)
        for (size_t n = 1; n <= 13; n++) {
            uint8_t *ids = malloc(n * size);
            uint32_t ranks[13];
            uint64_t mask = 0;
            size_t bad = 7;
            for (size_t i = 0; i < n * size; i++)
                ids[i] = (uint8_t)((i % size * 7 + i / size * 11) % TP_DECK);
            EQUAL(TP_OK, tp_hand_ranks_ids(ids, size, n, 0, ranks, &bad));
            for (size_t i = 0; i < n; i++) {
                EQUAL(TP_OK, tp_cards_mask(ids + i * size, size, &mask));
                EQUAL(tp_hand_natural(mask), ranks[i]);
            }
            ids[n * size - 1] = 52;
            EQUAL(TP_E_CARD, tp_hand_ranks_ids(ids, size, n, 0, ranks, &bad));
            EQUAL(n - 1, bad);
            free(ids);
        }
}

/* Each of the ids of eight hands in turn is each byte that there is. */
static void every_byte_is_a_card_or_none(void)
{
    uint8_t ids[7 * 8];
    uint32_t ranks[8];
    uint64_t mask = 0;

    for (size_t i = 0; i < sizeof ids; i++)
        ids[i] = (uint8_t)(i % 7 * 7 + i / 7);
    for (size_t at = 0; at < sizeof ids; at++)
        for (unsigned byte = 0; byte < 256; byte++) {
            const uint8_t good = ids[at];
            size_t bad = 7;
            ids[at] = (uint8_t)byte;
            const int code = tp_cards_mask(ids + at / 7 * 7, 7, &mask);
            EQUAL(code, tp_hand_ranks_ids(ids, 7, 8, 0, ranks, &bad));
            EQUAL(1, code ? bad == at / 7 : ranks[at / 7] == tp_hand_natural(mask));
            ids[at] = good;
        }
}

int main(void)
{
    all_paths_give_equal_ranks();
    all_sets_of_ranks_are_ranked_as_alone();
    batches_name_the_first_bad_set();
    batches_name_a_bad_set_far_within();
    ids_are_read_as_far_as_there_are();
    every_byte_is_a_card_or_none();
    batches_refuse_bad_arguments();
    hands_of_ids_rank_as_their_sets();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
