/* poker7_lanes.h: the ranks of many Poker7 hands at once, one in each 64-bit lane.
 *
 * poker7_batch.c includes it once for each width, with these macros set:
 *   NAME(x)   x with a suffix of the width     TARGET   the target attribute
 *   LANES     hands in a vector                V        a vector of uint64_t
 *   TOP(x)    the number of the highest bit of each lane; of 0 that of 1
 *
 * The decisions are those of poker7.c, all of them in every lane. Only one group of
 * three and more is taken: hands that have a choice of it, or a second one, are told as
 * `open` and are left to poker7.c. The tests hold both equal.
 */
#define INLINE static inline __attribute__((always_inline)) TARGET
#define ALL(number) ((V){0} + (uint64_t)(number))
#define HELD(x) ((V)((x) != 0))
#define SINGLES 5 /* the most single cards in a hand */

/* As `rows`. */
typedef struct {
    V sixes, nines;
} NAME(rows);

/* A group, or all 0: its straight flag, its identity, the cards that it takes. */
typedef struct {
    V straight, identity;
    NAME(rows) line;
} NAME(group);

INLINE V NAME(pick)(V mask, V yes, V no)
{
    return (mask & yes) | (~mask & no);
}

INLINE V NAME(six)(V x)
{
    return (x << 2) + (x << 1);
}

INLINE V NAME(nine)(V x)
{
    return (x << 3) + x;
}

/* Cards in each row, in its lowest three bits. */
INLINE NAME(rows) NAME(counts)(NAME(rows) of)
{
    const V a = of.sixes - (of.sixes >> 1 & OCTALS(3)) - (of.sixes >> 2 & OCTALS(1));
    const V b = of.nines - (of.nines >> 1 & OCTALS(3)) - (of.nines >> 2 & OCTALS(1));

    return (NAME(rows)){
        .sixes = (a & SIXES(7)) + (a >> 3 & SIXES(7)),
        .nines = (b & NINES(7)) + (b >> 3 & NINES(7)) + (b >> 6 & NINES(7))};
}

/* All cards of a colour or of a figure. */
INLINE NAME(rows) NAME(line)(V is_colour, V number)
{
    const V six = NAME(six)(number), nine = NAME(nine)(number);

    return (NAME(rows)){
        .sixes = NAME(pick)(is_colour, ALL(63) << six, ALL(SIXES(1)) << number),
        .nines = NAME(pick)(is_colour, ALL(NINES(1)) << number, ALL(511) << nine)};
}

/* The group that the cards of a line are. */
INLINE NAME(group) NAME(group_of)(NAME(rows) of, V is, V is_colour, V number)
{
    const V figures = of.sixes >> NAME(six)(number) & 63;
    const V colours = of.nines >> NAME(nine)(number) & 511;
    const V set = NAME(pick)(is_colour, figures, colours);
    const V kind = NAME(pick)(is_colour, (number << 6) + (COLOUR_KIND << 10 | 1 << 6),
                              (number << 10) + (1 << 10));
    const V gap = (set + (set & -set)) & set;
    const NAME(rows) line = NAME(line)(is_colour, number);

    return (NAME(group)){.straight = ~HELD(gap) & is & 1,
                         .identity = (kind | set) & is,
                         .line = {line.sixes & is, line.nines & is}};
}

INLINE NAME(rows) NAME(without)(NAME(rows) of, NAME(rows) line)
{
    return (NAME(rows)){.sixes = of.sixes & ~line.sixes,
                         .nines = of.nines & ~line.nines};
}

/* The largest group if it has three cards; *open if there are several. */
INLINE NAME(group) NAME(largest)(NAME(rows) of, V *size, V *open)
{
    const NAME(rows) n = NAME(counts)(of);
    const V four = HELD((n.sixes & SIXES(4)) | (n.nines & NINES(4)));
    const V six3 = n.sixes & n.sixes >> 1 & SIXES(1), six4 = n.sixes >> 2 & SIXES(1);
    const V nine3 = n.nines & n.nines >> 1 & NINES(1), nine4 = n.nines >> 2 & NINES(1);
    const V colour = NAME(pick)(four, six4, six3);
    const V figure = NAME(pick)(four, nine4, nine3);
    const V is_colour = HELD(colour), is = HELD(colour | figure);
    const V place = TOP(colour | figure) & is & 63;
    /* The place is a multiple of six or of nine: 11 / 64 and 15 / 128 divide it. */
    const V number = NAME(pick)(is_colour, ((place << 3) + (place << 1) + place) >> 6,
                                ((place << 4) - place) >> 7);

    *size = NAME(pick)(is_colour, n.sixes, n.nines) >> place & 7 & is;
    *open = HELD((colour & (colour - 1)) | (figure & (figure - 1))) |
            (is_colour & HELD(figure));
    return NAME(group_of)(of, is, is_colour, number);
}

/* Bit 0 of the nine rows of six, as nine bits; of the six rows of nine, as six. */
INLINE V NAME(pack_sixes)(V rows)
{
    rows = (rows | rows >> 5) & 0x3003003003003;
    rows = (rows | rows >> 10) & 0x100000f00000f;
    return (rows & 15) | (rows >> 20 & 0xf0) | (rows >> 40 & 0x100);
}

INLINE V NAME(pack_nines)(V rows)
{
    rows = (rows | rows >> 8) & 0x30000c0003;
    return (rows & 3) | (rows >> 16 & 12) | (rows >> 32 & 48);
}

/* The lines of two cards as a bit each, the better the higher: straights from bit 17,
 * others from bit 1, of each the nine colours over the six figures. Bit 0 is no line.
 * *open if one has more. */
INLINE V NAME(pairs)(NAME(rows) of, V *open)
{
    const NAME(rows) n = NAME(counts)(of);
    const V six = n.sixes >> 1 & SIXES(1), nine = n.nines >> 1 & NINES(1);
    /* Neighbours in a row carry into its highest bit. */
    const V near6 = of.sixes & of.sixes >> 1 & SIXES(31);
    const V near9 = of.nines & of.nines >> 1 & NINES(255);
    const V run6 = (near6 + SIXES(31)) >> 5 & six;
    const V run9 = (near9 + NINES(255)) >> 8 & nine;
    const V lines = NAME(pack_sixes)(six) << 6 | NAME(pack_nines)(nine);
    const V runs = NAME(pack_sixes)(run6) << 6 | NAME(pack_nines)(run9);

    *open |= HELD((six & n.sixes) | (nine & n.nines) | (n.sixes & SIXES(4)) |
                  (n.nines & NINES(4)));
    return runs << 17 | (lines ^ runs) << 1 | 1;
}

/* The group of a bit of pairs(), from the cards that are left. */
INLINE NAME(group) NAME(pair)(NAME(rows) of, V bit)
{
    const V place = (bit & 15) - 1, is_colour = HELD((place + 2) & 24);

    return NAME(group_of)(of, HELD(bit), is_colour, place - (is_colour & 6));
}

/* The best of sets of lines as in SETS_WITH; bit[i] is of pairs(). */
INLINE V NAME(best_set)(V sets, const V bit[LINES])
{
    static const uint64_t with[LINES] = SETS_WITH;
    const V three = sets & SETS_OF_THREE, two = sets & SETS_OF_TWO;
    V ones = ALL(0), twos = ALL(0); /* bits of the number of straights in each set */

    for (int i = 0; i < LINES; i++) {
        const V is = HELD(bit[i] & 16) & with[i];
        twos ^= ones & is;
        ones ^= is;
    }
    sets = NAME(pick)(HELD(three), three, NAME(pick)(HELD(two), two, sets));
    sets = NAME(pick)(HELD(sets & twos), sets & twos, sets);
    sets = NAME(pick)(HELD(sets & ones), sets & ones, sets);
    return ALL(1) << TOP(sets);
}

/* Of up to six lines the best three that share no card; bits of pairs(), 0 is none. */
INLINE void NAME(choose)(NAME(rows) of, V lines, V best[3])
{
    static const uint64_t with[LINES] = SETS_WITH;
    V bit[LINES], taken[LINES], sets = ALL(ALL_SETS);

    for (int i = 0; i < LINES; i++) {
        bit[i] = TOP(lines);
        taken[i] = of.sixes & NAME(pair)(of, bit[i]).line.sixes;
        lines &= ~(ALL(1) << bit[i]) | 1;
        sets &= HELD(bit[i]) | ~with[i];
        for (int j = 0; j < i; j++)
            sets &= ~(HELD(taken[i] & taken[j]) & (with[i] & with[j]));
    }
    const V set = NAME(best_set)(sets, bit);
    best[0] = best[1] = best[2] = ALL(0);
    for (int i = LINES - 1; i >= 0; i--) {
        const V is = HELD(set & with[i]);
        best[2] = NAME(pick)(is, best[1], best[2]);
        best[1] = NAME(pick)(is, best[0], best[1]);
        best[0] = NAME(pick)(is, bit[i], best[0]);
    }
}

/* The rank of each hand; *open says of which it is not. */
INLINE V NAME(rank)(NAME(rows) of, V *open)
{
    V size, best[3];
    const NAME(group) first = NAME(largest)(of, &size, open);
    V flags = first.straight << 3, all = first.identity;
    V class = ALL(CLASS_OF_SIZE) >> (size << 2) & 15;

    of = NAME(without)(of, first.line);
    NAME(choose)(of, NAME(pairs)(of, open), best);
    for (int i = 0; i < 3; i++) {
        const NAME(group) pair = NAME(pair)(of, best[i]);
        const V is = HELD(best[i]);
        flags |= pair.straight << (2 - i);
        all = all << (is & IDENTITY_BITS) | pair.identity;
        class += is & 1;
        of = NAME(without)(of, pair.line);
    }
    flags >>= HELD(size) & 1;
    for (int i = 0; i < SINGLES; i++) {
        const V at = TOP(of.nines), is = HELD(of.nines);
        all = all << (is & SINGLE_BITS) | (at & is);
        of.nines &= ~(ALL(1) << at);
    }
    return class << TP_P7_CLASS_SHIFT | flags << FLAGS_SHIFT | all;
}

/* The seven ids of each hand in the bytes of its lane; the eighth is the next hand's. */
INLINE V NAME(load)(const uint8_t *cards)
{
    V ids;

    for (int i = 0; i < LANES; i++) {
        uint64_t eight;
        memcpy(&eight, cards + i * TP_P7_HAND, sizeof eight);
        ids[i] = eight;
    }
    return ids;
}

INLINE NAME(rows) NAME(rows_of)(V ids)
{
    NAME(rows) of = {ALL(0), ALL(0)};

    for (int i = 0; i < TP_P7_HAND; i++)
        of.sixes |= ALL(1) << (ids >> 8 * i & 63);
    for (unsigned f = 0; f < FIGURES; f++)
        of.nines |= NAME(pack_sixes)(of.sixes >> f & SIXES(1)) << COLOURS * f;
    return of;
}

/* How many hands from the first on are good, in whole vectors; as check_hand. */
static TARGET size_t NAME(check)(const uint8_t *cards, size_t hands)
{
    size_t good = 0;

    for (; hands - good > LANES; good += LANES) {
        const V ids = NAME(load)(cards + good * TP_P7_HAND);
        V set = ALL(0), sum = ALL(0);
        /* A byte from 54 on has one of its highest bits, or has with ten more. */
        V bad = (ids | (ids + 0x0a0a0a0a0a0a0a)) & 0xc0c0c0c0c0c0c0;
        for (int i = 0; i < TP_P7_HAND; i++) {
            const V card = ALL(1) << (ids >> 8 * i & 63);
            set |= card;
            sum += card;
        }
        bad |= set ^ sum;
        uint64_t any = 0;
        for (int i = 0; i < LANES; i++)
            any |= bad[i];
        if (any)
            break;
    }
    return good;
}

/* Ranks of whole vectors of good hands; returns how many. */
static TARGET size_t NAME(ranks)(const uint8_t *cards, size_t hands, uint64_t *ranks)
{
    size_t done = 0;

    for (; hands - done > LANES; done += LANES) {
        const NAME(rows) of = NAME(rows_of)(NAME(load)(cards + done * TP_P7_HAND));
        V open;
        const V found = NAME(rank)(of, &open);
        memcpy(ranks + done, &found, sizeof found);
        for (size_t i = 0; i < LANES; i++)
            if (open[i])
                ranks[done + i] = tp_poker7_rank((rows){of.sixes[i], of.nines[i]});
    }
    return done;
}

#undef INLINE
#undef ALL
#undef HELD
#undef SINGLES
#undef NAME
#undef TARGET
#undef LANES
#undef V
#undef TOP
