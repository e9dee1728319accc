#include "point_gmres.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ehl_gmres_make(ehl_gmres *w, size_t nodes, int parts) {
    bool good = true;
    w->parts = parts;
    nodes *= (size_t)parts;
    for (int k = 0; k <= EHL_KRYLOV; k++) good = (w->V[k] = calloc(nodes, sizeof(float))) && good;
    for (int k = 0; k < EHL_KRYLOV; k++) good = (w->Z[k] = calloc(nodes, sizeof(float))) && good;
    return good;
}

void ehl_gmres_drop(ehl_gmres *w) {
    for (int k = 0; k <= EHL_KRYLOV; k++) free(w->V[k]);
    for (int k = 0; k < EHL_KRYLOV; k++) free(w->Z[k]);
}

/* ---- vectors ---- */
static double dot(size_t n, const float *a, const float *b) {
    double sum = 0;
    for (size_t k = 0; k < n;) {
        size_t end = n - k < 64 ? n : k + 64;
        float s[8] = {0};
        for (; k + 8 <= end; k += 8)
            for (size_t q = 0; q < 8; q++) s[q] += a[k + q] * b[k + q];
        for (; k < end; k++) s[0] += a[k] * b[k];
        sum += (double)((s[0] + s[4]) + (s[1] + s[5]) + (s[2] + s[6]) + (s[3] + s[7]));
    }
    return sum;
}

static void add(size_t n, double f, const float *a, float *b) {
    float g = (float)f;
    for (size_t k = 0; k < n; k++) b[k] += g * a[k];
}

static void divide(size_t n, double by, float *a) {
    float g = (float)(1 / by);
    for (size_t k = 0; k < n; k++) a[k] *= g;
}

/* ---- the system ---- */
void ehl_gmres_precondition(ehl_gmres *w, ehl_level *l, int m) {
    size_t n = mesh_nodes(&l->m);
    for (int q = 0; q < w->parts; q++)
        ehl_level_cycle(l, w->V[m] + (size_t)q * n, (double)w->v0[m][q] * sqrt(l->m.hx * l->m.hy),
                        w->Z[m] + (size_t)q * n, &w->z0[m][q]);
    w->cycles++;
}

/* T z of the part that was multiplied last: K z is in l->w. */
static float turned(const ehl_gmres *w, const ehl_level *l, const float *z, float z0, size_t k) {
    return w->turn_H[k] * (l->w[k] + z0) + w->turn_P[k] * z[k];
}

static void multiply(ehl_gmres *w, ehl_level *l, int m, float *u, double *u0) {
    size_t n = mesh_nodes(&l->m);
    ehl_level_product(l, w->Z[m], w->z0[m][0], u, &u0[0]);
    if (w->parts == 1) return;
    for (size_t k = 0; k < n; k++) {
        l->left[k] = turned(w, l, w->Z[m], w->z0[m][0], k);
        u[k] += l->left[k];
    }
    ehl_level_product(l, w->Z[m] + n, w->z0[m][1], u + n, &u0[1]);
    for (size_t k = 0; k < n; k++) {
        float t = turned(w, l, w->Z[m] + n, w->z0[m][1], k);
        u[k] -= t;
        u[n + k] += t + l->left[k];
    }
}

/* The next vector, orthogonal to those before; h: its column of Hessenberg's matrix. */
static double widen(ehl_gmres *w, ehl_level *l, int m, double *h) {
    size_t n = mesh_nodes(&l->m) * (size_t)w->parts;
    float *u = w->V[m + 1];
    double u0[EHL_PARTS] = {0}, sum;
    ehl_gmres_precondition(w, l, m);
    multiply(w, l, m, u, u0);
    for (int q = 0; q < w->parts; q++) u0[q] /= sqrt(l->m.hx * l->m.hy);
    for (int k = 0; k <= m; k++) {
        h[k] = dot(n, u, w->V[k]);
        for (int q = 0; q < w->parts; q++) h[k] += u0[q] * (double)w->v0[k][q];
        add(n, -h[k], w->V[k], u);
        for (int q = 0; q < w->parts; q++) u0[q] -= h[k] * (double)w->v0[k][q];
    }
    sum = dot(n, u, u);
    for (int q = 0; q < w->parts; q++) sum += u0[q] * u0[q];
    double size = sqrt(sum);
    if (size > 0) divide(n, size, u);
    for (int q = 0; q < w->parts; q++) w->v0[m + 1][q] = (float)(size > 0 ? u0[q] / size : 0);
    return size;
}

static void combine(const ehl_gmres *w, size_t n, int m, const double *y, double *z, double *z0) {
    memset(z, 0, n * sizeof *z);
    memset(z0, 0, (size_t)w->parts * sizeof *z0);
    for (int k = 0; k < m; k++) {
        for (size_t q = 0; q < n; q++) z[q] += y[k] * (double)w->Z[k][q];
        for (int q = 0; q < w->parts; q++) z0[q] += y[k] * (double)w->z0[k][q];
    }
}

void ehl_gmres_solve(ehl_gmres *w, ehl_level *l, double eta, double *z, double *z0) {
    size_t n = mesh_nodes(&l->m) * (size_t)w->parts;
    double h[EHL_KRYLOV][EHL_KRYLOV + 1], c[EHL_KRYLOV], s[EHL_KRYLOV], g[EHL_KRYLOV + 1] = {0}, y[EHL_KRYLOV];
    double sum = dot(n, w->V[0], w->V[0]);
    for (int q = 0; q < w->parts; q++) sum += (double)w->v0[0][q] * (double)w->v0[0][q];
    double beta = sqrt(sum);
    int m = 0;
    divide(n, beta, w->V[0]);
    for (int q = 0; q < w->parts; q++) w->v0[0][q] = (float)((double)w->v0[0][q] / beta);
    g[0] = beta;
    while (m < EHL_KRYLOV && fabs(g[m]) > eta * beta) {
        double size = widen(w, l, m, h[m]);
        for (int k = 0; k < m; k++) {
            double t = c[k] * h[m][k] + s[k] * h[m][k + 1];
            h[m][k + 1] = -s[k] * h[m][k] + c[k] * h[m][k + 1];
            h[m][k] = t;
        }
        double r = sqrt(h[m][m] * h[m][m] + size * size);
        c[m] = h[m][m] / r;
        s[m] = size / r;
        h[m][m] = r;
        g[m + 1] = -s[m] * g[m];
        g[m] *= c[m];
        m++;
    }
    for (int k = m - 1; k >= 0; k--) {
        y[k] = g[k];
        for (int q = k + 1; q < m; q++) y[k] -= h[q][k] * y[q];
        y[k] /= h[k][k];
    }
    combine(w, n, m, y, z, z0);
}
