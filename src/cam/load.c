/* What presses a cam's follower: checks, and the pressure of a plunger over the cam angle. */
#include "cam/load.h"

#include <math.h>

#include "base/constants.h"
#include "base/message.h"

/* Straight lines between the points, periodic. */
static double table_pressure(const abut_cam_load *l, double angle, double *by_angle) {
    const double *t = l->table, first = t[0];
    size_t last = l->count - 1, i = 0;
    double x = angle - first;
    x = first + x - TWO_PI * floor(x / TWO_PI);
    while (i < last && x >= t[2 * i + 2]) i++;
    const double *from = t + 2 * i, *to = i < last ? from + 2 : t;
    double gap = i < last ? to[0] - from[0] : first + TWO_PI - from[0];
    *by_angle = gap > 0 ? (to[1] - from[1]) / gap : 0;
    return from[1] + *by_angle * (x - from[0]);
}

double cam_pressure(const abut_cam_load *l, double angle, double slope, double steepest, double by[2]) {
    double own[2];
    if (!by) by = own;
    by[0] = by[1] = 0;
    if (!(l->plunger_diameter > 0)) return 0;
    if (l->count) return table_pressure(l, angle, &by[0]);
    double rate = steepest > 0 ? l->ramp / steepest : 0, x = fmin(fmax(rate * slope, 0), 1),
           rise = l->p_high - l->p_low;
    by[1] = rise * 6 * x * (1 - x) * rate;
    return l->p_low + rise * x * x * (3 - 2 * x);
}

static abut_status check_table(const abut_cam_load *l, abut_message *m) {
    for (size_t i = 0; i < l->count; i++) {
        if (!isfinite(l->table[2 * i]) || !isfinite(l->table[2 * i + 1]))
            return say_at(m, "table", ABUT_BAD_VALUE,
                          "pressure: point %zu of the table holds a number that is not finite", i + 1);
        if (i && !(l->table[2 * i] > l->table[2 * i - 2]))
            return say_at(m, "table", ABUT_BAD_VALUE, "pressure: the angles of the table must rise, point %zu does not",
                          i + 1);
    }
    if (l->count && !(l->table[2 * l->count - 2] - l->table[0] <= TWO_PI * (1 + 1e-9)))
        return say_at(m, "table", ABUT_BAD_VALUE,
                      "pressure: the angles of the table span more than a turn; are they in degrees?");
    return ABUT_OK;
}

abut_status cam_check_load(const abut_cam_load *l, abut_message *m) {
    const double given[] = {l->mass, l->stiffness, l->preload, l->plunger_diameter, l->p_low, l->p_high, l->ramp};
    static const char *const name[] = {"mass", "stiffness", "preload", "plunger_diameter", "p_low", "p_high", "ramp"};
    for (int i = 0; i < 7; i++)
        if (!(given[i] >= 0 && isfinite(given[i])))
            return say_at(m, name[i], ABUT_BAD_VALUE, "%s: must not be negative, got %g", name[i], given[i]);
    return check_table(l, m);
}
