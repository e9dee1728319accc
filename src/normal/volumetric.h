/* What the volumetric laws share. */
#ifndef ABUT_NORMAL_VOLUMETRIC_H
#define ABUT_NORMAL_VOLUMETRIC_H

#include "overlap.h"

typedef struct volumetric {
    bool general;
    int nodes;
    overlap_rules rules; /* only for general */
} volumetric;

/* psi(l) and d ln psi/dl */
double volumetric_psi(double l, double *dln);

/* volumetric_general.c */
abut_status volumetric_init(void *self, const abut_args *args);
bool volumetric_over_gap(const void *self);
abut_status volumetric_gap_force(const void *self, const abut_gap *gap, const void *memory, void *next,
                                 bool derivatives, abut_gap_force *out);

#endif
