/* locus_search.c: what to play in Locus: look-ahead in a budget of nodes, and the
 * exact end of a game.
 *
 * Everything is kept in the caller's arena, and built anew by every call, so that
 * nothing of one deal is ever taken for another's.
 */
#include "locus_search.h"

#define INFINITE 30000
#define WIDTH 8       /* placements tried below the root, most promising first */
#define ROOT_WIDTH 16 /* and at the root, from the second ply on */
#define FULL 3        /* so many of them are looked at in full depth at once, */
#define LESS 2        /* the others by so many plies less, unless they seem better */
#define SLACK 24      /* UNITs by which a placement may be better than its worth */
#define CHECK_EVERY 1023

enum { NO_BOUND, LOWER, UPPER, EXACT };
enum { WHOLE = -1 };

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

/* -- the order of placements ----------------------------------------------- */

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

/* The value of a placement for seat. `less` is WHOLE for the whole window at once;
 * otherwise a narrow one is tried first, by so many plies less. */
static int tried(search *s, int seat, move m, int depth, int alpha, int beta, int less)
{
    const int earned = UNIT * gain(s, seat, m.cell, m.face);
    const int low = alpha - earned, high = beta - earned;
    int value = low + 1;

    flip(s, seat, m.cell, m.face);
    if (less > 0)
        value = -negamax(s, !seat, depth - 1 - less, -low - 1, -low);
    if (less >= 0 && value > low)
        value = -negamax(s, !seat, depth - 1, -low - 1, -low);
    if (less == WHOLE || (value > low && value < high))
        value = -negamax(s, !seat, depth - 1, -high, -low);
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

/* By how many plies less a placement is looked at first. */
static int plies_less(const search *s, int number, int depth)
{
    if (number == 0)
        return WHOLE;
    return s->width && number >= FULL && depth > LESS + 1 ? LESS : 0;
}

/* The best of placements for seat; *best is it. The value is at most alpha or at least
 * beta where it is no more than a bound. */
static int best_of(search *s, int seat, int depth, int alpha, int beta, move *moves,
                   int count, move *best)
{
    const int last = s->width && depth == 1;
    const int before = last ? POTENTIAL * tp_locus_waiting(s, seat) + SLACK : 0;
    const int wide = s->width && count > s->width ? s->width : count;
    int value = -INFINITE, low = alpha;

    for (int i = 0; i < wide && value < beta; i++) {
        pick(moves, i, count);
        const int hoped = before + moves[i].worth;
        if (last && i && hoped <= low) /* nor can those after it be better */
            return hoped > value ? hoped : value;
        const int got = tried(s, seat, moves[i], depth, low, beta,
                              plies_less(s, i, depth));
        if (s->stop)
            return 0;
        if (got > value)
            value = got, *best = moves[i];
        low = value > low ? value : low;
    }
    return value;
}

/* The margin to come for seat, who is to move. */
static int negamax(search *s, int seat, int depth, int alpha, int beta)
{
    move moves[MOVES], best = {TP_NONE, 0, 0};

    if (is_stopped(s))
        return 0;
    const uint64_t near = around(s, s->open);
    if (!(near & s->open))
        return tp_locus_settle(s, seat);
    if (depth == 0)
        return tp_locus_evaluate(s, seat);

    const uint64_t key = key_of(s, near);
    entry *known = &s->hash[key & s->mask];
    if (is_known(known, key, depth, alpha, beta))
        return known->value;

    const int count = tp_locus_list(s, seat, near, moves);
    if (known->key == key)
        prefer(moves, count, known);
    const int value = best_of(s, seat, depth, alpha, beta, moves, count, &best);
    if (s->stop)
        return 0;
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
                              i == 0 || depth == 1 ? WHOLE : 0);
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
    int count = tp_locus_list(s, seat, around(s, s->open), moves);

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
    error = tp_locus_set_up(s, board);
    if (error)
        return error;
    s->hash = (entry *)(s + 1);
    s->mask = 1;
    while ((2 * s->mask + 2) * sizeof(entry) <= TP_LOCUS_ARENA - sizeof(search))
        s->mask = 2 * s->mask + 1;
    tp_locus_found found = {.cell = TP_NONE};
    run(s, seat, limits, &found);
    *out = found;
    return TP_OK;
}
