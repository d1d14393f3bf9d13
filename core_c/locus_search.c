/* locus_search.c: what to play in Locus: look-ahead in a budget of nodes, and the
 * exact end of a game.
 *
 * Everything is kept in the caller's arena, and built anew by every call, so that
 * nothing of one deal is ever taken for another's. What hands are worth is asked of
 * locus.c once per cell and set of living neighbours; the search only looks it up.
 */
#include "tapete.h"

#define UNIT TP_LOCUS_UNIT
#define CELLS TP_LOCUS_CELLS
#define MOVES (2 * CELLS)
#define INFINITE 30000
#define WIDTH 8        /* placements tried below the root, most promising first */
#define ROOT_WIDTH 16 /* and at the root, from the second ply on */
#define POTENTIAL 8   /* worth of a point of bonus that waits, per UNIT */
#define TEMPO 2       /* worth of a point of difference by who takes what first */
#define CHECK_EVERY 1023

enum { UP, DOWN };
enum { NO_BOUND, LOWER, UPPER, EXACT };

/* A neighbour, and the bit that a cell has in that neighbour's sets. */
typedef struct {
    uint8_t cell, bit;
} link;

typedef struct {
    uint8_t cell, face;
    int16_t worth; /* by which placements are ordered */
} move;

typedef struct {
    uint64_t key;
    int16_t value;
    uint8_t depth, bound, cell, face, unused[2];
} entry;

typedef struct {
    /* The deal. Sets of neighbours have a bit per direction, 7 - d opposite d. */
    uint8_t hand[2][CELLS][256]; /* points by face, cell and living neighbours */
    uint8_t bonus[256];          /* points by set of own chips around */
    link links[CELLS][8];
    uint8_t degree[CELLS], cols;
    uint64_t all, not_first, not_last; /* cells; those not in the outer columns */

    /* The position. */
    uint64_t open, dead, own[2];
    uint8_t alive[CELLS], open_near[CELLS], chips[2][CELLS]; /* sets of neighbours */

    /* The search. */
    uint64_t nodes, budget, mask;
    const volatile int32_t *cancel;
    int stop, width; /* width 0 tries everything */
    entry *hash;
} search;

static uint64_t bit(int cell)
{
    return 1ull << cell;
}

/* -- the deal ---------------------------------------------------------------- */

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

/* Points of the area of a cell for every set of living neighbours. */
static void fill_hands(search *s, const tp_locus *board, int cell)
{
    uint64_t cards[8] = {0};
    unsigned present = 0, set = 0;

    for (int i = 0; i < s->degree[cell]; i++) {
        const link near = s->links[cell][i];
        const int d = __builtin_ctz(near.bit) ^ 7; /* seen from here */
        cards[d] = 1ull << (board->card[near.cell] % TP_DECK);
        present |= 1u << d;
    }
    do {
        uint64_t around = 0;
        for (unsigned rest = set; rest; rest &= rest - 1)
            around |= cards[__builtin_ctz(rest)];
        const uint64_t own = 1ull << (board->card[cell] % TP_DECK);
        (void)tp_locus_hand_points(around | own, 0, &s->hand[UP][cell][set]);
        (void)tp_locus_hand_points(around, 1, &s->hand[DOWN][cell][set]);
        set = (set - present) & present; /* the next subset; 0 after the last */
    } while (set);
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

static void set_up(search *s, const tp_locus *board)
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
    for (int cell = 0; cell < board->cells; cell++)
        fill_hands(s, board, cell);
    set_position(s, board);
}

/* -- the position ------------------------------------------------------------ */

/* Places a chip; the same call again takes it back. */
static void flip(search *s, int seat, int cell, int face)
{
    uint8_t *changed = face == DOWN ? s->alive : s->chips[seat];

    s->open ^= bit(cell);
    *(face == DOWN ? &s->dead : &s->own[seat]) ^= bit(cell);
    for (int i = 0; i < s->degree[cell]; i++) {
        const link near = s->links[cell][i];
        changed[near.cell] ^= near.bit;
        s->open_near[near.cell] ^= near.bit;
    }
}

static int gain(const search *s, int seat, int cell, int face)
{
    return s->hand[face][cell][s->alive[cell]] + s->bonus[s->chips[seat][cell]];
}

/* What a cell is worth to both together when it is played face down. */
static int heat(const search *s, int cell)
{
    return gain(s, 0, cell, DOWN) + gain(s, 1, cell, DOWN);
}

/* The margin to come for seat, who is to move, in UNITs: the bonus that waits for
 * either on open cells, and what the first choice among the open cells is worth, if
 * both always take the hottest of them. */
static int evaluate(const search *s, int seat)
{
    int waiting = 0, tempo = 0, sign = 1;
    uint64_t odd = 0; /* heats of which an odd number is open: pairs cancel out */

    for (uint64_t open = s->open; open; open &= open - 1) {
        const int cell = __builtin_ctzll(open);
        waiting += s->bonus[s->chips[seat][cell]] - s->bonus[s->chips[!seat][cell]];
        odd ^= 1ull << heat(s, cell);
    }
    for (; odd; sign = -sign) {
        const int hottest = 63 - __builtin_clzll(odd);
        tempo += sign * hottest;
        odd ^= 1ull << hottest;
    }
    return POTENTIAL * waiting + TEMPO * tempo;
}

/* The value if no two open cells touch: then the hottest is always best. */
static int settle(const search *s, int seat)
{
    int value = 0, sign = 1;

    for (uint64_t open = s->open; open; sign = -sign, seat = !seat) {
        int best = -1, hottest = -1;
        for (uint64_t rest = open; rest; rest &= rest - 1) {
            const int cell = __builtin_ctzll(rest);
            if (heat(s, cell) > hottest)
                best = cell, hottest = heat(s, cell);
        }
        value += sign * gain(s, seat, best, DOWN);
        open ^= bit(best);
    }
    return value * UNIT;
}

/* Cells that touch one of a set; they may be in the set themselves. */
static uint64_t around(const search *s, uint64_t set)
{
    const uint64_t sides = ((set & s->not_last) << 1) | ((set & s->not_first) >> 1);
    const uint64_t rows = sides | set;

    return (sides | rows << s->cols | rows >> s->cols) & s->all;
}

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
    x = (x ^ x >> 29) * 0x9e3779b97f4a7c15ull;
    return x ^ x >> 32;
}

/* What is to come depends on no more than this: the open cells, and what lies next
 * to them. The number of open cells tells who is to move. */
static uint64_t key_of(const search *s, uint64_t near)
{
    const uint64_t dead = mixed(s->open + 0x632be59bd9b4e019ull) ^ (s->dead & near);
    const uint64_t first = mixed(dead) ^ (s->own[0] & near);

    return mixed(mixed(first) ^ (s->own[1] & near));
}

/* -- placements -------------------------------------------------------------- */

static move weighed(const search *s, int seat, int cell, int face)
{
    const int mine = s->bonus[s->chips[seat][cell]];
    const int theirs = s->bonus[s->chips[!seat][cell]];
    const int later = face == UP ? s->bonus[s->open_near[cell]] : 0;
    const int worth = UNIT * gain(s, seat, cell, face) +
                      POTENTIAL * (later + theirs - mine);

    return (move){(uint8_t)cell, (uint8_t)face, (int16_t)worth};
}

/* A cell without open neighbours changes nothing for others: face down earns most
 * there, and of several such cells the hottest is never worse than another. */
static int list_moves(const search *s, int seat, uint64_t near, move *moves)
{
    int count = 0, lone = -1, hottest = -1;

    for (uint64_t open = s->open; open; open &= open - 1) {
        const int cell = __builtin_ctzll(open);
        if (near & bit(cell)) {
            moves[count++] = weighed(s, seat, cell, UP);
            moves[count++] = weighed(s, seat, cell, DOWN);
        } else if (heat(s, cell) > hottest)
            lone = cell, hottest = heat(s, cell);
    }
    if (lone >= 0)
        moves[count++] = weighed(s, seat, lone, DOWN);
    return count;
}

/* Brings the next best placement to the front of what is left. */
static void pick(move *moves, int from, int count)
{
    int best = from;

    for (int i = from + 1; i < count; i++)
        if (moves[i].worth > moves[best].worth)
            best = i;
    const move found = moves[best];
    moves[best] = moves[from];
    moves[from] = found;
}

static void prefer(move *moves, int count, const entry *known)
{
    for (int i = 0; i < count; i++)
        if (moves[i].cell == known->cell && moves[i].face == known->face)
            moves[i].worth = INT16_MAX;
}

/* -- the search -------------------------------------------------------------- */

static int negamax(search *s, int seat, int depth, int alpha, int beta);

/* The value of a placement for seat; a narrow window first, unless it is `first`. */
static int tried(search *s, int seat, move m, int depth, int alpha, int beta,
                 int first)
{
    const int earned = UNIT * gain(s, seat, m.cell, m.face);
    int value, low = alpha - earned, high = beta - earned;

    flip(s, seat, m.cell, m.face);
    if (first)
        value = -negamax(s, !seat, depth - 1, -high, -low);
    else {
        value = -negamax(s, !seat, depth - 1, -low - 1, -low);
        if (value > low && value < high)
            value = -negamax(s, !seat, depth - 1, -high, -low);
    }
    flip(s, seat, m.cell, m.face);
    return value + earned;
}

static int is_known(const entry *known, uint64_t key, int depth, int alpha, int beta)
{
    if (known->key != key || known->depth != depth)
        return 0;
    return known->bound == EXACT || (known->bound == LOWER && known->value >= beta) ||
           (known->bound == UPPER && known->value <= alpha);
}

static void remember(entry *known, uint64_t key, int depth, int value, int bound,
                     move best)
{
    *known = (entry){.key = key, .value = (int16_t)value, .depth = (uint8_t)depth,
                     .bound = (uint8_t)bound, .cell = best.cell, .face = best.face};
}

static int is_stopped(search *s)
{
    if (++s->nodes > s->budget)
        s->stop = 1;
    if (!(s->nodes & CHECK_EVERY) && s->cancel && *s->cancel)
        s->stop = 1;
    return s->stop;
}

/* The margin to come for seat, who is to move. */
static int negamax(search *s, int seat, int depth, int alpha, int beta)
{
    move moves[MOVES], best = {TP_NONE, 0, 0};

    if (is_stopped(s))
        return 0;
    const uint64_t near = around(s, s->open);
    if (!(near & s->open))
        return settle(s, seat);
    if (depth == 0)
        return evaluate(s, seat);

    const uint64_t key = key_of(s, near);
    entry *known = &s->hash[key & s->mask];
    if (is_known(known, key, depth, alpha, beta))
        return known->value;

    int count = list_moves(s, seat, near, moves), value = -INFINITE, low = alpha;
    if (known->key == key)
        prefer(moves, count, known);
    const int wide = s->width && count > s->width ? s->width : count;
    for (int i = 0; i < wide && value < beta; i++) {
        pick(moves, i, count);
        const int got = tried(s, seat, moves[i], depth, low, beta, i == 0);
        if (s->stop)
            return 0;
        if (got > value)
            value = got, best = moves[i];
        low = value > low ? value : low;
    }
    remember(known, key, depth, value,
             value >= beta ? LOWER : value > alpha ? EXACT : UPPER, best);
    return value;
}

/* Looks `depth` plies ahead; puts the best placement first and returns its value, or
 * with less than a first placement done, that of before. */
static int look(search *s, int seat, int depth, move *moves, int count, int before)
{
    int value = -INFINITE;

    for (int i = 0; i < count; i++) {
        /* The first ply orders all placements, so that each gets its own value. */
        const int low = depth == 1 ? -INFINITE : value;
        const int got = tried(s, seat, moves[i], depth, low, INFINITE,
                              i == 0 || depth == 1);
        if (s->stop)
            break;
        if (depth == 1)
            moves[i].worth = (int16_t)got;
        if (got <= value)
            continue;
        value = got;
        if (depth == 1)
            continue;
        const move best = moves[i];
        for (int at = i; at > 0; at--)
            moves[at] = moves[at - 1];
        moves[0] = best;
    }
    return value == -INFINITE ? before : value;
}

static void forget(search *s)
{
    for (uint64_t i = 0; i <= s->mask; i++)
        s->hash[i] = (entry){.bound = NO_BOUND};
}

/* Orders the placements by one ply; ties as the seed has it. */
static int first_look(search *s, int seat, move *moves, int count, uint64_t seed)
{
    for (int i = count - 1; i > 0; i--) {
        seed = mixed(seed + 0x9e3779b97f4a7c15ull);
        const int other = (int)(seed % (uint64_t)(i + 1));
        const move held = moves[i];
        moves[i] = moves[other];
        moves[other] = held;
    }
    const int value = look(s, seat, 1, moves, count, 0);
    for (int i = 0; i < count; i++)
        pick(moves, i, count);
    return value;
}

/* Tries to play to the end within a budget; returns whether that was done. */
static int solve(search *s, int seat, move *moves, int count, uint64_t budget,
                 tp_locus_found *out)
{
    const int depth = __builtin_popcountll(s->open);

    forget(s);
    s->width = 0, s->stop = 0;
    s->budget = budget;
    const int value = look(s, seat, depth, moves, count, 0);
    if (s->stop)
        return 0;
    out->exact = 1;
    out->depth = (uint8_t)depth;
    out->margin = value;
    return 1;
}

static void deepen(search *s, int seat, move *moves, int count,
                   const tp_locus_limits *limits, tp_locus_found *out)
{
    const int plies = __builtin_popcountll(s->open);

    forget(s);
    s->width = WIDTH, s->stop = 0;
    s->budget = s->nodes + limits->nodes;
    count = count > ROOT_WIDTH ? ROOT_WIDTH : count;
    for (int depth = 2; depth <= limits->depth && depth <= plies; depth++) {
        out->margin = look(s, seat, depth, moves, count, out->margin);
        if (s->stop)
            return;
        out->depth = (uint8_t)depth;
    }
}

static void run(search *s, int seat, const tp_locus_limits *limits,
                tp_locus_found *out)
{
    move moves[MOVES];
    const int open = __builtin_popcountll(s->open);
    int count = list_moves(s, seat, around(s, s->open), moves);

    s->budget = UINT64_MAX;
    out->margin = first_look(s, seat, moves, count, limits->seed);
    out->depth = 1;
    s->cancel = limits->cancel;
    const uint64_t budget = open <= limits->exact ? UINT64_MAX
                                                  : s->nodes + limits->nodes;
    if (open > limits->exact && open > limits->attempt)
        deepen(s, seat, moves, count, limits, out);
    else if (!solve(s, seat, moves, count, budget, out) &&
             !(limits->cancel && *limits->cancel))
        deepen(s, seat, moves, count, limits, out);
    out->cell = moves[0].cell;
    out->face_down = moves[0].face;
    out->nodes = s->nodes;
}

/* -- the border -------------------------------------------------------------- */

/* Turns alternate, so the chips in hand tell whose turn it can be. */
static int check_turn(const tp_locus *board, int seat)
{
    tp_locus_turn turns[MOVES];
    size_t count;

    const int error = tp_locus_options(board, seat, turns, MOVES, &count);
    if (error)
        return error;
    const int mine = board->left[seat], theirs = board->left[!seat];
    const uint64_t all = bit(board->cells) - 1;
    if ((board->chips[0] & board->chips[1]) || (board->dead & ~all) ||
        (board->dead & ~(board->chips[0] | board->chips[1])))
        return TP_E_STATE;
    if (!mine || mine - theirs < 0 || mine - theirs > 1)
        return TP_E_CHIPS;
    return count == 2 * (size_t)(mine + theirs) ? TP_OK : TP_E_STATE;
}

static int check_limits(const tp_locus_limits *limits)
{
    if (!limits->depth || limits->depth > CELLS || limits->exact > CELLS ||
        limits->attempt > CELLS)
        return TP_E_LIMIT;
    return TP_OK;
}

int tp_locus_search(const tp_locus *board, int seat, const tp_locus_limits *limits,
                    void *arena, size_t size, tp_locus_found *out)
{
    if (!board || !limits || !arena || !out)
        return TP_E_NULL;
    int error = check_turn(board, seat);
    if (error)
        return error;
    error = check_limits(limits);
    if (error)
        return error;
    if (size < TP_LOCUS_ARENA || (uintptr_t)arena % _Alignof(search))
        return TP_E_ARENA;

    search *s = arena;
    set_up(s, board);
    s->hash = (entry *)(s + 1);
    s->mask = 1;
    while ((2 * s->mask + 2) * sizeof(entry) <= TP_LOCUS_ARENA - sizeof(search))
        s->mask = 2 * s->mask + 1;
    tp_locus_found found = {.cell = TP_NONE};
    run(s, seat, limits, &found);
    *out = found;
    return TP_OK;
}
