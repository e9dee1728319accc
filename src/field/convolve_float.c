/* See convolve_float.h, and convolve.c for the order of the transforms. */
#include "convolve_float.h"

#include <fftw3.h>
#include <stdlib.h>
#include <string.h>

#include "planner.h"

enum { BLOCK_BYTES = 192 << 10 }; /* of the columns that are worked on at a time */

struct convolve_float {
    int nx, ny, mx, my, columns, block;
    size_t stride; /* complex numbers between rows of `half` */
    fftwf_complex *half, *down, *raw;
    float *line, *kernel;
    fftwf_plan row, back_row, column, back_column;
};

static void *numbers(size_t count) { return aligned_alloc(64, (count * sizeof(float) + 63) / 64 * 64); }

static bool allocate(convolve_float *c) {
    size_t columns = (size_t)c->my * (size_t)c->block, all = c->stride * (size_t)c->ny;
    c->half = numbers(2 * all);
    c->down = numbers(2 * columns);
    c->raw = numbers(2 * columns);
    c->line = numbers((size_t)c->mx);
    c->kernel = numbers((size_t)c->columns * (size_t)(c->my / 2 + 1));
    if (!c->half || !c->down || !c->raw || !c->line || !c->kernel) return false;
    memset(c->half, 0, all * sizeof *c->half);
    return true;
}

static bool make_plans(convolve_float *c) {
    const unsigned how = FFTW_ESTIMATE | FFTW_DESTROY_INPUT;
    int n[1] = {c->my}, b = c->block;
    planner_lock();
    c->row = fftwf_plan_dft_r2c_1d(c->mx, c->line, c->half, how);
    c->back_row = fftwf_plan_dft_c2r_1d(c->mx, c->half, c->line, how);
    c->column = fftwf_plan_many_dft(1, n, b, c->raw, NULL, b, 1, c->down, NULL, b, 1, FFTW_FORWARD, how);
    c->back_column = fftwf_plan_many_dft(1, n, b, c->down, NULL, b, 1, c->raw, NULL, b, 1, FFTW_BACKWARD, how);
    planner_unlock();
    return c->row && c->back_row && c->column && c->back_column;
}

convolve_float *convolve_float_create(int nx, int ny, const convolve *like, const spectrum *kernel) {
    convolve_float *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->nx = nx, c->ny = ny, c->mx = convolve_mx(like), c->my = convolve_my(like);
    c->columns = c->mx / 2 + 1;
    int blocks = (int)(1 + (size_t)c->columns * (size_t)c->my * sizeof(fftwf_complex) / BLOCK_BYTES);
    c->block = (c->columns + blocks - 1) / blocks;
    c->stride = ((size_t)blocks * (size_t)c->block + 7) / 8 * 8; /* rows begin where vectors may */
    if (c->stride % 64 == 0) c->stride += 8;                     /* and not all in the same place of the cache */
    if (!allocate(c) || !make_plans(c)) {
        convolve_float_destroy(c);
        return NULL;
    }
    for (size_t k = 0; k < (size_t)c->columns * (size_t)(c->my / 2 + 1); k++) c->kernel[k] = (float)kernel->value[k];
    return c;
}

void convolve_float_destroy(convolve_float *c) {
    if (!c) return;
    planner_lock();
    fftwf_plan plans[] = {c->row, c->back_row, c->column, c->back_column};
    for (int i = 0; i < 4; i++)
        if (plans[i]) fftwf_destroy_plan(plans[i]);
    planner_unlock();
    free(c->half);
    free(c->down);
    free(c->raw);
    free(c->line);
    free(c->kernel);
    free(c);
}

/* One block of columns: transform, product with the kernel, and back. */
static void block_of_columns(convolve_float *c, int first) {
    size_t block = (size_t)c->block, row = block * sizeof *c->raw;
    int count = first + c->block <= c->columns ? c->block : c->columns - first;
    for (size_t j = 0; j < (size_t)c->ny; j++) memcpy(c->raw + j * block, c->half + j * c->stride + first, row);
    memset(c->raw + (size_t)c->ny * block, 0, row * (size_t)(c->my - c->ny));
    fftwf_execute_dft(c->column, c->raw, c->down);
    for (int j = 0; j < c->my; j++) {
        const float *k = c->kernel + (size_t)(2 * j > c->my ? c->my - j : j) * (size_t)c->columns + first;
        float *v = (float *)(c->down + (size_t)j * block);
        for (int i = 0; i < count; i++) v[2 * i] *= k[i], v[2 * i + 1] *= k[i];
    }
    fftwf_execute_dft(c->back_column, c->down, c->raw);
    for (size_t j = 0; j < (size_t)c->ny; j++) memcpy(c->half + j * c->stride + first, c->raw + j * block, row);
}

void convolve_float_apply(convolve_float *c, const float *in, float *out) {
    size_t nx = (size_t)c->nx;
    for (size_t j = 0; j < (size_t)c->ny; j++) {
        memcpy(c->line, in + j * nx, nx * sizeof *in);
        memset(c->line + nx, 0, ((size_t)c->mx - nx) * sizeof *in);
        fftwf_execute_dft_r2c(c->row, c->line, c->half + j * c->stride);
    }
    for (int first = 0; first < c->columns; first += c->block) block_of_columns(c, first);
    for (size_t j = 0; j < (size_t)c->ny; j++) {
        fftwf_execute_dft_c2r(c->back_row, c->half + j * c->stride, c->line);
        memcpy(out + j * nx, c->line, nx * sizeof *out);
    }
}
