/* The contact on one window: a primal-dual active set outside, conjugate gradients inside.
 *
 * With the set C of cells in contact held, A_CC p_C + h_C = B lambda, where the columns of B are the planes 1, x, y; of lambda some
 * are given, for the others B^T p is. The conjugate gradients stay on the second by a projection of the preconditioned residual
 *   z = M^-1 (r - B mu),   B^T z = 0:   mu = (B^T W)^-1 B^T M^-1 r,   W = M^-1 B,
 * and mu is what lambda changes by. A t is known on the whole window, so that the gap everywhere follows without another product.
 * Then cells in contact that pull are opened, open ones that overlap come into contact (at the cap: held there while they overlap);
 * as the pressures that are cut away change the gap, one true product follows. The inner iteration ends at a part of the outer residual. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "numeric/dense.h"

enum { WIDEN_MOST = 10 }; /* times that a set may be widened */

typedef struct inside {
    level *l;
    active_set *a;
    const dry_problem *p;
    size_t n;
    int count, plane[PLANES]; /* planes whose partner is prescribed */
    double S[PLANES][PLANES]; /* (B^T W)^-1 */
} inside;

static double plane_value(const level *l, int k, int i, int j) {
    return k == 0 ? 1 : k == 1 ? l->x0 + i * l->grid.dx : l->y0 + j * l->grid.dy;
}

/* f += factor times plane k, where the mask is set (NULL: everywhere). */
static void add_plane(const level *l, int k, double factor, const double *mask, double *f) {
    int nx = l->grid.nx;
    for (int j = 0; j < l->grid.ny; j++)
        for (int i = 0; i < nx; i++) {
            size_t c = (size_t)j * (size_t)nx + (size_t)i;
            f[c] += factor * plane_value(l, k, i, j) * (mask ? mask[c] : 1);
        }
}

static double plane_dot(const level *l, int k, const double *f) {
    int nx = l->grid.nx;
    double sum = 0;
    for (int j = 0; j < l->grid.ny; j++) {
        const double *row = f + (size_t)j * (size_t)nx;
        double s = 0;
        if (k == 1)
            for (int i = 0; i < nx; i++) s += row[i] * (l->x0 + i * l->grid.dx);
        else
            for (int i = 0; i < nx; i++) s += row[i];
        sum += k == 2 ? s * (l->y0 + j * l->grid.dy) : s;
    }
    return sum;
}

static double dot(size_t n, const double *x, const double *y) {
    double s[4] = {0};
    size_t c = 0;
    for (; c + 4 <= n; c += 4)
        for (int k = 0; k < 4; k++) s[k] += x[c + (size_t)k] * y[c + (size_t)k];
    for (; c < n; c++) s[0] += x[c] * y[c];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

static void precondition(const level *l, const double *in, double *out) {
    convolve_apply(l->inverse, &l->circulant, in, out);
    for (size_t c = 0, n = grid_cells(&l->grid); c < n; c++) out[c] *= l->mask[c];
}

/* W and (B^T W)^-1 of the present set. False: the set is too small to carry what is prescribed. */
static bool project_on(inside *s) {
    level *l = s->l;
    for (int a = 0; a < s->count; a++) {
        memset(l->z, 0, s->n * sizeof *l->z);
        add_plane(l, s->plane[a], 1, l->mask, l->z);
        precondition(l, l->z, l->W[a]);
    }
    double M[PLANES * PLANES], N[PLANES * PLANES];
    int m = s->count, pivot[PLANES];
    for (int a = 0; a < m; a++)
        for (int b = 0; b < m; b++) M[a * m + b] = plane_dot(l, s->plane[a], l->W[b]);
    for (int a = 0; a < m; a++)
        for (int b = 0; b < m; b++) N[a * m + b] = M[a * m + b] / sqrt(M[a * m + a] * M[b * m + b]);
    if (m && (!dense_factor(m, N, pivot, 1e-6) || !dense_factor(m, M, pivot, 0))) return false;
    for (int b = 0; b < m; b++) {
        double e[PLANES] = {0};
        e[b] = 1;
        dense_solve(m, M, pivot, e);
        for (int a = 0; a < m; a++) s->S[a][b] = e[a];
    }
    return true;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A set that is too small to carry what is prescribed grows: by the open cells that are nearest to contact, and the cells at the cap that are
 * nearest to letting go. */
static void widen(inside *s) {
    level *l = s->l;
    const double *lambda = s->a->lambda;
    size_t count[2] = {0}, all = 0;
    for (size_t c = 0; c < s->n; c++) {
        int i = (int)(c % (size_t)l->grid.nx), j = (int)(c / (size_t)l->grid.nx);
        l->z[c] = l->G[c] - lambda[0] - lambda[1] * (l->x0 + i * l->grid.dx) - lambda[2] * (l->y0 + j * l->grid.dy);
        all += l->cell[c] != CELL_OPEN;
    }
    size_t more = 16 + all / 20;
    double limit[2];
    for (int side = 0; side < 2; side++) { /* open cells by g, those at the cap by -g */
        for (size_t c = 0; c < s->n; c++)
            if (l->cell[c] == (side ? CELL_PLASTIC : CELL_OPEN) && !no_body(l->h[c]))
                l->t[count[side]++] = side ? -l->z[c] : l->z[c];
        qsort(l->t, count[side], sizeof *l->t, by_size);
        limit[side] = count[side] ? l->t[more < count[side] ? more : count[side] - 1] : -INFINITY;
    }
    for (size_t c = 0; c < s->n; c++) {
        bool near = l->cell[c] == CELL_OPEN      ? !no_body(l->h[c]) && l->z[c] <= limit[0]
                    : l->cell[c] == CELL_PLASTIC ? -l->z[c] <= limit[1]
                                                 : false;
        if (near) l->cell[c] = CELL_CONTACT, l->mask[c] = 1;
    }
}

/* The pressures of the set, moved so that forces and moments are those prescribed. */
static void meet_forces(inside *s) {
    level *l = s->l;
    double lack[PLANES];
    for (int a = 0; a < s->count; a++)
        lack[a] = s->p->given[s->plane[a]] / grid_area(&l->grid) - plane_dot(l, s->plane[a], l->p);
    for (int a = 0; a < s->count; a++) {
        double f = 0;
        for (int b = 0; b < s->count; b++) f += s->S[a][b] * lack[b];
        for (size_t c = 0; c < s->n; c++) l->p[c] += f * l->W[a][c];
    }
}

/* z = M^-1 r, on the prescribed forces; r without what lambda takes up. Returns r . z; *largest becomes max |r|. */
static double project(inside *s, double *largest) {
    level *l = s->l;
    double *restrict r = l->r, *restrict z = l->z, dz[PLANES], mu[PLANES] = {0};
    precondition(l, r, z);
    for (int a = 0; a < s->count; a++) dz[a] = plane_dot(l, s->plane[a], z);
    for (int a = 0; a < s->count; a++) {
        for (int b = 0; b < s->count; b++) mu[a] += s->S[a][b] * dz[b];
        s->a->lambda[s->plane[a]] -= mu[a];
        const double *W = l->W[a];
        if (s->plane[a])
            add_plane(l, s->plane[a], -mu[a], l->mask, r);
        else
            for (size_t c = 0; c < s->n; c++) r[c] -= mu[a] * l->mask[c];
        for (size_t c = 0; c < s->n; c++) z[c] -= mu[a] * W[c];
    }
    double most[4] = {0};
    size_t c = 0;
    for (; c + 4 <= s->n; c += 4)
        for (int k = 0; k < 4; k++) most[k] = fabs(r[c + (size_t)k]) > most[k] ? fabs(r[c + (size_t)k]) : most[k];
    for (; c < s->n; c++) most[0] = fmax(most[0], fabs(r[c]));
    *largest = fmax(fmax(most[0], most[1]), fmax(most[2], most[3]));
    return dot(s->n, r, z);
}

/* r = B lambda - G on the set */
static void start_residual(inside *s) {
    level *l = s->l;
    const double *lambda = s->a->lambda;
    int nx = l->grid.nx;
    for (int j = 0; j < l->grid.ny; j++)
        for (int i = 0; i < nx; i++) {
            size_t c = (size_t)j * (size_t)nx + (size_t)i;
            double plane = lambda[0] + lambda[1] * (l->x0 + i * l->grid.dx) + lambda[2] * (l->y0 + j * l->grid.dy);
            l->r[c] = (plane - l->G[c]) * l->mask[c];
        }
}

/* Cells change sides; pressures are cut to what is allowed. Returns how many changed. */
static long change_set(inside *s) {
    level *l = s->l;
    const double *lambda = s->a->lambda;
    double cap = s->p->cap;
    int nx = l->grid.nx;
    long changed = 0;
    if (s->a->frozen) return 0;
    for (int j = 0; j < l->grid.ny; j++)
        for (int i = 0; i < nx; i++) {
            size_t c = (size_t)j * (size_t)nx + (size_t)i;
            unsigned char now = l->cell[c], next = now;
            double g =
                l->G[c] - lambda[0] - lambda[1] * (l->x0 + i * l->grid.dx) - lambda[2] * (l->y0 + j * l->grid.dy);
            if (now == CELL_CONTACT)
                next = l->p[c] <= 0 ? CELL_OPEN : l->p[c] > cap ? CELL_PLASTIC : CELL_CONTACT;
            else if ((now == CELL_OPEN && g < 0) || (now == CELL_PLASTIC && g > 0))
                next = CELL_CONTACT;
            if (next == CELL_OPEN) l->p[c] = 0;
            if (next == CELL_PLASTIC) l->p[c] = cap;
            changed += next != now;
            l->cell[c] = next;
            l->mask[c] = next == CELL_CONTACT;
        }
    return changed;
}

/* Conjugate gradients from r, z on the set: to the goal, and on while the set stays as it is. True: all is solved. */
static bool descend(inside *s, double rz, double largest, double goal, double least) {
    level *l = s->l;
    double *restrict t = l->t, *restrict q = l->q, *restrict r = l->r, *restrict p = l->p, *restrict G = l->G;
    memcpy(t, l->z, s->n * sizeof *t);
    while (s->a->inner < s->a->most) {
        if (largest <= goal) {
            if (change_set(s)) return false;
            s->a->residual = largest;
            if (largest <= least) return true;
            goal = fmax(s->a->forcing * largest, least);
        }
        convolve_apply(l->pad, &l->influence, t, q);
        double tq = dot(s->n, t, q);
        if (!(tq > 0) || !(rz > 0)) break;
        double step = rz / tq, before = rz;
        for (size_t c = 0; c < s->n; c++) {
            p[c] += step * t[c];
            G[c] += step * q[c];
            r[c] -= step * q[c] * l->mask[c];
        }
        s->a->inner++;
        rz = project(s, &largest);
        double beta = rz / before;
        for (size_t c = 0; c < s->n; c++) t[c] = l->z[c] + beta * t[c];
    }
    change_set(s);
    return false;
}

/* max(|g| in contact, -g outside, g at the cap), of r on the set and of G elsewhere */
static double outer_residual(inside *s) {
    const level *l = s->l;
    const double *lambda = s->a->lambda;
    int nx = l->grid.nx;
    double most = 0;
    for (int j = 0; j < l->grid.ny; j++)
        for (int i = 0; i < nx; i++) {
            size_t c = (size_t)j * (size_t)nx + (size_t)i;
            double g =
                l->G[c] - lambda[0] - lambda[1] * (l->x0 + i * l->grid.dx) - lambda[2] * (l->y0 + j * l->grid.dy);
            double wrong = l->cell[c] == CELL_CONTACT ? fabs(g) : l->cell[c] == CELL_OPEN ? -g : g;
            most = wrong > most ? wrong : most;
        }
    return most;
}

/* Do cells of the set pull, or press above the cap, by more than the tolerance of the whole? If not, they are cut. */
static bool pulls(inside *s) {
    level *l = s->l;
    double sum = 0, wrong = 0, cap = s->p->cap;
    for (size_t c = 0; c < s->n; c++) {
        double p = l->p[c];
        sum += fabs(p);
        wrong += p < 0 ? -p : p > cap ? p - cap : 0;
    }
    if (wrong > s->a->tol * sum) return true;
    for (size_t c = 0; c < s->n && wrong > 0; c++) {
        if (l->p[c] < 0) l->p[c] = 0, l->cell[c] = CELL_OPEN, l->mask[c] = 0;
        if (l->p[c] > cap) l->p[c] = cap;
    }
    return false;
}

static void displacements(level *l) {
    convolve_apply(l->pad, &l->influence, l->p, l->G);
    for (size_t c = 0, n = grid_cells(&l->grid); c < n; c++) l->G[c] += l->h[c];
}

bool active_set_solve(level *l, active_set *a) {
    inside s = {.l = l, .a = a, .p = a->problem, .n = grid_cells(&l->grid)};
    for (int k = 0; k < PLANES; k++)
        if (s.p->forced[k]) s.plane[s.count++] = k;
    int widened = 0;
    for (long begin = a->outer; a->inner < a->most && a->outer - begin < a->most;) {
        if (!project_on(&s)) {
            if (a->frozen || ++widened > WIDEN_MOST) return false;
            if (widened == 1 && a->outer == begin) displacements(l);
            widen(&s);
            continue;
        }
        meet_forces(&s);
        displacements(l);
        start_residual(&s);
        double largest, rz = project(&s, &largest);
        a->residual = a->frozen ? largest : outer_residual(&s);
        a->scale = a->frozen ? 1 : residual_scale(s.p, a->lambda);
        a->outer++;
        double least = a->tol * a->scale;
        if (a->residual <= least) {
            if (a->frozen || !pulls(&s)) return true;
            (void)change_set(&s);
            continue;
        }
        if (descend(&s, rz, largest, fmax(a->forcing * a->residual, least), least)) return true;
    }
    return false;
}
