/* A roller in slices: load, moment and their derivatives for a profile and a tilt.
 *
 * Every slice follows a law q(d) of its own approach d; slices do not feel each other, so the ends of a profile come out
 * softer than on the half-space. The law `exact` gives a slice its share of the strip of the whole length, which makes a
 * uniform profile the contact of abut_line_contact whatever the number of slices. */
#include <math.h>

#include "abut/lubrication.h"
#include "base/constants.h"
#include "base/message.h"
#include "line.h"
#include "profile.h"
#include "range.h"

/* 35948 (l/mm)^(8/9) (d/mm)^(10/9) N: the powers of 1000 make 1e6 together */
static const double ISO_STEEL = 35948e6;

typedef struct slice {
    double q, slope; /* N/m, dq/dd in N/m^2 */
} slice;

static slice slice_exact(const abut_slices_in *in, double d) {
    strip s;
    double l = in->length, x = strip_solve(d / (in->curvature * l * l), &s);
    return (slice){PI / 8 * in->E_prime * in->curvature * (x * l) * (x * l), PI / 4 * in->E_prime / s.H};
}

double line_iso(double length, double d, double *slope) {
    double secant = ISO_STEEL * cbrt(cbrt(d / length));
    *slope = 10.0 / 9.0 * secant;
    return secant * d;
}

static slice slice_iso(const abut_slices_in *in, double d) {
    slice s;
    s.q = line_iso(in->length, d, &s.slope);
    return s;
}

static abut_status check(const abut_slices_in *in, abut_message *message) {
    abut_status s = want_positive(message, "length", in->length, "m");
    if (!s) s = want_positive(message, "curvature", in->curvature, "1/m");
    if (!s) s = want_positive(message, "E_prime", in->E_prime, "Pa");
    if (!s) s = profile_check(&in->profile, message);
    if (s) return s;
    if (!isfinite(in->approach) || !isfinite(in->tilt))
        return say(message, ABUT_BAD_VALUE, "approach and tilt: must be finite, got %g m and %g rad", in->approach,
                   in->tilt);
    if (in->count < 1) return say_at(message, "count", ABUT_BAD_VALUE, "count: one slice or more is needed");
    if ((unsigned)in->law > ABUT_SLICE_ISO16281)
        return say_at(message, "law", ABUT_BAD_VALUE, "law: %d is none of abut_slice_law", (int)in->law);
    if (in->law == ABUT_SLICE_ISO16281 && !(in->E_prime >= LINE_STEEL_LOW && in->E_prime <= LINE_STEEL_HIGH))
        return say_at(message, "law", ABUT_BAD_VALUE,
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
        double d = in->approach + in->tilt * y - profile_drop(&in->profile, in->length, in->E_prime, y);
        slice s = d > 0 ? law(in, d) : (slice){0, 0};
        if (out->q) out->q[i] = s.q;
        if (d > 0) add(in, out, y, s);
    }
    out->p_max = sqrt(out->q_max * in->E_prime * in->curvature / (2 * PI));
    if (isfinite(out->force + out->stiffness + out->dM_dtilt)) return ABUT_OK;
    *out = (abut_slices_out){.q = out->q};
    return say(message, ABUT_NOT_FINITE, "the result is beyond the range of numbers");
}
