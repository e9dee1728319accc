/* Friction of four lubricated slices: film and asperities share the load (mixed/load_sharing.c), the slip shears the film at the pressures of
 * the strip and drags the asperities (mixed/traction.c), the inlet resists rolling (mixed/rolling.c). */
#include "base/constants.h"
#include "line4.h"
#include "lubricant/stress4.h"
#include "mixed/sharing4.h"
#include "mixed/traction.h"

#define LEAST_N 1e-30 /* N: less counts as none */
#define ALONE   (-40.0)
#define W_LOW   (-190.0) /* below it asperities carry all: left to the scalar law */

/* Gradients by ln N, ln u and ln rho. */
enum { BY_N, BY_SPEED, BY_RHO, BY_ALL };
static const double by_area[BY_ALL] = {0.5, 0, -0.5};

typedef struct strengths {
    row4 N, ln_N, area, p, phi, rest, h, ln_h, boundary;  /* p: greatest pressure in the film */
    row4 by_p[BY_ALL], by_h[BY_ALL], by_boundary[BY_ALL]; /* of logarithms */
} strengths;

/* ---- shares ---- */
typedef struct balance {
    const line4 *k;
    const line4_speed *speed;
    row4 ln_N, ln_pressure; /* ln(area k/N) */
    film4_term film;        /* at the share: ln without factor */
    row4 t, R, R_w, pull;
} balance;

/* ln of the asperities' pressure over k, and its slope; above the table a straight line, from which Newton's method comes back. */
ROW4_INLINE row4 ln_load(row4 t, row4 *pull) {
    row4 ln = sharing4_ln_load(t, pull);
    return ln + *pull * row4_max(t - ASPERITY_HIGH, row4_all(0));
}

/* At ln phi; plus: ln(1/(1 - phi)). */
static void weigh(balance *b, row4 ln_phi, row4 plus) {
    b->film = line4_film(b->k, b->speed, b->ln_N, ln_phi);
    b->t = b->film.ln + b->speed->ln_factor - b->k->ln_sigma;
    b->R = b->ln_pressure + ln_load(b->t, &b->pull) + plus;
}

/* The balance of a film that is a straight line in logarithms, from the film at ln_phi: nearly. */
static row4 straight(const balance *b, row4 ln_phi, row4 w) {
    for (int i = 0; i < 6; i++) {
        row4 part, pull, plus = row4_soft(w, &part), now = w - plus;
        row4 by = b->film.g[FILM4_SHARE];
        row4 R = b->ln_pressure + ln_load(b->t + by * (now - ln_phi), &pull) + plus;
        row4 step = -R / (pull * by * (1 - part) + part);
        step = row4_max(row4_min(step, row4_all(20)), row4_all(-20));
        w += step;
        if (!row4_any(row4_abs(step) > 1e-3)) break;
    }
    return row4_max(row4_min(w, row4_all(700)), row4_all(-200));
}

/* w = ln(phi/(1 - phi)); the film at phi = 1 is in *b. False: no balance within the table. */
static bool solve(balance *b, double tight, row4 *w) {
    b->R = b->ln_pressure + ln_load(b->t, &b->pull);
    b->R_w = row4_all(1);
    *w = -b->R;
    mask4 alone = (b->R <= ALONE) | (b->t >= ASPERITY_HIGH);
    if (!row4_any(~alone)) return true;
    const balance first = *b;
    row4 low = row4_all(-200), high = row4_all(750), w_alone = *w, ln_phi = row4_all(0);
    *w = row4_pick(alone, row4_all(40), straight(b, ln_phi, row4_pick(b->R < 0, *w, row4_all(-1))));
    for (int i = 0; i < 60; i++) {
        row4 part, plus = row4_softplus(*w, &part), rest = 1 / (1 + row4_exp(*w));
        ln_phi = *w - plus;
        weigh(b, ln_phi, plus);
        if (row4_any(~alone & (~(b->t > ASPERITY_LOW) | ~(*w > W_LOW)))) return false;
        b->R_w = b->pull * b->film.g[FILM4_SHARE] * rest + part;
        low = row4_pick(b->R < 0, *w, low);
        high = row4_pick(b->R < 0, high, *w);
        row4 step = -b->R / b->R_w;
        if (!row4_any(~alone & ~(row4_abs(step) <= tight * (1 + row4_abs(*w))))) {
            row4 t = b->t + b->film.g[FILM4_SHARE] * rest * step; /* the error is of second order */
            *w = row4_pick(alone, w_alone, *w + step);
            b->t = row4_pick(alone, first.t, t);
            b->pull = row4_pick(alone, first.pull, b->pull);
            b->R_w = row4_pick(alone, row4_all(1), b->R_w);
            for (int j = 0; j < FILM4_BY; j++) b->film.g[j] = row4_pick(alone, first.film.g[j], b->film.g[j]);
            return true;
        }
        row4 next = i < 6 ? straight(b, ln_phi, *w) : *w + step;
        *w = row4_pick((next > low) & (next < high), next, 0.5 * (low + high));
    }
    return false;
}

static bool share(const line4 *k, const line4_speed *speed, const line4_at *at, bool derivatives, strengths *s) {
    const row4 one = row4_all(1), zero = row4_all(0);
    balance b = {.k = k, .speed = speed, .ln_N = s->ln_N};
    bool known = k->film.carries && !k->tabled && !row4_any(row4_abs(s->ln_N - at->x) > (derivatives ? 1e-9 : 1e-5));
    row4 odds = zero;
    if (known) {
        b.film = at->film;
        b.film.ln += at->film.g[FILM4_FIRST] * (s->ln_N - at->x);
    } else {
        b.film = line4_film(k, speed, s->ln_N, zero);
    }
    b.t = b.film.ln + speed->ln_factor - k->ln_sigma;
    s->phi = one, s->rest = zero;
    if (k->rough) {
        b.ln_pressure = k->ln_asperities - 0.5 * (s->ln_N + speed->ln_rho);
        if (!solve(&b, derivatives ? 1e-10 : 2e-6, &odds)) return false;
        s->phi = 1 / (1 + row4_exp(-odds));
        s->rest = 1 / (1 + row4_exp(odds));
    }
    s->ln_h = b.t + k->ln_sigma;
    s->h = row4_exp(s->ln_h);
    if (!derivatives) return true;
    static const int place[BY_ALL] = {FILM4_FIRST, FILM4_SPEED, FILM4_PLACE};
    static const double by_R[BY_ALL] = {-0.5, 0, -0.5};
    b.film.g[FILM4_SPEED] += speed->factor_slope;
    for (int i = 0; i < BY_ALL; i++) {
        row4 g = b.film.g[place[i]], by_w = k->rough ? -(by_R[i] + b.pull * g) / b.R_w : zero;
        s->by_h[i] = g + b.film.g[FILM4_SHARE] * s->rest * by_w;
        s->by_p[i] = (i == BY_N) - by_area[i] + s->rest * by_w;
        s->by_boundary[i] = (i == BY_N) - s->phi * by_w;
    }
    return true;
}

/* ---- shear ---- */
typedef struct mean4 {
    row4 tau, by_v, by_p;
} mean4;

ROW4_INLINE void add_node(mean4 *sum, int i, const stress4 *t) {
    sum->tau += friction_of_line[i] * t->tau;
    sum->by_v += friction_of_line[i] * t->by_v;
    sum->by_p += friction_of_line[i] * t->by_p;
}

/* asinh(e^y), and its slope; beyond the table y + ln 2 (error below 1e-11), and below it e^y - e^3y/6. */
ROW4_INLINE row4 eyring4(row4 y, row4 *slope) {
    const row4 one = row4_all(1), line = y + 0.69314718055994530942;
    if (!row4_any(y < ROW4_THICK_HIGH)) {
        *slope = one;
        return line;
    }
    row4 value = row4_thick(y, slope);
    mask4 above = y >= ROW4_THICK_HIGH, below = y < ROW4_THICK_LOW;
    value = row4_pick(above, line, value);
    *slope = row4_pick(above, one, *slope);
    if (!row4_any(below)) return value;
    row4 r = row4_exp(y), square = r * r;
    *slope = row4_pick(below, r * (1 - 0.5 * square), *slope);
    return row4_pick(below, r * (1 - 1.0 / 6 * square), value);
}

/* Eyring's law by the logarithm of the Newtonian stress over tau0. */
static void eyring_stress(const line4 *k, const strengths *s, row4 u, row4 v, bool derivatives, mean4 *sum) {
    const abut_lubricant *o = &k->film.oil;
    row4 start = 0.5 * row4_log(u) - s->ln_h + log(o->eta0 / o->tau0), per_v = o->tau0 / v;
    bool limited = o->limit_slope > 0 || o->tau_min > 0;
    for (int i = 0; i < FRICTION_NODES; i++) {
        row4 rise;
        oil4_thick oil = oil4_exponent(o, k->level, k->z, s->p * friction_sine[i]);
        stress4 t = {.tau = o->tau0 * eyring4(start + oil.exponent, &rise)};
        t.by_v = per_v * rise;
        if (derivatives) t.by_p = o->tau0 * rise * oil.by_p;
        if (limited) stress4_limit(o, s->p * friction_sine[i], derivatives, &t);
        add_node(sum, i, &t);
    }
}

/* Over the strip. */
static mean4 mean_stress(const line4 *k, const strengths *s, row4 u, row4 v, bool derivatives) {
    const abut_lubricant *o = &k->film.oil;
    const row4 zero = row4_all(0), per_h = 1 / s->h;
    mean4 sum = {zero, zero, zero};
    if (o->shear == ABUT_EYRING && o->tau0 > 0 && isfinite(o->tau0)) {
        eyring_stress(k, s, u, v, derivatives, &sum);
        return sum;
    }
    for (int i = 0; i < FRICTION_NODES; i++) {
        oil4 oil = oil4_at_pressure(o, k->level, k->z, s->p * friction_sine[i]);
        stress4 t = shear4(o, &oil, oil.eta * per_h, u, v, derivatives);
        add_node(&sum, i, &t);
    }
    return sum;
}

/* The gradient `by` (of ln N, ln u, ln rho) by h, hdot, Q, u. */
ROW4_INLINE void to_locals(const line4_in *in, const line4_speed *speed, const line4_out *out, row4 per_N,
                           const row4 by[BY_ALL], row4 factor, row4 to[LINE_BY]) {
    for (int j = 0; j < LINE_SELF; j++) to[j] = factor * by[BY_N] * per_N * out->dN[j];
    to[LINE_Q] += factor * by[BY_RHO] / in->Q;
    to[LINE_U] += factor * by[BY_SPEED] * speed->by_u;
}

static void shear(const line4 *k, const line4_in *in, const line4_speed *speed, const strengths *s, row4 on,
                  bool derivatives, line4_out *out) {
    row4 u = row4_max(in->slip2, row4_all(1e-30)), v = row4_max(in->slip, row4_all(1e-15)), per = on / v;
    mean4 mean = mean_stress(k, s, u, v, derivatives);
    row4 rise = row4_tanh(v * k->per_eps), fluid = s->area * mean.tau, boundary = s->boundary * rise;
    out->fluid = fluid;
    out->boundary = boundary;
    out->grip = (fluid + boundary) * per;
    out->loss = out->grip * in->slip2;
    if (!derivatives) return;
    row4 by[BY_ALL];
    for (int i = 0; i < BY_ALL; i++)
        by[i] = boundary * s->by_boundary[i] + fluid * by_area[i] +
                s->area * (mean.by_p * s->by_p[i] - mean.by_v * v * s->by_h[i]);
    to_locals(in, speed, out, 1 / s->N, by, per, out->dgrip);
    row4 by_v = s->area * mean.by_v + s->boundary * (1 - rise * rise) * k->per_eps;
    out->dgrip[LINE_SELF] = (on * by_v - out->grip) * 0.5 / u;
}

/* ---- rolling resistance: -(2 F/rho) w/sqrt(w^2 + (rho v_eps)^2) ---- */
static void roll(const line4 *k, const line4_in *in, const line4_speed *speed, const strengths *s, row4 on,
                 bool derivatives, line4_out *out) {
    const double E = k->film.E_prime;
    row4 ln_U = k->ln_U + speed->ln + speed->ln_rho;
    row4 ln_x = log(1.4 / 1.45) + 0.5 * (s->ln_N + speed->ln_rho - log(E * k->length) - 0.5 * ln_U);
    row4 ratio = row4_exp(-10 * row4_abs(ln_x)), both = row4_min(ln_x, row4_all(0)),
         light = row4_pick(ln_x < 0, row4_all(1), ratio) / (1 + ratio);
    row4 ln_F = 0.75 * ln_U + both - 0.1 * row4_log(1 + ratio) - speed->ln_rho + speed->ln_factor;
    row4 F = on * (k->friction.rolling * 1.47 * E * k->length) * row4_exp(ln_F);
    row4 slow = speed->rho * k->friction.v_eps, size2 = in->turn2 + slow * slow, size = row4_sqrt(size2);
    out->roll = 2 * F / (speed->rho * size);
    out->loss += out->roll * in->turn2;
    if (!derivatives) return;
    const row4 by[BY_ALL] = {0.5 * light, 0.75 - 0.25 * light + speed->factor_slope,
                             -1.25 + 0.25 * light - slow * slow / size2};
    to_locals(in, speed, out, 1 / s->N, by, out->roll, out->droll);
    out->droll[LINE_SELF] = -0.5 * out->roll / size2;
}

/* Greatest of the least films by three regimes, not above the central one. */
static row4 least_film(const line4 *k, const line4_speed *speed, const strengths *s) {
    row4 ln_phi = row4_log(s->phi);
    if (k->tabled) { /* of the film without density ratio */
        row4 p = k->film.law.compressible ? 1e-9 * s->phi * (4 / PI) * s->N / s->area : row4_all(0),
             ratio = 1 + FILM_DENSITY_TOP * p / (1 + FILM_DENSITY_UNDER * p);
        table4_place place = line4_place(k, speed, s->ln_N, ln_phi);
        return row4_min(s->h * ratio * row4_exp(table4_value_at(&k->part, TABLE_LEAST, &place).value), s->h);
    }
    row4 ln_M = s->ln_N + 0.5 * (speed->ln_rho - speed->ln + ln_phi),
         ln_L = 0.25 * (speed->ln + speed->ln_rho) + 0.75 * ln_phi;
    row4 ln = row4_max(k->ln_soft - 0.2 * ln_M, k->ln_RI - ln_M - log(FILM_RIGID));
    if (k->piezo) ln = row4_max(ln, k->ln_hard - 0.13 * ln_M + 0.54 * ln_L);
    ln += k->ln_scale + 0.5 * speed->ln - 0.5 * speed->ln_rho - 0.5 * ln_phi + speed->ln_factor;
    return row4_min(row4_exp(ln), s->h);
}

bool line4_mixed(const line4 *k, const line4_in *in, const line4_speed *speed, const line4_at *at, bool derivatives,
                 line4_out *out) {
    const row4 zero = row4_all(0), one = row4_all(1);
    mask4 loaded = out->N > LEAST_N;
    row4 on = row4_pick(loaded, one, zero);
    if (!row4_any(loaded)) return true;
    strengths s = {.N = row4_pick(loaded, out->N, one)};
    s.ln_N = row4_log(s.N);
    s.area = row4_sqrt(s.N / speed->rho * (32 * k->length / (PI * k->film.E_prime)));
    if (!share(k, speed, at, derivatives, &s)) return false;
    s.p = s.phi * (4 / PI) * s.N / s.area;
    s.boundary = k->friction.mu * s.rest * s.N;
    shear(k, in, speed, &s, on, derivatives, out);
    if (k->friction.rolling > 0) roll(k, in, speed, &s, on, derivatives, out);
    out->fluid *= on, out->boundary *= on;
    out->phi = s.phi * on;
    out->h_c = s.h * on;
    if (in->least) out->h_min = least_film(k, speed, &s) * on;
    return true;
}
