/* From solved contacts to the file of a table (film/table.h): differences of logarithms at the nodes, the cubic B-splines through them.
 *
 * Nodes of ellipses are even in x = asinh((ln M - c - q ln(1 + L) - r ln D)/w). x is 0 where the film of rigid bodies, which falls like 1/M^2, meets
 * that of elastic or piezoviscous ones: M = 9.6 at L 1.5, 5.9 at L 12, 4.5 at L 30 for the circle, 20 at L 14, D 0.1, where solved films bend most. So
 * the bend lies at one x for all L and D, and nodes are near to each other there only. The rectangle of x, L and D that holds the hull has corners far beyond
 * it: there nothing is solved; one node beyond the hull is. Nor are nodes solved that follow from others (table_thin.c).
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
#include "table_check.h"
#include "table_thin.h"

/* ---- nodes ---- */
static const double bend = 2.54, bend_by_L = -0.3, bend_by_D = -0.55, bend_width = 0.45;

static size_t points(const abut_ehl_table_def *d) {
    return (size_t)d->nodes[0] * (size_t)d->nodes[1] * (size_t)d->nodes[2];
}

static size_t nodes(const abut_ehl_table_def *d) {
    return points(d) + (size_t)d->line_nodes[0] * (size_t)d->line_nodes[1];
}
size_t abut_ehl_table_rows(const abut_ehl_table_def *d) { return nodes(d) + (size_t)d->checks; }

static double between(double low, double high, size_t i, unsigned n) {
    return i == (size_t)n - 1 || n == 1 ? high : low + (high - low) * (double)i / (n - 1);
}

/* The part without its coefficients. Both ends of x lie at corners of the hull. */
static table_part part_of(const abut_ehl_table_def *d, bool line) {
    const double *M = line ? d->line_M : d->M, *L = line ? d->line_L : d->L;
    const int *n = line ? d->line_nodes : d->nodes;
    table_part p = {.n = {(unsigned)n[0], (unsigned)n[1], line ? 1 : (unsigned)n[2]},
                    .quantities = TABLE_QUANTITIES,
                    .low = {log(M[0]), log1p(L[0]), line ? 0 : log(d->D[0])},
                    .high = {log(M[1]), log1p(L[1]), line ? 0 : log(d->D[1])}};
    if (!n[0]) return (table_part){0};
    if (!line) p.centre = bend, p.by_L = bend_by_L, p.by_D = bend_by_D, p.width = bend_width;
    double by;
    p.from = table_x(&p, (const double[]){p.low[TABLE_M], p.low[TABLE_L], p.low[TABLE_D]}, &by);
    p.to = table_x(&p, (const double[]){p.high[TABLE_M], p.high[TABLE_L], p.high[TABLE_D]}, &by);
    return p;
}

/* Coordinates of node i of a part. Is it to be solved? */
static bool node_of(const table_part *p, size_t i, double at[TABLE_AXES]) {
    size_t nm = p->n[TABLE_M], nl = p->n[TABLE_L];
    double x = between(p->from, p->to, i % nm, p->n[TABLE_M]), by, one = 1.0001 * (p->to - p->from) / (double)(nm - 1);
    at[TABLE_L] = between(p->low[TABLE_L], p->high[TABLE_L], i / nm % nl, p->n[TABLE_L]);
    at[TABLE_D] = between(p->low[TABLE_D], p->high[TABLE_D], i / nm / nl, p->n[TABLE_D]);
    const double low[] = {p->low[TABLE_M], at[TABLE_L], at[TABLE_D]},
                 high[] = {p->high[TABLE_M], at[TABLE_L], at[TABLE_D]};
    at[TABLE_M] = table_ln_M(p, x, at[TABLE_L], at[TABLE_D]);
    return x > table_x(p, low, &by) - one && x < table_x(p, high, &by) + one && at[TABLE_M] > log(0.999) &&
           at[TABLE_M] < p->high[TABLE_M] + log(1.5);
}

bool abut_ehl_table_contact(const abut_ehl_table_def *d, size_t i, double *M, double *L, double *D) {
    bool check = i >= nodes(d), line = check ? ehl_table_check_line(d, i - nodes(d)) : i >= points(d), wanted = true;
    double at[TABLE_AXES];
    table_part p = part_of(d, line);
    if (check) {
        ehl_table_check_at(d, i - nodes(d), &p, at);
    } else {
        size_t k = line ? i - points(d) : i, nm = p.n[TABLE_M], nl = p.n[TABLE_L];
        wanted = node_of(&p, k, at) && !ehl_table_thin(&p, k % nm, k / nm % nl, k / nm / nl);
    }
    *M = exp(at[TABLE_M]);
    *L = expm1(at[TABLE_L]);
    *D = line ? 0 : exp(at[TABLE_D]);
    return wanted;
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
    if (d->checks < 0 || d->checks > 2000)
        return say_at(message, "checks", ABUT_BAD_VALUE, "contacts between the nodes: 0 to 2000, got %d", d->checks);
    return ABUT_OK;
}

abut_status abut_ehl_table_solve(const abut_ehl_table_def *d, size_t i, abut_ehl_table_row *out,
                                 abut_message *message) {
    double M, L, D;
    abut_status status = abut_ehl_table_check(d, message);
    if (status) return status;
    (void)abut_ehl_table_contact(d, i, &M, &L, &D);
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
 * only where the hull ends; of the difference that lies nearest among solved nodes. */
static double interpolated(const double *v, const bool *solved, const unsigned n[TABLE_AXES],
                           const size_t at[TABLE_AXES]) {
    const size_t stride[TABLE_AXES] = {1, n[TABLE_M] + 2, (size_t)(n[TABLE_M] + 2) * (n[TABLE_L] + 2)};
    double sum = 0;
    for (int axis = 0; axis < TABLE_AXES; axis++) {
        size_t s = stride[axis], here = at[0] * stride[0] + at[1] * stride[1] + at[2] * stride[2], away = 99;
        double found = 0;
        for (size_t k = 0; k + 5 <= n[axis]; k++) {
            size_t from = here - at[axis] * s + k * s, off = k + 2 > at[axis] ? k + 2 - at[axis] : at[axis] - k - 2;
            if (off >= away || !(solved[from] && solved[from + s] && solved[from + 2 * s] && solved[from + 3 * s] &&
                                 solved[from + 4 * s]))
                continue;
            away = off;
            found = fabs(v[from] - 4 * v[from + s] + 6 * v[from + 2 * s] - 4 * v[from + 3 * s] + v[from + 4 * s]);
        }
        sum += 6 * 5.0 / 384 * found;
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

static abut_status values_of(const double at[TABLE_AXES], bool line, const abut_ehl_table_row *r,
                             double value[TABLE_QUANTITIES], double own[TABLE_STATED], abut_message *message) {
    double M = exp(at[TABLE_M]), L = expm1(at[TABLE_L]), D = line ? 0 : exp(at[TABLE_D]);
    double x[TABLE_STATED];
    if (!ehl_table_row_known(r, x, own))
        return say(message, ABUT_BAD_VALUE, "M = %g, L = %g, D = %g: its row is not solved", M, L, D);
    double formula = ehl_film_expected(M, L, D);
    value[TABLE_FILM] = log(r->H_c / formula);
    value[TABLE_LEAST] = log(r->H_min / r->H_c);
    value[TABLE_SEPARATION] = log(r->separation / formula);
    value[TABLE_ROLLING] = log(r->rolling);
    value[TABLE_DAMPING] = log(r->damping);
    value[TABLE_ERROR] = r->error;
    return ABUT_OK;
}

/* What is known of a part, laid out as its coefficients are. */
typedef struct known {
    double *v;             /* of all quantities */
    double *doubt, *own;   /* relative errors of values made of neighbours; of rows */
    bool *solved, *within; /* has a row; lies in the hull, or is the next one */
    size_t all;
} known;

static size_t place_of(const table_part *p, size_t k) {
    size_t nm = p->n[TABLE_M], nl = p->n[TABLE_L];
    return ((k / nm / nl) * (nl + 2) + k / nm % nl) * (nm + 2) + k % nm;
}

/* From which M on a quantity is known in all rows along M. Where it is not the values go straight on from those that are. */
static void look_for_known(table_part *p, known *w, size_t q) {
    size_t nm = p->n[TABLE_M], rows = (size_t)p->n[TABLE_L] * p->n[TABLE_D];
    double at[TABLE_AXES], *v = w->v + q * w->all, *own = w->own + q * w->all;
    p->known[q] = p->low[TABLE_M];
    for (size_t j = 0; j < rows; j++) {
        size_t first = place_of(p, j * nm), i = nm;
        while (i > 0 && own[first + i - 1] < EHL_TABLE_UNKNOWN) i--;
        if (i == 0 || i + 2 > nm) continue;
        (void)node_of(p, j * nm + i, at);
        p->known[q] = fmax(p->known[q], at[TABLE_M]);
        while (i-- > 0) {
            v[first + i] = 2 * v[first + i + 1] - v[first + i + 2];
            own[first + i] = 0;
        }
    }
}

/* Values of all nodes, those without a row included. */
static abut_status gather(table_part *p, bool line, const abut_ehl_table_row *rows, known *w, abut_message *message) {
    size_t nm = p->n[TABLE_M], nl = p->n[TABLE_L];
    double value[TABLE_QUANTITIES], own[TABLE_STATED], at[TABLE_AXES];
    for (size_t k = 0; k < nm * nl * p->n[TABLE_D]; k++) {
        const abut_ehl_table_row *r = &rows[k];
        size_t place = place_of(p, k);
        w->within[place] = node_of(p, k, at);
        if (ehl_table_thin(p, k % nm, k / nm % nl, k / nm / nl) || (!w->within[place] && !(r->H_c > 0))) continue;
        abut_status status = values_of(at, line, r, value, own, message);
        if (status) return status;
        w->solved[place] = true;
        for (unsigned q = 0; q < p->quantities; q++) w->v[q * w->all + place] = value[q];
        for (unsigned q = 0; q < TABLE_STATED; q++) w->own[q * w->all + place] = own[q];
    }
    for (unsigned q = 0; q < p->quantities; q++) ehl_table_fill(p, w->solved, w->v + q * w->all, w->doubt + q * w->all);
    for (unsigned q = 0; q < TABLE_STATED; q++) look_for_known(p, w, q);
    for (size_t i = 0; i < w->all; i++) w->within[i] = w->within[i] || w->solved[i];
    return ABUT_OK;
}

/* Of rows: of a node without one the greatest of those around it. */
static double row_error(const table_part *p, const known *w, size_t q, const size_t at[TABLE_AXES]) {
    size_t nm = p->n[TABLE_M], nl = p->n[TABLE_L];
    double most = 0;
    for (size_t j = at[1] > 0 ? at[1] - 1 : 0; j <= at[1] + 1 && j < nl; j++)
        for (size_t i = at[0] > 0 ? at[0] - 1 : 0; i <= at[0] + 1 && i < nm; i++)
            most = fmax(most, w->own[q * w->all + (at[2] * (nl + 2) + j) * (nm + 2) + i]);
    return most;
}

static bool inside(const table_part *p, size_t k) {
    double at[TABLE_AXES];
    (void)node_of(p, k, at);
    return at[TABLE_M] > p->low[TABLE_M] - 1e-9 && at[TABLE_M] < p->high[TABLE_M] + 1e-9;
}

/* Errors at nodes and between them. That of a ratio to the central film is less than the sum of both, and counted as the sum. */
static void state(table_part *p, known *w) {
    size_t nm = p->n[TABLE_M], nl = p->n[TABLE_L];
    for (size_t k = 0; k < nm * nl * p->n[TABLE_D]; k++) {
        const size_t at[TABLE_AXES] = {k % nm, k / nm % nl, k / nm / nl};
        size_t place = place_of(p, k);
        double film = 0, node[TABLE_AXES];
        if (!w->within[place]) continue;
        for (size_t q = 0; q < TABLE_STATED; q++) {
            size_t here = q * w->all + place;
            double between = interpolated(w->v + q * w->all, w->within, p->n, at) + w->doubt[here];
            if (q == TABLE_FILM) film = between;
            bool ratio = q == TABLE_LEAST;
            (void)node_of(p, k, node);
            if (node[TABLE_M] < p->known[q] - 1e-9) continue;
            double own = w->solved[place] ? w->own[here] : row_error(p, w, q, at);
            p->error[q] = fmax(p->error[q], own + between + (ratio ? film : 0));
            if (w->solved[place] && inside(p, k)) p->most[q] = fmax(p->most[q], own);
        }
        w->v[TABLE_ERROR * w->all + place] += film;
    }
}

static abut_status put_part(table_part *p, bool line, const abut_ehl_table_row *rows, unsigned char *to,
                            abut_message *message) {
    size_t all = table_coefficients(p->n);
    double *numbers = calloc(3 * all * TABLE_QUANTITIES, sizeof *numbers);
    bool *flags = calloc(2 * all, sizeof *flags);
    known w = {.v = numbers, .all = all, .solved = flags};
    abut_status status = numbers && flags ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory");
    if (!status) {
        w.doubt = numbers + all * TABLE_QUANTITIES;
        w.own = w.doubt + all * TABLE_QUANTITIES;
        w.within = flags + all;
        status = gather(p, line, rows, &w, message);
    }
    if (!status) state(p, &w);
    for (unsigned q = 0; !status && q < p->quantities; q++) {
        spline(w.v + q * all, p->n);
        for (size_t i = 0; i < all; i++) put_f64(to + sizeof(double) * (q * all + i), w.v[q * all + i]);
    }
    free(flags);
    free(numbers);
    return status;
}

static void put_head(unsigned char *bytes, const table_part *p, bool line, size_t place) {
    unsigned char *at = bytes + TABLE_PARTS + (line ? TABLE_PART : 0);
    const double x[] = {p->from, p->to, p->centre, p->by_L, p->by_D, p->width};
    for (int i = 0; i < TABLE_AXES; i++) {
        put_u32(at + 4 * i, p->n[i]);
        put_f64(at + 16 + 8 * i, p->low[i]);
        put_f64(at + 40 + 8 * i, p->high[i]);
    }
    put_u32(at + 12, (uint32_t)place);
    for (int i = 0; i < 6; i++) put_f64(at + 64 + 8 * i, x[i]);
    for (int q = 0; q < TABLE_STATED; q++) {
        put_f64(at + 112 + 8 * q, p->error[q]);
        put_f64(at + 160 + 8 * q, p->known[q]);
    }
    put_u32(at + 152, p->quantities);
    put_u32(at + 156, p->checks);
}

static size_t bytes_of(const table_part *p) {
    return p->n[0] ? table_coefficients(p->n) * p->quantities * sizeof(double) : 0;
}

static void seal(unsigned char *bytes, size_t size) {
    put_u64(bytes + 24, hash_bytes(HASH_BEGIN, bytes + TABLE_ORIGIN, size - TABLE_ORIGIN));
}

abut_status abut_ehl_table_make(const abut_ehl_table_def *d, const abut_ehl_table_row *rows, const char *origin,
                                unsigned char **out, size_t *size, abut_message *message) {
    *out = NULL;
    abut_status status = abut_ehl_table_check(d, message);
    if (status) return status;
    table_part p[2] = {part_of(d, false), part_of(d, true)};
    size_t place[2] = {TABLE_HEAD, TABLE_HEAD + bytes_of(&p[0])};
    *size = place[1] + bytes_of(&p[1]);
    unsigned char *bytes = calloc(1, *size);
    if (!bytes) return say(message, ABUT_NO_MEMORY, "out of memory");
    memcpy(bytes, "abut ehl table\n", 16);
    put_u32(bytes + 16, TABLE_VERSION);
    put_u32(bytes + 20, (uint32_t)*size);
    strncpy((char *)bytes + TABLE_ORIGIN, origin, TABLE_ORIGIN_SIZE - 1);
    for (int i = 0; i < 2 && !status; i++) {
        if (!p[i].n[0]) continue;
        status = put_part(&p[i], i == 1, rows + (i == 1 ? points(d) : 0), bytes + place[i], message);
        put_head(bytes, &p[i], i == 1, place[i]);
    }
    seal(bytes, *size);
    for (int i = 0; i < 2 && !status && d->checks > 0; i++)
        if (p[i].n[0]) status = ehl_table_check(d, rows + nodes(d), bytes, *size, &p[i], message);
    for (int i = 0; i < 2 && !status; i++)
        if (p[i].n[0]) put_head(bytes, &p[i], i == 1, place[i]);
    seal(bytes, *size);
    if (!status) *out = bytes;
    if (status) free(bytes);
    return status;
}
