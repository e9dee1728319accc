/* Fuzz target of numbers with units: the first byte chooses the unit that is wanted, the rest is what a user wrote. A finite number or
 * a sentence; the same words have the same value when they are met again, by a reader that has met nothing else too (now and then: it
 * opens the database again); the value written in the unit that was wanted reads back to the last bit. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include <math.h>

#include "model/units.h"
#include "must.h"

enum { RENEWED = 4096 }; /* executions */

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    return 0;
}

typedef struct answer {
    bool good;
    double value;
} answer;

static answer ask(unit_reader *reader, const char *text, const char *unit, bool infinite) {
    abut_message why = {{0}};
    answer a = {.value = NAN};
    a.good = units_read(reader, text, unit, infinite, &a.value, &why);
    if (a.good)
        MUST(isfinite(a.value) || (infinite && isinf(a.value)));
    else
        check_sentence(why.text);
    return a;
}

static bool same(answer a, answer b) { return a.good == b.good && (!a.good || a.value == b.value); }

static void check_round_trip(unit_reader *reader, double value, const char *unit) {
    char text[80];
    (void)snprintf(text, sizeof text, "%.17g%s%s", value, strcmp(unit, "1") ? " " : "", strcmp(unit, "1") ? unit : "");
    if (fabs(value) < 2.3e-308) return; /* below the normal numbers it may be called too small */
    answer back = ask(reader, text, unit, false);
    MUST(back.good && back.value == value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const wanted[] = {"1",     "m",   "kg",    "s", "N",   "Pa",     "rad",
                                         "rad/s", "m/s", "m^2/s", "K", "1/m", "N m/rad"};
    static unit_reader kept;
    static unsigned count;
    if (!size) return 0;
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    const char *unit = wanted[data[0] % (sizeof wanted / sizeof *wanted)];
    bool infinite = data[0] & 0x80;
    answer first = ask(&kept, text, unit, infinite), again = ask(&kept, text, unit, infinite);
    MUST(same(first, again));
    if (first.good && isfinite(first.value)) check_round_trip(&kept, first.value, unit);
    if (++count % 16 == 0) {
        unit_reader fresh = {0};
        MUST(same(first, ask(&fresh, text, unit, infinite)));
        units_close(&fresh);
    }
    if (count % RENEWED == 0) units_close(&kept);
    free(text);
    return 0;
}
