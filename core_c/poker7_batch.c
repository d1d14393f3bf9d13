/* poker7_batch.c: ranks of many Poker7 hands, by the widest vectors there are.
 *
 * The rest beside whole vectors, what they leave open, and machines that have none take
 * poker7.c hand by hand.
 */
#include <string.h>

#include "poker7.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define VECTORS 1
#include <immintrin.h>

typedef uint64_t lanes4 __attribute__((vector_size(32)));
typedef double doubles4 __attribute__((vector_size(32)));
typedef uint64_t lanes8 __attribute__((vector_size(64)));

/* Numbers below 2^53 are exact as doubles, whose exponent is the highest bit: the
 * halves become 2^84 + high * 2^32 and 2^52 + low. */
static inline __attribute__((always_inline, target("avx2"))) lanes4 top_of_4(lanes4 x)
{
    const lanes4 high = x >> 32 | 0x4530000000000000ull;
    const lanes4 low = ((x | 1) & 0xffffffff) | 0x4330000000000000ull;
    const doubles4 sum = ((doubles4)high - 0x1.00000001p84) + (doubles4)low;

    return ((lanes4)sum >> 52) - 1023;
}

#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2")))
#define LANES 4
#define V lanes4
#define TOP(x) top_of_4(x)
#include "poker7_lanes.h"

#define NAME(x) x##_avx512
#define TARGET __attribute__((target("avx512f,avx512cd,avx512dq")))
#define LANES 8
#define V lanes8
#define TOP(x) (63 - (V)_mm512_lzcnt_epi64((__m512i)((x) | 1)))
#include "poker7_lanes.h"
#endif

int tp_poker7_path(int path)
{
#ifdef VECTORS
    if (path == TP_PATH_AVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512dq");
    if (path == TP_PATH_AVX2)
        return __builtin_cpu_supports("avx2") != 0;
#endif
    return path == TP_PATH_SCALAR || path == TP_PATH_WIDEST;
}

static int widest(void)
{
    if (tp_poker7_path(TP_PATH_AVX512))
        return TP_PATH_AVX512;
    return tp_poker7_path(TP_PATH_AVX2) ? TP_PATH_AVX2 : TP_PATH_SCALAR;
}

/* Checks hands from the first on, as far as vectors go; returns how many are good. */
static size_t check_vectors(int path, const uint8_t *cards, size_t hands)
{
#ifdef VECTORS
    if (path == TP_PATH_AVX512)
        return check_avx512(cards, hands);
    if (path == TP_PATH_AVX2)
        return check_avx2(cards, hands);
#else
    (void)path, (void)cards, (void)hands;
#endif
    return 0;
}

/* Ranks good hands from the first on, as far as vectors go; returns how many. */
static size_t rank_vectors(int path, const uint8_t *cards, size_t hands,
                           uint64_t *ranks)
{
#ifdef VECTORS
    if (path == TP_PATH_AVX512)
        return ranks_avx512(cards, hands, ranks);
    if (path == TP_PATH_AVX2)
        return ranks_avx2(cards, hands, ranks);
#else
    (void)path, (void)cards, (void)hands, (void)ranks;
#endif
    return 0;
}

int tp_poker7_ranks_by(int path, const uint8_t *cards, size_t hands, uint64_t *ranks)
{
    if (!cards || !ranks)
        return TP_E_NULL;
    if (!tp_poker7_path(path))
        return TP_E_PATH;
    if (path == TP_PATH_WIDEST)
        path = widest();
    for (size_t i = check_vectors(path, cards, hands); i < hands; i++) {
        const int error = check_hand(cards + i * TP_P7_HAND);
        if (error)
            return error;
    }
    for (size_t i = rank_vectors(path, cards, hands, ranks); i < hands; i++)
        ranks[i] = tp_poker7_rank(rows_of(cards + i * TP_P7_HAND));
    return TP_OK;
}

int tp_poker7_ranks(const uint8_t *cards, size_t hands, uint64_t *ranks)
{
    return tp_poker7_ranks_by(TP_PATH_WIDEST, cards, hands, ranks);
}
