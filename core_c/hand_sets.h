/* hand_sets.h: sets of cards of many hands of ids; hand_batch.c and cards_text.c
 * include it.
 *
 * With AVX2 four hands at a time; what is left over, hands that are none, and other
 * machines take the loop without vectors.
 */
#ifndef TAPETE_HAND_SETS_H
#define TAPETE_HAND_SETS_H

#include <string.h>

#include "tapete.h"

/* The sets of hands of `size` ids each; returns how many are good, from the first on.
 * The sum of single bits is their set only if no two are alike. */
static inline size_t sets_one_by_one(const uint8_t *ids, size_t size, size_t n,
                                     uint64_t *sets)
{
    for (size_t i = 0; i < n; i++, ids += size) {
        uint64_t set = 0, sum = 0;
        unsigned beyond = 0;
        for (size_t c = 0; c < size; c++) {
            const uint64_t card = 1ull << (ids[c] & 63);
            beyond |= ids[c];
            set |= card;
            sum += card;
        }
        if (beyond > 63 || set != sum || set >> TP_DECK)
            return i;
        sets[i] = set;
    }
    return n;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE static inline __attribute__((always_inline)) AVX2

/* Eight ids of each of four hands that begin `size` bytes apart. */
AVX2_INLINE __m256i eight_of_four(const uint8_t *ids, size_t size)
{
    long long eight[4];

    for (size_t hand = 0; hand < 4; hand++)
        memcpy(&eight[hand], ids + hand * size, 8);
    return _mm256_setr_epi64x(eight[0], eight[1], eight[2], eight[3]);
}

/* The sets of four hands; 0, and nothing written, if one of them may be none. Ids are
 * read eight at a time, so `size` rounded up to eights is read of the last hand. What
 * is read beyond a hand is of the next one and may be no card as well. */
AVX2_INLINE int sets_of_four(const uint8_t *ids, size_t size, uint64_t *sets)
{
    const __m256i one = _mm256_set1_epi64x(1);
    __m256i set = _mm256_setzero_si256(), twice = set, read = set;

    for (size_t from = 0; from < size; from += 8) {
        const __m256i eight = eight_of_four(ids + from, size);
        /* An id alone in its 64 bits: byte 0 (8) of each half, and none elsewhere. */
        __m256i which = _mm256_setr_epi64x(~0xff, ~0xf7, ~0xff, ~0xf7);
        read = _mm256_or_si256(read, eight);
        for (size_t c = from; c < size && c < from + 8; c++) {
            const __m256i id = _mm256_shuffle_epi8(eight, which);
            const __m256i card = _mm256_sllv_epi64(one, id);
            twice = _mm256_or_si256(twice, _mm256_and_si256(set, card));
            set = _mm256_or_si256(set, card);
            which = _mm256_add_epi64(which, one);
        }
    }
    read = _mm256_and_si256(read, _mm256_set1_epi8((char)0xc0)); /* ids above 63 */
    const __m256i beyond = _mm256_or_si256(read, _mm256_srli_epi64(set, TP_DECK));
    const __m256i bad = _mm256_or_si256(twice, beyond);
    if (!_mm256_testz_si256(bad, bad))
        return 0;
    _mm256_storeu_si256((__m256i *)sets, set);
    return 1;
}

/* As sets_one_by_one, as far as fours go that can be read within `bytes`. */
AVX2_INLINE size_t sets_by_four(const uint8_t *ids, size_t size, size_t n,
                                size_t bytes, uint64_t *sets)
{
    const size_t reads = 3 * size + (size + 7) / 8 * 8;
    size_t i = 0;

    while (n - i >= 4 && bytes - i * size >= reads &&
           sets_of_four(ids + i * size, size, sets + i))
        i += 4;
    return i;
}

/* The usual sizes have loops of their own. */
static AVX2 size_t sets_avx2(const uint8_t *ids, size_t size, size_t n, size_t bytes,
                             uint64_t *sets)
{
    if (size == 5)
        return sets_by_four(ids, 5, n, bytes, sets);
    if (size == 7)
        return sets_by_four(ids, 7, n, bytes, sets);
    return sets_by_four(ids, size, n, bytes, sets);
}
#endif

/* The sets of hands of `size` ids each, which `bytes` from `ids` on may be read for;
 * returns how many are good, from the first on. */
static inline size_t sets_of_ids(const uint8_t *ids, size_t size, size_t n,
                                 size_t bytes, uint64_t *sets)
{
    size_t i = 0;

#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2"))
        i = sets_avx2(ids, size, n, bytes, sets);
#else
    (void)bytes;
#endif
    ids += i * size;
    if (size == 7)
        return i + sets_one_by_one(ids, 7, n - i, sets + i);
    return i + sets_one_by_one(ids, size, n - i, sets + i);
}

#endif
