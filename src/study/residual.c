/* Residuals, offsets, loss. Huber's loss of a scaled residual s is s^2 up to |s| = k and k (2|s| - k) beyond, so that far
 * outliers pull with a constant force; k = 1.345 keeps 95 % of the efficiency of least squares if there are none. */
#include "fit_inside.h"

static const double huber_k = 1.345;

double huber_psi(double s) { return fmin(fmax(s, -huber_k), huber_k); }
double huber_psi_rate(double s) { return fabs(s) <= huber_k ? 1 : 0; }

static double loss_root(double s) {
    double size = fabs(s);
    return size <= huber_k ? s : copysign(sqrt(huber_k * (2 * size - huber_k)), s);
}

/* The minimum of the loss by reweighted means; the loss is convex, so that any start will do. */
static double robust_offset(int points, const double *y, const double *model, double sigma, double offset) {
    for (int round = 0; round < 100; round++) {
        double sum = 0, weights = 0;
        for (int i = 0; i < points; i++) {
            double s = (model[i] + offset - y[i]) / sigma, w = fabs(s) <= huber_k ? 1 : huber_k / fabs(s);
            sum += w * (y[i] - model[i]);
            weights += w;
        }
        double next = sum / weights, change = next - offset;
        offset = next;
        if (fabs(change) <= 1e-12 * sigma) break;
    }
    return offset;
}

double residual_offset(const fit *f, int curve, const double *model) {
    const fit_curve *c = &f->problem->curve[curve];
    double sum = 0;
    for (int i = 0; i < c->points; i++) sum += c->y[i] - model[i];
    double mean = sum / c->points;
    return f->options->huber ? robust_offset(c->points, c->y, model, f->sigma[curve], mean) : mean;
}

void residual_scaled(const fit *f, const double *model, double *s, double *offset) {
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        int row = f->row[k];
        double add = c->offset ? residual_offset(f, k, model + row) : 0;
        if (offset) offset[k] = add;
        for (int i = 0; i < c->points; i++) s[row + i] = (model[row + i] + add - c->y[i]) / f->sigma[k];
    }
}

void residual_errors(const fit *f, const double *model, double *e) {
    residual_scaled(f, model, e, NULL);
    for (int k = 0; k < f->problem->curves; k++) {
        const fit_curve *c = &f->problem->curve[k];
        double root = sqrt(c->weight);
        for (int i = f->row[k]; i < f->row[k] + c->points; i++)
            e[i] = root * (f->options->huber ? loss_root(e[i]) : e[i]);
    }
}
