/* poker7_equity.c: the chances of a Poker7 hand whose cards are not all known.
 *
 * Hidden cards are uniform over the deals that agree with what is known, or, of an
 * opponent with a range, as likely as the weights of its holdings say. A deal is
 * worth the product of the weights of all opponents. Seven cards are ranked by
 * poker7.c alone.
 */
#include <string.h>

#include "tapete.h"

#define BATCH 320 /* hands ranked at once */

/* The holdings that an opponent may have, and the sums of weights up to each. */
typedef struct {
    uint32_t count;
    uint32_t upto[TP_P7_PAIRS];
    uint8_t cards[TP_P7_PAIRS][2];
    uint64_t ranks[TP_P7_PAIRS]; /* with the board under way */
} holdings;

typedef struct {
    const tp_poker7_spot *spot;
    uint64_t known; /* cards that no completion deals */
    uint64_t seed;
    uint32_t left;
    uint8_t unseen[TP_P7_DECK];
    uint8_t cards[BATCH * TP_P7_HAND]; /* hands to be ranked */
    uint64_t ranks[BATCH];
    holdings hold[TP_P7_OPPONENTS];
} table;

/* Of tp_poker7_strengths. A key is rank << 11 | pair: ranks have 53 bits. */
typedef struct {
    uint64_t keys[2 * TP_P7_PAIRS], spare[2 * TP_P7_PAIRS];
    uint32_t won[TP_P7_PAIRS], met[TP_P7_PAIRS];
    uint8_t pairs[TP_P7_PAIRS][2];
    uint8_t cards[BATCH * TP_P7_HAND];
    uint64_t ranks[BATCH];
} ladder;

_Static_assert(sizeof(table) <= TP_P7_ARENA, "TP_P7_ARENA holds a table");
_Static_assert(sizeof(ladder) <= TP_P7_ARENA, "TP_P7_ARENA holds a ladder");

static uint64_t bit(unsigned card)
{
    return 1ull << card;
}

static uint64_t bits(const uint8_t pair[2])
{
    return bit(pair[0]) | bit(pair[1]);
}

static uint64_t next(uint64_t *seed)
{
    uint64_t x = *seed += 0x9e3779b97f4a7c15ull;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

/* A number below n, which is far below 2^32. */
static uint32_t below(uint64_t *seed, uint32_t n)
{
    return (uint32_t)((next(seed) >> 32) * n >> 32);
}

int tp_poker7_pair(int card, int other)
{
    if (card < 0 || card >= TP_P7_DECK || other < 0 || other >= TP_P7_DECK)
        return TP_E_CARD;
    if (card == other)
        return TP_E_DUPLICATE;
    const int low = card < other ? card : other, high = card + other - low;
    return high * (high - 1) / 2 + low;
}

/* Adds a card to a set that must not have it yet. */
static int add(uint64_t *set, unsigned card)
{
    if (card >= TP_P7_DECK)
        return TP_E_CARD;
    if (*set & bit(card))
        return TP_E_DUPLICATE;
    *set |= bit(card);
    return TP_OK;
}

static int add_all(uint64_t *set, const uint8_t *cards, size_t n)
{
    int error = TP_OK;

    for (size_t i = 0; i < n && !error; i++)
        error = add(set, cards[i]);
    return error;
}

static int is_street(size_t cards)
{
    return cards == 0 || cards == 3 || cards == 5;
}

static void put(uint8_t *seven, const uint8_t board[5], const uint8_t pair[2])
{
    memcpy(seven, board, 5);
    memcpy(seven + 5, pair, 2);
}

/* -- one hand against opponents ---------------------------------------------- */

static int check_spot(const tp_poker7_spot *spot, uint64_t *known)
{
    *known = spot->dead;
    if (spot->opponents < 1 || spot->opponents > TP_P7_OPPONENTS ||
        !is_street(spot->on_board))
        return TP_E_COUNT;
    if (spot->dead >> TP_P7_DECK)
        return TP_E_CARD;
    int error = add_all(known, spot->own, 2);
    if (!error)
        error = add_all(known, spot->board, spot->on_board);
    for (unsigned i = 0; i < spot->opponents && !error; i++)
        if (spot->shown[i] != TP_NONE)
            error = add(known, spot->shown[i]);
    if (error)
        return error;
    unsigned need = 5u - spot->on_board;
    for (unsigned i = 0; i < spot->opponents; i++)
        need += spot->shown[i] == TP_NONE ? 2 : 1;
    const unsigned left = TP_P7_DECK - (unsigned)__builtin_popcountll(*known);
    return need > left ? TP_E_COUNT : TP_OK;
}

/* Lists what an opponent may hold; returns the sum of all weights. */
static uint32_t list_holdings(table *t, unsigned who)
{
    const uint8_t shown = t->spot->shown[who];
    const uint16_t *weights = t->spot->range[who];
    const uint64_t own = shown == TP_NONE ? 0 : bit(shown);
    holdings *h = &t->hold[who];
    uint32_t sum = 0;

    h->count = 0;
    for (uint8_t high = 1; high < TP_P7_DECK; high++)
        for (uint8_t low = 0; low < high; low++) {
            const uint64_t pair = bit(low) | bit(high);
            const uint32_t weight = weights ? weights[high * (high - 1) / 2 + low] : 1;
            if ((pair & own) != own || (pair & t->known & ~own) || !weight)
                continue;
            sum += weight;
            h->cards[h->count][0] = low;
            h->cards[h->count][1] = high;
            h->upto[h->count++] = sum;
        }
    return sum;
}

static uint64_t weight_of(const holdings *h, uint32_t at)
{
    return h->upto[at] - (at ? h->upto[at - 1] : 0);
}

/* How many completions there are, all weights set aside. */
static uint64_t completions(const table *t)
{
    const tp_poker7_spot *spot = t->spot;
    uint64_t n = t->left, all = spot->on_board == 5 ? 1 : n * (n - 1) / 2;

    n -= 5u - spot->on_board;
    for (unsigned i = 0; i < spot->opponents; i++) {
        all *= spot->shown[i] == TP_NONE ? n * (n - 1) / 2 : n;
        n -= spot->shown[i] == TP_NONE ? 2 : 1;
    }
    return all;
}

static int is_small(const table *t, uint32_t most)
{
    return t->spot->opponents <= 2 && t->spot->on_board >= 3 && completions(t) <= most;
}

/* Ranks all that an opponent may hold. Holdings that the board has taken from stay
 * out, with rank 0, which no hand has. */
static void rank_holdings(table *t, holdings *h, const uint8_t board[5])
{
    uint64_t taken = 0;
    uint32_t at[BATCH], used = 0;

    (void)add_all(&taken, board, 5);
    for (uint32_t i = 0; i < h->count; i++) {
        h->ranks[i] = 0;
        if (!(bits(h->cards[i]) & taken)) {
            put(t->cards + used * TP_P7_HAND, board, h->cards[i]);
            at[used++] = i;
        }
        if (used == BATCH || (used && i + 1 == h->count)) {
            (void)tp_poker7_ranks(t->cards, used, t->ranks);
            for (; used; used--)
                h->ranks[at[used - 1]] = t->ranks[used - 1];
        }
    }
}

/* Adds all that two opponents may hold together, or one. */
static void count_board(table *t, const uint8_t board[5], tp_poker7_odds *out)
{
    uint8_t own[TP_P7_HAND];
    uint64_t mine, total = 0, wins = 0;
    const int two = t->spot->opponents == 2;
    holdings *a = &t->hold[0], *b = &t->hold[1];

    put(own, board, t->spot->own);
    (void)tp_poker7_ranks(own, 1, &mine);
    for (unsigned i = 0; i < t->spot->opponents; i++)
        rank_holdings(t, &t->hold[i], board);
    for (uint32_t i = 0; i < a->count; i++) {
        if (!a->ranks[i])
            continue;
        uint64_t all = two ? 0 : 1, lower = all;
        for (uint32_t j = 0; two && j < b->count; j++) {
            if (!b->ranks[j] || (bits(a->cards[i]) & bits(b->cards[j])))
                continue;
            all += weight_of(b, j);
            lower += b->ranks[j] < mine ? weight_of(b, j) : 0;
        }
        total += all * weight_of(a, i);
        wins += a->ranks[i] < mine ? lower * weight_of(a, i) : 0;
    }
    out->total += total;
    out->wins += wins;
    out->classes[mine >> TP_P7_CLASS_SHIFT] += total;
}

static void enumerate(table *t, tp_poker7_odds *out)
{
    uint8_t board[5];

    memcpy(board, t->spot->board, 5);
    out->exact = 1;
    if (t->spot->on_board == 5) {
        count_board(t, board, out);
        return;
    }
    for (uint32_t i = 1; i < t->left; i++)
        for (uint32_t j = 0; j < i; j++) {
            board[3] = t->unseen[i], board[4] = t->unseen[j];
            count_board(t, board, out);
        }
}

static unsigned draw_card(table *t, uint64_t *used)
{
    unsigned card;

    do
        card = t->unseen[below(&t->seed, t->left)];
    while (*used & bit(card));
    *used |= bit(card);
    return card;
}

/* Draws from a range; 0 if the cards are somebody's already. */
static int draw_holding(table *t, unsigned who, uint64_t *used, uint8_t pair[2])
{
    const holdings *h = &t->hold[who];
    const uint8_t shown = t->spot->shown[who];
    const uint32_t sum = h->upto[h->count - 1], mark = below(&t->seed, sum);
    uint32_t from = 0, to = h->count - 1;

    while (from < to) {
        const uint32_t middle = (from + to) / 2;
        if (h->upto[middle] > mark)
            to = middle;
        else
            from = middle + 1;
    }
    memcpy(pair, h->cards[from], 2);
    const uint64_t hidden = bits(pair) & ~(shown == TP_NONE ? 0 : bit(shown));
    if (hidden & *used)
        return 0;
    *used |= hidden;
    return 1;
}

/* Deals all that is hidden: ranges first, since they may clash. */
static int deal(table *t, uint8_t board[5], uint8_t pairs[TP_P7_OPPONENTS][2])
{
    const tp_poker7_spot *spot = t->spot;
    uint64_t used = t->known;

    for (unsigned i = 0; i < spot->opponents; i++)
        if (spot->range[i] && !draw_holding(t, i, &used, pairs[i]))
            return 0;
    for (unsigned i = 0; i < spot->opponents; i++) {
        if (spot->range[i])
            continue;
        const uint8_t shown = spot->shown[i];
        pairs[i][0] = shown == TP_NONE ? (uint8_t)draw_card(t, &used) : shown;
        pairs[i][1] = (uint8_t)draw_card(t, &used);
    }
    for (unsigned i = spot->on_board; i < 5; i++)
        board[i] = (uint8_t)draw_card(t, &used);
    return 1;
}

/* Ranks the deals of a batch: of each the own hand first, then the others'. */
static void count_deals(table *t, uint32_t deals, tp_poker7_odds *out)
{
    const uint32_t hands = t->spot->opponents + 1u;

    (void)tp_poker7_ranks(t->cards, deals * hands, t->ranks);
    for (uint32_t i = 0; i < deals; i++) {
        const uint64_t *ranks = t->ranks + i * hands;
        int beats = 1;
        for (uint32_t j = 1; j < hands; j++)
            beats &= ranks[j] < ranks[0];
        out->total++;
        out->wins += (uint64_t)beats;
        out->classes[ranks[0] >> TP_P7_CLASS_SHIFT]++;
    }
}

static void sample(table *t, uint32_t samples, tp_poker7_odds *out)
{
    const uint32_t hands = t->spot->opponents + 1u, room = BATCH / hands;
    uint8_t board[5], pairs[TP_P7_OPPONENTS][2];
    uint64_t tries = (uint64_t)samples * TP_P7_TRIES;
    uint32_t drawn = 0, waiting = 0;

    memcpy(board, t->spot->board, 5);
    while (drawn < samples && tries--) {
        if (!deal(t, board, pairs))
            continue;
        uint8_t *at = t->cards + waiting * hands * TP_P7_HAND;
        put(at, board, t->spot->own);
        for (uint32_t i = 1; i < hands; i++)
            put(at + i * TP_P7_HAND, board, pairs[i - 1]);
        drawn++;
        if (++waiting == room) {
            count_deals(t, waiting, out);
            waiting = 0;
        }
    }
    count_deals(t, waiting, out);
}

static int check_memory(const tp_poker7_budget *budget, const void *arena, size_t size)
{
    if (!budget->samples || budget->samples > TP_P7_SAMPLES)
        return TP_E_LIMIT;
    if (size < TP_P7_ARENA || (uintptr_t)arena % _Alignof(uint64_t))
        return TP_E_ARENA;
    return TP_OK;
}

static uint32_t list_unseen(uint64_t known, uint8_t unseen[TP_P7_DECK])
{
    uint32_t count = 0;

    for (uint8_t card = 0; card < TP_P7_DECK; card++)
        if (!(known & bit(card)))
            unseen[count++] = card;
    return count;
}

int tp_poker7_equity(const tp_poker7_spot *spot, const tp_poker7_budget *budget,
                     void *arena, size_t size, tp_poker7_odds *out)
{
    uint64_t known;
    tp_poker7_odds odds = {.total = 0};

    if (!spot || !budget || !arena || !out)
        return TP_E_NULL;
    int error = check_spot(spot, &known);
    if (!error)
        error = check_memory(budget, arena, size);
    if (error)
        return error;

    table *t = arena;
    t->spot = spot, t->known = known, t->seed = budget->seed;
    t->left = list_unseen(known, t->unseen);
    const int small = is_small(t, budget->exact);
    for (unsigned i = 0; i < spot->opponents; i++)
        if ((small || spot->range[i]) && !list_holdings(t, i))
            return TP_E_WEIGHT;
    if (small)
        enumerate(t, &odds);
    else
        sample(t, budget->samples, &odds);
    if (!odds.total)
        return TP_E_WEIGHT;
    *out = odds;
    return TP_OK;
}

/* -- every holding against one opponent --------------------------------------- */

/* Sorts keys in ascending order; they end in one of the two arrays, returned. */
static uint64_t *sorted(uint64_t *keys, uint64_t *spare, uint32_t n)
{
    for (uint32_t width = 1; width < n; width *= 2) {
        for (uint32_t start = 0; start < n; start += 2 * width) {
            const uint32_t middle = start + width < n ? start + width : n;
            const uint32_t end = middle + width < n ? middle + width : n;
            uint32_t a = start, b = middle;
            for (uint32_t to = start; to < end; to++) {
                const int first = b == end || (a < middle && keys[a] < keys[b]);
                spare[to] = first ? keys[a++] : keys[b++];
            }
        }
        uint64_t *held = keys;
        keys = spare, spare = held;
    }
    return keys;
}

static int holds(const uint8_t pair[2], int card)
{
    return card == TP_NONE || pair[0] == card || pair[1] == card;
}

/* Keys of the holdings that either side may have on a board. */
static uint32_t list_keys(ladder *l, uint64_t free, const uint8_t board[5],
                          const tp_poker7_sides *sides)
{
    uint32_t count = 0, waiting = 0;
    uint16_t at[BATCH];

    for (uint16_t pair = 0; pair <= TP_P7_PAIRS; pair++) {
        if (waiting == BATCH || (waiting && pair == TP_P7_PAIRS)) {
            (void)tp_poker7_ranks(l->cards, waiting, l->ranks);
            for (uint32_t i = 0; i < waiting; i++)
                l->keys[count++] = l->ranks[i] << 11 | at[i];
            waiting = 0;
        }
        if (pair == TP_P7_PAIRS || (bits(l->pairs[pair]) & ~free) ||
            !(holds(l->pairs[pair], sides->shown) ||
              holds(l->pairs[pair], sides->against)))
            continue;
        put(l->cards + waiting * TP_P7_HAND, board, l->pairs[pair]);
        at[waiting++] = pair;
    }
    return count;
}

/* Whether one side may hold a pair: with its own shown card, without the other's. */
static int may_hold(const uint8_t pair[2], int own, int other)
{
    return holds(pair, own) && (other == TP_NONE || !holds(pair, other));
}

/* Goes through the holdings from the weakest up: those of the other side that lie
 * below and share no card are beaten. */
static void climb(ladder *l, const uint64_t *keys, uint32_t count,
                  const tp_poker7_sides *sides)
{
    uint32_t lower = 0, all = 0, lower_with[TP_P7_DECK] = {0}, with[TP_P7_DECK] = {0};

    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *pair = l->pairs[keys[i] & 2047];
        if (may_hold(pair, sides->against, sides->shown))
            all++, with[pair[0]]++, with[pair[1]]++;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t at = keys[i] & 2047;
        const uint8_t *pair = l->pairs[at];
        const int theirs = may_hold(pair, sides->against, sides->shown);
        if (may_hold(pair, sides->shown, sides->against)) {
            l->won[at] += lower - lower_with[pair[0]] - lower_with[pair[1]];
            l->met[at] += all - with[pair[0]] - with[pair[1]] + (theirs ? 1 : 0);
        }
        if (theirs)
            lower++, lower_with[pair[0]]++, lower_with[pair[1]]++;
    }
}

static void weigh_board(ladder *l, uint64_t known, const uint8_t board[5],
                        const tp_poker7_sides *sides)
{
    uint64_t taken = known;

    for (int i = 0; i < 5; i++)
        taken |= bit(board[i]);
    uint64_t free = ((1ull << TP_P7_DECK) - 1) & ~taken;
    free |= sides->shown == TP_NONE ? 0 : bit(sides->shown);
    free |= sides->against == TP_NONE ? 0 : bit(sides->against);
    const uint32_t count = list_keys(l, free, board, sides);
    climb(l, sorted(l->keys, l->spare, count), count, sides);
}

static int check_sides(const tp_poker7_sides *sides, uint64_t *known)
{
    *known = sides->dead;
    if (!is_street(sides->on_board))
        return TP_E_COUNT;
    if (sides->dead >> TP_P7_DECK)
        return TP_E_CARD;
    int error = add_all(known, sides->board, sides->on_board);
    if (!error && sides->shown != TP_NONE)
        error = add(known, sides->shown);
    if (!error && sides->against != TP_NONE)
        error = add(known, sides->against);
    if (error)
        return error;
    const int need = 5 - sides->on_board + (sides->shown == TP_NONE ? 2 : 1) +
                     (sides->against == TP_NONE ? 2 : 1);
    return need > TP_P7_DECK - __builtin_popcountll(*known) ? TP_E_COUNT : TP_OK;
}

/* Weighs all boards of two cards more, or so many drawn ones. */
static void weigh_boards(ladder *l, uint64_t known, const tp_poker7_sides *sides,
                         const tp_poker7_budget *budget)
{
    uint8_t board[5], unseen[TP_P7_DECK];
    const uint32_t left = list_unseen(known, unseen);
    uint64_t seed = budget->seed;

    memcpy(board, sides->board, 5);
    if (sides->on_board == 5) {
        weigh_board(l, known, board, sides);
    } else if (sides->on_board == 3 && left * (left - 1) / 2 <= budget->samples) {
        for (uint32_t i = 1; i < left; i++)
            for (uint32_t j = 0; j < i; j++) {
                board[3] = unseen[i], board[4] = unseen[j];
                weigh_board(l, known, board, sides);
            }
    } else {
        for (uint32_t n = 0; n < budget->samples; n++) {
            for (uint32_t i = sides->on_board; i < 5; i++) {
                const uint32_t at = i + below(&seed, left - i);
                const uint8_t card = unseen[at];
                unseen[at] = unseen[i], unseen[i] = card;
                board[i] = card;
            }
            weigh_board(l, known, board, sides);
        }
    }
}

int tp_poker7_strengths(const tp_poker7_sides *sides, const tp_poker7_budget *budget,
                        void *arena, size_t size, uint16_t *out)
{
    uint64_t known;

    if (!sides || !budget || !arena || !out)
        return TP_E_NULL;
    int error = check_sides(sides, &known);
    if (!error)
        error = check_memory(budget, arena, size);
    if (error)
        return error;

    ladder *l = arena;
    memset(l->won, 0, sizeof l->won);
    memset(l->met, 0, sizeof l->met);
    for (uint8_t high = 1, pair; high < TP_P7_DECK; high++)
        for (pair = 0; pair < high; pair++) {
            uint8_t *cards = l->pairs[high * (high - 1) / 2 + pair];
            cards[0] = pair, cards[1] = high;
        }
    weigh_boards(l, known, sides, budget);
    for (int i = 0; i < TP_P7_PAIRS; i++)
        out[i] = l->met[i] ? (uint16_t)((uint64_t)l->won[i] * 65535 / l->met[i]) : 0;
    return TP_OK;
}

int tp_poker7_narrow(const uint16_t *strengths, const uint16_t *likely,
                     uint16_t *range)
{
    uint64_t most = 1;

    if (!strengths || !likely || !range)
        return TP_E_NULL;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < TP_P7_PAIRS; i++) {
            const unsigned level = strengths[i] / (65536 / TP_P7_LEVELS);
            const uint64_t weight = (uint64_t)range[i] * likely[level];
            if (pass == 0)
                most = weight > most ? weight : most;
            else if (range[i])
                range[i] = weight * 65535 / most ? (uint16_t)(weight * 65535 / most) : 1;
        }
    return TP_OK;
}
