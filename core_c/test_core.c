/* test_core.c: tests of the C core, meant to run under ASan and UBSan.
 *
 * Every exported function is called with every error that its header comment
 * names; the rest of the rules are tested from Python against the oracle.
 */
#include <stdio.h>
#include <string.h>

#include "tapete.h"
#include "test_check.h"

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

#define MANY 5000

/* Sets of 1..52 cards, small ones as often as large ones. */
static void draw(uint64_t *masks, size_t n)
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
    EQUAL(TP_E_COUNT, tp_locus_points(-1));
    EQUAL(TP_E_COUNT, tp_locus_points(9));
    EQUAL(11, tp_locus_points(TP_STRAIGHT_FLUSH));
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

static int parse(const char *text, uint64_t *mask)
{
    return tp_cards_parse(text, strlen(text), mask);
}

static void text_is_read_as_cards(void)
{
    static const char *const bad[] = {"A", "As T", "10s", "as", "AS", "A s", "As,Td",
                                      "As\tTd", "As\n", "A\ns", "1s",
                                      "Ax", "**", "As Td9"};
    uint64_t mask = 7, masks[4];
    int8_t errors[4];

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        EQUAL(TP_E_TEXT, parse(bad[i], &mask));
    EQUAL(TP_E_DUPLICATE, parse("As Td As", &mask));
    EQUAL(TP_E_NULL, tp_cards_parse(NULL, 1, &mask));
    EQUAL(TP_E_NULL, tp_cards_parse("", 0, NULL));
    EQUAL(7, mask);
    EQUAL(TP_OK, parse("  As Td9h  2c ", &mask));
    EQUAL(cards("As Td 9h 2c"), mask);
    EQUAL(TP_OK, tp_cards_parse(NULL, 0, &mask));
    EQUAL(0, mask);
    EQUAL(tp_hand_natural(cards("As Td")), tp_text_natural("As Td"));
    EQUAL(TP_E_TEXT, tp_text_natural("10s"));
    EQUAL(TP_E_COUNT, tp_text_natural(""));
    EQUAL(TP_E_NULL, tp_text_natural(NULL));
    EQUAL(tp_hand_wild(cards("As Td")), tp_text_wild("AsTd"));
    EQUAL(tp_hand_wild(0), tp_text_wild(""));
    EQUAL(TP_E_DUPLICATE, tp_text_wild("As As"));
    EQUAL(TP_E_NULL, tp_text_wild(NULL));
    EQUAL(TP_OK, tp_cards_parse_lines("As\n\nAsAs\n2c", 11, 4, masks, errors));
    EQUAL(cards("As"), masks[0]);
    EQUAL(TP_OK, errors[1]);
    EQUAL(TP_E_DUPLICATE, errors[2]);
    EQUAL(cards("2c"), masks[3]);
    EQUAL(TP_E_COUNT, tp_cards_parse_lines("As\n2c", 5, 1, masks, errors));
    EQUAL(TP_E_COUNT, tp_cards_parse_lines("As\n2c", 5, 3, masks, errors));
    EQUAL(TP_E_NULL, tp_cards_parse_lines(NULL, 1, 1, masks, errors));
    EQUAL(TP_E_NULL, tp_cards_parse_lines("As", 2, 1, NULL, errors));
    EQUAL(TP_E_NULL, tp_cards_parse_lines("As", 2, 1, masks, NULL));
}

static int parse_seven(const char *text, uint8_t *ids)
{
    int8_t error = 7;

    EQUAL(TP_OK, tp_poker7_parse_lines(text, strlen(text), 1, ids, &error));
    for (int i = 0; i < TP_P7_HAND; i++)
        EQUAL(1, error == TP_OK || ids[i] == i);
    return error;
}

static void text_is_read_as_seven_pokerdrez_cards(void)
{
    static const char *const bad[] = {"B9 R9 J1 J2 P3 N4 q5", "B9 R9 J1 J2 P3 N4 Q0",
                                      "B9 R9 J1 J2 P3 N4 Q", "B9\tR9J1J2P3N4Q5", "B9B9*",
                                      "9B", "B9 R9 J1 J2 P3 N4 Q5 X1", "\xc3\xa9"};
    uint8_t ids[2 * TP_P7_HAND];
    int8_t errors[2];

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        EQUAL(TP_E_TEXT, parse_seven(bad[i], ids));
    EQUAL(TP_E_DUPLICATE, parse_seven("B9 R9 J1 J2 P3 N4 B9", ids));
    EQUAL(TP_E_DUPLICATE, parse_seven("B9 R9 J1 J2 P3 N4 Q5 Q5", ids));
    EQUAL(TP_E_COUNT, parse_seven("B9 R9 J1 J2 P3 N4", ids));
    EQUAL(TP_E_COUNT, parse_seven("B9 R9 J1 J2 P3 N4 Q5 Q6", ids));
    EQUAL(TP_E_COUNT, parse_seven("", ids));
    EQUAL(TP_OK, parse_seven(" B9R9 J1J2  P3N4Q5 ", ids));
    EQUAL(8 * 6 + 2, ids[0]);
    EQUAL(4 * 6 + 4, ids[6]);
    EQUAL(TP_OK, tp_poker7_parse_lines("B9\nB9R9J1J2P3N4Q5", 17, 2, ids, errors));
    EQUAL(TP_E_COUNT, errors[0]);
    EQUAL(TP_OK, errors[1]);
    EQUAL(8 * 6 + 2, ids[TP_P7_HAND]);
    EQUAL(TP_OK, tp_poker7_parse_lines(NULL, 0, 0, NULL, NULL));
    EQUAL(TP_E_COUNT, tp_poker7_parse_lines("B9\nB9", 5, 1, ids, errors));
    EQUAL(TP_E_COUNT, tp_poker7_parse_lines("B9", 2, 2, ids, errors));
    EQUAL(TP_E_NULL, tp_poker7_parse_lines(NULL, 1, 1, ids, errors));
    EQUAL(TP_E_NULL, tp_poker7_parse_lines("B9", 2, 1, NULL, errors));
    EQUAL(TP_E_NULL, tp_poker7_parse_lines("B9", 2, 1, ids, NULL));
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

static void a_replay_plays_what_single_placements_do(void)
{
    uint8_t ids[TP_LOCUS_CELLS], plays[TP_LOCUS_CELLS + 1];
    tp_locus start, board, single, blank;
    tp_locus_turn turns[TP_LOCUS_CELLS + 1], turn;
    tp_hand hands[TP_LOCUS_CELLS + 1], hand;

    fill(ids);
    memset(&blank, 0, sizeof blank);
    for (int i = 0; i < 49; i++)
        plays[i] = (uint8_t)(((i * 7 + 3) % 48) * 2 + (i % 3 == 0));
    EQUAL(TP_OK, tp_locus_init(&start, 8, 6, ids, 48));
    single = board = start;
    EQUAL(TP_OK, tp_locus_replay(&board, 1, plays, 48, turns, hands));
    for (int i = 0; i < 48; i++) {
        const int cell = plays[i] / 2, down = plays[i] % 2;
        EQUAL(TP_OK, tp_locus_hand(&single, cell, down, &hand));
        EQUAL(TP_OK, tp_locus_place(&single, (i + 1) % 2, cell, down, &turn));
        EQUAL(0, memcmp(&turn, &turns[i], sizeof turn));
        EQUAL(0, memcmp(&hand, &hands[i], sizeof hand));
    }
    EQUAL(0, memcmp(&single, &board, sizeof board));
    board = start;
    EQUAL(TP_OK, tp_locus_replay(&board, 1, plays, 48, turns, NULL));
    EQUAL(0, memcmp(&single, &board, sizeof board));
    EQUAL(TP_E_PLAYED, tp_locus_replay(&board, 0, plays, 1, turns, NULL));
    board = start;
    EQUAL(TP_E_PLAYED, tp_locus_replay(&board, 0, plays, 49, turns, hands));
    EQUAL(48, board.turn);
    board = start;
    EQUAL(TP_E_NULL, tp_locus_replay(NULL, 0, plays, 1, turns, hands));
    EQUAL(TP_E_NULL, tp_locus_replay(&board, 0, NULL, 1, turns, hands));
    EQUAL(TP_E_NULL, tp_locus_replay(&board, 0, plays, 1, NULL, hands));
    EQUAL(TP_E_STATE, tp_locus_replay(&blank, 0, plays, 1, turns, hands));
    EQUAL(TP_E_SEAT, tp_locus_replay(&board, 2, plays, 1, turns, hands));
    EQUAL(TP_E_SEAT, tp_locus_replay(&board, -1, plays, 1, turns, hands));
    plays[0] = 96;
    EQUAL(TP_E_CELL, tp_locus_replay(&board, 0, plays, 1, turns, hands));
    EQUAL(TP_E_CELL, tp_locus_replay(&board, 0, plays, 1, turns, NULL));
    EQUAL(TP_OK, tp_locus_replay(&board, 0, NULL, 0, NULL, NULL));
    EQUAL(0, memcmp(&start, &board, sizeof board));
}

static void areas_have_the_points_of_each_alone(void)
{
    static uint64_t areas[MANY];
    static uint8_t points[MANY];
    uint8_t one = 0;
    size_t bad = 7;

    draw(areas, MANY);
    for (int wild = 0; wild <= 1; wild++) {
        EQUAL(TP_OK, tp_locus_areas(areas, MANY, wild, points, &bad));
        for (size_t i = 0; i < MANY; i++) {
            EQUAL(TP_OK, tp_locus_hand_points(areas[i], wild, &one));
            EQUAL(one, points[i]);
        }
    }
    EQUAL(7, bad);
    areas[1300] = 1ull << 52, areas[1400] = 0;
    EQUAL(TP_E_CARD, tp_locus_areas(areas, MANY, 0, points, &bad));
    EQUAL(1300, bad);
    EQUAL(TP_E_COUNT, tp_locus_areas(areas + 1400, 1, 0, points, &bad));
    EQUAL(0, bad);
    EQUAL(TP_OK, tp_locus_areas(NULL, 0, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_locus_areas(NULL, 1, 0, points, &bad));
    EQUAL(TP_E_NULL, tp_locus_areas(areas, 1, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_locus_areas(areas, 1, 0, points, NULL));
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

/* A board of 8 x 6 and, after so many turns of both, whose turn it is. */
static tp_locus after_turns(int turns)
{
    uint8_t ids[TP_LOCUS_CELLS];
    tp_locus board;
    tp_locus_turn turn;

    fill(ids);
    EQUAL(TP_OK, tp_locus_init(&board, 8, 6, ids, 48));
    for (int t = 0; t < turns; t++)
        EQUAL(TP_OK, tp_locus_place(&board, t & 1, t * 5 % 48, t % 3 == 0, &turn));
    return board;
}

/* Of a game under way the table says of every open cell what its hand earns. */
static void a_table_says_what_every_area_is_worth(void)
{
    static uint8_t table[TP_LOCUS_TABLE];
    const uint16_t places[] = {0, TP_LOCUS_TABLE - 1, TP_LOCUS_TABLE};
    uint8_t points[3] = {7, 7, 7}, ids[TP_LOCUS_CELLS];
    tp_locus board = after_turns(0), blank;
    tp_locus_turn turns[2 * TP_LOCUS_CELLS];
    size_t count, bad = 7;

    EQUAL(TP_OK, tp_locus_table(&board, table, sizeof table));
    for (int turn = 0; turn < 48; turn++) {
        EQUAL(TP_OK, tp_locus_options(&board, turn & 1, turns, 96, &count));
        for (size_t i = 0; i < count; i++) {
            const int cell = turns[i].cell, col = cell % 8, row = cell / 8;
            unsigned living = 0;
            for (int d = 0; d < 8; d++) {
                const int place = d < 4 ? d : d + 1;
                const int r = row + place / 3 - 1, c = col + place % 3 - 1;
                if (r >= 0 && r < 6 && c >= 0 && c < 8)
                    living |= (unsigned)!(board.dead >> (r * 8 + c) & 1) << d;
            }
            EQUAL(turns[i].hand, table[(turns[i].face_down * 48 + cell) * 256 + living]);
        }
        board = after_turns(turn + 1);
    }
    for (int living = 0xf1; living < 0xf8; living++) /* nothing is above the first row */
        EQUAL(0, table[living] | table[48 * 256 + living]);
    fill(ids);
    EQUAL(TP_OK, tp_locus_init(&board, 6, 5, ids, 30));
    EQUAL(TP_OK, tp_locus_table(&board, table, sizeof table));
    for (int place = 30 * 256; place < 48 * 256; place++)
        EQUAL(0, table[place] | table[48 * 256 + place]);
    memset(&blank, 0, sizeof blank);
    EQUAL(TP_E_STATE, tp_locus_table(&blank, table, sizeof table));
    EQUAL(TP_E_NULL, tp_locus_table(NULL, table, sizeof table));
    EQUAL(TP_E_NULL, tp_locus_table(&board, NULL, sizeof table));
    EQUAL(TP_E_COUNT, tp_locus_table(&board, table, sizeof table - 1));
    EQUAL(TP_OK, tp_locus_look_up(table, places, 2, points, &bad));
    EQUAL(table[0], points[0]);
    EQUAL(table[TP_LOCUS_TABLE - 1], points[1]);
    EQUAL(TP_E_CELL, tp_locus_look_up(table, places, 3, points, &bad));
    EQUAL(2, bad);
    EQUAL(7, points[2]);
    EQUAL(TP_OK, tp_locus_look_up(table, NULL, 0, NULL, &bad));
    EQUAL(TP_E_NULL, tp_locus_look_up(NULL, places, 1, points, &bad));
    EQUAL(TP_E_NULL, tp_locus_look_up(table, NULL, 1, points, &bad));
    EQUAL(TP_E_NULL, tp_locus_look_up(table, places, 1, NULL, &bad));
    EQUAL(TP_E_NULL, tp_locus_look_up(table, places, 1, points, NULL));
}

static _Alignas(16) uint8_t arena[TP_LOCUS_ARENA + 1];

static void searches_refuse_bad_arguments(void)
{
    const tp_locus good = after_turns(9);
    const tp_locus_limits limits = {.depth = 2, .nodes = 1000};
    tp_locus_found found = {.cell = 7};
    tp_locus board;
    tp_locus_limits bad;
    uint8_t points = 7;

#define REFUSED(code, board, seat, limits, arena, size)                          \
    EQUAL(code, tp_locus_search(board, seat, limits, arena, size, &found))
    EQUAL(TP_E_NULL, tp_locus_search(&good, 1, &limits, arena, TP_LOCUS_ARENA, NULL));
    REFUSED(TP_E_NULL, NULL, 1, &limits, arena, TP_LOCUS_ARENA);
    REFUSED(TP_E_NULL, &good, 1, NULL, arena, TP_LOCUS_ARENA);
    REFUSED(TP_E_NULL, &good, 1, &limits, NULL, TP_LOCUS_ARENA);
    REFUSED(TP_E_SEAT, &good, 2, &limits, arena, TP_LOCUS_ARENA);
    REFUSED(TP_E_SEAT, &good, -1, &limits, arena, TP_LOCUS_ARENA);
    REFUSED(TP_E_CHIPS, &good, 0, &limits, arena, TP_LOCUS_ARENA);
    REFUSED(TP_E_ARENA, &good, 1, &limits, arena, TP_LOCUS_ARENA - 1);
    REFUSED(TP_E_ARENA, &good, 1, &limits, arena + 1, TP_LOCUS_ARENA);

    memset(&board, 0, sizeof board);
    REFUSED(TP_E_STATE, &board, 1, &limits, arena, TP_LOCUS_ARENA);
    board = good, board.dead |= 1ull << 47;
    REFUSED(TP_E_STATE, &board, 1, &limits, arena, TP_LOCUS_ARENA);
    board = good, board.chips[1] |= board.chips[0];
    REFUSED(TP_E_STATE, &board, 1, &limits, arena, TP_LOCUS_ARENA);
    board = good, board.left[0] = board.left[1] = 24;
    REFUSED(TP_E_STATE, &board, 1, &limits, arena, TP_LOCUS_ARENA);
    board = good, board.left[1] += 5;
    REFUSED(TP_E_CHIPS, &board, 1, &limits, arena, TP_LOCUS_ARENA);
    board = after_turns(48);
    REFUSED(TP_E_CHIPS, &board, 0, &limits, arena, TP_LOCUS_ARENA);

    bad = limits, bad.depth = 0;
    REFUSED(TP_E_LIMIT, &good, 1, &bad, arena, TP_LOCUS_ARENA);
    bad = limits, bad.depth = 49;
    REFUSED(TP_E_LIMIT, &good, 1, &bad, arena, TP_LOCUS_ARENA);
    bad = limits, bad.exact = 49;
    REFUSED(TP_E_LIMIT, &good, 1, &bad, arena, TP_LOCUS_ARENA);
    bad = limits, bad.attempt = 49;
    REFUSED(TP_E_LIMIT, &good, 1, &bad, arena, TP_LOCUS_ARENA);
#undef REFUSED
    EQUAL(7, found.cell);

    EQUAL(TP_E_NULL, tp_locus_hand_points(1, 0, NULL));
    EQUAL(TP_E_CARD, tp_locus_hand_points(1ull << 52, 0, &points));
    EQUAL(TP_E_COUNT, tp_locus_hand_points(0, 0, &points));
    EQUAL(7, points);
    EQUAL(TP_OK, tp_locus_hand_points(cards("7c 7d 7h"), 1, &points));
    EQUAL(10, points);
}

/* Whole games at every limit: the sanitizers watch, and every answer is open. */
static void searches_find_open_cells_to_the_end(void)
{
    static const tp_locus_limits all[] = {
        {.depth = 1}, {.depth = 3, .nodes = 2000, .seed = 5},
        {.depth = 48, .nodes = 3000, .exact = 8, .attempt = 12, .seed = 6}};

    for (int turns = 0; turns < 48; turns++) {
        const tp_locus board = after_turns(turns);
        for (int i = 0; i < 3; i++) {
            tp_locus_found found, again;
            tp_locus_turn turn;
            EQUAL(TP_OK, tp_locus_search(&board, turns & 1, &all[i], arena,
                                         TP_LOCUS_ARENA, &found));
            EQUAL(TP_OK, tp_locus_score(&board, turns & 1, found.cell,
                                        found.face_down, &turn));
            memset(arena, 0xa5, sizeof arena); /* what it holds means nothing */
            EQUAL(TP_OK, tp_locus_search(&board, turns & 1, &all[i], arena,
                                         TP_LOCUS_ARENA, &again));
            EQUAL(0, memcmp(&found, &again, sizeof found));
            EQUAL(1, i < 2 || turns < 40 || found.exact);
        }
    }
}

static void a_cancelled_search_answers_at_once(void)
{
    const tp_locus board = after_turns(20);
    const int32_t cancel = 1;
    const tp_locus_limits limits = {.depth = 48, .nodes = 100000000, .exact = 28,
                                    .cancel = &cancel};
    tp_locus_found found;

    EQUAL(TP_OK, tp_locus_search(&board, 0, &limits, arena, TP_LOCUS_ARENA, &found));
    EQUAL(0, found.exact);
    EQUAL(1, found.depth);
    EQUAL(1, found.nodes < 3000);
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

static void captures_are_of_suit_or_rank(void)
{
    uint64_t captured = 7;

    EQUAL(TP_E_NULL, tp_lamarckian_captures(0, 2, NULL));
    EQUAL(TP_E_CARD, tp_lamarckian_captures(-1, 2, &captured));
    EQUAL(TP_E_CARD, tp_lamarckian_captures(52, 2, &captured));
    EQUAL(TP_E_CARD, tp_lamarckian_captures(0, 1ull << 52, &captured));
    EQUAL(TP_E_DUPLICATE, tp_lamarckian_captures(1, 2, &captured));
    EQUAL(7, captured);
    EQUAL(TP_OK, tp_lamarckian_captures(49, cards("Qh 2s Kd 9c"), &captured));
    EQUAL(cards("Qh 2s"), captured); /* 49 is Qs */
}

/* A round from texts: a hand per seat with its mark first, "" if extinct. */
static tp_lamarckian_round a_round(const char *pool, int seats,
                                   const char *const *hands)
{
    tp_lamarckian_round round = {.seats = (uint8_t)seats, .pool = cards(pool)};

    for (int seat = 0; seat < seats; seat++) {
        const char mark[3] = {hands[seat][0], hands[seat][0] ? hands[seat][1] : 0, 0};
        round.hand[seat] = cards(hands[seat]);
        round.mark[seat] = TP_NONE;
        if (*mark)
            round.mark[seat] = (uint8_t)__builtin_ctzll(cards(mark));
    }
    return round;
}

/* What a round must come to: seats and captures in order, hands by seat. */
typedef struct {
    const char *pool, *hands[6];
    int seats, order[6];
    const char *captured[6], *after[6], *discard;
} example;

static void rounds_resolve_as_in_the_examples(void)
{
    static const example examples[] = {
        {"Ah Qc 9s 5h", {"As 2c", "Tc 2d", "9h 2h"}, 3, {0, 1, 2},
         {"Ah 9s", "Qc", "5h"}, {"2c Ah 9s", "2d Qc", "2h 5h"}, "As Tc 9h"}, /* L1 */
        {"Ah Qc 9s 5d", {"As 2c", "Tc 2d", "9h 2h"}, 3, {0, 1, 2},
         {"Ah 9s", "Qc", ""}, {"2c Ah 9s", "2d Qc", "2h"}, "5d As Tc 9h"}, /* L2 */
        {"8c 8d 3h Ks", {"7c", "7d", "7h", "7s"}, 4, {3, 2, 1, 0},
         {"Ks", "3h 7s", "8d 7h", "8c 7d"},
         {"8c 7d", "8d 7h", "3h 7s", "Ks"}, "7c"}, /* L3 */
        {"2c 3c 4c 6d", {"Kh", "Qh"}, 2, {0, 1},
         {"", "Kh"}, {"", "Kh"}, "2c 3c 4c 6d Qh"}, /* L4 */
        {"2c 3c 4c 6c", {"Kh", "Qd"}, 2, {0, 1},
         {"", ""}, {"", ""}, "2c 3c 4c 6c Kh Qd"}, /* L5 */
        {"2d 3d 4d 6d", {"2h 9c", "As"}, 2, {1, 0},
         {"", "2d"}, {"9c 2d", ""}, "3d 4d 6d As 2h"}, /* L6 */
        {"2d 3d 4d 6d", {"", "5d 5c", ""}, 3, {1},
         {"2d 3d 4d 6d"}, {"", "5c 2d 3d 4d 6d", ""}, "5d"},
    };

    for (size_t e = 0; e < sizeof examples / sizeof examples[0]; e++) {
        const example *want = &examples[e];
        const tp_lamarckian_round round =
            a_round(want->pool, want->seats, want->hands);
        tp_lamarckian_result got;
        EQUAL(TP_OK, tp_lamarckian_resolve(&round, &got));
        EQUAL(cards(want->discard), got.discard);
        for (int i = 0; i < got.count; i++) {
            EQUAL(want->order[i], got.order[i]);
            EQUAL(cards(want->captured[i]), got.captured[i]);
        }
        for (int i = got.count; i < 6; i++)
            EQUAL(TP_NONE, got.order[i]);
        for (int seat = 0; seat < want->seats; seat++)
            EQUAL(cards(want->after[seat]), got.hand[seat]);
    }
}

static void rounds_refuse_bad_arguments(void)
{
    static const char *const hands[] = {"As 2c", "Tc 2d", ""};
    const tp_lamarckian_round good = a_round("Ah Qc 9s 5h", 3, hands);
    tp_lamarckian_result out = {.count = 7};
    tp_lamarckian_round bad;

#define REFUSED(code, change)                                                    \
    do {                                                                         \
        bad = good;                                                              \
        change;                                                                  \
        EQUAL(code, tp_lamarckian_resolve(&bad, &out));                          \
    } while (0)

    EQUAL(TP_E_NULL, tp_lamarckian_resolve(NULL, &out));
    EQUAL(TP_E_NULL, tp_lamarckian_resolve(&good, NULL));
    REFUSED(TP_E_COUNT, bad.seats = 1);
    REFUSED(TP_E_COUNT, bad.seats = 7);
    REFUSED(TP_E_COUNT, bad.seats = 255);
    REFUSED(TP_E_COUNT, bad.pool = cards("Ah Qc 9s"));
    REFUSED(TP_E_COUNT, bad.pool |= cards("5d"));
    REFUSED(TP_E_COUNT, bad.pool = 0);
    REFUSED(TP_E_COUNT, bad.hand[0] = bad.hand[1] = 0);
    REFUSED(TP_E_CARD, bad.pool |= 1ull << 63);
    REFUSED(TP_E_CARD, bad.hand[1] |= 1ull << 52);
    REFUSED(TP_E_CARD, bad.mark[0] = 52);
    REFUSED(TP_E_CARD, bad.mark[1] = 254);
    REFUSED(TP_E_DUPLICATE, bad.hand[0] |= cards("9s"));
    REFUSED(TP_E_DUPLICATE, bad.hand[1] |= cards("2c"));
    REFUSED(TP_E_MARK, bad.mark[0] = bad.mark[1]);
    REFUSED(TP_E_MARK, bad.mark[1] = TP_NONE);
    REFUSED(TP_E_EXTINCT, bad.mark[2] = 0);
    EQUAL(7, out.count); /* untouched by all the refusals */
    REFUSED(TP_OK, (bad.hand[3] = ~0ull, bad.mark[3] = 99));
#undef REFUSED
}

/* Random rounds: every card is somewhere once, whatever the sanitizers say. */
static void rounds_keep_every_card(void)
{
    uint64_t x = 2463534242ull;

    for (int i = 0; i < 20000; i++) {
        tp_lamarckian_round round = {.seats = (uint8_t)(2 + i % 5)};
        tp_lamarckian_result got;
        uint64_t all = 0, after = 0;
        for (int left = 4 + i % 40; left > 0;) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            const uint64_t card = 1ull << (x >> 20) % TP_DECK;
            if (all & card)
                continue;
            all |= card;
            const int seat = (int)((x >> 40) % round.seats);
            *(left <= 4 ? &round.pool : &round.hand[seat]) |= card;
            left--;
        }
        for (int s = 0; s < round.seats; s++)
            round.mark[s] = round.hand[s] ? (uint8_t)__builtin_ctzll(round.hand[s])
                                          : TP_NONE;
        const int nobody = all == round.pool;
        EQUAL(nobody ? TP_E_COUNT : TP_OK, tp_lamarckian_resolve(&round, &got));
        if (nobody)
            continue;
        after = got.discard;
        for (int s = 0; s < round.seats; s++) {
            EQUAL(0, after & got.hand[s]);
            after |= got.hand[s];
        }
        EQUAL(all, after);
    }
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
            EQUAL(1, code == TP_OK || (code == TP_E_CARD && bad == 1));
            refused += code != TP_OK;
        }
    EQUAL(1, refused > 3000);
    const uint64_t single = seven("R2 P2 P9 B9 J6 P6 J3").rank | 63; /* the last card */
    EQUAL(TP_E_CARD, tp_poker7_arrange(&single, 1, out, &bad));
    for (uint64_t class = 0; class < 1 << 16; class++) {
        const uint64_t strange = class << TP_P7_CLASS_SHIFT | 0x3ffffffffffff;
        EQUAL(1, tp_poker7_arrange(&strange, 1, out, &bad) == TP_E_CARD);
    }
}

static uint64_t memory[TP_P7_ARENA / 8];

/* J6 and J7 with the jokers 1 to 5: nothing beats a straight of seven. */
static tp_poker7_spot sure_spot(void)
{
    return (tp_poker7_spot){.own = {35, 41}, .board = {5, 11, 17, 23, 29},
                            .on_board = 5, .opponents = 2,
                            .shown = {TP_NONE, 0}};
}

static int odds_of(const tp_poker7_spot *spot, uint32_t samples, uint32_t exact,
                   tp_poker7_odds *odds)
{
    const tp_poker7_budget budget = {.seed = 1, .samples = samples, .exact = exact};

    return tp_poker7_equity(spot, &budget, memory, sizeof memory, odds);
}

static void holdings_have_a_place_each(void)
{
    int place = 0;

    for (int high = 1; high < TP_P7_DECK; high++)
        for (int low = 0; low < high; low++, place++) {
            EQUAL(place, tp_poker7_pair(low, high));
            EQUAL(place, tp_poker7_pair(high, low));
        }
    EQUAL(TP_P7_PAIRS, place);
    EQUAL(TP_E_DUPLICATE, tp_poker7_pair(3, 3));
    EQUAL(TP_E_CARD, tp_poker7_pair(54, 3));
    EQUAL(TP_E_CARD, tp_poker7_pair(3, 54));
    EQUAL(TP_E_CARD, tp_poker7_pair(-1, 3));
    EQUAL(TP_E_CARD, tp_poker7_pair(3, -2147483647 - 1));
}

static void equity_refuses_bad_spots(void)
{
    tp_poker7_spot spot = sure_spot();
    tp_poker7_odds odds = {.total = 7};

    spot.opponents = 0;
    EQUAL(TP_E_COUNT, odds_of(&spot, 9, 0, &odds));
    spot.opponents = TP_P7_OPPONENTS + 1;
    EQUAL(TP_E_COUNT, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot();
    for (int cards = 0; cards <= 6; cards++) {
        spot.on_board = (uint8_t)cards;
        const int error = cards == 0 || cards == 3 || cards == 5 ? TP_OK : TP_E_COUNT;
        tp_poker7_odds other;
        EQUAL(error, odds_of(&spot, 9, 0, &other));
    }
    spot = sure_spot(), spot.own[1] = 54;
    EQUAL(TP_E_CARD, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.board[4] = 255;
    EQUAL(TP_E_CARD, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.shown[1] = 54;
    EQUAL(TP_E_CARD, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.dead = 1ull << 54;
    EQUAL(TP_E_CARD, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.own[1] = 35;
    EQUAL(TP_E_DUPLICATE, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.board[0] = 41;
    EQUAL(TP_E_DUPLICATE, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.shown[1] = 5;
    EQUAL(TP_E_DUPLICATE, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.dead = 1;
    EQUAL(TP_E_DUPLICATE, odds_of(&spot, 9, 0, &odds));
    /* 54 cards less 8 known and less the dead ones must hold 3 more. */
    spot = sure_spot(), spot.dead = ((1ull << 44) - 1) << 1;
    spot.dead &= ~(1ull << 5 | 1ull << 11 | 1ull << 17 | 1ull << 23 | 1ull << 29 |
                   1ull << 35 | 1ull << 41);
    EQUAL(TP_OK, odds_of(&spot, 9, 0, &odds));
    spot.dead |= 0x3full << 46;
    EQUAL(TP_OK, odds_of(&spot, 9, 9, &odds));
    spot.dead |= 1ull << 45;
    odds.total = 7;
    EQUAL(TP_E_COUNT, odds_of(&spot, 9, 0, &odds));
    EQUAL(7, odds.total); /* untouched by all the refusals */
}

static void equity_refuses_bad_arguments(void)
{
    const tp_poker7_spot spot = sure_spot();
    tp_poker7_budget budget = {.samples = 9};
    tp_poker7_odds odds = {.total = 7};
    const size_t size = sizeof memory;

    EQUAL(TP_E_NULL, tp_poker7_equity(NULL, &budget, memory, size, &odds));
    EQUAL(TP_E_NULL, tp_poker7_equity(&spot, NULL, memory, size, &odds));
    EQUAL(TP_E_NULL, tp_poker7_equity(&spot, &budget, NULL, size, &odds));
    EQUAL(TP_E_NULL, tp_poker7_equity(&spot, &budget, memory, size, NULL));
    EQUAL(TP_E_ARENA, tp_poker7_equity(&spot, &budget, memory, size - 1, &odds));
    EQUAL(TP_E_ARENA,
          tp_poker7_equity(&spot, &budget, (char *)memory + 1, size, &odds));
    budget.samples = 0;
    EQUAL(TP_E_LIMIT, tp_poker7_equity(&spot, &budget, memory, size, &odds));
    budget.samples = TP_P7_SAMPLES + 1;
    EQUAL(TP_E_LIMIT, tp_poker7_equity(&spot, &budget, memory, size, &odds));
    EQUAL(7, odds.total);
}

static void ranges_that_no_deal_agrees_with_are_refused(void)
{
    static uint16_t nothing[TP_P7_PAIRS], one[TP_P7_PAIRS];
    tp_poker7_spot spot = sure_spot();
    tp_poker7_odds odds = {.total = 7};

    spot.range[0] = nothing;
    EQUAL(TP_E_WEIGHT, odds_of(&spot, 9, 0, &odds));
    EQUAL(TP_E_WEIGHT, odds_of(&spot, 9, 10000000, &odds));
    /* Both opponents hold 1, and the one of them shows 0 besides. */
    one[tp_poker7_pair(0, 1)] = one[tp_poker7_pair(1, 2)] = 65535;
    spot.range[0] = spot.range[1] = one;
    EQUAL(TP_E_WEIGHT, odds_of(&spot, 9, 0, &odds));
    EQUAL(TP_E_WEIGHT, odds_of(&spot, 9, 10000000, &odds));
    EQUAL(7, odds.total);
    spot.opponents = 1;
    EQUAL(TP_OK, odds_of(&spot, 9, 10000000, &odds));
    EQUAL(2 * 65535, odds.total);
}

static void equity_counts_all_or_samples(void)
{
    tp_poker7_spot spot = sure_spot();
    tp_poker7_odds odds;

    EQUAL(TP_OK, odds_of(&spot, 500, 44 * 45 * 23, &odds));
    EQUAL(1, odds.exact);
    EQUAL(46 * 45 / 2 * 44, odds.total);
    EQUAL(odds.total, odds.classes[14]);
    EQUAL(odds.total, odds.wins);
    EQUAL(TP_OK, odds_of(&spot, 500, 46 * 45 / 2 * 44 - 1, &odds));
    EQUAL(0, odds.exact);
    EQUAL(500, odds.total);
    spot.opponents = 9;
    for (int i = 0; i < 9; i++)
        spot.shown[i] = TP_NONE;
    for (int cards = 0; cards <= 5; cards += cards ? 2 : 3) {
        spot.on_board = (uint8_t)cards;
        EQUAL(TP_OK, odds_of(&spot, 1000, 1u << 31, &odds));
        EQUAL(0, odds.exact);
        EQUAL(1000, odds.total);
        uint64_t all = 0;
        for (int class = 0; class < TP_P7_CLASSES; class++)
            all += odds.classes[class];
        EQUAL(1000, all);
    }
}

static void strengths_refuse_bad_arguments(void)
{
    static uint16_t out[TP_P7_PAIRS] = {7};
    const tp_poker7_sides good = {.board = {5, 11, 17, 23, 29}, .on_board = 5,
                                  .shown = TP_NONE, .against = TP_NONE};
    tp_poker7_sides sides = good;
    tp_poker7_budget budget = {.samples = 1};
    const size_t size = sizeof memory;

    EQUAL(TP_E_NULL, tp_poker7_strengths(NULL, &budget, memory, size, out));
    EQUAL(TP_E_NULL, tp_poker7_strengths(&sides, NULL, memory, size, out));
    EQUAL(TP_E_NULL, tp_poker7_strengths(&sides, &budget, NULL, size, out));
    EQUAL(TP_E_NULL, tp_poker7_strengths(&sides, &budget, memory, size, NULL));
    EQUAL(TP_E_ARENA, tp_poker7_strengths(&sides, &budget, memory, size - 1, out));
    sides.on_board = 4;
    EQUAL(TP_E_COUNT, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.board[2] = 54;
    EQUAL(TP_E_CARD, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.shown = 54;
    EQUAL(TP_E_CARD, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.dead = 1ull << 63;
    EQUAL(TP_E_CARD, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.board[0] = 11;
    EQUAL(TP_E_DUPLICATE, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.shown = sides.against = 2;
    EQUAL(TP_E_DUPLICATE, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.dead = 1ull << 29;
    EQUAL(TP_E_DUPLICATE, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.dead = (1ull << 54) - 8;
    sides.dead &= ~(1ull << 5 | 1ull << 11 | 1ull << 17 | 1ull << 23 | 1ull << 29);
    EQUAL(TP_E_COUNT, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, budget.samples = 0;
    EQUAL(TP_E_LIMIT, tp_poker7_strengths(&sides, &budget, memory, size, out));
    EQUAL(7, out[0]);
}

static void strengths_agree_with_equity(void)
{
    static uint16_t out[TP_P7_PAIRS];
    tp_poker7_sides sides = {.board = {1, 9, 20, 28, 50}, .on_board = 5};
    const tp_poker7_budget budget = {.samples = 1};
    const uint8_t shown[3][2] = {{TP_NONE, TP_NONE}, {7, TP_NONE}, {7, 33}};

    for (int i = 0; i < 3; i++) {
        sides.shown = shown[i][0], sides.against = shown[i][1];
        EQUAL(TP_OK, tp_poker7_strengths(&sides, &budget, memory, sizeof memory, out));
        for (uint8_t other = 0; other < TP_P7_DECK; other++) {
            tp_poker7_spot spot = {.own = {7, other}, .board = {1, 9, 20, 28, 50},
                                   .on_board = 5, .opponents = 1,
                                   .shown = {shown[i][1]}};
            tp_poker7_odds odds;
            if (other == 7 || odds_of(&spot, 1, 10000, &odds)) {
                EQUAL(0, other == 7 ? 0 : out[tp_poker7_pair(7, other)]);
                continue;
            }
            EQUAL(odds.wins * 65535 / odds.total, out[tp_poker7_pair(7, other)]);
        }
    }
}

static void ranges_are_narrowed_level_by_level(void)
{
    static uint16_t strengths[TP_P7_PAIRS], range[TP_P7_PAIRS];
    uint16_t likely[TP_P7_LEVELS] = {[0] = 100, [1] = 50, [63] = 0};

    EQUAL(TP_E_NULL, tp_poker7_narrow(NULL, likely, range));
    EQUAL(TP_E_NULL, tp_poker7_narrow(strengths, NULL, range));
    EQUAL(TP_E_NULL, tp_poker7_narrow(strengths, likely, NULL));
    strengths[1] = 1024, strengths[2] = 65535;
    range[0] = 10, range[1] = 10, range[2] = 65535;
    EQUAL(TP_OK, tp_poker7_narrow(strengths, likely, range));
    EQUAL(65535, range[0]);
    EQUAL(32767, range[1]);
    EQUAL(1, range[2]); /* unlikely, but not impossible */
    EQUAL(0, range[3]);
}

int main(void)
{
    every_error_code_has_a_text();
    masks_refuse_bad_cards();
    hands_refuse_bad_sets();
    hands_have_their_category();
    all_sizes_can_be_named();
    all_paths_give_equal_ranks();
    batches_name_the_first_bad_set();
    batches_refuse_bad_arguments();
    hands_of_ids_rank_as_their_sets();
    text_is_read_as_cards();
    text_is_read_as_seven_pokerdrez_cards();
    boards_refuse_bad_grids();
    placements_refuse_bad_arguments();
    options_list_every_open_placement();
    a_replay_plays_what_single_placements_do();
    areas_have_the_points_of_each_alone();
    a_table_says_what_every_area_is_worth();
    a_corrupt_board_is_never_read_out_of_bounds();
    searches_refuse_bad_arguments();
    searches_find_open_cells_to_the_end();
    a_cancelled_search_answers_at_once();
    cards_are_listed_by_height();
    suits_break_ties_of_rank();
    captures_are_of_suit_or_rank();
    rounds_resolve_as_in_the_examples();
    rounds_refuse_bad_arguments();
    rounds_keep_every_card();
    seven_cards_refuse_bad_arguments();
    the_printed_example_of_poker7_ranks_as_printed();
    seven_cards_fall_into_groups();
    seven_cards_rank_as_the_best_of_all_ways();
    all_paths_rank_seven_cards_alike();
    every_path_finds_the_bad_hand();
    other_numbers_have_no_cards();
    holdings_have_a_place_each();
    equity_refuses_bad_spots();
    equity_refuses_bad_arguments();
    ranges_that_no_deal_agrees_with_are_refused();
    equity_counts_all_or_samples();
    strengths_refuse_bad_arguments();
    strengths_agree_with_equity();
    ranges_are_narrowed_level_by_level();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
