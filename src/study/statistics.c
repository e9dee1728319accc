/* Errors of the estimates: covariance (X^T X)^-1 on the scale of each parameter, widened where weights or Huber's loss make
 * that wrong (A^-1 B A^-1; Huber, Robust Statistics, 7.6), intervals by Student's distribution. */
#include "design.h"
#include "student.h"

static const double confidence = 0.95;

/* Huber's loss: mean slope and mean square of psi over a noise group or a curve of known noise. */
typedef struct robust {
    double slope, square;
} robust;

static robust robust_of(const fit *f, const double *s, int curve) {
    robust r = {1, 1};
    if (!f->options->huber) return r;
    const fit_curve *own = &f->problem->curve[curve];
    double slope = 0, square = 0;
    int points = 0;
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        bool together = k == curve || (!(c->sigma > 0) && !(own->sigma > 0) && c->noise == own->noise);
        for (int i = f->row[k]; together && i < f->row[k] + c->points; i++, points++) {
            slope += huber_psi_rate(s[i]);
            square += huber_psi(s[i]) * huber_psi(s[i]);
        }
    }
    return (robust){fmax(slope / points, 1e-3), square / points};
}

/* Rows of A, and by how much those of B are larger. */
static void row_scales(const fit *f, const double *s, double *scale, double *more) {
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        robust r = robust_of(f, s, k);
        for (int i = f->row[k]; i < f->row[k] + c->points; i++) {
            scale[i] = sqrt(c->weight * r.slope) / f->sigma[k];
            more[i] = c->weight * r.square / r.slope;
        }
    }
}

/* A^-1 B A^-1 */
static double *covariance(fit *f, const design *d, const double *more) {
    size_t q = (size_t)d->q, m = (size_t)d->m;
    double *B = arena_get(&f->memory, q * q * sizeof *B), *half = arena_get(&f->memory, q * q * sizeof *half);
    double *C = arena_get(&f->memory, q * q * sizeof *C);
    for (size_t j = 0; j < q; j++)
        for (size_t k = 0; k < q; k++)
            for (size_t i = 0; i < m; i++) B[j * q + k] += more[i] * d->X[j * m + i] * d->X[k * m + i];
    for (size_t j = 0; j < q; j++)
        for (size_t k = 0; k < q; k++)
            for (size_t i = 0; i < q; i++) half[j * q + k] += d->inverse[j * q + i] * B[i * q + k];
    for (size_t j = 0; j < q; j++)
        for (size_t k = 0; k < q; k++)
            for (size_t i = 0; i < q; i++) C[j * q + k] += half[j * q + i] * d->inverse[i * q + k];
    return C;
}

/* Degrees of freedom of the noise: none are missing if all of it was given. */
static double noise_dof(const fit *f, const design *d) {
    double dof = 0;
    if (!noise_unknown(f)) return INFINITY;
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        for (int i = f->row[k]; i < f->row[k] + c->points && !(c->sigma > 0); i++) dof += 1 - design_leverage(d, i);
    }
    return fmax(dof, 1);
}

static void fill_estimate(const fit *f, int parameter, double variance, double t) {
    const fit_parameter *p = &f->problem->parameter[parameter];
    fit_estimate *e = &f->answer->estimate[parameter];
    double error = sqrt(variance) * place_width(p);
    e->std_error = p->log ? e->value * error : error;
    e->low = p->log ? e->value * exp(-t * error) : e->value - t * error;
    e->high = p->log ? e->value * exp(t * error) : e->value + t * error;
}

static void fill_estimates(const fit *f, const design *d, const double *C, double t) {
    fit_answer *a = f->answer;
    for (int j = 0; j < d->q; j++) {
        double variance = C[j * d->q + j];
        if (d->dependent[j]) continue;
        if (d->parameter[j] < 0)
            a->curve[d->curve[j]].offset_error = sqrt(variance);
        else
            fill_estimate(f, d->parameter[j], variance, t);
        for (int k = 0; k < d->q; k++)
            if (d->parameter[j] >= 0 && d->parameter[k] >= 0 && !d->dependent[k])
                a->correlation[d->parameter[j] * f->n + d->parameter[k]] =
                    j == k ? 1 : C[j * d->q + k] / sqrt(variance * C[k * d->q + k]);
    }
}

/* Where least squares would go from here: A^-1 X^T psi. */
static void fill_ahead(fit *f, const design *d, const double *s, const double *scale) {
    double *g = arena_get(&f->memory, (size_t)d->q * sizeof *g);
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        for (int i = f->row[k]; i < f->row[k] + c->points; i++) {
            double psi = f->options->huber ? huber_psi(s[i]) : s[i];
            for (int j = 0; j < d->q; j++) g[j] += d->X[j * d->m + i] * psi * c->weight / (scale[i] * f->sigma[k]);
        }
    }
    for (int j = 0; j < d->q; j++) {
        if (d->parameter[j] < 0) continue;
        const fit_parameter *p = &f->problem->parameter[d->parameter[j]];
        fit_estimate *e = &f->answer->estimate[d->parameter[j]];
        double step = 0;
        for (int k = 0; k < d->q; k++) step -= d->inverse[j * d->q + k] * g[k];
        e->ahead = step * place_width(p) * (p->log ? e->value : 1);
    }
}

static void fill_curves(const fit *f, const double *s) {
    for (int k = 0; k < f->problem->curves; k++) {
        fit_curve_answer *a = &f->answer->curve[k];
        int points = f->problem->curve[k].points;
        double sum = 0;
        for (int i = f->row[k]; i < f->row[k] + points; i++) sum += s[i] * s[i];
        a->sigma = f->sigma[k];
        a->chi2 = sum / points;
    }
}

/* Which parameters have an error: they were varied, not stopped by a bound, and change something. */
static void choose_used(const fit *f, const double *z, const double *J, bool *used) {
    const double at_bound = 1e-9;
    for (int j = 0; j < f->n; j++) {
        fit_estimate *e = &f->answer->estimate[j];
        bool any = false;
        for (int i = 0; i < f->m && !any; i++) any = J[(size_t)j * (size_t)f->m + (size_t)i] != 0;
        e->fixed = !f->active[j];
        e->rough = f->rough[j];
        e->at_bound = f->active[j] && (z[j] <= at_bound || z[j] >= 1 - at_bound);
        used[j] = f->active[j] && !e->at_bound && any;
    }
}

void statistics_fill(fit *f, const double *z, const double *model, const double *J) {
    fit_answer *a = f->answer;
    size_t m = (size_t)f->m;
    double *s = arena_get(&f->memory, 3 * m * sizeof *s), *scale = s + m, *more = s + 2 * m, squares = 0;
    bool *used = arena_get(&f->memory, (size_t)f->n * sizeof *used);
    choose_used(f, z, J, used);
    (void)noise_update(f, model, J, used);
    residual_scaled(f, model, s, NULL);
    row_scales(f, s, scale, more);
    design d = design_make(f, J, used, scale);
    for (int i = 0; i < f->m && f->options->huber && f->m > d.q; i++) more[i] *= (double)f->m / (f->m - d.q);
    a->points = f->m;
    a->dof = f->m - d.q;
    a->condition = d.condition;
    for (int i = 0; i < f->m; i++) squares += s[i] * s[i];
    a->chi2 = noise_unknown(f) || a->dof < 1 ? (double)NAN : squares / a->dof;
    fill_estimates(f, &d, covariance(f, &d, more), student_two_sided(confidence, noise_dof(f, &d)));
    fill_ahead(f, &d, s, scale);
    fill_curves(f, s);
}
