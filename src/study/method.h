/* What a method of fitting implements: one file and one line in METHOD_TYPES. */
#ifndef ABUT_STUDY_METHOD_H
#define ABUT_STUDY_METHOD_H

#include "fit_inside.h"

typedef struct fit_method {
    abut_type type;     /* of the kind "method" */
    long evaluations;   /* limit if none is given */
    bool least_squares; /* goes down to the minimum itself: fit to be repeated with new weights */
    /* From z, which has been evaluated, down; f->best is the answer. Varies active parameters only. Says in answer->how, how it
     * ended. */
    fit_end (*run)(fit *f, const struct fit_method *self, const double *z);
    int number; /* for methods that share a file */
} fit_method;

#define METHOD_TYPES(X)                                                                                                \
    X(fit_method, method_lm)                                                                                           \
    X(fit_method, method_random)                                                                                       \
    X(fit_method, method_bobyqa)                                                                                       \
    X(fit_method, method_cobyla)                                                                                       \
    X(fit_method, method_crs)                                                                                          \
    X(fit_method, method_isres)                                                                                        \
    X(fit_method, method_direct)

#define X(sort, name) extern const struct sort name;
METHOD_TYPES(X)
#undef X

/* By name; the usual one for NULL. NULL: there is none. */
const fit_method *fit_find_method(const abut_registry *r, const char *name);

#endif
