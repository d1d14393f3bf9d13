/* fuzz_text.c: cards read from any bytes.
 *
 * What is accepted is written out again and read: it must name the same cards. Lines
 * together must say what each says alone.
 */
#include "fuzz.h"

#define LINES 40

/* The cards of a set, as text of two letters each. */
static size_t written(uint64_t set, char *text)
{
    static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
    size_t length = 0;

    for (int card = 0; card < TP_DECK; card++)
        if (set >> card & 1) {
            text[length++] = ranks[card % 13];
            text[length++] = suits[card / 13];
        }
    return length;
}

static void one_line(const char *text, size_t length)
{
    uint64_t mask = 7, again = 0;
    char canonical[2 * TP_DECK];
    char *ended = exactly(length + 1);

    memcpy(ended, text, length);
    ended[length] = 0;
    const int code = tp_cards_parse(text, length, &mask);
    allowed(code, CODE(TEXT) | CODE(DUPLICATE));
    if (code)
        EQUAL(7, mask);
    else {
        EQUAL(0, mask >> TP_DECK);
        EQUAL(TP_OK, tp_cards_parse(canonical, written(mask, canonical), &again));
        EQUAL(mask, again);
    }
    if (!memchr(text, 0, length)) {
        EQUAL(code ? code : tp_hand_natural(mask), tp_text_natural(ended));
        EQUAL(code ? code : tp_hand_wild(mask), tp_text_wild(ended));
    }
    free(ended);
}

/* Calls for_line of each line of a text; returns their number. */
static size_t split(const char *text, size_t length,
                    void (*for_line)(const char *, size_t, void *, size_t), void *what)
{
    size_t lines = 0;

    for (size_t from = 0, at = 0; at <= length; at++)
        if (at == length || text[at] == '\n') {
            for_line(text + from, at - from, what, lines++);
            from = at + 1;
        }
    return lines;
}

typedef struct {
    uint64_t masks[LINES];
    int8_t errors[LINES];
} french;

static void same_cards(const char *text, size_t length, void *what, size_t line)
{
    const french *all = what;
    uint64_t mask = 0;

    if (line >= LINES)
        return;
    EQUAL(all->errors[line], tp_cards_parse(text, length, &mask));
    EQUAL(all->masks[line], mask);
}

static void nothing(const char *text, size_t length, void *what, size_t line)
{
    (void)text, (void)length, (void)what, (void)line;
}

static void all_lines(const char *text, size_t length, size_t said)
{
    french all;
    const size_t lines = split(text, length, nothing, NULL);

    const int code = tp_cards_parse_lines(text, length, said, all.masks, all.errors);
    EQUAL(said == lines || (!said && !length) ? TP_OK : TP_E_COUNT, code);
    if (!code && said)
        (void)split(text, length, same_cards, &all);
}

typedef struct {
    uint8_t ids[LINES * TP_P7_HAND];
    int8_t errors[LINES];
} pokerdrez;

static void same_seven(const char *text, size_t length, void *what, size_t line)
{
    const pokerdrez *all = what;
    const uint8_t *ids = all->ids + line * TP_P7_HAND;
    uint8_t alone[TP_P7_HAND];
    uint64_t set = 0;
    int8_t error;

    if (line >= LINES)
        return;
    EQUAL(TP_OK, tp_poker7_parse_lines(text, length, 1, alone, &error));
    EQUAL(all->errors[line], error);
    EQUAL(0, memcmp(alone, ids, TP_P7_HAND));
    allowed(error, CODE(TEXT) | CODE(DUPLICATE) | CODE(COUNT));
    for (int i = 0; i < TP_P7_HAND; i++) {
        HOLDS(alone[i] < TP_P7_DECK && (!error || alone[i] == i));
        set |= 1ull << alone[i];
    }
    EQUAL(TP_P7_HAND, __builtin_popcountll(set));
}

static void all_sevens(const char *text, size_t length, size_t said)
{
    pokerdrez all;
    const size_t lines = split(text, length, nothing, NULL);

    const int code = tp_poker7_parse_lines(text, length, said, all.ids, all.errors);
    EQUAL(said == lines || (!said && !length) ? TP_OK : TP_E_COUNT, code);
    if (!code && said)
        (void)split(text, length, same_seven, &all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, data + size};
    const unsigned kind = byte(&in);
    const char *text = (const char *)in.at;
    const size_t length = (size_t)(in.end - in.at);
    size_t lines = split(text, length, nothing, NULL);

    if (lines > LINES)
        return 0;
    one_line(text, length);
    if (kind & 1) /* another number of lines than there are */
        lines = kind >> 2 & 15;
    if (kind & 2)
        all_lines(text, length, lines);
    else
        all_sevens(text, length, lines);
    return 0;
}
