/* Methods of NLopt: local ones without derivatives and global ones, all in a box. NLopt asks for one place at a time; its
 * experiments run in parallel. */
#include <nlopt.h>
#include <string.h>

#include "method.h"

typedef struct search {
    fit *f;
    nlopt_opt opt;
    double *z; /* all parameters; NLopt has the active ones */
    fit_end end;
} search;

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is NLopt's */
static double objective(unsigned k, const double *x, double *gradient, void *user) {
    const double failed = 10; /* times the worst cost so far: finite, since some methods fit a model to it */
    search *s = user;
    double cost;
    (void)gradient;
    for (unsigned i = 0, j = 0; i < (unsigned)s->f->n && j < k; i++)
        if (s->f->active[i]) s->z[i] = x[j++];
    s->end = fit_costs(s->f, "search", 1, s->z, &cost);
    if (s->end != FIT_GOES_ON) (void)nlopt_force_stop(s->opt);
    s->f->answer->iterations++;
    return isfinite(cost) ? cost : failed * s->f->worst_cost;
}

static void set_up(search *s) {
    const fit_options *o = s->f->options;
    (void)nlopt_set_lower_bounds1(s->opt, 0);
    (void)nlopt_set_upper_bounds1(s->opt, 1);
    (void)nlopt_set_initial_step1(s->opt, 0.1);
    (void)nlopt_set_ftol_rel(s->opt, o->tolerance);
    (void)nlopt_set_xtol_abs1(s->opt, 1e-6);
    if (o->population > 0) (void)nlopt_set_population(s->opt, (unsigned)o->population);
    (void)nlopt_set_min_objective(s->opt, objective, s);
}

static fit_end run_nlopt(fit *f, const fit_method *self, const double *z) {
    unsigned k = 0;
    double least = INFINITY, *x = arena_get(&f->memory, 2 * (size_t)f->n * sizeof *x);
    search s = {.f = f, .z = x + f->n, .end = FIT_GOES_ON};
    memcpy(s.z, z, (size_t)f->n * sizeof *z);
    for (int i = 0; i < f->n; i++)
        if (f->active[i]) x[k++] = z[i];
    if (k == 0) return FIT_DONE;
    s.opt = nlopt_create((nlopt_algorithm)self->number, k);
    if (!s.opt) longjmp(*f->memory.no_memory, 1);
    nlopt_srand((unsigned long)f->options->seed);
    set_up(&s);
    nlopt_result result = nlopt_optimize(s.opt, x, &least);
    nlopt_destroy(s.opt);
    if (s.end != FIT_GOES_ON) return s.end;
    if (result < 0 && result != NLOPT_ROUNDOFF_LIMITED) {
        (void)say(&f->answer->message, ABUT_NO_CONVERGENCE, "%s: NLopt says '%s'", self->type.name,
                  nlopt_result_to_string(result));
        return FIT_FAILED;
    }
    f->answer->how = "the change of cost or parameters is within the tolerance";
    return FIT_DONE;
}

#define METHOD(name, summary, most, algorithm)                                                                         \
    const fit_method method_##name = {{"method", #name, summary, NULL, NULL, 0}, most, false, run_nlopt, algorithm}
METHOD(bobyqa, "local, quadratic model, without derivatives (NLopt)", 500, NLOPT_LN_BOBYQA);
METHOD(cobyla, "local, linear model, without derivatives (NLopt)", 500, NLOPT_LN_COBYLA);
METHOD(crs, "global, controlled random search with local mutation (NLopt)", 2000, NLOPT_GN_CRS2_LM);
METHOD(isres, "global, evolution strategy (NLopt); runs to its limit", 2000, NLOPT_GN_ISRES);
METHOD(direct, "global, dividing rectangles, without chance (NLopt)", 2000, NLOPT_GN_DIRECT_L);
