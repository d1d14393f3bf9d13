/* locus.c: the Locus Poker board: areas, points of a placement, running totals.
 *
 * Sources of the rules: Locus Poker 1-7 and C1-C9.
 */
#include "tapete.h"

#define MAGIC 0x4c6f6375u /* "Locu" */

static int is_grid(int cols, int rows)
{
    return (cols == 6 && (rows == 5 || rows == 6)) ||
           (rows == 6 && (cols == 7 || cols == 8));
}

static uint64_t bit(int cell)
{
    return 1ull << cell;
}

/* Points of a hand by category, from high card to straight flush (rule 6). */
static uint8_t hand_points(unsigned category)
{
    static const uint8_t points[] = {0, 2, 4, 5, 7, 8, 9, 10, 11};
    return points[category];
}

int tp_locus_points(int category)
{
    if (category < TP_HIGH_CARD || category > TP_STRAIGHT_FLUSH)
        return TP_E_COUNT;
    return hand_points((unsigned)category);
}

int tp_locus_hand_points(uint64_t cards, int wild, uint8_t *points)
{
    uint32_t rank;

    if (!points)
        return TP_E_NULL;
    const int error = tp_hand_rank(cards, wild, &rank);
    if (!error)
        *points = hand_points(rank >> 26);
    return error;
}

int tp_locus_areas(const uint64_t *areas, size_t n, int wild, uint8_t *points,
                   size_t *bad)
{
    uint32_t ranks[512];

    if (!bad || (n && (!areas || !points)))
        return TP_E_NULL;
    for (size_t done = 0; done < n;) {
        const size_t some = n - done < 512 ? n - done : 512;
        const int error = tp_hand_ranks(areas + done, some, wild, ranks, bad);
        const size_t good = error ? *bad : some;
        for (size_t i = 0; i < good; i++)
            points[done + i] = hand_points(ranks[i] >> 26);
        done += good;
        if (error) {
            *bad = done;
            return error;
        }
    }
    return TP_OK;
}

static void find_neighbours(tp_locus *board, int cell)
{
    const int col = cell % board->cols, row = cell / board->cols;

    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++) {
            const int r = row + dr, c = col + dc;
            if (r < 0 || r >= board->rows || c < 0 || c >= board->cols)
                continue;
            if (dr && dc)
                board->diag[cell] |= bit(r * board->cols + c);
            else if (dr || dc)
                board->ortho[cell] |= bit(r * board->cols + c);
        }
}

int tp_locus_init(tp_locus *board, int cols, int rows, const uint8_t *cards,
                  size_t n)
{
    uint64_t unused;

    if (!board || !cards)
        return TP_E_NULL;
    if (!is_grid(cols, rows))
        return TP_E_SHAPE;
    if (n != (size_t)cols * (size_t)rows)
        return TP_E_COUNT;
    const int error = tp_cards_mask(cards, n, &unused);
    if (error)
        return error;

    const uint8_t half = (uint8_t)(n / 2);
    *board = (tp_locus){.magic = MAGIC, .cols = (uint8_t)cols, .rows = (uint8_t)rows,
                        .cells = (uint8_t)n, .left = {half, half}};
    for (size_t i = 0; i < n; i++) {
        board->card[i] = cards[i];
        find_neighbours(board, (int)i);
    }
    return TP_OK;
}

/* The board must hold what tp_locus_init promises, whoever filled the struct:
 * the loops below index by cell and by card. */
static int check_board(const tp_locus *board)
{
    if (!board)
        return TP_E_NULL;
    if (board->magic != MAGIC || !is_grid(board->cols, board->rows) ||
        board->cells != board->cols * board->rows)
        return TP_E_STATE;
    return TP_OK;
}

static int check_place(const tp_locus *board, int cell, int face_down)
{
    if (cell < 0 || cell >= board->cells)
        return TP_E_CELL;
    if (face_down != 0 && face_down != 1)
        return TP_E_FACE;
    if ((board->chips[0] | board->chips[1]) & bit(cell))
        return TP_E_PLAYED;
    return TP_OK;
}

/* Cards that count when cell is selected: it and its living neighbours (4). A
 * card selected face down is not among them: it is the wild (5). */
static uint64_t area_cards(const tp_locus *board, int cell, int face_down)
{
    uint64_t cells = (board->ortho[cell] | board->diag[cell]) & ~board->dead;
    uint64_t cards = 0;

    if (!face_down)
        cells |= bit(cell);
    for (cells &= bit(board->cells) - 1; cells; cells &= cells - 1)
        cards |= 1ull << (board->card[__builtin_ctzll(cells)] % TP_DECK);
    return cards;
}

static uint8_t bonus_points(const tp_locus *board, int seat, int cell)
{
    const uint64_t alive = board->chips[seat] & ~board->dead;

    return (uint8_t)(
        TP_LOCUS_ORTHOGONAL * __builtin_popcountll(board->ortho[cell] & alive) +
        TP_LOCUS_DIAGONAL * __builtin_popcountll(board->diag[cell] & alive));
}

static tp_locus_turn turn_of(const tp_locus *board, int seat, int cell, int face_down)
{
    uint32_t rank = 0;

    /* Never fails: face up there is the selected card, face down the wild. */
    (void)tp_hand_rank(area_cards(board, cell, face_down), face_down, &rank);
    return (tp_locus_turn){.cell = (uint8_t)cell,
                           .face_down = (uint8_t)face_down,
                           .category = (uint8_t)(rank >> 26),
                           .hand = hand_points(rank >> 26),
                           .bonus = bonus_points(board, seat, cell)};
}

int tp_locus_score(const tp_locus *board, int seat, int cell, int face_down,
                   tp_locus_turn *out)
{
    int error = check_board(board);
    if (error)
        return error;
    if (!out)
        return TP_E_NULL;
    if (seat != 0 && seat != 1)
        return TP_E_SEAT;
    error = check_place(board, cell, face_down);
    if (error)
        return error;
    if (!board->left[seat])
        return TP_E_CHIPS;
    *out = turn_of(board, seat, cell, face_down);
    return TP_OK;
}

int tp_locus_place(tp_locus *board, int seat, int cell, int face_down,
                   tp_locus_turn *out)
{
    const int error = tp_locus_score(board, seat, cell, face_down, out);
    if (error)
        return error;
    board->score[seat] = (int16_t)(board->score[seat] + out->hand + out->bonus);
    board->chips[seat] |= bit(cell);
    if (face_down)
        board->dead |= bit(cell);
    board->left[seat]--;
    board->turn++;
    return TP_OK;
}

int tp_locus_replay(tp_locus *board, int first, const uint8_t *plays, size_t n,
                    tp_locus_turn *turns, tp_hand *hands)
{
    int error = check_board(board);
    if (error)
        return error;
    if (n && (!plays || !turns))
        return TP_E_NULL;
    if (first != 0 && first != 1)
        return TP_E_SEAT;
    for (size_t i = 0; i < n; i++) {
        const int cell = plays[i] / 2, face_down = plays[i] % 2;
        const int seat = (int)(i % 2) ^ first;
        if (hands)
            error = tp_locus_hand(board, cell, face_down, &hands[i]);
        if (!error)
            error = tp_locus_place(board, seat, cell, face_down, &turns[i]);
        if (error)
            return error;
    }
    return TP_OK;
}

int tp_locus_options(const tp_locus *board, int seat, tp_locus_turn *out,
                     size_t capacity, size_t *count)
{
    const int error = check_board(board);
    if (error)
        return error;
    if (!out || !count)
        return TP_E_NULL;
    if (seat != 0 && seat != 1)
        return TP_E_SEAT;

    const uint64_t chips = board->chips[0] | board->chips[1];
    uint64_t open = board->left[seat] ? ~chips & (bit(board->cells) - 1) : 0;
    const size_t n = 2 * (size_t)__builtin_popcountll(open);
    if (capacity < n)
        return TP_E_COUNT;
    for (; open; open &= open - 1) {
        const int cell = __builtin_ctzll(open);
        *out++ = turn_of(board, seat, cell, 0);
        *out++ = turn_of(board, seat, cell, 1);
    }
    *count = n;
    return TP_OK;
}

int tp_locus_hand(const tp_locus *board, int cell, int face_down, tp_hand *out)
{
    int error = check_board(board);
    if (error)
        return error;
    if (!out)
        return TP_E_NULL;
    error = check_place(board, cell, face_down);
    if (error)
        return error;
    return tp_hand_best(area_cards(board, cell, face_down), face_down, out);
}

/* -- the table of a deal ---------------------------------------------------- */

/* The cards around a cell by direction, row by row; 0 outside the grid. */
static unsigned cards_around(const tp_locus *board, int cell, uint64_t cards[8])
{
    const int col = cell % board->cols, row = cell / board->cols;
    unsigned present = 0;

    for (int d = 0; d < 8; d++) {
        const int place = d < 4 ? d : d + 1; /* of nine; the middle is the cell */
        const int r = row + place / 3 - 1, c = col + place % 3 - 1;
        cards[d] = 0;
        if (r < 0 || r >= board->rows || c < 0 || c >= board->cols)
            continue;
        present |= 1u << d;
        cards[d] = 1ull << (board->card[r * board->cols + c] % TP_DECK);
    }
    return present;
}

int tp_locus_table(const tp_locus *board, uint8_t *points, size_t size)
{
    uint64_t cards[8], areas[256] = {0};
    size_t bad;
    const int error = check_board(board);

    if (error)
        return error;
    if (!points)
        return TP_E_NULL;
    if (size < TP_LOCUS_TABLE)
        return TP_E_COUNT;
    for (int cell = 0; cell < TP_LOCUS_CELLS; cell++) {
        uint8_t *up = points + cell * 256, *down = up + TP_LOCUS_TABLE / 2;
        const int inside = cell < board->cells;
        const unsigned present = inside ? cards_around(board, cell, cards) : 0;
        for (unsigned set = 1; inside && set < 256; set++)
            areas[set] = areas[set & (set - 1)] | cards[__builtin_ctz(set)];
        (void)tp_locus_areas(areas, 256, 1, down, &bad);
        for (unsigned set = 0; inside && set < 256; set++)
            areas[set] |= 1ull << (board->card[cell] % TP_DECK);
        (void)tp_locus_areas(areas, inside ? 256 : 0, 0, up, &bad);
        for (unsigned set = 0; set < 256; set++)
            if (!inside || set & ~present)
                up[set] = down[set] = 0;
        areas[0] = 0;
    }
    return TP_OK;
}

int tp_locus_look_up(const uint8_t *table, const uint16_t *places, size_t n,
                     uint8_t *points, size_t *bad)
{
    if (!table || !bad || (n && (!places || !points)))
        return TP_E_NULL;
    for (size_t i = 0; i < n; i++) {
        if (places[i] >= TP_LOCUS_TABLE) {
            *bad = i;
            return TP_E_CELL;
        }
        points[i] = table[places[i]];
    }
    return TP_OK;
}
