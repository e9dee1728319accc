/* Nodes of a table that need no solution of their own. */
#ifndef ABUT_EHL_TABLE_THIN_H
#define ABUT_EHL_TABLE_THIN_H

#include "film/table.h"

/* Is node (i, j, k) of a part made from its neighbours? */
bool ehl_table_thin(const table_part *p, size_t i, size_t j, size_t k);
/* Values of those nodes and of the corners beyond the hull, from the solved ones. v, solved and doubt lie as the coefficients do; doubt: of the value. */
void ehl_table_fill(const table_part *p, const bool *solved, double *v, double *doubt);

#endif
