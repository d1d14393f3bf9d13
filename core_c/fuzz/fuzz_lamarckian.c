/* fuzz_lamarckian.c: captures and rounds of Lamarckian Poker.
 *
 * A round must keep every card, come out as a plain model of the rules has it, and not
 * depend on which seat is which.
 */
#include "fuzz.h"

static uint64_t bit(unsigned card)
{
    return 1ull << card;
}

/* All cards of a mark's suit or rank among some (rule 5). */
static uint64_t matching(unsigned mark, uint64_t cards)
{
    uint64_t like = 0;

    for (unsigned card = 0; card < TP_DECK; card++)
        if (card / 13 == mark / 13 || card % 13 == mark % 13)
            like |= cards & bit(card);
    return like;
}

static void captures(input *in)
{
    const unsigned kind = byte(in);
    const int mark = kind & 1 ? any_int(in) : (int)below(in, TP_DECK);
    const uint64_t pool = kind & 2 ? word(in) : word(in) & ((1ull << TP_DECK) - 1);
    uint64_t captured = 7;

    const int code = tp_lamarckian_captures(mark, pool, &captured);
    allowed(code, CODE(CARD) | CODE(DUPLICATE));
    EQUAL(code ? 7 : (long long)matching((unsigned)mark, pool), captured);
}

/* Cards are dealt as the input says: so many to each seat, four to the pool. */
static tp_lamarckian_round any_round(input *in)
{
    tp_lamarckian_round round = {.seats = (uint8_t)(2 + below(in, 5))};
    unsigned sizes[6], left = TP_DECK - 4, at = 0;
    uint8_t deck[TP_DECK];
    uint64_t marks = word(in);

    for (int seat = 0; seat < 6; seat++) {
        sizes[seat] = seat < round.seats ? below(in, 12) : 0;
        sizes[seat] = sizes[seat] < left ? sizes[seat] : left;
        left -= sizes[seat];
    }
    deal_cards(in, TP_DECK, TP_DECK, deck);
    for (int i = 0; i < 4; i++)
        round.pool |= bit(deck[at++]);
    for (int seat = 0; seat < 6; seat++, marks >>= 8) {
        round.mark[seat] = sizes[seat] ? deck[at + marks % sizes[seat]] : TP_NONE;
        for (unsigned i = 0; i < sizes[seat]; i++)
            round.hand[seat] |= bit(deck[at++]);
    }
    return round;
}

/* The round by the rules, one mark after the other. */
static void check_result(const tp_lamarckian_round *round,
                         const tp_lamarckian_result *got)
{
    uint64_t pool = round->pool, hand[6] = {0};
    unsigned order = 0;

    memcpy(hand, round->hand, round->seats * sizeof *hand);
    for (int rank = 12; rank >= 0; rank--)
        for (int suit = 3; suit >= 0; suit--)
            for (int seat = 0; seat < round->seats; seat++) {
                const unsigned mark = (unsigned)(suit * 13 + rank);
                if (round->mark[seat] != mark)
                    continue;
                const uint64_t taken = matching(mark, pool);
                EQUAL(seat, got->order[order]);
                EQUAL(taken, got->captured[order]);
                order++;
                pool = (pool & ~taken) | bit(mark);
                hand[seat] = (hand[seat] | taken) & ~bit(mark);
            }
    EQUAL(order, got->count);
    EQUAL(pool, got->discard);
    for (unsigned i = 0; i < 6; i++) {
        EQUAL(hand[i], got->hand[i]);
        HOLDS(i < order || (got->order[i] == TP_NONE && !got->captured[i]));
    }
}

/* The same hands in the seats the other way round. */
static void check_seats(const tp_lamarckian_round *round,
                        const tp_lamarckian_result *got)
{
    const int seats = round->seats;
    tp_lamarckian_round turned = *round;
    tp_lamarckian_result again;

    for (int seat = 0; seat < seats; seat++) {
        turned.hand[seat] = round->hand[seats - 1 - seat];
        turned.mark[seat] = round->mark[seats - 1 - seat];
    }
    EQUAL(TP_OK, tp_lamarckian_resolve(&turned, &again));
    EQUAL(got->discard, again.discard);
    for (int i = 0; i < got->count; i++) {
        EQUAL(got->captured[i], again.captured[i]);
        EQUAL(seats - 1 - got->order[i], again.order[i]);
    }
}

static void rounds(input *in)
{
    const unsigned kind = byte(in);
    tp_lamarckian_round round = any_round(in);
    tp_lamarckian_result got;

    if (kind & 1)
        corrupt(in, &round, sizeof round);
    memset(&got, PATTERN, sizeof got);
    const int code = tp_lamarckian_resolve(&round, &got);
    allowed(code, CODE(COUNT) | CODE(CARD) | CODE(DUPLICATE) | CODE(MARK) |
                      CODE(EXTINCT));
    if (code) {
        HOLDS(is_untouched(&got, sizeof got));
        uint64_t cards = 0;
        for (int seat = 0; seat < round.seats && seat < 6; seat++)
            cards |= round.hand[seat];
        HOLDS(kind & 1 || !cards);
        return;
    }
    check_result(&round, &got);
    check_seats(&round, &got);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, data + size};

    if (below(&in, 4))
        rounds(&in);
    else
        captures(&in);
    return 0;
}
