/* QR with pivoting by cminpack. Columns are brought to unit length first, so that rank and condition do not depend on
 * units. */
#include "design.h"
#include "base/plane.h"

#include <cminpack.h>
#include <string.h>

static const double rank_tolerance = 1e-8;

static int list_columns(fit *f, const bool *used, design *d) {
    int q = 0;
    for (int j = 0; j < f->n; j++) {
        if (!used[j]) continue;
        d->curve[q] = -1;
        d->parameter[q++] = j;
    }
    for (int k = 0; k < f->problem->curves; k++) {
        if (!f->problem->curve[k].offset) continue;
        d->curve[q] = k;
        d->parameter[q++] = -1;
    }
    return q;
}

static void fill_columns(const fit *f, const double *J, const double *scale, design *d) {
    size_t m = (size_t)d->m;
    for (int q = 0; q < d->q; q++) {
        double *to = d->X + (size_t)q * m;
        int k = d->curve[q];
        for (int i = 0; i < d->m; i++) {
            bool inside = k >= 0 && i >= f->row[k] && i < f->row[k] + f->problem->curve[k].points;
            to[i] = scale[i] * (k < 0 ? J[(size_t)d->parameter[q] * m + (size_t)i] : inside);
        }
    }
}

/* Columns behind the rank are combinations of those before: R11 c = R12. All that take part are marked. */
static void mark_dependent(const double *R, size_t ld, const int *pivot, design *d, double *c) {
    const double part = 1e-3;
    for (int k = d->rank; k < d->q; k++) {
        d->dependent[pivot[k] - 1] = true;
        for (int i = d->rank - 1; i >= 0; i--) {
            c[i] = R[(size_t)k * ld + (size_t)i];
            for (int j = i + 1; j < d->rank; j++) c[i] -= R[(size_t)j * ld + (size_t)i] * c[j];
            c[i] /= R[(size_t)i * ld + (size_t)i];
            if (fabs(c[i]) > part) d->dependent[pivot[i] - 1] = true;
        }
    }
}

/* The factor R with its diagonal in place, q x q. */
static void factor(fit *f, const design *d, const double *norm, double *R, int *pivot) {
    size_t m = (size_t)d->m, q = (size_t)d->q;
    double *A = arena_get(&f->memory, m * q * sizeof *A), *work = arena_get(&f->memory, 3 * q * sizeof *work);
    for (size_t k = 0; k < q; k++)
        for (size_t i = 0; i < m; i++) A[k * m + i] = norm[k] > 0 ? d->X[k * m + i] / norm[k] : 0;
    qrfac(d->m, d->q, A, d->m, 1, pivot, d->q, work, work + q, work + 2 * q);
    for (size_t k = 0; k < q; k++) {
        memcpy(R + k * q, A + k * m, k * sizeof *R);
        R[k * q + k] = work[k];
    }
}

static void solve(fit *f, design *d) {
    size_t q = (size_t)d->q;
    double *norm = arena_get(&f->memory, q * sizeof *norm), *R = arena_get(&f->memory, q * q * sizeof *R);
    double *work = arena_get(&f->memory, q * sizeof *work);
    int *pivot = arena_get(&f->memory, q * sizeof *pivot);
    for (size_t k = 0; k < q; k++)
        for (int i = 0; i < d->m; i++) norm[k] = plane_length(norm[k], d->X[k * (size_t)d->m + (size_t)i]);
    factor(f, d, norm, R, pivot);
    double first = fabs(R[0]), last = fabs(R[q * q - 1]);
    while (d->rank < d->q && fabs(R[(size_t)d->rank * (q + 1)]) > rank_tolerance * first) d->rank++;
    d->condition = d->rank == d->q ? first / last : INFINITY;
    mark_dependent(R, q, pivot, d, work);
    covar(d->q, R, d->q, pivot, rank_tolerance, work);
    for (size_t k = 0; k < q; k++)
        for (size_t j = 0; j < q; j++)
            d->inverse[k * q + j] = norm[k] > 0 && norm[j] > 0 ? R[k * q + j] / (norm[k] * norm[j]) : 0;
}

design design_make(fit *f, const double *J, const bool *used, const double *scale) {
    size_t most = (size_t)f->n + (size_t)f->problem->curves, m = (size_t)f->m;
    design d = {.m = f->m, .condition = 1};
    d.parameter = arena_get(&f->memory, most * sizeof *d.parameter);
    d.curve = arena_get(&f->memory, most * sizeof *d.curve);
    d.dependent = arena_get(&f->memory, most * sizeof *d.dependent);
    d.q = list_columns(f, used, &d);
    d.X = arena_get(&f->memory, m * (size_t)d.q * sizeof *d.X);
    d.inverse = arena_get(&f->memory, (size_t)d.q * (size_t)d.q * sizeof *d.inverse);
    fill_columns(f, J, scale, &d);
    if (d.q > 0) solve(f, &d);
    return d;
}

double design_leverage(const design *d, int row) {
    double sum = 0;
    for (int j = 0; j < d->q; j++)
        for (int k = 0; k < d->q; k++)
            sum += d->X[(size_t)j * (size_t)d->m + (size_t)row] * d->inverse[j * d->q + k] *
                   d->X[(size_t)k * (size_t)d->m + (size_t)row];
    return sum;
}
