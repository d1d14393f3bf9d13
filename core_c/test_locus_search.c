/* test_locus_search.c: tests of the Locus search, under ASan and UBSan. */
#include <stdio.h>
#include <string.h>

#include "tapete.h"
#include "test_board.h"
#include "test_check.h"

static _Alignas(16) uint8_t arena[TP_LOCUS_ARENA + 1];

static void searches_refuse_bad_arguments(void)
{
    const tp_locus good = after_turns(9);
    const tp_locus_limits limits = {.depth = 2, .nodes = 1000};
    tp_locus_found found = {.cell = 7};
    tp_locus board;
    tp_locus_limits bad;

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

int main(void)
{
    searches_refuse_bad_arguments();
    searches_find_open_cells_to_the_end();
    a_cancelled_search_answers_at_once();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
