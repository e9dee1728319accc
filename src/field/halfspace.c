/* Normal law 'halfspace': the pressure between two half-spaces whose gap is the true one of the bodies, on a grid of n x n cells.
 *
 * The window follows the deepest place and grows with the contact, 1.5 times the half-lengths that the element expects. In units of the
 * approach h and of the window the contacts of two bodies hardly change, so that the error of the grid does not either (4e-4 of the force
 * at n = 32 where the gap is a quadric), force and derivatives are smooth, and the last pressures are the start of the next solution.
 *
 *   N = pi E* h dy sum p',  energy = -1/2 pi E* h^2 dy sum p' g',   p' and g' scaled as window.h says
 *
 * The force acts at the centre of pressure, along the normal of the surface between the bodies' own, both means over the pressure.
 *
 * Derivatives are those of the law as evaluated, with the contact set held and the window's growth dL/L = dh/(2h) and its step after the
 * deepest place counted; its aspect ratio and its turns are taken as constant. With dg' what a motion of B does to the scaled gap and f any field,
 *   d(sum f p') = sum (f dp' + p' df),   A_CC dp' = -dg'   (f = 1, x, y, z, slopes, x^2, y^2). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/extend.h"
#include "base/constants.h"
#include "base/vec.h"
#include "cells_tolerance.h"
#include "halfspace_rays.h"
#include "numeric/elliptic.h"
#include "window.h"

static const double margin = 1.5; /* window over expected contact */
static const double growth = 1.3; /* of a window that the contact has left */
static const double least_aspect = 0x1p-14, most_aspect = 2;
enum { GROWN = 8 };

typedef struct tools {
    window *w;
    rays rays;
} tools;

typedef struct halfspace {
    tools *t;
    int n;
    double tol;
    bool tol_given;
} halfspace;

/* What is kept of the last accepted state. */
typedef struct past {
    bool known;
    double grown; /* how much larger the window is than expected */
    double p[];   /* p' */
} past;

static abut_status init(void *self, const abut_args *args) {
    halfspace *s = self;
    double n = abut_arg(args, "n");
    if (n != floor(n) || fmod(n, 2) != 0)
        return abut_refuse_at(args, "n", ABUT_BAD_VALUE, "n must be an even number of cells, got %g", n);
    *s = (halfspace){calloc(1, sizeof *s->t), (int)n, abut_arg(args, "tol"), abut_arg_given(args, "tol")};
    if (s->t) s->t->w = window_create(s->n);
    if (s->t && s->t->w) {
        rays_make(&s->t->rays, s->n);
        return ABUT_OK;
    }
    return abut_refuse(args, ABUT_NO_MEMORY, "no memory for a grid of %d x %d cells", s->n, s->n);
}

static void tolerance(void *self, double rtol) {
    halfspace *s = self;
    if (!s->tol_given) s->tol = cells_tolerance(rtol);
}

static void drop(void *self) {
    halfspace *s = self;
    if (s->t) window_destroy(s->t->w);
    free(s->t);
}

static bool over_gap(const void *self) { return self != NULL; }

static int gap_cells(const void *self) { return ((const halfspace *)self)->n; }

static size_t gap_memory(const void *self) {
    size_t n = (size_t)((const halfspace *)self)->n;
    return sizeof(past) + n * n * sizeof(double);
}

/* ---- the solution ---- */
typedef struct contact {
    const halfspace *law;
    const abut_gap *gap;
    int cells;
    double L[2], dx, dy, grown; /* m: half-sides of the window, sides of a cell */
    window_operator op;
    window_solution s;
    rays_view view;
    bool lean; /* of a smooth view without derivatives: a, b and open are not filled */
    heights2 a, b;
    double g0[WINDOW_CELLS]; /* scaled gap */
    unsigned char open[WINDOW_CELLS];
} contact;

static bool at_border(const contact *c) {
    int n = c->law->n;
    for (int k = 0; k < n; k++)
        if (c->s.p[k] > 0 || c->s.p[(n - 1) * n + k] > 0 || c->s.p[k * n] > 0 || c->s.p[k * n + n - 1] > 0) return true;
    return false;
}

/* Greatest |X| or |Y| of a cell in contact, in half-sides of the window. */
static double spread_of(const contact *c) {
    int n = c->law->n;
    double most = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (c->s.p[j * n + i] > 0)
                most = fmax(most, fmax(fabs((2 * i + 1.0) / n - 1), fabs((2 * j + 1.0) / n - 1)));
    return most;
}

static void size_window(contact *c) {
    const abut_gap *g = c->gap;
    double aspect = fmin(fmax(g->reach[1] / g->reach[0], least_aspect), most_aspect);
    c->L[0] = margin * c->grown * fmax(g->reach[0], g->reach[1] / most_aspect);
    c->L[1] = aspect * c->L[0];
    c->dx = 2 * c->L[0] / c->law->n;
    c->dy = 2 * c->L[1] / c->law->n;
    window_operator_make(c->law->t->w, aspect, &c->op);
}

static abut_status solve_window(contact *c, bool derivatives) {
    const double far = 1e3; /* gap, in units of h, of a cell where a body is not there */
    const rays *r = &c->law->t->rays;
    if (!rays_look(r, c->gap, c->L, &c->view)) return ABUT_NO_CONVERGENCE;
    c->lean = c->view.smooth && !derivatives;
    if (c->lean) {
        double scale = 1 / c->gap->h;
        rays_gap(r, &c->view, c->g0);
        for (int k = 0; k < c->cells; k++) c->g0[k] *= scale;
    } else {
        rays_trace(r, c->gap, &c->view, &c->a, &c->b, c->open);
        for (int k = 0; k < c->cells; k++) c->g0[k] = c->open[k] ? far : (c->b.z[0][k] - c->a.z[0][k]) / c->gap->h;
    }
    return window_solve(&c->op, c->g0, c->law->tol, &c->s) ? ABUT_OK : ABUT_NO_CONVERGENCE;
}

static abut_status solve(contact *c, const past *before, bool derivatives) {
    bool known = before && before->known;
    c->grown = known ? before->grown : 1;
    for (int k = 0; k < c->cells; k++) c->s.p[k] = known ? before->p[k] : 0;
    for (int tries = 0; tries < GROWN; tries++) {
        size_window(c);
        abut_status status = solve_window(c, derivatives);
        if (status || !at_border(c)) return status;
        c->grown *= growth;
    }
    return ABUT_OUTSIDE_DOMAIN;
}

static void keep(const contact *c, past *next) {
    next->known = true;
    double spread = spread_of(c);
    next->grown = c->grown > 1 && spread * growth < 0.6 ? fmax(1, c->grown / growth) : c->grown;
    memcpy(next->p, c->s.p, (size_t)c->cells * sizeof *next->p);
}

/* ---- means over the pressure ---- */
typedef enum field { ONE, AT_X, AT_Y, AT_Z, SLOPE_X, SLOPE_Y, X2, Y2, FIELDS } field;

static double cell_x(const contact *c, int k) { return ((k % c->law->n) + 0.5) * c->dx - c->L[0]; }
static double cell_y(const contact *c, int k) {
    int row = k / c->law->n;
    return (row + 0.5) * c->dy - c->L[1];
}

/* Of the surface in the middle between the bodies. */
static double middle(const contact *c, int d, int k) { return 0.5 * (c->a.z[d][k] + c->b.z[d][k]); }

static double value(const contact *c, field f, int k) {
    double x = cell_x(c, k), y = cell_y(c, k);
    switch (f) {
    case ONE:
        return 1;
    case AT_X:
        return x;
    case AT_Y:
        return y;
    case AT_Z:
        return middle(c, 0, k);
    case SLOPE_X:
        return middle(c, 1, k);
    case SLOPE_Y:
        return middle(c, 2, k);
    case X2:
        return x * x;
    default:
        return y * y;
    }
}

typedef struct means {
    double sum;         /* of p' */
    double m[FIELDS];   /* of the fields */
    double work, p_max; /* sum p' g', greatest p' */
} means;

static means average(const contact *c) {
    means m = {0};
    for (int k = 0; k < c->cells; k++) {
        double p = c->s.p[k];
        if (!(p > 0)) continue;
        for (field f = ONE; f < FIELDS; f++)
            if (!c->lean || f < AT_Z || f > SLOPE_Y) m.m[f] += p * value(c, f, k);
        m.work += p * c->g0[k];
        m.p_max = fmax(m.p_max, p);
    }
    if (c->lean) rays_sums(&c->law->t->rays, &c->view, c->s.p, &m.m[AT_Z]);
    m.sum = m.m[ONE];
    for (field f = ONE; f < FIELDS; f++) m.m[f] /= m.sum;
    return m;
}

/* The frame of the force: t1, t2, n in that of the gap. */
static mat3 frame_of(const means *m) {
    vec3 n = v3_unit(v3(-m->m[SLOPE_X], -m->m[SLOPE_Y], 1));
    vec3 t1 = v3_unit(v3_axpy(-n.x, n, v3(1, 0, 0)));
    return (mat3){t1, v3_cross(n, t1), n};
}

/* Square of a semi-axis: that of Hertz' pressure with this variance along one side of the cells. The width of a cell counts where
 * a single row of them carries. */
static double semi_axis2(double square, double mean, double side) {
    return 5 * fmax(square - mean * mean, side * side / 12);
}

/* Change of the logarithm of the semi-axis; `grow`: that of the window. */
static double semi_axis_change(double by_square, double mean, double by_mean, double semi_axis, double side,
                               double grow) {
    if (semi_axis * semi_axis <= 5.0 / 12 * side * side * (1 + 1e-9)) return grow;
    return 2.5 * (by_square - 2 * mean * by_mean) / (semi_axis * semi_axis);
}

static void report(const contact *c, const means *m, const mat3 *F, abut_gap_force *out) {
    const abut_gap *g = c->gap;
    double unit = PI * g->E_star * g->h * c->dy;
    out->N = unit * m->sum;
    out->energy = -0.5 * unit * g->h * m->work;
    out->exponent = 1.5;
    out->a = sqrt(semi_axis2(m->m[X2], m->m[AT_X], c->dx));
    out->b = sqrt(semi_axis2(m->m[Y2], m->m[AT_Y], c->dy));
    out->p_max = PI * g->E_star * g->h / c->dx * m->p_max;
    out->at = v3_add(g->origin, m3_mul(g->axes, v3(m->m[AT_X], m->m[AT_Y], m->m[AT_Z])));
    out->n = m3_mul(g->axes, F->c2);
    out->t1 = m3_mul(g->axes, F->c0);
    /* k = 2 E* AGM(a, b): slope of Hertz' force of that ellipse */
    double kappa = fmin(out->a, out->b) / fmax(out->a, out->b), beta = kappa * kappa;
    agm_sums s = agm_pass(kappa);
    double C = beta * (1 + (1 - beta) * s.s) / (1 - (1 - beta) * s.s), minor = beta / (C + beta);
    out->k = 2 * g->E_star * fmax(out->a, out->b) * s.M;
    out->dlnk[0] = out->a >= out->b ? 1 - minor : minor;
    out->dlnk[1] = 1 - out->dlnk[0];
}

/* ---- derivatives ---- */
/* What a motion of B, U at the centre of pressure and a turn W about it, does. */
typedef struct motion {
    vec3 U, W, centre;
    double dh, grow;   /* of the approach; dL/L */
    double to_x, to_y; /* m, the step of the window, which follows the deepest place */
} motion;

static vec3 displacement(const motion *v, double x, double y, double z) {
    return v3_add(v->U, v3_cross(v->W, v3_sub(v3(x, y, z), v->centre)));
}

/* Change of B's height over a place that stays. */
static double rise(const contact *c, const motion *v, int k) {
    vec3 d = displacement(v, cell_x(c, k), cell_y(c, k), c->b.z[0][k]);
    return d.z - c->b.z[1][k] * d.x - c->b.z[2][k] * d.y;
}

/* The same of its slope along x (1) or y (2). */
static double rise_slope(const contact *c, const motion *v, int along, int k) {
    const double zx = c->b.z[1][k], zy = c->b.z[2][k];
    vec3 d = displacement(v, cell_x(c, k), cell_y(c, k), c->b.z[0][k]);
    vec3 step = along == 1 ? v3(1, 0, zx) : v3(0, 1, zy), dd = v3_cross(v->W, step);
    double xx = c->b.z[along == 1 ? 3 : 4][k], yy = c->b.z[along == 1 ? 4 : 5][k];
    return dd.z - zx * dd.x - zy * dd.y - xx * d.x - yy * d.y;
}

/* Change of a field at a cell, which moves with the window by dx, dy. */
static double field_change(const contact *c, const motion *v, field f, int k) {
    double x = cell_x(c, k), y = cell_y(c, k), dx = x * v->grow + v->to_x, dy = y * v->grow + v->to_y;
    switch (f) {
    case ONE:
        return 0;
    case AT_X:
        return dx;
    case AT_Y:
        return dy;
    case AT_Z:
        return 0.5 * rise(c, v, k) + middle(c, 1, k) * dx + middle(c, 2, k) * dy;
    case SLOPE_X:
        return 0.5 * rise_slope(c, v, 1, k) + middle(c, 3, k) * dx + middle(c, 4, k) * dy;
    case SLOPE_Y:
        return 0.5 * rise_slope(c, v, 2, k) + middle(c, 4, k) * dx + middle(c, 5, k) * dy;
    case X2:
        return 2 * x * dx;
    default:
        return 2 * y * dy;
    }
}

/* Of the scaled gap. */
static double gap_change(const contact *c, const motion *v, int k) {
    double h = c->gap->h, gx = c->b.z[1][k] - c->a.z[1][k], gy = c->b.z[2][k] - c->a.z[2][k];
    double dx = cell_x(c, k) * v->grow + v->to_x, dy = cell_y(c, k) * v->grow + v->to_y;
    return (rise(c, v, k) + gx * dx + gy * dy) / h - c->g0[k] * v->dh / h;
}

/* The deepest place stays where the gap has no slope: G d = -(change of the slope), with means over the four cells in the middle. Flat
 * directions, and bodies that end in the window, hold it. */
static void follow(const contact *c, motion *v) {
    int n = c->law->n,
        k[4] = {(n / 2 - 1) * n + n / 2 - 1, (n / 2 - 1) * n + n / 2, n / 2 * n + n / 2 - 1, n / 2 * n + n / 2};
    double xx = 0, xy = 0, yy = 0, bx = 0, by = 0;
    v->to_x = v->to_y = 0;
    if (!c->view.smooth) return;
    for (int i = 0; i < 4; i++) {
        xx += c->b.z[3][k[i]] - c->a.z[3][k[i]];
        xy += c->b.z[4][k[i]] - c->a.z[4][k[i]];
        yy += c->b.z[5][k[i]] - c->a.z[5][k[i]];
        bx -= rise_slope(c, v, 1, k[i]);
        by -= rise_slope(c, v, 2, k[i]);
    }
    double det = xx * yy - xy * xy;
    if (!(xx > 0 && det > 1e-8 * xx * xx)) return;
    v->to_x = (yy * bx - xy * by) / det;
    v->to_y = (xx * by - xy * bx) / det;
}

static motion motion_of(const contact *c, const means *m, const mat3 *F, int i) {
    const vec3 axis[3] = {F->c0, F->c1, F->c2};
    vec3 e = axis[i % 3], zero = v3(0, 0, 0);
    motion v = {i < 3 ? e : zero, i < 3 ? zero : e, v3(m->m[AT_X], m->m[AT_Y], m->m[AT_Z]), 0, 0, 0, 0};
    v.dh = -displacement(&v, 0, 0, 0).z;
    v.grow = 0.5 * v.dh / c->gap->h;
    follow(c, &v);
    return v;
}

static void one_motion(const contact *c, const means *m, const mat3 *F, const motion *v, const double *dp, int i,
                       abut_gap_force *out) {
    double sum[FIELDS] = {0}, dm[FIELDS];
    for (int k = 0; k < c->cells; k++) {
        if (!(c->s.p[k] > 0)) continue;
        for (field f = ONE; f < FIELDS; f++) sum[f] += c->s.p[k] * field_change(c, v, f, k) + dp[k] * value(c, f, k);
    }
    for (field f = ONE; f < FIELDS; f++) dm[f] = (sum[f] - m->m[f] * sum[ONE]) / m->sum;
    out->dN[i] = out->N * (v->dh / c->gap->h + v->grow + sum[ONE] / m->sum);
    vec3 at = m3_tmul(*F, v3(dm[AT_X], dm[AT_Y], dm[AT_Z]));
    double length = sqrt(1 + m->m[SLOPE_X] * m->m[SLOPE_X] + m->m[SLOPE_Y] * m->m[SLOPE_Y]);
    vec3 n = v3_scale(1 / length, m3_tmul(*F, v3(-dm[SLOPE_X], -dm[SLOPE_Y], 0)));
    out->dat[0][i] = at.x, out->dat[1][i] = at.y, out->dat[2][i] = at.z;
    out->dn[0][i] = n.x, out->dn[1][i] = n.y;
    out->dphi[i] = 0;
    out->dlna[i] = semi_axis_change(dm[X2], m->m[AT_X], dm[AT_X], out->a, c->dx, v->grow);
    out->dlnb[i] = semi_axis_change(dm[Y2], m->m[AT_Y], dm[AT_Y], out->b, c->dy, v->grow);
}

/* ---- the pressure on the cells, p = pi E* h p'/dx ---- */
static void report_cells(const contact *c, abut_gap_cells *out) {
    double unit = PI * c->gap->E_star * c->gap->h / c->dx;
    out->n = c->law->n;
    out->side[0] = c->dx, out->side[1] = c->dy;
    for (int k = 0; k < c->cells; k++) out->p[k] = unit * c->s.p[k];
}

static void report_change(const contact *c, const motion *v, const double *dp, int i, abut_gap_cells *out) {
    double unit = PI * c->gap->E_star * c->gap->h / c->dx, share = v->dh / c->gap->h - v->grow;
    out->grow[i] = v->grow;
    out->step[0][i] = v->to_x, out->step[1][i] = v->to_y;
    for (int k = 0; k < c->cells; k++) out->dp[i][k] = unit * (dp[k] + share * c->s.p[k]);
}

static abut_status derive(contact *c, const means *m, const mat3 *F, abut_gap_force *out) {
    double dp[WINDOW_CELLS], f[WINDOW_CELLS];
    for (int i = 0; i < ABUT_MOTIONS; i++) {
        motion v = motion_of(c, m, F, i);
        for (int k = 0; k < c->cells; k++) f[k] = c->s.p[k] > 0 ? -gap_change(c, &v, k) : 0;
        if (!window_inverse(&c->op, c->s.p, f, 1e-9, dp)) return ABUT_NO_CONVERGENCE;
        one_motion(c, m, F, &v, dp, i, out);
        if (out->cells) report_change(c, &v, dp, i, out->cells);
    }
    return ABUT_OK;
}

static abut_status gap_force(const void *self, const abut_gap *gap, const void *memory, void *next, bool derivatives,
                             abut_gap_force *out) {
    contact c;
    c.law = self;
    c.gap = gap;
    c.cells = c.law->n * c.law->n;
    abut_status status = solve(&c, memory, derivatives);
    if (status) return status;
    means m = average(&c);
    if (!(m.sum > 0)) return ABUT_NO_CONVERGENCE;
    mat3 F = frame_of(&m);
    report(&c, &m, &F, out);
    if (out->cells) report_cells(&c, out->cells);
    if (next) keep(&c, next);
    return derivatives ? derive(&c, &m, &F, out) : ABUT_OK;
}

static const abut_param_info params[] = {
    ABUT_NORMAL_PARAMS("hunt_crossley"),
    {.name = "n",
     .unit = "1",
     .preset = 32,
     .low = 8,
     .high = WINDOW_MOST,
     .meaning = "cells of the window in each direction, even"},
    {.name = "tol",
     .unit = "1",
     .preset = 1e-8,
     .low = 1e-12,
     .high = 1e-3,
     .meaning = "greatest error of the gap over the approach; in runs a thousandth of the solver's rtol if not given"},
    {0},
};

static const abut_choice examples[] = {
    {"halfspace", {{0}}},
    {"halfspace", {{.name = "n", .value = 16}, {.name = "damping", .value = 0.1}}},
    {0},
};

const abut_normal_type normal_halfspace = {
    .type = {"normal", "halfspace", "pressure of two half-spaces on a grid, for gaps of any shape", params, examples},
    .size = sizeof(halfspace),
    .init = init,
    .needs_material = true,
    .no_memory = true,
    .over_gap = over_gap,
    .gap_force = gap_force,
    .gap_memory = gap_memory,
    .gap_cells = gap_cells,
    .tolerance = tolerance,
    .drop = drop,
};
