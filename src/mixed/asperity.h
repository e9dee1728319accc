/* Asperities under a film of mean thickness h, as functions of t = ln(h/sigma): by table (tools/asperity_table.c) to a relative
 * 2e-14 for -46 <= t < 2.5, by an asymptotic series above, by the integrals themselves below. */
#ifndef ABUT_MIXED_ASPERITY_H
#define ABUT_MIXED_ASPERITY_H

#include "abut/lubrication.h"

/* The table: ln F_{5/2}, ln F_2 and Phi as polynomials of x = -1 ... 1 over each segment, ASPERITY_TERMS each. */
enum { ASPERITY_SEGMENTS = 194, ASPERITY_TERMS = 12, ASPERITY_PER_UNIT = 4 };
#define ASPERITY_LOW  (-46.0)
#define ASPERITY_HIGH 2.5
extern const double asperity_rows[ASPERITY_SEGMENTS][3 * ASPERITY_TERMS];

double asperity_ln_load(double t, double *slope); /* ln F_{5/2}(Phi(t)) and its derivative by t */
double asperity_ln_area(double t, double *slope); /* ln F_2(Phi(t)) */
double asperity_separation(double t);             /* Phi(t) */
/* t where ln F_{5/2} is ln_load, and the slope there: asperities that carry all. */
double asperity_stand(double ln_load, double *slope);

/* The same of a surface, by these or by its table: ln(p_asp/surface_stiffness), ln(real/apparent area) before it is limited to 1. */
double surface_stiffness(const abut_roughness *r, double E_prime); /* Pa */
double surface_ln_load(const abut_roughness *r, double t, double *slope);
double surface_ln_area(const abut_roughness *r, double t, double *slope);
double surface_separation(const abut_roughness *r, double t);
double surface_stand(const abut_roughness *r, double ln_load, double *slope);

#endif
