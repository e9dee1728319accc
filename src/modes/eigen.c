/* Eigenvalues of p'' = -T p - D p'.
 *
 * Directions N with T N = 0 are free: each gives one eigenvalue 0, and a second one (motion at constant speed) unless damping
 * or gyroscopic effects couple it, that is for every c with Y^T D N c = 0, Y the left null space of T. Such pairs are
 * Jordan blocks, which no eigenvalue routine separates: rounding spreads them over 1e-8 of the largest eigenvalue. So N is
 * found first, by singular values, and with V = (W, N), p = V x, the equations of the coordinates along N are left out:
 *
 *   d/dt (x_W, y) = ((0, (1, 0)), (-V^T T W, -V^T D V)) (x_W, y),   y = x',
 *
 * where what is left of the pairs are ordinary eigenvalues 0, the smallest ones. Shapes are those of y, for y = lambda x. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lapack.h"
#include "base/message.h"
#include "base/plane.h"
#include "modes.h"

static const double rounding = 1e-13;    /* of the largest singular value of T */
static const double least = 1e-9;        /* 1/s^2: what an unbalanced 1e-10 of the weight may make of 0 */
static const double least_speed = 1e-12; /* of the largest rate: a free direction slower than that is not hindered */

typedef struct solver {
    modes_matrices *m;
    int n, zeros, pairs, size;    /* size: 2 n - zeros */
    double *U, *VT, *S, *scratch; /* n x n, n x n, n, n x n */
    double *A, *vectors, *re, *im;
    double most; /* 1/s, of T and D */
} solver;

static void multiply(const char *ta, const char *tb, int m, int n, int k, const double *A, int lda, const double *B,
                     int ldb, double *C, int ldc) {
    double one = 1, none = 0;
    dgemm_(ta, tb, &m, &n, &k, &one, A, &lda, B, &ldb, &none, C, &ldc, 1, 1);
}

static abut_status singular_values(int n, double *A, double *S, double *U, double *VT) {
    int room = -1, info = 0, *more = calloc(8 * (size_t)n, sizeof *more);
    double best = 0, *work = NULL;
    if (more) dgesdd_("A", &n, &n, A, &n, S, U, &n, VT, &n, &best, &room, more, &info, 1);
    room = (int)best;
    if (more) work = malloc((size_t)(room + 1) * sizeof *work);
    if (work) dgesdd_("A", &n, &n, A, &n, S, U, &n, VT, &n, work, &room, more, &info, 1);
    abut_status status = !more || !work ? ABUT_NO_MEMORY : info ? ABUT_NOT_FINITE : ABUT_OK;
    free(more);
    free(work);
    return status;
}

/* ---- free directions ---- */
static double norm(const double *A, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += A[i] * A[i];
    return sqrt(sum);
}

/* How many of the free directions nothing hinders: r minus the rank of Y^T D N. */
static abut_status count_pairs(solver *s) {
    int n = s->n, r = s->zeros, kept = n - r;
    const double *Y = s->U + (size_t)kept * (size_t)n, *N = s->VT + kept; /* rows of VT */
    double *E = calloc(3 * (size_t)r * (size_t)r + (size_t)r, sizeof *E);
    if (!E) return ABUT_NO_MEMORY;
    double *left = E + r * r, *right = left + r * r, *S = right + r * r;
    multiply("N", "T", n, r, n, s->m->D, n, N, n, s->scratch, n);
    multiply("T", "N", r, r, n, Y, n, s->scratch, n, E, r);
    abut_status status = singular_values(r, E, S, left, right);
    for (int i = 0; !status && i < r; i++) s->pairs += S[i] <= least_speed * s->most;
    free(E);
    return status;
}

static abut_status find_free(solver *s) {
    int n = s->n;
    memcpy(s->scratch, s->m->T, (size_t)n * (size_t)n * sizeof(double));
    abut_status status = singular_values(n, s->scratch, s->S, s->U, s->VT);
    if (status) return status;
    while (s->zeros < n && s->S[n - 1 - s->zeros] <= fmax(rounding * s->S[0], least)) s->zeros++;
    s->most = fmax(sqrt(s->S[0]), norm(s->m->D, n * n));
    s->size = 2 * n - s->zeros;
    return s->zeros ? count_pairs(s) : ABUT_OK;
}

/* ---- the matrix ---- */
/* X := V^T X V */
static void turn(const solver *s, double *X) {
    if (!s->zeros) return;
    multiply("N", "T", s->n, s->n, s->n, X, s->n, s->VT, s->n, s->scratch, s->n);
    multiply("N", "N", s->n, s->n, s->n, s->VT, s->n, s->scratch, s->n, X, s->n);
}

static void fill(const solver *s) {
    size_t n = (size_t)s->n, kept = n - (size_t)s->zeros, size = (size_t)s->size;
    turn(s, s->m->T);
    turn(s, s->m->D);
    for (size_t j = 0; j < kept; j++) s->A[j + (kept + j) * size] = 1;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < kept; j++) s->A[kept + i + j * size] = -s->m->T[i + j * n];
        for (size_t j = 0; j < n; j++) s->A[kept + i + (kept + j) * size] = -s->m->D[i + j * n];
    }
}

static abut_status eigenvalues(solver *s) {
    int room = -1, info = 0, low, high, one = 1, size = s->size, unused = 0;
    double best = 0, size_of_A, none = 0, *balance = calloc(3 * (size_t)size, sizeof *balance), *work = NULL;
    for (int pass = 0; balance && pass < 2; pass++) {
        if (pass) work = malloc((size_t)(room = (int)best) * sizeof *work);
        if (pass && !work) break;
        dgeevx_("B", "N", "V", "N", &size, s->A, &size, s->re, s->im, &none, &one, s->vectors, &size, &low, &high,
                balance, &size_of_A, balance + size, balance + 2 * size, pass ? work : &best, &room, &unused, &info, 1,
                1, 1, 1);
    }
    abut_status status = !balance || !work ? ABUT_NO_MEMORY : info ? ABUT_NOT_FINITE : ABUT_OK;
    free(balance);
    free(work);
    return status;
}

/* ---- the answer ---- */
typedef struct ranked {
    double size, im;
    int at;
} ranked;

static int by_size(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    return x->at - y->at;
}

/* Length 1, largest component real and positive. */
static void normalise(int n, double *re, double *im) {
    double sum = 0, most = 0, c = 1, s = 0;
    for (int i = 0; i < n; i++) {
        double size = plane_length(re[i], im[i]);
        sum += size * size;
        if (size <= most * (1 + 1e-6)) continue; /* of equal ones the first */
        most = size;
        c = re[i] / size, s = im[i] / size;
    }
    double length = sum > 0 ? sqrt(sum) : 1;
    for (int i = 0; i < n; i++) {
        double x = (c * re[i] + s * im[i]) / length, y = (c * im[i] - s * re[i]) / length;
        re[i] = x, im[i] = y;
    }
}

/* The shape of eigenvalue `from`, p = V y. */
static void take_shape(const solver *s, int from, double *re, double *im) {
    size_t size = (size_t)s->size, kept = (size_t)(s->n - s->zeros);
    const double *y = s->vectors + (size_t)from * size + kept, *y_im = y + size;
    int one = 1;
    double *part[2] = {re, im};
    for (int i = 0; i < (s->im[from] != 0 ? 2 : 1); i++) {
        if (s->zeros)
            multiply("T", "N", s->n, one, s->n, s->VT, s->n, i ? y_im : y, s->n, part[i], s->n);
        else
            memcpy(part[i], i ? y_im : y, (size_t)s->n * sizeof(double));
    }
    normalise(s->n, re, im);
}

static void take_free(const solver *s, modes_values *out) {
    int n = s->n;
    for (int z = 0; z < s->zeros; z++) {
        double *re = out->re + (size_t)z * (size_t)n;
        for (int i = 0; i < n; i++) re[i] = s->VT[(size_t)(n - s->zeros + z) + (size_t)i * (size_t)n];
        normalise(n, re, out->im + (size_t)z * (size_t)n);
    }
}

static abut_status take(const solver *s, modes_values *out) {
    ranked *order = calloc((size_t)s->size + 1, sizeof *order);
    if (!order) return ABUT_NO_MEMORY;
    for (int i = 0; i < s->size; i++) order[i] = (ranked){plane_length(s->re[i], s->im[i]), s->im[i], i};
    qsort(order, (size_t)s->size, sizeof *order, by_size);
    out->largest = s->size ? order[s->size - 1].size : 0;
    out->zeros = out->count = s->zeros;
    take_free(s, out);
    for (int i = s->pairs; i < s->size; i++) { /* the smallest are the second ones of free directions */
        int at = order[i].at;
        if (s->im[at] < 0) continue;
        size_t to = (size_t)out->count * (size_t)s->n;
        out->value[out->count++] = (modes_value){s->re[at], s->im[at]};
        take_shape(s, at, out->re + to, out->im + to);
    }
    free(order);
    return ABUT_OK;
}

static bool allocate(solver *s) {
    size_t n = (size_t)s->n;
    s->U = calloc(n * n, sizeof(double));
    s->VT = calloc(n * n, sizeof(double));
    s->scratch = calloc(n * n, sizeof(double));
    s->S = calloc(5 * n, sizeof(double));
    s->A = calloc(4 * n * n, sizeof(double));
    s->vectors = calloc(4 * n * n, sizeof(double));
    s->re = s->S + n;
    s->im = s->S + 3 * n;
    return s->U && s->VT && s->scratch && s->S && s->A && s->vectors;
}

abut_status modes_solve(modes_matrices *m, modes_values *out, abut_message *message) {
    size_t n = (size_t)m->n, most = 2 * n + 1;
    solver s = {.m = m, .n = m->n};
    *out = (modes_values){.value = calloc(most, sizeof *out->value),
                          .re = calloc(n * most + 1, sizeof(double)),
                          .im = calloc(n * most + 1, sizeof(double))};
    abut_status status = out->value && out->re && out->im ? ABUT_OK : ABUT_NO_MEMORY;
    if (n && !status) {
        if (!allocate(&s)) status = ABUT_NO_MEMORY;
        if (!status) status = find_free(&s);
        if (!status) fill(&s);
        if (!status) status = eigenvalues(&s);
        if (!status) status = take(&s, out);
    }
    double *all[] = {s.U, s.VT, s.scratch, s.S, s.A, s.vectors};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    if (status) return say(message, status, "the eigenvalues cannot be found: %s", abut_status_text(status));
    return ABUT_OK;
}

void modes_values_free(modes_values *v) {
    free(v->value);
    free(v->re);
    free(v->im);
    *v = (modes_values){0};
}
