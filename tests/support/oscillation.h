/* A function in place of a model, for fitting: two curves of a damped oscillation. */
#ifndef ABUT_TESTS_OSCILLATION_H
#define ABUT_TESTS_OSCILLATION_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "near.h"
#include "scene.h"
#include "study/fit.h"
#include "suite.h"

enum { POINTS = 60, CURVES = 2, PARAMETERS = 5 };

/* Two curves of a damped oscillation: y = a exp(-d t) cos(w t) and twice its square, over t + shift. */
typedef struct oscillation {
    double t[POINTS], y[CURVES][POINTS];
    fit_parameter parameter[PARAMETERS];
    fit_curve curve[CURVES];
    fit_experiment experiment[CURVES];
    fit_problem problem;
    fit_options options;
    double fails_above; /* for the first parameter; 0: never */
    long calls;
} oscillation;

enum { A, D, W, IDLE, SHIFT };
static const double truth[PARAMETERS] = {2, 0.4, 3, 1, 0};

static inline double value_at(int curve, const double *p, double t) {
    double y = p[A] * exp(-p[D] * t) * cos(p[W] * t);
    return curve == 0 ? y : 2 * y * y;
}

static inline abut_status run_oscillation(void *user, int experiment, const double *p, double *out, abut_message *why) {
    oscillation *o = user;
    o->calls++;
    if (o->fails_above > 0 && p[A] > o->fails_above) {
        (void)snprintf(why->text, sizeof why->text, "a = %g is too much", p[A]);
        return ABUT_NO_PROGRESS;
    }
    double shift = experiment == 0 && o->problem.parameters > SHIFT ? p[SHIFT] : 0;
    for (int i = 0; i < POINTS; i++) out[i] = value_at(experiment, p, o->t[i] + shift);
    return ABUT_OK;
}

static inline double gauss(chance *c) {
    double r = sqrt(-2 * log(1 - chance_uniform(c, 0, 1)));
    return r * cos(chance_uniform(c, 0, 6.283185307179586));
}

static inline void measure(oscillation *o, double sigma, chance *c) {
    for (int k = 0; k < CURVES; k++)
        for (int i = 0; i < POINTS; i++) o->y[k][i] = value_at(k, truth, o->t[i]) + sigma * gauss(c);
}

/* Three parameters, the second on a logarithmic scale, start 30 % off. */
static inline void set_up(oscillation *o) {
    *o = (oscillation){
        .parameter = {{.name = "a", .start = 1.4, .low = 0.2, .high = 10, .only = -1},
                      {.name = "d", .start = 0.55, .low = 0.01, .high = 5, .log = true, .only = -1},
                      {.name = "w", .start = 3.4, .low = 1, .high = 6, .only = -1},
                      {.name = "idle", .start = 1, .low = 0.5, .high = 2, .only = -1},
                      {.name = "shift", .start = 0.05, .low = -0.3, .high = 0.3, .shift = true, .only = 0}}};
    for (int i = 0; i < POINTS; i++) o->t[i] = 0.05 * i;
    for (int k = 0; k < CURVES; k++) {
        o->curve[k] = (fit_curve){.name = k ? "square" : "wave", .experiment = k, .points = POINTS, .t = o->t};
        o->curve[k].y = o->y[k];
        o->curve[k].first_x = -1;
        o->curve[k].weight = 1;
        o->curve[k].noise = k;
        o->experiment[k] = (fit_experiment){k ? "second" : "first", POINTS};
    }
    o->problem = (fit_problem){3, CURVES, CURVES, CURVES, o->parameter, o->curve, o->experiment, run_oscillation, o};
}

static inline fit_answer solve(oscillation *o) {
    fit_answer a;
    must(fit_solve(&o->problem, &o->options, &a));
    return a;
}

static inline bool covers(const fit_estimate *e, double value) { return e->low <= value && value <= e->high; }

static inline bool warns(const fit_answer *a, const char *text) {
    for (int i = 0; i < a->warnings; i++)
        if (strstr(a->warning[i], text)) return true;
    return false;
}

#endif
