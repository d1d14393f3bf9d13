/* cards_text.c: sets of cards read from text such as "As Td9h". */
#include "tapete.h"

#define NOT 255 /* in a table: no such letter */

/* A letter's rank 0..12 or suit 0..3, or NOT. */
static unsigned rank_letter(char letter)
{
    static const char letters[] = "23456789TJQKA";

    for (unsigned i = 0; letters[i]; i++)
        if (letters[i] == letter)
            return i;
    return NOT;
}

static unsigned suit_letter(char letter)
{
    switch (letter) {
    case 'c': return 0;
    case 'd': return 1;
    case 'h': return 2;
    case 's': return 3;
    default: return NOT;
    }
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
        const unsigned rank = rank_letter(text[i]), suit = suit_letter(text[i + 1]);
        if (rank == NOT || suit == NOT)
            return TP_E_TEXT;
        const uint64_t card = 1ull << (suit * 13 + rank);
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
        while (to < length && text[to] != '\n')
            to++;
        masks[line] = 0;
        errors[line] = (int8_t)tp_cards_parse(text ? text + from : text, to - from,
                                              &masks[line]);
        from = to + 1;
    }
    return from <= length ? TP_E_COUNT : TP_OK;
}
