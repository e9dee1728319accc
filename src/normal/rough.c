/* Rough bodies by a load-gap table (numeric/rough_table.h), measured or generated, in series with what is below their surfaces.
 *
 * Curved bodies: a thin layer of the table on the Hertz contact. A small change of load spreads as 1/sqrt(1 - x^2/a^2 - y^2/b^2), so that the
 * work of the layer adds to the Hertz approach d the mean of what it closes, r = g0 - gap, over pressures from 0 to p0:
 *   h = d + R(y),  R = int_0^1 r(p0 s) ds = r(y) - exp(-y) W1(y),  R' = dR/dy = exp(-y) W1,  y = ln(p0/E*) = ln S + (ln d)/2,
 *   W_k = int exp(k y) dr,  F = F_Hertz(d),
 * h counted from the first touch of the highest point, gap g0. With J = 1/(1 + R'/(2 d)):
 *   dF/dh = F_d J,  dF/dP = F_P - F_d J R' d(ln S)/dP  (F_P at constant d),  the same for Q, ln a and ln b,
 *   energy = (2/5) F d + F exp(-3y) (exp(2y) W1 - W3)/2, and its derivative at constant h: U_P + (rest) d ln(F/exp(3y))/dP.
 * Valid where the layer is thin beside the Hertz contact, R' small beside d; at lighter loads a rough contact is wider than Hertz's
 * (J. A. Greenwood, J. H. Tripp, J. Appl. Mech. 34 (1967) 153, recalled).
 * Damping and friction laws that ask for the slope of the force take 1.5 F/h, that of the Hertz contact over the whole approach.
 *
 * Flat bodies (`area` given): F = A E* exp(y) at the gap g0 - h; curvatures do not matter. Below the least gap of the table the force goes
 * on along its tangent. */
#include "base/constants.h"
#include "ellipse.h"
#include "numeric/rough_table.h"

typedef struct rough {
    abut_rough_table table;
    double W1[ABUT_ROUGH_ROWS], W3[ABUT_ROUGH_ROWS]; /* m, at the rows */
    double area;                                     /* m^2; NaN: curved bodies */
} rough;

static abut_status init(void *self, const abut_args *args) {
    rough *r = self;
    size_t length;
    const char *text = abut_arg_data(args, "map", &length);
    abut_message why = {0};
    abut_status status = abut_rough_table_parse(text, length, abut_arg(args, "spread"), &r->table, &why);
    r->area = abut_arg(args, "area");
    if (status) return abut_refuse_at(args, "map", status, "map: %s", why.text);
    rough_work_rows(&r->table, 1, r->W1);
    rough_work_rows(&r->table, 3, r->W3);
    return ABUT_OK;
}

/* ---- flat bodies ---- */
static double flat_pressure(const rough *r, double h, double *slope, double *work) {
    const abut_rough_table *t = &r->table;
    size_t last = t->count - 1;
    double gap = t->first_touch - h, by, depth = t->first_touch - t->row[last].gap;
    if (gap >= t->row[last].gap) {
        double m = -t->by_p[last] / t->row[last].gap * depth, p = exp(t->ln_p[last] + m * log(h / depth));
        *slope = m * p / h;
        *work = p * h / (m + 1);
        return p;
    }
    double least = t->row[0].gap, beyond = fmax(least - gap, 0),
           y = rough_ln_pressure(t, log(fmax(gap, least) / t->sigma), &by);
    double p = exp(y);
    *slope = -p * by / fmax(gap, least);
    *work = rough_work(t, y, 1, r->W1) + beyond * (p + 0.5 * *slope * beyond);
    return p + *slope * beyond;
}

static void flat_force(const rough *r, const abut_patch *p, abut_normal *out) {
    double slope, work, scale = r->area * p->E_star;
    out->N = scale * flat_pressure(r, p->h, &slope, &work);
    out->dN[0] = scale * slope;
    out->energy = scale * work;
    out->exponent = 1;
}

/* ---- curved bodies ---- */
/* S of p0/E* = S sqrt(d). */
static double pressure_factor(const abut_patch *p) {
    double G, kappa;
    hertz_coefficients(p->P / p->Q, &G, &kappa);
    return 2 * G * (p->P + kappa * kappa * p->Q) / (PI * kappa * sqrt(2 * p->Q));
}

typedef struct closed {
    double d;       /* m, Hertz approach */
    double y;       /* ln(p0/E*) */
    double closing; /* m, R' */
    double R;       /* m */
} closed;

static closed closed_at(const rough *r, double S, double y) {
    double slope, W1 = exp(-y) * rough_work(&r->table, y, 1, r->W1);
    return (closed){exp(2 * y) / (S * S), y, W1, r->table.first_touch - rough_gap(&r->table, y, &slope) - W1};
}

/* Where the gap is a function of y, below the last row or before the first. The sum d + R rises: Newton's method in a bracket. */
static closed solve_by_pressure(const rough *r, double S, double h, double low, double high) {
    closed c = closed_at(r, S, high);
    for (int i = 0; i < 200; i++) {
        double f = c.d + c.R - h;
        if (f > 0)
            high = c.y;
        else
            low = c.y;
        double next = c.y - f / (2 * c.d + c.closing), step;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        step = fabs(next - c.y);
        c = closed_at(r, S, next);
        if (step <= 2e-16 * (1 + fabs(next))) break;
    }
    return c;
}

/* Between two rows: the same in t = ln(gap/sigma), over which the sum falls. */
static closed solve_by_gap(const rough *r, double S, double h, size_t row) {
    const abut_rough_table *t = &r->table;
    double low = t->t[row], high = t->t[row + 1], at = 0.5 * (low + high), by;
    closed c = {0};
    for (int i = 0; i < 100; i++) {
        c.y = rough_ln_pressure(t, at, &by);
        c.d = exp(2 * c.y) / (S * S);
        c.closing = exp(-c.y) * rough_work_between(t, row, at, 1, r->W1);
        c.R = t->first_touch - t->sigma * exp(at) - c.closing;
        double f = c.d + c.R - h, next = at - f / ((2 * c.d + c.closing) * by);
        if (f > 0)
            low = at;
        else
            high = at;
        if (!(next >= low && next <= high)) next = 0.5 * (low + high);
        double step = fabs(next - at);
        at = next;
        if (step <= 2e-16 * (1 + fabs(at))) break;
    }
    return c;
}

/* The approach at which the table stands at a row. */
static double approach_at(const rough *r, double S, size_t row) {
    const abut_rough_table *t = &r->table;
    double y = t->ln_p[row];
    return exp(2 * y) / (S * S) + t->first_touch - t->row[row].gap - exp(-y) * r->W1[row];
}

static closed solve(const rough *r, double S, double h) {
    const abut_rough_table *t = &r->table;
    size_t low = 0, high = t->count - 1;
    double most = log(S * sqrt(h)); /* of all the approach in the Hertz contact */
    if (h <= approach_at(r, S, high)) return solve_by_pressure(r, S, h, -700, fmin(most, t->ln_p[high]));
    if (h >= approach_at(r, S, low)) return solve_by_pressure(r, S, h, t->ln_p[low], fmax(most, t->ln_p[low]));
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (h > approach_at(r, S, middle))
            high = middle;
        else
            low = middle;
    }
    return solve_by_gap(r, S, h, low);
}

/* Derivatives at constant d become those at constant h. */
static void in_series(const closed *c, double rest, abut_normal *out) {
    double J = 1 / (1 + c->closing / (2 * c->d)), F = out->N, F_d = out->dN[0], by_d = out->dlna[0];
    double energy = out->energy;
    for (int i = 1; i < 3; i++) {
        double lnF = out->dN[1 + i] / F, lnS = lnF - out->dlna[i] - out->dlnb[i], move = -J * c->closing * lnS;
        out->dN[1 + i] += F_d * move;
        out->dlna[i] += by_d * move;
        out->dlnb[i] += by_d * move;
        *(i == 1 ? &out->energy_P : &out->energy_Q) = energy * lnF + rest * (lnF - 3 * lnS);
    }
    out->dN[0] = F_d * J;
    out->dlna[0] = out->dlnb[0] = by_d * J;
    out->energy = energy + rest;
}

static abut_status force(const void *self, const abut_patch *p, const double *state, const abut_patch *first,
                         bool derivatives, abut_normal *out) {
    (void)state, (void)first, (void)derivatives;
    const rough *r = self;
    if (!isnan(r->area)) {
        flat_force(r, p, out);
        return isfinite(out->N) ? ABUT_OK : ABUT_NOT_FINITE;
    }
    if (!(p->P > 0)) return ABUT_CONFORMING;
    closed c = solve(r, pressure_factor(p), p->h);
    abut_patch below = *p;
    below.h = c.d;
    if (!(c.d > 1e-100)) return ABUT_OK; /* just touching */
    ellipse_hertz(&below, true, out);
    double W3 = rough_work(&r->table, c.y, 3, r->W3);
    in_series(&c, out->N * 0.5 * (c.closing - exp(-3 * c.y) * W3), out);
    return isfinite(out->N) ? ABUT_OK : ABUT_NOT_FINITE;
}

static abut_status approach(const void *self, const abut_patch *p, double N, double *h, double *slope) {
    const rough *r = self;
    double closing;
    if (!isnan(r->area)) {
        double x = N / (r->area * p->E_star), end = exp(r->table.ln_p[0]); /* beyond it along the tangent */
        double gap = rough_gap(&r->table, log(fmin(x, end)), &closing);
        *h = r->table.first_touch - gap + fmax(x / end - 1, 0) * closing;
        *slope = closing * fmax(x / end, 1) / N;
        return ABUT_OK;
    }
    if (!(p->P > 0)) return ABUT_CONFORMING;
    double G, kappa, S = pressure_factor(p);
    hertz_coefficients(p->P / p->Q, &G, &kappa);
    double root = cbrt(N * sqrt(2 * p->Q) / (4.0 / 3.0 * p->E_star * G)), d = root * root;
    closed c = closed_at(r, S, log(S * root));
    *h = d + c.R;
    *slope = (2 * d + c.closing) / (3 * N);
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "map",
     .kind = ABUT_FILE,
     .unit = "1",
     .required = true,
     .meaning = "table of a rough surface, made by 'abut rough MAP --table FILE'"},
    {.name = "area",
     .unit = "m^2",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning =
         "apparent area of flat bodies, whatever their curvatures; not given: the Hertz contact below the roughness"},
    {.name = "spread",
     .unit = "1",
     .low = -5,
     .high = 5,
     .meaning = "so many standard deviations of the table's scatter are added to the logarithm of its pressures"},
    ABUT_NORMAL_PARAMS("hunt_crossley"),
    ABUT_NORMAL_CONSERVATIVE,
    {0},
};

static const char example_text[] = "abut_rough_table: 1\n"
                                   "origin: formula, not a surface\n"
                                   "kind: generated\n"
                                   "sigma: 4e-07\n"
                                   "asperity_radius: 1.2e-05\n"
                                   "asperity_density: 3e+10\n"
                                   "first_touch: 1.6e-06\n"
                                   "rows: 11\n"
                                   "gap pressure area scatter\n"
                                   "2e-08 0.215 1 0.024\n"
                                   "6e-08 0.086 0.986 0.032\n"
                                   "1.2e-07 0.0462 0.901 0.044\n"
                                   "2e-07 0.0257 0.723 0.06\n"
                                   "3e-07 0.0136 0.493 0.08\n"
                                   "4e-07 0.00748 0.312 0.1\n"
                                   "5.6e-07 0.00296 0.138 0.13\n"
                                   "7.2e-07 0.00119 0.0578 0.16\n"
                                   "8.8e-07 0.000483 0.0238 0.2\n"
                                   "1.04e-06 0.000196 0.00977 0.23\n"
                                   "1.2e-06 8.02e-05 0.004 0.26\n"
                                   "checksum: 352797c73fa09d17\n";
#define EXAMPLE_MAP                                                                                                    \
    { .name = "map", .data = example_text, .count = sizeof example_text - 1 }

static const abut_choice examples[] = {
    {"rough", {EXAMPLE_MAP}},
    {"rough", {EXAMPLE_MAP, {.name = "damping", .value = 0.1}, {.name = "spread", .value = -1}}},
    {"rough", {EXAMPLE_MAP, {.name = "area", .value = 1e-4}}},
    {0},
};

const abut_normal_type normal_rough = {
    .type = {"normal", "rough", "rough bodies by a measured load-gap table, in series with exact Hertz", params,
             examples},
    .size = sizeof(rough),
    .init = init,
    .force = force,
    .approach = approach,
    .needs_material = true,
    .no_memory = true,
    .no_power = true,
};
