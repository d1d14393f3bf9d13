/* hand_lanes.h: the rank of many hands at once, one in each 16-bit lane of a vector.
 *
 * hand_batch.c includes it once for each width, with these macros set:
 *   NAME(x)     x with a suffix of the width      TARGET   the target attribute
 *   WORDS       hands in a vector                 QUAD     the type of intrinsics
 *   LOAD(m, i)  the i-th QUAD of masks at m       ANY(v)   whether a bit is set
 *   LOW(a, b)   the low halves of 64-bit items of a, then of b, lane by lane
 *   HIGH26(a)   64-bit items shifted right by 26  PACK(a, b)  32-bit items to 16
 *   BEYOND(a)   64-bit items shifted right by 52: not 0 if a bit is no card's
 *   SAVE(r, low, high)  stores 32-bit ranks of halves, in the order of LOAD
 *
 * The order of decisions is that of hand.h; the tests hold both equal.
 */
#define V NAME(lanes)
typedef uint16_t V __attribute__((vector_size(2 * WORDS)));
typedef uint32_t NAME(wide) __attribute__((vector_size(2 * WORDS)));
#define W NAME(wide)
#define INLINE static inline __attribute__((always_inline)) TARGET

/* What is known of the hands: group ranks, where kickers come from and how many. */
typedef struct {
    V category, main, rest, kickers;
} NAME(found);

INLINE V NAME(pick)(V mask, V yes, V no)
{
    return (mask & yes) | (~mask & no);
}

INLINE V NAME(held)(V set)
{
    return (V)(set != 0);
}

INLINE V NAME(top)(V set)
{
    set |= set >> 1;
    set |= set >> 2;
    set |= set >> 4;
    set |= set >> 8;
    return set ^ set >> 1;
}

INLINE V NAME(count)(V set)
{
    set -= set >> 1 & 0x5555;
    set = (set & 0x3333) + (set >> 2 & 0x3333);
    set = (set + (set >> 4)) & 0x0f0f;
    return (set + (set >> 8)) & 31;
}

/* The n highest members of each set; n differs by lane. */
INLINE V NAME(top_n)(V set, V n)
{
    const V have = NAME(count)(set);
    V over = (V)((have > n) & (have - n));

    while (ANY(over)) {
        const V more = NAME(held)(over);
        set &= NAME(pick)(more, set - 1, set);
        over += more; /* minus one */
    }
    return set;
}

INLINE V NAME(straights)(V set)
{
    const V w = set << 1 | set >> 12;
    const V two = w & w >> 1;
    return (two & two >> 2 & w >> 4) << 3;
}

INLINE V NAME(straights_but_one)(V set)
{
    const V a = set << 1 | set >> 12, b = a >> 1, c = a >> 2, d = a >> 3, e = a >> 4;
    const V ab = a & b, cd = c & d;
    const V low = (ab & (c | d)) | (cd & (a | b));

    return (((ab & cd) | (low & e)) & 0x3ff) << 3;
}

/* The set if it has five members at least; with a wild, four. */
INLINE V NAME(flush)(V set, int wild)
{
    V rest = set & (set - 1);
    rest &= rest - 1;
    rest &= rest - 1;
    if (!wild)
        rest &= rest - 1;
    return NAME(held)(rest) & set;
}

INLINE V NAME(larger)(V a, V b)
{
    return NAME(pick)((V)(a > b), a, b);
}

/* Groups of equal ranks, up to three of a rank. */
INLINE NAME(found) NAME(groups)(V one, V two, V three)
{
    const V trips = NAME(top)(three), others = two & ~trips;
    const V pair = NAME(top)(others), second = NAME(top)(others ^ pair);
    const V is_trips = NAME(held)(trips), is_pair = NAME(held)(pair);
    const V is_two = NAME(held)(second);
    NAME(found) f;

    f.main = trips | (~is_trips & (pair | second));
    f.category = NAME(pick)(is_trips, TP_TRIPS + (is_pair & 3), -is_pair - is_two);
    /* 5 high cards, or 3 beside a pair, 1 beside two, 2 beside trips. */
    f.kickers = NAME(pick)(is_trips, (V){0} + 2, 5 + 2 * is_pair + 2 * is_two);
    f.rest = NAME(pick)(is_trips & is_pair, pair, one & ~f.main);
    return f;
}

INLINE void NAME(add_straights)(NAME(found) *f, V runs)
{
    const V is = NAME(held)(runs) & (V)(f->category < TP_STRAIGHT);

    f->category = NAME(pick)(is, (V){0} + TP_STRAIGHT, f->category);
    f->main = NAME(pick)(is, NAME(top)(runs), f->main);
    f->rest &= ~is;
}

INLINE void NAME(add_flushes)(NAME(found) *f, V set)
{
    const V is = NAME(held)(set) & (V)(f->category < TP_FLUSH);
    const V first = NAME(top)(set);

    f->category = NAME(pick)(is, (V){0} + TP_FLUSH, f->category);
    f->main = NAME(pick)(is, first, f->main);
    f->rest = NAME(pick)(is, set ^ first, f->rest);
    f->kickers = NAME(pick)(is, (V){0} + 4, f->kickers);
}

INLINE void NAME(add_quads)(NAME(found) *f, V one, V four)
{
    const V is = NAME(held)(four), first = NAME(top)(four);

    f->category = NAME(pick)(is, (V){0} + TP_QUADS, f->category);
    f->main = NAME(pick)(is, first, f->main);
    f->rest = NAME(pick)(is, one & ~first, f->rest);
    f->kickers = NAME(pick)(is, (V){0} + 1, f->kickers);
}

/* Two ranks of pairs make a full house with the wild. */
INLINE void NAME(add_full_houses)(NAME(found) *f, V two, V pair)
{
    const V under = NAME(top)(two ^ pair), is = NAME(held)(under);

    f->category = NAME(pick)(is, (V){0} + TP_FULL_HOUSE, f->category);
    f->main = NAME(pick)(is, pair, f->main);
    f->rest = NAME(pick)(is, under, f->rest);
    f->kickers = NAME(pick)(is, (V){0} + 1, f->kickers);
}

/* With a wild: the larger of the suits that have four, and an ace of it. */
INLINE void NAME(add_wild_flushes)(NAME(found) *f, V four)
{
    const V is = NAME(held)(four) & (V)(f->category < TP_FLUSH);

    f->category = NAME(pick)(is, (V){0} + TP_FLUSH, f->category);
    f->main = NAME(pick)(is, (V){0} + ACE, f->main);
    f->rest = NAME(pick)(is, four, f->rest);
    f->kickers = NAME(pick)(is, (V){0} + 4, f->kickers);
}

/* With a wild trips are quads; four of a rank have the best other card beside them. */
INLINE void NAME(add_wild_quads)(NAME(found) *f, V one, V three, V four)
{
    const V is = NAME(held)(three), all = NAME(held)(three & four);
    const V ace = NAME(pick)((V)(three == ACE), (V){0} + KING, (V){0} + ACE);

    f->category = NAME(pick)(is, (V){0} + TP_QUADS, f->category);
    f->main = NAME(pick)(is, three, f->main);
    f->rest = NAME(pick)(is, NAME(pick)(all, ace, one & ~three), f->rest);
    f->kickers = NAME(pick)(is, (V){0} + 1, f->kickers);
}

INLINE void NAME(add_straight_flushes)(NAME(found) *f, V runs)
{
    const V is = NAME(held)(runs);

    f->category = NAME(pick)(is, (V){0} + TP_STRAIGHT_FLUSH, f->category);
    f->main = NAME(pick)(is, NAME(top)(runs), f->main);
    f->rest &= ~is;
}

/* The four highest of a suit that has them, or 0. */
INLINE V NAME(four_of)(V set)
{
    return NAME(top_n)(NAME(flush)(set, 1), (V){0} + 4);
}

INLINE NAME(found) NAME(rank_wild)(V c, V d, V h, V s, V one)
{
    const V black = c & s, red = d & h, black1 = c | s, red1 = d | h;
    const V three = NAME(top)((black & red1) | (red & black1)), four = black & red;
    const V two = black | red | (black1 & red1), pair = NAME(top)(two);
    const V is_pair = NAME(held)(pair), none = (V)(one == 0);
    const V runs = NAME(straights_but_one)(one);
    const V fc = NAME(four_of)(c), fd = NAME(four_of)(d);
    const V fh = NAME(four_of)(h), fs = NAME(four_of)(s);
    NAME(found) f = {.category = (TP_PAIR + (is_pair & (TP_TRIPS - TP_PAIR))) & ~none,
                     .main = NAME(pick)(is_pair, pair, NAME(top)(one)),
                     .kickers = 3 + is_pair};

    f.rest = NAME(pick)(none, (V){0} + ACE, one & ~f.main);
    NAME(add_straights)(&f, runs);
    if (ANY(fc | fd | fh | fs))
        NAME(add_wild_flushes)(&f, NAME(larger)(NAME(larger)(fc, fd),
                                                NAME(larger)(fh, fs)));
    NAME(add_full_houses)(&f, two, pair);
    if (ANY(three))
        NAME(add_wild_quads)(&f, one, three, four);
    if (ANY(fc | fd | fh | fs))
        NAME(add_straight_flushes)(
            &f, NAME(straights_but_one)(c) | NAME(straights_but_one)(d) |
                    NAME(straights_but_one)(h) | NAME(straights_but_one)(s));
    return f;
}

INLINE NAME(found) NAME(rank)(V c, V d, V h, V s, V one)
{
    const V black = c & s, red = d & h, black1 = c | s, red1 = d | h;
    const V three = (black & red1) | (red & black1), four = black & red;
    const V runs = NAME(straights)(one);
    const V fc = NAME(flush)(c, 0), fd = NAME(flush)(d, 0);
    const V fh = NAME(flush)(h, 0), fs = NAME(flush)(s, 0);
    NAME(found) f = NAME(groups)(one, black | red | (black1 & red1), three);

    if (ANY(runs))
        NAME(add_straights)(&f, runs);
    if (ANY(four))
        NAME(add_quads)(&f, one, four);
    if (ANY(fc | fd | fh | fs)) {
        const V set = NAME(larger)(NAME(larger)(fc, fd), NAME(larger)(fh, fs));
        NAME(add_flushes)(&f, set);
        NAME(add_straight_flushes)(&f, NAME(straights)(fc) | NAME(straights)(fd) |
                                           NAME(straights)(fh) | NAME(straights)(fs));
    }
    return f;
}

/* Ranks of WORDS masks; 0, and nothing written, if one of them is none to rank. */
INLINE int NAME(block)(const uint64_t *masks, int wild, uint32_t *ranks)
{
    const QUAD q0 = LOAD(masks, 0), q1 = LOAD(masks, 1);
    const QUAD q2 = LOAD(masks, 2), q3 = LOAD(masks, 3);
    const W cd0 = (W)LOW(q0, q1), cd1 = (W)LOW(q2, q3);
    const W hs0 = (W)LOW(HIGH26(q0), HIGH26(q1));
    const W hs1 = (W)LOW(HIGH26(q2), HIGH26(q3));
    const V c = (V)PACK((QUAD)(cd0 & 0x1fff), (QUAD)(cd1 & 0x1fff));
    const V d = (V)PACK((QUAD)(cd0 >> 13 & 0x1fff), (QUAD)(cd1 >> 13 & 0x1fff));
    const V h = (V)PACK((QUAD)(hs0 & 0x1fff), (QUAD)(hs1 & 0x1fff));
    const V s = (V)PACK((QUAD)(hs0 >> 13 & 0x1fff), (QUAD)(hs1 >> 13 & 0x1fff));
    const V one = c | d | h | s;
    const W strange = (W)BEYOND(q0 | q1 | q2 | q3);

    if (ANY((wild ? (V){0} : (V)(one == 0)) | (V)strange))
        return 0;
    const NAME(found) f = wild ? NAME(rank_wild)(c, d, h, s, one)
                               : NAME(rank)(c, d, h, s, one);
    const V kickers = NAME(top_n)(f.rest, f.kickers);
    SAVE(ranks, f.main << 13 | kickers, f.category << 10 | f.main >> 3);
    return 1;
}

/* Ranks of whole vectors of masks, as far as they are good; returns how many. */
static TARGET size_t NAME(ranks)(const uint64_t *masks, size_t n, int wild,
                                 uint32_t *ranks)
{
    size_t i = 0;

    if (wild)
        while (n - i >= WORDS && NAME(block)(masks + i, 1, ranks + i))
            i += WORDS;
    else
        while (n - i >= WORDS && NAME(block)(masks + i, 0, ranks + i))
            i += WORDS;
    return i;
}

#undef V
#undef W
#undef INLINE
#undef NAME
#undef TARGET
#undef WORDS
#undef QUAD
#undef LOAD
#undef ANY
#undef LOW
#undef HIGH26
#undef BEYOND
#undef PACK
#undef SAVE
