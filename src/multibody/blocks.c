/* Block-sparse LU with a fixed pattern. */
#include "blocks.h"

#include <amd.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pattern ---- */
static int compare_pairs(const void *a, const void *b) {
    const int *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* Both directions of every pair, sorted, each once. */
static int (*both_directions(size_t pairs, const int (*pair)[2], size_t *count))[2] {
    int(*all)[2] = malloc((2 * pairs + 1) * sizeof *all);
    if (!all) return NULL;
    for (size_t i = 0; i < pairs; i++) {
        all[2 * i][0] = all[2 * i + 1][1] = pair[i][0];
        all[2 * i][1] = all[2 * i + 1][0] = pair[i][1];
    }
    qsort(all, 2 * pairs, sizeof *all, compare_pairs);
    size_t n = 0;
    for (size_t i = 0; i < 2 * pairs; i++)
        if (n == 0 || compare_pairs(all[n - 1], all[i]) != 0) {
            all[n][0] = all[i][0];
            all[n][1] = all[i][1];
            n++;
        }
    *count = n;
    return all;
}

static bool make_slots(blocks *b, size_t pairs, const int (*pair)[2]) {
    size_t n = 0;
    int(*all)[2] = both_directions(pairs, pair, &n);
    b->near_start = calloc((size_t)b->count + 1, sizeof(int));
    b->near = malloc((n + 1) * sizeof(int));
    b->near_slot = malloc((n + 1) * sizeof(int));
    b->slot = malloc((n + (size_t)b->count + 1) * sizeof *b->slot);
    if (!all || !b->near_start || !b->near || !b->near_slot || !b->slot) {
        free(all);
        return false;
    }
    size_t at = 0;
    for (int i = 0; i < b->count; i++) {
        b->slot[i] = (block_slot){i, i, at};
        at += (size_t)(b->size[i] * b->size[i]);
    }
    for (size_t e = 0; e < n; e++) {
        int row = all[e][0], column = all[e][1], s = b->count + (int)e;
        b->slot[s] = (block_slot){row, column, at};
        at += (size_t)(b->size[row] * b->size[column]);
        b->near[e] = column;
        b->near_slot[e] = s;
        b->near_start[row + 1]++;
    }
    for (int i = 0; i < b->count; i++) b->near_start[i + 1] += b->near_start[i];
    b->slots = b->count + (int)n;
    b->values = at;
    free(all);
    return true;
}

int blocks_find(const blocks *b, int row, int column) {
    if (row == column) return row;
    int low = b->near_start[row], high = b->near_start[row + 1];
    while (low < high) {
        int mid = (low + high) / 2;
        if (b->near[mid] == column) return b->near_slot[mid];
        if (b->near[mid] < column)
            low = mid + 1;
        else
            high = mid;
    }
    return -1;
}

/* ---- symbolic factors ---- */

/* An order of little fill of the first `plain` rows among themselves. */
static bool order_plain(const blocks *b, int plain, int *order) {
    if (plain == b->count) return amd_order(plain, b->near_start, b->near, order, NULL, NULL) >= 0;
    int *start = malloc(((size_t)plain + 1) * sizeof(int)),
        *near = malloc(((size_t)b->near_start[plain] + 1) * sizeof(int)), used = 0;
    bool good = start && near;
    for (int i = 0; good && i < plain; i++) {
        start[i] = used;
        for (int e = b->near_start[i]; e < b->near_start[i + 1]; e++)
            if (b->near[e] < plain) near[used++] = b->near[e];
        start[i + 1] = used;
    }
    good = good && amd_order(plain, start, near, order, NULL, NULL) >= 0;
    free(start);
    free(near);
    return good;
}

/* Every row of the border as soon as the plain ones it is coupled with stand before it; `order` holds these in theirs. */
static bool insert_border(blocks *b, int plain, const int *order) {
    int *waits = calloc((size_t)b->count + 1, sizeof(int)), k = 0;
    if (!waits) return false;
    for (int i = plain; i < b->count; i++) {
        waits[i] = b->near_start[i + 1] - b->near_start[i];
        if (!waits[i]) b->order[k++] = i;
    }
    for (int p = 0; p < plain; p++) {
        int i = b->order[k++] = order[p];
        for (int e = b->near_start[i]; e < b->near_start[i + 1]; e++)
            if (b->near[e] >= plain && --waits[b->near[e]] == 0) b->order[k++] = b->near[e];
    }
    free(waits);
    return k == b->count;
}

static bool choose_order(blocks *b, int plain) {
    b->order = malloc(((size_t)b->count + 1) * sizeof(int));
    b->place = malloc(((size_t)b->count + 1) * sizeof(int));
    int *order = malloc(((size_t)plain + 1) * sizeof(int));
    bool good =
        b->order && b->place && order && (plain == 0 || order_plain(b, plain, order)) && insert_border(b, plain, order);
    for (int k = 0; good && k < b->count; k++) b->place[b->order[k]] = k;
    free(order);
    return good;
}

static int compare_ints(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/* The rows below the diagonal of each column: the column's own entries and those of its children in the elimination tree. */
static bool find_fill(blocks *b) {
    int n = b->count;
    int *head = malloc(((size_t)n + 1) * sizeof(int)), *next = malloc(((size_t)n + 1) * sizeof(int)),
        *mark = malloc(((size_t)n + 1) * sizeof(int));
    size_t room = (size_t)b->near_start[n] + 16, used = 0;
    b->below_start = malloc(((size_t)n + 1) * sizeof(int));
    b->below = malloc(room * sizeof(int));
    bool good = head && next && mark && b->below_start && b->below;
    for (int k = 0; good && k < n; k++) head[k] = mark[k] = -1;
    for (int k = 0; good && k < n; k++) {
        size_t start = used;
        if (used + (size_t)n + 1 > room) {
            size_t more = room + room / 2 + (size_t)n + 1;
            int *larger = realloc(b->below, more * sizeof(int));
            if (!larger) {
                good = false;
                break;
            }
            b->below = larger;
            room = more;
        }
        b->below_start[k] = (int)start;
        mark[k] = k;
        int i = b->order[k];
        for (int e = b->near_start[i]; e < b->near_start[i + 1]; e++) {
            int row = b->place[b->near[e]];
            if (row > k && mark[row] != k) b->below[used++] = row, mark[row] = k;
        }
        for (int c = head[k]; c >= 0; c = next[c])
            for (int e = b->below_start[c]; e < b->below_start[c + 1]; e++) {
                int row = b->below[e];
                if (row > k && mark[row] != k) b->below[used++] = row, mark[row] = k;
            }
        qsort(b->below + start, used - start, sizeof(int), compare_ints);
        if (used > start) {
            int parent = b->below[start];
            next[k] = head[parent];
            head[parent] = k;
        }
        b->below_start[k + 1] = (int)used;
    }
    if (n == 0 && good) b->below_start[0] = 0;
    free(head);
    free(next);
    free(mark);
    return good;
}

static int find_below(const blocks *b, int column, int row) {
    int low = b->below_start[column], high = b->below_start[column + 1];
    while (low < high) {
        int mid = (low + high) / 2;
        if (b->below[mid] == row) return mid;
        if (b->below[mid] < row)
            low = mid + 1;
        else
            high = mid;
    }
    return -1;
}

static bool place_factors(blocks *b) {
    size_t n = (size_t)b->count, entries = n ? (size_t)b->below_start[n] : 0, at = 0;
    b->lower = calloc(entries + 1, sizeof(size_t));
    b->upper = calloc(entries + 1, sizeof(size_t));
    b->diagonal = calloc(n + 1, sizeof(size_t));
    b->target = malloc(((size_t)b->slots + 1) * sizeof(size_t));
    b->entry = malloc(((size_t)b->slots + 1) * sizeof(int));
    b->on = calloc(entries + 1, sizeof(bool));
    if (!b->lower || !b->upper || !b->diagonal || !b->target || !b->entry || !b->on) return false;
    for (int k = 0; k < b->count; k++) {
        int nk = b->size[b->order[k]];
        b->diagonal[k] = at;
        at += (size_t)(nk * nk);
        for (int e = b->below_start[k]; e < b->below_start[k + 1]; e++) {
            size_t size = (size_t)(nk * b->size[b->order[b->below[e]]]);
            b->lower[e] = at;
            b->upper[e] = at + size;
            at += 2 * size;
        }
    }
    b->lu_size = at;
    for (int s = 0; s < b->slots; s++) {
        int row = b->place[b->slot[s].row], column = b->place[b->slot[s].column];
        b->entry[s] = row == column ? -1 : row > column ? find_below(b, column, row) : find_below(b, row, column);
        b->target[s] = row == column ? b->diagonal[row] : row > column ? b->lower[b->entry[s]] : b->upper[b->entry[s]];
    }
    b->lu = malloc((at + 1) * sizeof(double));
    b->pivot = malloc((n + 1) * BLOCK_MAX * sizeof(int));
    b->map = malloc((n + 1) * sizeof(int));
    return b->lu && b->pivot && b->map;
}

blocks *blocks_create(int count, const int *size, size_t pairs, const int (*pair)[2]) {
    return blocks_create_bordered(count, count, size, pairs, pair);
}

blocks *blocks_create_bordered(int count, int plain, const int *size, size_t pairs, const int (*pair)[2]) {
    blocks *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->count = count;
    b->size = malloc(((size_t)count + 1) * sizeof(int));
    b->first = malloc(((size_t)count + 1) * sizeof(int));
    bool good = b->size && b->first;
    for (int i = 0; good && i < count; i++) {
        b->size[i] = size[i];
        b->first[i] = b->scalars;
        b->scalars += size[i];
    }
    if (good && make_slots(b, pairs, pair) && choose_order(b, plain) && find_fill(b) && place_factors(b)) return b;
    blocks_destroy(b);
    return NULL;
}

void blocks_destroy(blocks *b) {
    if (!b) return;
    void *parts[] = {b->size,  b->first,       b->slot,  b->near_start, b->near,  b->near_slot, b->order,
                     b->place, b->below_start, b->below, b->lower,      b->upper, b->diagonal,  b->target,
                     b->lu,    b->pivot,       b->map,   b->entry,      b->on};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) free(parts[i]);
    free(b);
}

/* ---- numbers ---- */

/* C -= A B with fixed sizes the compiler can unroll, and any others. */
static inline __attribute__((always_inline)) void subtract_product(int n, int m, int p, const double *restrict A,
                                                                   const double *restrict B, double *restrict C) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            double a = A[i * m + k];
            for (int j = 0; j < p; j++) C[i * p + j] -= a * B[k * p + j];
        }
}

static void update(int n, int m, int p, const double *A, const double *B, double *C) {
    if (n == 6 && m == 6 && p == 6)
        subtract_product(6, 6, 6, A, B, C);
    else if (n == 6 && m == 6 && p == 1)
        subtract_product(6, 6, 1, A, B, C);
    else if (n == 1 && m == 1 && p == 1)
        C[0] -= A[0] * B[0];
    else
        subtract_product(n, m, p, A, B, C);
}

/* LU of one dense block with row exchanges; L has ones on the diagonal, which holds 1/U_kk. */
static bool factor_dense(int n, double *A, int *pivot) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        double p = A[best * n + k];
        if (!(fabs(p) > 0) || !isfinite(p)) return false;
        pivot[k] = best;
        if (best != k)
            for (int j = 0; j < n; j++) {
                double t = A[k * n + j];
                A[k * n + j] = A[best * n + j];
                A[best * n + j] = t;
            }
        double inverse = 1 / p;
        A[k * n + k] = inverse;
        for (int i = k + 1; i < n; i++) {
            double l = A[i * n + k] *= inverse;
            for (int j = k + 1; j < n; j++) A[i * n + j] -= l * A[k * n + j];
        }
    }
    return true;
}

/* X (n by p) := A^-1 X */
static inline __attribute__((always_inline)) void solve_sized(int n, const double *A, const int *pivot, int p,
                                                              double *X) {
    for (int k = 0; k < n; k++)
        if (pivot[k] != k)
            for (int j = 0; j < p; j++) {
                double t = X[k * p + j];
                X[k * p + j] = X[pivot[k] * p + j];
                X[pivot[k] * p + j] = t;
            }
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++) {
            double l = A[i * n + k];
            for (int j = 0; j < p; j++) X[i * p + j] -= l * X[k * p + j];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            double u = A[i * n + k];
            for (int j = 0; j < p; j++) X[i * p + j] -= u * X[k * p + j];
        }
        for (int j = 0; j < p; j++) X[i * p + j] *= A[i * n + i];
    }
}

static void solve_dense(int n, const double *A, const int *pivot, int p, double *X) {
    if (n == 6 && p == 6)
        solve_sized(6, A, pivot, 6, X);
    else if (n == 6 && p == 1)
        solve_sized(6, A, pivot, 1, X);
    else
        solve_sized(n, A, pivot, p, X);
}

void blocks_clear(blocks *b) {
    if (b->count) memset(b->on, 0, (size_t)b->below_start[b->count] * sizeof(bool));
}

double *blocks_put(blocks *b, int slot) {
    if (b->entry[slot] >= 0) b->on[b->entry[slot]] = true;
    return b->lu + b->target[slot];
}

/* The blocks of an entry that elimination fills. */
static void fill_in(blocks *b, int e, size_t size) {
    if (b->on[e]) return;
    b->on[e] = true;
    memset(b->lu + b->lower[e], 0, size * sizeof(double));
    memset(b->lu + b->upper[e], 0, size * sizeof(double));
}

/* Subtracts L(., k) U(k, .) from what is left. */
static void eliminate(blocks *b, int k) {
    int from = b->below_start[k], to = b->below_start[k + 1], nk = b->size[b->order[k]];
    for (int c = from; c < to; c++) {
        if (!b->on[c]) continue;
        int column = b->below[c], nc = b->size[b->order[column]];
        const double *U = b->lu + b->upper[c];
        update(nc, nk, nc, b->lu + b->lower[c], U, b->lu + b->diagonal[column]);
        if (c + 1 == to) continue;
        for (int e = b->below_start[column]; e < b->below_start[column + 1]; e++) b->map[b->below[e]] = e;
        for (int r = c + 1; r < to; r++) { /* rows below `column`: both triangles at once */
            if (!b->on[r]) continue;
            int row = b->below[r], nr = b->size[b->order[row]], e = b->map[row];
            fill_in(b, e, (size_t)(nr * nc));
            update(nr, nk, nc, b->lu + b->lower[r], U, b->lu + b->lower[e]);
            update(nc, nk, nr, b->lu + b->lower[c], b->lu + b->upper[r], b->lu + b->upper[e]);
        }
    }
}

/* Rows of a diagonal block that are nothing but combinations of those before: by elimination of a copy, largest pivot first. */
static void find_dependent(int n, const double *D, double least, bool *dependent) {
    double A[BLOCK_MAX * BLOCK_MAX];
    bool done[BLOCK_MAX] = {0};
    memcpy(A, D, (size_t)(n * n) * sizeof(double));
    for (int round = 0; round < n; round++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!done[i] && A[i * n + i] > least && (best < 0 || A[i * n + i] > A[best * n + best] * (1 + 1e-9)))
                best = i;
        if (best < 0) break;
        done[best] = true;
        for (int i = 0; i < n; i++) {
            if (done[i]) continue;
            double f = A[i * n + best] / A[best * n + best];
            for (int j = 0; j < n; j++) A[i * n + j] -= f * A[best * n + j];
        }
    }
    for (int i = 0; i < n; i++) dependent[i] = !done[i];
}

/* Row and column i of place k become those of the identity. */
static void cut_out(blocks *b, int k, int i) {
    int n = b->size[b->order[k]];
    double *D = b->lu + b->diagonal[k];
    for (int j = 0; j < n; j++) D[i * n + j] = D[j * n + i] = j == i;
    for (int e = b->below_start[k]; e < b->below_start[k + 1]; e++) {
        int m = b->size[b->order[b->below[e]]];
        if (!b->on[e]) continue;
        for (int j = 0; j < m; j++) b->lu[b->upper[e] + (size_t)(i * m + j)] = 0;
        for (int j = 0; j < m; j++) b->lu[b->lower[e] + (size_t)(j * n + i)] = 0;
    }
}

static bool factor(blocks *b, double least, bool *dependent) {
    for (int k = 0; k < b->count; k++) {
        int nk = b->size[b->order[k]], *pivot = b->pivot + (size_t)k * BLOCK_MAX;
        double *D = b->lu + b->diagonal[k];
        bool *rows = dependent ? dependent + b->first[b->order[k]] : NULL;
        if (rows) find_dependent(nk, D, least, rows);
        for (int i = 0; rows && i < nk; i++)
            if (rows[i]) cut_out(b, k, i);
        if (!factor_dense(nk, D, pivot)) return false;
        for (int e = b->below_start[k]; e < b->below_start[k + 1]; e++)
            if (b->on[e]) solve_dense(nk, D, pivot, b->size[b->order[b->below[e]]], b->lu + b->upper[e]);
        eliminate(b, k);
    }
    return true;
}

bool blocks_factor(blocks *b) { return factor(b, 0, NULL); }
bool blocks_factor_ranked(blocks *b, double least, bool *dependent) { return factor(b, least, dependent); }

void blocks_solve(const blocks *b, double *x) {
    for (int k = 0; k < b->count; k++) {
        int i = b->order[k], nk = b->size[i];
        double *xk = x + b->first[i];
        solve_dense(nk, b->lu + b->diagonal[k], b->pivot + (size_t)k * BLOCK_MAX, 1, xk);
        for (int e = b->below_start[k]; e < b->below_start[k + 1]; e++) {
            if (!b->on[e]) continue;
            int row = b->order[b->below[e]];
            update(b->size[row], nk, 1, b->lu + b->lower[e], xk, x + b->first[row]);
        }
    }
    for (int k = b->count - 1; k >= 0; k--) {
        int i = b->order[k], nk = b->size[i];
        for (int e = b->below_start[k]; e < b->below_start[k + 1]; e++) {
            if (!b->on[e]) continue;
            int column = b->order[b->below[e]];
            update(nk, b->size[column], 1, b->lu + b->upper[e], x + b->first[column], x + b->first[i]);
        }
    }
}

void blocks_multiply(const blocks *b, const bool *marked, const double *A, const double *x, double *y) {
    memset(y, 0, (size_t)b->scalars * sizeof(double));
    for (int s = 0; s < b->slots; s++) {
        if (!marked[s]) continue;
        const block_slot *slot = &b->slot[s];
        int n = b->size[slot->row], m = b->size[slot->column];
        const double *a = A + slot->at, *xs = x + b->first[slot->column];
        double *ys = y + b->first[slot->row];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < m; j++) sum += a[i * m + j] * xs[j];
            ys[i] += sum;
        }
    }
}
