/* Balls against balls and planes: exact Hertz, N = N_el (1 + chi hdot) >= 0, coulomb at the contact point.
 *
 * With n from the first to the second, h the approach and the contact point in the middle of the overlap, the point is
 * lambda_b = -(R_b - h/2) n from the centre of the second and, of two balls, lambda_a = (R_a - h/2) n from that of the first:
 *   v = v_b + w_b x lambda_b - v_a - w_a x lambda_a,   hdot = -n.v,   s = v + hdot n,
 *   N_el = e sqrt(R) h^(3/2),   F = N n - g(s^2) N s,   M_b = lambda_b x F,   M_a = -lambda_a x F.
 * Rounding: a few units in the last digit of each term (the roots are those of the processor). */
#include "pack_pair.h"

#include "damping/damping.h"
#include "kernels.h"
#include "normal/ellipse.h"

/* ---- which ---- */
bool pair_law_of(const abut_element *e, pair_law *law) {
    const surface *a = &e->a.surface, *b = &e->b.surface;
    bool balls = a->ball > 0 && b->ball > 0, plane = (a->type->flat && b->ball > 0) || (b->type->flat && a->ball > 0);
    if (!e->common || e->lubricated || !(balls || plane) || e->form == NO_CLOSED_FORM) return false;
    *law = (pair_law){.kernel = e->kernel, .chi = e->chi, .slip = e->slip.law};
    return true;
}

void pair_stiffness(const abut_element *e, double *stiffness, double *ellipse) {
    const double curvature = 0.5; /* of the gap of a ball of radius 1 on a plane: z = (x^2 + y^2)/(2 R) */
    abut_patch patch = {.h = 1, .P = curvature, .Q = curvature, .E_star = e->E_star};
    abut_normal n = {0};
    ellipse_hertz(&patch, false, &n);
    *stiffness = n.N;
    *ellipse = n.a * n.a;
}

/* ---- who touches ---- */
static bool balls_touch(const pair_ball *a, const pair_ball *b) {
    double x = b->c[0] - a->c[0], y = b->c[1] - a->c[1], z = b->c[2] - a->c[2], reach = a->radius + b->radius;
    return x * x + y * y + z * z < reach * reach;
}

static bool plane_touches(const pair_plane *p, const pair_ball *b) {
    vec3 d = {b->c[0] - p->p.x, b->c[1] - p->p.y, b->c[2] - p->p.z};
    return v3_dot(d, p->n) < b->radius;
}

int pairs_touching(const near_list *l, const pair_ball *ball, int *touching) {
    int count = 0;
    for (int i = 0; i < l->count; i++) {
        const int *p = l->pair[i];
        touching[count] = i; /* without a branch: which ones touch cannot be foretold */
        count += l->plane ? plane_touches(l->plane, &ball[p[1]]) : balls_touch(&ball[p[0]], &ball[p[1]]);
    }
    return count;
}

/* ---- four of them ---- */
typedef struct four_balls {
    row4v c, v, w;
    row4 radius, kind;
} four_balls;

ROW4_INLINE four_balls gather(const pair_ball *const b[4]) {
    four_balls o;
    row4 r[4];
    for (int i = 0; i < 4; i++) r[i] = row4_load(b[i]->c);
    row4_transpose(&r[0], &r[1], &r[2], &r[3]);
    o.c = (row4v){r[0], r[1], r[2]}, o.radius = r[3];
    for (int i = 0; i < 4; i++) r[i] = row4_load(b[i]->v);
    row4_transpose(&r[0], &r[1], &r[2], &r[3]);
    o.v = (row4v){r[0], r[1], r[2]}, o.kind = r[3];
    for (int i = 0; i < 4; i++) r[i] = row4_load(b[i]->w);
    row4_transpose(&r[0], &r[1], &r[2], &r[3]);
    o.w = (row4v){r[0], r[1], r[2]};
    return o;
}

/* The geometry of four contacts, and how the bodies move at their points. */
typedef struct four_contacts {
    row4v n, lambda_a, lambda_b, v, point;
    row4 h, R, least; /* m: approach; radius of the gap; smaller radius of the two */
} four_contacts;

ROW4_INLINE four_contacts between_balls(const four_balls *a, const four_balls *b) {
    four_contacts o;
    row4v d = row4v_sub(b->c, a->c);
    row4 reach = a->radius + b->radius, distance = row4_sqrt(row4v_dot(d, d));
    o.n = row4v_scale(1 / distance, d);
    o.h = reach - distance;
    o.R = a->radius * b->radius / reach;
    o.least = row4_min(a->radius, b->radius);
    o.lambda_a = row4v_scale(a->radius - 0.5 * o.h, o.n);
    o.lambda_b = row4v_scale(0.5 * o.h - b->radius, o.n);
    o.point = row4v_add(a->c, o.lambda_a);
    o.v = row4v_sub(row4v_add(b->v, row4v_cross(b->w, o.lambda_b)), row4v_add(a->v, row4v_cross(a->w, o.lambda_a)));
    return o;
}

ROW4_INLINE four_contacts on_plane(const pair_plane *p, const four_balls *b) {
    four_contacts o;
    o.n = row4v_all(p->n);
    o.h = b->radius - row4v_dot(o.n, row4v_sub(b->c, row4v_all(p->p)));
    o.R = o.least = b->radius;
    o.lambda_b = row4v_scale(0.5 * o.h - b->radius, o.n);
    o.point = row4v_add(b->c, o.lambda_b);
    o.lambda_a = row4v_sub(o.point, row4v_all(p->r));
    row4v va = row4v_add(row4v_all(p->v), row4v_cross(row4v_all(p->w), o.lambda_a));
    o.v = row4v_sub(row4v_add(b->v, row4v_cross(b->w, o.lambda_b)), va);
    return o;
}

typedef struct four_forces {
    row4 hdot, N, elastic, loss_normal, loss_friction;
    row4v F, slip;
} four_forces;

/* e: the stiffness of each pair */
ROW4_INLINE four_forces forces_of(const pair_law *law, const four_contacts *c, row4 e) {
    const row4 zero = row4_all(0);
    four_forces o;
    o.hdot = -row4v_dot(c->n, c->v);
    o.elastic = e * c->h * row4_sqrt(c->R * c->h);
    o.N = row4_max(o.elastic * DAMPING_FACTOR(law->chi, o.hdot), zero); /* released: never tensile */
    o.loss_normal = (o.N - o.elastic) * o.hdot;
    o.slip = row4v_add(c->v, row4v_scale(o.hdot, c->n));
    row4 square = row4v_dot(o.slip, o.slip), gain = o.N * slip_gain4(&law->slip, square, NULL);
    o.loss_friction = gain * square;
    o.F = row4v_sub(row4v_scale(o.N, c->n), row4v_scale(gain, o.slip));
    return o;
}

/* ---- what comes out ---- */
ROW4_INLINE void add_to(double (*wrench)[8], const int at[4], int lanes, row4v F, row4v M) {
    row4 f[4] = {F.x, F.y, F.z, row4_all(0)}, m[4] = {M.x, M.y, M.z, row4_all(0)};
    row4_transpose(&f[0], &f[1], &f[2], &f[3]);
    row4_transpose(&m[0], &m[1], &m[2], &m[3]);
    for (int i = 0; i < lanes; i++) {
        double *to = wrench[at[i]];
        row4_store(row4_load(to) + f[i], to);
        row4_store(row4_load(to + 4) + m[i], to + 4);
    }
}

ROW4_INLINE void report(const four_contacts *c, const four_forces *f, row4 A, int lanes, pair_out *out) {
    for (int i = 0; i < lanes; i++) {
        double h = c->h[i], a2 = A[i] * c->R[i] * h;
        out[i] = (pair_out){.h = h,
                            .hdot = f->hdot[i],
                            .N = f->N[i],
                            .a = sqrt(a2),
                            .p_max = ELLIPSE_P_MAX(f->elastic[i], a2),
                            .energy = ELLIPSE_ENERGY(f->elastic[i], h),
                            .loss_normal = f->loss_normal[i],
                            .loss_friction = f->loss_friction[i],
                            .force = row4v_lane(&f->F, i),
                            .point = row4v_lane(&c->point, i),
                            .n = row4v_lane(&c->n, i),
                            .slip = row4v_lane(&f->slip, i)};
    }
}

/* The stiffness of each pair of materials. */
ROW4_INLINE row4 look_up(const pair_law *law, const double *table, row4 a, row4 b) {
    if (law->kinds == 1) return row4_all(table[0]);
    row4 at = a * (double)law->kinds + b;
    return (row4){table[(int)at[0]], table[(int)at[1]], table[(int)at[2]], table[(int)at[3]]};
}

static double most(row4 x, double so_far) { return fmax(fmax(fmax(x[0], x[1]), fmax(x[2], x[3])), so_far); }

/* What the evaluation of a list gathers, lane by lane. */
typedef struct totals {
    row4 energy, loss_normal, loss_friction, N, p, h;
    row4 check; /* not a number if a force is none */
    mask4 deep;
} totals;

ROW4_INLINE void add_up(const four_contacts *c, const four_forces *f, row4 ellipse, int lanes, totals *t) {
    const row4 number = {0, 1, 2, 3}, zero = row4_all(0);
    mask4 counts = number < row4_all(lanes);
    t->energy += row4_pick(counts, ELLIPSE_ENERGY(f->elastic, c->h), zero);
    t->loss_normal += row4_pick(counts, f->loss_normal, zero);
    t->loss_friction += row4_pick(counts, f->loss_friction, zero);
    t->N = row4_max(t->N, f->N);
    t->h = row4_max(t->h, c->h);
    t->p = row4_max(t->p, ELLIPSE_P_MAX(f->elastic, ellipse * c->R * c->h));
    t->check += 0 * (f->F.x + f->F.y + f->F.z);
    t->deep |= c->h > c->least;
}

static abut_status hand_out(const totals *t, pair_sums *sums) {
    sums->energy += row4_sum(t->energy);
    sums->loss_normal += row4_sum(t->loss_normal);
    sums->loss_friction += row4_sum(t->loss_friction);
    sums->max_N = most(t->N, sums->max_N);
    sums->max_p_max = most(t->p, sums->max_p_max);
    sums->max_h = most(t->h, sums->max_h);
    if (row4_any(t->deep)) return ABUT_TOO_DEEP;
    return row4_sum(t->check) == 0 ? ABUT_OK : ABUT_NOT_FINITE;
}

/* The pairs of four places in the list; lanes beyond the end repeat the last. */
ROW4_INLINE int choose(const near_list *l, const int *touching, int left, int first[4], int second[4]) {
    int lanes = left < 4 ? left : 4;
    for (int i = 0; i < 4; i++) {
        const int *p = l->pair[touching[i < lanes ? i : lanes - 1]];
        first[i] = p[0], second[i] = p[1];
    }
    return lanes;
}

ROW4_INLINE four_balls gather_of(const pair_ball *ball, const int at[4]) {
    const pair_ball *const b[4] = {&ball[at[0]], &ball[at[1]], &ball[at[2]], &ball[at[3]]};
    return gather(b);
}

abut_status kernel_pairs_eval(const pair_law *law, const near_list *l, const pair_ball *ball, const int *touching,
                              int count, double (*wrench)[8], double plane[8], pair_sums *sums, pair_out *out) {
    const int none[4] = {0};
    totals t = {0};
    double planes[1][8] = {{0}};
    for (int from = 0; from < count; from += 4) {
        int first[4], second[4], lanes = choose(l, touching + from, count - from, first, second);
        four_balls b = gather_of(ball, second), a = l->plane ? b : gather_of(ball, first);
        four_contacts c = l->plane ? on_plane(l->plane, &b) : between_balls(&a, &b);
        row4 kind = l->plane ? row4_all(l->plane->kind) : a.kind, ellipse = look_up(law, law->A, kind, b.kind);
        four_forces f = forces_of(law, &c, look_up(law, law->e, kind, b.kind));
        add_to(wrench, second, lanes, f.F, row4v_cross(c.lambda_b, f.F));
        add_to(l->plane ? planes : wrench, l->plane ? none : first, lanes, row4v_scale(row4_all(-1), f.F),
               row4v_cross(f.F, c.lambda_a));
        add_up(&c, &f, ellipse, lanes, &t);
        if (out) report(&c, &f, ellipse, lanes, out + from);
    }
    for (int i = 0; l->plane && i < 8; i++) plane[i] += planes[0][i];
    return hand_out(&t, sums);
}
