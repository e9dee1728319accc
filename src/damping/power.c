/* Viscous damping d(h) hdot with d = coefficient h^exponent.
 *
 * With exponent 1/4 on a Hertz contact of constant k = F/h^1.5 and mass m the impact is that of a linear oscillator in
 * h^(5/4): restitution e = exp(-pi zeta/sqrt(1 - zeta^2)) when released at h = 0 (`tension: 1`), d = zeta sqrt(5 m k) h^(1/4).
 * `restitution` with `mass` chooses zeta that way. Without tension release comes earlier and the restitution is higher:
 * exp(-(zeta/w)(pi - atan2(2 zeta w, 1 - 2 zeta^2))), w = sqrt(1 - zeta^2). An exponent below that of the elastic force
 * makes the total force negative before separation. */
#include "damping.h"

typedef struct power {
    double c, exponent;
    double zeta_mass; /* zeta sqrt(5 m); 0: c is used */
} power;

static abut_status init(void *self, const abut_args *args) {
    power *d = self;
    double c = abut_arg(args, "coefficient"), e = abut_arg(args, "restitution"), m = abut_arg(args, "mass");
    d->exponent = abut_arg(args, "exponent");
    if (isnan(c) == isnan(e)) return abut_refuse(args, ABUT_MISSING, "give either coefficient or restitution and mass");
    if (isnan(e) != isnan(m)) return abut_refuse(args, ABUT_MISSING, "restitution and mass go together");
    d->c = isnan(c) ? 0 : c;
    if (isnan(e)) return ABUT_OK;
    if (d->exponent != 0.25)
        return abut_refuse(args, ABUT_BAD_VALUE, "restitution needs exponent 0.25, got %g", d->exponent);
    double l = log(e), pi = 3.14159265358979323846;
    d->zeta_mass = -l / sqrt(pi * pi + l * l) * sqrt(5 * m);
    return ABUT_OK;
}

static abut_status init_viscous(void *self, const abut_args *args) {
    *(power *)self = (power){.c = abut_arg(args, "coefficient")};
    return ABUT_OK;
}

static void apply(const void *self, const abut_patch *p, const abut_damping_memory *memory, abut_normal *n) {
    (void)memory;
    const power *w = self;
    double d, dh, dP = 0, dQ = 0;
    if (w->zeta_mass > 0) { /* d = zeta sqrt(5 m F/h): follows e(P, Q) */
        d = w->zeta_mass * sqrt(n->N / p->h);
        double half = 0.5 * d / n->N;
        dh = half * n->dN[0] - 0.5 * d / p->h;
        dP = half * n->dN[2];
        dQ = half * n->dN[3];
    } else {
        d = w->exponent == 0 ? w->c : w->c * pow(p->h, w->exponent);
        dh = w->exponent * d / p->h;
    }
    n->N += d * p->hdot;
    n->dN[0] += dh * p->hdot;
    n->dN[1] = d;
    n->dN[2] += dP * p->hdot;
    n->dN[3] += dQ * p->hdot;
    n->loss = d * p->hdot * p->hdot;
}

static const abut_param_info params[] = {
    {.name = "coefficient",
     .unit = "N s/m^(1+exponent)",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .meaning = "of d(h) = coefficient h^exponent"},
    {.name = "exponent", .unit = "1", .preset = 0.25, .low = 0, .high = 10, .meaning = "power of h"},
    {.name = "restitution",
     .unit = "1",
     .preset = NAN,
     .low = 0.01,
     .high = 1,
     .meaning = "wanted ratio of speeds, with mass, for exponent 1/4, an elastic law F ~ h^1.5 and release at h = 0"},
    {.name = "mass",
     .unit = "kg",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "effective mass of the impact, with restitution"},
    {0},
};

static const abut_choice examples[] = {
    {"power", {{.name = "coefficient", .value = 1e4}}},
    {"power", {{.name = "restitution", .value = 0.8}, {.name = "mass", .value = 0.1}}},
    {0},
};

const abut_damping_type damping_power = {
    .type = {"damping", "power", "viscous, d = coefficient h^exponent", params, examples},
    .size = sizeof(power),
    .init = init,
    .apply = apply,
};

static const abut_param_info viscous_params[] = {
    {.name = "coefficient",
     .unit = "N s/m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .meaning = "force per speed"},
    {0},
};

static const abut_choice viscous_examples[] = {
    {"viscous", {{.name = "coefficient", .value = 50.0}}},
    {0},
};

const abut_damping_type damping_viscous = {
    .type = {"damping", "viscous", "viscous with a constant coefficient (jumps at touch-down)", viscous_params,
             viscous_examples},
    .size = sizeof(power),
    .init = init_viscous,
    .apply = apply,
};
