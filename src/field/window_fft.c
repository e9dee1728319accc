/* See window_fft.h. */
#include "window_fft.h"

#include <math.h>
#include <string.h>

#include "planner.h"

static const double least_octave = -14; /* log2 of the least aspect ratio of the tables */

bool window_plans_make(window_plans *p, int n, int m, window_room *s) {
    fftw_complex *c = (fftw_complex *)s->field;
    int half = m / 2 + 1;
    p->n = n, p->m = m;
    planner_lock();
    p->row = fftw_plan_many_dft_r2c(1, &m, n, s->field, NULL, 1, 2 * half, c, NULL, 1, half, FFTW_ESTIMATE);
    p->column = fftw_plan_many_dft(1, &m, half, c, NULL, half, 1, c, NULL, half, 1, FFTW_FORWARD, FFTW_ESTIMATE);
    p->back_column = fftw_plan_many_dft(1, &m, half, c, NULL, half, 1, c, NULL, half, 1, FFTW_BACKWARD, FFTW_ESTIMATE);
    p->back_row = fftw_plan_many_dft_c2r(1, &m, n, c, NULL, 1, half, s->field, NULL, 1, 2 * half, FFTW_ESTIMATE);
    planner_unlock();
    return p->row && p->column && p->back_column && p->back_row;
}

void window_plans_drop(window_plans *p) {
    fftw_plan all[] = {p->row, p->column, p->back_column, p->back_row};
    planner_lock();
    for (int i = 0; i < 4; i++)
        if (all[i]) fftw_destroy_plan(all[i]);
    planner_unlock();
}

void window_forward(const window_plans *p, const double *in, window_room *s) {
    int n = p->n, m = p->m, stride = window_stride(m);
    for (int j = 0; j < m; j++) {
        double *row = s->field + (size_t)j * (size_t)stride;
        if (j < n) {
            memcpy(row, in + (size_t)j * (size_t)n, (size_t)n * sizeof *row);
            memset(row + n, 0, (size_t)(stride - n) * sizeof *row);
        } else {
            memset(row, 0, (size_t)stride * sizeof *row);
        }
    }
    fftw_complex *c = (fftw_complex *)s->field;
    fftw_execute_dft_r2c(p->row, s->field, c);
    fftw_execute_dft(p->column, c, c);
}

void window_back(const window_plans *p, window_room *s, double *out) {
    int n = p->n, stride = window_stride(p->m);
    fftw_complex *c = (fftw_complex *)s->field;
    fftw_execute_dft(p->back_column, c, c);
    fftw_execute_dft_c2r(p->back_row, c, s->field);
    for (int j = 0; j < n; j++)
        memcpy(out + (size_t)j * (size_t)n, s->field + (size_t)j * (size_t)stride, (size_t)n * sizeof *out);
}

/* ---- kernels ---- */
static double folded(int m, bool odd, window_kernel *kernel, const void *user, int i, int j) {
    int half = m / 2;
    if (!odd) return kernel(user, i <= half ? i : m - i, j <= half ? j : m - j);
    if (i % half == 0 || j % half == 0) return 0; /* where it would be of both signs */
    double sign = (i < half) == (j < half) ? 1 : -1;
    return sign * kernel(user, i < half ? i : m - i, j < half ? j : m - j);
}

bool window_quarter(int m, bool odd, window_kernel *kernel, const void *user, window_room *s, double *out) {
    int stride = window_stride(m), half = m / 2;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) s->field[j * stride + i] = folded(m, odd, kernel, user, i, j);
    planner_lock();
    fftw_plan plan =
        fftw_plan_dft_r2c_2d(m, m, s->field, (fftw_complex *)s->field, FFTW_ESTIMATE); /* leaves its fields alone */
    planner_unlock();
    if (!plan) return false;
    fftw_execute(plan);
    planner_lock();
    fftw_destroy_plan(plan);
    planner_unlock();
    for (int j = 0; j <= half; j++)
        for (int i = 0; i <= half; i++) out[j * (half + 1) + i] = s->field[j * stride + 2 * i] / ((double)m * m);
    return true;
}

/* ---- tables ---- */
double window_entry_aspect(int entry) { return exp2(least_octave + (double)entry / WINDOW_PER_OCTAVE); }

window_blend window_blend_at(double aspect) {
    double at = (log2(aspect) - least_octave) * WINDOW_PER_OCTAVE;
    int first = (int)floor(at) - 1;
    first = first < 0 ? 0 : first > WINDOW_ENTRIES - 4 ? WINDOW_ENTRIES - 4 : first;
    double x = at - first; /* cubic of Lagrange through 0, 1, 2, 3 */
    return (window_blend){first,
                          {-(x - 1) * (x - 2) * (x - 3) / 6, x * (x - 2) * (x - 3) / 2, -x * (x - 1) * (x - 3) / 2,
                           x * (x - 1) * (x - 2) / 6}};
}

void window_blend_table(const window_blend *b, const double *table, size_t entry, double *out) {
    const double *a = table + (size_t)b->first * entry, *w = b->weight;
    for (size_t k = 0; k < entry; k++)
        out[k] = w[0] * a[k] + w[1] * a[k + entry] + w[2] * a[k + 2 * entry] + w[3] * a[k + 3 * entry];
}
