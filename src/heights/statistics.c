/* Figures of a height map. Names and definitions of Sa, Sq, Ssk, Sku, Sdq, Sdr, Sal as in ISO 25178-2 (recalled); differences:
 *   slopes dz/dx by (z_{i+1} - z_i)/d, curvatures by (z_{i+1} - 2 z_i + z_{i-1})/d^2; a wave of the wavenumber k comes out
 *   sin(k d/2)/(k d/2), its curvature the square of that, too small;
 *   Sdr: each square of four heights as two triangles, mean over both ways to cut it.
 * Spectral moments m0, m2, m4: mean squares of height, slope, curvature of profiles, mean over x and y. Summits of an isotropic Gaussian
 * surface from them: P. R. Nayak, Random process model of rough surfaces, J. Lubr. Technol. 93 (1971) 398; in the form of
 * J. I. McCool, J. Tribol. 109 (1987) 264 (both recalled). For surfaces with a lay they are only a stand-in. */
#include <math.h>

#include "abut/heights.h"
#include "base/constants.h"

static double at(const abut_heights *h, size_t i, size_t j) { return h->z[j % h->ny * h->nx + i % h->nx]; }

/* ---- heights ---- */
static void moments(const abut_heights *h, abut_heights_statistics *s) {
    double n = (double)(h->nx * h->ny), a = 0, m2 = 0, m3 = 0, m4 = 0;
    for (size_t k = 0; k < h->nx * h->ny; k++) s->mean += h->z[k] / n;
    for (size_t k = 0; k < h->nx * h->ny; k++) {
        double z = h->z[k] - s->mean;
        a += fabs(z) / n;
        m2 += z * z / n;
        s->Sp = fmax(s->Sp, z);
        s->Sv = fmax(s->Sv, -z);
    }
    s->Sa = a;
    s->Sq = sqrt(m2);
    s->Sz = s->Sp + s->Sv;
    s->m0 = m2;
    for (size_t k = 0; k < h->nx * h->ny; k++) { /* over Sq: no underflow */
        double z = (h->z[k] - s->mean) / s->Sq;
        m3 += z * z * z / n;
        m4 += z * z * z * z / n;
    }
    s->Ssk = m3;
    s->Sku = m4;
}

/* ---- slopes and curvatures ---- */
typedef struct differences {
    double slope, curvature; /* mean squares */
} differences;

static differences along(const abut_heights *h, size_t di, size_t dj, double d, bool periodic) {
    differences sum = {0};
    size_t less = periodic ? 0 : 1, slopes = 0, curvatures = 0;
    for (size_t j = 0; j < h->ny - dj * less; j++)
        for (size_t i = 0; i < h->nx - di * less; i++) {
            double here = at(h, i, j), next = at(h, i + di, j + dj), slope = (next - here) / d;
            sum.slope += slope * slope;
            slopes++;
            if (!periodic && (i + 2 * di >= h->nx || j + 2 * dj >= h->ny)) continue;
            double bend = (at(h, i + 2 * di, j + 2 * dj) - 2 * next + here) / (d * d);
            sum.curvature += bend * bend;
            curvatures++;
        }
    return (differences){sum.slope / (double)slopes, curvatures ? sum.curvature / (double)curvatures : NAN};
}

static double triangle(double x, double y) { return sqrt(1 + x * x + y * y); } /* over its projection */

static double developed(const abut_heights *h, bool periodic) {
    double dx = h->lx / (double)h->nx, dy = h->ly / (double)h->ny, sum = 0;
    size_t less = periodic ? 0 : 1, squares = 0;
    for (size_t j = 0; j < h->ny - less; j++)
        for (size_t i = 0; i < h->nx - less; i++) {
            double a = at(h, i, j), b = at(h, i + 1, j), c = at(h, i, j + 1), d = at(h, i + 1, j + 1);
            double low = (b - a) / dx, high = (d - c) / dx, left = (c - a) / dy, right = (d - b) / dy;
            sum += triangle(low, left) + triangle(high, right) + triangle(low, right) + triangle(high, left);
            squares++;
        }
    return sum / 4 / (double)squares - 1;
}

/* ---- autocorrelation ---- */
static double correlation(const abut_heights *h, double mean, size_t di, size_t dj, bool periodic) {
    double sum = 0;
    size_t nx = periodic ? h->nx : h->nx - di, ny = periodic ? h->ny : h->ny - dj;
    for (size_t j = 0; j < ny; j++)
        for (size_t i = 0; i < nx; i++) sum += (at(h, i, j) - mean) * (at(h, i + di, j + dj) - mean);
    return sum / (double)(nx * ny);
}

static double fall_length(const abut_heights *h, const abut_heights_statistics *s, bool by_x, bool periodic) {
    double before = 1, d = by_x ? h->lx / (double)h->nx : h->ly / (double)h->ny;
    size_t most = (by_x ? h->nx : h->ny) / 2;
    for (size_t lag = 1; lag <= most; lag++) {
        double now = correlation(h, s->mean, by_x ? lag : 0, by_x ? 0 : lag, periodic) / s->m0;
        if (now <= 0.2) return d * ((double)lag - 1 + (before - 0.2) / (before - now));
        before = now;
    }
    return NAN;
}

/* ---- all ---- */
static void nayak(abut_heights_statistics *s) {
    s->alpha = s->m0 * s->m4 / (s->m2 * s->m2);
    s->asperity_radius = 3 * sqrt(PI) / (8 * sqrt(s->m4));
    s->asperity_density = s->m4 / (6 * PI * sqrt(3) * s->m2);
    s->sigma_s = sqrt(fmax(0, 1 - 0.8968 / s->alpha) * s->m0);
    s->summit_mean = 4 * sqrt(s->m0 / (PI * s->alpha));
}

abut_status abut_heights_statistics_of(const abut_heights *h, bool periodic, abut_heights_statistics *out) {
    *out = (abut_heights_statistics){.Sal_x = NAN, .Sal_y = NAN};
    moments(h, out);
    differences x = along(h, 1, 0, h->lx / (double)h->nx, periodic),
                y = along(h, 0, 1, h->ly / (double)h->ny, periodic);
    out->m2_x = x.slope;
    out->m2_y = y.slope;
    out->m2 = 0.5 * (x.slope + y.slope);
    out->m4 = 0.5 * (x.curvature + y.curvature);
    out->Sdq = sqrt(x.slope + y.slope);
    out->Sdr = developed(h, periodic);
    if (!(out->m0 > 0)) out->Ssk = out->Sku = NAN;
    if (out->m0 > 0) {
        out->Sal_x = fall_length(h, out, true, periodic);
        out->Sal_y = fall_length(h, out, false, periodic);
    }
    nayak(out);
    if (!(out->m4 > 0) || !(out->m2 > 0))
        out->alpha = out->asperity_radius = out->asperity_density = out->sigma_s = out->summit_mean = NAN;
    return isfinite(out->m0) ? ABUT_OK : ABUT_NOT_FINITE;
}
