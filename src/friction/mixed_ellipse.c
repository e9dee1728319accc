/* Mixed friction over the contact ellipse: at every node the local slip, as in strips.h, the shear of the film at the local
 * pressure, its share of the area, and the strength of the asperities, its share of the load. Nodes are Gauss points in the
 * angles of both directions, where pressure and area are smooth; four mirror images go together. */
#include "base/constants.h"
#include "base/plane.h"
#include "base/row4_math.h"
#include "lubricant/stress.h"
#include "mixed.h"
#include "patch_sums.h"

void mixed_nodes_make(int count, mixed_nodes *out) {
    double x[STRIPS_MAX / 2], wx[STRIPS_MAX / 2], t[STRIP_POINTS], wt[STRIP_POINTS], load = 0, area = 0;
    int half = count / 2, points = count <= 16 ? 4 : STRIP_POINTS, n = 0;
    strips_gauss(half, x, wx);
    strips_gauss(points, t, wt);
    for (int i = 0; i < half; i++)
        for (int j = 0; j < points; j++, n++) {
            double out_of = cos(HALF_PI * x[i]), up = cos(HALF_PI * t[j]);
            out->x[n] = sin(HALF_PI * x[i]);
            out->y[n] = out_of * sin(HALF_PI * t[j]);
            out->root[n] = out_of * up;
            out->area[n] = wx[i] * wt[j] * out_of * out_of * up;
            out->load[n] = out->area[n] * out->root[n];
            area += 4 * out->area[n];
            load += 4 * out->load[n];
        }
    out->n = n;
    for (int i = 0; i < n; i++) {
        out->area[i] /= area;
        out->load[i] /= load;
    }
}

/* Magnitudes over the slip speed at four nodes, q = -gain v: of film and asperities, and the changes of the film's by ln p and
 * by ln h. */
typedef struct gains {
    row4 fluid, boundary, by_p, by_h;
} gains;

typedef struct film_shear {
    oil_law law;
    double per_h, per_v; /* 1/h, 1/v_eps */
} film_shear;

typedef struct stress4 {
    row4 tau, by_v, by_p;
} stress4;

/* The stress that flow alone gives, x being the Newtonian one, and its slope by x; see stress.h. */
ROW4_INLINE row4 flow4(const abut_lubricant *o, row4 x, row4 *slope) {
    *slope = row4_all(1);
    if (o->shear == ABUT_NEWTON || (o->shear == ABUT_EYRING && !(o->tau0 > 0 && isfinite(o->tau0)))) return x;
    if (o->shear == ABUT_EYRING) {
        row4 r = x / o->tau0, root = row4_sqrt(1 + r * r);
        *slope = 1 / root;
        return o->tau0 * row4_asinh(r, root);
    }
    row4 te = x;
    for (int j = 0; j < 4; j++) {
        double here;
        te[j] = oil_flow(o, x[j], &here);
        (*slope)[j] = here;
    }
    return te;
}

ROW4_INLINE stress4 shear4(const film_shear *f, const oil_at *oil, row4 v) {
    double gain = oil->eta * f->per_h;
    row4 slope, te = flow4(f->law.o, gain * v, &slope), by_limit = row4_all(0);
    if (f->law.limited) {
        if (!(oil->limit > 0)) return (stress4){by_limit, by_limit, by_limit}; /* no pressure, no shear strength */
        row4 q = row4_min(te / oil->limit, row4_all(1e100)), r = 1 / row4_sqrt(1 + q * q), reached = q * r;
        te *= r;
        te = row4_pick(te > oil->limit, row4_all(oil->limit), te);
        slope *= r * r * r;
        by_limit = reached * reached * reached;
    }
    row4 by_v = slope * gain;
    return (stress4){te, by_v, by_v * v * oil->by_p + by_limit * oil->limit_by_p};
}

/* Fills gain and slope of the nodes k too. */
ROW4_INLINE gains shear_at(const mixed_case *c, const film_shear *f, int i, nodes *k) {
    const mixed_nodes *at = &c->law->nodes;
    const strength *s = &c->s;
    double boundary = s->boundary * at->load[i], area = s->area * at->area[i];
    row4 v = row4_sqrt(k->v1 * k->v1 + k->v2 * k->v2), none = row4_all(0);
    mask4 slides = v > 0;
    row4 per = row4_pick(slides, 1 / v, none), rise = row4_tanh(v * f->per_v);
    row4 boundary_by_v = boundary * (1 - rise * rise) * f->per_v;
    stress4 stress = {none, none, none};
    if (s->h > 0) {
        oil_at oil = oil_at_pressure(&f->law, s->uniform ? s->p : s->p * at->root[i]);
        stress = shear4(f, &oil, v);
    }
    gains g = {.fluid = area * row4_pick(slides, stress.tau * per, stress.by_v),
               .boundary = row4_pick(slides, boundary * rise * per, boundary_by_v),
               .by_p = area * stress.by_p * per,
               .by_h = -area * stress.by_v};
    k->gain = g.fluid + g.boundary;
    k->slope = (area * stress.by_v + boundary_by_v - k->gain) * per * per;
    return g;
}

typedef struct ellipse_sums {
    traction_sum fluid, boundary, by_p, by_h;
    row4 loss_fluid, loss_boundary;
    sums all;
} ellipse_sums;

static void add_up(const mixed_case *c, bool derivatives, ellipse_sums *S) {
    const strength *s = &c->s;
    const mixed_nodes *at = &c->law->nodes;
    film_shear f = {oil_law_of(&c->c.oil), s->h > 0 ? 1 / s->h : 0, 1 / c->law->v_eps};
    const row4 w[3] = {row4_all(c->p->w1), row4_all(c->p->w2), row4_all(c->p->wn)};
    for (int i = 0; i < at->n; i++) {
        nodes k = nodes_place(at->x[i], at->y[i], s->a, s->b, c->p);
        gains g = shear_at(c, &f, i, &k);
        row4 v2 = k.v1 * k.v1 + k.v2 * k.v2;
        traction_add(&S->fluid, &k, g.fluid);
        traction_add(&S->boundary, &k, g.boundary);
        S->loss_fluid += g.fluid * v2;
        S->loss_boundary += g.boundary * v2;
        if (!derivatives) continue;
        traction_add(&S->by_p, &k, g.by_p);
        traction_add(&S->by_h, &k, g.by_h);
        sums_add(&S->all, &k, w, true);
    }
}

/* Rows of h, hdot, P, Q, u1, u2: they act on the place of the nodes, the strengths, the pressure and the film. */
static void chain(const mixed_case *c, const ellipse_sums *S, const double fluid[ABUT_TRACTIONS],
                  const double boundary[ABUT_TRACTIONS], abut_traction *out) {
    const strength *s = &c->s;
    double by_p[ABUT_TRACTIONS], by_h[ABUT_TRACTIONS], row[ABUT_BY];
    double per_boundary = s->boundary > 1e-290 ? 1 / s->boundary : 0; /* its inverse is a number */
    traction_total(&S->by_p, by_p);
    traction_total(&S->by_h, by_h);
    for (int i = 0; i < ABUT_TRACTIONS; i++) {
        double lna = out->dT[LN_A][i], lnb = out->dT[LN_B][i], by[SHARE_BY];
        for (int j = 0; j < SHARE_BY; j++)
            by[j] = lna * s->by_a[j] + lnb * s->by_b[j] + boundary[i] * per_boundary * s->by_boundary[j] +
                    fluid[i] * s->by_area[j] + by_p[i] * s->by_p[j] + by_h[i] * s->by_h[j];
        mixed_chain(c, by, row);
        for (int j = 0; j < ABUT_BY; j++) out->dT[mixed_local(j)][i] = row[j];
    }
}

void mixed_ellipse(const mixed_case *c, bool derivatives, abut_traction *out) {
    ellipse_sums S = {0};
    double fluid[ABUT_TRACTIONS], boundary[ABUT_TRACTIONS];
    add_up(c, derivatives, &S);
    traction_total(&S.fluid, fluid);
    traction_total(&S.boundary, boundary);
    for (int i = 0; i < ABUT_TRACTIONS; i++) out->T[i] = fluid[i] + boundary[i];
    out->film.T_fluid = plane_length(fluid[ABUT_T1], fluid[ABUT_T2]);
    out->film.T_boundary = plane_length(boundary[ABUT_T1], boundary[ABUT_T2]);
    out->film.loss_fluid = row4_sum(S.loss_fluid);
    out->film.loss_boundary = row4_sum(S.loss_boundary);
    out->film.loss_spin = -out->T[ABUT_MN] * c->p->wn;
    if (!derivatives) return;
    patch_rows(&S.all, c->p, out);
    chain(c, &S, fluid, boundary, out);
    turn_derivative(c->p, out);
}
