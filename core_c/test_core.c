/* test_core.c: tests of the C core, meant to run under ASan and UBSan.
 *
 * Every exported function is called with every error that its header comment
 * names; the rest of the rules are tested from Python against the oracle.
 */
#include <stdio.h>
#include <string.h>

#include "tapete.h"

static int checks, failures;

#define EQUAL(expected, actual)                                                  \
    do {                                                                         \
        const long long want_ = (long long)(expected), got_ = (long long)(actual); \
        checks++;                                                                \
        if (want_ != got_) {                                                     \
            failures++;                                                          \
            printf("%s:%d: %s: expected %lld, got %lld\n", __FILE__, __LINE__,   \
                   #actual, want_, got_);                                        \
        }                                                                        \
    } while (0)

/* "As Td" -> the set of cards; test data only, so no checks. */
static uint64_t cards(const char *text)
{
    static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
    uint64_t set = 0;

    for (; *text; text += text[2] ? 3 : 2)
        set |= 1ull << ((strchr(suits, text[1]) - suits) * 13 +
                        (strchr(ranks, text[0]) - ranks));
    return set;
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

static void every_error_code_has_a_text(void)
{
    for (int code = TP_OK; code >= TP_E_STATE; code--)
        EQUAL(0, strcmp(tp_strerror(code), "unknown error code") == 0);
    EQUAL(0, strcmp(tp_strerror(TP_E_STATE - 1), "unknown error code"));
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

static void fill(uint8_t ids[TP_LOCUS_CELLS])
{
    for (int i = 0; i < TP_LOCUS_CELLS; i++)
        ids[i] = (uint8_t)i;
}

static void boards_refuse_bad_grids(void)
{
    static const int grids[][2] = {{6, 5}, {6, 6}, {7, 6}, {8, 6}};
    uint8_t ids[TP_LOCUS_CELLS];
    tp_locus board = {.turn = 7};

    fill(ids);
    EQUAL(TP_E_NULL, tp_locus_init(NULL, 6, 6, ids, 36));
    EQUAL(TP_E_NULL, tp_locus_init(&board, 6, 6, NULL, 36));
    EQUAL(TP_E_COUNT, tp_locus_init(&board, 6, 6, ids, 35));
    for (int cols = -1; cols < 12; cols++)
        for (int rows = -1; rows < 12; rows++) {
            int known = 0;
            for (int g = 0; g < 4; g++)
                known |= grids[g][0] == cols && grids[g][1] == rows;
            tp_locus tried;
            const size_t n = cols > 0 && rows > 0 ? (size_t)(cols * rows) : 0;
            if (known || n > TP_LOCUS_CELLS)
                continue;
            EQUAL(TP_E_SHAPE, tp_locus_init(&tried, cols, rows, ids, n));
        }
    ids[5] = ids[4];
    EQUAL(TP_E_DUPLICATE, tp_locus_init(&board, 6, 6, ids, 36));
    ids[5] = 52;
    EQUAL(TP_E_CARD, tp_locus_init(&board, 6, 6, ids, 36));
    EQUAL(7, board.turn);
}

static void placements_refuse_bad_arguments(void)
{
    uint8_t ids[TP_LOCUS_CELLS];
    tp_locus board, blank;
    tp_locus_turn turn;
    tp_hand hand;

    fill(ids);
    memset(&blank, 0, sizeof blank);
    EQUAL(TP_OK, tp_locus_init(&board, 6, 5, ids, 30));
    EQUAL(TP_E_NULL, tp_locus_score(NULL, 0, 0, 0, &turn));
    EQUAL(TP_E_NULL, tp_locus_score(&board, 0, 0, 0, NULL));
    EQUAL(TP_E_NULL, tp_locus_place(NULL, 0, 0, 0, &turn));
    EQUAL(TP_E_NULL, tp_locus_place(&board, 0, 0, 0, NULL));
    EQUAL(TP_E_NULL, tp_locus_hand(NULL, 0, 0, &hand));
    EQUAL(TP_E_NULL, tp_locus_hand(&board, 0, 0, NULL));
    EQUAL(TP_E_STATE, tp_locus_score(&blank, 0, 0, 0, &turn));
    EQUAL(TP_E_STATE, tp_locus_place(&blank, 0, 0, 0, &turn));
    EQUAL(TP_E_STATE, tp_locus_hand(&blank, 0, 0, &hand));
    EQUAL(TP_E_SEAT, tp_locus_score(&board, 2, 0, 0, &turn));
    EQUAL(TP_E_SEAT, tp_locus_place(&board, -1, 0, 0, &turn));
    EQUAL(TP_E_CELL, tp_locus_score(&board, 0, 30, 0, &turn));
    EQUAL(TP_E_CELL, tp_locus_place(&board, 0, -1, 0, &turn));
    EQUAL(TP_E_CELL, tp_locus_hand(&board, 2147483647, 0, &hand));
    EQUAL(TP_E_FACE, tp_locus_place(&board, 0, 0, 2, &turn));
    EQUAL(TP_E_FACE, tp_locus_hand(&board, 0, -1, &hand));
    EQUAL(0, board.turn);
    EQUAL(TP_OK, tp_locus_place(&board, 0, 0, 0, &turn));
    EQUAL(TP_E_PLAYED, tp_locus_place(&board, 1, 0, 1, &turn));
    EQUAL(TP_E_PLAYED, tp_locus_hand(&board, 0, 0, &hand));
    EQUAL(1, board.turn);
    for (int cell = 1; cell < 15; cell++)
        EQUAL(TP_OK, tp_locus_place(&board, 0, cell, cell & 1, &turn));
    EQUAL(TP_E_CHIPS, tp_locus_place(&board, 0, 20, 0, &turn));
    EQUAL(TP_E_CHIPS, tp_locus_score(&board, 0, 20, 0, &turn));
    EQUAL(15, board.turn);
}

static void options_list_every_open_placement(void)
{
    uint8_t ids[TP_LOCUS_CELLS];
    tp_locus board, blank;
    tp_locus_turn turns[2 * TP_LOCUS_CELLS], one;
    size_t count = 7;

    fill(ids);
    memset(&blank, 0, sizeof blank);
    EQUAL(TP_OK, tp_locus_init(&board, 8, 6, ids, 48));
    EQUAL(TP_E_NULL, tp_locus_options(NULL, 0, turns, 96, &count));
    EQUAL(TP_E_NULL, tp_locus_options(&board, 0, NULL, 96, &count));
    EQUAL(TP_E_NULL, tp_locus_options(&board, 0, turns, 96, NULL));
    EQUAL(TP_E_STATE, tp_locus_options(&blank, 0, turns, 96, &count));
    EQUAL(TP_E_SEAT, tp_locus_options(&board, 2, turns, 96, &count));
    EQUAL(TP_E_COUNT, tp_locus_options(&board, 0, turns, 95, &count));
    EQUAL(7, count);
    for (int cell = 0; cell < 48; cell++) {
        EQUAL(TP_OK, tp_locus_options(&board, cell & 1, turns, 96, &count));
        EQUAL(2 * (48 - cell), count);
        for (size_t i = 0; i < count; i++) {
            EQUAL(TP_OK, tp_locus_score(&board, cell & 1, turns[i].cell,
                                        turns[i].face_down, &one));
            EQUAL(0, memcmp(&one, &turns[i], sizeof one));
        }
        EQUAL(TP_OK, tp_locus_place(&board, cell & 1, cell, cell % 3 == 0, &one));
    }
    EQUAL(TP_OK, tp_locus_options(&board, 0, turns, 0, &count));
    EQUAL(0, count);
}

/* A struct that did not come from tp_locus_init, but looks as if it did. */
static void a_corrupt_board_is_never_read_out_of_bounds(void)
{
    uint8_t ids[TP_LOCUS_CELLS];
    tp_locus good, board;
    tp_locus_turn turns[2 * TP_LOCUS_CELLS];
    tp_hand hand;
    size_t count;

    fill(ids);
    EQUAL(TP_OK, tp_locus_init(&good, 8, 6, ids, 48));
    memset(&board, 0xff, sizeof board);
    EQUAL(TP_E_STATE, tp_locus_score(&board, 0, 0, 0, turns));
    board.magic = good.magic;
    EQUAL(TP_E_STATE, tp_locus_score(&board, 0, 0, 0, turns));
    board.cols = 8, board.rows = 6;
    EQUAL(TP_E_STATE, tp_locus_score(&board, 0, 0, 0, turns));
    board.cells = 48, board.chips[0] = board.chips[1] = board.dead = 0;
    EQUAL(TP_OK, tp_locus_options(&board, 0, turns, 96, &count));
    EQUAL(TP_OK, tp_locus_hand(&board, 47, 1, &hand));
}

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

int main(void)
{
    every_error_code_has_a_text();
    masks_refuse_bad_cards();
    hands_refuse_bad_sets();
    hands_have_their_category();
    all_sizes_can_be_named();
    boards_refuse_bad_grids();
    placements_refuse_bad_arguments();
    options_list_every_open_placement();
    a_corrupt_board_is_never_read_out_of_bounds();
    seven_cards_refuse_bad_arguments();
    the_printed_example_of_poker7_ranks_as_printed();
    seven_cards_fall_into_groups();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
