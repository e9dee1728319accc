/* Tables of solved films: check of a file, splines. */
#include "table.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/message.h"

static const unsigned char shipped[] = {
#include "ehl_table.inc"
};

const unsigned char *table_shipped(size_t *count) {
    *count = sizeof shipped;
    return shipped;
}

/* ---- numbers of the file ---- */
uint32_t table_u32(const unsigned char *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

uint64_t table_u64(const unsigned char *at) { return (uint64_t)table_u32(at) | (uint64_t)table_u32(at + 4) << 32; }

double table_f64(const unsigned char *at) {
    uint64_t bits = table_u64(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

table_part table_part_of(const unsigned char *bytes, bool line) {
    const unsigned char *at = bytes + TABLE_PARTS + (line ? TABLE_PART : 0);
    table_part p = {.at = bytes + table_u32(at + 12), .quantities = table_u32(at + 152), .checks = table_u32(at + 156)};
    double *const one[] = {&p.from, &p.to, &p.centre, &p.by_L, &p.by_D, &p.width};
    for (int i = 0; i < TABLE_AXES; i++) {
        p.n[i] = table_u32(at + 4 * i);
        p.low[i] = table_f64(at + 16 + 8 * i);
        p.high[i] = table_f64(at + 40 + 8 * i);
    }
    for (int i = 0; i < 6; i++) *one[i] = table_f64(at + 64 + 8 * i);
    for (int q = 0; q < TABLE_STATED; q++) {
        p.error[q] = table_f64(at + 112 + 8 * q);
        p.known[q] = table_f64(at + 160 + 8 * q);
    }
    return p;
}

/* ---- is it whole? ---- */
/* x of all corners of the hull lies between its ends. */
static bool corners_good(const table_part *p) {
    for (int corner = 0; corner < 1 << TABLE_AXES; corner++) {
        double at[TABLE_AXES], by;
        for (int i = 0; i < TABLE_AXES; i++) at[i] = corner >> i & 1 ? p->high[i] : p->low[i];
        double x = table_x(p, at, &by);
        if (!(x >= p->from - 1e-9 && x <= p->to + 1e-9)) return false;
    }
    return true;
}

static bool within(double x, double most) { return fabs(x) <= most; }

static bool part_good(const unsigned char *bytes, size_t count, bool line) {
    table_part p = table_part_of(bytes, line);
    if (p.n[TABLE_M] == 0) return true;
    for (int i = 0; i < TABLE_AXES; i++) {
        bool flat = line && i == TABLE_D;
        if (flat ? p.n[i] != 1 : p.n[i] < 4 || p.n[i] > TABLE_MOST) return false;
        if (!within(p.low[i], 50) || !within(p.high[i], 50) || (!flat && !(p.high[i] > p.low[i]))) return false;
    }
    for (int q = 0; q < TABLE_STATED; q++)
        if (!(p.error[q] >= 0 && p.error[q] < 10) || !within(p.known[q], 50)) return false;
    if (!within(p.centre, 100) || !within(p.by_L, 100) || !within(p.by_D, 100) || p.quantities != TABLE_QUANTITIES)
        return false;
    if (!within(p.from, 1e3) || !within(p.to, 1e3)) return false;
    if (!(p.width == 0 || (p.width >= 0.01 && p.width <= 100)) || !(p.to > p.from) || !corners_good(&p)) return false;
    size_t all = table_coefficients(p.n) * p.quantities, place = (size_t)(p.at - bytes);
    if (place < TABLE_HEAD || place > count || (count - place) / sizeof(double) < all) return false;
    for (size_t i = 0; i < all; i++)
        if (!(fabs(table_f64(p.at + i * sizeof(double))) < 100)) return false;
    return true;
}

abut_status table_check(const unsigned char *bytes, size_t count, abut_message *message) {
    static const char magic[16] = "abut ehl table\n";
    if (count < TABLE_HEAD || memcmp(bytes, magic, sizeof magic) != 0)
        return say(message, ABUT_BAD_VALUE, "this is not a table of solved films, as 'abut ehl table' writes them");
    uint32_t version = table_u32(bytes + 16), size = table_u32(bytes + 20);
    if (version != TABLE_VERSION)
        return say(message, ABUT_BAD_VALUE, "the table of solved films has version %u, this program reads version %d",
                   version, TABLE_VERSION);
    if (size != count)
        return say(message, ABUT_BAD_VALUE, "the table of solved films is damaged: %zu of its %u bytes are there",
                   count, size);
    if (table_u64(bytes + 24) != hash_bytes(HASH_BEGIN, bytes + TABLE_ORIGIN, count - TABLE_ORIGIN))
        return say(message, ABUT_BAD_VALUE,
                   "the table of solved films is damaged: its checksum is not that of what it holds; make it anew");
    if (!part_good(bytes, count, false) || !part_good(bytes, count, true) || bytes[TABLE_PARTS - 1] != 0)
        return say(message, ABUT_BAD_VALUE, "the table of solved films has sizes or numbers out of range");
    return ABUT_OK;
}

/* ---- splines ---- */
/* The four B-splines over a cell, at u from its left end (0 to 1 inside), and their slopes:
 *   (1-u)^3/6, (3u^3 - 6u^2 + 4)/6, (-3u^3 + 3u^2 + 3u + 1)/6, u^3/6. */
static void basis(double u, double b[4], double s[4]) {
    double v = 1 - u;
    b[0] = v * v * v / 6;
    b[1] = (u * u * (3 * u - 6) + 4) / 6;
    b[2] = (v * v * (3 * v - 6) + 4) / 6;
    b[3] = u * u * u / 6;
    s[0] = -v * v / 2;
    s[1] = u * (1.5 * u - 2);
    s[2] = -v * (1.5 * v - 2);
    s[3] = u * u / 2;
}

typedef struct cell {
    size_t first; /* coefficient */
    int count;    /* 4, or 1 without an extent */
    double b[4], s[4];
} cell;

static cell cell_of(unsigned n, double low, double high, double x) {
    cell c = {.count = 4};
    if (n == 1) return (cell){.count = 1, .b = {1}};
    double per = (n - 1) / (high - low), t = (x - low) * per;
    double left = fmin(fmax(floor(t), 0), n - 2);
    c.first = (size_t)left;
    basis(t - left, c.b, c.s);
    for (int i = 0; i < 4; i++) c.s[i] *= per;
    return c;
}

static table_value sum_of(const table_part *p, table_quantity q, const cell *m, const cell *l, const cell *d) {
    size_t row = p->n[TABLE_M] + 2, layer = row * (p->n[TABLE_L] + 2);
    const unsigned char *from =
        p->at + sizeof(double) * (q * table_coefficients(p->n) + d->first * layer + l->first * row + m->first);
    table_value sum = {0};
    for (int k = 0; k < d->count; k++) {
        double value = 0, by_m = 0, by_l = 0;
        for (int j = 0; j < 4; j++) {
            const unsigned char *four = from + sizeof(double) * ((size_t)k * layer + (size_t)j * row);
            double c[4];
            for (int i = 0; i < 4; i++) c[i] = table_f64(four + sizeof(double) * i);
            double v = c[0] * m->b[0] + c[1] * m->b[1] + c[2] * m->b[2] + c[3] * m->b[3];
            double s = c[0] * m->s[0] + c[1] * m->s[1] + c[2] * m->s[2] + c[3] * m->s[3];
            value += l->b[j] * v;
            by_l += l->s[j] * v;
            by_m += l->b[j] * s;
        }
        sum.value += d->b[k] * value;
        sum.by[TABLE_M] += d->b[k] * by_m;
        sum.by[TABLE_L] += d->b[k] * by_l;
        sum.by[TABLE_D] += d->s[k] * value;
    }
    return sum;
}

void table_values_at(const table_part *p, size_t count, const table_quantity q[], const double at[TABLE_AXES],
                     table_value out[]) {
    double by_x, x = table_x(p, at, &by_x);
    cell m = cell_of(p->n[TABLE_M], p->from, p->to, x);
    cell l = cell_of(p->n[TABLE_L], p->low[TABLE_L], p->high[TABLE_L], at[TABLE_L]);
    cell d = cell_of(p->n[TABLE_D], p->low[TABLE_D], p->high[TABLE_D], at[TABLE_D]);
    for (size_t i = 0; i < count; i++) {
        table_value *v = &out[i];
        *v = sum_of(p, q[i], &m, &l, &d);
        v->by[TABLE_M] *= by_x;
        v->by[TABLE_L] -= p->by_L * v->by[TABLE_M];
        v->by[TABLE_D] -= p->by_D * v->by[TABLE_M];
    }
}

table_value table_value_at(const table_part *p, table_quantity q, const double at[TABLE_AXES]) {
    table_value v;
    table_values_at(p, 1, &q, at, &v);
    return v;
}
