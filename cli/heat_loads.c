/* abut heat --loads. */
#include "heat_loads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 200 };

/* Numbers between marks; the unit after the last one. -1: they are none. */
static int read_numbers(const char *text, char mark, double *value, char unit[20]) {
    int count = 0;
    char *rest;
    for (const char *at = text;; at = rest + 1) {
        if (count == PARTS) return -1;
        value[count] = strtod(at, &rest);
        if (rest == at || !isfinite(value[count])) return -1;
        count++;
        if (*rest == mark) continue;
        while (*rest == ' ') rest++;
        if (strlen(rest) > 18 || strpbrk(rest, ":,=")) return -1;
        (void)snprintf(unit, 20, "%s%.18s", *rest ? " " : "", rest);
        return count;
    }
}

void heat_loads_read(flag_set *set, const char *text, heat_loads *out) {
    double part[PARTS];
    char unit[20];
    const char *equal = strrchr(text, '=');
    bool range = equal && strchr(equal, ':');
    int parts = equal && equal != text && (size_t)(equal - text) < sizeof out->path
                    ? read_numbers(equal + 1, range ? ':' : ',', part, unit)
                    : -1;
    if (parts < 1 || (range && parts != 3)) {
        flags_error(set, "--loads: expected PATH=start:stop:step or PATH=a,b,c, got '%.80s'", text);
        return;
    }
    double steps = range ? floor((part[1] - part[0]) / part[2] * (1 + 1e-12)) : parts - 1;
    if (!(steps >= 0 && steps < HEAT_LOADS_MOST)) {
        flags_error(set, "--loads: 1 to %d values are possible, not '%.80s'", HEAT_LOADS_MOST, equal + 1);
        return;
    }
    (void)snprintf(out->path, sizeof out->path, "%.*s", (int)(equal - text), text);
    out->text = calloc((size_t)steps + 1, sizeof *out->text);
    for (; out->text && out->count <= steps; out->count++)
        (void)snprintf(out->text[out->count], HEAT_LOAD_TEXT, "%.12g%s",
                       range ? part[0] + out->count * part[2] : part[out->count], unit);
    if (!out->text) flags_error(set, "out of memory");
}

void heat_loads_free(heat_loads *l) {
    free(l->text);
    *l = (heat_loads){.count = 0};
}
