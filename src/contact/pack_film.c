/* The film of four lubricated balls in a groove: bodies and film in series (film.c), with all derivatives.
 *
 * With the cosine c of the tube angle and t = N^(1/3) the elastic approach is delta = D(c) t^2; the film is a function of ln N, of the
 * speed and of c (film/film4.h), which is nearly a straight line over ln N. So
 *   delta(N) - h(N, u, c) = d
 * is solved for such a line, then the line is drawn anew: two or three films are enough, as in film.c. */
#include "damping/damping.h"
#include "normal/ellipse.h"
#include "pack_wet.h"

/* ---- the speed of the film ----
 * Across and along the groove (i = 1, 2) the forms of the interface are diagonal, M of the ball m = 1/r_b, of the hollow a_i. With the
 * slip v_i and k = (w_2, -w_1), patch.h: r = [m v + (1 - h m/2) k]/S, S = m - a + h m a, and the sum of the surface speeds is
 * u = v - h k/2 - (2 + h a) r. */
typedef struct side {
    row4 u, by_v, by_k, by_h, by_a;
} side;

ROW4_INLINE side side_of(double m, row4 a, row4 h, row4 v, row4 k) {
    row4 per = 1 / (m - a + h * m * a), wide = 2 + h * a, push = 1 - 0.5 * h * m, r = (m * v + push * k) * per;
    row4 r_h = -(0.5 * m * k + r * m * a) * per, r_a = r * (1 - h * m) * per;
    return (side){.u = v - 0.5 * h * k - wide * r,
                  .by_v = 1 - wide * m * per,
                  .by_k = -0.5 * h - wide * push * per,
                  .by_h = -0.5 * k - a * r - wide * r_h,
                  .by_a = -h * r - wide * r_a};
}

static void enter(const pack *k, bool derivatives, const pack_local *l, pack_entry *to) {
    const row4 wide = 1 / (k->ring + k->tube * l->o.cosine);
    const double m = 1 / k->ball;
    side one = side_of(m, row4_all(1 / k->tube), l->o.h, l->s3, l->O.y),
         two = side_of(m, l->o.cosine * wide, l->o.h, l->s2, -l->O.z);
    double slow = k->wet->film.law.u_eps;
    to->u2 = one.u * one.u + two.u * two.u;
    row4 square = to->u2 + slow * slow;
    to->cosine = l->o.cosine;
    to->ln = 0.5 * row4_log(square);
    to->speed = row4_sqrt(square);
    to->ln_factor = wet_factor(k->wet, to->ln, to->speed, &to->factor_slope);
    wet_places(k, l->o.cosine, derivatives, &to->at);
    if (!derivatives) return;
    row4 d2[PACK_LOCAL_BY], d3[PACK_LOCAL_BY], per = 1 / square, U1 = one.u * per, U2 = two.u * per;
    slip_changes(l, d2, d3);
    for (int j = 0; j < PACK_LOCAL_BY; j++) to->by[j] = U1 * one.by_v * d3[j] + U2 * two.by_v * d2[j];
    to->by[0] += U1 * one.by_h + U2 * two.by_h;
    to->by[1] += U2 * two.by_a * k->ring * wide * wide;
    to->by[6] += U1 * one.by_k;
    to->by[7] -= U2 * two.by_k;
}

/* ---- the series ---- */
#define SETTLED 1e-5 /* of ln N: what is left is of the size of its square */

typedef struct in_series {
    const pack_wet *w;
    const pack_entry *entry;
    row4 d, delta1; /* delta = delta1 N^(2/3) */
} in_series;

/* The load that a film carries which is a straight line in logarithms, h = h_0 (N/N_0)^s: Newton's method for x = ln N, on the residual
 * where the bodies overlap, on logarithms of both sides where they are apart. It need not converge. */
static void straight(const in_series *s, row4 x0, row4 ln_h, row4 slope, row4 *x) {
    const mask4 apart = s->d <= 0;
    *x = x0;
    for (int i = 0; i < 60; i++) {
        row4 delta = s->delta1 * row4_exp(2.0 / 3 * *x), h = row4_exp(ln_h + slope * (*x - x0)), gap = delta - s->d;
        row4 step = -(gap - h) / (2.0 / 3 * delta - h * slope);
        if (row4_any(apart)) {
            row4 up = row4_max(gap, row4_all(1e-300)), logs = -row4_log(up / h) / (2.0 / 3 * delta / up - slope);
            step = row4_pick(apart, logs, step);
        }
        step = row4_max(row4_min(step, row4_all(3)), row4_all(-3));
        *x += step;
        if (!row4_any(~(row4_abs(step) <= SETTLED))) return; /* it converges quadratically */
    }
}

/* ln of the load and of the film; between bounds, as in film.c. */
static bool solve(const in_series *s, row4 *x, row4 *ln_h) {
    const double none = 1e3;
    row4 low = row4_all(-none), high = row4_all(none);
    *x = 1.5 * (row4_log(row4_max(s->d, row4_all(1e-9))) - row4_log(s->delta1));
    for (int i = 0; i < 60; i++) {
        film4_at at = {*x, s->entry->ln, row4_all(0)};
        film4_term f = wet_apart(s->w, &s->entry->at, &at, FILM4_BY_LOAD);
        row4 next, now = f.ln + s->entry->ln_factor;
        mask4 light = s->delta1 * row4_exp(2.0 / 3 * *x) - row4_exp(now) < s->d;
        low = row4_pick(light, *x, low);
        high = row4_pick(light, high, *x);
        straight(s, *x, now, f.g[FILM4_FIRST], &next);
        mask4 good = (row4_abs(next - *x) <= 1e-6) | ((next > low) & (next < high));
        if (__builtin_expect(row4_any(~good), 0)) {
            row4 middle = row4_pick(low <= -none, high - 3, row4_pick(high >= none, low + 3, 0.5 * (low + high)));
            next = row4_pick(good, next, middle);
        }
        row4 step = next - *x;
        *x = next;
        *ln_h = now + f.g[FILM4_FIRST] * step;
        if (!row4_any(~(row4_abs(step) <= SETTLED))) return true; /* the line's error is of second order */
    }
    return false;
}

/* The force goes to nothing from half the reach on. */
ROW4_INLINE row4 fade(double reach, row4 h, row4 *slope) {
    row4 t = row4_min(row4_max(-2 / reach * h - 1, row4_all(0)), row4_all(1));
    *slope = 12 / reach * t * (1 - t);
    return 1 - t * t * (3 - 2 * t);
}

/* How the elastic approach moves with d, with the speed and with c. */
typedef struct chain {
    row4 d, speed, place;
} chain;

static chain chain_of(const in_series *s, row4 x, row4 ln_h, row4 delta, row4 place_of_N) {
    film4_at at = {x, s->entry->ln, row4_all(0)};
    film4_term f = wet_apart(s->w, &s->entry->at, &at, FILM4_ALL);
    row4 h = row4_exp(ln_h), h_N = h * f.g[FILM4_FIRST], gain = 1 / (1 - 1.5 * h_N / delta);
    return (chain){.d = gain,
                   .speed = gain * h * (f.g[FILM4_SPEED] + s->entry->factor_slope),
                   .place = gain * (h_N * place_of_N + h * f.g[FILM4_PLACE])};
}

static bool normal(const pack *k, bool derivatives, const pack_entry *entry, pack_local *l, row4 dN[PACK_LOCAL_BY]) {
    const row4 zero = row4_all(0), one = row4_all(1);
    const double reach = k->wet->film.reach;
    row4 stiff = of_angle(k, &k->e, l->o.cosine, derivatives, &l->slope), fade_slope = zero;
    chain by = {one, zero, zero};
    l->hp = row4_max(l->o.h, zero);
    l->faded = one;
    if (k->wet->film.carries) {
        in_series s = {k->wet, entry, row4_max(l->o.h, row4_all(-reach)), entry->at.value[WET_DELTA]};
        row4 x, ln_h;
        if (!solve(&s, &x, &ln_h)) return false;
        l->hp = s.delta1 * row4_exp(2.0 / 3 * x);
        l->faded = fade(reach, l->o.h, &fade_slope);
        if (derivatives) by = chain_of(&s, x, ln_h, l->hp, l->slope / stiff);
    }
    row4 root = row4_sqrt(l->hp), damp = DAMPING_FACTOR(k->chi, l->V.x);
    l->elastic = stiff * l->hp * root;
    row4 whole = l->elastic * damp, on = row4_pick((whole > zero) & (l->faded > zero), one, zero);
    l->kept = on * l->faded;
    l->N = l->kept * whole;
    l->A = of_angle(k, &k->A, l->o.cosine, derivatives, &l->dA);
    l->B = of_angle(k, &k->B, l->o.cosine, derivatives, &l->dB);
    l->a = on * row4_sqrt(l->A * l->hp);
    l->b = on * row4_sqrt(l->B * l->hp);
    if (!derivatives) return true;
    row4 stiffness = 1.5 * stiff * root * damp * l->kept;
    for (int j = 0; j < PACK_LOCAL_BY; j++) dN[j] = stiffness * by.speed * entry->by[j];
    dN[0] += stiffness * by.d + on * whole * fade_slope;
    dN[1] += stiffness * by.place + l->hp * root * l->slope * damp * l->kept;
    dN[2] += l->elastic * k->chi * l->kept;
    return true;
}

bool pack_lubricated(const pack *k, bool derivatives, pack_local *l, row4 dN[PACK_LOCAL_BY], pack_film *film) {
    pack_entry entry;
    enter(k, derivatives, l, &entry);
    return normal(k, derivatives, &entry, l, dN) && pack_mixed(k, derivatives, &entry, dN, l, film);
}
