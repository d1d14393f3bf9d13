/* lamarckian_search.c: what each mark of a hand leads to in Lamarckian Poker, tried on
 * sampled deals that are played to the end.
 *
 * All marks are tried on the same deals, with the same marks of the others and the same
 * chance from then on, so that they differ by nothing but the mark.
 */
#include "lamarckian_search.h"

#define CHECK_EVERY 15

typedef struct {
    uint8_t mark[SEATS]; /* TP_NONE of a seat that is out */
    uint64_t hand[SEATS];
    uint64_t taken; /* by the seat that searches, in this round */
} play;

/* -- a match to its end ------------------------------------------------------------ */

/* Lists the seats that have marked, highest first (4); returns how many. */
static int line_up(const search *s, const play *p, int *order)
{
    int count = 0;

    for (int seat = 0; seat < s->view->seats; seat++) {
        if (p->mark[seat] == TP_NONE)
            continue;
        int at = count++;
        for (; at > 0 && height(p->mark[order[at - 1]]) < height(p->mark[seat]); at--)
            order[at] = order[at - 1];
        order[at] = seat;
    }
    return count;
}

/* Resolves the marks of the living, highest first (4, 5). */
static void resolve(const search *s, play *p, uint64_t pool, uint64_t *own)
{
    int order[SEATS];
    const int count = line_up(s, p, order);

    for (int i = 0; i < count; i++) {
        const int seat = order[i], mark = p->mark[seat];
        const uint64_t taken = pool & like(mark);
        pool = (pool & ~taken) | bit(mark);
        p->hand[seat] = (p->hand[seat] | taken) & ~bit(mark);
        if (seat == s->view->seat)
            *own = taken;
    }
}

/* The seat's part of the win, which goes to the best hand, or is shared (8, A1). */
static uint32_t show_down(search *s, const uint64_t *hand)
{
    const int seats = s->view->seats, own = s->view->seat;
    uint32_t rank[SEATS] = {0}, best = 0;
    uint32_t winners = 0;

    for (int seat = 0; seat < seats; seat++) {
        if (!hand[seat])
            continue;
        rank[seat] = rank_of(hand[seat], 0) + 1;
        s->nodes++;
        if (rank[seat] > best)
            best = rank[seat], winners = 0;
        winners += rank[seat] == best;
    }
    if (rank[own] != best || winners == 1 || s->view->split)
        return rank[own] == best ? TP_LAMARCKIAN_UNIT / winners : 0;
    uint32_t mine = 0, other;
    (void)tp_hand_rank_suits(hand[own], &mine);
    for (int seat = 0; seat < seats; seat++)
        if (seat != own && rank[seat] == best) {
            (void)tp_hand_rank_suits(hand[seat], &other);
            if (other > mine)
                return 0;
        }
    return TP_LAMARCKIAN_UNIT;
}

/* The own mark that leaves the best hand, when the others' marks are down. */
static int foreseen(search *s, const play *p, uint64_t pool, int left)
{
    uint64_t lies[SEATS]; /* what is in the pool after so many marks */
    int order[SEATS], best = TP_NONE;
    const int count = line_up(s, p, order);
    const uint64_t hand = p->hand[s->view->seat];
    int64_t most = INT64_MIN;

    lies[0] = pool;
    for (int i = 0; i < count; i++) {
        const int mark = p->mark[order[i]];
        lies[i + 1] = (lies[i] & ~like(mark)) | bit(mark);
    }
    for (uint64_t rest = hand; rest; rest &= rest - 1) {
        const int card = __builtin_ctzll(rest);
        int above = 0;
        while (above < count && height(p->mark[order[above]]) > height(card))
            above++;
        const uint64_t after = (hand & ~bit(card)) | (lies[above] & like(card));
        const int64_t worth = worth_of(s, after, left);
        if (worth > most)
            most = worth, best = card;
    }
    return best;
}

/* Marks for everybody who is left, by what each of them sees; the seat that searches
 * may see the others' marks as well. */
static void mark_all(search *s, play *p, uint64_t pool, int living, int left)
{
    const int own = s->view->seat;

    for (int seat = 0; seat < s->view->seats; seat++) {
        p->mark[seat] = TP_NONE;
        if (p->hand[seat] && !(seat == own && s->limits->foresee))
            p->mark[seat] = (uint8_t)quick_mark(s, p->hand[seat], pool, living - 1, left);
    }
    if (s->limits->foresee)
        p->mark[own] = (uint8_t)foreseen(s, p, pool, left);
}

/* Plays from the marks of this round to the end; returns the seat's part of the win. */
static uint32_t play_out(search *s, const deal *d, play *p)
{
    uint64_t later = 0;

    for (int round = 0;; round++) {
        resolve(s, p, d->pool[round], round ? &later : &p->taken);
        int living = 0;
        for (int seat = 0; seat < s->view->seats; seat++)
            living += p->hand[seat] != 0;
        const int left = s->left - round;
        if (!p->hand[s->view->seat])
            return 0;
        if (living == 1)
            return TP_LAMARCKIAN_UNIT;
        if (!left)
            return show_down(s, p->hand);
        mark_all(s, p, d->pool[round + 1], living, left - 1);
    }
}

/* -- the others' marks ------------------------------------------------------------- */

static void mark_others(search *s, const deal *d, uint8_t *mark)
{
    weighed marks;

    for (int seat = 0; seat < s->view->seats; seat++) {
        mark[seat] = TP_NONE;
        if (seat == s->view->seat || !d->hand[seat])
            continue;
        weigh(s, d->hand[seat], d->pool[0], s->living - 1, s->left, &marks);
        mark[seat] = (uint8_t)drawn(s, &marks, noise_of(s, seat));
    }
}

/* -- the own marks --------------------------------------------------------------------- */

static void try_mark(search *s, const deal *d, const uint8_t *others,
                     tp_lamarckian_mark *mark)
{
    play p = {.taken = 0};

    for (int seat = 0; seat < SEATS; seat++) {
        p.mark[seat] = seat < s->view->seats ? others[seat] : TP_NONE;
        p.hand[seat] = seat < s->view->seats ? d->hand[seat] : 0;
    }
    p.mark[s->view->seat] = mark->card;
    mark->win += play_out(s, d, &p);
    mark->captured += (uint64_t)size_of(p.taken);
    mark->any += p.taken != 0;
    mark->samples++;
    mark->extinct += p.hand[s->view->seat] == 0;
}

/* Of two marks that were tried on the same deals. */
static int is_better(const tp_lamarckian_mark *a, const tp_lamarckian_mark *b)
{
    return a->win != b->win ? a->win > b->win : height(a->card) > height(b->card);
}

static void put_in_order(tp_lamarckian_mark *marks, int count)
{
    for (int i = 1; i < count; i++) {
        const tp_lamarckian_mark held = marks[i];
        int at = i;
        for (; at > 0 && is_better(&held, &marks[at - 1]); at--)
            marks[at] = marks[at - 1];
        marks[at] = held;
    }
}

/* Tries some marks on one deal after another; returns whether it was cancelled. */
static int try_all(search *s, tp_lamarckian_mark *marks, int count, uint64_t budget)
{
    for (unsigned tried = 0; !tried || s->nodes < budget; tried++) {
        uint8_t others[SEATS];
        deal d;
        if (s->limits->cancel && !(tried & CHECK_EVERY) && *s->limits->cancel &&
            marks[0].samples)
            return 1;
        next_deal(s, &d);
        mark_others(s, &d, others);
        const uint64_t chance = next_random(s);
        for (int i = 0; i < count; i++) {
            s->random = chance;
            try_mark(s, &d, others, &marks[i]);
        }
        s->random = chance + 1;
    }
    return 0;
}

/* Shares the nodes out over rounds of trials; half of the marks go on to the next. */
static void search_marks(search *s, tp_lamarckian_found *out)
{
    int phases = 1, open = out->count;

    while (s->limits->halve && 1 << phases < out->count)
        phases++;
    for (int phase = 1; phase <= phases; phase++) {
        const uint64_t budget = (uint64_t)s->limits->nodes * (unsigned)phase /
                                (unsigned)phases;
        const int stopped = try_all(s, out->marks, open, budget);
        put_in_order(out->marks, open);
        if (stopped)
            break;
        open = (open + 1) / 2;
    }
}

/* -- the border -------------------------------------------------------------------------- */

int tp_lamarckian_search(const tp_lamarckian_view *view,
                         const tp_lamarckian_limits *limits, void *arena, size_t size,
                         tp_lamarckian_found *out)
{
    const int error = out ? check_search(view, limits, arena, size) : TP_E_NULL;
    if (error)
        return error;

    search *s = arena;
    tp_lamarckian_found found = {.count = 0};
    open_search(s, view, limits);
    for (uint64_t rest = view->hand; rest; rest &= rest - 1)
        found.marks[found.count++].card = (uint8_t)__builtin_ctzll(rest);
    search_marks(s, &found);
    found.nodes = s->nodes;
    *out = found;
    return TP_OK;
}

int tp_lamarckian_deals(const tp_lamarckian_view *view,
                        const tp_lamarckian_limits *limits, void *arena, size_t size,
                        uint64_t *hands, size_t n)
{
    const int error = hands || !n ? check_search(view, limits, arena, size) : TP_E_NULL;
    if (error)
        return error;

    search *s = arena;
    open_search(s, view, limits);
    for (size_t i = 0; i < n; i++) {
        deal d;
        next_deal(s, &d);
        for (int seat = 0; seat < SEATS; seat++)
            hands[i * SEATS + (size_t)seat] = seat < view->seats ? d.hand[seat] : 0;
    }
    return TP_OK;
}
