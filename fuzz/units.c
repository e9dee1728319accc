/* Fuzz target of numbers with units: the first byte chooses the unit that is wanted, the rest is what a user wrote. A finite number or
 * a sentence; the same words have the same value when they are met again. */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include <math.h>

#include "model/units.h"
#include "must.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_begin();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const wanted[] = {"1",     "m",   "kg",    "s", "N",   "Pa",     "rad",
                                         "rad/s", "m/s", "m^2/s", "K", "1/m", "N m/rad"};
    if (!size) return 0;
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    const char *unit = wanted[data[0] % (sizeof wanted / sizeof *wanted)];
    bool infinite = data[0] & 0x80;
    unit_reader reader = {0};
    double value[2] = {NAN, NAN};
    bool good[2];
    for (int i = 0; i < 2; i++) {
        abut_message why = {{0}};
        good[i] = units_read(&reader, text, unit, infinite, &value[i], &why);
        if (good[i])
            MUST(isfinite(value[i]) || (infinite && isinf(value[i])));
        else
            MUST(why.text[0]); /* what breaks a line is taken out where sentences are shown */
    }
    MUST(good[0] == good[1] && (!good[0] || value[0] == value[1]));
    units_close(&reader);
    free(text);
    return 0;
}
