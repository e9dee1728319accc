/* Load-gap tables of rough surfaces. Between rows ln(pressure) and ln(area) are cubics over t = ln(gap/sigma) whose slopes at the rows are
 * weighted harmonic means of the slopes of the two sides (F. N. Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300, recalled):
 * where the rows fall, so does the cubic, and its derivative is continuous.
 * Beyond the last row, far apart: ln p falls linearly with the gap, as B. N. J. Persson found it for randomly rough surfaces (Phys. Rev.
 *   Lett. 99 (2007) 125502, recalled), and the area goes with the pressure.
 * Before the first row, nearly closed: ln p is linear in t, a power of the gap.
 * A contact that begins somewhere has a first touch, the highest point of the map, gap g0. There, below the last row (g_n, y_n),
 *   g = g0 - (g0 - g_n) exp((y - y_n)/m),  m = -(g0 - g_n) dy/dg,  that is p ~ (g0 - g)^m. */
#include "rough_table.h"

#include <math.h>
#include <string.h>

#include "base/message.h"

/* ---- cubics ---- */
typedef struct cubic {
    double y, slope;
} cubic;

static cubic between(const double *t, const double *y, const double *by, size_t k, double at) {
    double h = t[k + 1] - t[k], s = (at - t[k]) / h, u = 1 - s, rise = (y[k + 1] - y[k]) / h;
    double a = by[k] - rise, b = rise - by[k + 1];
    return (cubic){u * y[k] + s * y[k + 1] + h * s * u * (u * a + s * b), /* a straight line and what bends it */
                   rise + (u - s) * (u * a + s * b) + s * u * (b - a)};
}

static size_t segment(const abut_rough_table *r, double t) {
    size_t low = 0, high = r->count - 1;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (t < r->t[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

double rough_ln_pressure(const abut_rough_table *r, double t, double *slope) {
    size_t last = r->count - 1;
    if (t >= r->t[last]) {
        double grown = exp(fmin(t - r->t[last], 600));
        *slope = r->by_p[last] * grown;
        return r->ln_p[last] + r->by_p[last] * (grown - 1);
    }
    if (!(t >= r->t[0])) {
        *slope = r->by_p[0];
        return r->ln_p[0] + r->by_p[0] * (fmax(t, -700) - r->t[0]);
    }
    cubic c = between(r->t, r->ln_p, r->by_p, segment(r, t), t);
    *slope = c.slope;
    return c.y;
}

double rough_ln_area(const abut_rough_table *r, double t, double *slope) {
    size_t last = r->count - 1;
    if (t >= r->t[last]) return r->ln_a[last] + rough_ln_pressure(r, t, slope) - r->ln_p[last];
    if (t >= r->t[0]) {
        cubic c = between(r->t, r->ln_a, r->by_a, segment(r, t), t);
        *slope = c.slope;
        return c.y;
    }
    double y = r->ln_a[0] + r->by_a[0] * (fmax(t, -700) - r->t[0]);
    *slope = y < 0 ? r->by_a[0] : 0;
    return fmin(y, 0);
}

/* Newton's method inside the segment. */
static double stand_in(const abut_rough_table *r, size_t k, double y, double *slope) {
    double low = r->t[k], high = r->t[k + 1], t = low + (high - low) * (y - r->ln_p[k]) / (r->ln_p[k + 1] - r->ln_p[k]);
    for (int i = 0; i < 100; i++) {
        cubic c = between(r->t, r->ln_p, r->by_p, k, t);
        *slope = c.slope;
        if (c.y > y)
            low = t;
        else
            high = t;
        double next = t + (y - c.y) / c.slope;
        if (!(next >= low && next <= high)) next = 0.5 * (low + high);
        double step = fabs(next - t);
        t = next;
        if (step <= 1e-15 * (1 + fabs(t))) break;
    }
    return t;
}

double rough_stand(const abut_rough_table *r, double y, double *slope) {
    size_t last = r->count - 1, low = 0, high = last;
    if (y <= r->ln_p[last]) {
        double grown = 1 + (y - r->ln_p[last]) / r->by_p[last];
        *slope = r->by_p[last] * grown;
        return r->t[last] + log(grown);
    }
    if (y >= r->ln_p[0]) {
        *slope = r->by_p[0];
        return r->t[0] + (y - r->ln_p[0]) / r->by_p[0];
    }
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (y < r->ln_p[middle])
            low = middle;
        else
            high = middle;
    }
    return stand_in(r, low, y, slope);
}

/* ---- from first touch on ---- */
typedef struct touch {
    double depth; /* m, from first touch to the last row */
    double m;     /* p ~ (g0 - g)^m */
} touch;

static touch touch_of(const abut_rough_table *r) {
    size_t last = r->count - 1;
    double depth = r->first_touch - r->row[last].gap;
    return (touch){depth, -r->by_p[last] / r->row[last].gap * depth};
}

double rough_gap(const abut_rough_table *r, double y, double *slope) {
    size_t last = r->count - 1;
    if (y <= r->ln_p[last]) {
        touch a = touch_of(r);
        double reached = a.depth * exp((y - r->ln_p[last]) / a.m);
        *slope = reached / a.m;
        return r->first_touch - reached;
    }
    double by_t, gap = r->sigma * exp(rough_stand(r, y, &by_t));
    *slope = -gap / by_t;
    return gap;
}

/* Over t from low to high within segment k, by five nodes of Gauss. */
static double work_in(const abut_rough_table *r, size_t k, double low, double high, double power) {
    static const double x[] = {0, 0.53846931010568309104, 0.90617984593866399280},
                        w[] = {0.56888888888888888889, 0.47862867049936646804, 0.23692688505618908751};
    double middle = 0.5 * (low + high), half = 0.5 * (high - low), sum = 0;
    for (int i = -2; i <= 2; i++) {
        int n = i < 0 ? -i : i;
        double t = middle + half * (i < 0 ? -x[n] : x[n]);
        sum += w[n] * exp(power * between(r->t, r->ln_p, r->by_p, k, t).y) * r->sigma * exp(t);
    }
    return half * sum;
}

static double work_of_touch(const abut_rough_table *r, double below, double power) {
    touch a = touch_of(r);
    double k = power + 1 / a.m;
    return a.depth / a.m * exp(power * r->ln_p[r->count - 1] + k * below) / k;
}

void rough_work_rows(const abut_rough_table *r, double power, double rows[ABUT_ROUGH_ROWS]) {
    size_t last = r->count - 1;
    rows[last] = work_of_touch(r, 0, power);
    for (size_t i = last; i-- > 0;) rows[i] = rows[i + 1] + work_in(r, i, r->t[i], r->t[i + 1], power);
}

double rough_work_between(const abut_rough_table *r, size_t k, double t, double power,
                          const double rows[ABUT_ROUGH_ROWS]) {
    return rows[k + 1] + work_in(r, k, t, r->t[k + 1], power);
}

double rough_work(const abut_rough_table *r, double y, double power, const double rows[ABUT_ROUGH_ROWS]) {
    size_t last = r->count - 1;
    double slope;
    if (y <= r->ln_p[last]) return work_of_touch(r, y - r->ln_p[last], power);
    double t = rough_stand(r, y, &slope);
    if (y < r->ln_p[0]) return rough_work_between(r, segment(r, t), t, power, rows);
    double rest = power + 1 / r->by_p[0], d = y - r->ln_p[0]; /* gap ~ exp(y/by_p) */
    double grown = fabs(rest * d) > 1e-8 ? expm1(rest * d) / rest : d;
    return rows[0] - r->row[0].gap / r->by_p[0] * exp(power * r->ln_p[0]) * grown;
}

/* ---- making ---- */
static double mean_slope(double h0, double d0, double h1, double d1) {
    if (!(d0 * d1 > 0)) return 0;
    double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    return (w0 + w1) / (w0 / d0 + w1 / d1);
}

/* One-sided, of three rows, with the sign of the first difference and at most three times it. */
static double end_slope(double h0, double d0, double h1, double d1) {
    double s = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (!(s * d0 > 0)) return d0; /* never flat: the table can be read in both directions */
    return fabs(s) > 3 * fabs(d0) ? 3 * d0 : s;
}

static void make_slopes(size_t n, const double *t, const double *y, double *by) {
    for (size_t i = 1; i + 1 < n; i++) {
        double h0 = t[i] - t[i - 1], h1 = t[i + 1] - t[i];
        by[i] = mean_slope(h0, (y[i] - y[i - 1]) / h0, h1, (y[i + 1] - y[i]) / h1);
    }
    double h0 = t[1] - t[0], h1 = t[2] - t[1], g0 = t[n - 1] - t[n - 2], g1 = t[n - 2] - t[n - 3];
    by[0] = end_slope(h0, (y[1] - y[0]) / h0, h1, (y[2] - y[1]) / h1);
    by[n - 1] = end_slope(g0, (y[n - 1] - y[n - 2]) / g0, g1, (y[n - 2] - y[n - 3]) / g1);
}

static bool fits(double x, double low, double high) { return x >= low && x <= high; }

static abut_status check_head(const abut_rough_table *r, double spread, abut_message *m) {
    if (r->count < 4 || r->count > ABUT_ROUGH_ROWS)
        return say(m, ABUT_BAD_VALUE, "a table of a rough surface has 4 to %d rows, got %zu", ABUT_ROUGH_ROWS,
                   r->count);
    if (!fits(r->sigma, 1e-15, 1) || !fits(r->asperity_radius, 0, 1e6) || !fits(r->asperity_density, 0, 1e30))
        return say(m, ABUT_BAD_VALUE,
                   "sigma must lie between 1e-15 and 1 m, got %g m, radius and density of asperities not be negative",
                   r->sigma);
    if (!fits(spread, -5, 5)) return say(m, ABUT_BAD_VALUE, "spread must lie between -5 and 5, got %g", spread);
    return ABUT_OK;
}

static abut_status check_rows(const abut_rough_table *r, double spread, abut_message *m) {
    for (size_t i = 0; i < r->count; i++) {
        const abut_rough_row *a = &r->row[i], *b = i ? a - 1 : NULL;
        if (!fits(a->gap, 1e-18, 1) || !fits(a->pressure, 1e-30, 1e3) || !fits(a->area, 1e-12, 1) ||
            !fits(a->scatter, 0, 100))
            return say(m, ABUT_BAD_VALUE, "row %zu: gap %g m, pressure %g, area %g or scatter %g is out of range",
                       i + 1, a->gap, a->pressure, a->area, a->scatter);
        if (b && !(a->gap > b->gap * (1 + 1e-9)))
            return say(m, ABUT_BAD_VALUE, "row %zu: gaps must rise from row to row", i + 1);
        if (b && !(log(a->pressure / b->pressure) + spread * (a->scatter - b->scatter) < -1e-9))
            return say(m, ABUT_BAD_VALUE, "row %zu: pressures must fall from row to row%s", i + 1,
                       spread != 0 ? ", also with the spread" : "");
        if (b && a->area > b->area)
            return say(m, ABUT_BAD_VALUE, "row %zu: areas must not rise from row to row", i + 1);
    }
    return ABUT_OK;
}

abut_status abut_rough_table_make(abut_rough_table *r, double spread, abut_message *message) {
    abut_status status = check_head(r, spread, message);
    if (!status) status = check_rows(r, spread, message);
    if (status) return status;
    for (size_t i = 0; i < r->count; i++) {
        r->t[i] = log(r->row[i].gap / r->sigma);
        r->ln_p[i] = log(r->row[i].pressure) + spread * r->row[i].scatter;
        r->ln_a[i] = log(r->row[i].area);
    }
    make_slopes(r->count, r->t, r->ln_p, r->by_p);
    make_slopes(r->count, r->t, r->ln_a, r->by_a);
    double last = r->row[r->count - 1].gap;
    if (!(r->first_touch > last * (1 + 1e-9)) || !(r->first_touch <= 1e3 * last))
        return say(message, ABUT_BAD_VALUE, "first_touch: must lie beyond the last gap, %g m, got %g m", last,
                   r->first_touch);
    if (!fits(touch_of(r).m, 1, 1e3))
        return say(message, ABUT_BAD_VALUE,
                   "the last rows do not lead to the first touch at %g m: the pressure would begin with the power %g "
                   "of the depth",
                   r->first_touch, touch_of(r).m);
    return ABUT_OK;
}

abut_status abut_rough_pressure(const abut_rough_table *r, double gap, double *pressure, double *slope) {
    double by_t;
    *pressure = 0;
    if (slope) *slope = 0;
    if (!(gap > 0) || !isfinite(gap) || r->count < 4) return ABUT_BAD_VALUE;
    *pressure = exp(rough_ln_pressure(r, log(gap / r->sigma), &by_t));
    if (slope) *slope = *pressure * by_t / gap;
    return isfinite(*pressure) ? ABUT_OK : ABUT_NOT_FINITE;
}
