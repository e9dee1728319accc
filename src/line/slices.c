/* A roller in slices: load, moment and their derivatives for a profile and a tilt.
 *
 * Every slice follows a law q(d) of its own approach d; slices do not feel each other, so the ends of a profile come out
 * softer than on the half-space. The law `exact` gives a slice its share of the strip of the whole length, which makes a
 * uniform profile the contact of abut_line_contact whatever the number of slices. */
#include <math.h>

#include "abut/lubrication.h"
#include "base/message.h"
#include "range.h"
#include "strip.h"

static const double PI = 3.14159265358979323846;
/* 35948 (l/mm)^(8/9) (d/mm)^(10/9) N: the powers of 1000 make 1e6 together */
static const double ISO_STEEL = 35948e6;
static const double STEEL_LOW = 215e9, STEEL_HIGH = 240e9; /* Pa, E' of what passes for bearing steel */

typedef struct slice {
    double q, slope; /* N/m, dq/dd in N/m^2 */
} slice;

static slice slice_exact(const abut_slices_in *in, double d) {
    double l = in->length, x = strip_solve(d / (in->curvature * l * l));
    return (slice){PI / 8 * in->E_prime * in->curvature * (x * l) * (x * l), PI / 4 * in->E_prime / strip_at(x).H};
}

static slice slice_iso(const abut_slices_in *in, double d) {
    double slope = ISO_STEEL * cbrt(cbrt(d / in->length));
    return (slice){slope * d, 10.0 / 9.0 * slope};
}

static double table_drop(const abut_profile *p, double y) {
    size_t at = 1;
    if (y <= p->table_y[0]) return p->table_drop[0];
    while (at < p->count && p->table_y[at] < y) at++;
    if (at == p->count) return p->table_drop[at - 1];
    double part = (y - p->table_y[at - 1]) / (p->table_y[at] - p->table_y[at - 1]);
    return p->table_drop[at - 1] + part * (p->table_drop[at] - p->table_drop[at - 1]);
}

static double drop_at(const abut_slices_in *in, double y) {
    const abut_profile *p = &in->profile;
    double part = 2 * y / in->length;
    switch (p->kind) {
    case ABUT_PROFILE_CROWNED:
        return y * y / (2 * p->radius);
    case ABUT_PROFILE_LOGARITHMIC:
        return -2 * p->design_force / (PI * in->E_prime * in->length) * log1p(-part * part);
    case ABUT_PROFILE_FUNCTION:
        return p->drop(y, p->user);
    case ABUT_PROFILE_TABLE:
        return table_drop(p, y);
    default:
        return 0;
    }
}

static abut_status check_table(const abut_profile *p, abut_message *message) {
    if (p->count < 2 || !p->table_y || !p->table_drop)
        return say(message, ABUT_MISSING, "profile: a table needs two points or more");
    for (size_t i = 0; i < p->count; i++) {
        if (!isfinite(p->table_y[i]) || !isfinite(p->table_drop[i]))
            return say(message, ABUT_BAD_VALUE, "profile: point %zu of the table is not finite", i);
        if (i > 0 && !(p->table_y[i] > p->table_y[i - 1]))
            return say(message, ABUT_BAD_VALUE, "profile: y must rise, but point %zu of the table has %g m after %g m",
                       i, p->table_y[i], p->table_y[i - 1]);
    }
    return ABUT_OK;
}

static abut_status check_profile(const abut_profile *p, abut_message *message) {
    switch (p->kind) {
    case ABUT_PROFILE_UNIFORM:
        return ABUT_OK;
    case ABUT_PROFILE_CROWNED:
        return want_positive(message, "profile: radius", p->radius, "m");
    case ABUT_PROFILE_LOGARITHMIC:
        return want_positive(message, "profile: design_force", p->design_force, "N");
    case ABUT_PROFILE_FUNCTION:
        return p->drop ? ABUT_OK : say(message, ABUT_MISSING, "profile: the function drop is missing");
    case ABUT_PROFILE_TABLE:
        return check_table(p, message);
    default:
        return say(message, ABUT_BAD_VALUE, "profile: %d is none of abut_profile_kind", (int)p->kind);
    }
}

static abut_status check(const abut_slices_in *in, abut_message *message) {
    abut_status s = want_positive(message, "length", in->length, "m");
    if (!s) s = want_positive(message, "curvature", in->curvature, "1/m");
    if (!s) s = want_positive(message, "E_prime", in->E_prime, "Pa");
    if (!s) s = check_profile(&in->profile, message);
    if (s) return s;
    if (!isfinite(in->approach) || !isfinite(in->tilt))
        return say(message, ABUT_BAD_VALUE, "approach and tilt: must be finite, got %g m and %g rad", in->approach,
                   in->tilt);
    if (in->count < 1) return say(message, ABUT_BAD_VALUE, "count: one slice or more is needed");
    if ((unsigned)in->law > ABUT_SLICE_ISO16281)
        return say(message, ABUT_BAD_VALUE, "law: %d is none of abut_slice_law", (int)in->law);
    if (in->law == ABUT_SLICE_ISO16281 && !(in->E_prime >= STEEL_LOW && in->E_prime <= STEEL_HIGH))
        return say(message, ABUT_BAD_VALUE,
                   "law: iso16281 is for steel, E' of 215 to 240 GPa, got %g Pa: use the law 'exact'", in->E_prime);
    return ABUT_OK;
}

static void add(const abut_slices_in *in, abut_slices_out *out, double y, slice s) {
    double width = in->length / (double)in->count;
    out->force += s.q * width;
    out->moment += s.q * width * y;
    out->stiffness += s.slope * width;
    out->dF_dtilt += s.slope * width * y;
    out->dM_dtilt += s.slope * width * y * y;
    out->q_max = fmax(out->q_max, s.q);
    out->loaded++;
}

abut_status abut_line_slices(const abut_slices_in *in, abut_slices_out *out, abut_message *message) {
    *out = (abut_slices_out){.q = out->q};
    abut_status status = check(in, message);
    if (status) return status;
    slice (*const law)(const abut_slices_in *, double) = in->law == ABUT_SLICE_EXACT ? slice_exact : slice_iso;
    for (size_t i = 0; i < in->count; i++) {
        /* 2i + 1 - n is exact: the slices lie symmetrically to the last digit */
        double y = 0.5 * in->length * ((2 * (double)i + 1 - (double)in->count) / (double)in->count);
        double d = in->approach + in->tilt * y - drop_at(in, y);
        slice s = d > 0 ? law(in, d) : (slice){0, 0};
        if (out->q) out->q[i] = s.q;
        if (d > 0) add(in, out, y, s);
    }
    out->p_max = sqrt(out->q_max * in->E_prime * in->curvature / (2 * PI));
    if (isfinite(out->force + out->stiffness + out->dM_dtilt)) return ABUT_OK;
    *out = (abut_slices_out){.q = out->q};
    return say(message, ABUT_NOT_FINITE, "the result is beyond the range of numbers");
}
