/* Films of solved contacts as a table: its file, and what it says at a contact.
 *
 * A file is made by `abut ehl table` and read where it lies, without a copy; the library holds one. Numbers have a fixed width and are
 * little-endian, doubles of IEEE 754:
 *   bytes 0 to 15    "abut ehl table\n" and a zero
 *   16, 20, 24       version (u32, 3), size of the file (u32), FNV-1a of all bytes from 32 on (u64)
 *   32 to 191        origin, a text that ends in a zero
 *   192, 392         two parts of 200 bytes, elliptic contacts and lines:
 *      0             nodes in each of the three directions (3 u32; 0: the part is empty), place of its coefficients in the file (u32)
 *      16, 40        low and high ends of the hull (3 + 3 f64: ln M, ln(1 + L), ln D; a line has one node in D)
 *      64            what the first coordinate x goes from and to, and c, q, r, w of it (6 f64):
 *                    x = asinh((ln M - c - q ln(1 + L) - r ln D)/w), or ln M where w is 0
 *      112           stated errors of the quantities, relative (5 f64), how many quantities (u32), how many contacts between the
 *                    nodes these errors rest on (u32)
 *     160            ln of the M from which each of them holds (5 f64); below, the quantity is not known
 *   592 on           coefficients (f64) of cubic B-splines over even nodes of x, ln(1 + L), ln D, of each quantity in turn, two more than
 *                    nodes in each direction, x fastest; for a line one layer of D.
 *
 * Films change their slope where rigid bodies give way, which is about where x is 0. There nodes are nearest to each other in M. */
#ifndef ABUT_FILM_TABLE_H
#define ABUT_FILM_TABLE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "abut/lubrication.h"

enum {
    TABLE_VERSION = 3,
    TABLE_ORIGIN = 32,
    TABLE_ORIGIN_SIZE = 160,
    TABLE_PARTS = 192,
    TABLE_PART = 200,
    TABLE_HEAD = 592,
    TABLE_MOST = 64, /* nodes in a direction */
};
enum { TABLE_M, TABLE_L, TABLE_D, TABLE_AXES };
/* Quantities, as differences of logarithms that vary little: central film over that of the formula; least over central film; separation
 * (approach of the dry contact under the same load less that of this one) over the film of the formula; ln of the rolling resistance of a surface, of a line over
 * E' R l U^(3/4), of an ellipse over E' R^2 U with oil up to TABLE_INLET R U^(1/4) before the contact; ln of the damping factor
 * 2 c b u/(E' s l R) of the damping c by squeeze, s the separation, l the length of a line, pi a/2 of an ellipse, b the semi-axis along
 * the entrainment; and the estimated relative error of the central film itself. */
typedef enum table_quantity {
    TABLE_FILM,
    TABLE_LEAST,
    TABLE_SEPARATION,
    TABLE_ROLLING,
    TABLE_DAMPING,
    TABLE_ERROR,
    TABLE_QUANTITIES,
    TABLE_STATED = TABLE_ERROR /* quantities whose errors are stated */
} table_quantity;
#define TABLE_INLET 100.0

typedef struct table_part {
    unsigned n[TABLE_AXES], quantities;
    double low[TABLE_AXES], high[TABLE_AXES];
    double from, to, centre, by_L, by_D, width;      /* of x: from, to, c, q, r, w */
    double error[TABLE_STATED], known[TABLE_STATED]; /* known: from this ln M on */
    unsigned checks;
    double most[TABLE_STATED]; /* while it is made: greatest errors of the rows in its hull */
    const unsigned char *at;   /* coefficients */
} table_part;

/* Is it whole? A sentence says what is wrong with it. */
abut_status table_check(const unsigned char *bytes, size_t count, abut_message *message);
const unsigned char *table_shipped(size_t *count);
table_part table_part_of(const unsigned char *bytes, bool line); /* n[0] = 0: it has none */

typedef struct table_value {
    double value, by[TABLE_AXES]; /* by ln M, ln(1 + L), ln D */
} table_value;
/* at: ln M, ln(1 + L), ln D, also a little beyond the hull. */
table_value table_value_at(const table_part *part, table_quantity q, const double at[TABLE_AXES]);
void table_values_at(const table_part *part, size_t count, const table_quantity q[], const double at[TABLE_AXES],
                     table_value out[]);

/* The first coordinate, its slope by ln M (those by the others are -by_L and -by_D times it), and ln M of one. */
static inline double table_x(const table_part *p, const double at[TABLE_AXES], double *by) {
    *by = 1;
    if (!(p->width > 0)) return at[TABLE_M];
    double y = (at[TABLE_M] - p->centre - p->by_L * at[TABLE_L] - p->by_D * at[TABLE_D]) / p->width;
    *by = 1 / (p->width * sqrt(1 + y * y));
    return asinh(y);
}
static inline double table_ln_M(const table_part *p, double x, double ln_1L, double ln_D) {
    return p->width > 0 ? p->centre + p->by_L * ln_1L + p->by_D * ln_D + p->width * sinh(x) : x;
}

static inline size_t table_coefficients(const unsigned n[TABLE_AXES]) {
    return (size_t)(n[TABLE_M] + 2) * (n[TABLE_L] + 2) * (n[TABLE_D] > 1 ? n[TABLE_D] + 2 : 1);
}

/* Little-endian numbers in bytes. */
uint32_t table_u32(const unsigned char *at);
uint64_t table_u64(const unsigned char *at);
double table_f64(const unsigned char *at);
/* Bytes of a file that is whole. */
static inline size_t table_bytes(const void *bytes) { return table_u32((const unsigned char *)bytes + 20); }

#endif
