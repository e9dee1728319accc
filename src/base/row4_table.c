/* The tables of row4_table.h, made during the build (tools/row4_table.c). */
#include "row4_table.h"

const double row4_rows[ROW4_SOFT + ROW4_THICK][8] = {
#include "row4_table.inc"
};
