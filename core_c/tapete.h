/* tapete.h: the one public header of the C core: types, units and error codes.
 *
 * The core is plain C11. It allocates nothing, keeps no state of its own and
 * never touches Python, so every call may run on any thread without the GIL.
 * build_core.py hands the parts between two cffi marks to cffi as they stand: they
 * must stay free of preprocessor lines other than "#define NAME number".
 *
 * Conventions
 *   - A function returns TP_OK or a negative TP_E_* code; results go through
 *     pointers and are written only on TP_OK. Callers own all memory.
 *   - A French card is an id 0..51: suit * 13 + rank, suits c=0 d=1 h=2 s=3,
 *     ranks 2=0 .. A=12. A set of cards is a 64-bit mask with bit `id` set.
 *   - A larger hand rank is a stronger hand; equal ranks are a true tie.
 */
#ifndef TAPETE_H
#define TAPETE_H

#include <stddef.h>
#include <stdint.h>

/* cffi: begin */

/* -- errors ------------------------------------------------------------- */

#define TP_OK 0
#define TP_E_NULL -1      /* a required pointer is NULL */
#define TP_E_COUNT -2     /* too few or too many items */
#define TP_E_CARD -3      /* a card id outside the deck */
#define TP_E_DUPLICATE -4 /* the same card twice */
#define TP_E_SHAPE -5     /* not one of the four Locus grids */
#define TP_E_CELL -6      /* a cell outside the grid */
#define TP_E_SEAT -7      /* a seat that the game does not have */
#define TP_E_FACE -8      /* a face that is neither up (0) nor down (1) */
#define TP_E_PLAYED -9    /* the cell carries a chip already */
#define TP_E_CHIPS -10    /* the seat has no chip left */
#define TP_E_STATE -11    /* a struct that no init function has filled */
#define TP_E_MARK -12     /* a mark that is not in its seat's hand, or none */
#define TP_E_EXTINCT -13  /* a mark of a seat that has no cards */
#define TP_E_PATH -14     /* vectors that the processor does not have */
#define TP_E_TEXT -15     /* text that names no card */
#define TP_E_ARENA -16    /* memory for a search that is too small or unaligned */
#define TP_E_LIMIT -17    /* a limit of a search that is out of its range */
#define TP_E_WEIGHT -18   /* weights that no deal agrees with */

/* English text for a code, never NULL; static storage. */
const char *tp_strerror(int code);

/* -- poker hands (hand.c) ------------------------------------------------ */

#define TP_DECK 52
#define TP_NONE 255 /* "no card" / "no position" in uint8_t fields */

#define TP_HIGH_CARD 0
#define TP_PAIR 1
#define TP_TWO_PAIR 2
#define TP_TRIPS 3
#define TP_STRAIGHT 4
#define TP_FLUSH 5
#define TP_FULL_HOUSE 6
#define TP_QUADS 7
#define TP_STRAIGHT_FLUSH 8

/* Rank layout: category << 26 | main << 13 | kickers. main and kickers are
 * 13-bit sets of ranks (bit 12 = ace), so that comparing two ranks as numbers
 * compares category, then groups, then kickers highest first; a missing kicker
 * is below any kicker. Category of a rank: rank >> 26. */

typedef struct {
    uint32_t rank;
    uint8_t category; /* TP_HIGH_CARD .. TP_STRAIGHT_FLUSH */
    uint8_t count;    /* cards named, 1..5 */
    uint8_t wild_at;  /* position of the wild in cards[], or TP_NONE */
    uint8_t cards[5]; /* most significant first, highest suits chosen; the wild
                         is named as the card it stands for */
} tp_hand;

/* Set of the n card ids. TP_E_NULL, TP_E_COUNT (n > 52), TP_E_CARD,
 * TP_E_DUPLICATE. n = 0 gives the empty set. */
int tp_cards_mask(const uint8_t *ids, size_t n, uint64_t *mask);

/* Rank of the best hand in a set of 1..52 cards; with wild != 0, of 0..52 cards
 * and one wild that takes whichever of the 52 identities ranks best, also one
 * already held. Five of a kind counts as four with the best other kicker.
 * TP_E_NULL, TP_E_COUNT (nothing to rank), TP_E_CARD (a bit above 51). */
int tp_hand_rank(uint64_t cards, int wild, uint32_t *rank);

/* As tp_hand_rank, and names the best five (or fewer, if there are fewer). */
int tp_hand_best(uint64_t cards, int wild, tp_hand *out);

/* As tp_hand_best for n sets; *bad as in tp_hand_ranks. */
int tp_hand_bests(const uint64_t *masks, size_t n, int wild, tp_hand *out, size_t *bad);

/* -- many hands (hand_batch.c) --------------------------------------------- */

/* By which instructions. */
#define TP_PATH_WIDEST 0 /* whichever is best here */
#define TP_PATH_SCALAR 1
#define TP_PATH_SSE2 2   /* 8 hands at once; every x86-64 has it */
#define TP_PATH_AVX2 3   /* 16 */
#define TP_PATH_AVX512 4 /* 32; needs the parts F and BW */

/* Ranks of n sets, as tp_hand_rank has them. On TP_E_CARD or TP_E_COUNT *bad is the
 * index of the first set that cannot be ranked, and the ranks before it are written.
 * TP_E_NULL. */
int tp_hand_ranks(const uint64_t *masks, size_t n, int wild, uint32_t *ranks,
                  size_t *bad);

/* As tp_hand_ranks, by a chosen path; also TP_E_PATH. */
int tp_hand_ranks_by(int path, const uint64_t *masks, size_t n, int wild,
                     uint32_t *ranks, size_t *bad);

/* As tp_hand_ranks, of n hands of `size` card ids each, one hand after the other; also
 * TP_E_DUPLICATE, and TP_E_COUNT for a size above 52. */
int tp_hand_ranks_ids(const uint8_t *ids, size_t size, size_t n, int wild,
                      uint32_t *ranks, size_t *bad);

/* 1 if this processor has a path, else 0. */
int tp_hand_path(int path);

/* -- cards as text (cards_text.c) ------------------------------------------- */

/* Set of the cards that a text of `length` bytes names, as in "As Td9h": spaces
 * between cards or none. TP_E_NULL, TP_E_TEXT, TP_E_DUPLICATE. */
int tp_cards_parse(const char *text, size_t length, uint64_t *mask);

/* One set for each of the lines, which have a newline between them; errors[i] is what
 * tp_cards_parse said of line i, whose mask is then 0. TP_E_NULL, TP_E_COUNT (fewer or
 * more lines than said). */
int tp_cards_parse_lines(const char *text, size_t length, size_t lines,
                         uint64_t *masks, int8_t *errors);

/* Seven Pokerdrez ids for each of the lines, which name them as in "B9 R9 J1": figure
 * PNBRQJ and colour 1..9 (see Poker7 below). errors[i] is the
 * first of TP_E_TEXT, TP_E_DUPLICATE and TP_E_COUNT (not seven) that is true of line i,
 * whose ids are then 0..6. TP_E_NULL, TP_E_COUNT as tp_cards_parse_lines. */
int tp_poker7_parse_lines(const char *text, size_t length, size_t lines,
                          uint8_t *cards, int8_t *errors);

/* -- Locus Poker (locus.c) ------------------------------------------------ */

#define TP_LOCUS_CELLS 48 /* the largest grid, 8 x 6 */
#define TP_LOCUS_ORTHOGONAL 2 /* bonus for an own card at an edge */
#define TP_LOCUS_DIAGONAL 1   /* bonus for an own card at a corner */

typedef struct {
    uint32_t magic;      /* set by tp_locus_init */
    uint8_t cols, rows;
    uint8_t cells;       /* cols * rows */
    uint8_t turn;        /* chips placed so far, 0..cells */
    int16_t score[2];    /* points of each seat, komi not included */
    uint8_t left[2];     /* chips in hand */
    uint64_t dead;       /* cells played face down */
    uint64_t chips[2];   /* cells with a chip of the seat, either face */
    uint64_t ortho[48];  /* neighbours of each cell sharing an edge */
    uint64_t diag[48];   /* neighbours of each cell sharing a corner */
    uint8_t card[48];    /* card id per cell, row by row from the top left */
} tp_locus;

/* One placement and what it earns. */
typedef struct {
    uint8_t cell;
    uint8_t face_down; /* 0 up, 1 down (the card is wild for this turn) */
    uint8_t category;
    uint8_t hand;      /* points of the hand, 0..11 */
    uint8_t bonus;     /* points of the neighbouring own chips, 0..12 */
} tp_locus_turn;

/* Sets up a grid of 6x5, 6x6, 7x6 or 8x6 (cols x rows) with n = cols * rows
 * distinct cards. TP_E_NULL, TP_E_SHAPE, TP_E_COUNT, TP_E_CARD, TP_E_DUPLICATE. */
int tp_locus_init(tp_locus *board, int cols, int rows, const uint8_t *cards,
                  size_t n);

/* What seat would earn on cell; changes nothing. TP_E_NULL, TP_E_STATE,
 * TP_E_SEAT, TP_E_CELL, TP_E_FACE, TP_E_PLAYED, TP_E_CHIPS. */
int tp_locus_score(const tp_locus *board, int seat, int cell, int face_down,
                   tp_locus_turn *out);

/* Plays it. Whose turn it is, is the caller's affair. Errors as tp_locus_score. */
int tp_locus_place(tp_locus *board, int seat, int cell, int face_down,
                   tp_locus_turn *out);

/* Plays n placements, from `first` on by turns; a play is cell * 2 + face_down. Writes
 * what each earns and, unless `hands` is NULL, its best hand. After an error, which is
 * one of tp_locus_score's, the placements before it are on the board. */
int tp_locus_replay(tp_locus *board, int first, const uint8_t *plays, size_t n,
                    tp_locus_turn *turns, tp_hand *hands);

/* Every placement open to seat, by cell, up before down. *count is set to their
 * number (0 when the seat has no chip left). TP_E_NULL, TP_E_STATE, TP_E_SEAT,
 * TP_E_COUNT (capacity below that number). */
int tp_locus_options(const tp_locus *board, int seat, tp_locus_turn *out,
                     size_t capacity, size_t *count);

/* Points of a hand by its category. TP_E_COUNT (no such category). */
int tp_locus_points(int category);

/* The best hand of the area around an open cell. Errors as tp_locus_score, save
 * TP_E_SEAT and TP_E_CHIPS. */
int tp_locus_hand(const tp_locus *board, int cell, int face_down, tp_hand *out);

/* Points of the best hand in an area, 0..11. Errors as tp_hand_rank. */
int tp_locus_hand_points(uint64_t cards, int wild, uint8_t *points);

/* As tp_locus_hand_points for n areas; *bad as in tp_hand_ranks. */
int tp_locus_areas(const uint64_t *areas, size_t n, int wild, uint8_t *points,
                   size_t *bad);

#define TP_LOCUS_TABLE 24576 /* 2 faces of 48 cells with 256 sets of neighbours */

/* What every area of a deal is worth: points[(face_down * 48 + cell) * 256 + living].
 * `living` has a bit for each of the cell's neighbours that is not face down, row by
 * row: 1 the top left, 8 and 16 left and right, 128 the bottom right. Entries of cells
 * and neighbours outside the grid are 0. TP_E_NULL, TP_E_STATE, TP_E_COUNT (size below
 * TP_LOCUS_TABLE). */
int tp_locus_table(const tp_locus *board, uint8_t *points, size_t size);

/* points[i] = table[places[i]]. On TP_E_CELL *bad is the index of the first place that
 * is not below TP_LOCUS_TABLE. TP_E_NULL. */
int tp_locus_look_up(const uint8_t *table, const uint16_t *places, size_t n,
                     uint8_t *points, size_t *bad);

/* -- Locus search (locus_search.c) ----------------------------------------- */

#define TP_LOCUS_ARENA 4194304 /* bytes that a search works in */
#define TP_LOCUS_UNIT 16       /* margins are told in sixteenths of a point */

typedef struct {
    uint64_t seed;   /* decides between placements of the same value */
    uint32_t nodes;  /* positions looked at, beside those of the first ply */
    uint8_t depth;   /* plies looked ahead at most, 1..48 */
    uint8_t exact;   /* with so many open cells, 0..48, all is played to the end,
                        however many nodes that takes: 12 rarely need 50,000 */
    uint8_t attempt; /* with so many, 0..48, that is tried within `nodes` first */
    const volatile int32_t *cancel; /* NULL, or another thread may make it non-zero
                                       to have the best found so far; a safety net */
} tp_locus_limits;

typedef struct {
    int32_t margin;    /* to come for the seat, in TP_LOCUS_UNITs */
    uint8_t cell;
    uint8_t face_down;
    uint8_t depth;     /* plies looked ahead in full */
    uint8_t exact;     /* 1 if the margin is that of best play by both to the end */
    uint64_t nodes;
} tp_locus_found;

/* Finds a placement for seat, whose turn it is. The same board, seat and limits give
 * the same answer, unless it was cancelled. `arena` has `size` bytes, at least
 * TP_LOCUS_ARENA, aligned as for malloc; what it holds before and after means
 * nothing. TP_E_NULL, TP_E_STATE (also chips that no match can lead to), TP_E_SEAT,
 * TP_E_CHIPS (not the seat's turn, or over), TP_E_LIMIT, TP_E_ARENA. */
int tp_locus_search(const tp_locus *board, int seat, const tp_locus_limits *limits,
                    void *arena, size_t size, tp_locus_found *out);

/* -- Lamarckian Poker (lamarckian.c) ------------------------------------- */

#define TP_LAMARCKIAN_SEATS 6 /* the most seats */

/* A round whose marks are all down. Entries from `seats` on are not read. */
typedef struct {
    uint8_t seats;    /* 2 .. 6 */
    uint8_t mark[6];  /* card id by seat; TP_NONE if the seat is extinct */
    uint64_t hand[6]; /* by seat, the mark still in it; empty if extinct */
    uint64_t pool;    /* the four cards on the table */
} tp_lamarckian_round;

typedef struct {
    uint8_t count;        /* marks resolved */
    uint8_t order[6];     /* their seats, highest mark first, then TP_NONE */
    uint64_t captured[6]; /* cards taken by each of them, in that order */
    uint64_t hand[6];     /* by seat, after the round; empty is extinct */
    uint64_t discard;     /* what is left in the pool */
} tp_lamarckian_result;

/* Lists a set of cards from the highest to the lowest: by rank from the ace down,
 * equal ranks by suit from spades down. TP_E_NULL, TP_E_CARD, TP_E_COUNT (capacity
 * below their number). */
int tp_cards_by_height(uint64_t cards, uint8_t *ids, size_t capacity, size_t *count);

/* As tp_hand_rank without a wild, and of equal ranks the higher suit of the most
 * significant group is the stronger: rank << 2 | suit. Errors as tp_hand_rank. */
int tp_hand_rank_suits(uint64_t cards, uint32_t *rank);

/* As tp_hand_rank_suits for n sets; *bad as in tp_hand_ranks. */
int tp_hand_ranks_suits(const uint64_t *masks, size_t n, uint32_t *ranks, size_t *bad);

/* What a mark takes from the pool as it lies: all cards of its suit or rank.
 * TP_E_NULL, TP_E_CARD, TP_E_DUPLICATE (the mark lies in the pool). */
int tp_lamarckian_captures(int mark, uint64_t pool, uint64_t *captured);

/* Plays out one round: from the highest mark down each takes what it matches and
 * then falls into the pool. TP_E_NULL, TP_E_COUNT (seats, a pool of other than four
 * cards, nobody alive), TP_E_CARD, TP_E_DUPLICATE (within hands and pool),
 * TP_E_MARK, TP_E_EXTINCT. */
int tp_lamarckian_resolve(const tp_lamarckian_round *round, tp_lamarckian_result *out);

/* -- Lamarckian sampling (lamarckian_search.c, lamarckian_deals.c) ----------- */

#define TP_LAMARCKIAN_ARENA 131072 /* bytes that a search works in */
#define TP_LAMARCKIAN_UNIT 61440   /* a whole win; its parts by 2..6 are whole too */
#define TP_LAMARCKIAN_ANYHOW 255   /* noise with which all cards are alike */

/* A round that is over. Entries from `count` on are not read. */
typedef struct {
    uint8_t count;        /* marks; 0 tells nothing of the round */
    uint8_t seat[6];      /* in the order in which they resolved */
    uint8_t mark[6];
    uint64_t captured[6]; /* cards taken by each of them */
    uint64_t pool;        /* the four cards that were dealt */
} tp_lamarckian_past;

/* What a seat knows when it is to mark. Entries from `seats` on are not read. */
typedef struct {
    uint8_t seats;     /* 2 .. 6; the match has 13 - seats rounds */
    uint8_t seat;
    uint8_t split;     /* option ties: 0 suits, 1 split */
    uint8_t round;     /* from 1 */
    uint8_t size[6];   /* cards in each hand, marks that are down too; 0 is out */
    uint64_t hand;     /* of the seat itself */
    uint64_t known[6]; /* by seat, what it captured and still holds */
    uint64_t pool;
    uint64_t gone;     /* the discard */
    tp_lamarckian_past past[10]; /* the rounds before */
} tp_lamarckian_view;

typedef struct {
    uint64_t seed;
    uint32_t nodes;   /* hands weighed in all, 1 and up; every mark is tried once
                         whatever that takes */
    uint8_t noise;    /* without history: of the other seats' marks in this round, in
                         32nds of a hand's category: 0 none, or TP_LAMARCKIAN_ANYHOW */
    uint8_t history;  /* 1 weights deals by the marks seen so far, and reads from them
                         the noise of each seat; 0 takes all deals as equally likely */
    uint8_t halve;    /* 1 gives up on half of the marks again and again */
    uint8_t foresee;  /* 1 lets the seat mark with the others' marks in sight in the
                         rounds after this one: too hopeful, but nearer to a strong
                         player than the heuristic is; 0 it marks as they do */
    const volatile int32_t *cancel; /* NULL, or another thread may make it non-zero
                                       to have what is known so far; a safety net */
} tp_lamarckian_limits;

/* Sums over the samples of a mark. */
typedef struct {
    uint8_t card;
    uint32_t samples;
    uint64_t win;      /* TP_LAMARCKIAN_UNITs; of a shared win the part */
    uint64_t extinct;  /* samples in which the seat goes extinct */
    uint64_t captured; /* cards taken in this round */
    uint64_t any;      /* samples in which it takes one or more */
} tp_lamarckian_mark;

typedef struct {
    uint8_t count; /* cards of the hand */
    uint64_t nodes;
    tp_lamarckian_mark marks[52]; /* the best first */
} tp_lamarckian_found;

/* Tries every mark on sampled deals. The same view and limits give the same answer,
 * unless it was cancelled. `arena` has `size` bytes, at least TP_LAMARCKIAN_ARENA,
 * aligned as for malloc; what it holds before and after means nothing. TP_E_NULL,
 * TP_E_COUNT (numbers of seats, rounds or cards that no match has), TP_E_SEAT,
 * TP_E_CARD, TP_E_DUPLICATE, TP_E_EXTINCT (the seat is out), TP_E_MARK (a past mark
 * that nobody can have seen), TP_E_LIMIT, TP_E_ARENA. */
int tp_lamarckian_search(const tp_lamarckian_view *view,
                         const tp_lamarckian_limits *limits, void *arena, size_t size,
                         tp_lamarckian_found *out);

/* Writes the hands of n deals as a search samples them, six sets for each deal. Of the
 * limits only `seed` and `history` count. Errors as tp_lamarckian_search. */
int tp_lamarckian_deals(const tp_lamarckian_view *view,
                        const tp_lamarckian_limits *limits, void *arena, size_t size,
                        uint64_t *hands, size_t n);

/* -- Poker7 (poker7.c, poker7_batch.c) ------------------------------------------------------ */

#define TP_P7_DECK 54 /* 9 colours of 6 figures; the neutral cards are out */
#define TP_P7_HAND 7  /* cards in a hand: all of them count */

/* A Pokerdrez card is an id 0..53: (colour - 1) * 6 + figure - 1, colours grey 1
 * red 2 magenta 3 purple 4 blue 5 yellow 6 cyan 7 orange 8 green 9, figures pawn 1
 * knight 2 bishop 3 rook 4 queen 5 joker 6.
 *
 * Rank layout, below 2^53: class << 48 | straight flags << 45 | identities. The
 * class is the order of the group sizes, from 1 for (2,1,1,1,1,1) over (2,2,1,1,1)
 * (2,2,2,1) (3,1,1,1,1) (3,2,1,1) (3,2,2) (3,3,1) (4,1,1,1) (4,2,1) (4,3) (5,1,1)
 * (5,2) (6,1) to 14 for (7). The three flags are those of the first three groups.
 * The identities are said in poker7.h: different hands have different ranks. */
#define TP_P7_CLASS_SHIFT 48

#define TP_P7_SINGLE 0
#define TP_P7_FIGURE 1
#define TP_P7_COLOUR 2

typedef struct {
    uint8_t kind;     /* TP_P7_SINGLE .. TP_P7_COLOUR */
    uint8_t number;   /* of the colour 1..9, or of the figure 1..6 */
    uint8_t size;     /* cards, 1..7 */
    uint8_t straight; /* 1 if their numbers are consecutive, singles never */
    uint8_t cards[7]; /* highest first, then TP_NONE */
} tp_poker7_group;

typedef struct {
    uint64_t rank;
    uint8_t count; /* groups, 1..6 */
    tp_poker7_group groups[6]; /* in the order in which they compare */
} tp_poker7_hand;

/* The seven cards of a rank in the order of its groups, the highest of each first. */
typedef struct {
    uint8_t groups[6]; /* size << 3 | straight << 2 | kind of each, then 0 */
    uint8_t cards[7];
} tp_poker7_arranged;

/* Ranks of any number of hands, seven card ids each, one hand after the other. A
 * bad hand refuses them all. TP_E_NULL, TP_E_CARD, TP_E_DUPLICATE. */
int tp_poker7_ranks(const uint8_t *cards, size_t hands, uint64_t *ranks);

/* As tp_poker7_ranks, by a chosen path; also TP_E_PATH. */
int tp_poker7_ranks_by(int path, const uint8_t *cards, size_t hands, uint64_t *ranks);

/* 1 if Poker7 has a path on this processor, else 0: scalar, AVX2, AVX-512. */
int tp_poker7_path(int path);

/* The cards of n ranks. On TP_E_CARD *bad is the index of the first rank that no hand
 * has, and what is before it is written. TP_E_NULL. */
int tp_poker7_arrange(const uint64_t *ranks, size_t n, tp_poker7_arranged *out,
                      size_t *bad);

/* Rank and groups of one hand of n = 7 cards. TP_E_NULL, TP_E_COUNT, TP_E_CARD,
 * TP_E_DUPLICATE. */
int tp_poker7_best(const uint8_t *cards, size_t n, tp_poker7_hand *out);

/* -- Poker7 equity (poker7_equity.c) ---------------------------------------- */

#define TP_P7_PAIRS 1431     /* holdings: sets of two of the 54 cards */
#define TP_P7_OPPONENTS 9    /* the most that one hand can have */
#define TP_P7_CLASSES 15     /* classes by number; 0 is none */
#define TP_P7_ARENA 262144   /* bytes that equity and strengths work in */
#define TP_P7_SAMPLES 10000000 /* the most samples of one call */
#define TP_P7_TRIES 64       /* draws for each sample, as ranges may clash */

/* The place of a holding in tables of them: high * (high - 1) / 2 + low for the ids
 * of its cards, or TP_E_CARD, TP_E_DUPLICATE. */
int tp_poker7_pair(int card, int other);

/* What a seat knows. Entries from on_board and from opponents on are not read. */
typedef struct {
    uint8_t own[2];
    uint8_t board[5];
    uint8_t on_board;  /* common cards on the table: 0, 3 or 5 */
    uint8_t opponents; /* still in the hand, 1..9 */
    uint8_t shown[9];  /* the card that each has shown, or TP_NONE */
    uint64_t dead;     /* set of other cards that are out: those that folded seats
                          have shown */
    const uint16_t *range[9]; /* NULL, or TP_P7_PAIRS weights by tp_poker7_pair: how
                                 likely each holding is; read during the call only */
} tp_poker7_spot;

typedef struct {
    uint64_t seed;
    uint32_t samples; /* 1..TP_P7_SAMPLES */
    uint32_t exact;   /* count all completions if they are so many or fewer, with one
                         or two opponents and three or five common cards */
} tp_poker7_budget;

typedef struct {
    uint64_t total; /* of the deals looked at; if exact, the sum of their weights */
    uint64_t wins;  /* those in which the own hand beats all others; no two are equal */
    uint64_t classes[15]; /* those in which the own hand is of each class */
    uint8_t exact;  /* 1 if all completions were counted */
} tp_poker7_odds;

/* How likely the own hand is to win. The same spot and budget give the same answer.
 * `arena` has `size` bytes, at least TP_P7_ARENA, aligned as for malloc; what it holds
 * before and after means nothing. TP_E_NULL, TP_E_COUNT (opponents, common cards, too
 * few cards for all), TP_E_CARD, TP_E_DUPLICATE, TP_E_LIMIT, TP_E_ARENA, TP_E_WEIGHT
 * (no deal with a weight was found). */
int tp_poker7_equity(const tp_poker7_spot *spot, const tp_poker7_budget *budget,
                     void *arena, size_t size, tp_poker7_odds *out);

/* What everybody knows of two sides. */
typedef struct {
    uint8_t board[5];
    uint8_t on_board; /* 0, 3 or 5 */
    uint8_t shown;    /* the card that the side itself has shown, or TP_NONE */
    uint8_t against;  /* the one of the other side, or TP_NONE */
    uint64_t dead;
} tp_poker7_sides;

/* The strength of every holding by tp_poker7_pair: how often it beats any other, as
 * a share of 65535; 0 for holdings that the side cannot have. Boards are drawn
 * (`samples`), or all counted if they are not more than that; `exact` is not read.
 * Errors as tp_poker7_equity, without TP_E_WEIGHT. */
int tp_poker7_strengths(const tp_poker7_sides *sides, const tp_poker7_budget *budget,
                        void *arena, size_t size, uint16_t *out);

#define TP_P7_LEVELS 64 /* of strength, 1,024 of 65,536 each */

/* Narrows a range of TP_P7_PAIRS weights by what its seat has done: each weight is
 * multiplied by how likely that is at the level of the holding's strength, and all are
 * scaled so that the largest is 65535. What had a weight keeps at least 1. TP_E_NULL. */
int tp_poker7_narrow(const uint16_t *strengths, const uint16_t *likely,
                     uint16_t *range);

/* cffi: end */

/* -- one hand, for those who call from Python (hand.c, cards_text.c) --------- */

/* cffi, quick: begin */

/* The rank of a set without a wild, and with one, as tp_hand_rank has it, or its error:
 * a rank is never negative. */
int64_t tp_hand_natural(uint64_t cards);
int64_t tp_hand_wild(uint64_t cards);

/* The same of the cards that a text names, which ends with a NUL; also the errors of
 * tp_cards_parse. */
int64_t tp_text_natural(const char *text);
int64_t tp_text_wild(const char *text);

/* cffi, quick: end */

#endif
