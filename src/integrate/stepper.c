/* Arrays, norm and first step of the integrators of our own. */
#include "stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

static size_t whole_rows(size_t length) { return (length + 4) / 4 * 4; } /* of four, and at least one number more */

abut_status stepper_begin(stepper *s, const mb_system *system, const stepper_arrays *lists, size_t count,
                          abut_message *message) {
    s->nu = mb_size(system).nu;
    s->group = mb_groups(system, &s->groups);
    size_t nu = whole_rows((size_t)s->nu), groups = whole_rows((size_t)s->groups), total = 2 * (nu + groups);
    for (size_t i = 0; i < count; i++) total += lists[i].count * whole_rows(lists[i].length);
    double *next = s->block = calloc(total, sizeof(double));
    if (!next) return say(message, ABUT_NO_MEMORY, "out of memory");
    s->allow_d = next, s->allow_u = next + nu;
    s->sum = next + 2 * nu, s->size = s->sum + groups;
    next = s->size + groups;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < lists[i].count; j++, next += whole_rows(lists[i].length)) *lists[i].at[j] = next;
    for (int i = 0; i < s->nu; i++) s->size[s->group[i]] += 2;
    return ABUT_OK;
}

void stepper_end(stepper *s) { free(s->block); }

double stepper_norm(stepper *s, const double *e) {
    memset(s->sum, 0, (size_t)s->groups * sizeof(double));
    for (int i = 0; i < s->nu; i++) {
        double d = e[i] / s->allow_d[i], u = e[s->nu + i] / s->allow_u[i];
        s->sum[s->group[i]] += d * d + u * u;
    }
    double most = 0;
    for (int i = 0; i < s->groups; i++) {
        if (s->size[i] == 0) continue;
        double mean = s->sum[i] / s->size[i];
        if (!(mean <= most)) most = mean; /* also when it is not a number */
    }
    return sqrt(most);
}

double stepper_first(const stepper *s, const double *rate_d, const double *rate_u, double part) {
    double most = 0;
    for (int i = 0; i < s->nu; i++) {
        most = fmax(most, fabs(rate_d[i]) / s->allow_d[i]);
        most = fmax(most, fabs(rate_u[i]) / s->allow_u[i]);
    }
    double h = most > 0 ? part / most : 1e-3;
    return fmin(fmax(h, 1e-10), 1e-3);
}

abut_status stepper_give_up(double t, double h, const char *why, abut_message *message) {
    return say(message, ABUT_NO_PROGRESS, "the step size has become too small (%.3g s) at t = %.9g s%s%s", h, t,
               why ? ": " : "", why ? why : "");
}
