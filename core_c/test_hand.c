/* test_hand.c: tests of poker hands, one by one, and of the order of cards, under ASan
 * and UBSan. */
#include <stdio.h>
#include <string.h>

#include "tapete.h"
#include "test_cards.h"
#include "test_check.h"

static void every_error_code_has_a_text(void)
{
    for (int code = TP_OK; code >= TP_E_WEIGHT; code--)
        EQUAL(0, strcmp(tp_strerror(code), "unknown error code") == 0);
    EQUAL(0, strcmp(tp_strerror(TP_E_WEIGHT - 1), "unknown error code"));
    EQUAL(0, strcmp(tp_strerror(1), "unknown error code"));
    EQUAL(0, strcmp(tp_strerror(-2147483647 - 1), "unknown error code"));
}

static void masks_refuse_bad_cards(void)
{
    uint8_t ids[TP_DECK + 1];
    uint64_t mask = 7;

    for (int i = 0; i <= TP_DECK; i++)
        ids[i] = (uint8_t)i;
    EQUAL(TP_OK, tp_cards_mask(ids, TP_DECK, &mask));
    EQUAL((1ull << 52) - 1, mask);
    EQUAL(TP_OK, tp_cards_mask(NULL, 0, &mask));
    EQUAL(0, mask);
    mask = 7;
    EQUAL(TP_E_NULL, tp_cards_mask(NULL, 1, &mask));
    EQUAL(TP_E_NULL, tp_cards_mask(ids, 1, NULL));
    EQUAL(TP_E_COUNT, tp_cards_mask(ids, TP_DECK + 1, &mask));
    EQUAL(TP_E_CARD, tp_cards_mask(ids + TP_DECK, 1, &mask));
    EQUAL(TP_E_DUPLICATE, tp_cards_mask((const uint8_t[]){3, 4, 3}, 3, &mask));
    EQUAL(7, mask); /* untouched by all the refusals */
}

static int category(const char *text, int wild)
{
    tp_hand hand;
    uint32_t rank = 0;

    EQUAL(TP_OK, tp_hand_rank(cards(text), wild, &rank));
    EQUAL(TP_OK, tp_hand_best(cards(text), wild, &hand));
    EQUAL(rank, hand.rank);
    return hand.category;
}

static void hands_refuse_bad_sets(void)
{
    uint32_t rank = 7;
    tp_hand hand = {.rank = 7};

    EQUAL(TP_E_NULL, tp_hand_rank(1, 0, NULL));
    EQUAL(TP_E_NULL, tp_hand_best(1, 0, NULL));
    EQUAL(TP_E_CARD, tp_hand_rank(1ull << 52, 0, &rank));
    EQUAL(TP_E_CARD, tp_hand_best(1ull << 63, 1, &hand));
    EQUAL(TP_E_COUNT, tp_hand_rank(0, 0, &rank));
    EQUAL(TP_E_COUNT, tp_hand_best(0, 0, &hand));
    EQUAL(7, rank);
    EQUAL(7, hand.rank);
}

static void hands_have_their_category(void)
{
    EQUAL(TP_STRAIGHT, category("As 2d 3c 4h 5s 9d", 0));
    EQUAL(TP_HIGH_CARD, category("Qs Kd Ah 2c 3s 9d", 0));
    EQUAL(TP_QUADS, category("7c 7d 7h 7s", 1));
    EQUAL(TP_STRAIGHT_FLUSH, category("7c 7d 7h 7s 8c 9c Tc", 1));
    EQUAL(TP_FULL_HOUSE, category("9c 9d 4c 4d", 1));
    EQUAL(TP_FLUSH, category("2c 7c 9c Kc", 1));
    EQUAL(TP_PAIR, category("2c 3c 4c", 1));
    EQUAL(TP_HIGH_CARD, category("", 1));
}

/* Sets of every size from a fixed generator: the sanitizers watch the naming. */
static void all_sizes_can_be_named(void)
{
    uint64_t x = 88172645463325252ull;

    for (int i = 0; i < 200000; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        uint64_t set = x & ((1ull << 52) - 1);
        for (int thin = i % 7; thin > 0; thin--)
            set &= (x = x * 6364136223846793005ull + 1442695040888963407ull) >> 7;
        for (int wild = set ? 0 : 1; wild <= 1; wild++) {
            tp_hand hand;
            EQUAL(TP_OK, tp_hand_best(set, wild, &hand));
            const int have = __builtin_popcountll(set) + wild;
            EQUAL(have < 5 ? have : 5, hand.count);
            for (int c = 0; c < hand.count; c++)
                EQUAL(1, c == hand.wild_at || (set >> hand.cards[c] & 1));
        }
    }
}

static void cards_are_listed_by_height(void)
{
    uint8_t ids[TP_DECK] = {7};
    size_t count = 7;

    EQUAL(TP_E_NULL, tp_cards_by_height(1, NULL, TP_DECK, &count));
    EQUAL(TP_E_NULL, tp_cards_by_height(1, ids, TP_DECK, NULL));
    EQUAL(TP_E_CARD, tp_cards_by_height(1ull << 52, ids, TP_DECK, &count));
    EQUAL(TP_E_COUNT, tp_cards_by_height(7, ids, 2, &count));
    EQUAL(7, count);
    EQUAL(7, ids[0]);
    EQUAL(TP_OK, tp_cards_by_height(0, ids, 0, &count));
    EQUAL(0, count);
    EQUAL(TP_OK, tp_cards_by_height((1ull << 52) - 1, ids, TP_DECK, &count));
    EQUAL(52, count);
    for (int i = 0; i < TP_DECK; i++) /* As Ah Ad Ac Ks .. 2c */
        EQUAL((3 - i % 4) * 13 + 12 - i / 4, ids[i]);
}

static uint32_t rank_suits(const char *text)
{
    uint32_t rank = 0;

    EQUAL(TP_OK, tp_hand_rank_suits(cards(text), &rank));
    return rank;
}

static void suits_break_ties_of_rank(void)
{
    uint32_t rank = 7;

    EQUAL(TP_E_NULL, tp_hand_rank_suits(1, NULL));
    EQUAL(TP_E_CARD, tp_hand_rank_suits(1ull << 52, &rank));
    EQUAL(TP_E_COUNT, tp_hand_rank_suits(0, &rank));
    EQUAL(7, rank);
    EQUAL(1, rank_suits("Ks Kh Ad 9c 4d") > rank_suits("Kc Kd Ah 9s 4c"));
    EQUAL(1, rank_suits("Kh Kd 9s 8c 3h") > rank_suits("Ks Kc 9d 8d 2c"));
    EQUAL(1, rank_suits("9s 8d 7c 6h 5c") > rank_suits("9h 8c 7d 6s 5d"));
    EQUAL(1, rank_suits("As Ts 8s 6s 3s") > rank_suits("Ah Th 8h 6h 3h"));
    EQUAL(1, rank_suits("As 2d 3c 4h 5d") < rank_suits("Ah 2c 3d 4s 5h"));
    EQUAL(1, rank_suits("As") > rank_suits("Ah"));
}

int main(void)
{
    every_error_code_has_a_text();
    masks_refuse_bad_cards();
    hands_refuse_bad_sets();
    hands_have_their_category();
    all_sizes_can_be_named();
    cards_are_listed_by_height();
    suits_break_ties_of_rank();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
