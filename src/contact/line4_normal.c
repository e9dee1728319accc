/* Normal force of four slices: elastic strip, dry or in series with its film (film.c), damping, squeeze, and the end of the film's reach.
 *
 * In x = ln N both sides of delta(N) = h(N, u) + d are nearly straight lines in logarithms, where bodies overlap; where they are apart those
 * of delta(N) - d = h(N, u) are. Newton's method on them takes three or four films. */
#include "base/constants.h"
#include "base/row4_math.h"
#include "damping/damping.h"
#include "line/strip.h"
#include "line4.h"

static const double SLOWEST = 1e-3; /* m/s, as in film.c */

/* The dry slice under the force N. */
typedef struct elastic4 {
    row4 N, delta, slope; /* slope: d(delta)/dN */
    row4 by_Q, lnb_Q;     /* dN/dQ and d ln b/dQ at constant delta */
    row4 energy;
} elastic4;

ROW4_INLINE row4 power_sum(const double *c, row4 t) {
    row4 sum = row4_all(c[STRIP_TERMS - 1]);
    for (int n = STRIP_TERMS - 2; n >= 0; n--) sum = sum * t + c[n];
    return sum;
}

/* G and A at x; x2 = x^2. */
ROW4_INLINE row4 strip_G(const line4 *k, row4 ln_x, row4 x2, row4 *A) {
    if (!k->series) {
        *A = row4_all(1);
        return k->C - ln_x;
    }
    *A = power_sum(strip_a, -4 * x2);
    return k->C - ln_x - power_sum(strip_over, -4 * x2);
}

/* delta and its slope by ln N; all of it with `whole`. x: ln N. False: the strip is too wide. */
ROW4_INLINE bool under_force(const line4 *k, row4 x, row4 Q, row4 ln_Q, bool whole, elastic4 *e) {
    if (k->iso) {
        e->delta = row4_exp(0.9 * (x - k->ln_gain));
        e->slope = 0.9 * e->delta;
    } else {
        row4 A, ln_x = 0.5 * (x - k->ln_part - ln_Q), x2 = row4_exp(2 * ln_x), G = strip_G(k, ln_x, x2, &A);
        if (row4_any(~(x2 < 0.015625))) return false;   /* x < 1/8, where the series end */
        row4 unit = 2 * Q * (k->whole * k->whole) * x2; /* h = rho l^2 x^2 G/2 */
        e->delta = 0.5 * unit * G;
        e->slope = 0.5 * unit * (G - 0.5 * A);
    }
    if (whole) e->N = row4_exp(x);
    return true;
}

/* Everything else, N and delta being known; the strip's A, H and W again. */
static void complete(const line4 *k, row4 x, row4 Q, row4 ln_Q, elastic4 *e) {
    if (k->iso) {
        e->by_Q = row4_all(0);
        e->lnb_Q = -0.5 / Q;
        e->energy = 9.0 / 19 * e->N * e->delta;
        return;
    }
    row4 A, ln_x = 0.5 * (x - k->ln_part - ln_Q), x2 = row4_exp(2 * ln_x), G = strip_G(k, ln_x, x2, &A);
    row4 H = G - 0.5 * A, W = k->series ? power_sum(strip_w, -4 * x2) : row4_all(1);
    e->by_Q = -e->N * A / (2 * Q * H);
    e->lnb_Q = -0.5 / Q - A / (4 * Q * H);
    e->energy = e->N * (Q * (k->whole * k->whole) * x2) * (0.5 * G - 0.125 * W);
}

/* ln N under the approach h > 0. False: the strip is too wide. */
static bool under_approach(const line4 *k, row4 h, row4 ln_Q, row4 *x) {
    row4 ln_h = row4_log(h);
    if (k->iso) {
        *x = 10.0 / 9 * ln_h + k->ln_gain;
        return true;
    }
    /* y = h/(rho l^2) = x^2 G/2: a start for G = C - ln x, then Newton's method for ln x */
    row4 ln_2y = ln_h - ln_Q - 2 * log(k->whole), level = k->C - 0.5 * ln_2y;
    if (row4_any(~(ln_2y < log(0.008)))) return false;
    row4 ln_g = row4_log(level), g = level + 0.5 * ln_g, ln_x = k->C - g;
    for (int i = 0; i < 8; i++) {
        row4 A, x2 = row4_exp(2 * ln_x), G = strip_G(k, ln_x, x2, &A);
        row4 step = (ln_2y - 2 * ln_x - row4_log(G)) / (2 - A / G);
        ln_x += step;
        if (!row4_any(~(row4_abs(step) < 1e-8))) {
            *x = 2 * ln_x + k->ln_part + ln_Q;
            return true;
        }
    }
    return false;
}

/* ---- the series ---- */
typedef struct in_series {
    row4 d, h, s, s_u, s_Q; /* approach, film and its logarithmic slopes by N, u, rho */
} in_series;

/* ln N to begin with: of the dry slice under the approach and the film that thick oil has; apart, of a film between rigid bodies. */
static bool start(const line4 *k, const line4_speed *speed, row4 d, row4 ln_Q, row4 *x) {
    row4 ln_rho = speed->ln_rho, least = row4_all(1e-9), ln_scale = k->ln_scale - 0.5 * ln_rho + speed->ln_factor;
    if (!under_approach(k, row4_max(d, 100 * least), ln_Q, x)) return false;
    row4 ln_h = k->piezo ? k->ln_EP + 0.125 * ln_rho - 0.125 * *x + 0.75 * speed->ln
                         : k->ln_EI - 0.1 * ln_rho - 0.2 * *x + 0.6 * speed->ln;
    row4 h = row4_exp(ln_h + ln_scale), sum = d + h;
    mask4 rigid = sum < 0.2 * h;
    row4 apart = k->ln_RI - ln_rho + speed->ln + k->ln_scale + speed->ln_factor - row4_log(row4_max(-d, least));
    if (!under_approach(k, row4_pick(rigid, 0.2 * h, sum), ln_Q, x)) return false;
    *x = row4_pick(rigid, row4_min(*x, apart), *x);
    return true;
}

static bool solve(const line4 *k, const line4_speed *speed, row4 Q, row4 ln_Q, double tight, in_series *s, line4_at *at,
                  elastic4 *e) {
    const mask4 apart = s->d <= 0;
    row4 x;
    if (!start(k, speed, s->d, ln_Q, &x)) return false;
    for (int i = 0; i < 60; i++) {
        film4_term f = line4_quantity(k, speed, x, row4_all(0), TABLE_SEPARATION);
        row4 ln_h = f.ln + speed->ln_factor, h = row4_exp(ln_h);
        if (!under_force(k, x, Q, ln_Q, false, e)) return false;
        row4 up = row4_pick(apart, e->delta - s->d, e->delta), down = row4_pick(apart, h, h + s->d);
        row4 slope = e->slope / up - f.g[FILM4_FIRST] * row4_pick(apart, row4_all(1), h / down);
        row4 step = row4_log(down / up) / slope;
        step = row4_max(row4_min(step, row4_all(3)), row4_all(-3));
        if (row4_any(row4_abs(step) > tight)) {
            x += step;
            continue;
        }
        at->x = x, at->film = f; /* the film follows its slope */
        if (!under_force(k, x + step, Q, ln_Q, true, e)) return false;
        s->h = h * (1 + f.g[FILM4_FIRST] * step);
        s->s = f.g[FILM4_FIRST], s->s_u = f.g[FILM4_SPEED] + speed->factor_slope, s->s_Q = f.g[FILM4_PLACE];
        return !row4_any(~(row4_abs(x) < 700));
    }
    return false;
}

/* ---- what acts on the force ---- */

/* d(delta) by d, Q, u, and of ln b. */
typedef struct chain4 {
    row4 d, Q, u;
} chain4;

static chain4 chain_of(const line4_speed *speed, const in_series *s, const elastic4 *e, row4 stiff, row4 Q) {
    row4 h_N = s->h * s->s / e->N, gain = 1 / (1 - stiff * h_N);
    return (chain4){gain, gain * (h_N * e->by_Q + s->h * s->s_Q / Q), gain * s->h * s->s_u * speed->by_u};
}

static void set_open(mask4 open, row4 loss, line4_out *out) {
    const row4 zero = row4_all(0);
    row4 *const gone[] = {&out->N, &out->b, &out->p_max, &out->energy};
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) *gone[i] = row4_pick(open, zero, *gone[i]);
    for (int i = 0; i < LINE_BY; i++) out->dN[i] = row4_pick(open, zero, out->dN[i]);
    out->loss_normal = row4_pick(open, loss, out->loss_normal);
}

/* Hunt-Crossley, over the elastic approach; released where it would pull. */
static void damp(const line4 *k, const line4_in *in, const elastic4 *e, row4 stiff, const chain4 *by, line4_out *out) {
    row4 factor = DAMPING_FACTOR(k->chi, in->hdot);
    out->N = e->N * factor;
    out->loss_normal = (out->N - e->N) * in->hdot;
    out->dN[LINE_H] = stiff * factor * by->d;
    out->dN[LINE_HDOT] = k->chi * e->N;
    out->dN[LINE_Q] = factor * (stiff * by->Q + e->by_Q);
    out->dN[LINE_U] = stiff * factor * by->u;
    if (k->chi > 0) set_open(out->N < 0, -e->N * in->hdot, out);
}

/* As in film.c; lnb_d: d ln b/d(delta). */
static void squeeze(const line4 *k, const line4_in *in, const elastic4 *e, const in_series *s, const chain4 *by,
                    row4 lnb_d, line4_out *out) {
    const abut_film_contact *f = &k->film;
    const row4 zero = row4_all(0);
    double slow = fmax(f->law.u_eps, SLOWEST);
    mask4 loaded = out->N > 0;
    row4 speed2 = in->u * in->u + slow * slow, b = row4_pick(loaded, out->b, row4_all(1)),
         d = row4_pick(loaded, f->squeeze * f->E_prime * k->length / 4 * s->h / (in->Q * b * row4_sqrt(speed2)), zero),
         force = d * in->hdot;
    out->N += force;
    out->loss_normal += force * in->hdot;
    out->dN[LINE_HDOT] += d;
    out->dN[LINE_H] += force * ((by->d - 1) / s->h - lnb_d * by->d);
    out->dN[LINE_Q] += force * (by->Q / s->h - e->lnb_Q - lnb_d * by->Q - 1 / in->Q);
    out->dN[LINE_U] += force * (by->u / s->h - lnb_d * by->u - in->u / speed2);
    set_open(loaded & (out->N < 0), row4_max(-e->N * in->hdot, zero), out);
}

static void fade(const line4 *k, const line4_in *in, line4_out *out) {
    const row4 zero = row4_all(0), one = row4_all(1);
    double reach = k->film.reach;
    row4 t = row4_min(row4_max(in->h * (-2 / reach) - 1, zero), one);
    if (!row4_any(t > 0)) return;
    row4 rest = 1 - t * t * (3 - 2 * t), N = out->N;
    out->N *= rest, out->energy *= rest, out->loss_normal *= rest;
    for (int i = 0; i < LINE_BY; i++) out->dN[i] *= rest;
    out->dN[LINE_H] += N * (12 / reach) * t * (1 - t);
}

bool line4_normal(const line4 *k, const line4_in *in, const line4_speed *speed, bool derivatives, line4_at *at,
                  line4_out *out) {
    bool film = k->wet && k->film.carries;
    row4 Q = in->Q, ln_Q = k->wet ? speed->ln_rho - 0.69314718055994530942 : k->iso ? Q : row4_log(Q), x;
    elastic4 e;
    in_series s = {.d = in->h};
    chain4 by = {row4_all(1), row4_all(0), row4_all(0)};
    if (film) {
        if (!solve(k, speed, Q, ln_Q, derivatives ? 1e-9 : 3e-5, &s, at, &e)) return false;
        x = row4_log(e.N);
    } else {
        mask4 open = ~(in->h > 0);
        if (!under_approach(k, row4_pick(open, row4_all(1e-6), in->h), ln_Q, &x) ||
            !under_force(k, x, Q, ln_Q, true, &e))
            return false;
    }
    complete(k, x, Q, ln_Q, &e);
    row4 stiff = e.N / e.slope; /* `slope` is by ln N */
    if (film) by = chain_of(speed, &s, &e, stiff, Q);
    out->b = row4_sqrt(e.N * (2 / (PI * k->E_star * k->length)) / Q);
    out->p_max = 2 / (PI * k->length) * e.N / out->b;
    out->energy = e.energy;
    damp(k, in, &e, stiff, &by, out);
    if (film && k->film.squeeze > 0) squeeze(k, in, &e, &s, &by, 0.5 * stiff / e.N, out);
    if (film)
        fade(k, in, out);
    else
        set_open(~(in->h > 0), row4_all(0), out);
    return !row4_any(~(row4_abs(out->N) < 1e300));
}
