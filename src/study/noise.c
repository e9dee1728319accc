/* Noise of curves whose sigma is not given: estimated from the residuals, together for curves of one group. The variance of a
 * group is the sum of its squares over its points less its share of the parameters, which is the sum of the leverages of its
 * points; with Huber's loss the median of the sizes takes its place. */
#include <stdlib.h>

#include "design.h"

static bool unknown(const fit *f, int curve) { return !(f->problem->curve[curve].sigma > 0); }

bool noise_unknown(const fit *f) {
    for (int k = 0; k < f->problem->curves; k++)
        if (unknown(f, k)) return true;
    return false;
}

bool noise_matters(const fit *f) {
    bool any = false, other = false;
    for (int k = 0; k < f->problem->curves; k++) {
        any = any || unknown(f, k);
        other = other || !unknown(f, k) || f->problem->curve[k].noise != f->problem->curve[0].noise;
    }
    return any && (other || f->options->huber);
}

/* Spread of the measured values of a group: the unit of first guesses and lower limits. */
static double spread(const fit *f, int group) {
    double squares = 0, most = 0;
    int count = 0;
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        if (!unknown(f, k) || c->noise != group) continue;
        double mean = 0;
        for (int i = 0; i < c->points; i++) mean += c->y[i] / c->points;
        for (int i = 0; i < c->points; i++) {
            squares += (c->y[i] - mean) * (c->y[i] - mean);
            most = fmax(most, fabs(c->y[i]));
        }
        count += c->points;
    }
    double rms = count ? sqrt(squares / count) : 0;
    return rms > 0 ? rms : most > 0 ? most : 1;
}

void noise_first_guess(fit *f) {
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        f->sigma[k] = c->sigma > 0 ? c->sigma : 0.05 * spread(f, c->noise);
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Sum of squares, median of sizes (both in the unit of the curves), points and their leverages. */
typedef struct group_sums {
    double squares, median, leverage;
    int points;
} group_sums;

static group_sums sum_group(const fit *f, const design *d, const double *s, int group, double *sizes) {
    group_sums g = {0};
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        if (!unknown(f, k) || c->noise != group) continue;
        for (int i = f->row[k]; i < f->row[k] + c->points; i++) {
            double r = s[i] * f->sigma[k];
            g.squares += r * r;
            g.leverage += design_leverage(d, i);
            sizes[g.points++] = fabs(r);
        }
    }
    if (g.points == 0) return g;
    qsort(sizes, (size_t)g.points, sizeof *sizes, compare);
    int half = g.points / 2;
    g.median = g.points % 2 ? sizes[half] : 0.5 * (sizes[half - 1] + sizes[half]);
    return g;
}

static double estimate(const fit *f, const group_sums *g, int group) {
    const double least = 1e-7; /* of the spread: what fits exactly has no noise, and must not have all the weight */
    const double normal = 1.482602218505602; /* sigma over the median size */
    double dof = fmax(g->points - g->leverage, 1);
    double sigma = f->options->huber ? normal * g->median * sqrt(g->points / dof) : sqrt(g->squares / dof);
    return fmax(sigma, least * spread(f, group));
}

/* One round for all groups at fixed residuals; the largest relative change. */
static double update_once(fit *f, const double *model, const double *J, const bool *used, double *s, double *work) {
    double change = 0;
    for (int k = 0; k < f->problem->curves; k++)
        for (int i = f->row[k]; i < f->row[k] + f->problem->curve[k].points; i++)
            work[i] = sqrt(f->problem->curve[k].weight) / f->sigma[k];
    design d = design_make(f, J, used, work);
    residual_scaled(f, model, s, NULL);
    for (int g = 0; g < f->problem->noises; g++) {
        group_sums sums = sum_group(f, &d, s, g, work);
        double sigma = estimate(f, &sums, g);
        for (int k = 0; k < f->problem->curves && sums.points; k++) {
            if (!unknown(f, k) || f->problem->curve[k].noise != g) continue;
            change = fmax(change, fabs(sigma / f->sigma[k] - 1));
            f->sigma[k] = sigma;
        }
    }
    return change;
}

double noise_update(fit *f, const double *model, const double *J, const bool *used) {
    double *s = arena_get(&f->memory, 2 * (size_t)f->m * sizeof *s), *work = s + f->m;
    double total = 0;
    if (!noise_unknown(f)) return 0;
    for (int round = 0; round < 20; round++) {
        double change = update_once(f, model, J, used, s, work);
        total = fmax(total, change);
        if (change < 1e-4) break;
    }
    return total;
}
