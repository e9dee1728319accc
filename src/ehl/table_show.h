/* What a table takes from one solution of an elliptic contact; see table_show.c. */
#ifndef ABUT_EHL_TABLE_SHOW_H
#define ABUT_EHL_TABLE_SHOW_H

#include "film/table.h"
#include "point.h"

/* The approach of the dry contact over a^2/R. */
double ehl_table_dry(double D);
/* The least film between the nodes, and the central one, Hertz' units. */
double ehl_table_least(const abut_ehl_point_result *r);
double ehl_table_central(const abut_ehl_point_result *r, const ehl_point_numbers *u);
/* Films and separation in Moes' units, rolling and damping as in film/table.h, of what the solver has found last; damping 1 where it is not wanted. */
abut_status ehl_table_shown(abut_ehl_point *solver, const abut_ehl_point_def *def, const abut_ehl_point_result *r,
                            bool damp, double value[TABLE_STATED], abut_message *message);

#endif
