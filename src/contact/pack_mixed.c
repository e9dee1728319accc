/* Friction of four lubricated balls in a groove: film and asperities share the load (mixed/load_sharing.c), the slip of every node of the
 * ellipse shears the film at the local pressure and drags the asperities (friction/mixed_ellipse.c), and the inlet resists rolling
 * (mixed/rolling.c). Exact derivatives; the laws named are the oracle of the tests. */
#include "base/constants.h"
#include "kernels.h"
#include "mixed/sharing4.h"
#include "mixed/traction.h"
#include "pack_shear.h"
#include "pack_wet.h"

#define LEAST_N     1e-30 /* N: less counts as none */
#define LEAST_FILM  1e-30 /* m: films thinner than that, or thicker than its inverse, are left to the elements */
#define LEAST_SHARE 1e-13 /* of the load: asperities that carry less do not rub */

/* Gradients by ln N, ln speed and the cosine of the tube angle. */
enum { BY_N, BY_SPEED, BY_PLACE, BY_ALL };

/* What film and asperities can carry tangentially. */
typedef struct strengths {
    row4 a, b, area, p;                               /* of the dry contact under N; p: greatest pressure in the film */
    row4 phi, rest, h, boundary;                      /* shares, film (m), strength of the asperities (N) */
    row4 by_a[BY_ALL], by_b[BY_ALL], by_area[BY_ALL]; /* of logarithms */
    row4 by_p[BY_ALL], by_h[BY_ALL], by_boundary[BY_ALL];
} strengths;

/* ---- shares ---- */
typedef struct balance {
    const pack_wet *w;
    const pack_entry *entry;
    row4 ln_N, ln_pressure; /* ln(area k/N) */
    row4 t, R, R_w, pull, by_share;
} balance;

/* R at phi = 1 carries less than this: the film does not notice the asperities. */
#define ALONE (-40.0)

ROW4_INLINE void weigh(balance *b, row4 ln_phi, row4 plus) {
    film4_at at = {b->ln_N, b->entry->ln, ln_phi};
    film4_term f = wet_film(b->w, &b->entry->at, &at, FILM4_BY_SHARE);
    b->t = f.ln + b->entry->ln_factor - b->w->ln_sigma;
    b->by_share = f.g[FILM4_FIRST];
    b->R = b->ln_pressure + sharing4_ln_load(b->t, &b->pull) + plus;
}

/* w = ln(phi/(1 - phi)) by Newton's method between bounds. False: no balance within the table. */
static bool solve(balance *b, row4 *w) {
    row4 low = row4_all(-200), high = row4_all(750), part;
    weigh(b, row4_all(0), row4_all(0));
    *w = -b->R;
    b->R_w = row4_all(1);
    mask4 alone = (b->R <= ALONE) | (b->t >= ASPERITY_HIGH); /* above the table asperities carry less than that, too */
    if (!row4_any(~alone)) return true;
    row4 t_alone = b->t, w_alone = *w;
    *w = row4_pick(b->R < 0, *w, row4_all(-1));
    for (int i = 0; i < 60; i++) {
        row4 plus = row4_softplus(*w, &part), rest = 1 / (1 + row4_exp(*w));
        weigh(b, *w - plus, plus);
        if (row4_any(~alone & ~(b->t > ASPERITY_LOW))) return false;
        b->R_w = b->pull * b->by_share * rest + part;
        low = row4_pick(b->R < 0, *w, low);
        high = row4_pick(b->R < 0, high, *w);
        row4 step = -b->R / b->R_w, next = *w + step;
        mask4 settled = row4_abs(step) <= 1e-9 * (1 + row4_abs(*w));
        if (!row4_any(~alone & ~settled)) { /* the error is of second order */
            *w = row4_pick(alone, w_alone, next);
            b->t = row4_pick(alone, t_alone, b->t + b->by_share * rest * step);
            b->R_w = row4_pick(alone, row4_all(1), b->R_w);
            return true;
        }
        mask4 good = settled | ((next > low) & (next < high) & (b->t < ASPERITY_HIGH)); /* others may take longer */
        *w = row4_pick(good, next, 0.5 * (low + high));
    }
    return false;
}

ROW4_INLINE bool in_range(row4 h) { return !row4_any(~((h > LEAST_FILM) & (h < 1 / LEAST_FILM))); }

static bool share(const pack_entry *entry, const pack_wet *w, row4 ln_N, bool derivatives, strengths *s) {
    const row4 zero = row4_all(0), one = row4_all(1);
    const pack_places *at = &entry->at;
    balance b = {.w = w, .entry = entry, .ln_N = ln_N};
    row4 ln_phi = zero, odds = zero;
    bool rough = w->film.rough.sigma > 0;
    s->phi = one, s->rest = zero;
    if (rough) {
        b.ln_pressure =
            w->ln_stiffness + 0.40546510810816438198 - at->value[WET_LN_P] - ln_N / 3; /* area/N = 3/2 over p */
        if (!solve(&b, &odds)) return false;
        row4 lost = row4_softplus(-odds, &s->rest);
        ln_phi = -lost;
        s->phi = 1 / (1 + row4_exp(-odds));
    }
    film4_at x = {ln_N, entry->ln, ln_phi};
    if (!derivatives) {
        s->h = row4_exp(rough ? b.t + w->ln_sigma : wet_film(w, at, &x, FILM4_BY_LOAD).ln + entry->ln_factor);
        return in_range(s->h);
    }
    film4_term f = wet_film(w, at, &x, FILM4_ALL);
    const int place[BY_ALL] = {FILM4_FIRST, FILM4_SPEED, FILM4_PLACE};
    const row4 by_R[BY_ALL] = {row4_all(-1.0 / 3), zero, -at->slope[WET_LN_P]};
    s->h = row4_exp(rough ? b.t + w->ln_sigma : f.ln + entry->ln_factor);
    f.g[FILM4_SPEED] += entry->factor_slope;
    for (int i = 0; i < BY_ALL; i++) {
        row4 g = f.g[place[i]], by_w = rough ? -(by_R[i] + b.pull * g) / b.R_w : zero;
        s->by_h[i] = g + f.g[FILM4_SHARE] * s->rest * by_w;
        s->by_p[i] = (i == BY_N ? one : zero) - s->by_area[i] + s->rest * by_w;
        s->by_boundary[i] = (i == BY_N ? one : zero) - s->phi * by_w;
    }
    return in_range(s->h);
}

static bool strengths_of(const pack *k, const pack_local *l, const pack_entry *entry, row4 N, bool derivatives,
                         strengths *s) {
    const pack_places *at = &entry->at;
    row4 ln_N = row4_log(N), t = row4_exp(ln_N / 3), delta = at->value[WET_DELTA] * t * t;
    row4 place = derivatives ? at->slope[WET_DELTA] / at->value[WET_DELTA] : row4_all(0);
    s->a = row4_sqrt(l->A * delta);
    s->b = row4_sqrt(l->B * delta);
    s->area = PI * s->a * s->b;
    if (derivatives) {
        for (int i = 0; i < BY_ALL; i++) s->by_a[i] = s->by_b[i] = row4_all(i == BY_N ? 1.0 / 3 : 0);
        s->by_a[BY_PLACE] = 0.5 * (l->dA / l->A + place);
        s->by_b[BY_PLACE] = 0.5 * (l->dB / l->B + place);
        for (int i = 0; i < BY_ALL; i++) s->by_area[i] = s->by_a[i] + s->by_b[i];
    }
    if (!share(entry, k->wet, ln_N, derivatives, s)) return false;
    s->p = s->phi * at->value[WET_P] * t;
    s->boundary = k->wet->friction.mu * s->rest * N;
    return true;
}

/* ---- sums over the ellipse (pack_shear.h) ---- */
typedef struct ellipse4 {
    row4 fluid[5], boundary[5], by_p[5], by_h[5];
    row4 loss_boundary;
    row4 d[PACK_LOCALS][5];
} ellipse4;

static void take(int count, const double (*from)[4], row4 *to) {
    for (int i = 0; i < count; i++) to[i] = row4_load(from[i]);
}

static void shear(const pack *k, const pack_patch *p, const strengths *s, bool derivatives, ellipse4 *to) {
    const row4 all[PACK_SHEAR_GIVEN] = {p->a,  p->b,  p->c22,  p->v1, p->v2,    p->w1,
                                        p->w2, p->wn, s->area, s->p,  1 / s->h, s->boundary};
    double given[PACK_SHEAR_GIVEN][4];
    pack_shear_sums S;
    for (int i = 0; i < PACK_SHEAR_GIVEN; i++) row4_store(all[i], given[i]);
    k->kernel->shear(k, (const double(*)[4])given, row4_any(s->rest > LEAST_SHARE), derivatives, &S);
    take(5, (const double(*)[4])S.fluid, to->fluid);
    take(5, (const double(*)[4])S.boundary, to->boundary);
    to->loss_boundary = row4_load(S.loss_boundary);
    if (!derivatives) return;
    take(5, (const double(*)[4])S.by_p, to->by_p);
    take(5, (const double(*)[4])S.by_h, to->by_h);
    for (int i = 0; i < PACK_LOCALS; i++) take(5, (const double(*)[4])S.d[i], to->d[i]);
}

/* ---- rolling resistance: the moment -g w, g = 2 F_R/(rho sqrt(w^2 + (rho v_eps)^2)); F_R by rolling_ellipse ---- */
typedef struct resistance {
    row4 gain, size2, by[BY_ALL]; /* by: of ln gain */
} resistance;

static resistance roll(const pack *k, const pack_entry *entry, const pack_patch *p, row4 N, bool derivatives) {
    const pack_wet *w = k->wet;
    const pack_places *at = &entry->at;
    row4 wide = 1 / (k->ring + k->tube * entry->cosine), rho = 1 / k->ball - entry->cosine * wide,
         slow = rho * w->friction.v_eps;
    row4 q = row4_exp(entry->ln / 12), q3 = q * q * q, q9 = q3 * q3 * q3, T1 = at->value[WET_T1] / q,
         T2 = at->value[WET_T2];
    row4 M = at->value[WET_M] * N / q9, light = 1 / (1 + M / ROLLING_M), sum = (T1 - T2) * light + T2;
    row4 F = w->friction.rolling * at->value[WET_ROLL] * row4_exp(row4_log(N) / 3 + entry->ln_factor) * q9 * sum;
    resistance r = {.size2 = p->w1 * p->w1 + p->w2 * p->w2 + slow * slow};
    r.gain = 2 * F / (rho * row4_sqrt(r.size2));
    if (!derivatives) return r;
    row4 by_M = -(T1 - T2) * light * (1 - light) / sum, by_T1 = light * T1 / sum, rho_c = -k->ring * wide * wide;
    r.by[BY_N] = 1.0 / 3 + by_M;
    r.by[BY_SPEED] = 0.75 - 0.75 * by_M - by_T1 / 12 + entry->factor_slope;
    r.by[BY_PLACE] = at->slope[WET_ROLL] / at->value[WET_ROLL] + by_M * at->slope[WET_M] / at->value[WET_M] +
                     (light * at->slope[WET_T1] / q + (1 - light) * at->slope[WET_T2]) / sum -
                     rho_c / rho * (1 + slow * slow / r.size2);
    return r;
}

/* ---- the whole ---- */

/* Rows of f2, f3, m1, m2, m3 by h, c, V, O: directly, and by N, speed and place. */
static void rows(const pack *k, const pack_entry *entry, const pack_patch *p, const strengths *s, const ellipse4 *S,
                 const resistance *r, const row4 dN[PACK_LOCAL_BY], pack_local *l) {
    static const int from[5] = {1, 0, 4, 3, 2};
    const row4 zero = row4_all(0), one = row4_all(1), wide = 1 / (k->ring + k->tube * l->o.cosine);
    row4 d2[PACK_LOCAL_BY], d3[PACK_LOCAL_BY], E[5][PACK_LOCAL_BY], per_N = one / p->N,
                                                                    dc22 = (1 - k->share) * k->ring * wide * wide;
    row4 on = row4_pick(l->N > LEAST_N, one, zero);
    slip_changes(l, d2, d3);
    for (int i = 0; i < 5; i++) {
        int t = from[i];
        row4 sign = t == 4 ? -on : on, by[BY_ALL];
        for (int j = 0; j < BY_ALL; j++)
            by[j] = S->d[PACK_BY_A][t] * s->by_a[j] + S->d[PACK_BY_B][t] * s->by_b[j] +
                    S->boundary[t] * s->by_boundary[j] + S->fluid[t] * s->by_area[j] + S->by_p[t] * s->by_p[j] +
                    S->by_h[t] * s->by_h[j];
        row4 w1 = S->d[2][t], w2 = S->d[3][t];
        if (t == ABUT_M1 || t == ABUT_M2) {
            row4 own = t == ABUT_M1 ? p->w1 : p->w2, to = r->gain * own / r->size2;
            for (int j = 0; j < BY_ALL; j++) by[j] -= r->gain * own * r->by[j];
            w1 += to * p->w1 - (t == ABUT_M1 ? r->gain : zero);
            w2 += to * p->w2 - (t == ABUT_M2 ? r->gain : zero);
        }
        by[BY_PLACE] += S->d[PACK_BY_C22][t] * dc22;
        for (int j = 0; j < PACK_LOCAL_BY; j++)
            E[i][j] = sign * (S->d[0][t] * d3[j] + S->d[1][t] * d2[j] + by[BY_N] * per_N * dN[j] +
                              by[BY_SPEED] * entry->by[j]);
        E[i][1] += sign * by[BY_PLACE];
        E[i][5] -= sign * S->d[4][t];
        E[i][6] += sign * w2;
        E[i][7] += sign * w1;
    }
    spread(l, dN, E);
}

/* Greatest of the least films by three regimes, not above the central one. */
static row4 least_film(const pack *k, const pack_entry *entry, const strengths *s, row4 ln_N) {
    static const double u = 0.68 - 0.49 / 4 - 0.073 * 0.75 - 0.5, v = 0.65 - 0.21 * 0.75 - 0.5;
    static const film4_powers hard = {-0.073, 0.073 * 0.75 + 0.49 / 4 + u, -0.073 * 0.75 + 0.49 * 0.75 - u},
                              soft = {-0.21, 0.21 * 0.75 + v, -0.21 * 0.75 - v};
    const pack_places *at = &entry->at;
    film4_at x = {ln_N, entry->ln, row4_log(s->phi)};
    if (k->wet->tabled) {
        table4_place place = wet_table(k->wet, at, &x);
        row4 of = wet_light(k->wet, at, &x, TABLE_FILM, FILM4_BY_SHARE).ln +
                  table4_value_at(&k->wet->part, TABLE_LEAST, &place).value;
        return row4_min(row4_exp(of + entry->ln_factor), s->h);
    }
    row4 none = row4_all(0), ln = film4_power(at->value[WET_SOFT], none, soft, &x, FILM4_BY_SHARE).ln;
    ln = row4_max(ln, wet_regimes(at, &x, FILM4_BY_SHARE).RI.ln - log(FILM_RIGID));
    if (k->wet->film.oil.alpha > 0)
        ln = row4_max(ln, film4_power(at->value[WET_HARD], none, hard, &x, FILM4_BY_SHARE).ln);
    ln += film4_power(at->value[WET_SCALE], none, WET_OF_SCALE, &x, FILM4_BY_SHARE).ln;
    return row4_min(row4_exp(ln + entry->ln_factor), s->h);
}

/* 1 to 4: of the isoviscous asymptotes the greater, of the piezoviscous ones the less, of these the greater. */
static row4 regime_of(const pack *k, const film4_regimes *r) {
    row4 iso = row4_pick(r->RI.ln >= r->EI.ln, row4_all(1), row4_all(2));
    if (!(k->wet->film.oil.alpha > 0)) return iso;
    row4 piezo = row4_pick(r->RP.ln <= r->EP.ln, row4_all(3), row4_all(4));
    return row4_pick(row4_max(r->RI.ln, r->EI.ln) >= row4_min(r->RP.ln, r->EP.ln), iso, piezo);
}

static void film_of(const pack *k, const pack_entry *entry, const pack_patch *p, const strengths *s, const ellipse4 *S,
                    const resistance *r, pack_film *to) {
    const abut_film_contact *f = &k->wet->film;
    const row4 zero = row4_all(0);
    row4 ln_N = row4_log(p->N), rho = 1 / k->ball - entry->cosine / (k->ring + k->tube * entry->cosine);
    film4_at x = {ln_N, entry->ln, zero};
    film4_regimes regimes = wet_regimes(&entry->at, &x, FILM4_BY_LOAD);
    row4 ln_U = entry->ln + row4_log(rho * (f->oil.eta0 / f->E_prime)), spin = p->w1 * p->w1 + p->w2 * p->w2;
    to->u_sum = row4_sqrt(entry->u2);
    to->M = p->N * rho * rho / f->E_prime * row4_exp(-0.75 * ln_U);
    to->L = f->oil.alpha * f->E_prime * row4_exp(0.25 * ln_U);
    to->D = (1 / k->ball - 1 / k->tube) / rho;
    to->regime = regime_of(k, &regimes);
    to->beyond = zero;
    if (k->wet->tabled) to->beyond = row4_pick(wet_table(k->wet, &entry->at, &x).out, row4_all(1), zero);
    to->h_c = s->h;
    to->h_min = least_film(k, entry, s, ln_N);
    to->lambda = f->rough.sigma > 0 ? to->h_min / f->rough.sigma : zero;
    to->fluid_share = s->phi;
    to->T_fluid = row4_sqrt(S->fluid[0] * S->fluid[0] + S->fluid[1] * S->fluid[1]);
    to->T_boundary = row4_sqrt(S->boundary[0] * S->boundary[0] + S->boundary[1] * S->boundary[1]);
    to->T_rolling = 0.5 * rho * r->gain * row4_sqrt(spin);
    to->loss_rolling = r->gain * spin;
    to->loss_boundary = S->loss_boundary;
    const row4 v[5] = {p->v1, p->v2, p->w1, p->w2, p->wn};
    to->loss_fluid = -to->loss_boundary;
    for (int i = 0; i < 5; i++) to->loss_fluid -= (S->fluid[i] + S->boundary[i]) * v[i];
    to->loss_spin = -(S->fluid[ABUT_MN] + S->boundary[ABUT_MN]) * p->wn;
}

bool pack_mixed(const pack *k, bool derivatives, const pack_entry *entry, const row4 dN[PACK_LOCAL_BY], pack_local *l,
                pack_film *film) {
    const row4 zero = row4_all(0), one = row4_all(1);
    mask4 loaded = l->N > LEAST_N;
    row4 N = row4_pick(loaded, l->N, one), on = row4_pick(loaded, one, zero); /* others stand for a load that is easy */
    row4 along = l->o.cosine / (k->ring + k->tube * l->o.cosine);
    strengths s;
    ellipse4 S;
    if (!strengths_of(k, l, entry, N, derivatives, &s)) return false;
    pack_patch p = {.N = N,
                    .a = s.a,
                    .b = s.b,
                    .c22 = along + k->share * (1 / k->ball - along),
                    .v1 = l->s3,
                    .v2 = l->s2,
                    .w1 = l->O.z,
                    .w2 = l->O.y,
                    .wn = -l->O.x};
    shear(k, &p, &s, derivatives, &S);
    resistance r = roll(k, entry, &p, N, derivatives);
    row4 T[5];
    for (int i = 0; i < 5; i++) T[i] = S.fluid[i] + S.boundary[i];
    T[ABUT_M1] -= r.gain * p.w1;
    T[ABUT_M2] -= r.gain * p.w2;
    for (int i = 0; i < 5; i++) T[i] *= on;
    wrench_of(l, T[1], T[0], -T[4], T[3], T[2]);
    l->loss = -(T[0] * p.v1 + T[1] * p.v2 + T[2] * p.w1 + T[3] * p.w2 + T[4] * p.wn);
    if (film) film_of(k, entry, &p, &s, &S, &r, film);
    if (derivatives) rows(k, entry, &p, &s, &S, &r, dN, l);
    return true;
}
