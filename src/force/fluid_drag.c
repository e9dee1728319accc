/* Drag: a ball or a roller b that moves and turns in a fluid, or a mixture of oil and air, that stands still with body a.
 *
 * rho and mu are those of the oil, x its share of the volume, nu = mu/rho; A = pi D^2/4, v and w of b relative to the material of a.
 *   ball    F = -1/2 x rho C A |v| v,   C = 24/Re (1 + 0.15 Re^0.687) + 0.42/(1 + 42500 Re^-1.16),   Re = |v| D/nu
 *           M = -1/2 x rho r^5 c |w| w,   c = 6.45/Re^(1/2) + 32.1/Re,   Re = |w| r^2/nu
 *   roller  F = -1/2 x rho C D l |v| v,   C = 1 + 10 Re^(-2/3); its spin is free
 * C of the ball: Schiller and Naumann with the part of Clift and Gauvin (1971) for greater Re, up to 3e5, 6 % of measurements; c: Dennis,
 * Singh and Ingham (1980), Re 20 to 4e4; C of the roller: White (Viscous Fluid Flow), Re 1 to 2e5. All recalled. A mixture has the kinematic
 * viscosity of its oil, and its forces are x of those in oil alone. Bodies one behind the other shield each other: `factor`.
 * Speeds count as at least 0.1 mm/s and 0.01 rad/s in the roots, where their slopes would have no bound. */
#include <math.h>

#include "arguments.h"
#include "base/constants.h"
#include "relative.h"

static const double SLOW = 1e-4, SLOW_SPIN = 1e-2; /* m/s, rad/s */

typedef struct drag {
    double D, l;    /* m; l 0: a ball */
    double rho, nu; /* kg/m^3, of the mixture and with the factor; m^2/s */
} drag;

static abut_status init(void *me, const abut_args *args) {
    double rho = abut_arg(args, "density");
    *(drag *)me = (drag){.D = abut_arg(args, "diameter"),
                         .l = abut_arg(args, "length"),
                         .rho = rho * abut_arg(args, "fraction") * abut_arg(args, "factor"),
                         .nu = abut_arg(args, "viscosity") / rho};
    return ABUT_OK;
}

/* Force over speed, and its slope by the speed. */
static double ball_gain(const drag *s, double v, double *slope) {
    double Re = v * s->D / s->nu, thick = 0.15 * pow(Re, 0.687), q = 42500 * pow(Re, -1.16);
    double viscous = 3 * PI * s->rho * s->nu * s->D, inertial = 0.5 * s->rho * 0.25 * PI * s->D * s->D * 0.42;
    *slope = viscous * 0.687 * thick / v + inertial * (1 + 2.16 * q) / ((1 + q) * (1 + q));
    return viscous * (1 + thick) + inertial * v / (1 + q);
}

static double roller_gain(const drag *s, double v, double *slope) {
    double area = 0.5 * s->rho * s->D * s->l, thick = 10 * cbrt(s->nu * s->nu / (s->D * s->D) * v);
    *slope = area * (1 + thick / (3 * v));
    return area * (v + thick);
}

/* Moment over spin. */
static double churn_gain(const drag *s, double w, double *slope) {
    double r = 0.5 * s->D, layer = 0.5 * s->rho * 6.45 * r * r * r * r * sqrt(s->nu * w);
    *slope = 0.5 * layer / w;
    return layer + 0.5 * s->rho * 32.1 * r * r * r * s->nu;
}

/* -gain(|v|) v with |v| never below `slow`. */
static dvec against(const drag *s, dvec v, double slow, double (*gain)(const drag *, double, double *)) {
    double slope;
    dual size = dual_sqrt(dual_add(dvec_dot(v, v), dual_of(slow * slow)));
    double g = gain(s, size.v, &slope);
    return dvec_neg(dvec_scale((dual){g, slope * size.d}, v));
}

static void eval(const void *me, const force_places *places, dual t, const body_motion *a, const body_motion *b,
                 force_out *out) {
    (void)t;
    const drag *self = me;
    relative_place p = relative_place_of(places, a, b);
    dvec F = against(self, p.v, SLOW, self->l > 0 ? roller_gain : ball_gain);
    relative_push(&p, F, out);
    out->loss -= v3_dot(F.v, p.v.v);
    if (self->l > 0) return;
    dvec w = dvec_sub(motion_spin(b), motion_spin(a)), M = against(self, w, SLOW_SPIN, churn_gain);
    relative_turn(M, out);
    out->loss -= v3_dot(M.v, w.v);
}

static const abut_param_info params[] = {
    {.name = "diameter",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the second body, a ball or a roller about its attachment point"},
    {.name = "length", .unit = "m", .low = 0, .high = INFINITY, .meaning = "of a roller; 0: a ball"},
    {.name = "density",
     .unit = "kg/m^3",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the fluid"},
    {.name = "viscosity",
     .unit = "Pa s",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the fluid"},
    {.name = "fraction",
     .unit = "1",
     .preset = 1,
     .low = 0,
     .high = 1,
     .meaning = "share of the fluid in the volume, the rest being air"},
    {.name = "factor",
     .unit = "1",
     .preset = 1,
     .low = 0,
     .high = 10,
     .meaning = "of forces and moments: below 1 where bodies shield each other"},
    {0},
};

static const abut_choice examples[] = {
    {"fluid_drag",
     {{.name = "diameter", .value = 0.01},
      {.name = "density", .value = 870},
      {.name = "viscosity", .value = 0.02},
      {.name = "fraction", .value = 0.03}}},
    {"fluid_drag",
     {{.name = "diameter", .value = 0.01},
      {.name = "length", .value = 0.012},
      {.name = "density", .value = 870},
      {.name = "viscosity", .value = 0.02},
      {.name = "factor", .value = 0.5}}},
    {0},
};

const force_type force_fluid_drag = {
    .type = {"force", "fluid_drag",
             "a ball or roller in a fluid, or a mixture of oil and air, that stands with the first body", params,
             examples},
    .size = sizeof(drag),
    .bodies = 2,
    .round = true,
    .init = init,
    .eval = eval,
};
