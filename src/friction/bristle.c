/* LuGre: bristles that bend, z, with Stribeck friction when they slip through.
 *
 *   z' = v - |v| z/z_s(v),  T = -(c z + d z' + viscous v),  z_s = N [mu + (mu_static - mu) exp(-(v/v_stribeck)^2)]/c
 *
 * Over a step with displacement g the deflection is that of constant speed, exactly:
 *   z = z_0 E + g (1 - E)/x,  x = |g|/z_s,  E = exp(-x).
 * Below break-away the bristles creep under a varying load: friction that holds is `stick_slip`. */
#include <math.h>

#include "abut/extend.h"
#include "base/plane.h"

typedef struct bristle {
    double mu, extra;  /* extra = mu_static - mu */
    double c, ratio;   /* N/m, or over the slope of the normal law */
    double d, viscous; /* N s/m */
    double v_stribeck;
    bool own_c;
} bristle;

static abut_status init(void *self, const abut_args *args) {
    double mu = abut_arg(args, "mu"), mu_static = abut_arg(args, "mu_static");
    if (isnan(mu_static)) mu_static = mu;
    if (mu_static < mu)
        return abut_refuse_at(args, "mu_static", ABUT_BAD_VALUE, "mu_static %g is less than mu %g", mu_static, mu);
    if (abut_arg_given(args, "stiffness") && abut_arg_given(args, "ratio"))
        return abut_refuse_at(args, "ratio", ABUT_BAD_VALUE, "give either stiffness or ratio");
    *(bristle *)self = (bristle){.mu = mu,
                                 .extra = mu_static - mu,
                                 .c = abut_arg(args, "stiffness"),
                                 .ratio = abut_arg(args, "ratio"),
                                 .d = abut_arg(args, "damping"),
                                 .viscous = abut_arg(args, "viscous"),
                                 .v_stribeck = abut_arg(args, "v_stribeck"),
                                 .own_c = abut_arg_given(args, "stiffness")};
    return ABUT_OK;
}

typedef struct bent {
    double c, z[2], rate[2]; /* N/m; deflection and its rate */
    double g[2];             /* displacement; what is longer than any that matters is cut */
    double z_s, speed;
    double x, E, phi; /* phi = (1 - E)/x */
} bent;

/* (E - phi)/x, the derivative of phi, without loss of digits at 0 */
static double phi_slope(double x, double E, double phi) {
    return x > 1e-3 ? (E - phi) / x : -0.5 + x * (1.0 / 3 - x / 8);
}

static bent bend(const bristle *b, const abut_patch *p, const abut_normal *n) {
    static const double longest = 1e30; /* of x: products stay finite */
    const double *z0 = p->past->kept;
    double v2 = p->v1 * p->v1 + p->v2 * p->v2, i = 1 / (b->v_stribeck * b->v_stribeck);
    bent o = {.c = b->own_c ? b->c : b->ratio * n->k, .speed = sqrt(v2)};
    o.z_s = fmax(n->N * (b->mu + b->extra * exp(-v2 * i)) / o.c, 1e-30);
    double length = plane_length(p->past->g[0], p->past->g[1]),
           part = length > longest * o.z_s ? longest * o.z_s / length : 1;
    for (int j = 0; j < 2; j++) o.g[j] = part * p->past->g[j];
    o.x = part * length / o.z_s;
    o.E = exp(-o.x);
    o.phi = o.x > 1e-8 ? -expm1(-o.x) / o.x : 1 - 0.5 * o.x;
    const double v[2] = {p->v1, p->v2};
    for (int j = 0; j < 2; j++) {
        o.z[j] = z0[j] * o.E + o.g[j] * o.phi;
        o.rate[j] = v[j] - o.speed * o.z[j] / o.z_s;
    }
    return o;
}

/* Row of T for changes of c, z_s, z, v. */
typedef struct change {
    double c, z_s, z[2], v[2], speed;
} change;

static void put_change(const bristle *b, const bent *o, int local, const change *d, abut_traction *out) {
    double *row = out->dT[local];
    for (int j = 0; j < 2; j++) {
        double rate = d->v[j] - (d->speed * o->z[j] + o->speed * d->z[j]) / o->z_s +
                      o->speed * o->z[j] * d->z_s / (o->z_s * o->z_s);
        row[ABUT_T1 + j] = -(d->c * o->z[j] + o->c * d->z[j] + b->d * rate + b->viscous * d->v[j]);
    }
    row[ABUT_M1] = row[ABUT_M2] = row[ABUT_MN] = 0;
}

/* The deflection goes with z_s and with g. */
static void bend_more(const abut_patch *p, const bent *o, double dx, double dz_s, change *d) {
    const double *g = o->g, *z0 = p->past->kept;
    double slope = phi_slope(o->x, o->E, o->phi);
    for (int j = 0; j < 2; j++) d->z[j] += (g[j] * slope - z0[j] * o->E) * dx;
    d->z_s = dz_s;
}

static void rows(const bristle *b, const abut_patch *p, const abut_normal *n, const bent *o, abut_traction *out) {
    static const int by_k[3] = {ABUT_L_H, ABUT_L_P, ABUT_L_Q};
    double i = 1 / (b->v_stribeck * b->v_stribeck), e = b->extra * exp(-o->speed * o->speed * i);
    double length = o->x * o->z_s;
    for (int l = 0; l < 4; l++) { /* h, hdot, P, Q by N and by the slope */
        change d = {0};
        double dz_s = n->N > 0 ? o->z_s * n->dN[l] / n->N : 0;
        for (int m = 0; m < 3; m++)
            if (by_k[m] == l && !b->own_c) d.c = b->ratio * n->dk[m];
        dz_s -= o->z_s * d.c / o->c;
        bend_more(p, o, -o->x * dz_s / o->z_s, dz_s, &d);
        put_change(b, o, l, &d, out);
    }
    for (int j = 0; j < 2; j++) {
        double v = j ? p->v2 : p->v1, dz_s = -2 * v * i * e * n->N / o->c;
        change d = {.speed = o->speed > 0 ? v / o->speed : 0};
        d.v[j] = 1;
        bend_more(p, o, -o->x * dz_s / o->z_s, dz_s, &d);
        put_change(b, o, ABUT_L_V1 + j, &d, out);
        change s = {0};
        s.z[j] = o->phi;
        bend_more(p, o, length > 0 ? o->g[j] / (length * o->z_s) : 0, 0, &s);
        put_change(b, o, ABUT_L_G1 + j, &s, out);
    }
    out->used = ABUT_L_POINT | ABUT_L_MEMORY;
}

static void force(const void *self, const abut_patch *p, const abut_normal *n, bool derivatives, abut_traction *out) {
    const bristle *b = self;
    bent o = bend(b, p, n);
    const double v[2] = {p->v1, p->v2};
    for (int j = 0; j < 2; j++) out->T[ABUT_T1 + j] = -(o.c * o.z[j] + b->d * o.rate[j] + b->viscous * v[j]);
    out->T[ABUT_M1] = out->T[ABUT_M2] = out->T[ABUT_MN] = 0;
    out->loss = -(out->T[ABUT_T1] * p->v1 + out->T[ABUT_T2] * p->v2);
    out->mode = plane_length(o.z[0], o.z[1]) < 0.99 * o.z_s ? 1 : 2;
    if (derivatives) rows(b, p, n, &o, out);
}

static unsigned uses(const void *self) {
    (void)self;
    return ABUT_L_POINT | ABUT_L_MEMORY;
}

static void commit(const void *self, const abut_patch *p, const abut_normal *n, abut_friction_past *next) {
    bent o = bend(self, p, n);
    next->mode = plane_length(o.z[0], o.z[1]) < 0.99 * o.z_s ? 1 : 2;
    next->kept[0] = o.z[0];
    next->kept[1] = o.z[1];
}

static double speed(const void *self) { return ((const bristle *)self)->v_stribeck; }

static const abut_param_info params[] = {
    {.name = "mu", .unit = "1", .required = true, .low = 0, .high = 100, .meaning = "coefficient of sliding friction"},
    {.name = "mu_static",
     .unit = "1",
     .preset = NAN,
     .low = 0,
     .high = 100,
     .meaning = "of static friction; default mu"},
    {.name = "v_stribeck",
     .unit = "m/s",
     .preset = 1e-3,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "speed scale of the fall from static to sliding friction"},
    {.name = "stiffness",
     .unit = "N/m",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the bristles; default ratio times the slope of the normal law"},
    {.name = "ratio",
     .unit = "1",
     .preset = 1,
     .low = 0,
     .high = 100,
     .open = true,
     .meaning = "stiffness of the bristles over that of the normal law"},
    {.name = "damping", .unit = "N s/m", .preset = 0, .low = 0, .high = INFINITY, .meaning = "of the bristles"},
    {.name = "viscous", .unit = "N s/m", .preset = 0, .low = 0, .high = INFINITY, .meaning = "force per slip speed"},
    {0},
};

static const abut_choice examples[] = {
    {"bristle", {{.name = "mu", .value = 0.2}, {.name = "mu_static", .value = 0.3}}},
    {"bristle",
     {{.name = "mu", .value = 0.2},
      {.name = "stiffness", .value = 1e6},
      {.name = "damping", .value = 100.0},
      {.name = "viscous", .value = 2.0}}},
    {0},
};

const abut_friction_type friction_bristle = {
    .type = {"friction", "bristle", "LuGre: bristles that bend and slip through", params, examples},
    .size = sizeof(bristle),
    .init = init,
    .speed = speed,
    .uses = uses,
    .force = force,
    .commit = commit,
};
