/* See friction_linear.h: conjugate gradients for symmetric operators, restarted GMRES for others, both with the diagonal as
 * preconditioner. */
#include "friction_linear.h"
#include "base/plane.h"

#include <math.h>
#include <string.h>

enum { MOST_PRODUCTS = 400 };

void friction_restrict(const friction_freedom *f, double *v) {
    size_t n = f->cells;
    for (size_t i = 0; i < n; i++) {
        if (f->stiff[i] < 0) {
            v[i] = v[n + i] = 0;
        } else if (f->nx[i] != 0 || f->ny[i] != 0) {
            double across = v[n + i] * f->nx[i] - v[i] * f->ny[i];
            v[i] = -across * f->ny[i];
            v[n + i] = across * f->nx[i];
        }
    }
}

/* out = P A v + D v for v = P v */
static void apply(const friction_freedom *f, const friction_task *t, const double *v, double *out) {
    size_t n = f->cells;
    t->product(t->user, v, out);
    for (size_t i = 0; i < n; i++) {
        out[i] += f->stiff[i] * v[i];
        out[n + i] += f->stiff[i] * v[n + i];
    }
    friction_restrict(f, out);
}

/* out = v over the diagonal 1/c + D where it slips; where it sticks, B v with B about A^-1, or v over the diagonal */
static void precondition(const friction_freedom *f, const friction_task *t, const double *v, double *out,
                         double *room) {
    size_t n = f->cells;
    if (t->inverse) {
        for (size_t i = 0; i < n; i++) {
            bool sticks = f->nx[i] == 0 && f->ny[i] == 0;
            room[i] = sticks ? v[i] : 0;
            room[n + i] = sticks ? v[n + i] : 0;
        }
        t->inverse(t->user, room, out);
    }
    for (size_t i = 0; i < n; i++) {
        bool sticks = f->nx[i] == 0 && f->ny[i] == 0;
        double d = f->stiff[i] < 0 ? 0 : t->scale / (1 + t->scale * f->stiff[i]);
        if (sticks && t->inverse && f->stiff[i] >= 0) continue;
        out[i] = d * v[i];
        out[n + i] = d * v[n + i];
    }
}

static double dot(size_t n, const double *a, const double *b) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

static void add(size_t n, double *to, double factor, const double *v) {
    for (size_t i = 0; i < n; i++) to[i] += factor * v[i];
}

static int conjugate_gradients(friction_inner *m, const friction_freedom *f, const friction_task *t, const double *b,
                               double forcing, double *v) {
    size_t n = 2 * f->cells;
    double *r = m->vector[0], *z = m->vector[1], *d = m->vector[2], *Ad = m->vector[3], *room = m->vector[4];
    memset(v, 0, n * sizeof *v);
    memcpy(r, b, n * sizeof *r);
    precondition(f, t, r, z, room);
    memcpy(d, z, n * sizeof *d);
    double rz = dot(n, r, z), stop = rz * forcing * forcing;
    int products = 0;
    while (rz > stop && products < MOST_PRODUCTS) {
        apply(f, t, d, Ad);
        products++;
        double dAd = dot(n, d, Ad);
        if (!(dAd > 0)) break;
        double a = rz / dAd;
        add(n, v, a, d);
        add(n, r, -a, Ad);
        precondition(f, t, r, z, room);
        double next = dot(n, r, z);
        for (size_t i = 0; i < n; i++) d[i] = z[i] + next / rz * d[i];
        rz = next;
    }
    return products;
}

typedef struct hessenberg {
    double h[FRICTION_KRYLOV + 1][FRICTION_KRYLOV];
    double g[FRICTION_KRYLOV + 1], c[FRICTION_KRYLOV], s[FRICTION_KRYLOV];
} hessenberg;

/* Rotates column k to a triangle and carries the right side along; the residual is |g[k + 1]|. */
static void rotate(hessenberg *H, int k) {
    for (int i = 0; i < k; i++) {
        double a = H->h[i][k], b = H->h[i + 1][k];
        H->h[i][k] = H->c[i] * a + H->s[i] * b;
        H->h[i + 1][k] = H->c[i] * b - H->s[i] * a;
    }
    double a = H->h[k][k], b = H->h[k + 1][k], r = plane_length(a, b);
    H->c[k] = r > 0 ? a / r : 1;
    H->s[k] = r > 0 ? b / r : 0;
    H->h[k][k] = r;
    H->g[k + 1] = -H->s[k] * H->g[k];
    H->g[k] *= H->c[k];
}

/* The combination of the first k basis vectors, preconditioned, is added to v. */
static void gather(friction_inner *m, const friction_freedom *f, const friction_task *t, hessenberg *H, int k,
                   double *v) {
    size_t n = 2 * f->cells;
    double *sum = m->vector[FRICTION_KRYLOV + 1], *z = m->vector[FRICTION_KRYLOV + 2],
           *room = m->vector[FRICTION_KRYLOV + 3];
    memset(sum, 0, n * sizeof *sum);
    for (int i = k - 1; i >= 0; i--) {
        for (int j = i + 1; j < k; j++) H->g[i] -= H->h[i][j] * H->g[j];
        if (H->h[i][i] != 0) H->g[i] /= H->h[i][i];
        add(n, sum, H->g[i], m->vector[i]);
    }
    precondition(f, t, sum, z, room);
    add(n, v, 1, z);
}

/* One cycle from the residual in vector 0 of length beta; returns the number of products. */
static int cycle(friction_inner *m, const friction_freedom *f, const friction_task *t, double beta, double stop,
                 double *v) {
    size_t n = 2 * f->cells;
    double *z = m->vector[FRICTION_KRYLOV + 2], *room = m->vector[FRICTION_KRYLOV + 3];
    hessenberg H;
    memset(&H, 0, sizeof H);
    H.g[0] = beta;
    for (size_t i = 0; i < n; i++) m->vector[0][i] /= beta;
    int k = 0;
    while (k < FRICTION_KRYLOV && fabs(H.g[k]) > stop) {
        double *next = m->vector[k + 1];
        precondition(f, t, m->vector[k], z, room);
        apply(f, t, z, next);
        for (int i = 0; i <= k; i++) {
            H.h[i][k] = dot(n, next, m->vector[i]);
            add(n, next, -H.h[i][k], m->vector[i]);
        }
        double length = sqrt(dot(n, next, next));
        H.h[k + 1][k] = length;
        if (length > 0)
            for (size_t i = 0; i < n; i++) next[i] /= length;
        rotate(&H, k++);
        if (!(length > 0)) break;
    }
    gather(m, f, t, &H, k, v);
    return k;
}

static int gmres(friction_inner *m, const friction_freedom *f, const friction_task *t, const double *b, double forcing,
                 double *v) {
    size_t n = 2 * f->cells;
    double *r = m->vector[0];
    memset(v, 0, n * sizeof *v);
    memcpy(r, b, n * sizeof *r);
    double beta = sqrt(dot(n, r, r)), stop = forcing * beta;
    int products = 0;
    while (beta > stop && products < MOST_PRODUCTS) {
        products += cycle(m, f, t, beta, stop, v) + 1;
        apply(f, t, v, r);
        for (size_t i = 0; i < n; i++) r[i] = b[i] - r[i];
        beta = sqrt(dot(n, r, r));
    }
    return products;
}

int friction_linear(friction_inner *m, const friction_freedom *f, const friction_task *t, const double *b,
                    double forcing, double *v) {
    return t->symmetric ? conjugate_gradients(m, f, t, b, forcing, v) : gmres(m, f, t, b, forcing, v);
}
