/* lamarckian_deals.c: what a seat cannot see in Lamarckian Poker, dealt at random in
 * agreement with all that it has seen.
 *
 * All deals that agree with the view are equally likely, or weighted by how plausible
 * they make the marks that were seen: a chain of exchanged cards, each accepted by the
 * ratio of the weights, visits deals that often. How far a player strays from what the
 * heuristic would mark is not known either, and drawn along with the cards.
 */
#include <string.h>

#include "lamarckian_search.h"

#define STEPS 4   /* exchanges from one deal to the next */
#define WARM_UP 20 /* exchanges for each hidden card before the first deal */
#define RIVAL 20  /* chance in per cent that a rival's mark matches a card of the pool */
#define DOUBT 300 /* one mark in so many is taken to be played anyhow */
#define LOG_HALF 710 /* -ln(1/2), in 1 / LOG */

/* What others may be like: from players of the heuristic to those of any card. */
static const uint8_t noises[NOISES] = {0, 8, 40, TP_LAMARCKIAN_ANYHOW};
/* How likely each is before any mark was seen: logarithms, but for a sum that all
 * have in common. */
static const int64_t beforehand[NOISES] = {2 * LOG, 0, 0, 0};

/* -- what is checked ----------------------------------------------------------- */

static int check_sets(const tp_lamarckian_view *view)
{
    uint64_t seen = view->hand | view->pool | view->gone;
    int cards = size_of(view->hand) + size_of(view->pool) + size_of(view->gone);

    for (int seat = 0; seat < view->seats; seat++) {
        const uint64_t known = view->known[seat];
        if ((seen | known) >> TP_DECK)
            return TP_E_CARD;
        if (seat == view->seat)
            continue;
        seen |= known;
        cards += size_of(known);
    }
    return size_of(seen) == cards ? TP_OK : TP_E_DUPLICATE;
}

static int check_counts(const tp_lamarckian_view *view)
{
    int living = 0, cards = size_of(view->gone) + size_of(view->pool);

    for (int seat = 0; seat < view->seats; seat++) {
        const int known = size_of(view->known[seat]), size = view->size[seat];
        if (size < known || (seat != view->seat && size > known + DEALT))
            return TP_E_COUNT;
        living += size > 0;
        cards += size;
    }
    const int deck = POOL * (MATCH - view->seats - view->round);
    if (living < 2 || size_of(view->pool) != POOL || cards + deck != TP_DECK ||
        view->size[view->seat] != size_of(view->hand))
        return TP_E_COUNT;
    return TP_OK;
}

/* All past marks were turned up, so that each is somewhere in sight. */
static int check_past(const tp_lamarckian_view *view, const tp_lamarckian_past *past)
{
    uint64_t seen = view->hand | view->gone;
    unsigned seats = 0;

    for (int seat = 0; seat < view->seats; seat++)
        seen |= view->known[seat];
    if (past->count > view->seats)
        return TP_E_COUNT;
    if (past->pool >> TP_DECK)
        return TP_E_CARD;
    for (int i = 0; i < past->count; i++) {
        if (past->seat[i] >= view->seats || seats >> past->seat[i] & 1)
            return TP_E_SEAT;
        seats |= 1u << past->seat[i];
        if (past->mark[i] >= TP_DECK || past->captured[i] >> TP_DECK)
            return TP_E_CARD;
        if (!(seen & bit(past->mark[i])))
            return TP_E_MARK;
    }
    return TP_OK;
}

static int check_view(const tp_lamarckian_view *view)
{
    if (view->seats < 2 || view->seats > SEATS)
        return TP_E_COUNT;
    if (view->seat >= view->seats)
        return TP_E_SEAT;
    if (view->round < 1 || view->round > MATCH - view->seats)
        return TP_E_COUNT;
    int error = check_sets(view);
    if (!error && !view->hand)
        error = TP_E_EXTINCT;
    if (!error)
        error = check_counts(view);
    for (int i = 0; !error && i < view->round - 1; i++)
        error = check_past(view, &view->past[i]);
    return error;
}

int check_search(const tp_lamarckian_view *view, const tp_lamarckian_limits *limits,
                 const void *arena, size_t size)
{
    if (!view || !limits || !arena)
        return TP_E_NULL;
    const int error = check_view(view);
    if (error)
        return error;
    if (!limits->nodes || limits->halve > 1 || limits->history > 1 ||
        limits->foresee > 1)
        return TP_E_LIMIT;
    if (size < TP_LAMARCKIAN_ARENA || (uintptr_t)arena % _Alignof(search))
        return TP_E_ARENA;
    return TP_OK;
}

/* -- how plausible a deal is ------------------------------------------------------ */

static uint64_t hidden_of(const search *s, int seat)
{
    uint64_t hidden = 0;

    for (int i = 0; i < s->hidden; i++)
        if (s->owner[i] == seat)
            hidden |= bit(s->unseen[i]);
    return hidden;
}

/* ln(part / all), in 1 / LOG; part is not 0, nor above all. */
static int64_t log_share(uint64_t part, uint64_t all)
{
    uint64_t share = (part << 24) / all;
    int64_t log = 0;

    for (share += !share; share < 1u << 23; share <<= 1)
        log -= LOG_HALF;
    /* The series of ln(1 - x) for x up to a half, to the third power. */
    const int64_t x = (int64_t)((1u << 24) - share) * LOG >> 24;
    return log - x - x * x / (2 * LOG) - x * x * x / (3 * LOG * LOG);
}

/* Adds how likely one mark that was seen is, among the cards that the hand then had,
 * by each noise. */
static void add_chances(search *s, const tp_lamarckian_past *past, int at,
                        uint64_t hand, int left, int64_t *sums)
{
    weighed marks;
    uint64_t each[TP_DECK];

    weigh(s, hand, past->pool, past->count - 1, left, &marks);
    for (int noise = 0; noise < NOISES; noise++) {
        uint64_t seen = 0;
        const uint64_t all = chances(s, &marks, noises[noise], each);
        for (int i = 0; i < marks.count; i++)
            if (marks.card[i] == past->mark[at])
                seen = each[i];
        const uint64_t doubt = all / DOUBT + 1; /* shared by all cards of the hand */
        sums[noise] += log_share(seen + doubt / (uint64_t)marks.count + 1,
                                 all + doubt + 1);
    }
}

/* How plausible a seat's past marks are with the cards that it holds in the deal as it
 * stands, by each noise. */
static void judge(search *s, int seat, int64_t *sums)
{
    const tp_lamarckian_view *view = s->view;
    const uint64_t hidden = hidden_of(s, seat);

    for (int noise = 0; noise < NOISES; noise++)
        sums[noise] = beforehand[noise];
    for (int round = 0; round < view->round - 1; round++) {
        const tp_lamarckian_past *past = &view->past[round];
        const int left = MATCH - view->seats - 1 - round;
        for (int i = 0; i < past->count; i++)
            if (past->seat[i] == seat)
                add_chances(s, past, i, s->before[round][seat] | hidden, left, sums);
    }
}

static int64_t highest(const int64_t *sums)
{
    int64_t best = sums[0];

    for (int noise = 1; noise < NOISES; noise++)
        best = sums[noise] > best ? sums[noise] : best;
    return best;
}

/* In proportion to the sum of all, which is returned. */
static uint64_t shares(const search *s, const int64_t *sums, uint64_t *each)
{
    const int64_t best = highest(sums);
    uint64_t all = 0;

    for (int noise = 0; noise < NOISES; noise++)
        all += each[noise] = decay(s, best - sums[noise]) >> 2;
    return all;
}

/* How plausible a deal is for a seat when its noise is not known. */
static int64_t over_all(const search *s, const int64_t *sums)
{
    uint64_t each[NOISES];
    const uint64_t all = shares(s, sums, each);

    return highest(sums) - log_share(1u << 29, all);
}

/* Draws each seat's noise by how plausible it is with the deal as it stands. */
static void draw_noises(search *s)
{
    uint64_t each[NOISES];

    for (int seat = 0; seat < s->view->seats; seat++) {
        const uint64_t all = shares(s, s->plausible[seat], each);
        uint64_t at = (next_random(s) >> 32) * all >> 32;
        s->noise[seat] = 0;
        while (at >= each[s->noise[seat]])
            at -= each[s->noise[seat]++];
    }
}

/* -- deals ----------------------------------------------------------------------- */

static void swap(search *s, int i, int j)
{
    const uint8_t held = s->unseen[i];

    s->unseen[i] = s->unseen[j];
    s->unseen[j] = held;
}

static void shuffle(search *s, int from)
{
    for (int i = s->count - 1; i > from; i--)
        swap(s, i, from + (int)below(s, (uint32_t)(i - from + 1)));
}

/* Takes what `judge` says of a seat for the deal as it stands. */
static void accept(search *s, int seat, const int64_t *sums)
{
    memcpy(s->plausible[seat], sums, sizeof s->plausible[seat]);
    s->weight[seat] = over_all(s, sums);
}

/* Exchanges a hidden card for another one, if that is plausible enough. */
static void exchange(search *s)
{
    const int i = (int)below(s, (uint32_t)s->hidden);
    const int j = (int)below(s, (uint32_t)s->count);
    const int mine = s->owner[i], theirs = j < s->hidden ? s->owner[j] : mine;
    const uint64_t luck = next_random(s) >> 33;

    if (j < s->hidden && mine == theirs)
        return;
    swap(s, i, j);
    int64_t first[NOISES], second[NOISES];
    judge(s, mine, first);
    int64_t worse = s->weight[mine] - over_all(s, first);
    if (theirs != mine) {
        judge(s, theirs, second);
        worse += s->weight[theirs] - over_all(s, second);
    }
    if (worse > 0 && luck >= decay(s, worse)) {
        swap(s, i, j);
        return;
    }
    accept(s, mine, first);
    if (theirs != mine)
        accept(s, theirs, second);
}

/* Goes on to another deal, as likely as the past makes it. */
static void move_on(search *s, int exchanges)
{
    for (int i = 0; s->hidden && i < exchanges; i++)
        exchange(s);
}

int noise_of(const search *s, int seat)
{
    return s->limits->history ? noises[s->noise[seat]] : s->limits->noise;
}

void next_deal(search *s, deal *out)
{
    const tp_lamarckian_view *view = s->view;
    int at = s->hidden;

    if (s->limits->history) {
        move_on(s, STEPS);
        draw_noises(s);
    }
    shuffle(s, s->limits->history ? s->hidden : 0);
    for (int seat = 0; seat < view->seats; seat++)
        out->hand[seat] = view->known[seat] | hidden_of(s, seat);
    out->hand[view->seat] = view->hand;
    out->pool[0] = view->pool;
    for (int round = 1; round <= s->left; round++) {
        out->pool[round] = 0;
        for (int i = 0; i < POOL; i++)
            out->pool[round] |= bit(s->unseen[at++]);
    }
}

/* -- the beginning ------------------------------------------------------------------ */

/* Goes back over the rounds: what was captured leaves a hand, marks return to it. */
static void look_back(search *s)
{
    const tp_lamarckian_view *view = s->view;
    uint64_t hand[SEATS];

    for (int seat = 0; seat < view->seats; seat++)
        hand[seat] = view->known[seat];
    for (int round = view->round - 2; round >= 0; round--) {
        const tp_lamarckian_past *past = &view->past[round];
        for (int i = 0; i < past->count; i++) {
            uint64_t *of = &hand[past->seat[i]];
            *of = (*of & ~past->captured[i]) | bit(past->mark[i]);
        }
        for (int seat = 0; seat < view->seats; seat++)
            s->before[round][seat] = hand[seat];
    }
}

static void find_unseen(search *s)
{
    const tp_lamarckian_view *view = s->view;
    uint64_t seen = view->hand | view->pool | view->gone;

    for (int seat = 0; seat < view->seats; seat++) {
        s->living += view->size[seat] > 0;
        if (seat == view->seat)
            continue;
        seen |= view->known[seat];
        const int hidden = view->size[seat] - size_of(view->known[seat]);
        for (int i = 0; i < hidden; i++)
            s->owner[s->hidden++] = (uint8_t)seat;
    }
    for (int card = 0; card < TP_DECK; card++)
        if (!(seen & bit(card)))
            s->unseen[s->count++] = (uint8_t)card;
}

static void fill_tables(search *s)
{
    const uint64_t whole = 1ull << 31;
    uint64_t e = whole;

    for (int i = 0; i < EXPS; i++) {
        s->exps[i] = (uint32_t)e;
        e = e * 4290774978u >> 32; /* e^(-1/1024) */
    }
    for (int card = 0; card < TP_DECK; card++) {
        const uint64_t above = 51 - (uint64_t)height(card);
        const uint64_t one = whole - whole * RIVAL * above / (100 * TP_DECK);
        s->undisturbed[card][0] = (uint32_t)whole;
        for (int rivals = 1; rivals < SEATS; rivals++)
            s->undisturbed[card][rivals] =
                (uint32_t)(s->undisturbed[card][rivals - 1] * one >> 31);
    }
}

void open_search(search *s, const tp_lamarckian_view *view,
                 const tp_lamarckian_limits *limits)
{
    *s = (search){.view = view, .limits = limits, .random = limits->seed};
    s->left = MATCH - view->seats - view->round;
    fill_tables(s);
    find_unseen(s);
    look_back(s);
    shuffle(s, 0);
    if (!s->limits->history)
        return;
    for (int seat = 0; seat < view->seats; seat++) {
        int64_t sums[NOISES];
        if (seat == view->seat)
            continue;
        judge(s, seat, sums);
        accept(s, seat, sums);
    }
    move_on(s, WARM_UP * s->hidden);
    s->nodes = 0;
}
