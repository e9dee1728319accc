/* What the user should know about an answer before believing it. */
#include <stdarg.h>
#include <string.h>

#include "fit_inside.h"
#include "method.h"

enum { WARNINGS_MOST = 200 };
static const double correlated = 0.99, wide = 0.5, rough = 1, ill_conditioned = 1e5;

void warnings_add(fit *f, const char *format, ...) {
    fit_answer *a = f->answer;
    char text[500];
    if (a->warnings == WARNINGS_MOST) return;
    if (!a->warning) a->warning = arena_get(&f->memory, WARNINGS_MOST * sizeof *a->warning);
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    a->warning[a->warnings++] = arena_copy(&f->memory, text, strlen(text));
}

static void warn_estimate(fit *f, int i) {
    const fit_parameter *p = &f->problem->parameter[i];
    const fit_estimate *e = &f->answer->estimate[i];
    double half = 0.5 * (e->high - e->low), width = p->high - p->low;
    bool beyond = p->log ? e->high / e->low >= p->high / p->low : 2 * half >= width;
    if (e->fixed)
        warnings_add(f, "'%s' has no influence on the curves at the start values; it was kept at %.6g", p->name,
                     e->value);
    else if (e->at_bound)
        warnings_add(f, "'%s' ends at its bound %.6g; it has no error, and the others hold for this value", p->name,
                     e->value);
    else if (isnan(e->std_error))
        warnings_add(f, "the data do not determine '%s': only a combination of it with other parameters, or nothing",
                     p->name);
    else if (beyond)
        warnings_add(f, "the data do not determine '%s': its interval %.4g .. %.4g is wider than its bounds", p->name,
                     e->low, e->high);
    else if (half > wide * fabs(e->value) && !p->shift)
        warnings_add(f, "'%s' is poorly determined: %.6g, interval %.4g .. %.4g", p->name, e->value, e->low, e->high);
}

/* The size of a step in standard errors, as many as the residuals are larger than the noise that was given. */
static double far_ahead(const fit_answer *a, const fit_estimate *e) {
    double far = fabs(e->ahead) / (e->std_error * sqrt(fmax(a->chi2, 1)));
    return isnan(far) ? 0 : far;
}

static void warn_not_there(fit *f) {
    const fit_answer *a = f->answer;
    int most = 0;
    for (int i = 1; i < f->n; i++)
        if (far_ahead(a, &a->estimate[i]) > far_ahead(a, &a->estimate[most])) most = i;
    const fit_estimate *e = &a->estimate[most];
    if (far_ahead(a, e) < 1) return;
    warnings_add(f,
                 "this is not the minimum: from here least squares would move '%s' by %.3g, %.3g standard errors; the "
                 "intervals hold at the minimum only; %s",
                 f->problem->parameter[most].name, e->ahead, fabs(e->ahead) / e->std_error,
                 f->method->least_squares ? "try a smaller tolerance, or larger steps of differences"
                                          : "go on by polish: true");
}

static void warn_rough(fit *f) {
    for (int i = 0; i < f->n; i++)
        if (f->answer->estimate[i].rough > rough)
            warnings_add(
                f,
                "the data do not determine '%s', or its step is too small: differences to the two sides "
                "disagree by %.0f %%, most of what a step changes is jitter of the model, and its error is too "
                "small; fix it, or give it a larger step",
                f->problem->parameter[i].name, 100 * f->answer->estimate[i].rough);
}

static void warn_pairs(fit *f) {
    for (int i = 0; i < f->n; i++)
        for (int j = i + 1; j < f->n; j++) {
            double r = f->answer->correlation[i * f->n + j];
            if (fabs(r) > correlated)
                warnings_add(f, "'%s' and '%s' can hardly be told apart: their correlation is %.5f",
                             f->problem->parameter[i].name, f->problem->parameter[j].name, r);
        }
}

/* The sum of squares against its expectation, +- 5 standard deviations. */
static void warn_noise(fit *f) {
    const fit_answer *a = f->answer;
    if (isnan(a->chi2) || f->options->huber || fabs(a->chi2 - 1) < 5 * sqrt(2.0 / a->dof)) return;
    warnings_add(f, "the residuals are %.3g times the noise that was given: %s; leave sigma out to have it estimated",
                 sqrt(a->chi2),
                 a->chi2 > 1 ? "the model does not follow the data, or the intervals are too narrow"
                             : "the intervals are too wide");
}

void warnings_fill(fit *f) {
    const fit_answer *a = f->answer;
    if (a->end == FIT_LIMIT)
        warnings_add(f, "the limit of %ld evaluations was reached: this is the best so far, not the minimum", f->limit);
    for (int i = 0; i < f->n; i++) warn_estimate(f, i);
    warn_rough(f);
    warn_not_there(f);
    warn_pairs(f);
    if (a->condition > ill_conditioned)
        warnings_add(f, "the sensitivities are nearly dependent: condition number %.3g", a->condition);
    warn_noise(f);
    if (a->failures)
        warnings_add(f, "%ld of %ld runs failed; the first: %s", a->failures, a->runs,
                     f->first_failure ? f->first_failure : "");
}
