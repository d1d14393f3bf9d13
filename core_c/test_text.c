/* test_text.c: tests of cards read from text, under ASan and UBSan. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tapete.h"
#include "test_cards.h"
#include "test_check.h"

static int parse(const char *text, uint64_t *mask)
{
    return tp_cards_parse(text, strlen(text), mask);
}

static void text_is_read_as_cards(void)
{
    static const char *const bad[] = {"A", "As T", "10s", "as", "AS", "A s", "As,Td",
                                      "As\tTd", "As\n", "A\ns", "1s",
                                      "Ax", "**", "As Td9"};
    uint64_t mask = 7, masks[4];
    int8_t errors[4];

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        EQUAL(TP_E_TEXT, parse(bad[i], &mask));
    EQUAL(TP_E_DUPLICATE, parse("As Td As", &mask));
    EQUAL(TP_E_NULL, tp_cards_parse(NULL, 1, &mask));
    EQUAL(TP_E_NULL, tp_cards_parse("", 0, NULL));
    EQUAL(7, mask);
    EQUAL(TP_OK, parse("  As Td9h  2c ", &mask));
    EQUAL(cards("As Td 9h 2c"), mask);
    EQUAL(TP_OK, tp_cards_parse(NULL, 0, &mask));
    EQUAL(0, mask);
    EQUAL(tp_hand_natural(cards("As Td")), tp_text_natural("As Td"));
    EQUAL(TP_E_TEXT, tp_text_natural("10s"));
    EQUAL(TP_E_COUNT, tp_text_natural(""));
    EQUAL(TP_E_NULL, tp_text_natural(NULL));
    EQUAL(tp_hand_wild(cards("As Td")), tp_text_wild("AsTd"));
    EQUAL(tp_hand_wild(0), tp_text_wild(""));
    EQUAL(TP_E_DUPLICATE, tp_text_wild("As As"));
    EQUAL(TP_E_NULL, tp_text_wild(NULL));
    EQUAL(TP_OK, tp_cards_parse_lines("As\n\nAsAs\n2c", 11, 4, masks, errors));
    EQUAL(cards("As"), masks[0]);
    EQUAL(TP_OK, errors[1]);
    EQUAL(TP_E_DUPLICATE, errors[2]);
    EQUAL(cards("2c"), masks[3]);
    EQUAL(TP_E_COUNT, tp_cards_parse_lines("As\n2c", 5, 1, masks, errors));
    EQUAL(TP_E_COUNT, tp_cards_parse_lines("As\n2c", 5, 3, masks, errors));
    EQUAL(TP_E_NULL, tp_cards_parse_lines(NULL, 1, 1, masks, errors));
    EQUAL(TP_E_NULL, tp_cards_parse_lines("As", 2, 1, NULL, errors));
    EQUAL(TP_E_NULL, tp_cards_parse_lines("As", 2, 1, masks, NULL));
}

#define LINES 40

/* Lines together say what each says alone; they are in memory that ends with them. */
static void same_as_alone(const char *text, size_t length)
{
    char *exact = malloc(length);
    uint64_t masks[LINES + 1];
    int8_t errors[LINES + 1];
    size_t lines = 1;

    memcpy(exact, text, length);
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    EQUAL(TP_OK, tp_cards_parse_lines(exact, length, lines, masks, errors));
    const char *at = exact, *end = exact + length;
    for (size_t line = 0; line < lines; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        uint64_t mask = 0;
        EQUAL(errors[line], tp_cards_parse(at, (size_t)(stop - at), &mask));
        EQUAL(masks[line], mask);
        at = stop + 1;
    }
    free(exact);
}

/* As many as LINES lines of hands of a size; returns their length. */
static size_t write_lines(size_t size, char *text)
{
    size_t length = 0;

    for (size_t card = 0; card < LINES * size; card++) {
        const size_t id = (card % size * 7 + card / size * 11) % TP_DECK;
        text[length++] = "23456789TJQKA"[id % 13];
        text[length++] = "cdhs"[id / 13];
        text[length++] = (card + 1) % size ? ' ' : '\n';
    }
    return length - 1;
}

static void lines_together_are_read_as_each_alone(void)
{
    static const char others[] = {' ', '\n', 'A', 'h', '2', 'c', 'C', 'a', 0, '\xff'};
    char text[LINES * 3 * TP_DECK];

    for (size_t size = 1; size <= TP_DECK; size++) {
        const size_t length = write_lines(size, text);
        same_as_alone(text, length);
        same_as_alone(text, length - 1); /* and half a card less */
        for (size_t at = 0; at < length && (size == 5 || size == 7); at++)
            for (size_t i = 0; i < sizeof others; i++) {
                const char good = text[at];
                text[at] = others[i];
                same_as_alone(text, length);
                text[at] = good;
            }
    }
}

/* All memory ends where it is said to. */
static void lines_are_as_many_as_there_are(void)
{
    char text[LINES * 6];

    (void)write_lines(2, text);
    for (size_t length = 5; length <= LINES * 6; length += length % 6 ? 1 : 5)
        for (size_t said = 1; said < LINES + 3; said++) {
            char *exact = malloc(length);
            uint64_t *masks = malloc(said * sizeof *masks);
            int8_t *errors = malloc(said);
            memcpy(exact, text, length);
            EQUAL(said == length / 6 + 1 ? TP_OK : TP_E_COUNT,
                  tp_cards_parse_lines(exact, length, said, masks, errors));
            free(errors);
            free(masks);
            free(exact);
        }
}

static int parse_seven(const char *text, uint8_t *ids)
{
    int8_t error = 7;

    EQUAL(TP_OK, tp_poker7_parse_lines(text, strlen(text), 1, ids, &error));
    for (int i = 0; i < TP_P7_HAND; i++)
        EQUAL(1, error == TP_OK || ids[i] == i);
    return error;
}

static void text_is_read_as_seven_pokerdrez_cards(void)
{
    static const char *const bad[] = {"B9 R9 J1 J2 P3 N4 q5", "B9 R9 J1 J2 P3 N4 Q0",
                                      "B9 R9 J1 J2 P3 N4 Q", "B9\tR9J1J2P3N4Q5", "B9B9*",
                                      "9B", "B9 R9 J1 J2 P3 N4 Q5 X1", "\xc3\xa9"};
    uint8_t ids[2 * TP_P7_HAND];
    int8_t errors[2];

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        EQUAL(TP_E_TEXT, parse_seven(bad[i], ids));
    EQUAL(TP_E_DUPLICATE, parse_seven("B9 R9 J1 J2 P3 N4 B9", ids));
    EQUAL(TP_E_DUPLICATE, parse_seven("B9 R9 J1 J2 P3 N4 Q5 Q5", ids));
    EQUAL(TP_E_COUNT, parse_seven("B9 R9 J1 J2 P3 N4", ids));
    EQUAL(TP_E_COUNT, parse_seven("B9 R9 J1 J2 P3 N4 Q5 Q6", ids));
    EQUAL(TP_E_COUNT, parse_seven("", ids));
    EQUAL(TP_OK, parse_seven(" B9R9 J1J2  P3N4Q5 ", ids));
    EQUAL(8 * 6 + 2, ids[0]);
    EQUAL(4 * 6 + 4, ids[6]);
    EQUAL(TP_OK, tp_poker7_parse_lines("B9\nB9R9J1J2P3N4Q5", 17, 2, ids, errors));
    EQUAL(TP_E_COUNT, errors[0]);
    EQUAL(TP_OK, errors[1]);
    EQUAL(8 * 6 + 2, ids[TP_P7_HAND]);
    EQUAL(TP_OK, tp_poker7_parse_lines(NULL, 0, 0, NULL, NULL));
    EQUAL(TP_E_COUNT, tp_poker7_parse_lines("B9\nB9", 5, 1, ids, errors));
    EQUAL(TP_E_COUNT, tp_poker7_parse_lines("B9", 2, 2, ids, errors));
    EQUAL(TP_E_NULL, tp_poker7_parse_lines(NULL, 1, 1, ids, errors));
    EQUAL(TP_E_NULL, tp_poker7_parse_lines("B9", 2, 1, NULL, errors));
    EQUAL(TP_E_NULL, tp_poker7_parse_lines("B9", 2, 1, ids, NULL));
}

int main(void)
{
    text_is_read_as_cards();
    lines_together_are_read_as_each_alone();
    lines_are_as_many_as_there_are();
    text_is_read_as_seven_pokerdrez_cards();
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures != 0;
}
