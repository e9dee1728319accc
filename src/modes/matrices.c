/* Small motions about a state, in the fewest coordinates.
 *
 * With changes d of the positions and z of the velocities of all unknowns the linearised equations are
 *   M z' + C z + K d = G^T l,   G d = 0,   G z = 0,   d' = z + B d,
 * B = [w] for three rotations of a joint that turns with w: d is measured from the state that moves on. With an orthonormal
 * basis Z of the null space of G (from G^T = Q R) and Z^T M Z = L L^T, the coordinates d = Z L^-T p, z = Z L^-T v obey
 *   p' = v + b p,   v' = -k p - c v,   k = L^-1 Z^T K Z L^-T,   c the same of C,   b = L^T Z^T B Z L^-T,
 * or p'' = -T p - D p' with T = k - c b, D = c - b. Nothing is symmetric: friction, follower forces, gyroscopic terms. */
#include <stdlib.h>
#include <string.h>

#include "base/lapack.h"
#include "base/message.h"
#include "modes.h"
#include "multibody/inside.h"

typedef struct reducer {
    const mb_work *k;
    const double *u;
    int nu, nc, n;
    double *M, *K, *C, *B; /* nu x nu; then n x n in their first columns */
    double *Q;             /* nu x nu, the last n columns are Z; NULL without constraints */
    double *half;          /* nu x nu: scratch */
} reducer;

static void multiply(const char *ta, const char *tb, int m, int n, int k, double alpha, const double *A, int lda,
                     const double *B, int ldb, double beta, double *C, int ldc) {
    dgemm_(ta, tb, &m, &n, &k, &alpha, A, &lda, B, &ldb, &beta, C, &ldc, 1, 1);
}

/* ---- dense matrices of all unknowns ---- */
static bool spread(reducer *r) {
    int count = mb_entries(r->k, NULL, NULL, NULL, NULL, NULL);
    size_t room = (size_t)count + 1;
    int *at = calloc(2 * room, sizeof *at);
    double *value = calloc(3 * room, sizeof *value);
    bool good = at && value;
    if (good) {
        (void)mb_entries(r->k, at, at + room, value, value + room, value + 2 * room);
        for (int e = 0; e < count; e++) {
            size_t to = (size_t)at[e] + (size_t)at[room + (size_t)e] * (size_t)r->nu;
            r->M[to] += value[e];
            r->K[to] += value[room + (size_t)e];
            r->C[to] += value[2 * room + (size_t)e];
        }
    }
    free(at);
    free(value);
    return good;
}

/* True if something turns. */
static bool spread_turning(reducer *r) {
    const mb_system *s = r->k->s;
    bool some = false;
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        if (n->triple < 0 || n->cyclic) continue;
        int first = n->u + n->triple;
        const double *w = r->u + first;
        const double cross[3][3] = {{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}};
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++) {
                r->B[(size_t)(first + row) + (size_t)(first + column) * (size_t)r->nu] = cross[row][column];
                some = some || cross[row][column] != 0;
            }
    }
    return some;
}

/* ---- the free directions ---- */
static bool spread_constraints(const reducer *r) { /* Q := G^T in its first columns */
    int count = mb_constraint_entries(r->k, NULL, NULL, NULL);
    int *at = calloc(2 * (size_t)count + 1, sizeof *at);
    double *value = calloc((size_t)count + 1, sizeof *value);
    bool good = at && value;
    if (good) (void)mb_constraint_entries(r->k, at, at + count, value);
    for (int e = 0; good && e < count; e++) r->Q[(size_t)at[count + e] + (size_t)at[e] * (size_t)r->nu] += value[e];
    free(at);
    free(value);
    return good;
}

static abut_status find_directions(const reducer *r) {
    int nu = r->nu, nc = r->nc, info = 0, room = 64 * nu;
    double *tau = calloc((size_t)nu + 1, sizeof *tau), *work = calloc((size_t)room + 1, sizeof *work);
    abut_status status = tau && work && spread_constraints(r) ? ABUT_OK : ABUT_NO_MEMORY;
    if (!status) {
        dgeqrf_(&nu, &nc, r->Q, &nu, tau, work, &room, &info);
        dorgqr_(&nu, &nu, &nc, r->Q, &nu, tau, work, &room, &info);
        if (info) status = ABUT_NOT_FINITE;
    }
    free(tau);
    free(work);
    return status;
}

/* X := Z^T X Z */
static void project(const reducer *r, double *X) {
    if (!r->Q) return;
    const double *Z = r->Q + (size_t)r->nc * (size_t)r->nu;
    multiply("N", "N", r->nu, r->n, r->nu, 1, X, r->nu, Z, r->nu, 0, r->half, r->nu);
    multiply("T", "N", r->n, r->n, r->nu, 1, Z, r->nu, r->half, r->nu, 0, X, r->n);
}

/* ---- in the norm of the mass: M holds L ---- */
static void divide(const reducer *r, const char *side, const char *trans, int rows, double *X) {
    double one = 1;
    dtrsm_(side, "L", trans, "N", &rows, &r->n, &one, r->M, &r->n, X, &rows, 1, 1, 1, 1);
}

static void scale(const reducer *r, double *X) { /* X := L^-1 X L^-T */
    divide(r, "L", "N", r->n, X);
    divide(r, "R", "T", r->n, X);
}

static void scale_turning(const reducer *r) { /* B := L^T B L^-T */
    int n = r->n;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++) r->M[(size_t)i + (size_t)j * (size_t)n] = 0;
    multiply("T", "N", n, n, n, 1, r->M, n, r->B, n, 0, r->half, n);
    memcpy(r->B, r->half, (size_t)n * (size_t)n * sizeof(double));
    divide(r, "R", "T", n, r->B);
}

static void fill(const reducer *r, bool turning, modes_matrices *out) {
    int n = r->n;
    size_t all = (size_t)n * (size_t)n;
    scale(r, r->K);
    scale(r, r->C);
    memcpy(out->T, r->K, all * sizeof(double));
    memcpy(out->D, r->C, all * sizeof(double));
    if (turning) {
        scale_turning(r);
        multiply("N", "N", n, n, n, -1, r->C, n, r->B, n, 1, out->T, n);
        for (size_t i = 0; i < all; i++) out->D[i] -= r->B[i];
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < r->nu; i++)
            out->basis[(size_t)i + (size_t)j * (size_t)r->nu] =
                r->Q ? r->Q[(size_t)i + (size_t)(r->nc + j) * (size_t)r->nu] : (double)(i == j);
    divide(r, "R", "T", r->nu, out->basis);
}

static abut_status reduce(reducer *r, modes_matrices *out, abut_message *message) {
    if (!spread(r)) return say(message, ABUT_NO_MEMORY, "out of memory");
    bool turning = spread_turning(r);
    abut_status status = r->Q ? find_directions(r) : ABUT_OK;
    if (status) return say(message, status, "%s", abut_status_text(status));
    project(r, r->M);
    project(r, r->K);
    project(r, r->C);
    if (turning) project(r, r->B);
    int info = 0;
    dpotrf_("L", &r->n, r->M, &r->n, &info, 1);
    if (info) return say(message, ABUT_NOT_FINITE, "some motion of the model has no inertia");
    fill(r, turning, out);
    return ABUT_OK;
}

abut_status modes_reduce(const mb_work *k, const double *u, modes_matrices *out, abut_message *message) {
    mb_sizes z = mb_size(k->s);
    reducer r = {.k = k, .u = u, .nu = z.nu, .nc = z.nc, .n = z.nu - z.nc};
    size_t all = (size_t)z.nu * (size_t)z.nu, free_all = (size_t)r.n * (size_t)r.n;
    *out = (modes_matrices){.nu = z.nu, .n = r.n};
    if (!r.n) return ABUT_OK;
    double **full[] = {&r.M, &r.K, &r.C, &r.B, &r.half, &r.Q};
    size_t count = z.nc ? 6 : 5;
    double *memory = calloc(count * all, sizeof *memory);
    for (size_t i = 0; memory && i < count; i++) *full[i] = memory + i * all;
    out->basis = calloc((size_t)z.nu * (size_t)r.n, sizeof(double));
    out->T = calloc(free_all, sizeof(double));
    out->D = calloc(free_all, sizeof(double));
    abut_status status = memory && out->basis && out->T && out->D ? reduce(&r, out, message)
                                                                  : say(message, ABUT_NO_MEMORY, "out of memory");
    free(memory);
    return status;
}

void modes_matrices_free(modes_matrices *m) {
    free(m->basis);
    free(m->T);
    free(m->D);
    *m = (modes_matrices){0};
}
