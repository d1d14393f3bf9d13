/* fuzz_poker7.c: the ranks of Poker7 hands, by every path, and the cards of any rank.
 *
 * A batch must say what each hand alone is worth, in every order of its cards; a rank
 * must give back its cards; and what is no rank must be refused or name cards.
 */
#include "fuzz.h"

#define MANY 40

/* Hands from the input and a seed; some of few colours, so that groups abound. */
static uint8_t *draw_hands(input *in, size_t n)
{
    uint8_t *ids = exactly(n * TP_P7_HAND);
    uint64_t seed = word(in);

    for (size_t i = 0; i < n; i++) {
        const unsigned deck = mixed(&seed) % 2 ? TP_P7_DECK : 18;
        input bytes = {(const uint8_t *)&seed, (const uint8_t *)&seed + 8};
        deal_cards(i ? &bytes : in, deck, TP_P7_HAND, ids + i * TP_P7_HAND);
    }
    return ids;
}

/* The first error of hands alone, and the ranks up to there. */
static int alone(const uint8_t *ids, size_t n, uint64_t *ranks)
{
    tp_poker7_hand hand;
    int beyond = TP_OK, code = TP_OK;

    for (size_t i = 0; i < n && !code; i++) {
        memset(&hand, PATTERN, sizeof hand);
        code = tp_poker7_best(ids + i * TP_P7_HAND, TP_P7_HAND, &hand);
        allowed(code, CODE(CARD) | CODE(DUPLICATE));
        if (code)
            HOLDS(is_untouched(&hand, sizeof hand));
        ranks[i] = hand.rank;
        beyond = code;
    }
    return beyond;
}

static void batch(input *in)
{
    const size_t n = below(in, MANY);
    const int path = (int)below(in, TP_PATH_AVX512 + 3) - 1;
    const unsigned spoil = byte(in), at = byte(in), value = byte(in);
    uint8_t *ids = draw_hands(in, n);
    uint64_t *ranks = exactly(n * sizeof *ranks);
    uint64_t expected[MANY];

    if (spoil % 3 == 0 && n)
        ids[at % (n * TP_P7_HAND)] = (uint8_t)value;
    const int code = alone(ids, n, expected);
    const int got = tp_poker7_ranks_by(path, ids, n, ranks);
    EQUAL(tp_poker7_path(path) ? code : TP_E_PATH, got);
    if (got)
        HOLDS(is_untouched(ranks, n * sizeof *ranks));
    else
        EQUAL(0, memcmp(ranks, expected, n * sizeof *ranks));
    free(ranks);
    free(ids);
}

/* The same cards in another order have the same rank, which gives them back. */
static void one_hand(input *in)
{
    uint8_t ids[TP_P7_HAND], turned[TP_P7_HAND];
    const unsigned by = byte(in);
    tp_poker7_hand hand;
    tp_poker7_arranged arranged;
    uint64_t rank = 0, dealt = 0, named = 0;
    size_t bad = 777;
    unsigned count = 0;

    deal_cards(in, TP_P7_DECK, TP_P7_HAND, ids);
    for (unsigned i = 0; i < TP_P7_HAND; i++) {
        turned[(i * (by % 6 + 1) + by) % TP_P7_HAND] = ids[i];
        dealt |= 1ull << ids[i];
    }
    EQUAL(TP_OK, tp_poker7_best(ids, TP_P7_HAND, &hand));
    EQUAL(TP_OK, tp_poker7_ranks(turned, 1, &rank));
    EQUAL(hand.rank, rank);
    EQUAL(0, rank >> 53);
    EQUAL(TP_OK, tp_poker7_arrange(&rank, 1, &arranged, &bad));
    for (unsigned g = 0; g < hand.count; g++) {
        const tp_poker7_group *group = &hand.groups[g];
        EQUAL(group->size << 3 | group->straight << 2 | group->kind,
              arranged.groups[g]);
        for (unsigned c = 0; c < group->size; c++, count++) {
            EQUAL(group->cards[c], arranged.cards[count]);
            named |= 1ull << group->cards[c];
        }
    }
    EQUAL(TP_P7_HAND, count);
    EQUAL(dealt, named);
}

/* Ranks of hands with bits changed, and any numbers. */
static void any_ranks(input *in)
{
    const size_t n = below(in, 6);
    uint64_t *ranks = exactly(n * sizeof *ranks);
    tp_poker7_arranged *out = exactly(n * sizeof *out);
    size_t bad = 777;

    for (size_t i = 0; i < n; i++) {
        const unsigned kind = byte(in);
        uint8_t ids[TP_P7_HAND];
        deal_cards(in, TP_P7_DECK, TP_P7_HAND, ids);
        EQUAL(TP_OK, tp_poker7_ranks(ids, 1, &ranks[i]));
        if (kind & 1)
            ranks[i] ^= 1ull << below(in, 64) ^ 1ull << below(in, 64);
        if (kind & 2)
            ranks[i] = word(in);
    }
    const int code = tp_poker7_arrange(ranks, n, out, &bad);
    allowed(code, CODE(CARD));
    const size_t good = code ? bad : n;
    HOLDS(good <= n && (code || bad == 777));
    HOLDS(is_untouched(out + good, (n - good) * sizeof *out));
    for (size_t i = 0; i < good; i++) {
        uint64_t rank = 0;
        EQUAL(TP_OK, tp_poker7_ranks(out[i].cards, 1, &rank));
        EQUAL(ranks[i], rank);
    }
    free(out);
    free(ranks);
}

static void any_cards(input *in)
{
    const size_t n = byte(in) % 10;
    uint8_t *ids = exactly(n);
    tp_poker7_hand hand;
    uint64_t rank = 7;

    for (size_t i = 0; i < n; i++)
        ids[i] = (uint8_t)byte(in);
    const int code = tp_poker7_best(ids, n, &hand);
    allowed(code, CODE(COUNT) | CODE(CARD) | CODE(DUPLICATE));
    EQUAL(n != TP_P7_HAND, code == TP_E_COUNT);
    if (n == TP_P7_HAND)
        EQUAL(code, tp_poker7_ranks(ids, 1, &rank));
    EQUAL(code ? 7 : hand.rank, rank);
    free(ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const subjects[])(input *) = {batch, one_hand, any_ranks, any_cards};
    input in = {data, data + size};

    subjects[below(&in, 4)](&in);
    return 0;
}
