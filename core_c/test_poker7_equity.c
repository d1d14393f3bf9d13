/* test_poker7_equity.c: tests of Poker7 chances, strengths and ranges,
 * under ASan and UBSan. */
#include <stdio.h>
#include <string.h>

#include "tapete.h"
#include "test_check.h"

static uint64_t memory[TP_P7_ARENA / 8];

/* J6 and J7 with the jokers 1 to 5: nothing beats a straight of seven. */
static tp_poker7_spot sure_spot(void)
{
    return (tp_poker7_spot){.own = {35, 41}, .board = {5, 11, 17, 23, 29},
                            .on_board = 5, .opponents = 2,
                            .shown = {TP_NONE, 0}};
}

static int odds_of(const tp_poker7_spot *spot, uint32_t samples, uint32_t exact,
                   tp_poker7_odds *odds)
{
    const tp_poker7_budget budget = {.seed = 1, .samples = samples, .exact = exact};

    return tp_poker7_equity(spot, &budget, memory, sizeof memory, odds);
}

static void holdings_have_a_place_each(void)
{
    int place = 0;

    for (int high = 1; high < TP_P7_DECK; high++)
        for (int low = 0; low < high; low++, place++) {
            EQUAL(place, tp_poker7_pair(low, high));
            EQUAL(place, tp_poker7_pair(high, low));
        }
    EQUAL(TP_P7_PAIRS, place);
    EQUAL(TP_E_DUPLICATE, tp_poker7_pair(3, 3));
    EQUAL(TP_E_CARD, tp_poker7_pair(54, 3));
    EQUAL(TP_E_CARD, tp_poker7_pair(3, 54));
    EQUAL(TP_E_CARD, tp_poker7_pair(-1, 3));
    EQUAL(TP_E_CARD, tp_poker7_pair(3, -2147483647 - 1));
}

static void equity_refuses_bad_spots(void)
{
    tp_poker7_spot spot = sure_spot();
    tp_poker7_odds odds = {.total = 7};

    spot.opponents = 0;
    EQUAL(TP_E_COUNT, odds_of(&spot, 9, 0, &odds));
    spot.opponents = TP_P7_OPPONENTS + 1;
    EQUAL(TP_E_COUNT, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot();
    for (int cards = 0; cards <= 6; cards++) {
        spot.on_board = (uint8_t)cards;
        const int error = cards == 0 || cards == 3 || cards == 5 ? TP_OK : TP_E_COUNT;
        tp_poker7_odds other;
        EQUAL(error, odds_of(&spot, 9, 0, &other));
    }
    spot = sure_spot(), spot.own[1] = 54;
    EQUAL(TP_E_CARD, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.board[4] = 255;
    EQUAL(TP_E_CARD, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.shown[1] = 54;
    EQUAL(TP_E_CARD, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.dead = 1ull << 54;
    EQUAL(TP_E_CARD, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.own[1] = 35;
    EQUAL(TP_E_DUPLICATE, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.board[0] = 41;
    EQUAL(TP_E_DUPLICATE, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.shown[1] = 5;
    EQUAL(TP_E_DUPLICATE, odds_of(&spot, 9, 0, &odds));
    spot = sure_spot(), spot.dead = 1;
    EQUAL(TP_E_DUPLICATE, odds_of(&spot, 9, 0, &odds));
    /* 54 cards less 8 known and less the dead ones must hold 3 more. */
    spot = sure_spot(), spot.dead = ((1ull << 44) - 1) << 1;
    spot.dead &= ~(1ull << 5 | 1ull << 11 | 1ull << 17 | 1ull << 23 | 1ull << 29 |
                   1ull << 35 | 1ull << 41);
    EQUAL(TP_OK, odds_of(&spot, 9, 0, &odds));
    spot.dead |= 0x3full << 46;
    EQUAL(TP_OK, odds_of(&spot, 9, 9, &odds));
    spot.dead |= 1ull << 45;
    odds.total = 7;
    EQUAL(TP_E_COUNT, odds_of(&spot, 9, 0, &odds));
    EQUAL(7, odds.total); /* untouched by all the refusals */
}

static void equity_refuses_bad_arguments(void)
{
    const tp_poker7_spot spot = sure_spot();
    tp_poker7_budget budget = {.samples = 9};
    tp_poker7_odds odds = {.total = 7};
    const size_t size = sizeof memory;

    EQUAL(TP_E_NULL, tp_poker7_equity(NULL, &budget, memory, size, &odds));
    EQUAL(TP_E_NULL, tp_poker7_equity(&spot, NULL, memory, size, &odds));
    EQUAL(TP_E_NULL, tp_poker7_equity(&spot, &budget, NULL, size, &odds));
    EQUAL(TP_E_NULL, tp_poker7_equity(&spot, &budget, memory, size, NULL));
    EQUAL(TP_E_ARENA, tp_poker7_equity(&spot, &budget, memory, size - 1, &odds));
    EQUAL(TP_E_ARENA,
          tp_poker7_equity(&spot, &budget, (char *)memory + 1, size, &odds));
    budget.samples = 0;
    EQUAL(TP_E_LIMIT, tp_poker7_equity(&spot, &budget, memory, size, &odds));
    budget.samples = TP_P7_SAMPLES + 1;
    EQUAL(TP_E_LIMIT, tp_poker7_equity(&spot, &budget, memory, size, &odds));
    EQUAL(7, odds.total);
}

static void ranges_that_no_deal_agrees_with_are_refused(void)
{
    static uint16_t nothing[TP_P7_PAIRS], one[TP_P7_PAIRS];
    tp_poker7_spot spot = sure_spot();
    tp_poker7_odds odds = {.total = 7};

    spot.range[0] = nothing;
    EQUAL(TP_E_WEIGHT, odds_of(&spot, 9, 0, &odds));
    EQUAL(TP_E_WEIGHT, odds_of(&spot, 9, 10000000, &odds));
    /* Both opponents hold 1, and the one of them shows 0 besides. */
    one[tp_poker7_pair(0, 1)] = one[tp_poker7_pair(1, 2)] = 65535;
    spot.range[0] = spot.range[1] = one;
    EQUAL(TP_E_WEIGHT, odds_of(&spot, 9, 0, &odds));
    EQUAL(TP_E_WEIGHT, odds_of(&spot, 9, 10000000, &odds));
    EQUAL(7, odds.total);
    spot.opponents = 1;
    EQUAL(TP_OK, odds_of(&spot, 9, 10000000, &odds));
    EQUAL(2 * 65535, odds.total);
}

static void equity_counts_all_or_samples(void)
{
    tp_poker7_spot spot = sure_spot();
    tp_poker7_odds odds;

    EQUAL(TP_OK, odds_of(&spot, 500, 44 * 45 * 23, &odds));
    EQUAL(1, odds.exact);
    EQUAL(46 * 45 / 2 * 44, odds.total);
    EQUAL(odds.total, odds.classes[14]);
    EQUAL(odds.total, odds.wins);
    EQUAL(TP_OK, odds_of(&spot, 500, 46 * 45 / 2 * 44 - 1, &odds));
    EQUAL(0, odds.exact);
    EQUAL(500, odds.total);
    spot.opponents = 9;
    for (int i = 0; i < 9; i++)
        spot.shown[i] = TP_NONE;
    for (int cards = 0; cards <= 5; cards += cards ? 2 : 3) {
        spot.on_board = (uint8_t)cards;
        EQUAL(TP_OK, odds_of(&spot, 1000, 1u << 31, &odds));
        EQUAL(0, odds.exact);
        EQUAL(1000, odds.total);
        uint64_t all = 0;
        for (int class = 0; class < TP_P7_CLASSES; class++)
            all += odds.classes[class];
        EQUAL(1000, all);
    }
}

static void strengths_refuse_bad_arguments(void)
{
    static uint16_t out[TP_P7_PAIRS] = {7};
    const tp_poker7_sides good = {.board = {5, 11, 17, 23, 29}, .on_board = 5,
                                  .shown = TP_NONE, .against = TP_NONE};
    tp_poker7_sides sides = good;
    tp_poker7_budget budget = {.samples = 1};
    const size_t size = sizeof memory;

    EQUAL(TP_E_NULL, tp_poker7_strengths(NULL, &budget, memory, size, out));
    EQUAL(TP_E_NULL, tp_poker7_strengths(&sides, NULL, memory, size, out));
    EQUAL(TP_E_NULL, tp_poker7_strengths(&sides, &budget, NULL, size, out));
    EQUAL(TP_E_NULL, tp_poker7_strengths(&sides, &budget, memory, size, NULL));
    EQUAL(TP_E_ARENA, tp_poker7_strengths(&sides, &budget, memory, size - 1, out));
    sides.on_board = 4;
    EQUAL(TP_E_COUNT, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.board[2] = 54;
    EQUAL(TP_E_CARD, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.shown = 54;
    EQUAL(TP_E_CARD, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.dead = 1ull << 63;
    EQUAL(TP_E_CARD, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.board[0] = 11;
    EQUAL(TP_E_DUPLICATE, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.shown = sides.against = 2;
    EQUAL(TP_E_DUPLICATE, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.dead = 1ull << 29;
    EQUAL(TP_E_DUPLICATE, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, sides.dead = (1ull << 54) - 8;
    sides.dead &= ~(1ull << 5 | 1ull << 11 | 1ull << 17 | 1ull << 23 | 1ull << 29);
    EQUAL(TP_E_COUNT, tp_poker7_strengths(&sides, &budget, memory, size, out));
    sides = good, budget.samples = 0;
    EQUAL(TP_E_LIMIT, tp_poker7_strengths(&sides, &budget, memory, size, out));
    EQUAL(7, out[0]);
}

static void strengths_agree_with_equity(void)
{
    static uint16_t out[TP_P7_PAIRS];
    tp_poker7_sides sides = {.board = {1, 9, 20, 28, 50}, .on_board = 5};
    const tp_poker7_budget budget = {.samples = 1};
    const uint8_t shown[3][2] = {{TP_NONE, TP_NONE}, {7, TP_NONE}, {7, 33}};

    for (int i = 0; i < 3; i++) {
        sides.shown = shown[i][0], sides.against = shown[i][1];
        EQUAL(TP_OK, tp_poker7_strengths(&sides, &budget, memory, sizeof memory, out));
        for (uint8_t other = 0; other < TP_P7_DECK; other++) {
            tp_poker7_spot spot = {.own = {7, other}, .board = {1, 9, 20, 28, 50},
                                   .on_board = 5, .opponents = 1,
                                   .shown = {shown[i][1]}};
            tp_poker7_odds odds;
            if (other == 7 || odds_of(&spot, 1, 10000, &odds)) {
                EQUAL(0, other == 7 ? 0 : out[tp_poker7_pair(7, other)]);
                continue;
            }
            EQUAL(odds.wins * 65535 / odds.total, out[tp_poker7_pair(7, other)]);
        }
    }
}

static void ranges_are_narrowed_level_by_level(void)
{
    static uint16_t strengths[TP_P7_PAIRS], range[TP_P7_PAIRS];
    uint16_t likely[TP_P7_LEVELS] = {[0] = 100, [1] = 50, [63] = 0};

    EQUAL(TP_E_NULL, tp_poker7_narrow(NULL, likely, range));
    EQUAL(TP_E_NULL, tp_poker7_narrow(strengths, NULL, range));
    EQUAL(TP_E_NULL, tp_poker7_narrow(strengths, likely, NULL));
    strengths[1] = 1024, strengths[2] = 65535;
    range[0] = 10, range[1] = 10, range[2] = 65535;
    EQUAL(TP_OK, tp_poker7_narrow(strengths, likely, range));
    EQUAL(65535, range[0]);
    EQUAL(32767, range[1]);
    EQUAL(1, range[2]); /* unlikely, but not impossible */
    EQUAL(0, range[3]);
}

int main(void)
{
    holdings_have_a_place_each();
    equity_refuses_bad_spots();
    equity_refuses_bad_arguments();
    ranges_that_no_deal_agrees_with_are_refused();
    equity_counts_all_or_samples();
    strengths_refuse_bad_arguments();
    strengths_agree_with_equity();
    ranges_are_narrowed_level_by_level();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
