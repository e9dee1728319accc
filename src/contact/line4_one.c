/* One slice by the laws of four: what they give, as the normal force and the traction of the element. */
#include "line4_one.h"

#include <string.h>

static void put_normal(const line4 *k, const line4_out *o, abut_normal *n) {
    *n = (abut_normal){.exponent = 1};
    n->N = o->N[0];
    n->a = o->b[0] > 0 ? 0.5 * k->length : 0;
    n->b = o->b[0];
    n->p_max = o->p_max[0];
    n->energy = o->energy[0];
    n->loss = o->loss_normal[0];
}

/* dT by h, hdot, Q and u2, d: of grip or roll; along: v or w. */
static void put_rows(const row4 *d, double along1, double along2, int first, abut_traction *t) {
    static const int local[LINE_SELF] = {ABUT_L_H, ABUT_L_HDOT, ABUT_L_Q, ABUT_L_U2};
    for (int i = 0; i < LINE_SELF; i++) {
        t->dT[local[i]][first] = -d[i][0] * along1;
        t->dT[local[i]][first + 1] = -d[i][0] * along2;
    }
}

/* By the two components of slip or rotation themselves. */
static void put_own(double gain, double bend, double x1, double x2, int local1, int local2, int first,
                    abut_traction *t) {
    t->dT[local1][first] = -gain - 2 * bend * x1 * x1;
    t->dT[local1][first + 1] = t->dT[local2][first] = -2 * bend * x1 * x2;
    t->dT[local2][first + 1] = -gain - 2 * bend * x2 * x2;
}

static void put_traction(const line4 *k, const abut_patch *p, const line4_out *o, double slip, abut_traction *t) {
    double still = k->wet ? k->friction.v_eps * k->friction.v_eps : k->slip.v_s2;
    for (int i = 0; i < ABUT_TRACTIONS; i++) t->T[i] = 0;
    t->T[ABUT_T1] = -o->grip[0] * p->v1, t->T[ABUT_T2] = -o->grip[0] * p->v2;
    t->T[ABUT_M1] = -o->roll[0] * p->w1, t->T[ABUT_M2] = -o->roll[0] * p->w2;
    t->loss = o->loss[0];
    t->mode = slip * slip < still ? 1 : 2;
    if (!k->wet || !(o->N[0] > 0)) return;
    double turn2 = p->w1 * p->w1 + p->w2 * p->w2, fluid = o->fluid[0], boundary = o->boundary[0];
    t->film = (abut_film_state){.h_c = o->h_c[0],
                                .h_min = o->h_min[0],
                                .lambda = k->rough ? o->h_min[0] / k->film.rough.sigma : 0,
                                .fluid_share = o->phi[0],
                                .T_fluid = fluid,
                                .T_boundary = boundary,
                                .T_rolling = o->roll[0] * sqrt(turn2) * p->Q,
                                .loss_fluid = fluid * slip,
                                .loss_boundary = boundary * slip,
                                .loss_rolling = o->roll[0] * turn2};
}

bool line4_one(const abut_element *e, const abut_patch *p, bool derivatives, abut_normal *n, abut_traction *t) {
    const line4 *k = e->line;
    line4_out o;
    double slip2 = p->v1 * p->v1 + p->v2 * p->v2, slip = sqrt(slip2);
    const line4_in in = {.h = row4_all(p->h),
                         .hdot = row4_all(p->hdot),
                         .Q = row4_all(p->Q),
                         .u = row4_all(p->u2),
                         .slip2 = row4_all(slip2),
                         .slip = row4_all(slip),
                         .turn2 = row4_all(p->w1 * p->w1 + p->w2 * p->w2),
                         .inside = ~(mask4){0},
                         .least = true};
    if (!line4_eval(k, &in, derivatives, &o)) return false;
    put_normal(k, &o, n);
    put_traction(k, p, &o, slip, t);
    if (!derivatives) return true;
    n->dN[0] = o.dN[LINE_H][0], n->dN[1] = o.dN[LINE_HDOT][0];
    n->dN[3] = o.dN[LINE_Q][0], n->dN[5] = o.dN[LINE_U][0];
    t->used = ABUT_L_POINT | ABUT_L_ROLLING | 1U << ABUT_L_W1 | 1U << ABUT_L_W2;
    for (int i = 0; i < ABUT_LOCALS; i++)
        if (t->used & 1U << i) memset(t->dT[i], 0, sizeof t->dT[i]);
    put_rows(o.dgrip, p->v1, p->v2, ABUT_T1, t);
    put_rows(o.droll, p->w1, p->w2, ABUT_M1, t);
    put_own(o.grip[0], o.dgrip[LINE_SELF][0], p->v1, p->v2, ABUT_L_V1, ABUT_L_V2, ABUT_T1, t);
    put_own(o.roll[0], o.droll[LINE_SELF][0], p->w1, p->w2, ABUT_L_W1, ABUT_L_W2, ABUT_M1, t);
    return true;
}
