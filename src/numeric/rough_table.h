/* Load-gap tables of rough surfaces, inside the library: functions of t = ln(gap/sigma), arguments not checked. */
#ifndef ABUT_NUMERIC_ROUGH_TABLE_H
#define ABUT_NUMERIC_ROUGH_TABLE_H

#include "abut/lubrication.h"

double rough_ln_pressure(const abut_rough_table *r, double t, double *slope); /* ln(p/E*) and its derivative by t */
double rough_ln_area(const abut_rough_table *r, double t, double *slope);     /* ln(real/apparent area), at most 0 */
/* The t at which ln(p/E*) is y, and the slope dy/dt there. */
double rough_stand(const abut_rough_table *r, double y, double *slope);

/* ---- from first touch on: the gap as a function of y = ln(p/E*), finite for p = 0 ---- */
double rough_gap(const abut_rough_table *r, double y, double *slope); /* m, and -d gap/dy > 0 */
/* Integral of exp(power y) (-d gap/dy) dy from first touch (m), power > 0. rows: the same at every row, made once. */
void rough_work_rows(const abut_rough_table *r, double power, double rows[ABUT_ROUGH_ROWS]);
double rough_work(const abut_rough_table *r, double y, double power, const double rows[ABUT_ROUGH_ROWS]);
/* The same at t between rows k and k + 1. */
double rough_work_between(const abut_rough_table *r, size_t k, double t, double power,
                          const double rows[ABUT_ROUGH_ROWS]);

#endif
