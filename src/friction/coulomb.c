/* Regularised Coulomb friction, t = -mu N v/sqrt(v^2 + v_s^2): smooth, creeps under load at the speed
 * v_s T/sqrt((mu N)^2 - T^2). Options:
 *   static_ratio > 1: Stribeck form, mu(v) = mu [1 + (static_ratio - 1) exp(-(v/v_stribeck)^2)];
 *   rolling: a moment -rolling N w_t/sqrt(w_t^2 + w_s^2) against the rolling part of the relative rotation;
 *   patch ellipse: the traction is integrated over the contact ellipse (strips.h), which adds the drilling moment and the
 *   differential slip; pure spin gives (3/8) mu N a E(1 - b^2/a^2). */
#include "coulomb.h"

static abut_status init(void *self, const abut_args *args) {
    coulomb *c = self;
    double mu = abut_arg(args, "mu"), v_s = abut_arg(args, "v_s"), w_s = abut_arg(args, "w_s");
    double v_stribeck = abut_arg(args, "v_stribeck"), count = abut_arg(args, "strips");
    c->speed = fmin(v_s, v_stribeck);
    if (isnan(v_stribeck)) v_stribeck = 10 * v_s;
    c->law = (slip_law){mu, mu * (abut_arg(args, "static_ratio") - 1), v_s * v_s, 1 / (v_stribeck * v_stribeck)};
    if (!(c->law.v_s2 > 0) || !isfinite(c->law.i_vstr2))
        return abut_refuse_at(args, "v_s", ABUT_BAD_VALUE, "v_s %g or v_stribeck %g is too small", v_s, v_stribeck);
    c->rolling = abut_arg(args, "rolling");
    c->w_s2 = w_s * w_s;
    c->ellipse = abut_arg_word(args, "patch") == 1;
    if (count != 2 * floor(count / 2))
        return abut_refuse_at(args, "strips", ABUT_BAD_VALUE, "strips must be even, got %g", count);
    if (c->ellipse) strips_make((int)count, &c->strips);
    return ABUT_OK;
}

static void roll(const coulomb *c, const abut_patch *p, const abut_normal *n, bool derivatives, abut_traction *out) {
    double w = p->w1 * p->w1 + p->w2 * p->w2 + c->w_s2, gain = c->rolling / sqrt(w), M = n->N * gain;
    out->T[ABUT_M1] -= M * p->w1;
    out->T[ABUT_M2] -= M * p->w2;
    if (!derivatives) return;
    for (int i = 0; i < 4; i++) { /* h, hdot, P, Q act through N */
        out->dT[i][ABUT_M1] -= gain * p->w1 * n->dN[i];
        out->dT[i][ABUT_M2] -= gain * p->w2 * n->dN[i];
    }
    if (p->film)
        for (int i = 0; i < 2; i++) {
            out->dT[ABUT_L_U1 + i][ABUT_M1] -= gain * p->w1 * n->dN[4 + i];
            out->dT[ABUT_L_U1 + i][ABUT_M2] -= gain * p->w2 * n->dN[4 + i];
        }
    for (int i = ABUT_L_W1; i <= ABUT_L_W2; i++) {
        if (!(out->used & 1U << i)) coulomb_put(out, i, 0, 0);
        out->used |= 1U << i;
    }
    double cross = M * p->w1 * p->w2 / w;
    out->dT[ABUT_L_W1][ABUT_M1] -= M * (1 - p->w1 * p->w1 / w);
    out->dT[ABUT_L_W2][ABUT_M1] += cross;
    out->dT[ABUT_L_W1][ABUT_M2] += cross;
    out->dT[ABUT_L_W2][ABUT_M2] -= M * (1 - p->w2 * p->w2 / w);
}

static unsigned uses(const void *self) {
    const coulomb *c = self;
    return c->ellipse ? ~0U : c->rolling > 0 ? ABUT_L_POINT | 1U << ABUT_L_W1 | 1U << ABUT_L_W2 : ABUT_L_POINT;
}

static void force(const void *self, const abut_patch *p, const abut_normal *n, bool derivatives, abut_traction *out) {
    const coulomb *c = self;
    if (c->ellipse && n->a > 0)
        strips_traction(&c->strips, &c->law, p, n, derivatives, out);
    else
        coulomb_point(&c->law, p, n, derivatives, out);
    if (c->rolling > 0) roll(c, p, n, derivatives, out);
    out->loss = -(out->T[ABUT_T1] * p->v1 + out->T[ABUT_T2] * p->v2);
    if (c->ellipse || c->rolling > 0) /* only then are w1 and w2 among the variables used */
        out->loss -= out->T[ABUT_M1] * p->w1 + out->T[ABUT_M2] * p->w2 + out->T[ABUT_MN] * p->wn;
    out->mode = p->v1 * p->v1 + p->v2 * p->v2 < c->law.v_s2 ? 1 : 2;
}

static double speed(const void *self) { return ((const coulomb *)self)->speed; }

static bool slip(const void *self, abut_slip *out) {
    const coulomb *c = self;
    *out = (abut_slip){c->law,      0,           c->strips.points, c->strips.x,
                       c->strips.y, c->strips.w, c->strips.cells,  c->strips.widest};
    if (c->ellipse) out->nodes = c->strips.n;
    return c->rolling == 0;
}

static const abut_param_info params[] = {
    {.name = "mu", .unit = "1", .required = true, .low = 0, .high = 100, .meaning = "coefficient of sliding friction"},
    {.name = "v_s",
     .unit = "m/s",
     .preset = 1e-3,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "slip speed at which 71 % of mu is reached"},
    {.name = "static_ratio",
     .unit = "1",
     .preset = 1,
     .low = 1,
     .high = 100,
     .meaning = "static over sliding friction (Stribeck form)"},
    {.name = "v_stribeck",
     .unit = "m/s",
     .preset = NAN,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "speed scale of the fall from static to sliding friction; default 10 v_s"},
    {.name = "rolling",
     .unit = "m",
     .preset = 0,
     .low = 0,
     .high = INFINITY,
     .meaning = "lever arm of rolling resistance"},
    {.name = "w_s",
     .unit = "rad/s",
     .preset = 0.1,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "rolling speed at which 71 % of the rolling resistance is reached"},
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
    {0},
};

static const abut_choice examples[] = {
    {"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 0.01}}},
    {"coulomb",
     {{.name = "mu", .value = 0.1},
      {.name = "v_s", .value = 0.01},
      {.name = "static_ratio", .value = 1.5},
      {.name = "rolling", .value = 1e-5}}},
    {"coulomb", {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 0.01}, {.name = "patch", .text = "ellipse"}}},
    {0},
};

const abut_friction_type friction_coulomb = {
    .type = {"friction", "coulomb", "regularised Coulomb friction", params, examples, ABUT_BRIEF},
    .size = sizeof(coulomb),
    .init = init,
    .speed = speed,
    .uses = uses,
    .force = force,
    .slip = slip,
};
