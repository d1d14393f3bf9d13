/* hand_batch.c: ranks of many hands, by the widest vectors that the processor has.
 *
 * What is left over, and machines that are no x86-64, take the path of hand_scalar.h.
 */
#include "hand.h"
#include "hand_scalar.h"
#include "hand_sets.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define VECTORS 1
#include <immintrin.h>

/* LOW's choice of 32-bit items: the first and third of a, then of b. */
#define EVEN 0x88

#define NAME(x) x##_sse2
#define TARGET
#define WORDS 8
#define QUAD __m128i
#define LOAD(m, i) _mm_loadu_si128((const __m128i *)(m) + (i))
#define ANY(v) \
    (_mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)(v), _mm_setzero_si128())) != 0xffff)
#define LOW(a, b) _mm_shuffle_ps((__m128)(a), (__m128)(b), EVEN)
#define HIGH26(a) _mm_srli_epi64((a), 26)
#define BEYOND(a) _mm_srli_epi64((a), TP_DECK)
#define PACK(a, b) _mm_packs_epi32((a), (b))
#define SAVE(r, low, high)                                                      \
    do {                                                                        \
        const __m128i l_ = (__m128i)(low), h_ = (__m128i)(high);                \
        _mm_storeu_si128((__m128i *)(r), _mm_unpacklo_epi16(l_, h_));           \
        _mm_storeu_si128((__m128i *)(r) + 1, _mm_unpackhi_epi16(l_, h_));       \
    } while (0)
#include "hand_lanes.h"

#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2")))
#define WORDS 16
#define QUAD __m256i
#define LOAD(m, i) _mm256_loadu_si256((const __m256i *)(m) + (i))
#define ANY(v) (!_mm256_testz_si256((__m256i)(v), (__m256i)(v)))
#define LOW(a, b) _mm256_shuffle_ps((__m256)(a), (__m256)(b), EVEN)
#define HIGH26(a) _mm256_srli_epi64((a), 26)
#define BEYOND(a) _mm256_srli_epi64((a), TP_DECK)
#define PACK(a, b) _mm256_packs_epi32((a), (b))
#define SAVE(r, low, high)                                                      \
    do {                                                                        \
        const __m256i l_ = (__m256i)(low), h_ = (__m256i)(high);                \
        const __m256i a_ = _mm256_unpacklo_epi16(l_, h_);                       \
        const __m256i b_ = _mm256_unpackhi_epi16(l_, h_);                       \
        _mm256_storeu_si256((__m256i *)(r), _mm256_permute4x64_epi64(a_, 0xd8)); \
        _mm256_storeu_si256((__m256i *)(r) + 1,                                 \
                            _mm256_permute4x64_epi64(b_, 0xd8));                \
    } while (0)
#include "hand_lanes.h"

#define NAME(x) x##_avx512
#define TARGET __attribute__((target("avx512f,avx512bw")))
#define WORDS 32
#define QUAD __m512i
#define LOAD(m, i) _mm512_loadu_si512((const __m512i *)(m) + (i))
#define ANY(v) (_mm512_test_epi16_mask((__m512i)(v), (__m512i)(v)) != 0)
#define LOW(a, b) _mm512_shuffle_ps((__m512)(a), (__m512)(b), EVEN)
#define HIGH26(a) _mm512_srli_epi64((a), 26)
#define BEYOND(a) _mm512_srli_epi64((a), TP_DECK)
#define PACK(a, b) _mm512_packs_epi32((a), (b))
#define SAVE(r, low, high)                                                      \
    do {                                                                        \
        const __m512i l_ = (__m512i)(low), h_ = (__m512i)(high);                \
        const __m512i order_ = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);       \
        const __m512i a_ = _mm512_unpacklo_epi16(l_, h_);                       \
        const __m512i b_ = _mm512_unpackhi_epi16(l_, h_);                       \
        _mm512_storeu_si512((__m512i *)(r), _mm512_permutexvar_epi64(order_, a_)); \
        _mm512_storeu_si512((__m512i *)(r) + 1,                                 \
                            _mm512_permutexvar_epi64(order_, b_));              \
    } while (0)
#include "hand_lanes.h"
#endif

int tp_hand_path(int path)
{
#ifdef VECTORS
    if (path == TP_PATH_AVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
    if (path == TP_PATH_AVX2)
        return __builtin_cpu_supports("avx2") != 0;
    if (path == TP_PATH_SSE2)
        return 1;
#endif
    return path == TP_PATH_SCALAR || path == TP_PATH_WIDEST;
}

static int widest(void)
{
    int path = TP_PATH_AVX512;

    while (!tp_hand_path(path))
        path--;
    return path;
}

/* Ranks hands from the first on, as far as vectors go; returns how many. */
static size_t rank_vectors(int path, const uint64_t *masks, size_t n, int wild,
                           uint32_t *ranks)
{
#ifdef VECTORS
    if (path == TP_PATH_AVX512)
        return ranks_avx512(masks, n, wild, ranks);
    if (path == TP_PATH_AVX2)
        return ranks_avx2(masks, n, wild, ranks);
    if (path == TP_PATH_SSE2)
        return ranks_sse2(masks, n, wild, ranks);
#else
    (void)path, (void)masks, (void)n, (void)wild, (void)ranks;
#endif
    return 0;
}

int tp_hand_ranks_by(int path, const uint64_t *masks, size_t n, int wild,
                     uint32_t *ranks, size_t *bad)
{
    if (!bad || (n && (!masks || !ranks)))
        return TP_E_NULL;
    if (!tp_hand_path(path))
        return TP_E_PATH;
    if (path == TP_PATH_WIDEST)
        path = widest();
    size_t i = rank_vectors(path, masks, n, wild, ranks);
    i += rank_scalar(masks + i, n - i, wild, ranks + i);
    if (i == n)
        return TP_OK;
    *bad = i;
    return check_cards(masks[i], wild);
}

int tp_hand_ranks(const uint64_t *masks, size_t n, int wild, uint32_t *ranks,
                  size_t *bad)
{
    return tp_hand_ranks_by(TP_PATH_WIDEST, masks, n, wild, ranks, bad);
}

int tp_hand_ranks_ids(const uint8_t *ids, size_t size, size_t n, int wild,
                      uint32_t *ranks, size_t *bad)
{
    uint64_t sets[512];

    if (!bad || (n && (!ranks || (size && !ids))))
        return TP_E_NULL;
    *bad = 0;
    if (size > TP_DECK || (!size && !wild && n))
        return TP_E_COUNT;
    for (size_t done = 0; done < n;) {
        const size_t most = n - done < 512 ? n - done : 512;
        const size_t good = sets_of_ids(ids + done * size, size, most,
                                        (n - done) * size, sets);
        (void)tp_hand_ranks(sets, good, wild, ranks + done, bad);
        done += good;
        if (good < most) {
            *bad = done;
            return tp_cards_mask(ids + done * size, size, sets);
        }
    }
    return TP_OK;
}
