/* Numbers as text (base/digits.h) against the C library: read again they are the same, and no shorter text does it. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "support/suite.h"

static uint64_t random_bits(uint64_t *state) { /* xorshift */
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    return *state;
}

static void expect_same(double x) {
    char text[DIGITS_ROOM + 1] = {0};
    int length = digits_write(text, x);
    double again = strtod(text, NULL);
    if (length != (int)strlen(text) || memcmp(&again, &x, sizeof x) != 0)
        ck_abort_msg("%a as '%s' (%d)", x, text, length);
}

/* Fewest digits of %g that give x again, with the same form but for trailing zeros, which %g leaves out. */
static void expect_shortest(double x) {
    char text[DIGITS_ROOM], best[64];
    (void)digits_write(text, x);
    for (int n = 1; n <= 17; n++) {
        (void)snprintf(best, sizeof best, "%.*g", n, x);
        if (strtod(best, NULL) == x) break;
    }
    size_t digits = 0, needed = 0; /* up to the exponent */
    for (const char *c = text; *c && *c != 'e'; c++) digits += *c >= '0' && *c <= '9';
    for (const char *c = best; *c && *c != 'e'; c++) needed += *c >= '0' && *c <= '9';
    if (digits > needed) ck_abort_msg("'%s', but '%s' does it", text, best);
}

START_TEST(same_number_again) {
    uint64_t state = 88172645463325252U;
    for (int i = 0; i < 50000; i++) {
        uint64_t bits = random_bits(&state);
        double any, whole = (double)(int64_t)(random_bits(&state) % 2000000) - 1e6;
        memcpy(&any, &bits, sizeof any);
        if (isfinite(any)) expect_same(any);
        expect_same(ldexp((double)(int64_t)random_bits(&state), -(int)(bits % 120)));
        expect_same(whole * pow(10, (double)(bits % 24) - 16));
        expect_same(ldexp(1, (int)(bits % 120) - 60)); /* where the distance to the next number changes */
    }
}
END_TEST

START_TEST(no_shorter_text) {
    uint64_t state = 2463534242U;
    for (int i = 0; i < 5000; i++) {
        double x = ldexp((double)(random_bits(&state) >> 11), -54 - (int)(random_bits(&state) % 30));
        expect_shortest(x);
        expect_same(x * 1e-26); /* beyond exact powers */
        expect_shortest((double)(random_bits(&state) % 100000) * 1e-9);
    }
}
END_TEST

START_TEST(form_of_printf) {
    static const struct {
        double x;
        const char *text;
    } forms[] = {{0, "0"},
                 {-0.0, "-0"},
                 {1, "1"},
                 {-12.5, "-12.5"},
                 {0.1, "0.1"},
                 {1e-4, "0.0001"},
                 {1e-5, "1e-05"},
                 {2.5e-11, "2.5e-11"},
                 {1e15, "1000000000000000"},
                 {1e17, "1e+17"},
                 {0.3, "0.3"},
                 {100, "100"},
                 {0.99999999999999989, "0.9999999999999999"},
                 {1e-10, "1e-10"},
                 {1e300, "1.0000000000000001e+300"},
                 {123456789.125, "123456789.125"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char text[DIGITS_ROOM];
        (void)digits_write(text, forms[i].x);
        ck_assert_str_eq(text, forms[i].text);
    }
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&same_number_again, &no_shorter_text, &form_of_printf};
    return suite_main("digits", all, sizeof all / sizeof *all);
}
