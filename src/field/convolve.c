/* See convolve.h. */
#include "convolve.h"

#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "planner.h"

enum { KERNEL_BLOCK = 8 };        /* columns of a kernel transformed at a time */
enum { BLOCK_BYTES = 192 << 10 }; /* of the columns that are worked on at a time: they stay in the second-level cache */

struct convolve {
    int nx, ny, mx, my, fields;
    int columns;               /* mx/2 + 1 */
    int block;                 /* columns worked on at a time */
    size_t stride;             /* complex numbers between rows of `half`: a whole number of blocks */
    fftw_complex **half;       /* fields of: ny rows, transformed along x */
    fftw_complex **down, *sum; /* my x block: transformed columns of each field, and of one that goes out */
    fftw_complex *raw;       /* the same before: from one place to the other is what FFTW does best without measuring */
    double *line;            /* mx: one row */
    fftw_plan row, back_row; /* one row, from `line` and back */
    fftw_plan column, back_column; /* a block of columns, from `raw` and back */
    double work, weight;
};

/* Memory as vectors want it. FFTW's own ends the program where there is none. */
static void *numbers(size_t count) { return aligned_alloc(64, (count * sizeof(double) + 63) / 64 * 64); }

/* The next even number that is a power of two and a few small primes. */
static int good_size(int n) {
    for (int m = n + (n & 1);; m += 2) {
        int rest = m;
        while (rest % 2 == 0) rest /= 2;
        if (m >= 128 && m % 8) continue;
        if (315 % rest == 0 || rest == 25 || rest == 27 || rest == 75) return m;
    }
}

static int transform_size(int n, bool periodic) { return periodic ? n : good_size(2 * n - 1); }

static double pair_weight(double mx, double my) { return mx * my * log(fmax(mx * my, 2)) / 2; }

double convolve_pair(int nx, int ny, bool periodic) {
    return pair_weight(transform_size(nx, periodic), transform_size(ny, periodic));
}

static int block_of(int columns, int my) {
    int blocks = (int)(1 + (size_t)columns * (size_t)my * sizeof(fftw_complex) / BLOCK_BYTES);
    return (columns + blocks - 1) / blocks;
}

double convolve_bytes(int nx, int ny, bool periodic, int fields, int kernels) {
    double mx = transform_size(nx, periodic), my = transform_size(ny, periodic);
    return 8 * (fields * (mx + 2) * ny + kernels * (mx / 2 + 1) * (my / 2 + 1));
}

int convolve_mx(const convolve *c) { return c->mx; }
int convolve_my(const convolve *c) { return c->my; }
double convolve_work(const convolve *c) { return c->work; }
void convolve_work_reset(convolve *c) { c->work = 0; }

static bool allocate(convolve *c) {
    c->half = calloc((size_t)c->fields, sizeof *c->half);
    c->down = calloc((size_t)c->fields, sizeof *c->down);
    size_t columns = (size_t)c->my * (size_t)c->block;
    c->sum = numbers(2 * (columns));
    c->raw = numbers(2 * (columns));
    c->line = numbers((size_t)c->mx);
    if (!c->half || !c->down || !c->sum || !c->raw || !c->line) return false;
    for (int f = 0; f < c->fields; f++) {
        c->half[f] = numbers(2 * (c->stride * (size_t)c->ny));
        c->down[f] = numbers(2 * (columns));
        if (!c->half[f] || !c->down[f]) return false;
        memset(c->half[f], 0, c->stride * (size_t)c->ny * sizeof **c->half);
    }
    return true;
}

static bool make_plans(convolve *c) {
    int n[1] = {c->my};
    planner_lock();
    c->row = fftw_plan_dft_r2c_1d(c->mx, c->line, c->half[0], FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    c->back_row = fftw_plan_dft_c2r_1d(c->mx, c->half[0], c->line, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    c->column = fftw_plan_many_dft(1, n, c->block, c->raw, NULL, c->block, 1, c->sum, NULL, c->block, 1, FFTW_FORWARD,
                                   FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    c->back_column = fftw_plan_many_dft(1, n, c->block, c->sum, NULL, c->block, 1, c->raw, NULL, c->block, 1,
                                        FFTW_BACKWARD, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    planner_unlock();
    return c->row && c->back_row && c->column && c->back_column;
}

convolve *convolve_create(int nx, int ny, bool periodic, int fields) {
    convolve *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->nx = nx, c->ny = ny, c->fields = fields;
    c->mx = transform_size(nx, periodic), c->my = transform_size(ny, periodic);
    c->weight = pair_weight(c->mx, c->my);
    c->columns = c->mx / 2 + 1;
    c->block = block_of(c->columns, c->my);
    int blocks = (c->columns + c->block - 1) / c->block;
    c->stride = ((size_t)blocks * (size_t)c->block + 3) / 4 * 4; /* rows begin where vectors may */
    if (c->stride % 64 == 0) c->stride += 4;                     /* and not all in the same place of the cache */
    if (allocate(c) && make_plans(c)) return c;
    convolve_destroy(c);
    return NULL;
}

void convolve_destroy(convolve *c) {
    if (!c) return;
    planner_lock();
    fftw_plan plans[] = {c->row, c->back_row, c->column, c->back_column};
    for (int i = 0; i < 4; i++)
        if (plans[i]) fftw_destroy_plan(plans[i]);
    planner_unlock();
    for (int f = 0; f < c->fields; f++) {
        if (c->half) free(c->half[f]);
        if (c->down) free(c->down[f]);
    }
    free(c->half);
    free(c->down);
    free(c->sum);
    free(c->raw);
    free(c->line);
    free(c);
}

/* ---- kernels ---- */
void spectrum_drop(spectrum *s) {
    free(s->value);
    s->value = NULL;
}

/* The transform of m values that are the mirror image (odd: its negative) of themselves, of which the first m/2 + 1 are given:
 * the first m/2 + 1 numbers of it, real, or divided by i. `out` has room for as many complex ones. */
static void mirror_transform(fftw_plan plan, int m, bool odd, double *row, fftw_complex *out) {
    for (int i = 1; 2 * i < m; i++) row[m - i] = odd ? -row[i] : row[i];
    if (odd) row[0] = 0;
    if (odd && m % 2 == 0) row[m / 2] = 0;
    fftw_execute_dft_r2c(plan, row, out);
    for (int k = 0; k <= m / 2; k++) row[k] = odd ? cimag(out[k]) : creal(out[k]);
}

/* Down the columns of the quarter, a few at a time. */
static void mirror_columns(const convolve *c, fftw_plan plan, bool odd, double *lines, fftw_complex *out,
                           double *quarter) {
    size_t hx = (size_t)c->mx / 2 + 1, hy = (size_t)c->my / 2 + 1, my = (size_t)c->my;
    for (size_t first = 0; first < hx; first += KERNEL_BLOCK) {
        size_t count = hx - first < KERNEL_BLOCK ? hx - first : KERNEL_BLOCK;
        for (size_t j = 0; j < hy; j++)
            for (size_t k = 0; k < count; k++) lines[k * my + j] = quarter[j * hx + first + k];
        for (size_t k = 0; k < count; k++) mirror_transform(plan, c->my, odd, lines + k * my, out);
        for (size_t j = 0; j < hy; j++)
            for (size_t k = 0; k < count; k++) quarter[j * hx + first + k] = lines[k * my + j];
    }
}

bool spectrum_of_kernel(convolve *c, kernel_fn *value, void *user, bool odd_x, bool odd_y, spectrum *out) {
    size_t hx = (size_t)c->mx / 2 + 1, hy = (size_t)c->my / 2 + 1;
    *out = (spectrum){malloc(sizeof(double) * hx * hy), odd_x, odd_y};
    double *lines = numbers(KERNEL_BLOCK * (size_t)c->my);
    fftw_complex *turned = numbers(2 * (hy));
    fftw_plan down = NULL;
    planner_lock();
    if (lines && turned)
        down = fftw_plan_dft_r2c_1d(c->my, lines, turned, FFTW_ESTIMATE | FFTW_DESTROY_INPUT | FFTW_UNALIGNED);
    planner_unlock();
    bool ready = out->value && down;
    double scale = 1 / ((double)c->mx * c->my);
    for (size_t j = 0; ready && j < hy; j++) {
        for (size_t i = 0; i < hx; i++) c->line[i] = scale * value((long)i, (long)j, user);
        mirror_transform(c->row, c->mx, odd_x, c->line, c->half[0]);
        memcpy(out->value + j * hx, c->line, sizeof(double) * hx);
    }
    if (ready) mirror_columns(c, down, odd_y, lines, turned, out->value);
    planner_lock();
    if (down) fftw_destroy_plan(down);
    planner_unlock();
    free(lines);
    free(turned);
    if (!ready) spectrum_drop(out);
    c->work += c->weight / 2;
    return ready;
}

bool spectrum_of_symbol(convolve *c, kernel_fn *symbol, void *user, bool odd_x, bool odd_y, spectrum *out) {
    int hx = c->mx / 2 + 1, hy = c->my / 2 + 1;
    *out = (spectrum){malloc(sizeof(double) * (size_t)hx * (size_t)hy), odd_x, odd_y};
    if (!out->value) return false;
    double scale = 1 / ((double)c->mx * c->my);
    for (int j = 0; j < hy; j++)
        for (int i = 0; i < hx; i++) {
            bool nothing = (odd_x && (i == 0 || 2 * i == c->mx)) || (odd_y && (j == 0 || 2 * j == c->my));
            /* cimag of the transform was kept for odd directions: i times it is what was asked for */
            out->value[(size_t)j * (size_t)hx + (size_t)i] = nothing ? 0 : scale * symbol(i, j, user);
        }
    return true;
}

/* ---- fields ---- */
static void forward_rows(convolve *c, const double *in, fftw_complex *half) {
    for (int j = 0; j < c->ny; j++) {
        memcpy(c->line, in + (size_t)j * (size_t)c->nx, sizeof(double) * (size_t)c->nx);
        memset(c->line + c->nx, 0, sizeof(double) * (size_t)(c->mx - c->nx));
        fftw_execute_dft_r2c(c->row, c->line, half + (size_t)j * c->stride);
    }
}

static void backward_rows(convolve *c, fftw_complex *half, double *out) {
    for (int j = 0; j < c->ny; j++) {
        fftw_execute_dft_c2r(c->back_row, half + (size_t)j * c->stride, c->line);
        memcpy(out + (size_t)j * (size_t)c->nx, c->line, sizeof(double) * (size_t)c->nx);
    }
}

/* Columns first .. first + block of a field into contiguous memory, zeros below them, and their transform. */
static void gather(const convolve *c, const fftw_complex *half, int first, fftw_complex *down) {
    size_t row = sizeof *down * (size_t)c->block;
    for (int j = 0; j < c->ny; j++)
        memcpy(c->raw + (size_t)j * (size_t)c->block, half + (size_t)j * c->stride + first, row);
    memset(c->raw + (size_t)c->ny * (size_t)c->block, 0, row * (size_t)(c->my - c->ny));
    fftw_execute_dft(c->column, c->raw, down);
}

static void scatter(const convolve *c, fftw_complex *down, int first, fftw_complex *half) {
    fftw_execute_dft(c->back_column, down, c->raw);
    size_t row = sizeof *down * (size_t)c->block;
    for (int j = 0; j < c->ny; j++)
        memcpy(half + (size_t)j * c->stride + first, c->raw + (size_t)j * (size_t)c->block, row);
}

/* to (+)= kernel * from on one block of columns. from and to may be the same where nothing is added. */
static void multiply(const convolve *c, const spectrum *k, int first, const fftw_complex *from, fftw_complex *to,
                     bool add) {
    int hx = c->columns, count = first + c->block <= hx ? c->block : hx - first;
    double complex turn = k->odd_x && k->odd_y ? -1 : k->odd_x || k->odd_y ? I : 1;
    bool plain = !k->odd_x && !k->odd_y && !add;
    for (int j = 0; j < c->my; j++) {
        bool mirrored = 2 * j > c->my;
        const double *s = k->value + (size_t)(mirrored ? c->my - j : j) * (size_t)hx + first;
        const double *f = (const double *)(from + (size_t)j * (size_t)c->block);
        double *t = (double *)(to + (size_t)j * (size_t)c->block);
        if (plain) {
            for (int i = 0; i < count; i++) t[2 * i] = f[2 * i] * s[i], t[2 * i + 1] = f[2 * i + 1] * s[i];
            continue;
        }
        double re = creal(turn), im = cimag(turn);
        if (mirrored && k->odd_y) re = -re, im = -im;
        for (int i = 0; i < count; i++) {
            double x = s[i] * (f[2 * i] * re - f[2 * i + 1] * im), y = s[i] * (f[2 * i] * im + f[2 * i + 1] * re);
            t[2 * i] = add ? t[2 * i] + x : x;
            t[2 * i + 1] = add ? t[2 * i + 1] + y : y;
        }
    }
}

void convolve_many(convolve *c, int ins, int outs, const spectrum *const *kernel, const double *const *in,
                   double *const *out) {
    for (int i = 0; i < ins; i++) forward_rows(c, in[i], c->half[i]);
    for (int first = 0; first < c->columns; first += c->block) {
        for (int i = 0; i < ins; i++) gather(c, c->half[i], first, c->down[i]);
        for (int o = 0; o < outs; o++) {
            bool any = false;
            for (int i = 0; i < ins; i++) {
                if (!kernel[o * ins + i]) continue;
                multiply(c, kernel[o * ins + i], first, c->down[i], c->sum, any);
                any = true;
            }
            if (!any) memset(c->sum, 0, sizeof *c->sum * (size_t)c->my * (size_t)c->block);
            scatter(c, c->sum, first, c->half[o]);
        }
    }
    for (int o = 0; o < outs; o++) backward_rows(c, c->half[o], out[o]);
    c->work += c->weight * (ins + outs) / 2;
}

void convolve_apply(convolve *c, const spectrum *kernel, const double *in, double *out) {
    forward_rows(c, in, c->half[0]);
    for (int first = 0; first < c->columns; first += c->block) {
        gather(c, c->half[0], first, c->down[0]);
        multiply(c, kernel, first, c->down[0], c->down[0], false);
        scatter(c, c->down[0], first, c->half[0]);
    }
    backward_rows(c, c->half[0], out);
    c->work += c->weight;
}
