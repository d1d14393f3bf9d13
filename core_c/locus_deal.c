/* locus_deal.c: a Locus deal made ready for searching: what every cell earns by each
 * set of its living neighbours. What hands are worth is asked of locus.c, once a deal.
 */
#include "locus_search.h"

static void link_cells(search *s, const tp_locus *board, int cell)
{
    const int cols = board->cols, col = cell % cols, row = cell / cols;

    for (int d = 0; d < 8; d++) {
        const int place = d < 4 ? d : d + 1; /* of nine; the middle is the cell */
        const int r = row + place / 3 - 1, c = col + place % 3 - 1;
        if (r < 0 || r >= board->rows || c < 0 || c >= cols)
            continue;
        s->links[cell][s->degree[cell]++] =
            (link){(uint8_t)(r * cols + c), (uint8_t)(1 << (7 - d))};
    }
}

static void fill_bonus(search *s)
{
    static const uint8_t points[8] = {
        TP_LOCUS_DIAGONAL, TP_LOCUS_ORTHOGONAL, TP_LOCUS_DIAGONAL,
        TP_LOCUS_ORTHOGONAL, TP_LOCUS_ORTHOGONAL,
        TP_LOCUS_DIAGONAL, TP_LOCUS_ORTHOGONAL, TP_LOCUS_DIAGONAL};

    for (unsigned set = 1; set < 256; set++)
        s->bonus[set] = (uint8_t)(s->bonus[set & (set - 1)] +
                                  points[__builtin_ctz(set)]);
}

static void set_position(search *s, const tp_locus *board)
{
    s->dead = board->dead & s->all;
    s->open = s->all & ~(board->chips[0] | board->chips[1]);
    for (int seat = 0; seat < 2; seat++)
        s->own[seat] = board->chips[seat] & ~s->dead & s->all;
    for (int cell = 0; cell < board->cells; cell++)
        for (int i = 0; i < s->degree[cell]; i++) {
            const link near = s->links[cell][i];
            if (!(s->dead & bit(cell)))
                s->alive[near.cell] |= near.bit;
            if (s->open & bit(cell))
                s->open_near[near.cell] |= near.bit;
            for (int seat = 0; seat < 2; seat++)
                if (s->own[seat] & bit(cell))
                    s->chips[seat][near.cell] |= near.bit;
        }
}

int tp_locus_set_up(search *s, const tp_locus *board)
{
    *s = (search){.cols = board->cols, .all = bit(board->cells) - 1};
    uint64_t first = 0;
    for (int row = 0; row < board->rows; row++)
        first |= bit(row * board->cols);
    s->not_first = s->all & ~first;
    s->not_last = s->all & ~(first << (board->cols - 1));
    fill_bonus(s);
    for (int cell = 0; cell < board->cells; cell++)
        link_cells(s, board, cell);
    set_position(s, board);
    return tp_locus_table(board, &s->hand[UP][0][0], sizeof s->hand);
}
