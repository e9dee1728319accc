/* Films of solved contacts as a table: its file, and what it says at a contact.
 *
 * A file is made by `abut ehl table` and read where it lies, without a copy; the library holds one. Numbers have a fixed width and are
 * little-endian, doubles of IEEE 754:
 *   bytes 0 to 15    "abut ehl table\n" and a zero
 *   16, 20, 24       version (u32, 1), size of the file (u32), FNV-1a of all bytes from 32 on (u64)
 *   32 to 191        origin, a text that ends in a zero
 *   192, 304         two parts of 112 bytes, elliptic contacts and lines: nodes in each of the three directions (3 u32; 0: the part is empty), place
 *                    of its coefficients in the file (u32); low and high ends of the hull (3 + 3 f64: ln M, ln(1 + L), ln D; a line has
 *                    one node in D), stated error of the central and of the least film, relative (2 f64), how many quantities (u32), 28 bytes of zeros
 *   416 on           coefficients (f64) of cubic B-splines over even nodes, of each quantity in turn, two more than nodes in each direction,
 *                    M fastest; for a line one layer of D */
#ifndef ABUT_FILM_TABLE_H
#define ABUT_FILM_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "abut/lubrication.h"

enum {
    TABLE_VERSION = 1,
    TABLE_ORIGIN = 32,
    TABLE_ORIGIN_SIZE = 160,
    TABLE_PARTS = 192,
    TABLE_PART = 112,
    TABLE_HEAD = 416,
    TABLE_MOST = 64, /* nodes in a direction */
};
enum { TABLE_M, TABLE_L, TABLE_D, TABLE_AXES };
/* Quantities, as differences of logarithms that vary little: central film over that of the formula, least over central film, separation
 * (approach of the dry contact under the same load less that of this one) over central film; the estimated relative error of the central
 * film itself; of a line ln of the rolling resistance of a surface over E' R l U^(3/4). */
typedef enum table_quantity {
    TABLE_FILM,
    TABLE_LEAST,
    TABLE_SEPARATION,
    TABLE_ERROR,
    TABLE_ROLLING, /* only of lines */
    TABLE_QUANTITIES
} table_quantity;

typedef struct table_part {
    unsigned n[TABLE_AXES], quantities;
    double low[TABLE_AXES], high[TABLE_AXES];
    double error, error_least;
    const unsigned char *at; /* coefficients */
} table_part;

/* Is it whole? A sentence says what is wrong with it. */
abut_status table_check(const unsigned char *bytes, size_t count, abut_message *message);
const unsigned char *table_shipped(size_t *count);
table_part table_part_of(const unsigned char *bytes, bool line); /* n[0] = 0: it has none */

typedef struct table_value {
    double value, by[TABLE_AXES]; /* by the coordinates */
} table_value;
/* x: coordinates, also a little beyond the hull. */
table_value table_value_at(const table_part *part, table_quantity q, const double x[TABLE_AXES]);

static inline size_t table_coefficients(const unsigned n[TABLE_AXES]) {
    return (size_t)(n[TABLE_M] + 2) * (n[TABLE_L] + 2) * (n[TABLE_D] > 1 ? n[TABLE_D] + 2 : 1);
}

/* Little-endian numbers in bytes. */
uint32_t table_u32(const unsigned char *at);
uint64_t table_u64(const unsigned char *at);
double table_f64(const unsigned char *at);

#endif
