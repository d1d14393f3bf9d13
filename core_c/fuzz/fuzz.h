/* fuzz.h: what the fuzz targets share: bytes read as choices, and properties.
 *
 * A target is one function, LLVMFuzzerTestOneInput. libFuzzer calls it with bytes that
 * it varies (clang), or replay.c with those of files (any compiler). A target reads its
 * bytes as choices, so that most inputs are legal cards and positions, and some are not.
 * EQUAL and HOLDS stop the program: that is what libFuzzer and the sanitizers do too.
 */
#ifndef TAPETE_FUZZ_H
#define TAPETE_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tapete.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define EQUAL(expected, actual)                                                  \
    do {                                                                         \
        const long long want_ = (long long)(expected), got_ = (long long)(actual); \
        if (want_ != got_) {                                                     \
            printf("%s:%d: %s: expected %lld, got %lld\n", __FILE__, __LINE__,   \
                   #actual, want_, got_);                                        \
            fflush(stdout);                                                      \
            abort();                                                             \
        }                                                                        \
    } while (0)

#define HOLDS(property) EQUAL(1, (property) ? 1 : 0)

/* The codes that a header comment names, as a set. */
#define CODE(name) (1u << -TP_E_##name)

static inline void allowed(int code, uint32_t set)
{
    HOLDS(code <= TP_OK && code >= TP_E_WEIGHT);
    HOLDS(code == TP_OK || (set >> -code & 1));
}

/* What is left of an input; past its end all bytes are 0. */
typedef struct {
    const uint8_t *at, *end;
} input;

static inline unsigned byte(input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

static inline uint64_t word(input *in)
{
    uint64_t x = 0;

    for (int i = 0; i < 8; i++)
        x = x << 8 | byte(in);
    return x;
}

/* A number below n, which is at most 256. */
static inline unsigned below(input *in, unsigned n)
{
    return byte(in) % n;
}

/* An int: small ones as often as any. */
static inline int any_int(input *in)
{
    const unsigned kind = byte(in);

    return kind & 1 ? (int)(int8_t)byte(in) : (int)(uint32_t)word(in);
}

/* Numbers that follow from a seed, where choosing each would need too many bytes. */
static inline uint64_t mixed(uint64_t *seed)
{
    uint64_t x = *seed += 0x9e3779b97f4a7c15ull;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

/* The first n cards of a shuffled deck; the input chooses the first of them, and a seed
 * in it the rest. */
static inline void deal_cards(input *in, unsigned deck, unsigned n, uint8_t *ids)
{
    uint8_t cards[64];
    uint64_t seed = byte(in);

    for (unsigned i = 0; i < deck; i++)
        cards[i] = (uint8_t)i;
    for (unsigned i = 0; i < n; i++) {
        const uint64_t choice = in->at < in->end ? byte(in) : mixed(&seed);
        const unsigned other = i + (unsigned)(choice % (deck - i));
        ids[i] = cards[other];
        cards[other] = cards[i];
    }
}

/* Overwrites some bytes of a struct with what the input says. */
static inline void corrupt(input *in, void *object, size_t size)
{
    for (unsigned n = 1 + below(in, 4); n > 0; n--) {
        const size_t at = (byte(in) << 8 | byte(in)) % size;
        ((uint8_t *)object)[at] = (uint8_t)byte(in);
    }
}

/* Memory of exactly that size, so that the sanitizers see the first byte beyond it,
 * filled with a pattern. */
#define PATTERN 0xa5

static inline void *exactly(size_t size)
{
    void *memory = malloc(size ? size : 1);

    if (!memory)
        abort();
    memset(memory, PATTERN, size ? size : 1);
    return memory;
}

static inline int is_untouched(const void *memory, size_t size)
{
    const uint8_t *bytes = memory;

    while (size && bytes[size - 1] == PATTERN)
        size--;
    return size == 0;
}

#endif
