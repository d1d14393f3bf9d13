/* fuzz_lamarckian_search.c: the Lamarckian search and its deals on what a seat sees of a
 * match, and on views whose bytes have been overwritten.
 *
 * The same question has the same answer whatever the arena held before, and every deal
 * agrees with the view.
 */
#include "fuzz.h"

#include "../test_match.h"

#define DEALS 3

static _Alignas(16) uint8_t arena[TP_LAMARCKIAN_ARENA];

/* A match after some rounds whose marks the input chooses. */
static match played(input *in)
{
    const int seats = (int)below(in, 5) + 2;
    unsigned rounds = below(in, 11);
    uint8_t deck[TP_DECK];
    uint64_t seed = byte(in);

    deal_cards(in, TP_DECK, TP_DECK, deck);
    match m = begin(seats, deck);
    for (; rounds > 0 && m.round < 13 - seats; rounds--) {
        uint8_t marks[6] = {TP_NONE, TP_NONE, TP_NONE, TP_NONE, TP_NONE, TP_NONE};
        const match before = m;
        for (int seat = 0; seat < seats; seat++) {
            uint64_t hand = m.hand[seat];
            const uint64_t choice = in->at < in->end ? byte(in) : mixed(&seed);
            for (uint64_t i = hand ? choice % (uint64_t)__builtin_popcountll(hand) : 0;
                 i > 0; i--)
                hand &= hand - 1;
            if (hand)
                marks[seat] = (uint8_t)__builtin_ctzll(hand);
        }
        if (resolve(&m, marks) < 2)
            return before;
        next_pool(&m);
    }
    return m;
}

static int living_seat(const match *m, unsigned from)
{
    int seat = (int)(from % (unsigned)m->seats);

    while (!m->hand[seat])
        seat = (seat + 1) % m->seats;
    return seat;
}

static void check_marks(const tp_lamarckian_view *view,
                        const tp_lamarckian_found *found)
{
    uint64_t cards = 0;

    EQUAL(__builtin_popcountll(view->hand), found->count);
    for (int i = 0; i < found->count; i++) {
        const tp_lamarckian_mark *mark = &found->marks[i];
        cards |= bit(mark->card);
        HOLDS(mark->samples > 0);
        HOLDS(mark->win <= (uint64_t)mark->samples * TP_LAMARCKIAN_UNIT);
        HOLDS(mark->extinct <= mark->samples && mark->any <= mark->samples);
        HOLDS(mark->captured >= mark->any);
    }
    EQUAL(view->hand, cards);
}

static void check_deals(const tp_lamarckian_view *view,
                        const tp_lamarckian_limits *limits)
{
    uint64_t *hands = exactly(6 * DEALS * sizeof *hands);

    EQUAL(TP_OK, tp_lamarckian_deals(view, limits, arena, sizeof arena, hands, DEALS));
    agree(view, hands, DEALS);
    free(hands);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, data + size};
    const unsigned kind = byte(&in);
    const int32_t cancel = kind >> 1 & 1;
    const tp_lamarckian_limits limits = {
        .seed = byte(&in), .nodes = byte(&in), .noise = (uint8_t)byte(&in),
        .history = kind >> 2 & 1, .halve = kind >> 3 & 1, .foresee = kind >> 6 & 1,
        .cancel = kind & 16 ? &cancel : NULL};
    const match m = played(&in);
    tp_lamarckian_view view = seen_by(&m, living_seat(&m, byte(&in)));
    tp_lamarckian_found found, again;

    view.split = kind >> 5 & 1;
    if (kind & 1)
        corrupt(&in, &view, sizeof view);
    memset(&found, PATTERN, sizeof found);
    memset(&again, PATTERN, sizeof again);
    const int code = tp_lamarckian_search(&view, &limits, arena, sizeof arena, &found);
    allowed(code, CODE(COUNT) | CODE(SEAT) | CODE(CARD) | CODE(DUPLICATE) |
                      CODE(EXTINCT) | CODE(MARK) | CODE(LIMIT));
    if (code) {
        HOLDS(is_untouched(&found, sizeof found));
        HOLDS(kind & 1 || (code == TP_E_LIMIT && !limits.nodes));
        return 0;
    }
    EQUAL(TP_OK, tp_lamarckian_search(&view, &limits, arena, sizeof arena, &again));
    EQUAL(0, memcmp(&found, &again, sizeof found));
    check_marks(&view, &found);
    check_deals(&view, &limits);
    return 0;
}
