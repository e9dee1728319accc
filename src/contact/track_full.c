/* The opposing points as the paper states them: eight equations in r_A, r_B, lambda, mu.
 *
 *   (1)  grad g_A - lambda grad g_B = 0,  r_A - r_B - mu grad g_B = 0,  g_A = 0,  g_B = 0
 *   J = [ H_A  -lambda H_B    -grad g_B      0      ]
 *       [ I    -I - mu H_B       0       -grad g_B  ]
 *       [ grad g_A^T  0          0           0      ]
 *       [ 0     grad g_B^T       0           0      ]
 *
 * `full` solves (1) by Newton; `differential` takes the points from the caller's integrator, whose rates solve the
 * time derivative of (1) (eqs 2-3; with mu, not i, before the bracket of the second line). With A at rest and B moving
 * with v, w these are J (u_A, u_B, xi, eta) = -d(1)/dt at fixed points. */
#include "numeric/dense.h"
#include "track.h"

typedef struct system8 {
    double J[8][8], y[8];
} system8;

typedef struct two_jets {
    abut_jet a, b; /* b turned into A's frame */
    vec3 rb;
} two_jets;

static void turn_hessian(mat3 R, double H[6]) {
    mat3 full = {{H[0], H[3], H[4]}, {H[3], H[1], H[5]}, {H[4], H[5], H[2]}};
    mat3 half = m3_mulm(R, full); /* R H, then (R H) R^T */
    vec3 r0 = {R.c0.x, R.c1.x, R.c2.x}, r1 = {R.c0.y, R.c1.y, R.c2.y}, r2 = {R.c0.z, R.c1.z, R.c2.z};
    vec3 x = m3_mul(half, r0), y = m3_mul(half, r1), z = m3_mul(half, r2);
    H[0] = x.x;
    H[1] = y.y;
    H[2] = z.z;
    H[3] = y.x;
    H[4] = z.x;
    H[5] = z.y;
}

static abut_status jets(const abut_track_pair *pair, const abut_track_points *p, two_jets *out) {
    abut_status s = surface_jet(pair->a, p->ra, 2, &out->a);
    if (!s) s = surface_jet(pair->b, p->yb, 2, &out->b);
    if (s) return s;
    out->b.g = m3_mul(pair->R, out->b.g);
    turn_hessian(pair->R, out->b.H);
    out->rb = v3_add(pair->d, m3_mul(pair->R, p->yb));
    return ABUT_OK;
}

static void put_block(double J[8][8], int row, int column, double factor, const double H[6], double diagonal) {
    static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) J[row + i][column + j] = factor * H[at[i][j]] + (i == j ? diagonal : 0);
}
static void put_column(double J[8][8], int row, int column, double factor, vec3 g) {
    J[row][column] = factor * g.x;
    J[row + 1][column] = factor * g.y;
    J[row + 2][column] = factor * g.z;
}
static void put_row(double J[8][8], int row, int column, vec3 g) {
    J[row][column] = g.x;
    J[row][column + 1] = g.y;
    J[row][column + 2] = g.z;
}
static void put_vec(double *y, vec3 a) { y[0] = a.x, y[1] = a.y, y[2] = a.z; }
static vec3 get_vec(const double *y) { return v3(y[0], y[1], y[2]); }

static void fill(const two_jets *j, double lambda, double mu, system8 *out) {
    static const double zero[6] = {0};
    *out = (system8){0};
    put_block(out->J, 0, 0, 1, j->a.H, 0);
    put_block(out->J, 0, 3, -lambda, j->b.H, 0);
    put_column(out->J, 0, 6, -1, j->b.g);
    put_block(out->J, 3, 0, 0, zero, 1);
    put_block(out->J, 3, 3, -mu, j->b.H, -1);
    put_column(out->J, 3, 7, -1, j->b.g);
    put_row(out->J, 6, 0, j->a.g);
    put_row(out->J, 7, 3, j->b.g);
}

void track_multipliers(const abut_track_pair *pair, abut_track_points *p) {
    two_jets j;
    p->lambda = p->mu = 0;
    if (jets(pair, p, &j)) return;
    double bb = v3_dot(j.b.g, j.b.g);
    p->lambda = v3_dot(j.a.g, j.b.g) / bb;
    p->mu = v3_dot(v3_sub(p->ra, j.rb), j.b.g) / bb;
}

abut_status track_rate(const abut_track_pair *pair, const abut_track_points *p, vec3 v, vec3 w, double rate[8]) {
    two_jets j;
    system8 s;
    abut_status status = jets(pair, p, &j);
    if (status) return status;
    fill(&j, p->lambda, p->mu, &s);
    /* velocity of B's material at r_B, and the rate of grad g_B at a fixed point of space: w x g - H v */
    vec3 vb = v3_add(v, v3_cross(w, j.rb));
    vec3 drift = v3_sub(v3_cross(w, j.b.g), sym3_mul(j.b.H, vb));
    put_vec(s.y, v3_scale(p->lambda, drift));
    put_vec(s.y + 3, v3_scale(p->mu, drift));
    s.y[6] = 0;
    s.y[7] = v3_dot(j.b.g, vb);
    if (!dense_once(8, s.J[0], s.y)) return ABUT_FOCAL;
    for (int i = 0; i < 8; i++) rate[i] = s.y[i];
    return ABUT_OK;
}

static abut_status solve(const void *self, const abut_track_pair *pair, abut_track_points *p) {
    (void)self;
    double reach = fmin(pair->a->extent.size, pair->b->extent.size);
    if (!isfinite(reach)) reach = 1;
    track_multipliers(pair, p);
    for (int i = 0; i < 40; i++) {
        two_jets j;
        system8 s;
        abut_status status = jets(pair, p, &j);
        if (status) return status;
        fill(&j, p->lambda, p->mu, &s);
        put_vec(s.y, v3_axpy(p->lambda, j.b.g, v3_neg(j.a.g)));
        put_vec(s.y + 3, v3_axpy(p->mu, j.b.g, v3_sub(j.rb, p->ra)));
        s.y[6] = -j.a.f;
        s.y[7] = -j.b.f;
        if (!dense_once(8, s.J[0], s.y)) return ABUT_FOCAL;
        vec3 da = get_vec(s.y), db = get_vec(s.y + 3);
        double length = fmax(v3_norm(da), v3_norm(db));
        if (!isfinite(length)) return ABUT_NO_CONVERGENCE;
        double scale = length > reach ? reach / length : 1;
        p->ra = v3_axpy(scale, da, p->ra);
        p->yb = v3_axpy(scale, m3_tmul(pair->R, db), p->yb);
        p->lambda += scale * s.y[6];
        p->mu += scale * s.y[7];
        if (length < 1e-9 * reach) return p->lambda < 0 ? ABUT_OK : ABUT_WRONG_BRANCH;
    }
    return ABUT_NO_CONVERGENCE;
}

static const abut_choice full_examples[] = {
    {"full", {{0}}},
    {0},
};

const abut_track_type track_full = {
    .type = {"track", "full", "Newton on the eight equations of the opposing points", NULL, full_examples},
    .solve = solve,
};

typedef struct differential {
    bool projection;
} differential;

static abut_status init(void *self, const abut_args *args) {
    ((differential *)self)->projection = abut_arg(args, "projection") != 0;
    return ABUT_OK;
}

/* The points come from the integrator; one reduced Newton step squares their drift. */
static abut_status project(const void *self, const abut_track_pair *pair, abut_track_points *p) {
    if (!((const differential *)self)->projection) return ABUT_OK;
    abut_status s = track_newton(pair, p, 1);
    return s == ABUT_NO_CONVERGENCE ? ABUT_OK : s;
}

static const abut_param_info params[] = {
    {.name = "projection",
     .kind = ABUT_FLAG,
     .unit = "1",
     .preset = 1,
     .low = 0,
     .high = 1,
     .meaning = "1: one Newton step from the integrated points before they are used; 0: as integrated"},
    {0},
};

static const abut_choice examples[] = {
    {"differential", {{0}}},
    {"differential", {{.name = "projection", .value = 0.0}}},
    {0},
};

const abut_track_type track_differential = {
    .type = {"track", "differential", "the points are states of the caller's integrator (eight numbers)", params,
             examples},
    .size = sizeof(differential),
    .init = init,
    .solve = project,
    .states = true,
};
