/* The speeds of abut modes --speeds and --response. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/text.h"
#include "campbell.h"

enum { MOST_PARTS = 200, MOST_SPEEDS = 10000 };

/* What follows the number. */
static const char *unit_of(const char *part) {
    char *rest;
    (void)strtod(part, &rest);
    while (*rest == ' ') rest++;
    return rest;
}

/* Each part takes the unit of the last one if it has none of its own. */
static int read_parts(flag_set *set, const char *flag, const char *text, const char *mark, double *value) {
    char copy[2000], one[2100];
    const char *unit;
    char *at = copy, *last = strrchr(text, *mark);
    int count = 0, errors = set->errors;
    abut_units *units = abut_units_create();
    (void)snprintf(copy, sizeof copy, "%s", text);
    unit = unit_of(last ? last + 1 : text);
    while (units && at && count < MOST_PARTS) {
        char *next = strchr(at, *mark);
        abut_message why = {0};
        if (next) *next++ = '\0';
        (void)snprintf(one, sizeof one, "%s%s%s", at, *unit_of(at) ? "" : " ", *unit_of(at) ? "" : unit);
        if (abut_units_read(units, one, "rad/s", false, &value[count], &why))
            flags_error(set, "--%s: %s", flag, why.text);
        else if (value[count] < 0)
            flags_error(set, "--%s: a speed from 0 on is wanted, got '%.40s'", flag, at);
        count++;
        at = next;
        if (set->errors > errors) break; /* the rest may well repeat it */
    }
    abut_units_destroy(units);
    if (at && set->errors == errors) flags_error(set, "--%s: at most %d speeds can be listed", flag, MOST_PARTS);
    return set->errors > errors ? 0 : count;
}

static double *range(flag_set *set, const char *flag, const double part[3], int *count) {
    double start = part[0], stop = part[1], step = part[2];
    double steps = step > 0 ? floor((stop - start) / step * (1 + 1e-12)) : -1;
    if (!(step > 0))
        flags_error(set, "--%s: the step must be greater than 0", flag);
    else if (stop < start)
        flags_error(set, "--%s: the last speed lies below the first", flag);
    else if (steps >= MOST_SPEEDS)
        flags_error(set, "--%s: %.0f speeds are more than %d: take a longer step", flag, steps + 1, MOST_SPEEDS);
    if (!(steps >= 0 && steps < MOST_SPEEDS)) return NULL;
    *count = (int)steps + 1;
    double *speed = calloc((size_t)*count, sizeof *speed);
    for (int i = 0; speed && i < *count; i++) speed[i] = start + i * step;
    return speed;
}

double *campbell_speeds(flag_set *set, const char *flag, const char *text, int *count) {
    double part[MOST_PARTS];
    bool is_range = strchr(text, ':');
    int parts = read_parts(set, flag, text, is_range ? ":" : ",", part), errors = set->errors;
    if (!parts) return NULL;
    if (is_range && parts != 3)
        flags_error(set, "--%s: expected start:stop:step or a list a,b,c, got '%.80s'", flag, text);
    for (int i = 1; !is_range && i < parts; i++)
        if (part[i] <= part[i - 1]) {
            flags_error(set, "--%s: the speeds of a list must grow", flag);
            break;
        }
    if (set->errors > errors) return NULL;
    if (is_range) return range(set, flag, part, count);
    double *speed = malloc((size_t)parts * sizeof *speed);
    if (speed) memcpy(speed, part, (size_t)parts * sizeof *speed);
    *count = parts;
    return speed;
}
