/* Tables of solved films: what one contact contributes, and the file that is made of them. */
#ifndef ABUT_EHL_TABLE_H
#define ABUT_EHL_TABLE_H

#include "abut/ehl.h"
#include "film/table.h"

/* table_point.c, table_line.c: one contact of the table. */
abut_status ehl_table_point(double M, double L, double D, int finest, abut_ehl_table_row *out, abut_message *message);
abut_status ehl_table_line(double M, double L, abut_ehl_table_row *out, abut_message *message);
/* ln of H_c, H_min and the separation of an ellipse by grids of n/2 and n cells. */
abut_status ehl_table_films(double M, double L, double D, int n, double ln[3], abut_message *message);
/* The same of a line, by n and 2n cells. */
abut_status ehl_table_line_films(double M, double L, int n, double ln[3], abut_message *message);

/* A row of quantities and their errors, and back. False: it is not solved. */
abut_ehl_table_row ehl_table_row_of(const double x[TABLE_STATED], const double error[TABLE_STATED], double cells);
bool ehl_table_row_known(const abut_ehl_table_row *r, double x[TABLE_STATED], double error[TABLE_STATED]);

#endif
