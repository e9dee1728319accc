/* The drop of a roller's profile by abut_profile_kind, its derivatives, its checks. */
#include "profile.h"

#include <math.h>

#include "base/constants.h"
#include "base/message.h"
#include "range.h"

static const double LEAST = 1e-12; /* of 1 - (2y/l)^2 */

/* The segment of the table that holds y: between its points i - 1 and i; 0 before the first, count after the last. */
static size_t segment(const abut_profile *p, double y) {
    size_t at = 0;
    while (at < p->count && p->table_y[at] < y) at++;
    return at;
}

static double table_slope(const abut_profile *p, size_t at) {
    if (at == 0 || at == p->count) return 0;
    return (p->table_drop[at] - p->table_drop[at - 1]) / (p->table_y[at] - p->table_y[at - 1]);
}

static double table_drop(const abut_profile *p, double y) {
    size_t at = segment(p, y);
    if (at == 0) return p->table_drop[0];
    return p->table_drop[at - 1] + table_slope(p, at) * (y - p->table_y[at - 1]);
}

/* m: the drop is this times ln(1/(1 - (2y/l)^2)) */
static double lundberg(const abut_profile *p, double length, double E_prime) {
    return 2 * p->design_force / (PI * E_prime * length);
}

double profile_drop(const abut_profile *p, double length, double E_prime, double y) {
    double part = 2 * y / length;
    switch (p->kind) {
    case ABUT_PROFILE_CROWNED:
        return y * y / (2 * p->radius);
    case ABUT_PROFILE_LOGARITHMIC:
        return -lundberg(p, length, E_prime) * log1p(-fmin(part * part, 1 - LEAST));
    case ABUT_PROFILE_FUNCTION:
        return p->drop(y, p->user);
    case ABUT_PROFILE_TABLE:
        return table_drop(p, y);
    default:
        return 0;
    }
}

void profile_slopes(const abut_profile *p, double length, double E_prime, double y, double slope[3]) {
    slope[0] = slope[1] = slope[2] = 0;
    if (p->kind == ABUT_PROFILE_CROWNED) {
        slope[0] = y / p->radius;
        slope[1] = 1 / p->radius;
    } else if (p->kind == ABUT_PROFILE_LOGARITHMIC) {
        double k = 2 / length, part = k * y, rest = fmax(1 - part * part, LEAST),
               unit = lundberg(p, length, E_prime) * k / rest;
        slope[0] = unit * 2 * part;
        slope[1] = unit * k * 2 * (1 + part * part) / rest;
        slope[2] = unit * k * k * 4 * part * (3 + part * part) / (rest * rest);
    } else if (p->kind == ABUT_PROFILE_TABLE) {
        slope[0] = table_slope(p, segment(p, y));
    }
}

static abut_status check_table(const abut_profile *p, abut_message *message) {
    if (p->count < 2 || !p->table_y || !p->table_drop)
        return say_at(message, "table", ABUT_MISSING, "profile: a table needs two points or more");
    for (size_t i = 0; i < p->count; i++) {
        if (!isfinite(p->table_y[i]) || !isfinite(p->table_drop[i]))
            return say_at(message, "table", ABUT_BAD_VALUE, "profile: point %zu of the table is not finite", i);
        if (i > 0 && !(p->table_y[i] > p->table_y[i - 1]))
            return say_at(message, "table", ABUT_BAD_VALUE,
                          "profile: y must rise, but point %zu of the table has %g m after %g m", i, p->table_y[i],
                          p->table_y[i - 1]);
    }
    return ABUT_OK;
}

abut_status profile_check(const abut_profile *p, abut_message *message) {
    switch (p->kind) {
    case ABUT_PROFILE_UNIFORM:
        return ABUT_OK;
    case ABUT_PROFILE_CROWNED:
        return want_positive(message, "crown_radius", p->radius, "m");
    case ABUT_PROFILE_LOGARITHMIC:
        return want_positive(message, "design_force", p->design_force, "N");
    case ABUT_PROFILE_FUNCTION:
        return p->drop ? ABUT_OK : say_at(message, "profile", ABUT_MISSING, "profile: the function drop is missing");
    case ABUT_PROFILE_TABLE:
        return check_table(p, message);
    default:
        return say_at(message, "profile", ABUT_BAD_VALUE, "profile: %d is none of abut_profile_kind", (int)p->kind);
    }
}
