/* The list of the types of contact on a grid, one line each. */
#ifndef ABUT_FIELD_TYPES_H
#define ABUT_FIELD_TYPES_H

#include "abut/extend.h"
#include "film/film.h"
#include "gap.h"
#include "solver.h"

#define FIELD_TYPES(X)                                                                                                 \
    X(dry_solver_type, dry_solver_pcg)                                                                                 \
    X(dry_solver_type, dry_solver_pk)                                                                                  \
    X(dry_solver_type, dry_solver_jacobi)                                                                              \
    X(dry_solver_type, dry_solver_lu)                                                                                  \
    X(gap_type, gap_quadric)                                                                                           \
    X(gap_type, gap_punch)                                                                                             \
    X(gap_type, gap_roller)                                                                                            \
    X(gap_type, gap_surfaces)                                                                                          \
    X(gap_type, gap_heights)                                                                                           \
    X(gap_type, gap_rough)                                                                                             \
    X(abut_normal_type, normal_halfspace)                                                                              \
    X(abut_friction_type, friction_halfspace)                                                                          \
    X(abut_film_type, film_ehl)

#define X(sort, name) extern const struct sort name;
FIELD_TYPES(X)
#undef X

#endif
