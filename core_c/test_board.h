/* test_board.h: Locus boards for the tests. */
#ifndef TAPETE_TEST_BOARD_H
#define TAPETE_TEST_BOARD_H

#include "tapete.h"
#include "test_check.h"

static inline void fill(uint8_t ids[TP_LOCUS_CELLS])
{
    for (int i = 0; i < TP_LOCUS_CELLS; i++)
        ids[i] = (uint8_t)i;
}

/* A board of 8 x 6 and, after so many turns of both, whose turn it is. */
static inline tp_locus after_turns(int turns)
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

#endif
