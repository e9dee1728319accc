/* What a method of fitting implements: one file and one line in methods.c. */
#ifndef ABUT_STUDY_METHOD_H
#define ABUT_STUDY_METHOD_H

#include "fit_inside.h"

typedef struct fit_method {
    const char *name;
    const char *summary;
    long evaluations;   /* limit if none is given */
    bool least_squares; /* goes down to the minimum itself: fit to be repeated with new weights */
    /* From z, which has been evaluated, down; f->best is the answer. Varies active parameters only. Says in answer->how, how it
     * ended. */
    fit_end (*run)(fit *f, const struct fit_method *self, const double *z);
    int number; /* for methods that share a file */
} fit_method;

extern const fit_method *const fit_methods[]; /* ends with NULL; the first is the default */
const fit_method *fit_find_method(const char *name);

extern const fit_method method_lm, method_random, method_bobyqa, method_cobyla, method_crs, method_isres, method_direct;

#endif
