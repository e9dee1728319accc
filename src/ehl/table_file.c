/* From solved contacts to the file of a table (film/table.h): differences of logarithms at the nodes, the cubic B-splines through them.
 *
 * In each direction the coefficients c of n nodes satisfy (c[i-1] + 4 c[i] + c[i+1])/6 = value[i], and the fourth differences at both ends are 0:
 * cubics through the first four nodes and the last four (not a knot). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/message.h"
#include "film/table.h"
#include "lead.h"
#include "table.h"

/* ---- nodes ---- */
static size_t points(const abut_ehl_table_def *d) {
    return (size_t)d->nodes[0] * (size_t)d->nodes[1] * (size_t)d->nodes[2];
}

size_t abut_ehl_table_rows(const abut_ehl_table_def *d) {
    return points(d) + (size_t)d->line_nodes[0] * (size_t)d->line_nodes[1];
}

static double between(double low, double high, size_t i, int n) {
    return i == (size_t)n - 1 ? high : low + (high - low) * (double)i / (n - 1);
}

void abut_ehl_table_contact(const abut_ehl_table_def *d, size_t i, double *M, double *L, double *D) {
    bool line = i >= points(d);
    const int *n = line ? d->line_nodes : d->nodes;
    const double *m = line ? d->line_M : d->M, *l = line ? d->line_L : d->L;
    size_t k = line ? i - points(d) : i, nm = (size_t)n[0], nl = (size_t)n[1];
    *M = exp(between(log(m[0]), log(m[1]), k % nm, n[0]));
    *L = expm1(between(log1p(l[0]), log1p(l[1]), k / nm % nl, n[1]));
    *D = line ? 0 : exp(between(log(d->D[0]), log(d->D[1]), k / nm / nl, n[2]));
}

static bool range_good(const double x[2], double least, double most) {
    return x[0] >= least && x[1] > x[0] && x[1] <= most;
}
static bool nodes_good(int n) { return n >= 4 && n <= TABLE_MOST; }

abut_status abut_ehl_table_check(const abut_ehl_table_def *d, abut_message *message) {
    bool point = d->nodes[0] || d->nodes[1] || d->nodes[2], line = d->line_nodes[0] || d->line_nodes[1];
    if (!point && !line) return say(message, ABUT_BAD_VALUE, "the table would be empty: give it nodes");
    if (point && (!nodes_good(d->nodes[0]) || !nodes_good(d->nodes[1]) || !nodes_good(d->nodes[2])))
        return say_at(message, "nodes", ABUT_BAD_VALUE,
                      "nodes of elliptic contacts in M, L and D: 4 to %d each, got %d, %d, %d", TABLE_MOST, d->nodes[0],
                      d->nodes[1], d->nodes[2]);
    if (line && (!nodes_good(d->line_nodes[0]) || !nodes_good(d->line_nodes[1])))
        return say_at(message, "line_nodes", ABUT_BAD_VALUE, "nodes of lines in M and L: 4 to %d each, got %d, %d",
                      TABLE_MOST, d->line_nodes[0], d->line_nodes[1]);
    if (point && (!range_good(d->M, 1, 1e4) || !range_good(d->L, 0, 50) || !range_good(d->D, 0.02, 1)))
        return say_at(
            message, "M", ABUT_BAD_VALUE,
            "hull of elliptic contacts: M within 1 and 10000, L within 0 and 50, D within 0.02 and 1, rising; "
            "got %g to %g, %g to %g, %g to %g",
            d->M[0], d->M[1], d->L[0], d->L[1], d->D[0], d->D[1]);
    if (line && (!range_good(d->line_M, 0.5, 1e4) || !range_good(d->line_L, 0, 50)))
        return say_at(message, "line_M", ABUT_BAD_VALUE,
                      "hull of lines: M within 0.5 and 10000, L within 0 and 50, rising; got %g to %g, %g to %g",
                      d->line_M[0], d->line_M[1], d->line_L[0], d->line_L[1]);
    if (point && d->finest != 128 && d->finest != 256 && d->finest != 512)
        return say_at(message, "finest", ABUT_BAD_VALUE, "the finest grid has 128, 256 or 512 cells, got %d",
                      d->finest);
    return ABUT_OK;
}

abut_status abut_ehl_table_solve(const abut_ehl_table_def *d, size_t i, abut_ehl_table_row *out,
                                 abut_message *message) {
    double M, L, D;
    abut_status status = abut_ehl_table_check(d, message);
    if (status) return status;
    abut_ehl_table_contact(d, i, &M, &L, &D);
    return D > 0 ? ehl_table_point(M, L, D, d->finest, out, message) : ehl_table_line(M, L, out, message);
}

/* ---- splines ---- */
/* v[0], v[stride], ..: n values become n + 2 coefficients. The first and the last unknown are eliminated by the ends; what is left is tridiagonal
 * up to two rows: Gauss in a band, here of full rows since n is small. */
static void coefficients(double *v, size_t stride, int n) {
    enum { MOST = TABLE_MOST + 2 };
    static const double ends[5] = {1, -4, 6, -4, 1};
    double a[MOST][MOST + 1] = {{0}};
    int m = n + 2;
    for (int k = 0; k < 5 && k < m; k++) a[0][k] = a[m - 1][m - 1 - k] = ends[k];
    for (int i = 0; i < n; i++) {
        a[i + 1][i] = a[i + 1][i + 2] = 1.0 / 6;
        a[i + 1][i + 1] = 4.0 / 6;
        a[i + 1][m] = v[(size_t)i * stride];
    }
    for (int p = 0; p < m; p++) {
        int best = p;
        for (int i = p + 1; i < m; i++)
            if (fabs(a[i][p]) > fabs(a[best][p])) best = i;
        for (int k = 0; k <= m; k++) {
            double t = a[p][k];
            a[p][k] = a[best][k];
            a[best][k] = t;
        }
        for (int i = p + 1; i < m; i++) {
            double f = a[i][p] / a[p][p];
            for (int k = p; f != 0 && k <= m; k++) a[i][k] -= f * a[p][k];
        }
    }
    for (int i = m - 1; i >= 0; i--) {
        double s = a[i][m];
        for (int k = i + 1; k < m; k++) s -= a[i][k] * v[(size_t)k * stride];
        v[(size_t)i * stride] = s / a[i][i];
    }
}

/* Values at the nodes, lying in the array of coefficients at the low ends of its rows. */
static void spline(double *v, const unsigned n[TABLE_AXES]) {
    size_t row = n[TABLE_M] + 2, layer = row * (n[TABLE_L] + 2);
    for (unsigned k = 0; k < n[TABLE_D]; k++)
        for (unsigned j = 0; j < n[TABLE_L]; j++) coefficients(v + k * layer + j * row, 1, (int)n[TABLE_M]);
    for (unsigned k = 0; k < n[TABLE_D]; k++)
        for (unsigned i = 0; i < n[TABLE_M] + 2; i++) coefficients(v + k * layer + i, row, (int)n[TABLE_L]);
    for (size_t i = 0; n[TABLE_D] > 1 && i < layer; i++) coefficients(v + i, layer, (int)n[TABLE_D]);
}

/* Error of the interpolation about a node: 5/384 of the fourth differences in each direction, the bound of cubic splines (C. A. Hall,
 * W. W. Meyer, J. Approx. Theory 16 (1976) 105, recalled), times 6, since they are known two nodes away
 * only where the hull ends; of the difference that lies nearest. */
static double interpolated(const double *v, const unsigned n[TABLE_AXES], const size_t at[TABLE_AXES]) {
    const size_t stride[TABLE_AXES] = {1, n[TABLE_M] + 2, (size_t)(n[TABLE_M] + 2) * (n[TABLE_L] + 2)};
    double sum = 0;
    for (int axis = 0; axis < TABLE_AXES; axis++) {
        size_t s = stride[axis], place = 0;
        if (n[axis] < 5) continue;
        for (int k = 0; k < TABLE_AXES; k++)
            place += stride[k] * (k != axis ? at[k] : at[k] < 2 ? 0 : at[k] + 3 > n[k] ? n[k] - 5 : at[k] - 2);
        const double *low = v + place;
        sum += 6 * 5.0 / 384 * fabs(low[0] - 4 * low[s] + 6 * low[2 * s] - 4 * low[3 * s] + low[4 * s]);
    }
    return sum;
}

/* ---- the file ---- */
static void put_u32(unsigned char *to, uint32_t x) {
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(x >> 8 * i);
}
static void put_u64(unsigned char *to, uint64_t x) {
    put_u32(to, (uint32_t)x);
    put_u32(to + 4, (uint32_t)(x >> 32));
}
static void put_f64(unsigned char *to, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put_u64(to, bits);
}

typedef struct part {
    bool line;
    unsigned n[TABLE_AXES], quantities;
    double low[TABLE_AXES], high[TABLE_AXES], error, error_min;
    size_t first, count, place;
} part;

static part part_of(const abut_ehl_table_def *d, bool line, size_t place) {
    const double *M = line ? d->line_M : d->M, *L = line ? d->line_L : d->L;
    const int *n = line ? d->line_nodes : d->nodes;
    part p = {.line = line, .place = place, .first = line ? points(d) : 0};
    p.n[TABLE_M] = (unsigned)n[0], p.n[TABLE_L] = (unsigned)n[1], p.n[TABLE_D] = line ? 1 : (unsigned)n[2];
    if (!n[0]) return (part){0};
    p.low[TABLE_M] = log(M[0]), p.high[TABLE_M] = log(M[1]);
    p.low[TABLE_L] = log1p(L[0]), p.high[TABLE_L] = log1p(L[1]);
    p.low[TABLE_D] = line ? 0 : log(d->D[0]), p.high[TABLE_D] = line ? 0 : log(d->D[1]);
    p.quantities = line ? TABLE_QUANTITIES : TABLE_ROLLING;
    p.count = (size_t)p.n[0] * p.n[1] * p.n[2];
    return p;
}

static abut_status values_of(const abut_ehl_table_def *d, const part *p, size_t i, const abut_ehl_table_row *r,
                             double value[TABLE_QUANTITIES], abut_message *message) {
    double M, L, D;
    abut_ehl_table_contact(d, i, &M, &L, &D);
    if (!(r->H_c > 0 && r->H_min > 0 && r->separation > 0 && r->error >= 0 && r->error_min >= 0) ||
        (p->line && !(r->rolling > 0)))
        return say(message, ABUT_BAD_VALUE, "M = %g, L = %g, D = %g: its row is not solved", M, L, D);
    double ln = log(ehl_film_expected(M, L, D)); /* of the formula */
    value[TABLE_FILM] = log(r->H_c) - ln;
    value[TABLE_LEAST] = log(r->H_min / r->H_c);
    value[TABLE_SEPARATION] = log(r->separation / r->H_c);
    value[TABLE_ERROR] = r->error;
    value[TABLE_ROLLING] = p->line ? log(r->rolling) : 0;
    return ABUT_OK;
}

static abut_status put_part(const abut_ehl_table_def *d, part *p, const abut_ehl_table_row *rows, unsigned char *bytes,
                            abut_message *message) {
    size_t all = table_coefficients(p->n), nm = p->n[TABLE_M], nl = p->n[TABLE_L];
    double *v = calloc(all * TABLE_QUANTITIES, sizeof *v), value[TABLE_QUANTITIES];
    abut_status status = v ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory");
    for (size_t k = 0; !status && k < p->count; k++) {
        const abut_ehl_table_row *r = &rows[p->first + k];
        size_t at = ((k / nm / nl) * (nl + 2) + k / nm % nl) * (nm + 2) + k % nm;
        status = values_of(d, p, p->first + k, r, value, message);
        for (unsigned q = 0; !status && q < p->quantities; q++) v[q * all + at] = value[q];
    }
    for (size_t k = 0; !status && k < p->count; k++) {
        const size_t at[TABLE_AXES] = {k % nm, k / nm % nl, k / nm / nl};
        double film = interpolated(v + TABLE_FILM * all, p->n, at), *error = v + TABLE_ERROR * all;
        error[(at[2] * (nl + 2) + at[1]) * (nm + 2) + at[0]] += film;
        p->error = fmax(p->error, rows[p->first + k].error + film);
        p->error_min =
            fmax(p->error_min, rows[p->first + k].error_min + film + interpolated(v + TABLE_LEAST * all, p->n, at));
    }
    for (unsigned q = 0; !status && q < p->quantities; q++) {
        spline(v + q * all, p->n);
        for (size_t i = 0; i < all; i++) put_f64(bytes + p->place + sizeof(double) * (q * all + i), v[q * all + i]);
    }
    free(v);
    return status;
}

static void put_head(unsigned char *bytes, const part *p, bool line) {
    unsigned char *at = bytes + TABLE_PARTS + (line ? TABLE_PART : 0);
    for (int i = 0; i < TABLE_AXES; i++) {
        put_u32(at + 4 * i, p->n[i]);
        put_f64(at + 16 + 8 * i, p->low[i]);
        put_f64(at + 40 + 8 * i, p->high[i]);
    }
    put_u32(at + 12, (uint32_t)p->place);
    put_f64(at + 64, p->error);
    put_f64(at + 72, p->error_min);
    put_u32(at + 80, p->quantities);
}

abut_status abut_ehl_table_make(const abut_ehl_table_def *d, const abut_ehl_table_row *rows, const char *origin,
                                unsigned char **out, size_t *size, abut_message *message) {
    *out = NULL;
    abut_status status = abut_ehl_table_check(d, message);
    if (status) return status;
    part p[2] = {part_of(d, false, TABLE_HEAD)};
    size_t used = TABLE_HEAD + (p[0].count ? table_coefficients(p[0].n) * p[0].quantities * sizeof(double) : 0);
    p[1] = part_of(d, true, used);
    *size = used + (p[1].count ? table_coefficients(p[1].n) * p[1].quantities * sizeof(double) : 0);
    unsigned char *bytes = calloc(1, *size);
    if (!bytes) return say(message, ABUT_NO_MEMORY, "out of memory");
    for (int i = 0; i < 2 && !status; i++) {
        if (!p[i].count) continue;
        status = put_part(d, &p[i], rows, bytes, message);
        put_head(bytes, &p[i], i == 1);
    }
    memcpy(bytes, "abut ehl table\n", 16);
    put_u32(bytes + 16, TABLE_VERSION);
    put_u32(bytes + 20, (uint32_t)*size);
    strncpy((char *)bytes + TABLE_ORIGIN, origin, TABLE_ORIGIN_SIZE - 1);
    put_u64(bytes + 24, hash_bytes(HASH_BEGIN, bytes + TABLE_ORIGIN, *size - TABLE_ORIGIN));
    *out = bytes;
    if (!status) return ABUT_OK;
    free(bytes);
    *out = NULL;
    return status;
}
