/* locus_weigh.c: what a Locus position, or a placement, is likely to be worth. */
#include "locus_search.h"

/* Worth of a point of difference by who takes what first, in UNITs, by the number of
 * open cells: the fewer, the surer that it comes so. Fitted to deep searches. */
static int tempo_at(int open)
{
    static const struct {
        int up_to, worth;
    } steps[] = {{8, 6}, {14, 5}, {20, 4}, {26, 2}, {CELLS, 1}};
    int step = 0;

    while (open > steps[step].up_to)
        step++;
    return steps[step].worth;
}

int tp_locus_waiting(const search *s, int seat)
{
    const uint8_t *mine = s->chips[seat], *theirs = s->chips[!seat];
    int waiting = 0;

    for (uint64_t open = s->open; open; open &= open - 1) {
        const int cell = __builtin_ctzll(open);
        waiting += s->bonus[mine[cell]] - s->bonus[theirs[cell]];
    }
    return waiting;
}

/* The bonus that waits for either on open cells, and what the first choice among the
 * open cells is worth, if both always take the hottest of them. */
int tp_locus_evaluate(const search *s, int seat)
{
    int tempo = 0, sign = 1, count = 0;
    uint64_t odd = 0; /* heats of which an odd number is open: pairs cancel out */

    for (uint64_t open = s->open; open; open &= open - 1, count++)
        odd ^= 1ull << heat(s, __builtin_ctzll(open));
    for (; odd; sign = -sign) {
        const int hottest = 63 - __builtin_clzll(odd);
        tempo += sign * hottest;
        odd ^= 1ull << hottest;
    }
    return POTENTIAL * tp_locus_waiting(s, seat) + tempo_at(count) * tempo;
}

/* The hottest cell is always best then. */
int tp_locus_settle(const search *s, int seat)
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
int tp_locus_list(const search *s, int seat, uint64_t near, move *moves)
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
