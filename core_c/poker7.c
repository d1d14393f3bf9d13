/* poker7.c: the value of seven Pokerdrez cards, and the groups that make it.
 *
 * A group is all remaining cards of a colour or of a figure; the largest is taken
 * whole, again and again, and only groups equally large leave a choice. Of those of
 * three and more each is tried, and the best rank kept. Pairs are chosen at once: of
 * the lines with two cards those that share none, first as many as can be, then as
 * many straights, then the best identities.
 */
#include "poker7.h"

/* What is known of a rank when only pairs and singles are left. */
typedef struct {
    uint64_t identities;
    unsigned flags, groups; /* a flag for each group so far, the first highest */
    unsigned first, second; /* sizes of the groups of three and more, or 0 */
} large;

/* All cards of each figure 0..5 and of each colour 6..14. */
#define FIGURE(n) {SIXES(1) << (n), 511ull << COLOURS * (n)}
#define COLOUR(n) {63ull << FIGURES * (n), NINES(1) << (n)}
static const rows lines_of[FIGURES + COLOURS] = {
    FIGURE(0), FIGURE(1), FIGURE(2), FIGURE(3), FIGURE(4), FIGURE(5), COLOUR(0),
    COLOUR(1), COLOUR(2), COLOUR(3), COLOUR(4), COLOUR(5), COLOUR(6), COLOUR(7),
    COLOUR(8)};

static rows without(rows cards, rows line)
{
    return (rows){cards.sixes & ~line.sixes, cards.nines & ~line.nines};
}

/* Cards in each row, in its lowest three bits. */
static rows counts_of(rows cards)
{
    const uint64_t a = cards.sixes - (cards.sixes >> 1 & OCTALS(3)) -
                       (cards.sixes >> 2 & OCTALS(1));
    const uint64_t b = cards.nines - (cards.nines >> 1 & OCTALS(3)) -
                       (cards.nines >> 2 & OCTALS(1));

    return (rows){(a & SIXES(7)) + (a >> 3 & SIXES(7)),
                  (b & NINES(7)) + (b >> 3 & NINES(7)) + (b >> 6 & NINES(7))};
}

/* Whether the members of a set, not empty, follow one another without a gap or a
 * step from the last number to the first (B5). */
static unsigned in_sequence(uint64_t set)
{
    return ((set + (set & -set)) & set) == 0;
}

/* Identity and straight flag of a line's cards, taken as a group. */
static uint64_t identity_of(rows cards, unsigned line, unsigned *straight)
{
    static const uint8_t shifts[] = {0, 9, 18, 27, 36, 45, 0, 6, 12, 18, 24, 30, 36, 42, 48};
    const int is_colour = line >= FIGURES;
    const unsigned shift = shifts[line];
    const uint64_t row = is_colour ? cards.sixes : cards.nines;
    const uint64_t set = row >> shift & (is_colour ? 63 : 511);
    const uint64_t kind = is_colour ? COLOUR_KIND << 10 | (line - FIGURES + 1) << 6
                                    : (line + 1) << 10;

    *straight = in_sequence(set);
    return kind | set;
}

/* -- pairs and singles ---------------------------------------------------- */

/* Bit 0 of the nine rows of six, as nine bits; of the six rows of nine, as six. */
static uint64_t pack_sixes(uint64_t set)
{
    set = (set | set >> 5) & 0x3003003003003;
    set = (set | set >> 10) & 0x100000f00000f;
    return (set & 15) | (set >> 20 & 0xf0) | (set >> 40 & 0x100);
}

static uint64_t pack_nines(uint64_t set)
{
    set = (set | set >> 8) & 0x30000c0003;
    return (set & 3) | (set >> 16 & 12) | (set >> 32 & 48);
}

/* The lines of two cards as a bit each, the better the higher: straights from bit 15,
 * others from bit 0, of each the nine colours above the six figures. */
static uint64_t pairs_of(rows cards, rows counts)
{
    const uint64_t six = counts.sixes >> 1 & SIXES(1);
    const uint64_t nine = counts.nines >> 1 & NINES(1);
    /* Neighbours in a row carry into its highest bit. */
    const uint64_t near6 = cards.sixes & cards.sixes >> 1 & SIXES(31);
    const uint64_t near9 = cards.nines & cards.nines >> 1 & NINES(255);
    const uint64_t run6 = (near6 + SIXES(31)) >> 5 & six;
    const uint64_t run9 = (near9 + NINES(255)) >> 8 & nine;
    const uint64_t runs = pack_sixes(run6) << 6 | pack_nines(run9);

    return runs << 15 | ((pack_sixes(six) << 6 | pack_nines(nine)) ^ runs);
}

static uint64_t if_any(uint64_t sets, uint64_t among)
{
    return sets & among ? sets & among : sets;
}

/* The best of sets of lines as in SETS_WITH, if the first `runs` are straights. */
static unsigned best_set(uint64_t sets, unsigned runs)
{
    static const uint64_t with[LINES] = SETS_WITH;
    uint64_t ones = 0, twos = 0; /* bits of the number of straights in each set */

    for (unsigned i = 0; i < LINES; i++) {
        const uint64_t is = with[i] & -(uint64_t)(i < runs);
        twos ^= ones & is;
        ones ^= is;
    }
    sets = sets & SETS_OF_THREE ? sets & SETS_OF_THREE : if_any(sets, SETS_OF_TWO);
    return 63u - (unsigned)__builtin_clzll(if_any(if_any(sets, twos), ones));
}

/* The lines to take, of the up to six in `lines`, as bits of pairs_of. Lines that are
 * missing count as having every card, so that no loop ends early. */
static uint64_t choose(rows cards, uint64_t lines)
{
    static const uint64_t with[LINES] = SETS_WITH;
    uint64_t taken[LINES], bit[LINES], sets = ALL_SETS, chosen = 0;
    unsigned runs = 0;

#pragma GCC unroll 6
    for (unsigned i = 0; i < LINES; i++) {
        const unsigned place = 63u - (unsigned)__builtin_clzll(lines | 1);
        const uint64_t is = -(uint64_t)(lines != 0);
        bit[i] = lines & 1ull << place;
        lines ^= bit[i];
        runs += place >= 15;
        taken[i] = cards.sixes & lines_of[place >= 15 ? place - 15 : place].sixes & is;
        sets &= is | ~with[i];
#pragma GCC unroll 6
        for (unsigned j = 0; j < i; j++)
            sets &= ~(with[i] & with[j] & -(uint64_t)((taken[i] & taken[j]) != 0));
    }
    const unsigned best = best_set(sets, runs);
    for (unsigned i = 0; i < LINES; i++)
        chosen |= bit[i] & -(with[i] >> best & 1);
    return chosen;
}

/* The rank, when no line has more than two cards. */
static uint64_t finish(large known, rows cards, rows counts)
{
    const uint64_t lines = pairs_of(cards, counts);
    uint64_t left = lines & (lines - 1) ? choose(cards, lines) : lines;
    unsigned pairs = 0;

    for (; left; pairs++) {
        const unsigned place = 63u - (unsigned)__builtin_clzll(left);
        const unsigned line = place >= 15 ? place - 15 : place;
        unsigned straight;
        known.identities = known.identities << IDENTITY_BITS |
                           identity_of(cards, line, &straight);
        known.flags = known.flags << 1 | straight;
        cards = without(cards, lines_of[line]);
        left ^= 1ull << place;
    }
    while (cards.nines) {
        const unsigned single = 63u - (unsigned)__builtin_clzll(cards.nines);
        known.identities = known.identities << SINGLE_BITS | single;
        cards.nines ^= 1ull << single;
    }
    const unsigned groups = known.groups + pairs;
    const uint64_t flags = (uint64_t)known.flags << (3 - groups);
    const uint64_t class = !known.second ? (CLASS_OF_SIZE >> 4 * known.first & 15) + pairs
                           : known.first == 3 ? CLASS_33 : CLASS_43;
    return class << TP_P7_CLASS_SHIFT | flags << FLAGS_SHIFT | known.identities;
}

/* -- groups of three and more ---------------------------------------------- */

static uint64_t best_rank(large known, rows cards);

static uint64_t take(large known, rows cards, unsigned line, unsigned size)
{
    unsigned straight;

    known.identities = known.identities << IDENTITY_BITS |
                       identity_of(cards, line, &straight);
    known.flags = known.flags << 1 | straight;
    *(known.groups++ ? &known.second : &known.first) = size;
    return best_rank(known, without(cards, lines_of[line]));
}

/* The rows that have the most cards, if that is three or more; *size is how many. */
static rows largest(rows counts, unsigned *size)
{
    rows where = {SIXES(1), NINES(1)};

    *size = 0;
    for (int bit = 2; bit >= 0; bit--) {
        const rows have = {counts.sixes >> bit & where.sixes,
                           counts.nines >> bit & where.nines};
        const int some = (have.sixes | have.nines) != 0;
        *size = *size << 1 | (unsigned)some;
        where = some ? have : where;
    }
    return where;
}

/* The rank of the best way to take what is left. Two groups of three are taken in
 * either order: the better is that in which they compare. */
static uint64_t best_rank(large known, rows cards)
{
    const rows counts = counts_of(cards);
    unsigned size;
    rows most = largest(counts, &size);
    uint64_t best = 0;

    if (size < 3)
        return finish(known, cards, counts);
    for (; most.sixes; most.sixes &= most.sixes - 1) {
        const unsigned number = (unsigned)__builtin_ctzll(most.sixes) / FIGURES;
        const uint64_t rank = take(known, cards, FIGURES + number, size);
        best = rank > best ? rank : best;
    }
    for (; most.nines; most.nines &= most.nines - 1) {
        const unsigned number = (unsigned)__builtin_ctzll(most.nines) / COLOURS;
        const uint64_t rank = take(known, cards, number, size);
        best = rank > best ? rank : best;
    }
    return best;
}

uint64_t tp_poker7_rank(rows cards)
{
    return best_rank((large){.first = 0}, cards);
}

/* -- naming the groups ---------------------------------------------------- */

/* Sizes of the groups of two and more in each class. */
static const uint8_t sizes_of[15][4] = {
    {0}, {2}, {2, 2}, {2, 2, 2}, {3}, {3, 2}, {3, 2, 2}, {3, 3},
    {4}, {4, 2}, {4, 3}, {5}, {5, 2}, {6}, {7}};

/* The group that an identity says, its cards the highest first; of another size than
 * said if no hand has it. */
static tp_poker7_group group_of(unsigned identity)
{
    const unsigned kind = identity >> 10, colour = identity >> 6 & 15;
    const int is_colour = kind == COLOUR_KIND;
    unsigned set = is_colour ? identity & 63 : identity & 511;
    tp_poker7_group group = {.kind = is_colour ? TP_P7_COLOUR : TP_P7_FIGURE,
                             .number = (uint8_t)(is_colour ? colour : kind)};

    if (is_colour ? colour < 1 || colour > COLOURS : kind < 1)
        return group;
    for (; set && group.size < TP_P7_HAND; group.size++) {
        const unsigned member = 31u - (unsigned)__builtin_clz(set);
        const unsigned card = is_colour ? (colour - 1) * FIGURES + member
                                        : member * FIGURES + kind - 1;
        group.cards[group.size] = (uint8_t)card;
        set ^= 1u << member;
    }
    group.size += set != 0;
    return group;
}

/* Reads the groups of a rank; TP_E_CARD if no hand has it. */
static int read_rank(uint64_t rank, tp_poker7_hand *hand)
{
    const uint64_t class = rank >> TP_P7_CLASS_SHIFT;
    const unsigned flags = (unsigned)(rank >> FLAGS_SHIFT & 7);
    int left = TP_P7_HAND, bits = 0;

    if (class < 1 || class > 14)
        return TP_E_CARD;
    const uint8_t *sizes = sizes_of[class];
    for (int i = 0; sizes[i]; i++)
        left -= sizes[i], bits += IDENTITY_BITS;
    bits += left * SINGLE_BITS;
    *hand = (tp_poker7_hand){.rank = rank};
    for (int i = 0; sizes[i]; i++) {
        bits -= IDENTITY_BITS;
        tp_poker7_group *group = &hand->groups[hand->count++];
        *group = group_of((unsigned)(rank >> bits & 0x1fff));
        group->straight = flags >> (2 - i) & 1;
        if (group->size != sizes[i])
            return TP_E_CARD;
    }
    for (; left > 0; left--) {
        bits -= SINGLE_BITS;
        const unsigned single = (unsigned)(rank >> bits & 63);
        if (single >= TP_P7_DECK)
            return TP_E_CARD;
        hand->groups[hand->count++] = (tp_poker7_group){
            .kind = TP_P7_SINGLE, .number = (uint8_t)(single / COLOURS + 1), .size = 1,
            .cards = {(uint8_t)(single % COLOURS * FIGURES + single / COLOURS)}};
    }
    return TP_OK;
}

int tp_poker7_best(const uint8_t *cards, size_t n, tp_poker7_hand *out)
{
    tp_poker7_hand hand;

    if (!cards || !out)
        return TP_E_NULL;
    if (n != TP_P7_HAND)
        return TP_E_COUNT;
    const int error = check_hand(cards);
    if (error)
        return error;
    (void)read_rank(tp_poker7_rank(rows_of(cards)), &hand); /* a hand has it */
    for (int g = 0; g < hand.count; g++)
        for (int c = hand.groups[g].size; c < TP_P7_HAND; c++)
            hand.groups[g].cards[c] = TP_NONE;
    *out = hand;
    return TP_OK;
}

#define AT_ONCE 64 /* ranks whose cards are ranked again together */

/* The cards of one rank, read from its groups. */
static int arrange(uint64_t rank, tp_poker7_arranged *out)
{
    tp_poker7_hand hand;
    unsigned at = 0;

    if (read_rank(rank, &hand))
        return TP_E_CARD;
    *out = (tp_poker7_arranged){.groups = {0}};
    for (unsigned g = 0; g < hand.count; g++) {
        const tp_poker7_group *group = &hand.groups[g];
        out->groups[g] =
            (uint8_t)(group->size << 3 | group->straight << 2 | group->kind);
        for (unsigned c = 0; c < group->size; c++)
            out->cards[at++] = group->cards[c];
    }
    return check_hand(out->cards) ? TP_E_CARD : TP_OK;
}

/* Arranges up to AT_ONCE ranks; returns how many are good, from the first on. What
 * reads as groups may still be no hand's rank, for a flag or another way to take the
 * cards: theirs must be the same. */
static size_t arrange_some(const uint64_t *ranks, size_t n, tp_poker7_arranged *out)
{
    uint8_t cards[AT_ONCE * TP_P7_HAND] = {0};
    uint64_t again[AT_ONCE];
    tp_poker7_arranged some[AT_ONCE];
    size_t read = 0, good = 0;

    for (; read < n && !arrange(ranks[read], &some[read]); read++)
        for (size_t c = 0; c < TP_P7_HAND; c++)
            cards[read * TP_P7_HAND + c] = some[read].cards[c];
    (void)tp_poker7_ranks(cards, read, again);
    for (; good < read && again[good] == ranks[good]; good++)
        out[good] = some[good];
    return good;
}

int tp_poker7_arrange(const uint64_t *ranks, size_t n, tp_poker7_arranged *out,
                      size_t *bad)
{
    if (!bad || (n && (!ranks || !out)))
        return TP_E_NULL;
    for (size_t done = 0; done < n;) {
        const size_t some = n - done < AT_ONCE ? n - done : AT_ONCE;
        const size_t good = arrange_some(ranks + done, some, out + done);
        done += good;
        if (good < some) {
            *bad = done;
            return TP_E_CARD;
        }
    }
    return TP_OK;
}
