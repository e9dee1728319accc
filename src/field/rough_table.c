/* The load-gap table of a map: its own load curve, and the scatter of ln(pressure) at the same gap between the curves of its parts. Each
 * part has the gap counted from its own mean. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/rough.h"
#include "base/message.h"
#include "numeric/rough_table.h"

enum { USUAL_ROWS = 24, WINDOWS_MAX = 8 };

static double highest(const abut_heights *h) {
    double mean = 0, top = -INFINITY;
    for (size_t k = 0; k < h->nx * h->ny; k++) {
        mean += h->z[k] / (double)(h->nx * h->ny);
        top = fmax(top, h->z[k]);
    }
    return top - mean;
}

/* Rows of rising gap from the curve of rising load. Close to the full contact the gap may vanish: such rows are left out. */
static void put_curve(size_t count, const abut_load_row *curve, double least, abut_rough_table *t) {
    t->count = 0;
    for (size_t i = count; i-- > 0;) {
        const abut_load_row *c = &curve[i];
        const abut_rough_row *before = t->count ? &t->row[t->count - 1] : NULL;
        if (c->gap < least || !(c->area > 0) || (before && c->gap <= before->gap * (1 + 1e-6))) continue;
        t->row[t->count++] = (abut_rough_row){c->gap, c->pressure, before ? fmin(c->area, before->area) : c->area, 0};
    }
}

static abut_status curve_table(const abut_heights *h, bool periodic, size_t count, const double *p, abut_rough_table *t,
                               abut_message *message) {
    abut_load_row rows[ABUT_ROUGH_ROWS];
    abut_status status = abut_field_load_curve(h, periodic, count, p, rows, message);
    if (status) return status;
    put_curve(count, rows, 1e-4 * t->sigma, t);
    t->first_touch = highest(h);
    return abut_rough_table_make(t, 0, message);
}

/* Adds the squares of ln(p/p of the whole) at the gaps of the whole. */
static abut_status part(const abut_heights *h, size_t a, size_t b, size_t parts, size_t count, const double *p,
                        const abut_rough_table *t, double sum[ABUT_ROUGH_ROWS], double square[ABUT_ROUGH_ROWS],
                        abut_message *message) {
    abut_heights window;
    abut_rough_table own = {.sigma = t->sigma};
    size_t nx = h->nx / parts, ny = h->ny / parts;
    abut_status status = abut_heights_window(h, a * nx, b * ny, nx, ny, &window, message);
    if (status) return status;
    status = curve_table(&window, false, count, p, &own, message);
    abut_heights_destroy(&window);
    for (size_t i = 0; !status && i < t->count; i++) {
        double slope, d = rough_ln_pressure(&own, t->t[i], &slope) - t->ln_p[i];
        sum[i] += d;
        square[i] += d * d;
    }
    return status;
}

static abut_status scatter(const abut_heights *h, size_t parts, size_t count, const double *p, abut_rough_table *t,
                           abut_message *message) {
    double sum[ABUT_ROUGH_ROWS] = {0}, square[ABUT_ROUGH_ROWS] = {0}, n = (double)(parts * parts);
    for (size_t k = 0; k < parts * parts; k++) {
        abut_status status = part(h, k % parts, k / parts, parts, count, p, t, sum, square, message);
        if (status) return status;
    }
    for (size_t i = 0; i < t->count; i++)
        t->row[i].scatter = sqrt(fmax(0, (square[i] - sum[i] * sum[i] / n) / (n - 1)));
    return abut_rough_table_make(t, 0, message);
}

static void put_pressures(const abut_rough_table_def *d, double slope, size_t count, double p[ABUT_ROUGH_ROWS]) {
    double low = d->pressure_low > 0 ? d->pressure_low : 0.002 * slope,
           high = d->pressure_high > 0 ? d->pressure_high : 0.5 * slope;
    for (size_t i = 0; i < count; i++) p[i] = low * pow(high / low, (double)i / (double)(count - 1));
}

static abut_status check(const abut_heights *h, const abut_rough_table_def *d, size_t rows, size_t parts,
                         abut_message *m) {
    if (rows < 6 || rows > ABUT_ROUGH_ROWS)
        return say_at(m, "rows", ABUT_BAD_VALUE, "rows: 6 to %d are possible, got %zu", ABUT_ROUGH_ROWS, rows);
    if (parts > WINDOWS_MAX || h->nx / parts < 16 || h->ny / parts < 16)
        return say_at(m, "windows", ABUT_BAD_VALUE,
                      "windows: at most %d, and 16 x 16 heights in each, got %zu for a map of %zu x %zu", WINDOWS_MAX,
                      parts, h->nx, h->ny);
    if (d->pressure_low < 0 || d->pressure_high < 0 ||
        (d->pressure_low > 0 && d->pressure_high > 0 && d->pressure_high <= d->pressure_low))
        return say_at(m, "pressure_low", ABUT_BAD_VALUE, "pressures: must be positive and rise, got %g to %g",
                      d->pressure_low, d->pressure_high);
    return ABUT_OK;
}

abut_status abut_field_rough_table(const abut_heights *h, const abut_rough_table_def *def, abut_rough_table *out,
                                   abut_message *message) {
    static const abut_rough_table_def usual;
    const abut_rough_table_def *d = def ? def : &usual;
    size_t rows = d->rows ? d->rows : USUAL_ROWS, parts = d->windows ? d->windows : 2;
    double p[ABUT_ROUGH_ROWS];
    abut_heights_statistics s;
    memset(out, 0, sizeof *out);
    abut_status status = check(h, d, rows, parts, message);
    if (status) return status;
    if (abut_heights_statistics_of(h, d->periodic, &s) || !(s.Sq > 0) || !(s.Sdq > 0))
        return say_at(message, "map", ABUT_BAD_VALUE, "the map is flat: it has no roughness");
    out->sigma = s.Sq;
    out->asperity_radius = isfinite(s.asperity_radius) ? s.asperity_radius : 0;
    out->asperity_density = isfinite(s.asperity_density) ? s.asperity_density : 0;
    out->generated = h->generated;
    (void)snprintf(out->origin, sizeof out->origin, "%.90s; %zu x %zu, %.4g x %.4g m",
                   h->title[0] ? h->title : "height map", h->nx, h->ny, h->lx, h->ly);
    put_pressures(d, s.Sdq, rows, p);
    status = curve_table(h, d->periodic, rows, p, out, message);
    return status || parts < 2 ? status : scatter(h, parts, rows, p, out, message);
}
