/* test_match.h: a Lamarckian match under way, for the tests and fuzz targets of the
 * search. EQUAL is whatever the file has that includes this.
 */
#ifndef TAPETE_TEST_MATCH_H
#define TAPETE_TEST_MATCH_H

#include <string.h>

#include "tapete.h"

static inline uint64_t bit(int card)
{
    return 1ull << card;
}

typedef struct {
    int seats, round;      /* from 1 */
    uint8_t deck[TP_DECK]; /* hands, then pools */
    uint64_t hand[6], known[6], gone, pool;
    tp_lamarckian_past past[11];
} match;

static inline void next_pool(match *m)
{
    m->pool = 0;
    m->round++;
    for (int i = 0; i < 4; i++)
        m->pool |= bit(m->deck[4 * (m->seats + m->round - 1) + i]);
}

static inline match begin(int seats, const uint8_t deck[TP_DECK])
{
    match m = {.seats = seats};

    memcpy(m.deck, deck, TP_DECK);
    for (int i = 0; i < 4 * seats; i++)
        m.hand[i / 4] |= bit(m.deck[i]);
    next_pool(&m);
    return m;
}

static inline tp_lamarckian_view seen_by(const match *m, int seat)
{
    tp_lamarckian_view view = {.seats = (uint8_t)m->seats, .seat = (uint8_t)seat,
                               .round = (uint8_t)m->round, .hand = m->hand[seat],
                               .pool = m->pool, .gone = m->gone};

    for (int i = 0; i < m->seats; i++) {
        view.size[i] = (uint8_t)__builtin_popcountll(m->hand[i]);
        view.known[i] = m->known[i];
    }
    memcpy(view.past, m->past, sizeof view.past);
    return view;
}

/* Ends a round; returns how many seats live on. */
static inline int resolve(match *m, const uint8_t *marks)
{
    tp_lamarckian_round round = {.seats = (uint8_t)m->seats, .pool = m->pool};
    tp_lamarckian_past *past = &m->past[m->round - 1];
    tp_lamarckian_result done;
    int living = 0;

    memcpy(round.mark, marks, 6);
    memcpy(round.hand, m->hand, sizeof round.hand);
    EQUAL(TP_OK, tp_lamarckian_resolve(&round, &done));
    past->count = done.count;
    past->pool = m->pool;
    for (int i = 0; i < done.count; i++) {
        const int seat = done.order[i];
        past->seat[i] = (uint8_t)seat;
        past->mark[i] = marks[seat];
        past->captured[i] = done.captured[i];
        m->known[seat] = (m->known[seat] | done.captured[i]) & ~bit(marks[seat]);
    }
    memcpy(m->hand, done.hand, sizeof m->hand);
    m->gone |= done.discard;
    for (int seat = 0; seat < m->seats; seat++)
        living += m->hand[seat] != 0;
    return living;
}

/* Whether hands, six to a deal, are what a seat may take the others' to be. */
static inline void agree(const tp_lamarckian_view *view, const uint64_t *hands,
                         int deals)
{
    for (int at = 0; at < 6 * deals; at += 6) {
        uint64_t seen = view->pool | view->gone;
        EQUAL(view->hand, hands[at + view->seat]);
        for (int seat = 0; seat < view->seats; seat++) {
            const uint64_t hand = hands[at + seat];
            EQUAL(0, hand & seen);
            seen |= hand;
            EQUAL(view->size[seat], __builtin_popcountll(hand));
            if (seat != view->seat)
                EQUAL(view->known[seat], view->known[seat] & hand);
        }
        for (int seat = view->seats; seat < 6; seat++)
            EQUAL(0, hands[at + seat]);
    }
}

#endif
