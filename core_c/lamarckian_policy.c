/* lamarckian_policy.c: the quick player that the Lamarckian search takes for everybody:
 * what hands and marks promise, and marks drawn by it.
 */
#include "lamarckian_search.h"

#define GROWTH 2      /* worth of a card more in the first round, in categories */
#define EXTINCT (-5)  /* worth of an empty hand, in categories */
#define SMALL 8       /* bits given up so that 52 chances add up in 32 */
#define ALIKE (1u << 20) /* a chance like any other */

/* What so many cards are worth with so many rounds left. */
static int64_t growth(const search *s, int left, int cards)
{
    return (int64_t)GROWTH * CATEGORY * left * cards / (MATCH - s->view->seats);
}

/* Poker rank, and the number of cards the more, the more rounds are left. */
int64_t worth_of(search *s, uint64_t hand, int left)
{
    s->nodes++;
    if (!hand)
        return (int64_t)EXTINCT * CATEGORY;
    return rank_of(hand, 0) + growth(s, left, size_of(hand));
}

/* Weighs every card of a hand as a mark, when so many rounds are left after this one.
 * A mark takes what it matches, or nothing if a higher mark was there before it. */
void weigh(search *s, uint64_t hand, uint64_t pool, int rivals, int left, weighed *out)
{
    out->count = 0;
    for (uint64_t rest = hand; rest; rest &= rest - 1) {
        const int card = __builtin_ctzll(rest), at = out->count++;
        const uint64_t kept = hand & ~bit(card), taken = pool & like(card);
        const int64_t least = worth_of(s, kept, left);
        out->card[at] = (uint8_t)card;
        out->worth[at] = least;
        if (taken) {
            const int64_t more = worth_of(s, kept | taken, left) - least;
            out->worth[at] += more * s->undisturbed[card][rivals] >> 31;
        }
    }
}

/* All cards of the suit or rank of one of a set. */
static uint64_t like_any(uint64_t cards)
{
    uint64_t all = 0;

    for (; cards; cards &= cards - 1)
        all |= like(__builtin_ctzll(cards));
    return all;
}

/* The mark that promises most, found with half of the work: what is left when a higher
 * mark was there before is taken to be worth the same for all marks, and marks that
 * take nothing are looked at in the last round only, or if there are no others. */
int quick_mark(search *s, uint64_t hand, uint64_t pool, int rivals, int left)
{
    const uint64_t taking = hand & like_any(pool);
    const uint64_t only = taking && left ? taking : hand;
    weighed marks;
    int best = 0;

    if (!(only & (only - 1)))
        return __builtin_ctzll(only);
    if (!taking || !left) {
        weigh(s, hand, pool, rivals, left, &marks);
    } else {
        const int64_t least = worth_of(s, hand, left) - growth(s, left, 1);
        marks.count = 0;
        for (uint64_t rest = taking; rest; rest &= rest - 1) {
            const int card = __builtin_ctzll(rest), at = marks.count++;
            const uint64_t after = (hand & ~bit(card)) | (pool & like(card));
            const int64_t more = worth_of(s, after, left) - least;
            marks.card[at] = (uint8_t)card;
            marks.worth[at] = more * s->undisturbed[card][rivals];
        }
    }
    for (int i = 1; i < marks.count; i++)
        if (marks.worth[i] > marks.worth[best])
            best = i;
    return marks.card[best];
}

/* How likely each mark is, in proportion to the sum, which is returned: e to the power
 * of its worth divided by the noise, or the best alone. */
uint64_t chances(const search *s, const weighed *marks, int noise, uint64_t *each)
{
    int64_t best = marks->worth[0];
    uint64_t all = 0;

    for (int i = 1; i < marks->count; i++)
        best = marks->worth[i] > best ? marks->worth[i] : best;
    for (int i = 0; i < marks->count; i++) {
        const int64_t behind = best - marks->worth[i];
        if (noise == TP_LAMARCKIAN_ANYHOW)
            each[i] = ALIKE;
        else if (noise)
            each[i] = decay(s, behind * 32 / noise / (CATEGORY / LOG)) >> SMALL;
        else
            each[i] = behind ? 0 : ALIKE;
        all += each[i];
    }
    return all;
}

/* A mark drawn by its chance. */
int drawn(search *s, const weighed *marks, int noise)
{
    uint64_t each[TP_DECK];
    const uint64_t all = chances(s, marks, noise, each);
    uint64_t at = (next_random(s) >> 32) * all >> 32;

    for (int i = 0; i < marks->count; i++) {
        if (at < each[i])
            return marks->card[i];
        at -= each[i];
    }
    return marks->card[marks->count - 1];
}
