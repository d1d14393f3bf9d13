/* errors.c: the text of every error code. */
#include "tapete.h"

static const char *const texts[] = {
    "no error",
    "a required pointer is NULL",
    "too few or too many items",
    "a card outside the deck",
    "the same card twice",
    "not one of the grids 6x5, 6x6, 7x6, 8x6",
    "a cell outside the grid",
    "no such seat",
    "a face is up (0) or down (1)",
    "the cell carries a chip already",
    "the seat has no chip left",
    "the board was never set up",
    "the mark is not in the seat's hand",
    "an extinct seat has no mark",
    "the processor does not have these vectors",
    "not a card",
    "the memory for a search is too small or not aligned",
    "a limit of the search is out of its range",
    "no deal agrees with the weights",
};

const char *tp_strerror(int code)
{
    const int last = (int)(sizeof texts / sizeof texts[0]) - 1;

    if (code > 0 || code < -last)
        return "unknown error code";
    return texts[-code];
}
