/* What an abut_field holds. */
#ifndef ABUT_FIELD_OBJECT_H
#define ABUT_FIELD_OBJECT_H

#include "abut/field.h"
#include "gap.h"
#include "solver.h"

struct abut_field {
    const abut_registry *registry;
    const dry_solver_type *solver;
    const gap_type *gap; /* NULL: heights were given */
    void *solver_self, *gap_self, *work;
    double *h;          /* m, of the whole window */
    double least, mean; /* m, of them */
    size_t bodies;      /* cells in which the bodies face each other */
    const char *caution;
    bool ends[2]; /* the body ends inside of the window along x, along y */
    dry_problem problem;
    dry_solution solution;
    bool tangent; /* K is that of the last solution */
    double K[PLANES][PLANES];
};

/* Figures of the last solution (result.c). */
void field_result(abut_field *f, abut_field_result *out);

#endif
