/* Radial power spectrum: the mean square of what a band of wavenumbers lets pass, for bands of equal width in ln q, over the area of the
 * band's waves in the plane of wavenumbers, (2 pi)^2/(lx ly) each. Slope and curvature: mean squares of what q and q^2 let pass. The
 * Hurst exponent: C ~ q^(-2(1 + H)) by least squares over the bands from the one where q^2 C is greatest to the last but one that
 * holds more than 1e-6 of that. */
#include <math.h>
#include <stdlib.h>

#include "abut/rough.h"
#include "base/message.h"
#include "base/plane.h"
#include "convolve.h"
#include "period.h"

static const double TWO_PI = 6.28318530717958647693;

typedef struct band {
    double per_x, per_y; /* 1/m, of one wave */
    double low, high;    /* 1/m; low <= q < high pass */
    int power;           /* of q */
    double waves, sum_q; /* counted: of the whole plane */
    long half_x, half_y; /* waves of half the cells: they have no mirror image */
} band;

static double pass_at(long kx, long ky, void *user) {
    band *b = user;
    double q = plane_length((double)kx * b->per_x, (double)ky * b->per_y);
    if (!(q > 0) || q < b->low || q >= b->high) return 0;
    double images = (kx > 0 && kx != b->half_x ? 2 : 1) * (ky > 0 && ky != b->half_y ? 2 : 1);
    b->waves += images;
    b->sum_q += images * q;
    return pow(q, b->power);
}

typedef struct bands {
    const abut_heights *h;
    convolve *c;
    double *out;
} bands;

/* The mean square of what passes; negative: out of memory. */
static double passed(const bands *a, band *b) {
    spectrum s = {0};
    size_t count = a->h->nx * a->h->ny;
    double sum = 0;
    b->waves = b->sum_q = 0;
    if (!spectrum_of_symbol(a->c, pass_at, b, false, false, &s)) return -1;
    convolve_apply(a->c, &s, a->h->z, a->out);
    spectrum_drop(&s);
    for (size_t k = 0; k < count; k++) sum += a->out[k] * a->out[k];
    return sum / (double)count;
}

static double hurst_of(const abut_heights_spectrum *s) {
    size_t from = 0, n = 0;
    double x1 = 0, y1 = 0, xx = 0, xy = 0, top;
    for (size_t i = 1; i < s->count; i++)
        if (s->q[i] * s->q[i] * s->C[i] > s->q[from] * s->q[from] * s->C[from]) from = i;
    top = s->q[from] * s->q[from] * s->C[from];
    size_t to = from;
    while (to < s->count && s->q[to] * s->q[to] * s->C[to] > 1e-6 * top) to++;
    if (to < s->count) to--; /* the last one may be empty in part */
    for (size_t i = from; i < to; i++, n++) {
        double x = log(s->q[i]), y = log(s->C[i]);
        x1 += x, y1 += y, xx += x * x, xy += x * y;
    }
    double slope = n > 2 ? ((double)n * xy - x1 * y1) / ((double)n * xx - x1 * x1) : NAN;
    return -slope / 2 - 1;
}

static bool walk(const bands *a, band *b, size_t count, abut_heights_spectrum *out) {
    double q_low = fmin(b->per_x, b->per_y),
           q_high = plane_length((double)b->half_x * b->per_x, (double)b->half_y * b->per_y);
    double step = log(q_high / q_low) / (double)count, all[3];
    for (int power = 0; power < 3; power++) {
        b->low = 0, b->high = INFINITY, b->power = power;
        all[power] = sqrt(passed(a, b));
        if (isnan(all[power])) return false;
    }
    out->rms_height = all[0], out->rms_slope = all[1], out->rms_curvature = all[2];
    b->power = 0;
    for (size_t i = 0; i < count; i++) {
        b->low = q_low * exp(step * ((double)i - 1e-9));
        b->high = q_low * exp(step * ((double)i + 1 - (i + 1 < count ? 1e-9 : -1e-9)));
        double square = passed(a, b);
        if (square < 0) return false;
        if (!(b->waves > 0)) continue;
        out->q[out->count] = b->sum_q / b->waves;
        out->waves[out->count] = b->waves;
        out->C[out->count++] = square / (b->waves * b->per_x * b->per_y);
    }
    out->hurst = hurst_of(out);
    return true;
}

abut_status abut_field_spectrum(const abut_heights *h, bool periodic, size_t count, abut_heights_spectrum *out,
                                abut_message *message) {
    abut_heights one;
    *out = (abut_heights_spectrum){0};
    if (count < 1 || count > ABUT_BANDS_MAX)
        return say_at(message, "bands", ABUT_BAD_VALUE, "bands: 1 to %d are possible, got %zu", ABUT_BANDS_MAX, count);
    abut_status status = period_of(h, periodic, &one, message);
    if (status) return status;
    bands a = {&one, convolve_create((int)one.nx, (int)one.ny, true, 1), malloc(one.nx * one.ny * sizeof(double))};
    band b = {.per_x = TWO_PI / one.lx, .per_y = TWO_PI / one.ly};
    b.half_x = one.nx % 2 ? (long)one.nx : (long)one.nx / 2; /* of an odd number of cells every wave has an image */
    b.half_y = one.ny % 2 ? (long)one.ny : (long)one.ny / 2;
    bool good = a.c && a.out && walk(&a, &b, count, out);
    convolve_destroy(a.c);
    free(a.out);
    abut_heights_destroy(&one);
    return good ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory");
}
