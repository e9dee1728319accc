/* Asperities under a film of mean thickness h, as functions of t = ln(h/sigma): by table (tools/asperity_table.c) to a relative
 * 2e-14 for -46 <= t < 2.5, by an asymptotic series above, by the integrals themselves below. */
#ifndef ABUT_MIXED_ASPERITY_H
#define ABUT_MIXED_ASPERITY_H

double asperity_ln_load(double t, double *slope); /* ln F_{5/2}(Phi(t)) and its derivative by t */
double asperity_ln_area(double t, double *slope); /* ln F_2(Phi(t)) */
double asperity_separation(double t);             /* Phi(t) */
/* t where ln F_{5/2} is ln_load, and the slope there: asperities that carry all. */
double asperity_stand(double ln_load, double *slope);

#endif
