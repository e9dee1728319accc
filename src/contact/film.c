/* The film of a lubricated contact: bodies and film in series, its damping, and what is reported of it.
 *
 * With delta(N) the elastic approach and h(N, u, P, Q) the central film (or, of laws from solutions, the separation that is theirs), bodies that approach by d carry the N of
 *   delta(N) - h(N, u) = d,
 * the only root since delta rises and h falls with N; it exists for d <= 0 too. With k = dN/d(delta):
 *   d(delta) = (dd + h_u du + (h_N N_P + h_P) dP + (h_N N_Q + h_Q) dQ)/(1 - k h_N).
 * Damping laws see the elastic approach. The force fades to nothing between half the `reach` and the whole.
 *
 * Squeeze (low frequencies, by linearised full solutions of the line contact): N += c ddot, c = factor E' h l/(2 rho b u), b the
 * half-width in the direction of rolling, l the length of the line, pi a/2 for an ellipse. The factor is `squeeze`, or the law's own. */
#include "base/constants.h"
#include "film/contact.h"
#include "local.h"

static const double SLOWEST = 1e-3; /* m/s: below this speed squeeze damping does not grow further */

static double rolling_speed(const abut_film_contact *c, const abut_patch *p) {
    return c->line ? p->u2 : sqrt(p->u1 * p->u1 + p->u2 * p->u2);
}

static abut_film_in film_input(const abut_film_contact *c, const abut_patch *p, double N) {
    return (abut_film_in){.line = c->line,
                          .force = N,
                          .rho_x = 2 * p->Q,
                          .rho_y = 2 * p->P,
                          .length = p->length,
                          .u_sum = rolling_speed(c, p),
                          .eta0 = c->oil.eta0,
                          .alpha = c->oil.alpha,
                          .E_prime = c->E_prime,
                          .beta = c->oil.beta,
                          .conductivity = c->oil.conductivity};
}

/* ---- the series ---- */
typedef struct series {
    const abut_element *e;
    const abut_patch *p;
    film_contact film;      /* prepared at the force 1 N */
    double unit;            /* m, delta at 1 N of Hertz' law, which goes with N^(2/3); 0: another law */
    double N, delta, slope; /* slope: d(delta)/dN */
    double h;
    film_thickness thickness; /* its logarithmic slopes */
} series;

/* At the force N = e^x. */
static abut_status approach_at(const series *s, double x, double N, double *delta, double *slope) {
    if (!(s->unit > 0)) return s->e->normal->approach(s->e->normal_self, s->p, N, delta, slope);
    *delta = s->unit * exp(2.0 / 3 * x);
    *slope = 2.0 / 3 * *delta / N;
    return ABUT_OK;
}

static abut_status series_at(series *s, double x) {
    s->N = exp(x);
    abut_status status = approach_at(s, x, s->N, &s->delta, &s->slope);
    if (status) return status;
    film_apart_at(&s->film, x, 0, &s->thickness);
    s->h = exp(s->thickness.ln_h) * s->film.factor;
    return ABUT_OK;
}

/* The root for a film that is a straight line in logarithms, h = h_0 (N/N_0)^s, by Newton's method for x = ln N: on the residual
 * itself where the bodies overlap, on logarithms of both sides, which are nearly straight lines then, where they are apart. */
static abut_status straight(const series *at, double x0, double *x) {
    double d = at->p->h, delta = at->delta, slope = at->slope, s = at->thickness.by[FILM_F];
    *x = x0;
    for (int i = 0; i < 60; i++) {
        double N = exp(*x), h = i ? at->h * exp(s * (*x - x0)) : at->h;
        abut_status status = i ? approach_at(at, *x, N, &delta, &slope) : ABUT_OK;
        if (status) return status;
        double up = N * slope, down = h * s, gap = delta - d;
        double step = d > 0 ? -(gap - h) / (up - down) : -log(gap / h) / (up / gap - s);
        step = fmin(fmax(step, -3), 3);
        *x += step;
        if (!(fabs(step) > 1e-7)) return isfinite(*x) ? ABUT_OK : ABUT_NOT_FINITE; /* it converges quadratically */
    }
    return ABUT_NO_CONVERGENCE;
}

/* The film is nearly such a line: two or three evaluations of it are enough. What the line says is believed between bounds: beyond its hull a law
 * from a table may rise with the load. */
static abut_status solve(series *s, double x) {
    double low = -INFINITY, high = INFINITY;
    for (int i = 0; i < 60; i++) {
        double next;
        abut_status status = series_at(s, x);
        if (!status && !(s->h > 0)) status = ABUT_NO_CONVERGENCE;
        if (status) return status;
        *(s->delta - s->h < s->p->h ? &low : &high) = x;
        bool good = !straight(s, x, &next) && (fabs(next - x) < 1e-7 || (next > low && next < high));
        if (!good) next = isinf(low) ? high - 3 : isinf(high) ? low + 3 : 0.5 * (low + high);
        double step = next - x;
        x = next;
        if (fabs(step) < 1e-7) return series_at(s, x);
    }
    return ABUT_NO_CONVERGENCE;
}

/* Where to start: the dry force, or a small one. */
static abut_status start(series *to, double *x) {
    const abut_element *e = to->e;
    const abut_patch *p = to->p;
    abut_normal dry = {0};
    abut_patch at = *p;
    at.h = p->h > 1e-9 ? p->h : 1e-9;
    abut_status s = e->normal->force(e->normal_self, &at, NULL, &e->memory.first, false, &dry);
    if (!s && !(dry.N > 0 && isfinite(dry.N))) s = ABUT_NOT_FINITE;
    *x = s ? 0 : log(dry.N);
    to->unit = e->normal->hertz && !s ? at.h * exp(-2.0 / 3 * *x) : 0;
    return s;
}

static void none(abut_normal *n) { *n = (abut_normal){.exponent = 1}; }

/* The elastic law at the approach delta, and the damping; slopes by delta. */
static abut_status elastic(const abut_element *e, const abut_patch *p, double delta, bool derivatives, abut_normal *n) {
    abut_patch at = *p;
    at.h = delta;
    none(n);
    abut_status s = e->normal->force(e->normal_self, &at, NULL, &e->memory.first, derivatives, n);
    if (s) return s;
    double N = n->N;
    e->damping->apply(e->damping_self, &at, &e->memory.damping, n);
    if (n->N < 0 && !e->tension) {
        none(n);
        n->loss = -N * p->hdot;
    }
    return ABUT_OK;
}

/* d(delta) by d, P, Q, u1, u2. */
typedef struct chain {
    double d, P, Q, u1, u2;
} chain;

static chain chain_of(const abut_film_contact *c, const abut_patch *p, const series *s, const abut_normal *dry) {
    const double *by = s->thickness.by;
    double k = dry->dN[0], h_N = s->h * by[FILM_F] / s->N, gain = 1 / (1 - k * h_N), u = rolling_speed(c, p);
    double h_u = s->h * by[FILM_SPEED] * u / (u * u + c->law.u_eps * c->law.u_eps);
    double u1 = c->line ? 0 : u > 0 ? p->u1 / u : 0, u2 = c->line ? 1 : u > 0 ? p->u2 / u : 0;
    return (chain){.d = gain,
                   .P = c->line ? 0 : gain * (h_N * dry->dN[2] + s->h * by[FILM_RHO_Y] / p->P),
                   .Q = gain * (h_N * dry->dN[3] + s->h * by[FILM_RHO_X] / p->Q),
                   .u1 = gain * h_u * u1,
                   .u2 = gain * h_u * u2};
}

static void apply_chain(const chain *c, abut_normal *n) {
    double by = n->dN[0], a = n->dlna[0], b = n->dlnb[0];
    n->dN[0] = by * c->d;
    n->dN[2] += by * c->P;
    n->dN[3] += by * c->Q;
    n->dN[4] = by * c->u1;
    n->dN[5] = by * c->u2;
    n->dlna[0] = a * c->d;
    n->dlna[1] += a * c->P;
    n->dlna[2] += a * c->Q;
    n->dlna_u[0] = a * c->u1;
    n->dlna_u[1] = a * c->u2;
    n->dlnb[0] = b * c->d;
    n->dlnb[1] += b * c->P;
    n->dlnb[2] += b * c->Q;
    n->dlnb_u[0] = b * c->u1;
    n->dlnb_u[1] = b * c->u2;
}

/* The force goes smoothly to nothing from half the reach on. */
static void fade(const abut_film_contact *c, const abut_patch *p, abut_normal *n) {
    double t = -2 * p->h / c->reach - 1;
    if (t <= 0) return;
    double rest = t < 1 ? 1 - t * t * (3 - 2 * t) : 0, slope = t < 1 ? 12 * t * (1 - t) / c->reach : 0, N = n->N;
    n->N *= rest;
    n->energy *= rest;
    n->loss *= rest;
    for (int i = 0; i < ABUT_BY; i++) n->dN[i] *= rest;
    n->dN[0] += N * slope;
}

/* The law's factor of damping, and its logarithm by d, P, Q, u1, u2 through force, speed and curvatures. */
static double own_factor(const abut_film_contact *c, const abut_patch *p, const series *s, const chain *by,
                         const abut_normal *dry, chain *ln) {
    double slope[FILM_INPUTS], k = film_damping_at(&s->film, log(s->N), slope), u = rolling_speed(c, p);
    double F = slope[FILM_F] / s->N, stiff = dry->dN[0];
    double to_u = slope[FILM_SPEED] / (u * u + c->law.u_eps * c->law.u_eps);
    *ln = (chain){.d = F * stiff * by->d,
                  .P = c->line ? 0 : F * (stiff * by->P + dry->dN[2]) + slope[FILM_RHO_Y] / p->P,
                  .Q = F * (stiff * by->Q + dry->dN[3]) + slope[FILM_RHO_X] / p->Q,
                  .u1 = F * stiff * by->u1 + (c->line ? 0 : to_u * p->u1),
                  .u2 = F * stiff * by->u2 + to_u * p->u2};
    return k;
}

static void squeeze(const abut_film_contact *c, const abut_patch *p, const series *s, const chain *by,
                    const abut_normal *dry, abut_normal *n) {
    double u = rolling_speed(c, p), slow = fmax(c->law.u_eps, SLOWEST), speed = sqrt(u * u + slow * slow), h = s->h;
    double length = c->line ? p->length : HALF_PI * n->a;
    chain ln = {0};
    double factor = c->law.damped ? own_factor(c, p, s, by, dry, &ln) : c->squeeze;
    double d = factor * c->E_prime * h * length / (4 * p->Q * n->b * speed), force = d * p->hdot;
    double to_u = u / (speed * speed),
           u1 = c->line ? 0
                : u > 0 ? p->u1 / u
                        : 0,
           u2 = c->line ? 1
                : u > 0 ? p->u2 / u
                        : 0;
    double along = c->line ? 0 : 1; /* of ln length by ln a */
    n->N += force;
    n->loss += force * p->hdot;
    n->dN[1] += d;
    /* h = delta - d */
    n->dN[0] += force * ((by->d - 1) / h - n->dlnb[0] + along * n->dlna[0] + ln.d);
    n->dN[2] += force * (by->P / h - n->dlnb[1] + along * n->dlna[1] + ln.P);
    n->dN[3] += force * (by->Q / h - n->dlnb[2] + along * n->dlna[2] - 1 / p->Q + ln.Q);
    n->dN[4] += force * (by->u1 / h - n->dlnb_u[0] + along * n->dlna_u[0] - to_u * u1 + ln.u1);
    n->dN[5] += force * (by->u2 / h - n->dlnb_u[1] + along * n->dlna_u[1] - to_u * u2 + ln.u2);
    if (n->N < 0) { /* what is stored goes; the sum of the parts above, which are far greater, has not its digits */
        double loss = -s->N * p->hdot;
        none(n);
        n->loss = loss > 0 ? loss : 0;
    }
}

abut_status film_normal(const abut_element *e, bool derivatives, element_local *l) {
    const abut_film_contact *c = &e->film;
    const abut_patch *p = &l->patch;
    abut_normal *n = &l->normal, dry = {0};
    series s = {.e = e, .p = p};
    const abut_film_in in = film_input(c, p, 1);
    bool film =
        c->carries && film_prepare(&c->law, &in, sqrt(in.u_sum * in.u_sum + c->law.u_eps * c->law.u_eps), &s.film);
    double x;
    if (!film) {
        none(n);
        return p->h > 0 ? elastic(e, p, p->h, derivatives, n) : ABUT_OK;
    }
    abut_status status = start(&s, &x);
    if (!status) status = solve(&s, x);
    bool damped = c->squeeze > 0 || c->law.damped, chained = derivatives || damped;
    if (!status) status = elastic(e, p, s.delta, chained, n);
    if (status) return status;
    chain by = {1, 0, 0, 0, 0};
    if (chained) {
        abut_patch at = *p;
        at.h = s.delta;
        if ((status = e->normal->force(e->normal_self, &at, NULL, &e->memory.first, true, &dry))) return status;
        by = chain_of(c, p, &s, &dry);
        apply_chain(&by, n);
    }
    if (damped && n->N > 0) squeeze(c, p, &s, &by, &dry, n);
    fade(c, p, n);
    return isfinite(n->N + n->p_max) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* ---- reports ---- */

void film_report(const abut_element *e, const element_local *l, abut_film_state *out) {
    const abut_film_contact *c = &e->film;
    abut_film_out film;
    out->u_sum = rolling_speed(c, &l->patch);
    out->M = out->L = out->D = 0; /* not those of a slice that was the deepest before */
    out->regime = 0;
    out->beyond = false;
    if (!(l->normal.N > 0)) return;
    abut_film_in in = film_input(c, &l->patch, l->normal.N);
    if (abut_film_eval(&c->law, &in, &film, NULL)) return;
    out->beyond = film.beyond;
    out->M = film.M;
    out->L = film.L;
    out->D = film.D;
    out->regime = film.regime;
    if (!(out->h_c > 0)) { /* else the friction law knew better: a film under its share of the load */
        out->h_c = film.h_c;
        out->h_min = film.h_min;
        out->lambda = c->rough.sigma > 0 ? film.h_min / c->rough.sigma : 0;
    }
    if (!(out->h_c <= c->reach)) { /* so little load that the formulas mean nothing: there is no film */
        out->h_c = out->h_min = out->lambda = 0;
        out->regime = 0;
        out->beyond = false;
    }
}
