/* fuzz_hands.c: poker hands, one by one and in batches.
 *
 * Batches must say what each hand alone is worth, by every path of the processor and in
 * every order of the cards.
 */
#include "fuzz.h"

#define MANY 80
#define DECK52 ((1ull << TP_DECK) - 1)

static uint64_t one_card(int id)
{
    return 1ull << id;
}

static int64_t rank_of(uint64_t set, int wild)
{
    return wild ? tp_hand_wild(set) : tp_hand_natural(set);
}

/* The cards named are of the set, as many as can be, and worth the rank. */
static void check_names(uint64_t set, int wild, const tp_hand *hand)
{
    const int have = __builtin_popcountll(set) + (wild != 0);
    uint64_t named = 0;

    EQUAL(hand->rank >> 26, hand->category);
    EQUAL(have < 5 ? have : 5, hand->count);
    HOLDS(wild ? hand->wild_at < hand->count || hand->wild_at == TP_NONE
               : hand->wild_at == TP_NONE);
    for (int i = 0; i < hand->count; i++) {
        HOLDS(hand->cards[i] < TP_DECK);
        HOLDS(i == hand->wild_at || (set >> hand->cards[i] & 1));
        HOLDS(i == hand->wild_at || !(named >> hand->cards[i] & 1));
        named |= i == hand->wild_at ? 0 : one_card(hand->cards[i]);
    }
    for (int i = hand->count; i < 5; i++)
        EQUAL(TP_NONE, hand->cards[i]);
    if (hand->wild_at == TP_NONE)
        EQUAL(hand->rank, tp_hand_natural(named));
    else
        EQUAL(hand->rank, tp_hand_wild(named));
}

/* More cards are never worth less, and a wild no less than any card it can be. */
static void check_order(uint64_t set, int wild, int64_t rank)
{
    for (int card = 0; card < TP_DECK; card++)
        if (!(set >> card & 1)) {
            const int64_t more = rank_of(set | one_card(card), 0);
            HOLDS(wild ? rank >= more : rank <= more);
            HOLDS(rank <= rank_of(set | one_card(card), wild));
        }
}

static void one_set(input *in)
{
    static const int wilds[] = {0, 1, 2, 256, -1, -2147483647 - 1};
    const unsigned kind = byte(in);
    const uint64_t set = word(in) & (kind & 1 ? ~0ull : DECK52);
    const int wild = wilds[(kind >> 1) % 6];
    tp_hand hand;
    uint32_t rank = 7, suits = 7;

    memset(&hand, PATTERN, sizeof hand);
    const int code = tp_hand_rank(set, wild, &rank);
    allowed(code, CODE(COUNT) | CODE(CARD));
    EQUAL(code, tp_hand_best(set, wild, &hand));
    EQUAL(code ? code : (int64_t)rank, rank_of(set, wild));
    if (code) {
        EQUAL(7, rank);
        HOLDS(is_untouched(&hand, sizeof hand));
        return;
    }
    EQUAL(rank, hand.rank);
    check_names(set, wild, &hand);
    check_order(set, wild, rank);
    EQUAL(set ? TP_OK : TP_E_COUNT, tp_hand_rank_suits(set, &suits));
    EQUAL(set ? tp_hand_natural(set) : 1, suits >> 2);
}

/* Sets of any number of cards; the input may spoil one of them. */
static uint64_t *draw_sets(input *in, size_t n, int wild)
{
    uint64_t *sets = exactly(n * sizeof *sets);
    uint64_t seed = word(in);

    for (size_t i = 0; i < n; i++) {
        sets[i] = mixed(&seed) & DECK52;
        for (uint64_t thin = mixed(&seed) % 5; thin > 0; thin--)
            sets[i] &= mixed(&seed);
        if (!sets[i] && !wild)
            sets[i] = 1;
    }
    for (unsigned spoil = below(in, 4); n && spoil > 0; spoil--)
        sets[byte(in) % n] = word(in);
    return sets;
}

/* What hand after hand alone says: the first error and where it is. */
static int alone(const uint64_t *sets, size_t n, int wild, int64_t *ranks, size_t *bad)
{
    for (size_t i = 0; i < n; i++) {
        ranks[i] = rank_of(sets[i], wild);
        if (ranks[i] < 0) {
            *bad = i;
            return (int)ranks[i];
        }
    }
    *bad = 777;
    return TP_OK;
}

static void batch(input *in)
{
    const size_t n = below(in, MANY);
    const int wild = byte(in) & 1;
    uint64_t *sets = draw_sets(in, n, wild);
    int64_t expected[MANY];
    size_t first, bad;
    const int code = alone(sets, n, wild, expected, &first);

    const int path = (int)below(in, TP_PATH_AVX512 + 3) - 1;
    uint32_t *ranks = exactly(n * sizeof *ranks);
    bad = 777;
    const int got = tp_hand_ranks_by(path, sets, n, wild, ranks, &bad);
    EQUAL(tp_hand_path(path) ? code : TP_E_PATH, got);
    EQUAL(got == code ? first : 777, bad);
    for (size_t i = 0; got != TP_E_PATH && i < n && i < first; i++)
        EQUAL(expected[i], ranks[i]);
    bad = 777;
    EQUAL(code, tp_hand_ranks(sets, n, wild, ranks, &bad));
    EQUAL(first, bad);
    for (size_t i = 0; i < n && i < first; i++)
        EQUAL(expected[i], ranks[i]);
    free(ranks);
    free(sets);
}

static void batch_of_names(input *in)
{
    const size_t n = below(in, MANY);
    const int wild = byte(in) & 1;
    uint64_t *sets = draw_sets(in, n, wild);
    tp_hand *hands = exactly(n * sizeof *hands);
    int64_t expected[MANY];
    size_t first, bad = 777;

    const int code = alone(sets, n, wild, expected, &first);
    EQUAL(code, tp_hand_bests(sets, n, wild, hands, &bad));
    EQUAL(first, bad);
    for (size_t i = 0; i < n && i < first; i++)
        EQUAL(expected[i], hands[i].rank);
    free(hands);
    free(sets);
}

static void batch_of_suits(input *in)
{
    const size_t n = below(in, MANY);
    uint64_t *sets = draw_sets(in, n, 0);
    uint32_t *ranks = exactly(n * sizeof *ranks), one;
    int64_t expected[MANY];
    size_t first, bad = 777;

    const int code = alone(sets, n, 0, expected, &first);
    EQUAL(code, tp_hand_ranks_suits(sets, n, ranks, &bad));
    EQUAL(first, bad);
    for (size_t i = 0; i < n && i < first; i++) {
        EQUAL(TP_OK, tp_hand_rank_suits(sets[i], &one));
        EQUAL(one, ranks[i]);
        EQUAL(expected[i], ranks[i] >> 2);
    }
    free(ranks);
    free(sets);
}

/* The first hand that is no set of cards, and why. */
static int first_bad(const uint8_t *ids, size_t size, size_t n, int wild,
                     int64_t *ranks, size_t *bad)
{
    uint64_t set = 0;

    *bad = 0;
    if (size > TP_DECK || (!size && !wild && n))
        return TP_E_COUNT;
    for (size_t i = 0; i < n; i++) {
        const int code = tp_cards_mask(ids + i * size, size, &set);
        allowed(code, CODE(CARD) | CODE(DUPLICATE));
        if (code) {
            *bad = i;
            return code;
        }
        ranks[i] = rank_of(set, wild);
    }
    *bad = n;
    return TP_OK;
}

static void batch_of_ids(input *in)
{
    const size_t size = below(in, TP_DECK + 2), n = below(in, MANY);
    const int wild = byte(in) & 1;
    uint8_t *ids = exactly(n * size);
    uint32_t *ranks = exactly(n * sizeof *ranks);
    int64_t expected[MANY];
    size_t first, bad = 777;
    uint8_t deck[TP_DECK + 1];

    const unsigned spoil = below(in, 3), at = byte(in), value = byte(in);
    deal_cards(in, TP_DECK, TP_DECK, deck);
    deck[TP_DECK] = deck[0];
    for (size_t i = 0; i < n * size; i++)
        ids[i] = deck[(i % size + i / size * 7) % (size > TP_DECK ? size : TP_DECK)];
    if (spoil && n && size)
        ids[at * 31 % (n * size)] = (uint8_t)value;
    for (int turned = 0; turned < 2; turned++) {
        const int code = first_bad(ids, size, n, wild, expected, &first);
        EQUAL(code, tp_hand_ranks_ids(ids, size, n, wild, ranks, &bad));
        EQUAL(code ? first : bad, bad);
        for (size_t i = 0; size <= TP_DECK && i < n && i < first; i++)
            EQUAL(expected[i], ranks[i]);
        for (size_t hand = 0; hand < n; hand++) /* the same cards the other way round */
            for (size_t i = 0; i < size / 2; i++) {
                uint8_t *a = &ids[hand * size + i], *b = &ids[(hand + 1) * size - 1 - i];
                const uint8_t held = *a;
                *a = *b, *b = held;
            }
    }
    free(ranks);
    free(ids);
}

static void by_height(input *in)
{
    const unsigned kind = byte(in);
    const uint64_t set = word(in) & (kind & 1 ? ~0ull : DECK52);
    const size_t capacity = kind & 2 ? (size_t)__builtin_popcountll(set) : byte(in);
    uint8_t *ids = exactly(capacity);
    uint64_t again = 0;
    size_t count = 777;

    const int code = tp_cards_by_height(set, ids, capacity, &count);
    allowed(code, CODE(CARD) | CODE(COUNT));
    if (code) {
        EQUAL(777, count);
        HOLDS(is_untouched(ids, capacity));
    } else {
        EQUAL(__builtin_popcountll(set), count);
        EQUAL(TP_OK, tp_cards_mask(ids, count, &again));
        EQUAL(set, again);
        for (size_t i = 1; i < count; i++)
            HOLDS(ids[i - 1] % 13 * 4 + ids[i - 1] / 13 > ids[i] % 13 * 4 + ids[i] / 13);
        HOLDS(is_untouched(ids + count, capacity - count));
    }
    HOLDS(*tp_strerror(any_int(in)) != 0);
    free(ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const subjects[])(input *) = {one_set, batch, batch_of_names,
                                                batch_of_ids, by_height,
                                                batch_of_suits};
    input in = {data, data + size};

    subjects[below(&in, 6)](&in);
    return 0;
}
