/* cards_text.c: cards read from text such as "As Td9h" or, Pokerdrez, "B9 R9J1". */
#include <string.h>

#include "hand_sets.h"
#include "tapete.h"

/* Of a letter 64 + rank, or 64 + 13 * suit, or 0: their sum is 128 + id, and less than
 * 128 for what is no card. */
static const uint8_t ranks[256] = {
    ['2'] = 64, ['3'] = 65, ['4'] = 66, ['5'] = 67, ['6'] = 68, ['7'] = 69, ['8'] = 70,
    ['9'] = 71, ['T'] = 72, ['J'] = 73, ['Q'] = 74, ['K'] = 75, ['A'] = 76,
};
static const uint8_t suits[256] = {['c'] = 64, ['d'] = 77, ['h'] = 90, ['s'] = 103};

/* Reads one card at text; its id, or a number above 63. */
static inline uint8_t id_at(const char *text)
{
    return (uint8_t)(ranks[(uint8_t)text[0]] + suits[(uint8_t)text[1]] - 128);
}

/* Reads one card at text; its bit, or 0 if there is none. */
static uint64_t card_at(const char *text)
{
    const uint8_t id = id_at(text);

    return id < TP_DECK ? 1ull << id : 0;
}

static const char *end_of_line(const char *next, const char *end)
{
    const char *newline = memchr(next, '\n', (size_t)(end - next));

    return newline ? newline : end;
}

/* Reads cards from *at on as far as the end or a newline, and moves *at there. */
static int read_line(const char **at, const char *end, uint64_t *mask)
{
    const char *next = *at;
    uint64_t set = 0;
    int error = TP_OK;

    while (!error && next < end && *next != '\n') {
        if (*next == ' ') {
            next++;
            continue;
        }
        const uint64_t card = end - next < 2 ? 0 : card_at(next);
        if (!card)
            error = TP_E_TEXT;
        else if (set & card)
            error = TP_E_DUPLICATE;
        set |= card;
        next += error ? 0 : 2;
    }
    *at = error ? end_of_line(next, end) : next;
    *mask = error ? 0 : set;
    return error;
}

int tp_cards_parse(const char *text, size_t length, uint64_t *mask)
{
    uint64_t set = 0;

    if (!mask || (!text && length))
        return TP_E_NULL;
    const char *at = length ? text : "", *end = at + length;
    const int error = read_line(&at, end, &set);
    if (error)
        return error;
    if (at != end)
        return TP_E_TEXT;
    *mask = set;
    return TP_OK;
}

#define EVEN 16 /* lines read together */
#define CELL 3  /* bytes of a card and of the space or newline behind it */

/* Reads EVEN lines of `size` cards with one space between; returns how many may be
 * taken, from the first on. All is read before it is judged, so nothing jumps. */
static inline __attribute__((always_inline)) size_t
read_cells(const char *text, size_t size, uint64_t *masks)
{
    uint8_t ids[EVEN * TP_DECK];
    int strange = 0;

    for (size_t line = 0; line < EVEN; line++)
        for (size_t c = 0; c < size; c++, text += CELL) {
            ids[line * size + c] = id_at(text);
            strange |= text[2] ^ (c + 1 < size ? ' ' : '\n');
        }
    return strange ? 0 : sets_of_ids(ids, size, EVEN, EVEN * size, masks);
}

/* The usual sizes have loops of their own. */
static size_t read_sized(const char *text, size_t size, uint64_t *masks)
{
    if (size == 7)
        return read_cells(text, 7, masks);
    if (size == 5)
        return read_cells(text, 5, masks);
    return read_cells(text, size, masks);
}

/* As read_cells, for lines as long as the first one; moves *at behind those taken. */
static size_t read_even(const char **at, const char *end, uint64_t *masks)
{
    const size_t width = (size_t)(end_of_line(*at, end) - *at) + 1, size = width / CELL;

    if (width % CELL || size > TP_DECK || (size_t)(end - *at) < EVEN * width)
        return 0;
    if ((*at)[EVEN * width - 1] != '\n' || (*at)[CELL - 1] != ' ')
        return 0; /* most lines of other forms end here */
    const size_t taken = read_sized(*at, size, masks);
    *at += taken * width;
    return taken;
}

/* Reads lines as long as they are even, never the last one; returns how many. */
static size_t read_evens(const char **at, const char *end, size_t lines,
                         uint64_t *masks)
{
    size_t done = 0, taken = EVEN;

    while (taken == EVEN && lines - done > EVEN) {
        taken = read_even(at, end, masks + done);
        done += taken;
    }
    return done;
}

int tp_cards_parse_lines(const char *text, size_t length, size_t lines,
                         uint64_t *masks, int8_t *errors)
{
    if ((!text && length) || (lines && (!masks || !errors)))
        return TP_E_NULL;
    const char *at = length ? text : "", *end = at + length;
    size_t alone = 0; /* lines to be read one by one before even ones are tried again */
    for (size_t line = 0; line < lines; line++, alone--) {
        if (!alone) {
            const size_t even = read_evens(&at, end, lines - line, masks + line);
            memset(errors + line, TP_OK, even);
            line += even;
            alone = even ? 1 : EVEN;
        }
        errors[line] = (int8_t)read_line(&at, end, &masks[line]);
        if (line + 1 < lines && at++ == end)
            return TP_E_COUNT;
    }
    return at != end ? TP_E_COUNT : TP_OK;
}

/* What a letter is of a Pokerdrez card: 16 + figure 0..5, or 32 + colour 0..8. */
static const uint8_t pieces[256] = {
    ['P'] = 16, ['N'] = 17, ['B'] = 18, ['R'] = 19, ['Q'] = 20, ['J'] = 21,
    ['1'] = 32, ['2'] = 33, ['3'] = 34, ['4'] = 35, ['5'] = 36, ['6'] = 37, ['7'] = 38,
    ['8'] = 39, ['9'] = 40,
};

/* Reads one Pokerdrez card at text; its id, or TP_NONE. */
static uint8_t piece_at(const char *text)
{
    const unsigned figure = pieces[(uint8_t)text[0]], colour = pieces[(uint8_t)text[1]];

    if (!(figure & 16) || !(colour & 32))
        return TP_NONE;
    return (uint8_t)((colour & 15) * 6 + (figure & 15));
}

/* As read_line, for seven Pokerdrez cards. A line that names what is no card says so,
 * whatever else is wrong with it. */
static int read_seven(const char **at, const char *end, uint8_t ids[TP_P7_HAND])
{
    const char *next = *at;
    uint64_t set = 0;
    unsigned count = 0, twice = 0;

    *at = end_of_line(next, end);
    while (next < *at) {
        if (*next == ' ') {
            next++;
            continue;
        }
        const uint8_t id = *at - next < 2 ? TP_NONE : piece_at(next);
        if (id == TP_NONE)
            return TP_E_TEXT;
        twice |= set >> id & 1;
        set |= 1ull << id;
        if (count < TP_P7_HAND)
            ids[count] = id;
        count++;
        next += 2;
    }
    if (twice)
        return TP_E_DUPLICATE;
    return count == TP_P7_HAND ? TP_OK : TP_E_COUNT;
}

int tp_poker7_parse_lines(const char *text, size_t length, size_t lines,
                          uint8_t *cards, int8_t *errors)
{
    if ((!text && length) || (lines && (!cards || !errors)))
        return TP_E_NULL;
    const char *at = length ? text : "", *end = at + length;
    for (size_t line = 0; line < lines; line++, cards += TP_P7_HAND) {
        errors[line] = (int8_t)read_seven(&at, end, cards);
        for (uint8_t i = 0; errors[line] && i < TP_P7_HAND; i++)
            cards[i] = i;
        if (line + 1 < lines && at++ == end)
            return TP_E_COUNT;
    }
    return at != end ? TP_E_COUNT : TP_OK;
}

int64_t tp_text_natural(const char *text)
{
    uint64_t mask = 0;
    const int error = tp_cards_parse(text, text ? strlen(text) : 1, &mask);

    return error ? error : tp_hand_natural(mask);
}

int64_t tp_text_wild(const char *text)
{
    uint64_t mask = 0;
    const int error = tp_cards_parse(text, text ? strlen(text) : 1, &mask);

    return error ? error : tp_hand_wild(mask);
}
