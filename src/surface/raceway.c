/* Raceway: the cavity of a torus about z whose groove radius varies round the axis, by waves and by one spall.
 *
 * With rho, theta, z cylindrical coordinates and w = sqrt((rho - R)^2 + z^2) the distance from the circle of groove centres
 *     f = r + sum A_k cos(n_k theta + phi_k) + d(s) - w,                                                              (1)
 * positive in the hollow; without waves and spall it is that of `torus` with side inside. |grad f| >= 1.
 *
 * The spall is a strip across the groove between two planes parallel to the axis, s = rho sin(theta - angle) the distance
 * from its middle plane (at the width of a spall the length along the raceway, at any place across the groove). From each
 * edge the depth rises over a ramp of length L, t = 0 .. 1 along it, with the level bottom between the ramps:
 *     d = depth B(t),  B'' = b (1 - x^2)^2      t < e,  x = -1 .. 1 over this part: the rounded edge, convex,
 *                      B'' = -a (1 - y^8)^2     t > e,  y = -1 .. 1 over this part: the foot of the ramp, hollow.     (2)
 * B' = 2 at t = e for any e, B(1) = 1; B is of class C3. Here e = 0.2, so that a = 2/((1 - e) A), A = 1 - 2/9 + 1/17.
 *
 * A ball bridges what is more hollow than itself, and laws of Hertz have no meaning there. The ramps are as steep as a ball
 * of the groove radius can follow with a fifth of the curvature between it and the smooth raceway left,
 *     a depth/L^2 = k = 0.8 [1/r - 1/(R + r) - sum |A_k| n_k^2/(R + r)^2],                                            (3)
 * and a spall too narrow for two such ramps is only as deep as they reach in it, depth = k (width/2)^2/a: a narrow pit is
 * felt by a ball as a shallow one. Contact in the spall is Hertzian with the local curvatures of (1): loads at an edge whose
 * rounding is shorter than the ellipse are an estimate. */
#include <math.h>
#include <stdlib.h>

#include "axial.h"
#include "surface.h"

/* ---- the spall ---- */
static const double EDGE = 0.2;                                /* e of (2) */
static const double FLAT = 1 - 2.0 / 9 + 1.0 / 17;             /* A of (2): mean of (1 - y^8)^2 */
static const double ROUND = 8.0 / 15;                          /* mean of (1 - x^2)^2 */
static double hollow(void) { return 2 / ((1 - EDGE) * FLAT); } /* a of (2) */

typedef struct spall {
    double depth, half, ramp; /* m: as deep as it is, half the width, L */
    double cx, cy;            /* direction of its middle from the axis */
} spall;

/* Depth and its derivatives by s. */
typedef struct profile {
    double d, d1, d2, d3;
} profile;

/* (2), integrated: B and its derivatives by t */
static profile ramp(double t) {
    if (t < EDGE) {
        double half = 0.5 * EDGE, b = 2 / (EDGE * ROUND), x = t / half - 1, xx = x * x;
        return (profile){half * half * b * (x * (x * (0.5 - xx / 6 + xx * xx / 30) + ROUND) + 1.0 / 6),
                         half * b * (x * (1 - 2 * xx / 3 + xx * xx / 5) + ROUND), b * (1 - xx) * (1 - xx),
                         -4 * b * x * (1 - xx) / half};
    }
    double half = 0.5 * (1 - EDGE), a = hollow(), y = (t - EDGE) / half - 1, y2 = y * y, y4 = y2 * y2, y8 = y4 * y4;
    double G = y * FLAT - y2 * (0.5 - y8 / 45 + y8 * y8 / 306), G1 = FLAT - 0.5 + 1.0 / 45 - 1.0 / 306;
    return (profile){1 + half * half * a * (G - G1), half * a * (FLAT - y * (1 - 2 * y8 / 9 + y8 * y8 / 17)),
                     -a * (1 - y8) * (1 - y8), 16 * a * y4 * y2 * y * (1 - y8) / half};
}

static profile spall_at(const spall *p, double s) {
    double t = (p->half - fabs(s)) / p->ramp, i = 1 / p->ramp, sign = s < 0 ? 1 : -1;
    if (!(t > 0)) return (profile){0};
    if (t >= 1) return (profile){.d = p->depth};
    profile B = ramp(t);
    return (profile){p->depth * B.d, sign * i * p->depth * B.d1, i * i * p->depth * B.d2,
                     sign * i * i * i * p->depth * B.d3};
}

/* ---- the raceway ---- */
typedef struct wave {
    int order;
    double a, b; /* m: a cos(n theta) - b sin(n theta) */
} wave;

typedef struct raceway {
    double R, r;
    size_t waves;
    wave *wave;
    spall spall; /* depth 0: none */
    abut_extent extent;
} raceway;

/* Sums over the waves: of sizes, and of sizes times order and order squared. */
typedef struct wave_sums {
    double A, An, Ann;
} wave_sums;

static abut_status read_waves(raceway *w, const abut_args *args, wave_sums *sums) {
    size_t count;
    const double *x = abut_arg_data(args, "waves", &count);
    *sums = (wave_sums){0};
    if (!x) return ABUT_OK;
    if (count % 3)
        return abut_refuse_at(args, "waves", ABUT_BAD_VALUE,
                              "waves: triples of order, amplitude and phase are needed, got %zu numbers", count);
    for (size_t i = 0; i < count; i += 3) {
        if (!(x[i] >= 1 && x[i] <= 1e5 && x[i] == floor(x[i])))
            return abut_refuse_at(args, "waves", ABUT_BAD_VALUE,
                                  "waves: an order is a whole number from 1 to 100000, got %g", x[i]);
        if (!isfinite(x[i + 1]) || !(fabs(x[i + 2]) <= 1e6))
            return abut_refuse_at(args, "waves", ABUT_BAD_VALUE,
                                  "waves: amplitude %g m and phase %g rad are out of range", x[i + 1], x[i + 2]);
        sums->A += fabs(x[i + 1]);
        sums->An += fabs(x[i + 1]) * x[i];
        sums->Ann += fabs(x[i + 1]) * x[i] * x[i];
    }
    double out = w->R + w->r, in = w->R - w->r;
    double most = fmax(out * out / w->r - out, in * in / w->r + in);
    if (!(sums->Ann < most))
        return abut_refuse_at(
            args, "waves", ABUT_BAD_VALUE,
            "waves: a ball cannot follow them: the sum of amplitude times order squared is %g m, and from "
            "%g m on the groove is more hollow than the ball",
            sums->Ann, most);
    w->waves = count / 3;
    w->wave = calloc(w->waves + 1, sizeof *w->wave);
    if (!w->wave) return abut_refuse(args, ABUT_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < w->waves; i++, x += 3) w->wave[i] = (wave){(int)x[0], x[1] * cos(x[2]), x[1] * sin(x[2])};
    return ABUT_OK;
}

/* (3) */
static abut_status read_spall(raceway *w, const abut_args *args, const wave_sums *sums) {
    double depth = abut_arg(args, "spall_depth"), half = 0.5 * abut_arg(args, "spall_width"),
           angle = abut_arg(args, "spall_angle"), out = w->R + w->r;
    if (depth == 0) return ABUT_OK;
    if (!(half > 0 && half < w->R - w->r))
        return abut_refuse_at(args, "spall_width", ABUT_BAD_VALUE, "spall_width must be in (0, %g) m, got %g",
                              2 * (w->R - w->r), 2 * half);
    double room = 1 / w->r - 1 / out - sums->Ann / (out * out), k = 0.8 * room;
    if (!(room > 0))
        return abut_refuse_at(
            args, "waves", ABUT_BAD_VALUE,
            "waves: beside a spall the sum of amplitude times order squared must be below %g m, got %g m",
            out * out / w->r - out, sums->Ann);
    double L = fmin(sqrt(hollow() * depth / k), half);
    w->spall = (spall){fmin(depth, k * L * L / hollow()), half, L, cos(angle), sin(angle)};
    return ABUT_OK;
}

/* Upper bounds. Across the groove every section is a circle, seen under the slope of the raceway; along it the Hessian of (1)
 * is that of the torus and those of the waves, at most sum |A| (n^2 + n)/rho^2, and of the spall. */
static abut_extent measure(const raceway *w, const wave_sums *sums) {
    const spall *p = &w->spall;
    double most = w->r + sums->A + p->depth, least = w->r - sums->A, rho = w->R - most, i = p->depth ? 1 / p->ramp : 0;
    double slope = sums->An / rho + 2 * p->depth * i, edge = 2 / (EDGE * ROUND) * p->depth * i * i;
    return (abut_extent){.bound = w->R + most,
                         .size = least,
                         .k_min_sup = -1 / (most * sqrt(1 + slope * slope)),
                         .k_max_sup = 1 / rho + (sums->Ann + sums->An) / (rho * rho) + edge};
}

static void drop(void *self) { free(((raceway *)self)->wave); }

static abut_status init(void *self, const abut_args *args) {
    raceway *w = self;
    *w = (raceway){.R = abut_arg(args, "ring_radius"), .r = abut_arg(args, "tube_radius")};
    if (w->r >= w->R)
        return abut_refuse_at(args, "tube_radius", ABUT_BAD_VALUE, "tube_radius %g must be below ring_radius %g", w->r,
                              w->R);
    wave_sums sums;
    abut_status s = read_waves(w, args, &sums);
    if (!s) s = read_spall(w, args, &sums);
    double rest = fmin(w->r, w->R - w->r), deep = sums.A + w->spall.depth;
    if (!s && !(deep < 0.5 * rest))
        s = abut_refuse_at(
            args, sums.A > 0 ? "waves" : "spall_depth", ABUT_BAD_VALUE,
            "waves and spall change the groove by %g m in all: it must stay below %g m, half the smaller of "
            "tube_radius and ring_radius - tube_radius",
            deep, 0.5 * rest);
    if (s)
        drop(w);
    else
        w->extent = measure(w, &sums);
    return s;
}

static abut_extent extent(const void *self) { return ((const raceway *)self)->extent; }

/* (ex + i ey)^n by squaring */
static void turn_by(double ex, double ey, int n, double *c, double *s) {
    double re = 1, im = 0;
    for (; n; n >>= 1) {
        if (n & 1) {
            double t = re * ex - im * ey;
            im = re * ey + im * ex;
            re = t;
        }
        double t = ex * ex - ey * ey;
        ey = 2 * ex * ey;
        ex = t;
    }
    *c = re;
    *s = im;
}

/* The waves and their derivatives by theta. */
static profile waves_at(const raceway *w, double ex, double ey) {
    profile q = {0};
    for (size_t i = 0; i < w->waves; i++) {
        const wave *v = &w->wave[i];
        double c, s, n = v->order, nn = n * n;
        turn_by(ex, ey, v->order, &c, &s);
        double value = v->a * c - v->b * s, slope = -n * (v->a * s + v->b * c);
        q.d += value;
        q.d1 += slope;
        q.d2 -= nn * value;
        q.d3 -= nn * slope;
    }
    return q;
}

static double spall_offset(const spall *p, double x, double y) {
    return p->depth > 0 && p->cx * x + p->cy * y > 0 ? p->cx * y - p->cy * x : INFINITY;
}

/* A function q(theta): gradient q'/rho p, Hessian -q'/rho^2 (e p + p e) + q''/rho^2 p p, third derivatives
 * (2 q'/rho^3) sym(e e p) - (2 q''/rho^3) sym(e p p) + (q''' - 2 q')/rho^3 p p p. */
static void add_waves(const profile *q, double ex, double ey, double rho, int order, abut_jet *out) {
    double i = 1 / rho, px = -ey, py = ex, g = q->d1 * i;
    out->f += q->d;
    out->g.x += g * px;
    out->g.y += g * py;
    if (order < 2) return;
    double m = -g * i, k = q->d2 * i * i;
    out->H[0] += 2 * m * ex * px + k * px * px;
    out->H[1] += 2 * m * ey * py + k * py * py;
    out->H[3] += m * (ex * py + ey * px) + k * px * py;
    if (order < 3) return;
    double eep = -2 * m * i, epp = -2 * k * i, ppp = (q->d3 - 2 * q->d1) * i * i * i;
    out->T[0] += 3 * px * ex * (eep * ex + epp * px) + ppp * px * px * px;
    out->T[1] += 3 * py * ey * (eep * ey + epp * py) + ppp * py * py * py;
    out->T[3] += eep * ex * (ex * py + 2 * ey * px) + epp * px * (ey * px + 2 * ex * py) + ppp * px * px * py;
    out->T[5] += eep * ey * (ey * px + 2 * ex * py) + epp * py * (ex * py + 2 * ey * px) + ppp * py * py * px;
}

static void add_spall(const spall *p, double s, int order, abut_jet *out) {
    profile d = spall_at(p, s);
    double x = -p->cy, y = p->cx;
    out->f += d.d;
    out->g.x += d.d1 * x;
    out->g.y += d.d1 * y;
    if (order < 2) return;
    out->H[0] += d.d2 * x * x;
    out->H[1] += d.d2 * y * y;
    out->H[3] += d.d2 * x * y;
    if (order < 3) return;
    out->T[0] += d.d3 * x * x * x;
    out->T[1] += d.d3 * y * y * y;
    out->T[3] += d.d3 * x * x * y;
    out->T[5] += d.d3 * x * y * y;
}

static abut_status jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_vec3 y = *at;
    const raceway *t = self;
    double ex, ey, rho = axial_direction(y, &ex, &ey);
    double u = rho - t->R, w = sqrt(u * u + y.z * y.z);
    if (rho == 0 || w == 0) return ABUT_OUTSIDE_DOMAIN;
    double c = u / w, d = y.z / w, k = -1 / w;
    axial F = {.r = -c, .z = -d};
    out->f = t->r - w;
    if (order > 1) {
        F.rr = k * d * d;
        F.rz = -k * c * d;
        F.zz = k * c * c;
    }
    if (order > 2) {
        double kk = k / w;
        F.rrr = -3 * kk * c * d * d;
        F.rrz = kk * d * (2 * c * c - d * d);
        F.rzz = kk * c * (2 * d * d - c * c);
        F.zzz = -3 * kk * c * c * d;
    }
    axial_jet(ex, ey, rho, &F, order, out);
    if (t->waves) {
        profile q = waves_at(t, ex, ey);
        add_waves(&q, ex, ey, rho, order, out);
    }
    double s = spall_offset(&t->spall, y.x, y.y);
    if (fabs(s) < t->spall.half) add_spall(&t->spall, s, order, out);
    return ABUT_OK;
}

/* ---- the nearest point ---- */

/* A point near the surface with its tangent basis, t1 across the groove, and the form K = t H t/l, q = n H t/l. */
typedef struct spot {
    vec3 y, n, t1, t2;
    double l, off; /* |grad f|; f/l */
    double k11, k12, k22, q1, q2;
} spot;

static abut_status look(const raceway *w, vec3 y, int order, abut_jet *j, spot *p) {
    abut_status s = jet(w, &y, order, j);
    if (s) return s;
    double ex, ey, rho = axial_direction(y, &ex, &ey);
    vec3 across = v3(-y.z * ex, -y.z * ey, rho - w->R); /* along the circle of the section */
    p->y = y;
    p->l = v3_norm(j->g);
    p->n = v3_scale(1 / p->l, j->g);
    p->t1 = v3_unit(v3_axpy(-v3_dot(p->n, across), p->n, across));
    p->t2 = v3_cross(p->n, p->t1);
    p->off = j->f / p->l;
    vec3 h1 = v3_scale(1 / p->l, sym3_mul(j->H, p->t1)), h2 = v3_scale(1 / p->l, sym3_mul(j->H, p->t2));
    p->k11 = v3_dot(p->t1, h1);
    p->k12 = v3_dot(p->t1, h2);
    p->k22 = v3_dot(p->t2, h2);
    p->q1 = v3_dot(p->n, h1);
    p->q2 = v3_dot(p->n, h2);
    return isfinite(p->k11 + p->k22) ? ABUT_OK : ABUT_OUTSIDE_DOMAIN;
}

/* Newton step towards the foot of x: the normal turns by K tau + q dz over the step tau along and dz off the surface, so that
 * (1 + D K) tau = o - D dz q with the offset o along the surface and the distance D. False at a centre of curvature. */
static bool step_to(const spot *p, vec3 x, vec3 *step, double *merit) {
    vec3 o = v3_sub(x, p->y);
    double o1 = v3_dot(p->t1, o), o2 = v3_dot(p->t2, o), dz = -p->off, D = v3_dot(p->n, o) - dz;
    double a = 1 + D * p->k11, b = D * p->k12, c = 1 + D * p->k22, det = a * c - b * b;
    double y1 = o1 - D * dz * p->q1, y2 = o2 - D * dz * p->q2;
    *merit = fabs(o1) + fabs(o2) + fabs(dz);
    if (!(fabs(det) > 1e-14 * (a * a + b * b + c * c))) return false;
    *step = v3_axpy(dz, p->n, v3_in((c * y1 - b * y2) / det, p->t1, (a * y2 - b * y1) / det, p->t2));
    return true;
}

/* From the foot on a torus with the groove radius there. Steps that lead away are halved. */
static abut_status find_foot(const raceway *w, vec3 x, vec3 *foot) {
    double ex, ey, rho = axial_direction(x, &ex, &ey), u = rho - w->R, d = sqrt(u * u + x.z * x.z);
    double c = d > 0 ? u / d : 1, s = d > 0 ? x.z / d : 0, radius = w->r + waves_at(w, ex, ey).d,
           rim = w->R + radius * c;
    double side = spall_offset(&w->spall, rim * ex, rim * ey);
    if (fabs(side) < w->spall.half) radius += spall_at(&w->spall, side).d;
    vec3 y = v3((w->R + radius * c) * ex, (w->R + radius * c) * ey, radius * s), from = y, step = {0, 0, 0};
    double before = INFINITY, part = 1;
    for (int i = 0; i < 60; i++) {
        abut_jet j;
        spot p;
        double merit;
        abut_status status = look(w, y, 2, &j, &p);
        if (status) return status;
        vec3 next;
        bool regular = step_to(&p, x, &next, &merit);
        if (merit > before && merit > 1e-12 * w->r && part > 1e-3) {
            part *= 0.5;
            y = v3_axpy(part, step, from);
            continue;
        }
        *foot = y;
        if (!regular) return ABUT_OK; /* any of the nearest points will do */
        double length = v3_norm(next);
        if (length > 0.3 * w->r) next = v3_scale(0.3 * w->r / length, next);
        from = y;
        step = next;
        before = merit;
        part = 1;
        *foot = y = v3_add(y, next);
        if (length < 1e-9 * w->r) return ABUT_OK; /* the error is of the order of its square */
    }
    return ABUT_NO_CONVERGENCE;
}

/* Rates of curvature in the basis t: D3f/l - K_ij q_k - K_jk q_i - K_ik q_j. */
static void rates(const abut_jet *j, const spot *p, abut_foot *out) {
    double T1[6], T2[6], il = 1 / p->l;
    sym33_mul(j->T, p->t1, T1);
    sym33_mul(j->T, p->t2, T2);
    vec3 u = sym3_mul(T1, p->t1), v = sym3_mul(T2, p->t2);
    out->dk1 = il * v3_dot(p->t1, u) - 3 * p->k11 * p->q1;
    out->ek1 = il * v3_dot(p->t2, u) - p->k11 * p->q2 - 2 * p->k12 * p->q1;
    out->dk2 = il * v3_dot(p->t1, v) - p->k22 * p->q1 - 2 * p->k12 * p->q2;
    out->ek2 = il * v3_dot(p->t2, v) - 3 * p->k22 * p->q2;
}

/* Turns the basis to the principal directions, the smaller curvature first. */
static void principal(spot *p) {
    double d = 0.5 * (p->k22 - p->k11), m = 0.5 * (p->k11 + p->k22), r = sqrt(d * d + p->k12 * p->k12);
    if (r == 0 || (p->k12 == 0 && d >= 0)) return;
    double big = r + fabs(d), i = 1 / sqrt(2 * r * big), c = i * (d >= 0 ? big : -p->k12),
           s = i * (d >= 0 ? -p->k12 : big), q1 = p->q1;
    vec3 t1 = p->t1;
    p->t1 = v3_in(c, t1, s, p->t2);
    p->t2 = v3_in(-s, t1, c, p->t2);
    p->q1 = c * q1 + s * p->q2;
    p->q2 = c * p->q2 - s * q1;
    p->k11 = m - r;
    p->k22 = m + r;
    p->k12 = 0;
}

static abut_status foot(const void *self, const abut_vec3 *at, abut_foot *out) {
    const raceway *w = self;
    vec3 y;
    abut_jet j;
    spot p;
    abut_status s = find_foot(w, *at, &y);
    if (!s) s = look(w, y, 3, &j, &p);
    if (s) return s;
    principal(&p);
    *out = (abut_foot){.distance = v3_dot(p.n, v3_sub(*at, y)), .y = y, .n = p.n, .d1 = p.t1, .k1 = p.k11, .k2 = p.k22};
    rates(&j, &p, out);
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "ring_radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "radius of the circle on which the groove's centres lie"},
    {.name = "tube_radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "mean radius of the groove, below ring_radius"},
    {.name = "waves",
     .kind = ABUT_TABLE,
     .unit = "1",
     .meaning =
         "waviness as triples of order (whole, waves per turn), amplitude (m) and phase (rad): the groove lies deeper "
         "by amplitude cos(order angle + phase)"},
    {.name = "spall_depth",
     .unit = "m",
     .low = 0,
     .high = INFINITY,
     .meaning = "depth of a local fault; one so narrow that a ball bridges it is only as deep as the ball can sink"},
    {.name = "spall_width",
     .unit = "m",
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "its width along the raceway"},
    {.name = "spall_angle",
     .unit = "rad",
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "angle of its middle about the axis, from x"},
    {0},
};

/* an outer raceway with waves, an inner one with a spall, a plain groove */
static const double waves[] = {13, 5e-6, -1}, wave_of_two[] = {2, 50e-6, 0};
static const abut_choice examples[] = {
    {"raceway",
     {{.name = "ring_radius", .value = 0.05},
      {.name = "tube_radius", .value = 0.0104},
      {.name = "waves", .data = waves, .count = 3}}},
    {"raceway",
     {{.name = "ring_radius", .value = 0.03},
      {.name = "tube_radius", .value = 0.0104},
      {.name = "waves", .data = wave_of_two, .count = 3},
      {.name = "spall_depth", .value = 1e-4},
      {.name = "spall_width", .value = 0.01},
      {.name = "spall_angle", .value = 0.7}}},
    {"raceway", {{.name = "ring_radius", .value = 0.05}, {.name = "tube_radius", .value = 0.0104}}},
    {0},
};

static abut_form form(const void *self) {
    const raceway *w = self;
    return (abut_form){ABUT_FORM_TORUS, .hollow = true, .nearly = true, .ring = w->R, .radius = w->r};
}

const abut_surface_type surface_raceway = {
    .type = {"surface", "raceway", "raceway groove about z with waves and a spall", params, examples},
    .size = sizeof(raceway),
    .init = init,
    .extent = extent,
    .jet = jet,
    .foot = foot,
    .drop = drop,
    .form = form,
    .drawing = ABUT_DRAWN_TUBE,
};
