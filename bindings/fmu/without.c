/* Runtimes of FMUs for platforms whose libraries are not at hand: what stands for SuiteSparse, SUNDIALS and threads there. */
#include <amd.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "multibody/crew.h"
#include "world/static_inside.h"

/* ---- an order of little fill: the row with the fewest neighbours that are left goes first; its neighbours become each other's ---- */
static int fewest(const unsigned char *tied, const unsigned char *gone, int n) {
    int best = -1, least = n + 1;
    for (int i = 0; i < n; i++) {
        int count = 0;
        for (int k = 0; !gone[i] && k < n; k++) count += tied[(size_t)i * (size_t)n + (size_t)k] && !gone[k];
        if (!gone[i] && count < least) best = i, least = count;
    }
    return best;
}

int amd_order(int n, const int *start, const int *near, int *order, double *control, double *info) {
    enum { MOST = 2000 }; /* beyond, the order that is there: dense bookkeeping would take too long */
    size_t size = (size_t)n;
    (void)control, (void)info;
    for (int i = 0; i < n; i++) order[i] = i;
    if (n > MOST) return 0;
    unsigned char *tied = calloc(size * size + size + 1, 1);
    if (!tied) return -1;
    unsigned char *gone = tied + size * size;
    for (int i = 0; i < n; i++)
        for (int e = start[i]; e < start[i + 1]; e++)
            if (near[e] != i) tied[(size_t)i * size + (size_t)near[e]] = tied[(size_t)near[e] * size + (size_t)i] = 1;
    for (int i = 0; i < n; i++) {
        int next = order[i] = fewest(tied, gone, n);
        gone[next] = 1;
        for (size_t a = 0; a < size; a++)
            for (size_t b = 0; tied[(size_t)next * size + a] && b < size; b++)
                if (a != b && tied[(size_t)next * size + b]) tied[a * size + b] = 1;
    }
    free(tied);
    return 0;
}

/* ---- threads: there is one ---- */
crew *crew_create(int threads) {
    (void)threads;
    return NULL;
}
void crew_destroy(crew *c) { (void)c; }
int crew_threads(const crew *c) {
    (void)c;
    return 1;
}
void crew_run(crew *c, crew_part *fn, void *user, int parts) {
    (void)c;
    for (int i = 0; i < parts; i++) fn(user, i);
}
int crew_cores(void) { return 1; }

/* ---- the last stage of statics: Newton's method whose steps are halved until the residual falls ---- */
static double badness(const statics *s, const double *r, const double *g) {
    return fmax(static_in_allowed(s, r), static_largest(g, s->n.nc) / gap_accuracy);
}

/* One step from s->y, where s->r and s->g are the residuals; false: there is none that helps. */
static bool newton_step(statics *s) {
    size_t nu = (size_t)s->n.nu, nc = (size_t)s->n.nc;
    double size = badness(s, s->r, s->g);
    if (static_stiffness(s, s->y) || mb_factor_static(s->work, s->eps_least)) return false;
    for (size_t i = 0; i < nu; i++) s->d[i] = -s->r[i];
    for (size_t i = 0; i < nc; i++) s->lambda_try[i] = -s->g[i];
    mb_solve_static(s->work, s->d, s->lambda_try, s->change);
    s->solves++;
    for (double part = 1; part > 1e-6; part /= 2) {
        memcpy(s->y_try, s->y, (size_t)s->ny * sizeof(double));
        for (size_t i = 0; i < nu; i++) s->rest[i] = part * s->d[i];
        mb_retract(s->system, s->y, s->rest, s->y_try);
        memset(s->rest, 0, nu * sizeof(double));
        for (size_t i = 0; i < nc; i++) s->lambda_try[i] = s->lambda[i] + part * s->change[i];
        if (static_residual(s, s->y_try, s->lambda_try, s->r, s->g) || badness(s, s->r, s->g) >= size) continue;
        memcpy(s->y, s->y_try, (size_t)s->n.nx * sizeof(double));
        memcpy(s->lambda, s->lambda_try, nc * sizeof(double));
        return true;
    }
    return false;
}

abut_status static_polish(statics *s) {
    enum { MOST_STEPS = 60 };
    for (int i = 0; i < MOST_STEPS; i++) {
        abut_status status = static_residual(s, s->y, s->lambda, s->r, s->g);
        if (status) return status;
        if (badness(s, s->r, s->g) <= 1 || !newton_step(s)) break;
    }
    return ABUT_OK;
}
