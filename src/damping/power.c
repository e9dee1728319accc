/* Viscous damping d(h) hdot with d = coefficient h^exponent.
 *
 * With exponent 1/4 on a Hertz contact of constant k = F/h^1.5 and mass m the impact is that of a linear oscillator in
 * h^(5/4): restitution e = exp(-pi zeta/sqrt(1 - zeta^2)) when released at h = 0 (`tension: 1`), d = zeta sqrt(5 m k) h^(1/4).
 * `restitution` with `mass` chooses zeta that way. Without tension release comes earlier and the restitution is higher:
 * exp(-(zeta/w)(pi - atan2(2 zeta w, 1 - 2 zeta^2))), w = sqrt(1 - zeta^2). An exponent below that of the elastic force
 * makes the total force negative before separation.
 *
 * `viscous` has a constant coefficient, or d = 2 zeta sqrt(m k) with the slope k of the elastic force: on a linear law that is
 * the oscillator with zeta, restitution exp(-2 zeta arccos(zeta)/w) when released at F = 0. */
#include "base/constants.h"
#include "damping.h"

typedef struct power {
    double c, exponent;
    double zeta_mass; /* zeta sqrt(5 m), or 2 zeta sqrt(m) of viscous; 0: c is used */
    bool slope;       /* d = zeta_mass sqrt(k), k = exponent F/h the slope of the elastic force; else sqrt(F/h) */
} power;

static abut_status init(void *self, const abut_args *args) {
    power *d = self;
    double c = abut_arg(args, "coefficient"), e = abut_arg(args, "restitution"), m = abut_arg(args, "mass");
    d->exponent = abut_arg(args, "exponent");
    if (isnan(c) == isnan(e))
        return abut_refuse_at(args, "coefficient", ABUT_MISSING, "give either coefficient or restitution and mass");
    if (isnan(e) != isnan(m))
        return abut_refuse_at(args, isnan(e) ? "restitution" : "mass", ABUT_MISSING,
                              "restitution and mass go together");
    d->c = isnan(c) ? 0 : c;
    if (isnan(e)) return ABUT_OK;
    if (d->exponent != 0.25)
        return abut_refuse_at(args, "exponent", ABUT_BAD_VALUE, "restitution needs exponent 0.25, got %g", d->exponent);
    double l = log(e);
    d->zeta_mass = -l / sqrt(PI * PI + l * l) * sqrt(5 * m);
    return ABUT_OK;
}

static abut_status init_viscous(void *self, const abut_args *args) {
    double c = abut_arg(args, "coefficient"), zeta = abut_arg(args, "zeta"), m = abut_arg(args, "mass");
    if (isnan(c) == isnan(zeta))
        return abut_refuse_at(args, "coefficient", ABUT_MISSING, "give either coefficient, or zeta and mass");
    if (isnan(zeta) != isnan(m))
        return abut_refuse_at(args, isnan(zeta) ? "zeta" : "mass", ABUT_MISSING, "zeta and mass go together");
    *(power *)self = (power){.c = c};
    if (isnan(c)) *(power *)self = (power){.zeta_mass = 2 * zeta * sqrt(m), .slope = true};
    return ABUT_OK;
}

static void apply(const void *self, const abut_patch *p, const abut_damping_memory *memory, abut_normal *n) {
    (void)memory;
    const power *w = self;
    double d, dh, dP = 0, dQ = 0;
    if (w->zeta_mass > 0) { /* d = zeta sqrt(5 m F/h), or 2 zeta sqrt(m k): follows e(P, Q) */
        d = w->zeta_mass * sqrt((w->slope ? n->exponent : 1) * n->N / p->h);
        double half = n->N > 0 ? 0.5 * d / n->N : 0; /* bodies that touch and carry nothing yet */
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
    .no_memory = true,
};

static const abut_param_info viscous_params[] = {
    {.name = "coefficient", .unit = "N s/m", .preset = NAN, .low = 0, .high = INFINITY, .meaning = "force per speed"},
    {.name = "zeta",
     .unit = "1",
     .preset = NAN,
     .low = 0,
     .high = 100,
     .open = true,
     .meaning = "instead of coefficient: part of the critical damping of mass on the slope k of the elastic force, "
                "2 zeta sqrt(mass k), and"},
    {.name = "mass",
     .unit = "kg",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "the mass that it is about"},
    {0},
};

static const abut_choice viscous_examples[] = {
    {"viscous", {{.name = "coefficient", .value = 50.0}}},
    {"viscous", {{.name = "zeta", .value = 0.6}, {.name = "mass", .value = 0.1}}},
    {0},
};

const abut_damping_type damping_viscous = {
    .type = {"damping", "viscous",
             "viscous with a constant coefficient, or part of the critical one (jumps at touch-down)", viscous_params,
             viscous_examples},
    .size = sizeof(power),
    .init = init_viscous,
    .apply = apply,
    .no_memory = true,
};
