/* fuzz_locus.c: boards of Locus, placements, replays, areas and tables.
 *
 * Positions come from legal play with illegal placements in between; a small model says
 * which error each has. Boards whose bytes have been overwritten may be refused or
 * played on, but never lead out of bounds.
 */
#include "fuzz.h"

#define ALL_PLACES                                                               \
    (CODE(SEAT) | CODE(CELL) | CODE(FACE) | CODE(PLAYED) | CODE(CHIPS))

static const int grids[][2] = {{6, 5}, {6, 6}, {7, 6}, {8, 6}};

/* A board of one of the grids with any cards. */
static tp_locus any_board(input *in)
{
    const int *grid = grids[below(in, 4)];
    const size_t n = (size_t)(grid[0] * grid[1]);
    uint8_t *cards = exactly(n);
    tp_locus board;

    deal_cards(in, TP_DECK, (unsigned)n, cards);
    EQUAL(TP_OK, tp_locus_init(&board, grid[0], grid[1], cards, n));
    EQUAL(0, memcmp(board.card, cards, n));
    free(cards);
    return board;
}

/* The error of a placement on a good board, by the order of tp_locus_score. */
static int expected_error(const tp_locus *board, int seat, int cell, int face)
{
    if (seat != 0 && seat != 1)
        return TP_E_SEAT;
    if (cell < 0 || cell >= board->cells)
        return TP_E_CELL;
    if (face != 0 && face != 1)
        return TP_E_FACE;
    if ((board->chips[0] | board->chips[1]) >> cell & 1)
        return TP_E_PLAYED;
    return board->left[seat] ? TP_OK : TP_E_CHIPS;
}

/* One placement in all the ways to ask for it; the turn is written on success. */
static int place(tp_locus *board, int seat, int cell, int face, tp_locus_turn *turn)
{
    const tp_locus before = *board;
    tp_locus_turn scored, placed;
    tp_hand hand;

    memset(&scored, PATTERN, sizeof scored);
    memset(&placed, PATTERN, sizeof placed);
    const int code = tp_locus_score(board, seat, cell, face, &scored);
    const int of_hand = tp_locus_hand(board, cell, face, &hand);
    EQUAL(expected_error(board, seat, cell, face), code);
    HOLDS(code == of_hand || code == TP_E_SEAT || code == TP_E_CHIPS);
    EQUAL(0, memcmp(&before, board, sizeof before));
    EQUAL(code, tp_locus_place(board, seat, cell, face, &placed));
    EQUAL(0, memcmp(&scored, &placed, sizeof placed));
    if (code) {
        HOLDS(is_untouched(&placed, sizeof placed));
        EQUAL(0, memcmp(&before, board, sizeof before));
        return code;
    }
    EQUAL(hand.category, placed.category);
    EQUAL(tp_locus_points(hand.category), placed.hand);
    HOLDS(placed.hand <= 11 && placed.bonus <= 12);
    EQUAL(before.score[seat] + placed.hand + placed.bonus, board->score[seat]);
    EQUAL(before.left[seat] - 1, board->left[seat]);
    *turn = placed;
    return code;
}

/* The open cell that comes `number` places after the first. */
static int open_cell(const tp_locus *board, unsigned number)
{
    uint64_t open = ((1ull << board->cells) - 1) & ~(board->chips[0] | board->chips[1]);

    for (number %= (unsigned)__builtin_popcountll(open); number > 0; number--)
        open &= open - 1;
    return __builtin_ctzll(open);
}

/* Plays on by turns as far as the input goes; returns the number of legal plays. */
static size_t play(input *in, tp_locus *board, uint8_t *plays, tp_locus_turn *turns)
{
    size_t n = 0;

    while (in->at < in->end && n < board->cells) {
        const unsigned choice = byte(in);
        if (choice == 255) { /* anything at all */
            tp_locus_turn turn;
            const int seat = any_int(in), cell = any_int(in), face = any_int(in);
            if (expected_error(board, seat, cell, face))
                HOLDS(place(board, seat, cell, face, &turn) != TP_OK);
            continue;
        }
        const int cell = open_cell(board, choice >> 1), face = choice & 1;
        EQUAL(TP_OK, place(board, (int)(n % 2), cell, face, &turns[n]));
        plays[n++] = (uint8_t)(cell * 2 + face);
    }
    return n;
}

/* All plays at once lead to the same board, with hands or without. */
static void replay(const tp_locus *start, const tp_locus *end, const uint8_t *plays,
                   size_t n, const tp_locus_turn *turns)
{
    for (int named = 0; named < 2; named++) {
        tp_locus board = *start;
        tp_locus_turn *again = exactly(n * sizeof *again);
        tp_hand *hands = named ? exactly(n * sizeof *hands) : NULL;
        EQUAL(TP_OK, tp_locus_replay(&board, 0, plays, n, again, hands));
        EQUAL(0, memcmp(&board, end, sizeof board));
        EQUAL(0, memcmp(again, turns, n * sizeof *again));
        for (size_t i = 0; named && i < n; i++)
            EQUAL(turns[i].category, hands[i].category);
        free(hands);
        free(again);
    }
}

static void list_options(const tp_locus *board, int seat, size_t capacity)
{
    tp_locus_turn *turns = exactly(capacity * sizeof *turns), one;
    size_t count = 777;

    const int code = tp_locus_options(board, seat, turns, capacity, &count);
    allowed(code, CODE(SEAT) | CODE(COUNT));
    if (code) {
        EQUAL(777, count);
        HOLDS(is_untouched(turns, capacity * sizeof *turns));
    } else {
        HOLDS(count <= capacity);
        HOLDS(is_untouched(turns + count, (capacity - count) * sizeof *turns));
        for (size_t i = 0; i < count; i++) {
            EQUAL(TP_OK, tp_locus_score(board, seat, turns[i].cell,
                                        turns[i].face_down, &one));
            EQUAL(0, memcmp(&one, &turns[i], sizeof one));
        }
    }
    free(turns);
}

/* A match, then the same as a replay; at its end the options of a seat. */
static void a_match(input *in)
{
    const tp_locus start = any_board(in);
    tp_locus board = start;
    uint8_t plays[TP_LOCUS_CELLS];
    tp_locus_turn turns[TP_LOCUS_CELLS];
    const unsigned seat = below(in, 3), capacity = byte(in) % 100;

    const size_t n = play(in, &board, plays, turns);
    EQUAL(n, board.turn);
    replay(&start, &board, plays, n, turns);
    list_options(&board, (int)seat, capacity);
    list_options(&board, (int)(n % 2), 2 * TP_LOCUS_CELLS);
}

/* Any arguments of tp_locus_init; the cards are as many as are said. */
static void a_grid(input *in)
{
    const unsigned kind = byte(in);
    const int *grid = grids[kind >> 1 & 3];
    const int cols = kind & 1 ? any_int(in) : grid[0];
    const int rows = kind & 1 ? any_int(in) : grid[1];
    const size_t n = kind & 8 ? byte(in) : (size_t)(grid[0] * grid[1]);
    uint8_t *cards = exactly(n);
    tp_locus board;

    memset(&board, PATTERN, sizeof board);
    deal_cards(in, TP_DECK, n < TP_DECK ? (unsigned)n : TP_DECK, cards);
    if (kind & 16 && n)
        cards[byte(in) % n] = (uint8_t)byte(in);
    const int code = tp_locus_init(&board, cols, rows, cards, n);
    allowed(code, CODE(SHAPE) | CODE(COUNT) | CODE(CARD) | CODE(DUPLICATE));
    if (code)
        HOLDS(is_untouched(&board, sizeof board));
    free(cards);
}

/* A replay of any bytes stops at the first that cannot be played. */
static void any_replay(input *in)
{
    const tp_locus start = any_board(in);
    tp_locus board = start, single = start;
    tp_locus_turn turn;
    const int first = (int)below(in, 2);
    const size_t n = (size_t)(in->end - in->at);
    tp_locus_turn *turns = exactly(n * sizeof *turns);
    size_t good = 0;

    const int code = tp_locus_replay(&board, first, in->at, n, turns, NULL);
    allowed(code, ALL_PLACES);
    for (; good < n; good++)
        if (tp_locus_place(&single, (int)(good % 2) ^ first, in->at[good] / 2,
                           in->at[good] % 2, &turn))
            break;
    EQUAL(code == TP_OK, good == n);
    EQUAL(0, memcmp(&single, &board, sizeof board));
    HOLDS(is_untouched(turns + good, (n - good) * sizeof *turns));
    free(turns);
}

static void areas(input *in)
{
    const unsigned kind = byte(in), n = byte(in) * 4;
    const int wild = kind & 1;
    uint64_t seed = word(in), *sets = exactly(n * sizeof *sets);
    uint8_t *points = exactly(n), one;
    size_t bad = 777;

    for (unsigned i = 0; i < n; i++)
        sets[i] = (mixed(&seed) & mixed(&seed) & ((1ull << TP_DECK) - 1)) | 1;
    if (kind & 2 && n)
        sets[(byte(in) * 4 + 3) % n] = word(in);
    const int code = tp_locus_areas(sets, n, wild, points, &bad);
    allowed(code, CODE(CARD) | CODE(COUNT));
    const size_t good = code ? bad : n;
    HOLDS(good <= n && (code || bad == 777));
    for (size_t i = 0; i < good; i++) {
        EQUAL(TP_OK, tp_locus_hand_points(sets[i], wild, &one));
        EQUAL(one, points[i]);
    }
    if (code)
        EQUAL(code, tp_locus_hand_points(sets[bad], wild, &one));
    allowed(tp_locus_points(any_int(in)) < 0 ? TP_E_COUNT : TP_OK, CODE(COUNT));
    free(points);
    free(sets);
}

/* Which of a cell's eight neighbours are not face down. */
static unsigned living(const tp_locus *board, int cell)
{
    const int cols = board->cols, col = cell % cols, row = cell / cols;
    unsigned set = 0;

    for (int d = 0; d < 8; d++) {
        const int place = d < 4 ? d : d + 1;
        const int r = row + place / 3 - 1, c = col + place % 3 - 1;
        if (r >= 0 && r < board->rows && c >= 0 && c < cols)
            set |= (unsigned)!(board->dead >> (r * cols + c) & 1) << d;
    }
    return set;
}

/* The table of a deal agrees with the placements of a match under way. */
static void a_table(input *in)
{
    tp_locus board = any_board(in);
    uint8_t plays[TP_LOCUS_CELLS], points[2];
    tp_locus_turn turns[2 * TP_LOCUS_CELLS];
    uint8_t *table = exactly(TP_LOCUS_TABLE + 1);
    size_t count, bad = 777;
    const uint16_t any = (uint16_t)word(in);

    EQUAL(TP_E_COUNT, tp_locus_table(&board, table, TP_LOCUS_TABLE - 1));
    HOLDS(is_untouched(table, TP_LOCUS_TABLE));
    EQUAL(TP_OK, tp_locus_table(&board, table, TP_LOCUS_TABLE));
    HOLDS(is_untouched(table + TP_LOCUS_TABLE, 1));
    const size_t n = play(in, &board, plays, turns);
    EQUAL(TP_OK, tp_locus_options(&board, (int)(n % 2), turns, 96, &count));
    for (size_t i = 0; i < count; i++) {
        const int cell = turns[i].cell, place = turns[i].face_down * 48 + cell;
        const uint16_t at[] = {(uint16_t)(place * 256 + (int)living(&board, cell)), any};
        const int code = tp_locus_look_up(table, at, 2, points, &bad);
        EQUAL(any < TP_LOCUS_TABLE ? TP_OK : TP_E_CELL, code);
        EQUAL(code ? 1 : 777, bad);
        EQUAL(turns[i].hand, points[0]);
    }
    free(table);
}

static void a_corrupt_board(input *in)
{
    tp_locus board = any_board(in), tried;
    tp_locus_turn turns[2 * TP_LOCUS_CELLS];
    tp_hand hands[3];
    size_t count = 0;

    corrupt(in, &board, sizeof board);
    const int seat = (int)below(in, 2), cell = (int)below(in, 50), face = byte(in) & 1;
    const uint8_t plays[] = {(uint8_t)byte(in), (uint8_t)byte(in), (uint8_t)byte(in)};
    allowed(tp_locus_score(&board, seat, cell, face, turns), CODE(STATE) | ALL_PLACES);
    allowed(tp_locus_hand(&board, cell, face, hands), CODE(STATE) | ALL_PLACES);
    allowed(tp_locus_options(&board, seat, turns, 96, &count), CODE(STATE));
    tried = board;
    allowed(tp_locus_place(&tried, seat, cell, face, turns), CODE(STATE) | ALL_PLACES);
    tried = board;
    allowed(tp_locus_replay(&tried, seat, plays, 3, turns, hands),
            CODE(STATE) | ALL_PLACES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const subjects[])(input *) = {a_match, a_grid, any_replay, areas,
                                                a_corrupt_board};
    input in = {data, data + size};
    const unsigned subject = byte(&in);

    if (subject == 255) /* 24,576 areas take a while */
        a_table(&in);
    else
        subjects[subject % 5](&in);
    return 0;
}
