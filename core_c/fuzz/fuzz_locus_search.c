/* fuzz_locus_search.c: the Locus search on positions of legal play, and on boards whose
 * bytes have been overwritten, with budgets of a few nodes.
 *
 * The same question has the same answer whatever the arena held before, the placement
 * is open, and a margin that is said to be exact is that of trying everything.
 */
#include "fuzz.h"

#define TRIED 3 /* open cells with which everything is tried here too */

static _Alignas(16) uint8_t arena[TP_LOCUS_ARENA];

/* A board after so many turns of both. */
static tp_locus position(input *in, unsigned turns)
{
    static const int grids[][2] = {{6, 5}, {6, 6}, {7, 6}, {8, 6}};
    const int *grid = grids[below(in, 4)];
    const unsigned cells = (unsigned)(grid[0] * grid[1]);
    uint8_t cards[TP_LOCUS_CELLS], order[TP_LOCUS_CELLS];
    tp_locus_turn turn;
    tp_locus board;
    uint64_t faces = word(in);

    deal_cards(in, cells, cells, order);
    deal_cards(in, TP_DECK, cells, cards);
    EQUAL(TP_OK, tp_locus_init(&board, grid[0], grid[1], cards, cells));
    for (unsigned t = 0; t < turns && t < cells; t++, faces = faces >> 1 | faces << 63)
        EQUAL(TP_OK, tp_locus_place(&board, t & 1, order[t], faces & 1, &turn));
    return board;
}

/* The margin to come of best play by both, in points. */
static int margin(const tp_locus *board, int seat)
{
    tp_locus_turn options[2 * TRIED], turn;
    size_t count;
    int best = -10000;

    EQUAL(TP_OK, tp_locus_options(board, seat, options, 2 * TRIED, &count));
    for (size_t i = 0; i < count; i++) {
        tp_locus after = *board;
        EQUAL(TP_OK, tp_locus_place(&after, seat, options[i].cell,
                                    options[i].face_down, &turn));
        const int value = turn.hand + turn.bonus - margin(&after, !seat);
        best = value > best ? value : best;
    }
    return count ? best : 0;
}

static void check_answer(const tp_locus *board, int seat, const tp_locus_limits *limits,
                         const tp_locus_found *found)
{
    const int open = board->cells - board->turn;
    tp_locus_turn turn;

    EQUAL(TP_OK, tp_locus_score(board, seat, found->cell, found->face_down, &turn));
    HOLDS(found->depth >= 1 && found->depth <= (found->exact ? open : limits->depth));
    HOLDS(open > limits->exact || found->exact);
    HOLDS(!found->exact || found->depth == open);
    if (found->exact && open <= TRIED) {
        tp_locus after = *board;
        EQUAL(margin(board, seat) * TP_LOCUS_UNIT, found->margin);
        EQUAL(TP_OK, tp_locus_place(&after, seat, found->cell, found->face_down, &turn));
        EQUAL(found->margin,
              TP_LOCUS_UNIT * (turn.hand + turn.bonus - margin(&after, !seat)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, data + size};
    const unsigned kind = byte(&in), turns = byte(&in) % (TP_LOCUS_CELLS + 1);
    const int32_t cancel = kind >> 2 & 1;
    const tp_locus_limits limits = {
        .seed = byte(&in), .nodes = byte(&in) * (kind & 8 ? 4u : 1u),
        .depth = (uint8_t)below(&in, 50), .exact = (uint8_t)below(&in, 6),
        .attempt = (uint8_t)below(&in, 50), .cancel = kind & 16 ? &cancel : NULL};
    tp_locus board = position(&in, turns);
    const int seat = kind & 32 ? any_int(&in) : board.turn & 1;
    tp_locus_found found, again;

    if (kind & 1)
        corrupt(&in, &board, sizeof board);
    memset(&found, PATTERN, sizeof found);
    const int code = tp_locus_search(&board, seat, &limits, arena, sizeof arena, &found);
    allowed(code, CODE(STATE) | CODE(SEAT) | CODE(CHIPS) | CODE(LIMIT));
    if (code) {
        HOLDS(is_untouched(&found, sizeof found));
        return 0;
    }
    EQUAL(TP_OK, tp_locus_search(&board, seat, &limits, arena, sizeof arena, &again));
    EQUAL(found.cell, again.cell);
    EQUAL(found.face_down, again.face_down);
    EQUAL(found.margin, again.margin);
    EQUAL(found.nodes, again.nodes);
    if (!(kind & 1) && !limits.cancel)
        check_answer(&board, seat, &limits, &found);
    return 0;
}
