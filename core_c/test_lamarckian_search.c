/* test_lamarckian_search.c: tests of the Lamarckian search, under ASan and UBSan.
 *
 * Every error code that the header names, the bounds of what is legal, and whole
 * matches at every limit; what the chances are worth is tested from Python.
 */
#include <stdio.h>
#include <string.h>

#include "tapete.h"
#include "test_check.h"
#include "test_match.h"

static _Alignas(16) uint8_t arena[TP_LAMARCKIAN_ARENA + 1];

/* -- matches ------------------------------------------------------------------ */

static match shuffled(int seats, uint64_t seed)
{
    uint8_t deck[TP_DECK];

    for (int i = 0; i < TP_DECK; i++)
        deck[i] = (uint8_t)i;
    for (int i = TP_DECK - 1; i > 0; i--) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        const int other = (int)(seed % (uint64_t)(i + 1));
        const uint8_t held = deck[i];
        deck[i] = deck[other];
        deck[other] = held;
    }
    return begin(seats, deck);
}

/* A match after some rounds of lowest marks. */
static match after(int seats, int rounds)
{
    match m = shuffled(seats, 88172645463325252ull);

    for (int i = 0; i < rounds; i++) {
        uint8_t marks[6] = {TP_NONE, TP_NONE, TP_NONE, TP_NONE, TP_NONE, TP_NONE};
        for (int seat = 0; seat < seats; seat++)
            if (m.hand[seat])
                marks[seat] = (uint8_t)__builtin_ctzll(m.hand[seat]);
        EQUAL(1, resolve(&m, marks) > 1);
        next_pool(&m);
    }
    return m;
}

/* -- errors -------------------------------------------------------------------- */

static const tp_lamarckian_limits some = {.nodes = 500, .noise = 4, .history = 1,
                                          .halve = 1, .seed = 3};

static void refused(int code, const tp_lamarckian_view *view)
{
    tp_lamarckian_found found = {.count = 7};
    uint64_t hands[6] = {7};

    EQUAL(code, tp_lamarckian_search(view, &some, arena, TP_LAMARCKIAN_ARENA, &found));
    EQUAL(code, tp_lamarckian_deals(view, &some, arena, TP_LAMARCKIAN_ARENA, hands, 1));
    EQUAL(7, found.count);
    EQUAL(7, hands[0]);
}

static void calls_refuse_bad_pointers_memory_and_limits(void)
{
    const match m = after(3, 2);
    const tp_lamarckian_view view = seen_by(&m, 1);
    tp_lamarckian_limits bad = some;
    tp_lamarckian_found found;
    uint64_t hands[6];
    const size_t size = TP_LAMARCKIAN_ARENA;

    EQUAL(TP_E_NULL, tp_lamarckian_search(NULL, &some, arena, size, &found));
    EQUAL(TP_E_NULL, tp_lamarckian_search(&view, NULL, arena, size, &found));
    EQUAL(TP_E_NULL, tp_lamarckian_search(&view, &some, NULL, size, &found));
    EQUAL(TP_E_NULL, tp_lamarckian_search(&view, &some, arena, size, NULL));
    EQUAL(TP_E_ARENA, tp_lamarckian_search(&view, &some, arena, size - 1, &found));
    EQUAL(TP_E_ARENA, tp_lamarckian_search(&view, &some, arena + 1, size, &found));
    EQUAL(TP_E_NULL, tp_lamarckian_deals(NULL, &some, arena, size, hands, 1));
    EQUAL(TP_E_NULL, tp_lamarckian_deals(&view, NULL, arena, size, hands, 1));
    EQUAL(TP_E_NULL, tp_lamarckian_deals(&view, &some, NULL, size, hands, 1));
    EQUAL(TP_E_NULL, tp_lamarckian_deals(&view, &some, arena, size, NULL, 1));
    EQUAL(TP_E_ARENA, tp_lamarckian_deals(&view, &some, arena, size - 1, hands, 1));
    EQUAL(TP_OK, tp_lamarckian_deals(&view, &some, arena, size, NULL, 0));
    bad.nodes = 0;
    EQUAL(TP_E_LIMIT, tp_lamarckian_search(&view, &bad, arena, size, &found));
    bad = some, bad.history = 2;
    EQUAL(TP_E_LIMIT, tp_lamarckian_search(&view, &bad, arena, size, &found));
    bad = some, bad.halve = 2;
    EQUAL(TP_E_LIMIT, tp_lamarckian_search(&view, &bad, arena, size, &found));
    bad = some, bad.foresee = 2;
    EQUAL(TP_E_LIMIT, tp_lamarckian_search(&view, &bad, arena, size, &found));
    tp_lamarckian_view silent = view;
    silent.past[0].count = silent.past[1].count = 0;
    EQUAL(TP_OK, tp_lamarckian_search(&silent, &some, arena, size, &found));
    EQUAL(TP_OK, tp_lamarckian_search(&view, &some, arena, size, &found));
}

static void views_that_no_match_has_are_refused(void)
{
    const match m = after(3, 2);
    const tp_lamarckian_view good = seen_by(&m, 1);
    tp_lamarckian_view bad;

#define REFUSED(code, change) \
    do {                      \
        bad = good;           \
        change;               \
        refused(code, &bad);  \
    } while (0)
    REFUSED(TP_E_COUNT, bad.seats = 1);
    REFUSED(TP_E_COUNT, bad.seats = 7);
    REFUSED(TP_E_SEAT, bad.seat = 3);
    REFUSED(TP_E_COUNT, bad.round = 0);
    REFUSED(TP_E_COUNT, bad.round = 11);
    REFUSED(TP_E_COUNT, bad.round++);
    REFUSED(TP_E_CARD, bad.hand |= bit(52));
    REFUSED(TP_E_CARD, bad.pool |= bit(63));
    REFUSED(TP_E_CARD, bad.gone |= bit(52));
    REFUSED(TP_E_CARD, bad.known[2] |= bit(52));
    REFUSED(TP_E_DUPLICATE, bad.pool |= bad.hand);
    REFUSED(TP_E_DUPLICATE, bad.gone |= bad.pool);
    REFUSED(TP_E_DUPLICATE, bad.known[0] |= bad.gone);
    REFUSED(TP_E_EXTINCT, bad.hand = 0);
    REFUSED(TP_E_COUNT, bad.pool &= bad.pool - 1);
    REFUSED(TP_E_COUNT, bad.size[0]++);
    REFUSED(TP_E_COUNT, bad.size[1]--; bad.size[0]++);
    REFUSED(TP_E_COUNT, bad.size[0] = bad.size[2] = 0);
    REFUSED(TP_E_COUNT, bad.size[0] = (uint8_t)(bad.size[0] + 4));
    REFUSED(TP_E_COUNT, bad.past[1].count = 4);
    REFUSED(TP_E_SEAT, bad.past[0].seat[1] = 3);
    REFUSED(TP_E_SEAT, bad.past[0].seat[1] = bad.past[0].seat[0]);
    REFUSED(TP_E_CARD, bad.past[0].mark[0] = 52);
    REFUSED(TP_E_CARD, bad.past[0].captured[2] = bit(52));
    REFUSED(TP_E_CARD, bad.past[0].pool = bit(52));
    REFUSED(TP_E_MARK, bad.past[0].mark[0] = (uint8_t)__builtin_ctzll(m.hand[0] &
                                                                      ~m.known[0]));
#undef REFUSED
}

/* -- what is found --------------------------------------------------------------- */

static void check_found(const tp_lamarckian_view *view,
                        const tp_lamarckian_limits *limits, uint8_t *best)
{
    tp_lamarckian_found found, again;
    uint64_t cards = 0;
    const size_t size = TP_LAMARCKIAN_ARENA;

    memset(&found, 0, sizeof found), memset(&again, 0, sizeof again);
    EQUAL(TP_OK, tp_lamarckian_search(view, limits, arena, size, &found));
    memset(arena, 0xa5, sizeof arena); /* what it holds means nothing */
    EQUAL(TP_OK, tp_lamarckian_search(view, limits, arena, size, &again));
    EQUAL(0, memcmp(&found, &again, sizeof found));
    for (int i = 0; i < found.count; i++) {
        const tp_lamarckian_mark mark = found.marks[i];
        cards |= bit(mark.card);
        EQUAL(1, mark.samples > 0);
        EQUAL(1, mark.win <= (uint64_t)mark.samples * TP_LAMARCKIAN_UNIT);
        EQUAL(1, mark.extinct <= mark.samples && mark.any <= mark.samples);
        EQUAL(1, mark.captured >= mark.any);
    }
    EQUAL(view->hand, cards);
    *best = found.marks[0].card;
}

static void check_deals(const tp_lamarckian_view *view, int history)
{
    const tp_lamarckian_limits limits = {.nodes = 1, .history = (uint8_t)history};
    uint64_t hands[6 * 8];

    EQUAL(TP_OK, tp_lamarckian_deals(view, &limits, arena, TP_LAMARCKIAN_ARENA, hands,
                                     8));
    agree(view, hands, 8);
}

/* Whole matches at every limit and number of seats: the sanitizers watch. */
static void whole_matches_are_searched(void)
{
    static const tp_lamarckian_limits all[] = {
        {.nodes = 1}, {.nodes = 600, .noise = 255, .seed = 5},
        {.nodes = 600, .noise = 8, .history = 1, .halve = 1, .foresee = 1},
        {.nodes = 600, .noise = 1, .history = 1, .halve = 1},
        {.nodes = 600, .history = 1}};

    for (int number = 0; number < 25; number++) {
        match m = shuffled(2 + number % 5, (uint64_t)number * 7919 + 1);
        for (int living = m.seats; living > 1;) {
            uint8_t marks[6] = {TP_NONE, TP_NONE, TP_NONE, TP_NONE, TP_NONE, TP_NONE};
            for (int seat = 0; seat < m.seats; seat++) {
                if (!m.hand[seat])
                    continue;
                tp_lamarckian_view view = seen_by(&m, seat);
                view.split = number & 1;
                check_found(&view, &all[(number + seat) % 5], &marks[seat]);
                check_deals(&view, number & 1);
            }
            living = resolve(&m, marks);
            if (m.round == 13 - m.seats)
                break;
            next_pool(&m);
        }
    }
}

static void a_cancelled_search_has_tried_every_mark(void)
{
    const match m = shuffled(6, 12345);
    const tp_lamarckian_view view = seen_by(&m, 5);
    const int32_t cancel = 1;
    const tp_lamarckian_limits limits = {.nodes = 4000000000u, .cancel = &cancel};
    tp_lamarckian_found found;

    EQUAL(TP_OK, tp_lamarckian_search(&view, &limits, arena, TP_LAMARCKIAN_ARENA,
                                      &found));
    EQUAL(4, found.count);
    for (int i = 0; i < 4; i++)
        EQUAL(1, found.marks[i].samples > 0 && found.marks[i].samples < 100);
}

int main(void)
{
    calls_refuse_bad_pointers_memory_and_limits();
    views_that_no_match_has_are_refused();
    whole_matches_are_searched();
    a_cancelled_search_has_tried_every_mark();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
