/* Gaussian filters of height maps, the weight of ISO 16610-21 and -61 (recalled): exp(-pi (x/(alpha lambda))^2) with
 * alpha = sqrt(ln 2/pi), along x and then along y. It ends at 1.5 lambda, where it is 1.7e-14 of its middle. A wave of the length
 * lambda keeps exp(-pi alpha^2) = 1/2. Without periodicity the weights that lie in the map are made to sum up to one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/heights.h"
#include "base/constants.h"
#include "base/message.h"

typedef struct line_filter {
    size_t n;       /* of the line */
    size_t reach;   /* cells to each side */
    double *weight; /* reach + 1 */
    double *line;   /* n, the input */
    bool periodic;
} line_filter;

static double smoothed(const line_filter *f, size_t i) {
    double sum = f->weight[0] * f->line[i], whole = f->weight[0];
    for (size_t k = 1; k <= f->reach; k++) {
        if (f->periodic || i >= k) {
            sum += f->weight[k] * f->line[(i + f->n - k % f->n) % f->n];
            whole += f->weight[k];
        }
        if (f->periodic || i + k < f->n) {
            sum += f->weight[k] * f->line[(i + k) % f->n];
            whole += f->weight[k];
        }
    }
    return sum / whole;
}

/* Lines of n numbers that are `step` apart, `lines` of them, their beginnings `next` apart. */
static bool along(double *z, size_t n, size_t step, size_t lines, size_t next, double d, double lambda, bool periodic) {
    double reach = fmin(ceil(1.5 * lambda / d), periodic ? 64.0 * (double)n : (double)n - 1);
    line_filter f = {.n = n, .reach = (size_t)reach, .periodic = periodic};
    f.weight = calloc(f.reach + 1, sizeof *f.weight);
    f.line = calloc(n + 1, sizeof *f.line);
    bool good = f.weight && f.line;
    for (size_t k = 0; good && k <= f.reach; k++) {
        double x = (double)k * d / lambda;
        f.weight[k] = exp(-PI * PI / log(2) * x * x);
    }
    for (size_t l = 0; good && l < lines; l++) {
        double *at = z + l * next;
        for (size_t i = 0; i < n; i++) f.line[i] = at[i * step];
        for (size_t i = 0; i < n; i++) at[i * step] = smoothed(&f, i);
    }
    free(f.weight);
    free(f.line);
    return good;
}

static bool smooth(const abut_heights *h, double *z, double lambda, bool periodic) {
    return along(z, h->nx, 1, h->ny, h->nx, h->lx / (double)h->nx, lambda, periodic) &&
           along(z, h->ny, h->nx, h->nx, 1, h->ly / (double)h->ny, lambda, periodic);
}

abut_status abut_heights_filter(abut_heights *h, double lambda_c, double lambda_s, bool periodic,
                                abut_message *message) {
    if (!(lambda_c >= 0) || !(lambda_s >= 0) || !isfinite(lambda_c) || !isfinite(lambda_s))
        return say_at(message, "lambda_c", ABUT_BAD_VALUE, "cut-offs: must not be negative, got %g and %g m", lambda_c,
                      lambda_s);
    if (lambda_c > 0 && lambda_c <= lambda_s)
        return say_at(message, "lambda_c", ABUT_BAD_VALUE,
                      "cut-offs: nothing is left between %g m and %g m: lambda_c must be the longer one", lambda_s,
                      lambda_c);
    if (lambda_s > 0 && !smooth(h, h->z, lambda_s, periodic)) return say(message, ABUT_NO_MEMORY, "out of memory");
    if (!(lambda_c > 0)) return ABUT_OK;
    size_t count = h->nx * h->ny;
    double *waves = calloc(count + 1, sizeof *waves);
    if (waves) memcpy(waves, h->z, count * sizeof *waves);
    bool good = waves && smooth(h, waves, lambda_c, periodic);
    for (size_t k = 0; good && k < count; k++) h->z[k] -= waves[k];
    free(waves);
    return good ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory");
}
