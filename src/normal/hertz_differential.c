/* Hertz contact with the shape of the ellipse as integrated variables.
 *
 * form paper: states K, E, c (c = k^2), whose rates follow from the change of C = P/Q:
 *   [3 K'^2 - K K''] c' = 2 K'^2 C',  K' = (E - (1-c) K)/(2 c (1-c)),  c (1-c) K'' = K/4 - (1-2c) K',  dE/dc = (E - K)/(2c).
 *   Series near c = 0 (below 1e-3) where these cancel. Absolute errors of c are amplified by 1/(1-c): over C in [1e-5, 0.9]
 *   an integrator tolerance of 1e-6 leaves 19 % in the force.
 * form ln_beta: one state ln(1-c) with (ln beta)' = (ln C)'/sigma: no singularity, 10 to 10^4 times smaller error.
 *
 * The force uses a^2 = h/(P + (1-c) Q), F = pi a h/(2 D K). C = min/max has a corner where the principal curvatures cross;
 * the plain `hertz` law has no such limits and costs 20 ns. */
#include "base/constants.h"
#include "ellipse.h"
#include "numeric/elliptic.h"

typedef struct differential {
    bool ln_beta;
} differential;

static abut_status init(void *self, const abut_args *args) {
    ((differential *)self)->ln_beta = abut_arg_word(args, "form") == 1;
    return ABUT_OK;
}

static size_t states(const void *self) { return ((const differential *)self)->ln_beta ? 1 : 3; }

static abut_status force(const void *self, const abut_patch *p, const double *state, const abut_patch *first,
                         bool derivatives, abut_normal *out) {
    (void)first;
    if (!state) return ABUT_BAD_VALUE;
    bool ln_beta = ((const differential *)self)->ln_beta;
    double beta = ln_beta ? exp(state[0]) : 1 - state[2], M = ln_beta ? abut_agm(1, sqrt(beta)) : HALF_PI / state[0];
    if (!(beta > 0 && beta < 2 && M > 0 && M < 2)) return ABUT_NOT_FINITE;
    double form = p->P + beta * p->Q, kappa = sqrt(beta);
    double F = 4.0 / 3.0 * p->E_star * p->h * sqrt(p->h / form) * M; /* h AGM(a, b)/D */
    ellipse_law(p, kappa > 1 ? 1 : kappa, F, F, -0.5 / form, -0.5 * beta / form, derivatives, out);
    return ABUT_OK;
}

static void start(const void *self, const abut_patch *p, double *state) {
    double G, kappa;
    hertz_coefficients(p->P / p->Q, &G, &kappa);
    double c = (1 - kappa) * (1 + kappa);
    if (((const differential *)self)->ln_beta) {
        state[0] = 2 * log(kappa);
        return;
    }
    state[0] = abut_elliptic_K(c);
    state[1] = abut_elliptic_E(c);
    state[2] = c;
}

static void rate_paper(double C, double lnC_rate, const double *x, double *rate) {
    double K = x[0], E = x[1], c = x[2], dK, ddK, dE;
    if (c < 1e-3) {
        dK = HALF_PI * (0.25 + c * (9.0 / 32 + c * (75.0 / 256 + c * 1225.0 / 4096)));
        ddK = HALF_PI * (9.0 / 32 + c * (75.0 / 128 + c * 3675.0 / 4096));
        dE = -HALF_PI * (0.25 + c * (3.0 / 32 + c * (15.0 / 256 + c * 175.0 / 4096)));
    } else {
        dK = (E - (1 - c) * K) / (2 * c * (1 - c));
        ddK = (0.25 * K - (1 - 2 * c) * dK) / (c * (1 - c));
        dE = (E - K) / (2 * c);
    }
    double c_rate = 2 * dK * dK * C * lnC_rate / (3 * dK * dK - K * ddK);
    rate[0] = dK * c_rate;
    rate[1] = dE * c_rate;
    rate[2] = c_rate;
}

static void rate(const void *self, const abut_patch *p, const double *state, double *out) {
    double lnC_rate = p->P_rate / p->P - p->Q_rate / p->Q;
    if (!((const differential *)self)->ln_beta) {
        rate_paper(p->P / p->Q, lnC_rate, state, out);
        return;
    }
    double beta = fmin(exp(state[0]), 1), c = 1 - beta, s = agm_pass(sqrt(beta)).s;
    /* sigma = d ln C/d ln beta */
    out[0] = lnC_rate / (0.5 * (1 + 2 * s / (1 + c * s) + 2 * beta * s / (1 - c * s)));
}

static const abut_param_info params[] = {
    {.name = "form",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "paper|ln_beta",
     .meaning = "which variables are integrated: K, E, c as in the paper, or ln(b^2/a^2)"},
    ABUT_NORMAL_PARAMS("hunt_crossley"),
    {0},
};

static const abut_choice examples[] = {
    {"hertz_differential", {{.name = "form", .text = "paper"}}},
    {"hertz_differential", {{.name = "form", .text = "ln_beta"}}},
    {0},
};

const abut_normal_type normal_hertz_differential = {
    .type = {"normal", "hertz_differential", "Hertz with the ellipse shape as states of the integrator", params,
             examples},
    .size = sizeof(differential),
    .init = init,
    .force = force,
    .needs_material = true,
    .needs_curvature = true,
    .states = states,
    .start = start,
    .rate = rate,
};
