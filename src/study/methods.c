/* The methods, by name. */
#include "method.h"

#include <string.h>

const fit_method *const fit_methods[] = {&method_lm,  &method_random, &method_bobyqa, &method_cobyla,
                                         &method_crs, &method_isres,  &method_direct, NULL};

const fit_method *fit_find_method(const char *name) {
    if (!name) return fit_methods[0];
    for (const fit_method *const *m = fit_methods; *m; m++)
        if (!strcmp((*m)->name, name)) return *m;
    return NULL;
}
