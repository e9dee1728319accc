/* Friction of a lubricated contact of rough surfaces: film and asperities share the load (src/mixed/), the film is sheared, the
 * asperities slide.
 *   patch point    the slip of the contact point, T = -tau(|v|) v/|v|; the pressure is Hertz's all the same
 *   patch ellipse  the slip of every point of the ellipse (mixed_ellipse.c), which adds spin and differential slip
 *   rolling        a moment against the tangential part w of the relative rotation, by the resistance F_R of the inlet:
 *                  M = -(F_R/rho_x) c/sqrt(c^2 + v_eps^2), c = w/rho_x. In pure rolling |c| is the mean surface speed and the
 *                  loss F_R |c|. It depends on relative quantities only.
 * Film, pressure and area are those of the whole normal force N, damping included; without N there is no friction. */
#include "mixed.h"

#include <math.h>

static abut_status init(void *self, const abut_args *args) {
    mixed_law *m = self;
    double count = abut_arg(args, "strips"), p_k = abut_arg(args, "p_k");
    m->mu = abut_arg(args, "mu_boundary");
    m->tau = abut_arg(args, "tau_boundary");
    m->v_eps = abut_arg(args, "v_eps");
    m->rolling = abut_arg(args, "rolling");
    m->pressure_tanh = abut_arg_word(args, "model") == 1;
    m->p_k = isnan(p_k) ? 0 : p_k;
    m->ellipse = abut_arg_word(args, "patch") == 1;
    if (!isnan(p_k) && !m->pressure_tanh)
        return abut_refuse_at(args, "p_k", ABUT_BAD_VALUE, "p_k belongs to model: pressure_tanh, leave it out");
    if (count != 2 * floor(count / 2))
        return abut_refuse_at(args, "strips", ABUT_BAD_VALUE, "strips must be even, got %g", count);
    if (m->ellipse) mixed_nodes_make((int)count, &m->nodes);
    return ABUT_OK;
}

static unsigned uses(const void *self) {
    const mixed_law *m = self;
    if (m->ellipse) return ((1U << ABUT_LOCALS) - 1) & ~ABUT_L_MEMORY;
    return ABUT_L_POINT | ABUT_L_ROLLING | (m->rolling > 0 ? 1U << ABUT_L_W1 | 1U << ABUT_L_W2 : 0);
}

/* ---- one evaluation ---- */
static const double LEAST = 1e-30; /* N, m/s: less counts as none */

/* False: no load, or surfaces without a Hertz contact. */
static bool begin(const mixed_law *m, const abut_patch *p, const abut_normal *n, mixed_case *k) {
    const abut_film_contact *f = p->film;
    bool line = p->length > 0;
    if (!(n->N > LEAST) || !(p->Q > 0) || !(line || p->P > 0)) return false;
    double u1 = line ? 0 : p->u1, speed = sqrt(u1 * u1 + p->u2 * p->u2 + f->law.u_eps * f->law.u_eps);
    bool moving = speed > LEAST;
    *k = (mixed_case){.law = m,
                      .p = p,
                      .n = n,
                      .c = {.E_prime = f->E_prime,
                            .rho_x = 2 * p->Q,
                            .rho_y = line ? 0 : 2 * p->P,
                            .length = p->length,
                            .film = f->law,
                            .oil = f->oil,
                            .rough = f->rough,
                            .mu_boundary = m->mu,
                            .tau_boundary = m->tau,
                            .v_eps = m->v_eps},
                      .speed = moving ? speed : 0,
                      .by_u = {moving ? u1 / speed / speed : 0, moving ? p->u2 / speed / speed : 0}};
    abut_status s = m->pressure_tanh ? strength_pressure_tanh(&k->c, m->p_k, n->N, k->speed, &k->s)
                                     : strength_load_sharing(&k->c, n->N, k->speed, &k->s);
    if (s) k->s = (strength){.boundary = NAN}; /* the element takes it for a state it cannot evaluate */
    return true;
}

void mixed_chain(const mixed_case *k, const double by[SHARE_BY], double row[ABUT_BY]) {
    double per_N = by[SHARE_F] / k->n->N;
    for (int i = 0; i < ABUT_BY; i++) row[i] = per_N * k->n->dN[i];
    if (k->c.rho_y > 0) row[2] += by[SHARE_RHO_Y] / k->p->P;
    row[3] += by[SHARE_RHO_X] / k->p->Q;
    row[4] += by[SHARE_SPEED] * k->by_u[0];
    row[5] += by[SHARE_SPEED] * k->by_u[1];
}

static void clear(unsigned used, abut_traction *out) {
    for (int j = 0; j < ABUT_TRACTIONS; j++) out->T[j] = 0;
    out->used = used;
    for (int i = 0; i < ABUT_LOCALS; i++)
        for (int j = 0; j < ABUT_TRACTIONS; j++) out->dT[i][j] = 0;
}

static void at_a_point(const mixed_case *k, bool derivatives, abut_traction *out) {
    double v1 = k->p->v1, v2 = k->p->v2, v = sqrt(v1 * v1 + v2 * v2);
    friction_parts f = friction_at(&k->c, &k->s, v);
    out->T[ABUT_T1] = -f.gain * v1;
    out->T[ABUT_T2] = -f.gain * v2;
    out->film.T_fluid = f.fluid;
    out->film.T_boundary = f.boundary;
    out->film.loss_fluid = f.fluid * v;
    out->film.loss_boundary = f.boundary * v;
    if (!derivatives) return;
    double e1 = v > 0 ? v1 / v : 0, e2 = v > 0 ? v2 / v : 0, bend = f.by_v - f.gain, row[ABUT_BY];
    mixed_chain(k, f.by, row);
    for (int i = 0; i < ABUT_BY; i++) {
        out->dT[mixed_local(i)][ABUT_T1] = -e1 * row[i];
        out->dT[mixed_local(i)][ABUT_T2] = -e2 * row[i];
    }
    out->dT[ABUT_L_V1][ABUT_T1] = -f.gain - bend * e1 * e1;
    out->dT[ABUT_L_V1][ABUT_T2] = out->dT[ABUT_L_V2][ABUT_T1] = -bend * e1 * e2;
    out->dT[ABUT_L_V2][ABUT_T2] = -f.gain - bend * e2 * e2;
}

/* F_R drags either surface; the pressure that balances both acts 2 F_R/(rho N) ahead of the middle. The moment
 * -(2 F_R/rho) c/sqrt(c^2 + v_eps^2) with c = w/rho: -g w, g = 2 F_R/(rho sqrt(w^2 + (rho v_eps)^2)). */
static void roll(const mixed_case *k, bool derivatives, abut_traction *out) {
    double w1 = k->p->w1, w2 = k->p->w2, rho = k->c.rho_x, slow = rho * k->law->v_eps, by[SHARE_BY];
    double F = k->law->rolling * rolling_force(&k->c, k->n->N, k->speed, by);
    double size2 = w1 * w1 + w2 * w2 + slow * slow, size = sqrt(size2), gain = 2 * F / (rho * size);
    out->T[ABUT_M1] -= gain * w1;
    out->T[ABUT_M2] -= gain * w2;
    out->film.T_rolling = F * sqrt(w1 * w1 + w2 * w2) / size;
    out->film.loss_rolling = gain * (w1 * w1 + w2 * w2);
    if (!derivatives) return;
    double row[ABUT_BY];
    for (int i = 0; i < SHARE_BY; i++) by[i] *= 2 * k->law->rolling / (rho * size);
    by[SHARE_RHO_X] -= gain * (1 + slow * slow / size2);
    mixed_chain(k, by, row);
    for (int i = 0; i < ABUT_BY; i++) {
        out->dT[mixed_local(i)][ABUT_M1] -= row[i] * w1;
        out->dT[mixed_local(i)][ABUT_M2] -= row[i] * w2;
    }
    out->dT[ABUT_L_W1][ABUT_M1] -= gain * (1 - w1 * w1 / size2);
    out->dT[ABUT_L_W2][ABUT_M1] += gain * w1 * w2 / size2;
    out->dT[ABUT_L_W1][ABUT_M2] += gain * w1 * w2 / size2;
    out->dT[ABUT_L_W2][ABUT_M2] -= gain * (1 - w2 * w2 / size2);
}

static void force(const void *self, const abut_patch *p, const abut_normal *n, bool derivatives, abut_traction *out) {
    const mixed_law *m = self;
    mixed_case k;
    out->loss = 0;
    out->mode = p->v1 * p->v1 + p->v2 * p->v2 < m->v_eps * m->v_eps ? 1 : 2;
    if (derivatives)
        clear(uses(self), out);
    else
        for (int i = 0; i < ABUT_TRACTIONS; i++) out->T[i] = 0;
    if (!begin(m, p, n, &k)) return;
    if (m->ellipse && k.c.rho_y > 0)
        mixed_ellipse(&k, derivatives, out);
    else
        at_a_point(&k, derivatives, out);
    if (m->rolling > 0) roll(&k, derivatives, out);
    abut_film_state *f = &out->film;
    f->fluid_share = k.s.phi;
    f->h_c = k.s.h;
    f->h_min = k.s.h_min;
    f->lambda = k.c.rough.sigma > 0 ? k.s.h_min / k.c.rough.sigma : 0;
    out->loss = f->loss_fluid + f->loss_boundary + f->loss_rolling;
}

static double speed(const void *self) { return ((const mixed_law *)self)->v_eps; }

static bool wet(const void *self, abut_wet *out) {
    const mixed_law *m = self;
    const mixed_nodes *n = &m->nodes;
    *out = (abut_wet){m->mu, m->v_eps, m->rolling, m->ellipse ? n->n : 0, n->x, n->y, n->root, n->load, n->area};
    return !m->pressure_tanh && m->tau == 0;
}

static const abut_param_info params[] = {
    {.name = "mu_boundary",
     .unit = "1",
     .preset = 0.12,
     .low = 0,
     .high = 100,
     .meaning = "coefficient of friction of the asperities"},
    {.name = "tau_boundary",
     .unit = "Pa",
     .preset = 0,
     .low = 0,
     .high = INFINITY,
     .meaning = "added shear strength on the real area of contact"},
    {.name = "v_eps",
     .unit = "m/s",
     .preset = 1e-3,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "slip and rolling speed below which friction of the asperities and rolling resistance are smooth"},
    {.name = "model",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "load_sharing|pressure_tanh",
     .meaning = "film and asperities balance the load, or asperities by mean pressure and smooth film"},
    {.name = "p_k",
     .unit = "Pa",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "pressure scale of pressure_tanh; default by E' and roughness"},
    {.name = "patch",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "point|ellipse",
     .meaning = "slip of the contact point only, or integrated over the contact ellipse"},
    {.name = "strips",
     .unit = "1",
     .preset = 12,
     .low = 4,
     .high = STRIPS_MAX,
     .meaning = "strips across the major axis with patch: ellipse, even"},
    {.name = "rolling",
     .unit = "1",
     .preset = 1,
     .low = 0,
     .high = 100,
     .meaning = "factor of the hydrodynamic rolling resistance of the inlet; 0: none"},
    {0},
};

static const abut_choice examples[] = {
    {"mixed", {{0}}},
    {"mixed",
     {{.name = "mu_boundary", .value = 0.1},
      {.name = "model", .text = "pressure_tanh"},
      {.name = "rolling", .value = 0}}},
    {"mixed", {{.name = "tau_boundary", .value = 2e6}, {.name = "patch", .text = "ellipse"}}},
    {0},
};

const abut_friction_type friction_mixed = {
    .type = {"friction", "mixed", "friction of a lubricated contact: shear of the film, asperities, rolling resistance",
             params, examples},
    .size = sizeof(mixed_law),
    .init = init,
    .needs_film = true,
    .speed = speed,
    .uses = uses,
    .force = force,
    .wet = wet,
};
