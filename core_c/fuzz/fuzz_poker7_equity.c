/* fuzz_poker7_equity.c: Poker7 chances, strengths and ranges on spots of any cards, with
 * budgets of a few samples.
 *
 * The same question has the same answer, whatever the arena held before and however the
 * known cards are ordered; sums agree; a full count of all completions is what they are.
 */
#include "fuzz.h"

static _Alignas(16) uint8_t arena[TP_P7_ARENA];

#define ALL_SPOTS                                                                \
    (CODE(COUNT) | CODE(CARD) | CODE(DUPLICATE) | CODE(LIMIT) | CODE(WEIGHT))

/* Weights of all holdings; few of them above 0 where the input says so. */
static uint16_t *any_range(input *in)
{
    uint16_t *range = exactly(TP_P7_PAIRS * sizeof *range);
    const unsigned kind = byte(in);
    uint64_t seed = byte(in);

    for (int i = 0; i < TP_P7_PAIRS; i++) {
        const uint64_t x = mixed(&seed);
        range[i] = kind & 1 && x >> 16 & 63 ? 0 : kind & 2 ? 65535 : (uint16_t)x;
    }
    if (kind & 4)
        range[(byte(in) << 8 | byte(in)) % TP_P7_PAIRS] = (uint16_t)word(in);
    return range;
}

static tp_poker7_spot any_spot(input *in, uint16_t *ranges[2])
{
    static const uint8_t streets[] = {0, 3, 5};
    const unsigned kind = byte(in);
    tp_poker7_spot spot = {.on_board = streets[kind % 3],
                           .opponents = (uint8_t)(1 + below(in, kind & 64 ? 9 : 2))};
    uint8_t deck[TP_P7_DECK];
    unsigned at = 0;

    const unsigned shown = byte(in), dead = below(in, 64);
    deal_cards(in, TP_P7_DECK, TP_P7_DECK, deck);
    for (int i = 0; i < 2; i++)
        spot.own[i] = deck[at++];
    for (int i = 0; i < 5; i++)
        spot.board[i] = deck[at++];
    for (int i = 0; i < 9; i++)
        spot.shown[i] = shown >> (i & 7) & 1 ? deck[at++] : TP_NONE;
    for (unsigned i = 0; i < dead && at < TP_P7_DECK; i++)
        spot.dead |= 1ull << deck[at++];
    for (int i = 0; i < 2; i++) {
        ranges[i] = kind >> (4 + i) & 1 ? any_range(in) : NULL;
        spot.range[i] = ranges[i];
    }
    return spot;
}

static void check_odds(const tp_poker7_spot *spot, const tp_poker7_budget *budget,
                       const tp_poker7_odds *odds)
{
    uint64_t sum = 0;

    HOLDS(odds->wins <= odds->total && odds->total > 0);
    for (int class = 0; class < TP_P7_CLASSES; class++)
        sum += odds->classes[class];
    EQUAL(odds->total, sum);
    EQUAL(0, odds->classes[0]);
    if (!odds->exact && !spot->range[0] && !spot->range[1])
        EQUAL(budget->samples, odds->total);
    HOLDS(odds->exact || odds->total <= budget->samples);
    HOLDS(!odds->exact || (spot->opponents <= 2 && spot->on_board >= 3));
}

static void turn(uint8_t *cards, unsigned n, unsigned by)
{
    uint8_t held[5];

    memcpy(held, cards, n);
    for (unsigned i = 0; i < n; i++)
        cards[(i + by) % n] = held[i];
}

static void equity(input *in)
{
    const unsigned kind = byte(in);
    const tp_poker7_budget budget = {.seed = byte(in), .samples = below(in, 64),
                                     .exact = byte(in) * 8u};
    uint16_t *ranges[2];
    tp_poker7_spot spot = any_spot(in, ranges);
    tp_poker7_odds odds, again;

    if (kind & 1) { /* all but the pointers */
        const size_t before = offsetof(tp_poker7_spot, range);
        corrupt(in, &spot, before);
    }
    memset(&odds, PATTERN, sizeof odds);
    const int code = tp_poker7_equity(&spot, &budget, arena, sizeof arena, &odds);
    allowed(code, ALL_SPOTS);
    if (code)
        HOLDS(is_untouched(&odds, sizeof odds));
    else {
        check_odds(&spot, &budget, &odds);
        turn(spot.own, 2, 1);
        turn(spot.board, spot.on_board ? spot.on_board : 1, kind >> 1);
        EQUAL(TP_OK, tp_poker7_equity(&spot, &budget, arena, sizeof arena, &again));
        EQUAL(odds.total, again.total);
        EQUAL(odds.wins, again.wins);
        EQUAL(0, memcmp(odds.classes, again.classes, sizeof odds.classes));
    }
    free(ranges[0]);
    free(ranges[1]);
}

static uint64_t rank_of(const uint8_t board[5], unsigned card, unsigned other)
{
    const uint8_t seven[] = {board[0], board[1], board[2], board[3], board[4],
                             (uint8_t)card, (uint8_t)other};
    uint64_t rank = 0;

    EQUAL(TP_OK, tp_poker7_ranks(seven, 1, &rank));
    return rank;
}

/* One opponent and a whole board: counted, the odds are those of all holdings; sampled
 * from a range of one holding, those of that one. */
static void known_odds(input *in)
{
    tp_poker7_spot spot = {.on_board = 5, .opponents = 1, .shown = {TP_NONE}};
    const tp_poker7_budget sampled = {.seed = byte(in), .samples = 3};
    const tp_poker7_budget counted = {.samples = 3, .exact = 46 * 45 / 2};
    uint16_t *range = exactly(TP_P7_PAIRS * sizeof *range);
    uint8_t deck[TP_P7_DECK];
    tp_poker7_odds odds;
    uint64_t wins = 0;

    memset(range, 0, TP_P7_PAIRS * sizeof *range);
    deal_cards(in, TP_P7_DECK, TP_P7_DECK, deck);
    memcpy(spot.board, deck, 5);
    memcpy(spot.own, deck + 5, 2);
    const uint64_t mine = rank_of(spot.board, deck[5], deck[6]);
    for (int a = 8; a < TP_P7_DECK - 1; a++)
        for (int b = a + 1; b < TP_P7_DECK; b++)
            wins += mine > rank_of(spot.board, deck[a], deck[b]);
    spot.dead = 1ull << deck[7];
    EQUAL(TP_OK, tp_poker7_equity(&spot, &counted, arena, sizeof arena, &odds));
    EQUAL(1, odds.exact);
    EQUAL(46 * 45 / 2, odds.total);
    EQUAL(wins, odds.wins);
    range[tp_poker7_pair(deck[8], deck[9])] = 1;
    spot.range[0] = range;
    EQUAL(TP_OK, tp_poker7_equity(&spot, &sampled, arena, sizeof arena, &odds));
    EQUAL(3, odds.total);
    EQUAL(mine > rank_of(spot.board, deck[8], deck[9]) ? 3 : 0, odds.wins);
    free(range);
}

/* Holdings that the side cannot have are worth nothing, and none more than all. */
static void check_strengths(const tp_poker7_sides *sides, const uint16_t *out)
{
    uint64_t known = sides->dead;

    for (int i = 0; i < sides->on_board; i++)
        known |= 1ull << sides->board[i];
    known |= sides->against == TP_NONE ? 0 : 1ull << sides->against;
    for (int high = 1; high < TP_P7_DECK; high++)
        for (int low = 0; low < high; low++) {
            const int place = tp_poker7_pair(low, high);
            const int shown = sides->shown;
            HOLDS(place >= 0 && place < TP_P7_PAIRS);
            if (((1ull << low | 1ull << high) & known) ||
                (shown != TP_NONE && low != shown && high != shown))
                EQUAL(0, out[place]);
        }
}

static void strengths(input *in)
{
    const unsigned kind = byte(in);
    const tp_poker7_budget budget = {.seed = byte(in), .samples = below(in, 3)};
    uint16_t *ranges[2], *out = exactly((TP_P7_PAIRS + 1) * sizeof *out);
    const tp_poker7_spot spot = any_spot(in, ranges);
    tp_poker7_sides sides = {.on_board = spot.on_board, .shown = spot.shown[0],
                             .against = spot.shown[1], .dead = spot.dead};
    uint16_t again[TP_P7_PAIRS];

    memcpy(sides.board, spot.board, 5);
    if (kind & 1)
        corrupt(in, &sides, sizeof sides);
    const int code = tp_poker7_strengths(&sides, &budget, arena, sizeof arena, out);
    allowed(code, ALL_SPOTS & ~CODE(WEIGHT));
    if (code)
        HOLDS(is_untouched(out, TP_P7_PAIRS * sizeof *out));
    else {
        check_strengths(&sides, out);
        turn(sides.board, sides.on_board ? sides.on_board : 1, kind >> 1);
        EQUAL(TP_OK, tp_poker7_strengths(&sides, &budget, arena, sizeof arena, again));
        EQUAL(0, memcmp(out, again, sizeof again));
    }
    HOLDS(is_untouched(out + TP_P7_PAIRS, sizeof *out));
    free(ranges[0]);
    free(ranges[1]);
    free(out);
}

static void narrow(input *in)
{
    uint16_t *strong = any_range(in), *range = any_range(in);
    uint16_t likely[TP_P7_LEVELS], before[TP_P7_PAIRS];
    uint64_t seed = word(in), any = 0;

    for (int i = 0; i < TP_P7_LEVELS; i++) {
        likely[i] = (uint16_t)mixed(&seed);
        likely[i] = seed & 1 << i % 7 ? likely[i] : 0;
    }
    memcpy(before, range, sizeof before);
    EQUAL(TP_OK, tp_poker7_narrow(strong, likely, range));
    uint16_t most = 0;
    for (int i = 0; i < TP_P7_PAIRS; i++) {
        EQUAL(before[i] == 0, range[i] == 0);
        any += (uint64_t)before[i] * likely[strong[i] / 1024];
        most = range[i] > most ? range[i] : most;
    }
    HOLDS(!any || most == 65535);
    free(strong);
    free(range);
}

static void pair(input *in)
{
    const int card = any_int(in), other = any_int(in);

    const int place = tp_poker7_pair(card, other);
    EQUAL(place, tp_poker7_pair(other, card));
    if (card < 0 || card >= TP_P7_DECK || other < 0 || other >= TP_P7_DECK)
        EQUAL(TP_E_CARD, place);
    else if (card == other)
        EQUAL(TP_E_DUPLICATE, place);
    else
        HOLDS(place >= 0 && place < TP_P7_PAIRS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const subjects[])(input *) = {equity, equity, equity, strengths,
                                                narrow, pair, known_odds};
    input in = {data, data + size};

    subjects[below(&in, 7)](&in);
    return 0;
}
