/* From solutions on several grids and domains to a row of a table; see table_limit.c. */
#ifndef ABUT_EHL_TABLE_LIMIT_H
#define ABUT_EHL_TABLE_LIMIT_H

#include "film/table.h"
#include "point.h"
#include "table.h"

typedef struct ehl_domain {
    double from, to, side; /* as of abut_ehl_point_def */
} ehl_domain;

/* Where solutions come from: ln of the quantities of a table by n x n cells; damping, which is dear, where it is wanted, else 0. */
typedef struct ehl_source {
    abut_status (*solve)(const struct ehl_source *s, int n, const ehl_domain *w, bool damp, double ln[TABLE_STATED],
                         abut_message *message);
    double M, L, D;
} ehl_source;

/* How rigid the bodies are: the film of rigid ones (Nijenbanning, Venner and Moes) over that expected. The domain that such a contact wants. */
double ehl_table_rigid(double M, double D, const ehl_point_numbers *u);
ehl_domain ehl_table_domain(double rigid, double D, const ehl_point_numbers *u);

/* The limit by grids up to `finest`, with estimates of what is left. */
abut_status ehl_table_lead(const ehl_source *s, double rigid, const ehl_domain *w, int finest, abut_ehl_table_row *out,
                           abut_message *message);
/* The first three quantities by grids of n/2 and n cells. */
abut_status ehl_table_lead_films(const ehl_source *s, double rigid, const ehl_domain *w, int n, double ln[3],
                                 abut_message *message);

#endif
