/* poker7_cfr.c: plays an abstract two-seat Poker7 against itself and prints how.
 *
 * bench/poker7_plan.py deals, compiles and runs it. Counterfactual regret
 * minimisation with external sampling: for one seat all actions are tried, for the
 * other one is drawn; what is regretted is played more often. The average over all
 * rounds, later ones counting more, is near an equilibrium of the abstract game: a
 * situation is the step, who acts first, stacks against pot, what is faced, and how
 * strong the hand is; sizes of bets are a few shares of the pot.
 *
 * usage: poker7_cfr DEALS ROUNDS SEED
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 4, SPRS = 6, FACES = 12, LOOKS = 3, BUCKETS = 12, ACTIONS = 4 };
enum { LAST = 3, MOST_RAISES = 4 };

/* One deal as bytes: strengths and looks are shares of 255. */
typedef struct {
    uint8_t strength[2][3];    /* seat; bet 1, bet 2, bet 3 */
    uint8_t last[2][2][2];     /* seat; its card shown, the other's */
    uint8_t look[2][2][2];     /* how its side looks to all */
    uint8_t winner;
} deal;

typedef struct {
    double regret[ACTIONS], sum[ACTIONS];
    double visits;
} info;

typedef struct {
    double paid[2], front[2], stack;
    int step, turn, raises, acted, aggressor, before, shown[2];
} state;

static info nodes[STEPS][2][SPRS][FACES][LOOKS][BUCKETS];
static info shows[SPRS][3][BUCKETS];
static deal *deals;
static uint64_t seed;
static double weight;

static const double first_bounds[] = {0.465, 0.50, 0.575, 0.61, 0.64};
static const double second_bounds[] = {0.25, 0.33, 0.40, 0.46, 0.52, 0.58, 0.65,
                                       0.73, 0.81, 0.90};
static const double later_bounds[] = {0.10, 0.20, 0.30, 0.40, 0.50, 0.60, 0.70,
                                      0.80, 0.88, 0.94, 0.98};
static const double spr_bounds[] = {0.5, 1, 2, 4, 10};
static const double face_bounds[] = {0.7, 1.4};
static const double look_bounds[] = {0.4, 0.6};

static int place(double x, const double *bounds, int n)
{
    int at = 0;

    while (at < n && x >= bounds[at])
        at++;
    return at;
}

#define PLACE(x, bounds) place(x, bounds, (int)(sizeof(bounds) / sizeof *(bounds)))

static double chance(void)
{
    uint64_t x = seed += 0x9e3779b97f4a7c15ull;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

static int bucket(const deal *d, const state *s, int seat)
{
    if (s->step == LAST)
        return PLACE(d->last[seat][s->shown[seat]][s->shown[!seat]] / 255.0,
                     later_bounds);
    const double x = d->strength[seat][s->step] / 255.0;
    if (s->step == 0)
        return PLACE(x, first_bounds);
    return s->step == 1 ? PLACE(x, second_bounds) : PLACE(x, later_bounds);
}

static double behind(const state *s, int seat)
{
    return s->stack - s->paid[seat];
}

static double pot(const state *s)
{
    return s->paid[0] + s->paid[1];
}

static double owed(const state *s, int seat)
{
    return s->paid[!seat] - s->paid[seat];
}

static int spr_of(const state *s, int seat)
{
    return PLACE(behind(s, seat) / pot(s), spr_bounds);
}

/* 0..2: nothing is owed, and on the step before nobody, the seat, the other was the
 * last to bet. 3..: size of what is owed, and how often was raised. */
static int face(const state *s, int seat)
{
    const double more = owed(s, seat);

    if (more <= 0)
        return s->before < 0 ? 0 : s->before == seat ? 1 : 2;
    const int raises = s->raises > 3 ? 3 : s->raises;
    return 3 + 3 * PLACE(more / (pot(s) - more), face_bounds) + raises - 1;
}

static info *node_of(const deal *d, const state *s, int seat)
{
    const int look = s->step < LAST ? 1
                     : PLACE(d->look[seat][s->shown[seat]][s->shown[!seat]] / 255.0,
                             look_bounds);
    return &nodes[s->step][seat][spr_of(s, seat)][face(s, seat)][look]
                 [bucket(d, s, seat)];
}

/* Chips that an aggressive action adds, or 0 if there is no such action. */
static double added(const state *s, int seat, int action)
{
    static const double bets[] = {0.5, 1, 2};
    const double more = owed(s, seat), most = behind(s, seat), after = pot(s) + more;
    double chips;

    if (most <= more || behind(s, !seat) <= 0 || s->raises >= MOST_RAISES)
        return 0;
    if (more <= 0) {
        chips = bets[action - 1] * after;
        if (action > 1 && bets[action - 2] * after * 1.25 >= most)
            return 0; /* the smaller one is all-in already */
    } else if (action == 2) {
        chips = more + after;
    } else {
        if ((more + after) * 1.25 >= most || most > 5 * (more + after))
            return 0;
        chips = most;
    }
    return chips * 1.25 >= most ? most : chips;
}

/* Which actions there are: check, or fold and call, and the aggressive ones. */
static int actions(const state *s, int seat, int able[ACTIONS])
{
    const int first = owed(s, seat) > 0 ? 2 : 1;
    int count = first;

    for (int a = 0; a < ACTIONS; a++) {
        able[a] = a < first || added(s, seat, a) > 0;
        count += a >= first && able[a];
    }
    return count;
}

static void strategy(const info *node, const int able[ACTIONS], double p[ACTIONS])
{
    double all = 0, count = 0;

    for (int a = 0; a < ACTIONS; a++) {
        p[a] = able[a] && node->regret[a] > 0 ? node->regret[a] : 0;
        all += p[a];
        count += able[a];
    }
    for (int a = 0; a < ACTIONS; a++)
        p[a] = all > 0 ? p[a] / all : able[a] ? 1 / count : 0;
}

static int draw(const double p[ACTIONS])
{
    double x = chance();
    int last = 0;

    for (int a = 0; a < ACTIONS; a++) {
        if (p[a] <= 0)
            continue;
        last = a;
        if ((x -= p[a]) < 0)
            return a;
    }
    return last;
}

static double walk(const deal *d, const state *s, int seat);

static double won(const deal *d, const state *s, int seat)
{
    const double most = s->paid[0] < s->paid[1] ? s->paid[0] : s->paid[1];
    return d->winner == seat ? most : -most;
}

static double walk_show(const deal *d, const state *s, int seat, int who)
{
    info *node = &shows[spr_of(s, who)][s->before < 0 ? 0 : s->before == who ? 1 : 2]
                       [PLACE(d->strength[who][2] / 255.0, later_bounds)];
    const int able[ACTIONS] = {1, 1, 0, 0};
    double p[ACTIONS], value[2], mean = 0;

    strategy(node, able, p);
    if (who != seat)
        for (int a = 0; a < 2; a++)
            node->sum[a] += weight * p[a];
    const int drawn = who == seat ? -1 : draw(p);
    for (int a = 0; a < 2; a++) {
        if (who != seat && a != drawn)
            continue;
        state next = *s;
        next.shown[who] = a;
        value[a] = who == 0 ? walk_show(d, &next, seat, 1) : walk(d, &next, seat);
        mean += who == seat ? p[a] * value[a] : value[a];
    }
    for (int a = 0; a < 2 && who == seat; a++)
        node->regret[a] = fmax(0, node->regret[a] + value[a] - mean);
    node->visits++;
    return mean;
}

static double end_step(const deal *d, const state *s, int seat)
{
    state next = *s;

    if (s->step == LAST || behind(s, 0) <= 0 || behind(s, 1) <= 0)
        return won(d, s, seat);
    next.step++;
    next.turn = 0, next.raises = 0, next.acted = 0;
    next.before = s->aggressor, next.aggressor = -1;
    return next.step == LAST ? walk_show(d, &next, seat, 0) : walk(d, &next, seat);
}

static double act(const deal *d, const state *s, int seat, int action)
{
    const int who = s->turn;
    const double more = owed(s, who);
    state next = *s;

    next.acted = 1;
    next.turn = !who;
    if (more > 0 && action == 0)
        return who == seat ? -s->paid[who] : s->paid[who];
    if (more <= 0 && action == 0)
        return s->acted ? end_step(d, &next, seat) : walk(d, &next, seat);
    if (more > 0 && action == 1) {
        next.paid[who] += more;
        return end_step(d, &next, seat);
    }
    next.paid[who] += added(s, who, action);
    next.raises++;
    next.aggressor = who;
    return walk(d, &next, seat);
}

static double walk(const deal *d, const state *s, int seat)
{
    int able[ACTIONS];
    double p[ACTIONS], value[ACTIONS], mean = 0;
    const int who = s->turn;
    info *node = node_of(d, s, who);

    if (actions(s, who, able) == 1)
        return act(d, s, seat, 0);
    strategy(node, able, p);
    node->visits++;
    if (who != seat) {
        for (int a = 0; a < ACTIONS; a++)
            node->sum[a] += weight * p[a];
        return act(d, s, seat, draw(p));
    }
    for (int a = 0; a < ACTIONS; a++)
        if (able[a])
            mean += p[a] * (value[a] = act(d, s, seat, a));
    for (int a = 0; a < ACTIONS; a++)
        if (able[a])
            node->regret[a] = fmax(0, node->regret[a] + value[a] - mean);
    return mean;
}

/* Sixteenths that add up to 16, as the digits 0-9a-g. */
static void print_mix(const info *node, int n)
{
    double all = 0;
    int part[ACTIONS], left = 16, most = 0;

    for (int a = 0; a < n; a++)
        all += node->sum[a];
    for (int a = 0; a < n; a++) {
        part[a] = all > 0 ? (int)(16 * node->sum[a] / all + 0.5) : a == 0 ? 16 : 0;
        left -= part[a];
        most = part[a] > part[most] ? a : most;
    }
    part[most] += left;
    putchar(' ');
    for (int a = 0; a < n; a++)
        putchar("0123456789abcdefg"[part[a]]);
}

/* One line for a situation: its numbers, then a mix for each strength. */
static void print_line(const info row[BUCKETS], int buckets, int n)
{
    for (int b = 0; b < buckets; b++)
        print_mix(&row[b], n);
    putchar('\n');
}

static void print_bounds(const char *name, const double *bounds, size_t size)
{
    printf("bounds %s", name);
    for (size_t i = 0; i < size / sizeof *bounds; i++)
        printf(" %g", bounds[i]);
    putchar('\n');
}

#define PRINT_BOUNDS(name) print_bounds(#name, name##_bounds, sizeof name##_bounds)

static void print_all(double least)
{
    static const int buckets[STEPS] = {6, 11, 12, 12};

    PRINT_BOUNDS(first);
    PRINT_BOUNDS(second);
    PRINT_BOUNDS(later);
    PRINT_BOUNDS(spr);
    PRINT_BOUNDS(face);
    PRINT_BOUNDS(look);
    for (int st = 0; st < STEPS; st++)
        for (int seat = 0; seat < 2; seat++)
            for (int spr = 0; spr < SPRS; spr++)
                for (int f = 0; f < FACES; f++)
                    for (int look = 0; look < LOOKS; look++) {
                        info *row = nodes[st][seat][spr][f][look];
                        double seen = 0;
                        for (int b = 0; b < BUCKETS; b++)
                            seen += row[b].visits;
                        if (seen < least)
                            continue;
                        printf("%d%d%d%c%d", st, seat, spr, 'a' + f, look);
                        print_line(row, buckets[st], ACTIONS);
                    }
    for (int spr = 0; spr < SPRS; spr++)
        for (int f = 0; f < 3; f++) {
            printf("s-%d%c-", spr, 'a' + f);
            print_line(shows[spr][f], BUCKETS, 2);
        }
}

int main(int argc, char **argv)
{
    static const double stacks[] = {12, 30, 60, 100, 100, 200};

    if (argc != 4)
        return 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file)
        return 1;
    fseek(file, 0, SEEK_END);
    const long count = ftell(file) / (long)sizeof(deal);
    rewind(file);
    deals = malloc((size_t)count * sizeof(deal));
    if (!deals || fread(deals, sizeof(deal), (size_t)count, file) != (size_t)count)
        return 1;
    fclose(file);
    const long rounds = atol(argv[2]);
    seed = strtoull(argv[3], NULL, 10);
    for (long round = 0; round < rounds; round++) {
        const deal *d = &deals[(long)(chance() * (double)count)];
        const double stack = stacks[(int)(chance() * 6)];
        weight = (double)round / (double)rounds;
        for (int seat = 0; seat < 2; seat++) {
            const state s = {.paid = {1, 1}, .stack = stack, .aggressor = -1,
                             .before = -1};
            (void)walk(d, &s, seat);
        }
    }
    print_all((double)rounds / 2000);
    free(deals);
    return 0;
}
