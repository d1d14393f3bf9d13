/* test_check.h: what the tests of the C core count and print.
 *
 * Every exported function is called with every error that its header comment names;
 * the rest of the rules are tested from Python against the oracle.
 */
#ifndef TAPETE_TEST_CHECK_H
#define TAPETE_TEST_CHECK_H

#include <stdio.h>

static int checks, failures;

#define EQUAL(expected, actual)                                                  \
    do {                                                                         \
        const long long want_ = (long long)(expected), got_ = (long long)(actual); \
        checks++;                                                                \
        if (want_ != got_) {                                                     \
            failures++;                                                          \
            printf("%s:%d: %s: expected %lld, got %lld\n", __FILE__, __LINE__,   \
                   #actual, want_, got_);                                        \
        }                                                                        \
    } while (0)

#endif
