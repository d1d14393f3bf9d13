/* test_lamarckian.c: tests of captures and rounds of Lamarckian Poker,
 * under ASan and UBSan. */
#include <stdio.h>

#include "tapete.h"
#include "test_cards.h"
#include "test_check.h"

static void captures_are_of_suit_or_rank(void)
{
    uint64_t captured = 7;

    EQUAL(TP_E_NULL, tp_lamarckian_captures(0, 2, NULL));
    EQUAL(TP_E_CARD, tp_lamarckian_captures(-1, 2, &captured));
    EQUAL(TP_E_CARD, tp_lamarckian_captures(52, 2, &captured));
    EQUAL(TP_E_CARD, tp_lamarckian_captures(0, 1ull << 52, &captured));
    EQUAL(TP_E_DUPLICATE, tp_lamarckian_captures(1, 2, &captured));
    EQUAL(7, captured);
    EQUAL(TP_OK, tp_lamarckian_captures(49, cards("Qh 2s Kd 9c"), &captured));
    EQUAL(cards("Qh 2s"), captured); /* 49 is Qs */
}

/* A round from texts: a hand per seat with its mark first, "" if extinct. */
static tp_lamarckian_round a_round(const char *pool, int seats,
                                   const char *const *hands)
{
    tp_lamarckian_round round = {.seats = (uint8_t)seats, .pool = cards(pool)};

    for (int seat = 0; seat < seats; seat++) {
        const char mark[3] = {hands[seat][0], hands[seat][0] ? hands[seat][1] : 0, 0};
        round.hand[seat] = cards(hands[seat]);
        round.mark[seat] = TP_NONE;
        if (*mark)
            round.mark[seat] = (uint8_t)__builtin_ctzll(cards(mark));
    }
    return round;
}

/* What a round must come to: seats and captures in order, hands by seat. */
typedef struct {
    const char *pool, *hands[6];
    int seats, order[6];
    const char *captured[6], *after[6], *discard;
} example;

static void rounds_resolve_as_in_the_examples(void)
{
    static const example examples[] = {
        {"Ah Qc 9s 5h", {"As 2c", "Tc 2d", "9h 2h"}, 3, {0, 1, 2},
         {"Ah 9s", "Qc", "5h"}, {"2c Ah 9s", "2d Qc", "2h 5h"}, "As Tc 9h"}, /* L1 */
        {"Ah Qc 9s 5d", {"As 2c", "Tc 2d", "9h 2h"}, 3, {0, 1, 2},
         {"Ah 9s", "Qc", ""}, {"2c Ah 9s", "2d Qc", "2h"}, "5d As Tc 9h"}, /* L2 */
        {"8c 8d 3h Ks", {"7c", "7d", "7h", "7s"}, 4, {3, 2, 1, 0},
         {"Ks", "3h 7s", "8d 7h", "8c 7d"},
         {"8c 7d", "8d 7h", "3h 7s", "Ks"}, "7c"}, /* L3 */
        {"2c 3c 4c 6d", {"Kh", "Qh"}, 2, {0, 1},
         {"", "Kh"}, {"", "Kh"}, "2c 3c 4c 6d Qh"}, /* L4 */
        {"2c 3c 4c 6c", {"Kh", "Qd"}, 2, {0, 1},
         {"", ""}, {"", ""}, "2c 3c 4c 6c Kh Qd"}, /* L5 */
        {"2d 3d 4d 6d", {"2h 9c", "As"}, 2, {1, 0},
         {"", "2d"}, {"9c 2d", ""}, "3d 4d 6d As 2h"}, /* L6 */
        {"2d 3d 4d 6d", {"", "5d 5c", ""}, 3, {1},
         {"2d 3d 4d 6d"}, {"", "5c 2d 3d 4d 6d", ""}, "5d"},
    };

    for (size_t e = 0; e < sizeof examples / sizeof examples[0]; e++) {
        const example *want = &examples[e];
        const tp_lamarckian_round round =
            a_round(want->pool, want->seats, want->hands);
        tp_lamarckian_result got;
        EQUAL(TP_OK, tp_lamarckian_resolve(&round, &got));
        EQUAL(cards(want->discard), got.discard);
        for (int i = 0; i < got.count; i++) {
            EQUAL(want->order[i], got.order[i]);
            EQUAL(cards(want->captured[i]), got.captured[i]);
        }
        for (int i = got.count; i < 6; i++)
            EQUAL(TP_NONE, got.order[i]);
        for (int seat = 0; seat < want->seats; seat++)
            EQUAL(cards(want->after[seat]), got.hand[seat]);
    }
}

static void rounds_refuse_bad_arguments(void)
{
    static const char *const hands[] = {"As 2c", "Tc 2d", ""};
    const tp_lamarckian_round good = a_round("Ah Qc 9s 5h", 3, hands);
    tp_lamarckian_result out = {.count = 7};
    tp_lamarckian_round bad;

#define REFUSED(code, change)                                                    \
    do {                                                                         \
        bad = good;                                                              \
        change;                                                                  \
        EQUAL(code, tp_lamarckian_resolve(&bad, &out));                          \
    } while (0)

    EQUAL(TP_E_NULL, tp_lamarckian_resolve(NULL, &out));
    EQUAL(TP_E_NULL, tp_lamarckian_resolve(&good, NULL));
    REFUSED(TP_E_COUNT, bad.seats = 1);
    REFUSED(TP_E_COUNT, bad.seats = 7);
    REFUSED(TP_E_COUNT, bad.seats = 255);
    REFUSED(TP_E_COUNT, bad.pool = cards("Ah Qc 9s"));
    REFUSED(TP_E_COUNT, bad.pool |= cards("5d"));
    REFUSED(TP_E_COUNT, bad.pool = 0);
    REFUSED(TP_E_COUNT, bad.hand[0] = bad.hand[1] = 0);
    REFUSED(TP_E_CARD, bad.pool |= 1ull << 63);
    REFUSED(TP_E_CARD, bad.hand[1] |= 1ull << 52);
    REFUSED(TP_E_CARD, bad.mark[0] = 52);
    REFUSED(TP_E_CARD, bad.mark[1] = 254);
    REFUSED(TP_E_DUPLICATE, bad.hand[0] |= cards("9s"));
    REFUSED(TP_E_DUPLICATE, bad.hand[1] |= cards("2c"));
    REFUSED(TP_E_MARK, bad.mark[0] = bad.mark[1]);
    REFUSED(TP_E_MARK, bad.mark[1] = TP_NONE);
    REFUSED(TP_E_EXTINCT, bad.mark[2] = 0);
    EQUAL(7, out.count); /* untouched by all the refusals */
    REFUSED(TP_OK, (bad.hand[3] = ~0ull, bad.mark[3] = 99));
#undef REFUSED
}

/* Random rounds: every card is somewhere once, whatever the sanitizers say. */
static void rounds_keep_every_card(void)
{
    uint64_t x = 2463534242ull;

    for (int i = 0; i < 20000; i++) {
        tp_lamarckian_round round = {.seats = (uint8_t)(2 + i % 5)};
        tp_lamarckian_result got;
        uint64_t all = 0, after = 0;
        for (int left = 4 + i % 40; left > 0;) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            const uint64_t card = 1ull << (x >> 20) % TP_DECK;
            if (all & card)
                continue;
            all |= card;
            const int seat = (int)((x >> 40) % round.seats);
            *(left <= 4 ? &round.pool : &round.hand[seat]) |= card;
            left--;
        }
        for (int s = 0; s < round.seats; s++)
            round.mark[s] = round.hand[s] ? (uint8_t)__builtin_ctzll(round.hand[s])
                                          : TP_NONE;
        const int nobody = all == round.pool;
        EQUAL(nobody ? TP_E_COUNT : TP_OK, tp_lamarckian_resolve(&round, &got));
        if (nobody)
            continue;
        after = got.discard;
        for (int s = 0; s < round.seats; s++) {
            EQUAL(0, after & got.hand[s]);
            after |= got.hand[s];
        }
        EQUAL(all, after);
    }
}

int main(void)
{
    captures_are_of_suit_or_rank();
    rounds_resolve_as_in_the_examples();
    rounds_refuse_bad_arguments();
    rounds_keep_every_card();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
