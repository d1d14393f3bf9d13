/* poker7.c: the value of seven Pokerdrez cards, and the groups that make it.
 *
 * Sources of the rules: Poker7 4-7 and B1-B8. A group is all remaining cards of a
 * colour or of a figure; the largest is taken whole, again and again, and only
 * groups equally large leave a choice: then each is tried and the best key kept.
 */
#include "tapete.h"

enum {
    STRAIGHTS_FIRST = 1, /* B3: 1 = all straight flags go before any identity,
                            0 = flag and identity of each group in turn */
    MIN_STRAIGHT = 2,    /* B4: the least size of a straight; singles never are */
    ALL_GROUPS = 1       /* B7: 1 = equal largest groups leave it to the others,
                            0 = only the largest group has an identity: ties */
};

#define FIGURES 6u
#define COLOURS 9u
#define COLOUR_KIND 7u /* stands above the figures 1..6 (7) */
#define GROUPS 3u      /* the most groups of two and more among seven cards */

/* A count of cards for each colour (nibbles 0..8) and figure (nibbles 9..14). */
#define ONES 0x111111111111111ull
#define COLOUR_CARDS 0x3full            /* the cards of colour 1 */
#define FIGURE_CARDS 0x1041041041041ull /* the cards of figure 1 */

/* A group: size << 14 | straight << 13 | identity, so that numeric order is the
 * order of the groups within a hand. Identity, 13 bits: 7 << 10 | colour << 6 |
 * set of figures, or figure << 10 | set of colours. */
#define STRAIGHT_BIT (1u << 13)
#define SIZE_SHIFT 14
#define IDENTITY 0x1fffu

typedef struct {
    uint64_t key;       /* of the best partition so far; 0 = none yet */
    uint64_t rest;      /* its single cards */
    uint32_t groups[GROUPS]; /* its groups of two and more, largest first */
    uint32_t tried[GROUPS];  /* those of the partition under way, 0 = none */
} search;

static uint64_t count_of(unsigned card)
{
    return 1ull << (4 * (card / FIGURES)) | 1ull << (4 * (COLOURS + card % FIGURES));
}

/* Whether the members of a set, not empty, follow one another without a gap or a
 * step from the last number to the first (B5). */
static int in_sequence(uint32_t set)
{
    return ((set + (set & -set)) & set) == 0;
}

/* Order of the sizes (4, 5): the classes of tapete.h by the sizes of the first,
 * second and third group, 0 standing for a single or none. */
static uint64_t class_of(const uint32_t groups[GROUPS])
{
    static const uint8_t classes[8][4][3] = {
        [2] = {[0] = {1}, [2] = {2, 0, 3}},
        [3] = {[0] = {4}, [2] = {5, 0, 6}, [3] = {7}},
        [4] = {[0] = {8}, [2] = {9}, [3] = {10}},
        [5] = {[0] = {11}, [2] = {12}},
        [6] = {[0] = {13}},
        [7] = {[0] = {14}},
    };
    return classes[groups[0] >> SIZE_SHIFT][groups[1] >> SIZE_SHIFT]
                  [groups[2] >> SIZE_SHIFT];
}

static void put_higher_first(uint32_t *a, uint32_t *b)
{
    const uint32_t high = *a > *b ? *a : *b, low = *a > *b ? *b : *a;
    *a = high, *b = low;
}

/* Single cards compare by figure, then colour (B8): their numbers in that order. */
static unsigned single_number(unsigned card)
{
    return card % FIGURES * COLOURS + card / FIGURES;
}

static unsigned single_card(unsigned number)
{
    return number % COLOURS * FIGURES + number / COLOURS;
}

/* The set of cards as a set of single numbers, whose top is the highest card. */
static uint64_t singles(uint64_t rest)
{
    uint64_t numbers = 0;

    for (; rest; rest &= rest - 1)
        numbers |= 1ull << single_number((unsigned)__builtin_ctzll(rest));
    return numbers;
}

static unsigned top(uint64_t set)
{
    return 63u - (unsigned)__builtin_clzll(set);
}

/* The identities, 13 bits for a group and 6 for a single: at most 45 bits, for
 * (2,2,2,1). Hands of one class have their fields at the same places, and the
 * fields tell all seven cards: different hands never have the same key. */
static uint64_t identities(const uint32_t groups[GROUPS], uint64_t rest)
{
    uint64_t all = 0;

    for (unsigned i = 0; i < GROUPS && groups[i]; i++) {
        const uint32_t own = i == 0 || ALL_GROUPS ? groups[i] & IDENTITY : 0;
        const uint32_t flag = groups[i] & STRAIGHT_BIT;
        all = STRAIGHTS_FIRST ? all << 13 | own : all << 14 | flag | own;
    }
    for (uint64_t left = singles(rest); left; left &= ~(1ull << top(left)))
        all = all << 6 | (ALL_GROUPS ? top(left) : 0);
    return all;
}

static uint64_t straight_flags(const uint32_t groups[GROUPS])
{
    uint64_t flags = 0;

    for (unsigned i = 0; i < GROUPS; i++)
        flags = flags << 1 | (groups[i] & STRAIGHT_BIT ? 1 : 0);
    return flags;
}

/* Compares the finished partition with the best one. */
static void weigh(search *s, uint64_t rest)
{
    uint32_t groups[GROUPS] = {s->tried[0], s->tried[1], s->tried[2]};

    const uint64_t class = class_of(groups);
    if (class < s->key >> TP_P7_CLASS_SHIFT)
        return;
    put_higher_first(&groups[0], &groups[1]);
    put_higher_first(&groups[1], &groups[2]);
    put_higher_first(&groups[0], &groups[1]);
    const uint64_t flags = STRAIGHTS_FIRST ? straight_flags(groups) << 45 : 0;
    const uint64_t key =
        class << TP_P7_CLASS_SHIFT | flags | identities(groups, rest);
    if (key <= s->key)
        return;
    s->key = key;
    s->rest = rest;
    for (unsigned i = 0; i < GROUPS; i++)
        s->groups[i] = groups[i];
}

/* The group of a nibble's number, from the cards of it. */
static uint32_t group_word(unsigned nibble, uint64_t cards, uint32_t size)
{
    uint32_t set = 0, identity;

    if (nibble < COLOURS) {
        set = (uint32_t)(cards >> (FIGURES * nibble));
        identity = COLOUR_KIND << 10 | (nibble + 1) << 6 | set;
    } else {
        for (uint64_t left = cards; left; left &= left - 1)
            set |= 1u << ((unsigned)__builtin_ctzll(left) / FIGURES);
        identity = (nibble - COLOURS + 1) << 10 | set;
    }
    const int straight = size >= MIN_STRAIGHT && in_sequence(set);
    return size << SIZE_SHIFT | (straight ? STRAIGHT_BIT : 0) | identity;
}

static uint64_t cards_of(unsigned nibble)
{
    return nibble < COLOURS ? COLOUR_CARDS << (FIGURES * nibble)
                            : FIGURE_CARDS << (nibble - COLOURS);
}

/* The nibbles that hold the largest count, as bit 0 of each; *size is the count. */
static uint64_t largest(uint64_t counts, uint32_t *size)
{
    uint64_t where = ONES;
    uint32_t most = 0;

    for (int bit = 2; bit >= 0; bit--) {
        const uint64_t have = counts >> bit & where;
        most = most << 1 | (have != 0);
        where = have ? have : where;
    }
    *size = most;
    return where;
}

/* Takes every largest group of the rest in turn. Groups equally large and apart
 * can be taken in either order: only the ascending one is followed. */
static void split(search *s, uint64_t rest, uint64_t counts, unsigned depth,
                  unsigned above, uint32_t last_size)
{
    uint32_t size;

    uint64_t where = largest(counts, &size);
    if (size < 2 || depth == GROUPS) {
        weigh(s, rest);
        return;
    }
    for (; where; where &= where - 1) {
        const unsigned nibble = (unsigned)__builtin_ctzll(where) / 4;
        if (size == last_size && nibble < above)
            continue;
        const uint64_t taken = rest & cards_of(nibble);
        uint64_t left = counts;
        for (uint64_t cards = taken; cards; cards &= cards - 1)
            left -= count_of((unsigned)__builtin_ctzll(cards));
        s->tried[depth] = group_word(nibble, taken, size);
        split(s, rest & ~taken, left, depth + 1, nibble, size);
    }
    s->tried[depth] = 0;
}

static int check_hand(const uint8_t *cards, uint64_t *set)
{
    *set = 0;
    for (int i = 0; i < TP_P7_HAND; i++) {
        if (cards[i] >= TP_P7_DECK)
            return TP_E_CARD;
        if (*set >> cards[i] & 1)
            return TP_E_DUPLICATE;
        *set |= 1ull << cards[i];
    }
    return TP_OK;
}

static search best_split(uint64_t set)
{
    search s = {.key = 0};
    uint64_t counts = 0;

    for (uint64_t cards = set; cards; cards &= cards - 1)
        counts += count_of((unsigned)__builtin_ctzll(cards));
    split(&s, set, counts, 0, 0, 0);
    return s;
}

int tp_poker7_ranks(const uint8_t *cards, size_t hands, uint64_t *ranks)
{
    uint64_t set;

    if (!cards || !ranks)
        return TP_E_NULL;
    for (size_t i = 0; i < hands; i++) {
        const int error = check_hand(cards + i * TP_P7_HAND, &set);
        if (error)
            return error;
    }
    for (size_t i = 0; i < hands; i++) {
        (void)check_hand(cards + i * TP_P7_HAND, &set);
        ranks[i] = best_split(set).key;
    }
    return TP_OK;
}

/* -- naming the groups ---------------------------------------------------- */

/* The cards of a group of two and more, highest first. */
static tp_poker7_group name_group(uint32_t word)
{
    const uint32_t kind = word >> 10 & 7;
    const int is_colour = kind == COLOUR_KIND;
    const uint32_t number = is_colour ? word >> 6 & 15 : kind;
    uint32_t set = is_colour ? word & 0x3f : word & 0x1ff;
    tp_poker7_group group = {.kind = is_colour ? TP_P7_COLOUR : TP_P7_FIGURE,
                             .number = (uint8_t)number,
                             .straight = (word & STRAIGHT_BIT) != 0};

    for (; set; set &= ~(1u << top(set))) {
        const unsigned member = top(set);
        const unsigned card = is_colour ? (number - 1) * FIGURES + member
                                        : member * FIGURES + number - 1;
        group.cards[group.size++] = (uint8_t)card;
    }
    for (int i = group.size; i < TP_P7_HAND; i++)
        group.cards[i] = TP_NONE;
    return group;
}

static tp_poker7_group name_single(unsigned number)
{
    tp_poker7_group group = {.kind = TP_P7_SINGLE,
                             .number = (uint8_t)(number / COLOURS + 1),
                             .size = 1};

    group.cards[0] = (uint8_t)single_card(number);
    for (int i = 1; i < TP_P7_HAND; i++)
        group.cards[i] = TP_NONE;
    return group;
}

int tp_poker7_best(const uint8_t *cards, size_t n, tp_poker7_hand *out)
{
    uint64_t set;

    if (!cards || !out)
        return TP_E_NULL;
    if (n != TP_P7_HAND)
        return TP_E_COUNT;
    const int error = check_hand(cards, &set);
    if (error)
        return error;

    const search s = best_split(set);
    *out = (tp_poker7_hand){.rank = s.key};
    for (unsigned i = 0; i < GROUPS && s.groups[i]; i++)
        out->groups[out->count++] = name_group(s.groups[i]);
    for (uint64_t left = singles(s.rest); left; left &= ~(1ull << top(left)))
        out->groups[out->count++] = name_single(top(left));
    return TP_OK;
}
