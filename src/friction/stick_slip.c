/* Dry friction that really sticks: a spring from an anchor while it holds, Coulomb's force while it slides.
 *
 *   trial  T = F - c_s g - mu_s v      F: force kept at the last accepted state, g: displacement since, v: slip
 *   stick while |T| <= mu_static N; a sliding contact slides on while |T| > mu N; sliding: mu N T/|T|
 *
 * (return mapping: no 1/|v|, so that an implicit method may take steps over a reversal). Between curved bodies the spring is
 * a pile of layers that slip by themselves, layers.h: F - c_s g of each is cut to mu_static times its share of N, and all slide
 * when the last one does. What is kept: the force of the spring, or the sliding force. A sliding contact that is slower than capture sticks if it was faster than 2 capture, or if
 * it does not gain speed; a fresh one starts with F = 0. Memory ends when the contact opens.
 *
 * Where the integrator locates the transitions (past->hold), each mode is a smooth law of its own:
 *   stick: T without a limit, until |T| = mu_static N;   slip: -mu N v/|v|, until v turns against where it went.
 * Break-away starts along the trial force.
 *
 * The work done against friction counts as loss while sticking, too: what the spring holds comes back as a negative loss. */
#include <math.h>
#include <string.h>

#include "abut/extend.h"
#include "base/plane.h"
#include "layers.h"

typedef struct stick_slip {
    double mu, mu_static;
    double capture;          /* m/s */
    double c, ratio;         /* N/m, or c_s over the slope of the normal law; NaN: by the law's exponent */
    double damping, time;    /* N s/m, or mu_s over c_s (s); time NaN: by zeta */
    double zeta;             /* of the reduced mass on c_s */
    bool own_c, own_damping; /* c and damping are given */
} stick_slip;

static abut_status init(void *self, const abut_args *args) {
    stick_slip *s = self;
    double mu_static = abut_arg(args, "mu_static"), ratio = abut_arg(args, "static_ratio");
    if (!isnan(mu_static) && !isnan(ratio))
        return abut_refuse_at(args, "static_ratio", ABUT_BAD_VALUE, "give either mu_static or static_ratio");
    s->mu = abut_arg(args, "mu");
    s->mu_static = !isnan(mu_static) ? mu_static : s->mu * (isnan(ratio) ? 1 : ratio);
    if (s->mu_static < s->mu)
        return abut_refuse_at(args, isnan(mu_static) ? "static_ratio" : "mu_static", ABUT_BAD_VALUE,
                              "mu_static %g is less than mu %g", s->mu_static, s->mu);
    s->capture = abut_arg(args, "capture");
    s->own_c = abut_arg_given(args, "stiffness");
    s->own_damping = abut_arg_given(args, "damping");
    if (s->own_c && abut_arg_given(args, "ratio"))
        return abut_refuse_at(args, "ratio", ABUT_BAD_VALUE, "give either stiffness or ratio");
    if (s->own_damping && abut_arg_given(args, "damping_time"))
        return abut_refuse_at(args, "damping_time", ABUT_BAD_VALUE, "give either damping or damping_time");
    s->c = abut_arg(args, "stiffness");
    s->ratio = abut_arg(args, "ratio");
    s->damping = abut_arg(args, "damping");
    s->time = abut_arg_given(args, "damping_time") ? abut_arg(args, "damping_time") : NAN;
    s->zeta = abut_arg(args, "zeta");
    return ABUT_OK;
}

/* c_s and mu_s along the two tangents, with their derivatives by h, P, Q. */
typedef struct spring {
    layers_spring s;
    double mu[2], dmu[3][2];
} spring;

static const double USUAL_TIME = 1e-4; /* s, of points, and of bodies whose mass is unknown */

/* Tangential over normal stiffness of an ellipse along its axes. A displacement without slip needs the traction
 * q/sqrt(1 - (x/a)^2 - (y/b)^2); by the solution of Cerruti it is the same all over the ellipse, and at the centre
 *   (1/(8 pi G a b)) integral of rho(t) (1 - nu + nu cos^2 t) dt per force,  rho the radius of the ellipse in the direction t
 * (R. D. Mindlin, J. Appl. Mech. 16, 1949, 259-268, with elliptic integrals); against the normal 1 - nu stands alone. With f the mean
 * of cos^2 weighted by rho, and beta = [nu_a/G_a + nu_b/G_b]/[(1-nu_a)/G_a + (1-nu_b)/G_b]:
 *   ratio = 1/(1 + beta f),  f_1 = D/K = 1/(1 + x), f_2 = x/(1 + x),  x = (b/a)^2 Q/P
 * since Hertz has P/Q = (b/a)^2 D/B, D + B = K. The circle (f = 1/2) says what beta is. */
typedef struct ratios {
    double to[2], d[3][2]; /* derivatives by h, P, Q */
} ratios;

static void ratios_of(const stick_slip *s, const abut_patch *p, const abut_normal *n, bool derivatives, ratios *r) {
    double circle = !isnan(s->ratio) ? s->ratio : n->exponent > 1 ? p->past->stiffness_ratio : 1;
    r->to[0] = r->to[1] = circle;
    if (derivatives) memset(r->d, 0, sizeof r->d);
    if (!isnan(s->ratio) || !(n->exponent > 1 && n->a > 0 && n->b > 0 && p->P > 0)) return;
    if (p->P == p->Q && !derivatives) return;
    double beta = 2 * (1 / circle - 1), x = p->P == p->Q ? 1 : (n->b / n->a) * (n->b / n->a) * p->Q / p->P;
    double f[2] = {1 / (1 + x), x / (1 + x)};
    for (int j = 0; j < 2; j++) r->to[j] = 1 / (1 + beta * f[j]);
    for (int i = 0; i < 3 && derivatives; i++) {
        double ln_x = 2 * (n->dlnb[i] - n->dlna[i]) + (i == 1   ? -1 / p->P
                                                       : i == 2 ? 1 / p->Q
                                                                : 0),
               df = f[0] * f[1] * ln_x;
        r->d[i][0] = beta * r->to[0] * r->to[0] * df;
        r->d[i][1] = -beta * r->to[1] * r->to[1] * df;
    }
}

/* A linear law is a spring like any other. Curved bodies that meet for microseconds must not be damped by a fixed time: there
 *   mu_s = 2 zeta sqrt(m c_s),  m the reduced mass. */
static void spring_of(const stick_slip *s, const abut_patch *p, const abut_normal *n, bool derivatives, spring *k) {
    double mass = p->past->mass;
    bool curved = n->exponent > 1, scaled = curved && mass > 0 && isnan(s->time) && !s->own_damping;
    ratios r;
    ratios_of(s, p, n, derivatives, &r);
    k->s.whole = !curved || s->own_c;
    for (int j = 0; j < 2; j++) {
        double c = k->s.c[j] = s->own_c ? s->c : r.to[j] * n->k, time = isnan(s->time) ? USUAL_TIME : s->time;
        if (scaled) time = c > 0 ? 2 * s->zeta * sqrt(mass / c) : 0;
        k->mu[j] = s->own_damping ? s->damping : time * c;
        for (int i = 0; i < 3 && derivatives; i++) {
            k->s.dc[i][j] = s->own_c ? 0 : r.to[j] * n->dk[i] + r.d[i][j] * n->k;
            k->dmu[i][j] = s->own_damping ? 0 : (scaled ? 0.5 : 1) * time * k->s.dc[i][j];
        }
    }
}

typedef struct trial {
    spring k;
    layers_pull pull;
    double T[2], size; /* N */
    double limit, f;   /* N, f N: what the force is cut to where it is not free */
    bool slips, free;  /* free: below the limit, or without one */
} trial;

/* Slip against the force, m/s. */
static double ahead(const double T[2], const abut_patch *p) {
    double size = sqrt(T[0] * T[0] + T[1] * T[1]);
    return size > 0 ? -(T[0] * p->v1 + T[1] * p->v2) / size : plane_length(p->v1, p->v2);
}

/* T = S - mu_s v with the force S of the springs. Layers slide when all slip and the surfaces move on: while a load goes, they
 * give way the other way round, too. */
static void trial_of(const stick_slip *s, const abut_patch *p, const abut_normal *n, bool derivatives, trial *t) {
    const abut_friction_past *past = p->past;
    bool slid = past->mode == 2;
    t->f = slid ? s->mu : s->mu_static;
    spring_of(s, p, n, derivatives, &t->k);
    bool layered = !t->k.s.whole;
    layers_pull_of(&t->k.s, p, n, t->f, derivatives, &t->pull);
    t->T[0] = t->pull.S[0] - t->k.mu[0] * p->v1;
    t->T[1] = t->pull.S[1] - t->k.mu[1] * p->v2;
    t->size = sqrt(t->T[0] * t->T[0] + t->T[1] * t->T[1]);
    bool beyond = t->size > t->f * n->N;
    t->slips = past->hold ? slid : layered ? t->pull.margin < 0 && ahead(t->pull.S, p) > 0 : beyond;
    t->free = !t->slips && !(layered && beyond);
    if (t->slips) t->f = s->mu;
    t->limit = t->f * n->N;
}

/* ---- forces and derivatives ---- */
static void put(abut_traction *out, int local, double d1, double d2) {
    double *row = out->dT[local];
    row[ABUT_T1] = d1;
    row[ABUT_T2] = d2;
    row[ABUT_M1] = row[ABUT_M2] = row[ABUT_MN] = 0;
}

/* Rows of T = L e(X) with e the direction of X: dL e + (L/|X|)(1 - e e^T) dX. Free: T = X. */
typedef struct direction {
    double e[2], gain; /* gain = L/|X|; free: 1 and no projection */
    bool free;
} direction;

static void put_change(abut_traction *out, int local, const direction *d, double dL, double x1, double x2) {
    double along = d->free ? 0 : d->e[0] * x1 + d->e[1] * x2;
    put(out, local, dL * d->e[0] + d->gain * (x1 - along * d->e[0]), dL * d->e[1] + d->gain * (x2 - along * d->e[1]));
}

static void trial_rows(const trial *t, const abut_patch *p, const abut_normal *n, abut_traction *out) {
    static const int by[PULL_ROWS] = {ABUT_L_H, ABUT_L_P, ABUT_L_Q, ABUT_L_HDOT, ABUT_L_G1, ABUT_L_G2, ABUT_L_PHI};
    direction d = {.free = t->free, .gain = 1};
    if (!t->free) d = (direction){{t->T[0] / t->size, t->T[1] / t->size}, t->limit / t->size, false};
    for (int i = 0; i < PULL_ROWS; i++) {
        const double *x = t->pull.row[i], none[2] = {0, 0}, *dmu = i <= PULL_Q ? t->k.dmu[i] : none;
        double dL = t->free || i >= PULL_G1 ? 0 : t->f * n->dN[by[i]],
               turn = i == PULL_PHI ? t->k.mu[0] - t->k.mu[1] : 0;
        put_change(out, by[i], &d, dL, x[0] - dmu[0] * p->v1 - turn * p->v2, x[1] - dmu[1] * p->v2 - turn * p->v1);
    }
    put_change(out, ABUT_L_V1, &d, 0, -t->k.mu[0], 0);
    put_change(out, ABUT_L_V2, &d, 0, 0, -t->k.mu[1]);
    out->used = ABUT_L_POINT | ABUT_L_MEMORY;
    if (t->k.s.c[0] != t->k.s.c[1]) out->used |= 1U << ABUT_L_PHI;
}

/* Where a held slip goes: v, with a little of where it went before, so that it has a direction at rest, too. Against that
 * way the part along it falls to a quarter of the capture speed and no further: the force does not turn round within a step
 * that passes the end of the slip. */
typedef struct heading {
    double e[2], fast;     /* unit vector; m/s */
    double ahead[2], bend; /* where it went; change of the part along it by that of v, less 1 */
} heading;

static heading going(const stick_slip *s, const abut_patch *p) {
    const double *kept = p->past->kept;
    double size = sqrt(kept[0] * kept[0] + kept[1] * kept[1]), least = 0.25 * s->capture, w[2] = {p->v1, p->v2};
    heading d = {0};
    if (size > 0) {
        d.ahead[0] = -kept[0] / size;
        d.ahead[1] = -kept[1] / size;
        double v = d.ahead[0] * w[0] + d.ahead[1] * w[1], share = least / (least - fmin(v, 0)), more = 2 * least;
        if (v < 0) {
            more = least * (1 + share) - v;
            d.bend = share * share - 1;
        }
        for (int i = 0; i < 2; i++) w[i] += more * d.ahead[i];
    }
    d.fast = sqrt(w[0] * w[0] + w[1] * w[1]);
    for (int i = 0; i < 2 && d.fast > 0; i++) d.e[i] = w[i] / d.fast;
    return d;
}

static void held_slip(const stick_slip *s, const abut_patch *p, const abut_normal *n, bool derivatives,
                      abut_traction *out) {
    heading h = going(s, p);
    double limit = -s->mu * n->N;
    out->T[ABUT_T1] = limit * h.e[0];
    out->T[ABUT_T2] = limit * h.e[1];
    if (!derivatives) return;
    direction d = {{h.e[0], h.e[1]}, h.fast > 0 ? limit / h.fast : 0, false};
    for (int i = 0; i < 4; i++) put_change(out, i, &d, -s->mu * n->dN[i], 0, 0);
    for (int i = 0; i < 2; i++) {
        double along = h.bend * h.ahead[i];
        put_change(out, ABUT_L_V1 + i, &d, 0, (i == 0) + along * h.ahead[0], (i == 1) + along * h.ahead[1]);
    }
    out->used = ABUT_L_POINT;
}

static void force(const void *self, const abut_patch *p, const abut_normal *n, bool derivatives, abut_traction *out) {
    const stick_slip *s = self;
    trial t;
    trial_of(s, p, n, derivatives, &t);
    out->T[ABUT_M1] = out->T[ABUT_M2] = out->T[ABUT_MN] = 0;
    out->mode = t.slips ? 2 : 1;
    if (t.slips && p->past->hold)
        held_slip(s, p, n, derivatives, out);
    else {
        double scale = t.free ? 1 : t.limit / t.size;
        out->T[ABUT_T1] = scale * t.T[0];
        out->T[ABUT_T2] = scale * t.T[1];
        if (derivatives) trial_rows(&t, p, n, out);
    }
    out->loss = -(out->T[ABUT_T1] * p->v1 + out->T[ABUT_T2] * p->v2);
}

static unsigned uses(const void *self) {
    const stick_slip *s = self;
    bool round = s->own_c || !isnan(s->ratio); /* the same in all directions */
    return ABUT_L_POINT | ABUT_L_MEMORY | (round ? 0 : 1U << ABUT_L_PHI);
}

/* ---- memory ---- */

/* Slides with this force from now on. */
static void slide(const stick_slip *s, const abut_normal *n, const trial *t, const double T[2], double size,
                  abut_friction_past *next) {
    double scale = size > 0 ? s->mu * n->N / size : 0;
    next->mode = 2;
    next->kept[0] = scale * T[0];
    next->kept[1] = scale * T[1];
    if (!t->k.s.whole) layers_spread(next->kept, n, next);
}

/* Sticks on with the force that the spring has now. */
static void relax(const abut_normal *n, const trial *t, abut_friction_past *next) {
    next->kept[0] = t->pull.S[0];
    next->kept[1] = t->pull.S[1];
    if (!t->k.s.whole) layers_keep(&t->pull, n, next);
}

static void hold_on(const stick_slip *s, const abut_patch *p, const abut_normal *n, const trial *t,
                    abut_friction_past *next) {
    double speed = plane_length(p->v1, p->v2), drag[2] = {-p->v1, -p->v2};
    if (next->mode == 0) { /* fresh */
        next->mode = 1;
        relax(n, t, next);
        if (t->k.s.whole && t->size > s->mu_static * n->N) slide(s, n, t, drag, speed, next);
        next->armed = next->mode == 2 && speed > 2 * s->capture;
    } else if (next->mode == 1) {
        next->stay = !next->ended && t->k.s.whole;
        next->armed = false;
        relax(n, t, next);
        if (next->ended) slide(s, n, t, t->T, t->size, next);
    } else {
        heading d = going(s, p);
        double back[2] = {-d.e[0], -d.e[1]};
        slide(s, n, t, back, 1, next);
        if (next->ended) next->mode = 1;
        next->armed = !next->ended && (next->armed || speed > 2 * s->capture);
    }
}

static void commit(const void *self, const abut_patch *p, const abut_normal *n, abut_friction_past *next) {
    const stick_slip *s = self;
    trial t;
    trial_of(s, p, n, false, &t);
    double speed = plane_length(p->v1, p->v2);
    if (next->hold) {
        hold_on(s, p, n, &t, next);
    } else if (!t.slips) {
        next->stay = next->mode == 1 && t.k.s.whole;
        next->mode = 1;
        relax(n, &t, next);
        next->armed = false;
    } else {
        bool slower = next->armed || speed <= plane_length(next->v[0], next->v[1]);
        bool caught = next->mode == 2 && slower && speed < s->capture;
        next->armed = !caught && ((next->mode == 2 && next->armed) || speed > 2 * s->capture);
        slide(s, n, &t, t.T, t.size, next);
        if (caught) next->mode = 1;
    }
}

static double lasts(const void *self, const abut_patch *p, const abut_normal *n) {
    const stick_slip *s = self;
    trial t;
    trial_of(s, p, n, false, &t);
    if (p->past->mode == 2) {
        double v = ahead(p->past->kept, p);
        return p->past->armed ? v - s->capture : v + 0.25 * s->capture;
    }
    if (t.k.s.whole) return s->mu_static * n->N - t.size;
    return fmax(t.pull.margin, -ahead(t.pull.S, p) * n->N / s->capture);
}

static double speed(const void *self) { return ((const stick_slip *)self)->capture; }

static const abut_param_info params[] = {
    {.name = "mu", .unit = "1", .required = true, .low = 0, .high = 100, .meaning = "coefficient of sliding friction"},
    {.name = "mu_static",
     .unit = "1",
     .preset = NAN,
     .low = 0,
     .high = 100,
     .meaning = "of static friction; default mu"},
    {.name = "static_ratio",
     .unit = "1",
     .preset = NAN,
     .low = 1,
     .high = 100,
     .meaning = "static over sliding friction, instead of mu_static"},
    {.name = "stiffness",
     .unit = "N/m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the spring that sticks; default ratio times the slope of the normal law"},
    {.name = "ratio",
     .unit = "1",
     .preset = NAN,
     .low = 0,
     .high = 100,
     .open = true,
     .meaning = "tangential over normal stiffness; default 1 for a linear normal law, else that of Mindlin for "
                "materials and ellipse"},
    {.name = "damping",
     .unit = "N s/m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .meaning = "of the spring that sticks; default by damping_time or zeta"},
    {.name = "damping_time",
     .unit = "s",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .meaning =
         "damping over stiffness of the spring that sticks; default by zeta for curved bodies, 1e-4 s for points"},
    {.name = "zeta",
     .unit = "1",
     .preset = 0.02,
     .low = 0,
     .high = 10,
     .meaning = "damping ratio of the reduced mass of curved bodies on the spring that sticks"},
    {.name = "capture",
     .unit = "m/s",
     .preset = 2e-6,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "slip that was twice as fast sticks below this speed"},
    {0},
};

static const abut_choice examples[] = {
    {"stick_slip", {{.name = "mu", .value = 0.2}, {.name = "mu_static", .value = 0.3}}},
    {"stick_slip",
     {{.name = "mu", .value = 0.25},
      {.name = "static_ratio", .value = 1.1},
      {.name = "stiffness", .value = 1e6},
      {.name = "damping", .value = 100.0}}},
    {0},
};

const abut_friction_type friction_stick_slip = {
    .type = {"friction", "stick_slip", "dry friction that sticks: a spring from an anchor, then Coulomb's force",
             params, examples},
    .size = sizeof(stick_slip),
    .init = init,
    .speed = speed,
    .uses = uses,
    .force = force,
    .commit = commit,
    .lasts = lasts,
};
