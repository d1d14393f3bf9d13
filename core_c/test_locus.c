/* test_locus.c: tests of Locus boards, placements, replays, areas and tables,
 * under ASan and UBSan. */
#include <stdio.h>
#include <string.h>

#include "tapete.h"
#include "test_board.h"
#include "test_cards.h"
#include "test_check.h"

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

static void categories_have_their_points(void)
{
    EQUAL(TP_E_COUNT, tp_locus_points(-1));
    EQUAL(TP_E_COUNT, tp_locus_points(9));
    EQUAL(11, tp_locus_points(TP_STRAIGHT_FLUSH));
}

static void areas_refuse_bad_cards(void)
{
    uint8_t points = 7;

    EQUAL(TP_E_NULL, tp_locus_hand_points(1, 0, NULL));
    EQUAL(TP_E_CARD, tp_locus_hand_points(1ull << 52, 0, &points));
    EQUAL(TP_E_COUNT, tp_locus_hand_points(0, 0, &points));
    EQUAL(7, points);
    EQUAL(TP_OK, tp_locus_hand_points(cards("7c 7d 7h"), 1, &points));
    EQUAL(10, points);
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

int main(void)
{
    categories_have_their_points();
    boards_refuse_bad_grids();
    placements_refuse_bad_arguments();
    options_list_every_open_placement();
    a_replay_plays_what_single_placements_do();
    areas_have_the_points_of_each_alone();
    areas_refuse_bad_cards();
    a_table_says_what_every_area_is_worth();
    a_corrupt_board_is_never_read_out_of_bounds();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
