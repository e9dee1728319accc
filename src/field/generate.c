/* Generated self-affine surfaces: white noise through the filter max(q, q_r)^-(1 + H) for 0 < q <= q_s, in the plane of wavenumbers.
 * The same filter times q has the mean square slope of the surface as the mean square of what comes out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/rough.h"
#include "base/message.h"
#include "base/plane.h"
#include "convolve.h"
#include "noise.h"

static const double TWO_PI = 6.28318530717958647693;

typedef struct filter {
    double per_x, per_y; /* 1/m, wavenumber of one wave over the map */
    double q_r, q_s;     /* 1/m */
    double hurst;
    bool slope;
} filter;

static double filter_at(long kx, long ky, void *user) {
    const filter *f = user;
    double q = plane_length((double)kx * f->per_x, (double)ky * f->per_y);
    if (!(q > 0) || q > f->q_s * (1 + 1e-12)) return 0;
    double amplitude = pow(fmax(q, f->q_r) / f->q_r, -(1 + f->hurst));
    return f->slope ? amplitude * q : amplitude;
}

static bool positive(double x) { return x > 0 && isfinite(x); }

static abut_status check_size(const abut_self_affine *s, abut_message *m) {
    if (!(s->hurst >= 0 && s->hurst <= 1))
        return say_at(m, "hurst", ABUT_BAD_VALUE, "hurst: must lie between 0 and 1, got %g", s->hurst);
    if ((s->rms_slope != 0) == (s->rms_height != 0))
        return say_at(m, "rms_slope", ABUT_MISSING, "give either rms_slope or rms_height");
    if (!positive(s->rms_slope + s->rms_height) || s->rms_slope < 0 || s->rms_height < 0)
        return say_at(m, s->rms_slope != 0 ? "rms_slope" : "rms_height", ABUT_BAD_VALUE, "%s: must be positive, got %g",
                      s->rms_slope != 0 ? "rms_slope" : "rms_height", s->rms_slope + s->rms_height);
    return ABUT_OK;
}

/* The wavelengths of the filter; a wave needs two cells. */
static abut_status make_filter(const abut_self_affine *s, filter *f, abut_message *m) {
    double longest = fmax(s->lx, s->ly), dx = s->lx / (double)s->nx, dy = s->ly / (double)s->ny,
           least = 2 * fmax(dx, dy);
    double roll = s->roll_off != 0 ? s->roll_off : longest, cut = s->cut_off != 0 ? s->cut_off : least;
    if (!positive(roll) || roll > longest * (1 + 1e-9))
        return say_at(m, "roll_off", ABUT_BAD_VALUE, "roll_off: must be positive and at most the map, %g m, got %g m",
                      longest, roll);
    if (!positive(cut) || cut < least * (1 - 1e-9))
        return say_at(m, "cut_off", ABUT_BAD_VALUE, "cut_off: must be at least two cells, %g m, got %g m", least, cut);
    if (cut > roll)
        return say_at(m, "cut_off", ABUT_BAD_VALUE, "cut_off: %g m is longer than roll_off, %g m", cut, roll);
    *f = (filter){TWO_PI / s->lx, TWO_PI / s->ly, TWO_PI / roll, TWO_PI / cut, s->hurst, false};
    return ABUT_OK;
}

static void fill(double *z, size_t count, uint64_t seed) {
    noise n;
    double pair[2];
    noise_seed(&n, seed);
    for (size_t k = 0; k < count; k += 2) {
        noise_normal_pair(&n, pair);
        z[k] = pair[0];
        if (k + 1 < count) z[k + 1] = pair[1];
    }
}

static double mean_square(const double *z, size_t count) {
    double sum = 0;
    for (size_t k = 0; k < count; k++) sum += z[k] * z[k];
    return sum / (double)count;
}

/* out = filter of in; false: out of memory */
static bool pass(convolve *c, filter *f, bool slope, const double *in, double *out) {
    spectrum s = {0};
    f->slope = slope;
    if (!spectrum_of_symbol(c, filter_at, f, false, false, &s)) return false;
    convolve_apply(c, &s, in, out);
    spectrum_drop(&s);
    return true;
}

static bool make(const abut_self_affine *s, filter *f, abut_heights *out, double *scale) {
    size_t count = s->nx * s->ny;
    convolve *c = convolve_create((int)s->nx, (int)s->ny, true, 1);
    double *other = malloc(count * sizeof *other);
    bool good = c && other, by_slope = s->rms_slope > 0;
    fill(out->z, count, s->seed);
    if (good && by_slope) good = pass(c, f, true, out->z, other);
    if (good && by_slope) *scale = s->rms_slope / sqrt(mean_square(other, count));
    if (good) good = pass(c, f, false, out->z, out->z);
    if (good && !by_slope) *scale = s->rms_height / sqrt(mean_square(out->z, count));
    free(other);
    convolve_destroy(c);
    return good;
}

abut_status abut_field_generate(const abut_self_affine *s, abut_heights *out, abut_message *message) {
    filter f = {0};
    double scale = 0;
    *out = (abut_heights){0};
    abut_status status = check_size(s, message);
    if (!status) status = abut_heights_create(s->nx, s->ny, s->lx, s->ly, out, message);
    if (!status) status = make_filter(s, &f, message);
    if (!status && !make(s, &f, out, &scale)) status = say(message, ABUT_NO_MEMORY, "out of memory");
    if (!status && !(isfinite(scale) && scale > 0))
        status = say_at(message, "cut_off", ABUT_BAD_VALUE, "no wave of the grid lies between roll_off and cut_off");
    if (status) {
        abut_heights_destroy(out);
        return status;
    }
    for (size_t k = 0; k < s->nx * s->ny; k++) out->z[k] *= scale;
    out->generated = true;
    (void)snprintf(out->title, sizeof out->title, "generated: hurst %g, roll_off %g m, cut_off %g m, seed %llu",
                   s->hurst, TWO_PI / f.q_r, TWO_PI / f.q_s, (unsigned long long)s->seed);
    (void)snprintf(out->format, sizeof out->format, "generated");
    return ABUT_OK;
}
