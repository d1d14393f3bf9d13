/* cards_text.c: sets of cards read from text such as "As Td9h". */
#include <string.h>

#include "tapete.h"

/* What a letter is: 16 + rank 0..12, or 32 + suit 0..3; 0 is neither. */
static const uint8_t letters[256] = {
    ['2'] = 16, ['3'] = 17, ['4'] = 18, ['5'] = 19, ['6'] = 20, ['7'] = 21, ['8'] = 22,
    ['9'] = 23, ['T'] = 24, ['J'] = 25, ['Q'] = 26, ['K'] = 27, ['A'] = 28,
    ['c'] = 32, ['d'] = 33, ['h'] = 34, ['s'] = 35,
};

/* Reads one card at text; its bit, or 0 if there is none. */
static uint64_t card_at(const char *text)
{
    const unsigned rank = letters[(uint8_t)text[0]], suit = letters[(uint8_t)text[1]];

    if (!(rank & 16) || !(suit & 32))
        return 0;
    return 1ull << ((suit & 3) * 13 + (rank & 15));
}

int tp_cards_parse(const char *text, size_t length, uint64_t *mask)
{
    uint64_t set = 0;

    if (!mask || (!text && length))
        return TP_E_NULL;
    for (size_t i = 0; i < length; i += 2) {
        while (i < length && text[i] == ' ')
            i++;
        if (i == length)
            break;
        if (length - i < 2)
            return TP_E_TEXT;
        const uint64_t card = card_at(text + i);
        if (!card)
            return TP_E_TEXT;
        if (set & card)
            return TP_E_DUPLICATE;
        set |= card;
    }
    *mask = set;
    return TP_OK;
}

int tp_cards_parse_lines(const char *text, size_t length, size_t lines,
                         uint64_t *masks, int8_t *errors)
{
    size_t from = 0;

    if ((!text && length) || (lines && (!masks || !errors)))
        return TP_E_NULL;
    for (size_t line = 0; line < lines; line++) {
        size_t to = from;
        if (from > length)
            return TP_E_COUNT;
        if (from < length) {
            const char *end = memchr(text + from, '\n', length - from);
            to = end ? (size_t)(end - text) : length;
        }
        masks[line] = 0;
        errors[line] = (int8_t)tp_cards_parse(text ? text + from : text, to - from,
                                              &masks[line]);
        from = to + 1;
    }
    return from <= length ? TP_E_COUNT : TP_OK;
}

int64_t tp_text_value(const char *text, size_t length, int wild)
{
    uint64_t mask = 0;
    const int error = tp_cards_parse(text, length, &mask);

    return error ? error : tp_hand_value(mask, wild);
}
