/* The volumetric laws on the elliptic overlap of two quadrics.
 *
 *   V = pi h^2/(2 sqrt(PQ)),  S = pi h/sqrt(PQ) (the papers print half of it),  p = 4 sqrt(h/P) E(c_1),  c_1 = 1 - P/Q.
 *
 * volumetric: F = (5/4) phi(rho) E* V/sqrt(S), rho = 4 pi S/p^2 = (pi^2/4) sqrt(P/Q)/E(c_1)^2 the isoperimetric quotient,
 *   phi = rho^(-1/4) psi(l), l = ln(1/rho); psi by a polynomial of degree 7 fitted to exact Hertz: within 0.00025 % for
 *   b/a >= 1.3e-4; beyond that its asymptotic form exp(l/4)/(l + c), within 0.0008 % at 1e-4 and 0.7 % at b/a = 1e-8.
 * volumetric_vilke: formula (9) as printed in the first paper,
 *   F = 0.357469 (2/3) pi E* sqrt(E(c_1)) P^(-3/8) Q^(-1/8) h^(3/2),
 *   -0.475 % ... +0.461 % for b/a >= 0.1, -9.2 % at 0.01, -27.9 % at 0.001. (The third paper prints Q^(-3/8): wrong.)
 *
 * dE/dc_1 = -D/2 with D = K (1 + c_1 s)/2: no cancellation at the circle. */
#include "volumetric.h"
#include "base/constants.h"
#include "ellipse.h"
#include "numeric/elliptic.h"

typedef struct perimeter {
    double E, dlnE_dP, dlnE_dQ; /* E(1 - P/Q) and its logarithmic derivatives */
} perimeter;

static perimeter perimeter_of(const abut_patch *p) {
    double beta = p->P / p->Q, m = (p->Q - p->P) / p->Q;
    agm_sums sums = agm_pass(sqrt(beta));
    double K = PI / (2 * sums.M), ms = m * sums.s;
    double E = 0.5 * K * ((1 - ms) + beta * (1 + ms)), dE = -0.25 * K * (1 + ms);
    return (perimeter){E, -dE / (E * p->Q), dE * beta / (E * p->Q)};
}

double volumetric_psi(double l, double *dln) {
    static const double c[8] = {0.8510789548058049,     -0.023669625063834163, 0.017036257227460622,
                                0.0012617314261818863,  -0.000554111370244578, 9.683162308110415e-05,
                                -7.552891939104681e-06, 2.421269065750394e-07};
    const double edge = 7.0, value = 1.56078148712961,
                 shift = 3.411675509046935; /* value and slope continue the polynomial */
    if (l > edge) {
        *dln = 0.25 - 1 / (l + shift);
        return value * exp(0.25 * (l - edge)) * (edge + shift) / (l + shift);
    }
    double y = c[7], dy = 0;
    for (int i = 6; i >= 0; i--) dy = dy * l + y, y = y * l + c[i];
    *dln = dy / y;
    return y;
}

static void finish(const abut_patch *p, double F, double dlnP, double dlnQ, bool derivatives, abut_normal *out) {
    double G, kappa;
    hertz_coefficients(p->P / p->Q, &G, &kappa);
    ellipse_law(p, kappa, ellipse_force(G, p), F, dlnP, dlnQ, derivatives, out);
}

static abut_status force(const void *self, const abut_patch *p, const double *state, const abut_patch *first,
                         bool derivatives, abut_normal *out) {
    (void)self, (void)state, (void)first;
    perimeter e = perimeter_of(p);
    double root = sqrt(p->P / p->Q), rho = 0.25 * PI * PI * root / (e.E * e.E), dlnpsi;
    double l = -log(rho), phi = volumetric_psi(l > 0 ? l : 0, &dlnpsi) / sqrt(sqrt(rho));
    /* F = (5/8) sqrt(pi) phi E* h^(3/2)/(PQ)^(1/4) */
    double F = 0.625 * sqrt(PI) * phi * p->E_star * p->h * sqrt(p->h) / sqrt(sqrt(p->P) * sqrt(p->Q));
    double dlnrho_P = 0.5 / p->P - 2 * e.dlnE_dP, dlnrho_Q = -0.5 / p->Q - 2 * e.dlnE_dQ;
    double slope = -0.25 - dlnpsi; /* d ln phi/d ln rho */
    finish(p, F, slope * dlnrho_P - 0.25 / p->P, slope * dlnrho_Q - 0.25 / p->Q, derivatives, out);
    return ABUT_OK;
}

static abut_status force_vilke(const void *self, const abut_patch *p, const double *state, const abut_patch *first,
                               bool derivatives, abut_normal *out) {
    (void)self, (void)state, (void)first;
    perimeter e = perimeter_of(p);
    double P8 = sqrt(sqrt(sqrt(p->P))), Q8 = sqrt(sqrt(sqrt(p->Q)));
    double F = 0.357469 * (2 * PI / 3) * p->E_star * sqrt(e.E) / (P8 * P8 * P8 * Q8) * p->h * sqrt(p->h);
    finish(p, F, 0.5 * e.dlnE_dP - 0.375 / p->P, 0.5 * e.dlnE_dQ - 0.125 / p->Q, derivatives, out);
    return ABUT_OK;
}

static const abut_param_info params[] = {
    ABUT_NORMAL_PARAMS("hunt_crossley"),
    ABUT_NORMAL_CONSERVATIVE,
    {.name = "overlap",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "ellipse|general",
     .meaning = "ellipse: by the curvatures at the opposing points; general: the true overlap, also along lines, over "
                "areas and "
                "at edges"},
    {.name = "nodes",
     .unit = "1",
     .preset = 4,
     .low = 3,
     .high = 12,
     .meaning = "general: fineness of the quadrature, a whole number"},
    {0},
};
static const abut_param_info params_vilke[] = {ABUT_NORMAL_PARAMS("hunt_crossley"), ABUT_NORMAL_CONSERVATIVE, {0}};

static const abut_choice examples[] = {
    {"volumetric", {{0}}},
    {0},
};

const abut_normal_type normal_volumetric = {
    .type = {"normal", "volumetric", "from volume, area and perimeter of the overlap, fitted to Hertz", params,
             examples},
    .size = sizeof(volumetric),
    .init = volumetric_init,
    .force = force,
    .needs_material = true,
    .needs_curvature = true,
    .no_memory = true,
    .over_gap = volumetric_over_gap,
    .gap_force = volumetric_gap_force,
};

static const abut_choice examples_vilke[] = {
    {"volumetric_vilke", {{0}}},
    {0},
};

const abut_normal_type normal_volumetric_vilke = {
    .type = {"normal", "volumetric_vilke",
             "the volumetric force formula of Vilke, within 0.5 % of Hertz for b/a >= 0.1", params_vilke,
             examples_vilke},
    .force = force_vilke,
    .needs_material = true,
    .needs_curvature = true,
    .no_memory = true,
};
