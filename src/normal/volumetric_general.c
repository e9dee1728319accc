/* The volumetric law on the true overlap of two bodies:
 *
 *   F = (5/4) phi(rho) E* V/sqrt(S),  rho = 4 pi S/p^2,  phi as in volumetric.c,
 *
 * along the normal of the overlap's area vector, through the centroid of its volume. On ellipses this is the elliptic law;
 * on axisymmetric power-law punches z = B r^n it is off by -1.3 % (cone), 0 (n = 2), +0.4 % (n = 4), -5.7 % (flat) from the
 * exact force of Galin and Sneddon.
 *
 * From q = S int d^2/V^2, d the thickness: for d = h - B r^n, and for cylinders, the depth is q/(2 - q) V/S, the force goes with
 * its power 1/(2 - q), and the energy is q/(3 - q) F V/S. Semi-axes and pressure are those of the Hertz ellipse whose overlap has
 * the same second moments and depth, scaled to the force as in ellipse.h. */
#include "base/constants.h"
#include "base/plane.h"
#include "normal/ellipse.h"
#include "numeric/elliptic.h"
#include "volumetric.h"

enum { LN_V, LN_S, LN_P, LN_D, LN_1, LN_2, LN_N, NUMBERS }; /* logarithms of V, S, p, int d^2, the second moments, N */

abut_status volumetric_init(void *self, const abut_args *args) {
    volumetric *v = self;
    double nodes = abut_arg(args, "nodes");
    v->general = abut_arg_word(args, "overlap") == 1;
    v->nodes = (int)nodes;
    if (nodes != floor(nodes))
        return abut_refuse_at(args, "nodes", ABUT_BAD_VALUE, "nodes must be a whole number, got %g", nodes);
    if (!v->general && abut_arg_given(args, "nodes"))
        return abut_refuse_at(args, "nodes", ABUT_BAD_VALUE, "nodes goes with overlap: general");
    if (v->general) overlap_make_rules(&v->rules, v->nodes);
    return ABUT_OK;
}

bool volumetric_over_gap(const void *self) { return ((const volumetric *)self)->general; }

/* A row over motions at the origin of the frame becomes one over motions at `at`, in the axes t. */
typedef struct place {
    vec3 at, t[3];
} place;

static void move_row(const place *p, const double d[ABUT_MOTIONS], double out[ABUT_MOTIONS]) {
    vec3 u = v3(d[0], d[1], d[2]), turn = v3_add(v3(d[3], d[4], d[5]), v3_cross(u, p->at));
    for (int i = 0; i < 3; i++) {
        out[i] = v3_dot(u, p->t[i]);
        out[i + 3] = v3_dot(turn, p->t[i]);
    }
}

/* Second moments about the centroid, over the volume: greater and smaller, and the direction of the greater. */
typedef struct spread {
    double major, minor, c, s, d_major[ABUT_MOTIONS], d_minor[ABUT_MOTIONS], turn[ABUT_MOTIONS];
} spread;

static double about(const overlap_number *m, int i, int j, double *d) {
    /* (xx, xy, yy)[i + j] / V - x_i x_j */
    const overlap_number *V = &m[OVERLAP_1], *x = &m[OVERLAP_X + i], *y = &m[OVERLAP_X + j],
                         *xy = &m[OVERLAP_XX + i + j];
    double iV = 1 / V->v, cx = x->v * iV, cy = y->v * iV, value = xy->v * iV - cx * cy;
    for (int k = 0; k < ABUT_MOTIONS; k++)
        d[k] = iV * (xy->d[k] - cy * x->d[k] - cx * y->d[k] + (cx * cy - value) * V->d[k]);
    return value;
}

static void spread_of(const overlap_number *m, spread *s) {
    double dxx[ABUT_MOTIONS], dxy[ABUT_MOTIONS], dyy[ABUT_MOTIONS];
    double xx = about(m, 0, 0, dxx), xy = about(m, 0, 1, dxy), yy = about(m, 1, 1, dyy);
    double mean = 0.5 * (xx + yy), half = 0.5 * (xx - yy), r = plane_length(half, xy);
    bool round = r < 1e-10 * mean; /* a circle does not turn */
    double angle = round ? 0 : 0.5 * atan2(xy, half), c2 = round ? 1 : half / r, s2 = round ? 0 : xy / r;
    s->major = mean + r;
    s->minor = fmax((xx * yy - xy * xy) / (mean + r), 1e-22 * mean); /* mean - r without cancellation */
    s->c = cos(angle);
    s->s = sin(angle);
    for (int k = 0; k < ABUT_MOTIONS; k++) {
        double dm = 0.5 * (dxx[k] + dyy[k]), dh = 0.5 * (dxx[k] - dyy[k]), dr = c2 * dh + s2 * dxy[k];
        s->d_major[k] = dm + (round ? 0 : dr);
        s->d_minor[k] = dm - (round ? 0 : dr);
        s->turn[k] = round ? 0 : 0.5 * (c2 * dxy[k] - s2 * dh) / r;
    }
}

/* Sums of logarithmic derivatives. */
typedef struct weights {
    double by[NUMBERS];
} weights;

static void combine(const weights *w, const double dln[NUMBERS][ABUT_MOTIONS], double out[ABUT_MOTIONS]) {
    for (int k = 0; k < ABUT_MOTIONS; k++) {
        out[k] = 0;
        for (int i = 0; i < NUMBERS; i++) out[k] += w->by[i] * dln[i][k];
    }
}

static void log_row(const overlap_number *x, double out[ABUT_MOTIONS]) {
    for (int k = 0; k < ABUT_MOTIONS; k++) out[k] = x->d[k] / x->v;
}

/* The ellipse; weights of ln a and ln b. */
static void set_ellipse(const abut_gap *gap, double V, double S, double q, const spread *s, abut_gap_force *out,
                        weights *la, weights *lb) {
    double C = s->minor / s->major, G, kappa, depth = q / (2 - q) * V / S, A = sqrt(6 * s->major),
           B = sqrt(6 * s->minor);
    hertz_coefficients(C, &G, &kappa);
    double ratio = kappa * kappa / C, g = hertz_dlnk(C, kappa), by_G = -0.5 / (1 + ratio);
    double hertz = 4.0 / 3.0 * gap->E_star * G * depth * B / sqrt(2);
    out->a = A / sqrt(1 + ratio) * cbrt(out->N / hertz);
    out->b = kappa * out->a;
    out->p_max = ELLIPSE_P_MAX(out->N, out->a * out->b);
    agm_sums sums = agm_pass(kappa);
    out->k = 2 * gap->E_star * out->a * sums.M;
    out->dlnk[1] = 0.5 * (1 - (1 - kappa * kappa) * sums.s);
    out->dlnk[0] = 1 - out->dlnk[1];
    /* ln a = ln A - ln(1 + ratio)/2 + (ln N - ln hertz)/3 */
    double by_C = -0.5 * ratio * (2 * g - 1) / (1 + ratio) - by_G / 3, by_q = -2 / (3 * (2 - q));
    *la = (weights){{[LN_V] = -1.0 / 3 - 2 * by_q,
                     [LN_S] = 1.0 / 3 + by_q,
                     [LN_D] = by_q,
                     [LN_1] = 0.5 - by_C,
                     [LN_2] = by_C - 1.0 / 6,
                     [LN_N] = 1.0 / 3}};
    *lb = *la;
    lb->by[LN_1] -= g;
    lb->by[LN_2] += g;
}

/* Everything by the motions. */
static void set_derivatives(const overlap *o, const place *p, const spread *s, vec3 long_way, double S,
                            const weights *ln_N, const weights *la, const weights *lb, abut_gap_force *out) {
    const overlap_number *m = o->moment;
    vec3 n = p->t[2];
    double dln[NUMBERS][ABUT_MOTIONS], row[ABUT_MOTIONS], lnN[ABUT_MOTIONS], centre[3][ABUT_MOTIONS],
        normal[3][ABUT_MOTIONS];
    log_row(&m[OVERLAP_1], dln[LN_V]);
    log_row(&m[OVERLAP_D], dln[LN_D]);
    log_row(&o->perimeter, dln[LN_P]);
    for (int k = 0; k < ABUT_MOTIONS; k++) {
        dln[LN_S][k] = (n.x * o->area[0].d[k] + n.y * o->area[1].d[k] + n.z * o->area[2].d[k]) / S;
        dln[LN_1][k] = s->d_major[k] / s->major;
        dln[LN_2][k] = s->d_minor[k] / s->minor;
        dln[LN_N][k] = 0;
    }
    combine(ln_N, dln, lnN);
    for (int k = 0; k < ABUT_MOTIONS; k++) dln[LN_N][k] = lnN[k], row[k] = out->N * lnN[k];
    move_row(p, row, out->dN);
    combine(la, dln, row);
    move_row(p, row, out->dlna);
    combine(lb, dln, row);
    move_row(p, row, out->dlnb);
    const double at[3] = {p->at.x, p->at.y, p->at.z};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < ABUT_MOTIONS; k++)
            row[k] = (m[OVERLAP_X + i].d[k] - at[i] * m[OVERLAP_1].d[k]) / m[OVERLAP_1].v;
        move_row(p, row, centre[i]);
        move_row(p, o->area[i].d, normal[i]);
    }
    move_row(p, s->turn, row);
    /* t1 = unit(l - n (n . l)), l the direction of the greater spread in the plane of the frame */
    vec3 side = v3(-long_way.y, long_way.x, 0);
    double lean = v3_dot(n, long_way), flat = sqrt(1 - lean * lean), along = v3_dot(side, p->t[1]);
    for (int k = 0; k < ABUT_MOTIONS; k++) {
        vec3 c = v3(centre[0][k], centre[1][k], centre[2][k]), dn = v3(normal[0][k], normal[1][k], normal[2][k]);
        for (int i = 0; i < 3; i++) out->dat[i][k] = v3_dot(c, p->t[i]);
        for (int i = 0; i < 2; i++) out->dn[i][k] = v3_dot(dn, p->t[i]) / S;
        out->dphi[k] = (row[k] * along - lean * out->dn[1][k]) / flat;
    }
}

abut_status volumetric_gap_force(const void *self, const abut_gap *gap, const void *memory, void *next,
                                 bool derivatives, abut_gap_force *out) {
    const volumetric *law = self;
    overlap o;
    spread s;
    (void)memory, (void)next;
    abut_status status = overlap_measure(gap, &law->rules, law->nodes, derivatives, &o);
    if (status) return status;
    const overlap_number *m = o.moment;
    vec3 area = v3(o.area[0].v, o.area[1].v, o.area[2].v);
    double V = m[OVERLAP_1].v, S = v3_norm(area), length = o.perimeter.v, dlnpsi;
    if (!(V > 0 && S > 0 && length > 0 && area.z > 0)) return ABUT_NO_CONVERGENCE;
    double rho = 4 * PI * S / (length * length), l = -log(rho), psi = volumetric_psi(l > 0 ? l : 0, &dlnpsi);
    double q = fmin(fmax(S * m[OVERLAP_D].v / (V * V), 1.0), 1.9), slope = -0.25 - dlnpsi; /* d ln phi/d ln rho */
    out->N = 1.25 * psi / sqrt(sqrt(rho)) * gap->E_star * V / sqrt(S);
    out->exponent = 1 / (2 - q);
    out->energy = q / (3 - q) * out->N * V / S;
    spread_of(m, &s);
    weights ln_N = {{[LN_V] = 1, [LN_S] = -0.5 + slope, [LN_P] = -2 * slope}}, la, lb;
    set_ellipse(gap, V, S, q, &s, out, &la, &lb);
    vec3 n = v3_scale(1 / S, area), long_way = v3(s.c, s.s, 0);
    vec3 t1 = v3_unit(v3_axpy(-v3_dot(n, long_way), n, long_way));
    place p = {v3_scale(1 / V, v3(m[OVERLAP_X].v, m[OVERLAP_Y].v, m[OVERLAP_Z].v)), {t1, v3_cross(n, t1), n}};
    const abut_gap *f = &o.frame;
    out->at = v3_add(f->origin, m3_mul(f->axes, p.at));
    out->n = m3_mul(f->axes, n);
    out->t1 = m3_mul(f->axes, t1);
    if (derivatives) set_derivatives(&o, &p, &s, long_way, S, &ln_N, &la, &lb, out);
    return ABUT_OK;
}
