/* replay.c: runs a fuzz target on the inputs of a file, each once; no libFuzzer needed.
 *
 * A line of the file is an input in hexadecimal; one that begins with # is a comment.
 */
#include "fuzz.h"

#define LONGEST 8192 /* of a line */

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* Runs one line; returns 0 if it is an input. The bytes are in memory with none to
 * spare, so that a read beyond them is seen. */
static int run(const char *line)
{
    const size_t size = strcspn(line, "\n") / 2;
    uint8_t *data = exactly(size);
    int bad = line[2 * size] != '\n';

    for (size_t i = 0; i < size; i++) {
        const int high = digit(line[2 * i]), low = digit(line[2 * i + 1]);
        bad |= high < 0 || low < 0;
        data[i] = (uint8_t)(high << 4 | low);
    }
    if (!bad)
        (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
    return bad;
}

int main(int argc, char **argv)
{
    static char line[LONGEST];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    int inputs = 0, bad = 0;

    if (!file) {
        fprintf(stderr, "%s: name one file of inputs\n", argv[0]);
        return 2;
    }
    while (fgets(line, sizeof line, file)) {
        if (*line == '#')
            continue;
        bad += run(line);
        inputs++;
    }
    fclose(file);
    printf("%s: %d inputs, %d that are none\n", argv[0], inputs, bad);
    return bad || !inputs;
}
