/* Contacts between the nodes of a table, solved to see how good it is. */
#ifndef ABUT_EHL_TABLE_CHECK_H
#define ABUT_EHL_TABLE_CHECK_H

#include "abut/ehl.h"
#include "film/table.h"

#define EHL_TABLE_MARGIN  1.5 /* of the differences that are found between the nodes */
#define EHL_TABLE_UNKNOWN 1.0 /* relative error of what a solution does not know */

/* Is check k a line? Where it lies in the hull of its part. */
bool ehl_table_check_line(const abut_ehl_table_def *d, size_t k);
void ehl_table_check_at(const abut_ehl_table_def *d, size_t k, const table_part *p, double at[TABLE_AXES]);
/* p->error and p->checks of a part of this whole file: by what its checks find, and what its rows say of themselves, p->most. */
abut_status ehl_table_check(const abut_ehl_table_def *d, const abut_ehl_table_row *checks, const unsigned char *bytes,
                            size_t size, table_part *p, abut_message *message);

#endif
