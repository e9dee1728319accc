/* Conjugate gradients with a circulant preconditioner inside of an active set (active_set.c), on nested grids: each coarser by two,
 * its cells the mean of four, solved to 3e-4; its pressure, interpolated, is the start of the next, on a window that holds its
 * contact and one of its cells around. At the end the gap of the whole window follows by one product; where it finds an overlap, the
 * window grows. A warm start stays on the finest grid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "level.h"
#include "love.h"

enum {
    LEVELS = 5,
    ROUGH_LEVELS = 3,
    COARSEST = 12
}; /* grids, fewer where the coarse ones are another surface; cells of the coarsest */
#define COARSE_TOL 3e-4

typedef struct pcg {
    double tol, forcing;
    long most;
    int levels;
} pcg;

typedef struct pcg_work {
    pcg self;
    int count;           /* levels */
    grid grid[LEVELS];   /* 0: the finest */
    double *h[LEVELS];   /* own for 1 and above */
    level *at[LEVELS];   /* the window of each; NULL: not made yet */
    double done[LEVELS]; /* work of levels that were given up */
    level *whole;        /* only its operator is used: the whole window, where at[0] is a part */
    double E_star, counted;
} pcg_work;

static abut_status init(void *self, const abut_args *args) {
    *(pcg *)self = (pcg){abut_arg(args, "tol"), abut_arg(args, "forcing"), (long)abut_arg(args, "iterations"),
                         (int)abut_arg(args, "levels")};
    return ABUT_OK;
}

static void destroy(void *work) {
    pcg_work *w = work;
    if (!w) return;
    for (int l = 0; l < LEVELS; l++) {
        level_destroy(w->at[l]);
        if (l) free(w->h[l]);
    }
    level_destroy(w->whole);
    free(w);
}

static int levels_of(const pcg *self, const dry_problem *p) {
    const grid *g = &p->grid;
    int count = 1, most = p->rough || g->periodic ? ROUGH_LEVELS : LEVELS;
    for (int f = 2; count < self->levels && count < most && g->nx % f == 0 && g->ny % f == 0; f *= 2) {
        if (g->nx / f < COARSEST || g->ny / f < COARSEST) break;
        count++;
    }
    return count;
}

static void *create(const void *self, const dry_problem *p) {
    pcg_work *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->self = *(const pcg *)self;
    w->E_star = p->E_star;
    w->count = levels_of(&w->self, p);
    w->grid[0] = p->grid;
    for (int l = 1; l < w->count; l++) {
        const grid *g = &w->grid[l - 1];
        w->grid[l] = (grid){g->nx / 2, g->ny / 2, 2 * g->dx, 2 * g->dy, g->periodic};
        w->h[l] = malloc(grid_cells(&w->grid[l]) * sizeof(double));
        if (!w->h[l]) {
            destroy(w);
            return NULL;
        }
    }
    return w;
}

static double bytes(const void *self, const grid *g) {
    (void)self;
    return level_bytes(g->nx, g->ny, g->periodic) * (g->periodic ? 1.4 : 2.4);
}

/* ---- windows ---- */
typedef struct box {
    int i0, j0, i1, j1; /* cells i0 .. i1 - 1 */
} box;

/* The window of level l becomes one that holds the box; the one there is stays if it does. */
static level *window(pcg_work *w, int l, box b) {
    const grid *g = &w->grid[l];
    int nx = level_size(b.i1 - b.i0, g->nx), ny = level_size(b.j1 - b.j0, g->ny);
    if (g->periodic || nx > 0.9 * g->nx) nx = g->nx;
    if (g->periodic || ny > 0.9 * g->ny) ny = g->ny;
    level *old = w->at[l];
    if (old) {
        bool holds =
            old->i0 <= b.i0 && old->j0 <= b.j0 && old->i0 + old->grid.nx >= b.i1 && old->j0 + old->grid.ny >= b.j1;
        if (holds && (double)old->grid.nx * old->grid.ny <= 2.0 * nx * ny) return old;
        w->done[l] += level_work(old);
        level_destroy(old);
    }
    int i0 = b.i0 - (nx - (b.i1 - b.i0)) / 2, j0 = b.j0 - (ny - (b.j1 - b.j0)) / 2;
    i0 = i0 < 0 ? 0 : i0 + nx > g->nx ? g->nx - nx : i0;
    j0 = j0 < 0 ? 0 : j0 + ny > g->ny ? g->ny - ny : j0;
    return w->at[l] = level_create(g, i0, j0, nx, ny, w->E_star);
}

static box whole_box(const grid *g) { return (box){0, 0, g->nx, g->ny}; }

/* Cells of the level that are not open, in its whole grid. */
static box contact_box(const level *l) {
    box b = {l->grid.nx, l->grid.ny, 0, 0};
    for (int j = 0; j < l->grid.ny; j++)
        for (int i = 0; i < l->grid.nx; i++)
            if (l->cell[(size_t)j * (size_t)l->grid.nx + (size_t)i] != CELL_OPEN) {
                if (i < b.i0) b.i0 = i;
                if (i >= b.i1) b.i1 = i + 1;
                if (j < b.j0) b.j0 = j;
                b.j1 = j + 1;
            }
    return (box){b.i0 + l->i0, b.j0 + l->j0, b.i1 + l->i0, b.j1 + l->j0};
}

static box grown(box b, int by, const grid *g) {
    return (box){b.i0 > by ? b.i0 - by : 0, b.j0 > by ? b.j0 - by : 0, b.i1 + by < g->nx ? b.i1 + by : g->nx,
                 b.j1 + by < g->ny ? b.j1 + by : g->ny};
}

static void crop(const level *l, const grid *whole, const double *from, double *to) {
    for (int j = 0; j < l->grid.ny; j++)
        memcpy(to + (size_t)j * (size_t)l->grid.nx, from + (size_t)(j + l->j0) * (size_t)whole->nx + l->i0,
               sizeof(double) * (size_t)l->grid.nx);
}

/* ---- grids ---- */
static void coarsen(const grid *coarse, const double *h, double *to) {
    size_t nx = 2 * (size_t)coarse->nx;
    for (int j = 0; j < coarse->ny; j++)
        for (int i = 0; i < coarse->nx; i++) {
            const double *at = h + (size_t)(2 * j) * nx + 2 * i;
            to[(size_t)j * (size_t)coarse->nx + (size_t)i] = (at[0] + at[1] + at[nx] + at[nx + 1]) / 4;
        }
}

static double value(const level *l, const double *f, int i, int j) { /* of the whole grid */
    i -= l->i0, j -= l->j0;
    if (l->grid.periodic) {
        i = (i + l->grid.nx) % l->grid.nx;
        j = (j + l->grid.ny) % l->grid.ny;
    } else if (i < 0 || j < 0 || i >= l->grid.nx || j >= l->grid.ny)
        return 0;
    return f[(size_t)j * (size_t)l->grid.nx + (size_t)i];
}

/* Smooth contacts end with the root of the distance from their edge, so that the square of the pressure goes through zero as a line does:
 * squares to l->z, carried on into the open cells next to contact. */
static void squares(level *l) {
    int nx = l->grid.nx, ny = l->grid.ny;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            size_t c = (size_t)j * (size_t)nx + (size_t)i;
            double sum = 0;
            int count = 0;
            if (!(l->p[c] > 0))
                for (int k = 0; k < 4; k++) {
                    int di = k == 0 ? 1 : k == 1 ? -1 : 0, dj = k == 2 ? 1 : k == 3 ? -1 : 0;
                    double p1 = value(l, l->p, i + di + l->i0, j + dj + l->j0),
                           p2 = value(l, l->p, i + 2 * di + l->i0, j + 2 * dj + l->j0);
                    if (p1 > 0) sum += fmin(2 * p1 * p1 - p2 * p2, 0), count++;
                }
            l->z[c] = l->p[c] > 0 ? l->p[c] * l->p[c] : count ? sum / count : 0;
        }
}

/* Pressures of the finer level: between the four nearest cells. */
static void interpolate(level *from, level *to, bool smooth) {
    if (smooth) squares(from);
    const double *f = smooth ? from->z : from->p;
    for (int j = 0; j < to->grid.ny; j++)
        for (int i = 0; i < to->grid.nx; i++) {
            int fi = i + to->i0, fj = j + to->j0, ci = fi / 2, cj = fj / 2;
            int si = fi % 2 ? 1 : -1, sj = fj % 2 ? 1 : -1;
            double v = (9 * value(from, f, ci, cj) + 3 * value(from, f, ci + si, cj) + 3 * value(from, f, ci, cj + sj) +
                        value(from, f, ci + si, cj + sj)) /
                       16;
            to->p[(size_t)j * (size_t)to->grid.nx + (size_t)i] = smooth ? sqrt(fmax(v, 0)) : v;
        }
}

static void set_by_pressure(level *l, double cap) {
    for (size_t c = 0, n = grid_cells(&l->grid); c < n; c++) {
        if (no_body(l->h[c])) l->p[c] = 0;
        l->cell[c] = l->p[c] >= cap ? CELL_PLASTIC : l->p[c] > 0 ? CELL_CONTACT : CELL_OPEN;
        l->p[c] = fmin(fmax(l->p[c], 0), cap);
        l->mask[c] = l->cell[c] == CELL_CONTACT;
    }
}

/* ---- solving ---- */
static bool solve_level(pcg_work *w, int l, const dry_problem *p, active_set *a) {
    dry_problem own = *p;
    own.grid = w->grid[l];
    own.h = w->h[l];
    a->problem = &own;
    a->tol = l ? COARSE_TOL : w->self.tol;
    bool done = active_set_solve(w->at[l], a);
    a->problem = NULL;
    return done;
}

/* Without a start: all cells in contact under the same pressure; or those that overlap. */
static void first_guess(const dry_problem *p, const grid *g, level *l, active_set *a) {
    size_t n = 0;
    for (size_t c = 0; c < grid_cells(&l->grid); c++) n += !no_body(l->h[c]);
    double mean = p->forced[0] ? p->given[0] / grid_area(g) / (double)n : 0;
    for (int j = 0; j < l->grid.ny; j++)
        for (int i = 0; i < l->grid.nx; i++) {
            size_t c = (size_t)j * (size_t)l->grid.nx + (size_t)i;
            double overlap = -l->h[c];
            for (int k = 0; k < PLANES; k++) overlap += a->lambda[k] * plane_at(g, k, i + l->i0, j + l->j0);
            bool body = !no_body(l->h[c]);
            l->p[c] = body ? fmin(mean, p->cap) : 0;
            l->cell[c] = body && (p->forced[0] || overlap > 0) ? CELL_CONTACT : CELL_OPEN;
            l->mask[c] = l->cell[c] == CELL_CONTACT;
        }
}

static bool cold(pcg_work *w, const dry_problem *p, active_set *a) {
    for (int l = 1; l < w->count; l++) coarsen(&w->grid[l], w->h[l - 1], w->h[l]);
    for (int l = w->count - 1; l >= 0; l--) {
        bool first = l == w->count - 1;
        box b = whole_box(&w->grid[l]);
        if (!first) {
            box c = grown(contact_box(w->at[l + 1]), 1, &w->grid[l + 1]);
            if (c.i1 > c.i0) b = (box){2 * c.i0, 2 * c.j0, 2 * c.i1, 2 * c.j1};
        }
        level *now = window(w, l, b);
        if (!now) return false;
        crop(now, &w->grid[l], w->h[l], now->h);
        if (first) {
            first_guess(p, &w->grid[l], now, a);
        } else {
            interpolate(w->at[l + 1], now, !p->rough && !p->grid.periodic);
            set_by_pressure(now, p->cap);
        }
        if (l && !solve_level(w, l, p, a)) a->inner = 0; /* a coarse grid is only a start */
    }
    return true;
}

/* False: there is nothing to start from; *no_memory: or no room for it. */
static bool start_warm(pcg_work *w, const dry_problem *p, const dry_solution *s, bool *no_memory) {
    const grid *g = &w->grid[0];
    box b = {g->nx, g->ny, 0, 0};
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            if (s->p[(size_t)j * (size_t)g->nx + (size_t)i] > 0) {
                b.i0 = i < b.i0 ? i : b.i0, b.i1 = i >= b.i1 ? i + 1 : b.i1;
                b.j0 = j < b.j0 ? j : b.j0, b.j1 = j + 1;
            }
    if (b.i1 <= b.i0) return false;
    level *now = window(w, 0, grown(b, 2, g));
    *no_memory = !now;
    if (!now) return false;
    crop(now, g, p->h, now->h);
    crop(now, g, s->p, now->p);
    set_by_pressure(now, p->cap);
    return true;
}

/* The gap of the whole window from the pressures of a part. Returns the greatest overlap outside of the part. */
static bool spread(pcg_work *w, const dry_problem *p, const active_set *a, dry_solution *s, box *open) {
    const grid *g = &w->grid[0];
    const level *l = w->at[0];
    size_t n = grid_cells(g);
    memset(s->p, 0, n * sizeof *s->p);
    memset(s->cell, CELL_OPEN, n);
    for (int j = 0; j < l->grid.ny; j++) {
        size_t to = (size_t)(j + l->j0) * (size_t)g->nx + (size_t)l->i0, from = (size_t)j * (size_t)l->grid.nx;
        memcpy(s->p + to, l->p + from, sizeof(double) * (size_t)l->grid.nx);
        memcpy(s->cell + to, l->cell + from, (size_t)l->grid.nx);
    }
    bool part = l->grid.nx < g->nx || l->grid.ny < g->ny;
    if (part) {
        if (!w->whole && !(w->whole = level_operator(g, w->E_star))) return false;
        convolve_apply(w->whole->pad, &w->whole->influence, s->p, s->g);
    }
    *open = (box){g->nx, g->ny, 0, 0};
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            size_t c = (size_t)j * (size_t)g->nx + (size_t)i;
            double plane = a->lambda[0] + a->lambda[1] * grid_x(g, i) + a->lambda[2] * grid_y(g, j);
            s->g[c] = (part ? p->h[c] + s->g[c] : l->G[c]) - plane;
            if (part && s->cell[c] == CELL_OPEN && s->g[c] < -w->self.tol * a->scale) {
                open->i0 = i < open->i0 ? i : open->i0, open->i1 = i >= open->i1 ? i + 1 : open->i1;
                open->j0 = j < open->j0 ? j : open->j0, open->j1 = j + 1;
            }
        }
    return true;
}

static double work_done(const pcg_work *w) {
    double sum = w->whole ? level_work(w->whole) : 0;
    for (int l = 0; l < w->count; l++) sum += w->done[l] + (w->at[l] ? level_work(w->at[l]) : 0);
    return sum;
}

/* ---- the long way: a force by its approach ---- */
/* The force at an approach, from the pressures that are there. INFINITY: none was found, it is too deep. */
static double force_at(pcg_work *w, const dry_problem *p, active_set *a, double approach) {
    dry_problem held = *p;
    held.forced[0] = false;
    a->lambda[0] = held.given[0] = approach;
    a->most = a->inner + w->self.most;
    if (!solve_level(w, 0, &held, a)) return INFINITY;
    double sum = 0;
    for (size_t c = 0, n = grid_cells(&w->at[0]->grid); c < n; c++) sum += w->at[0]->p[c];
    return sum * grid_area(&p->grid);
}

/* With a hardness that most of the contact has reached, hardly any cell is left to carry what a change of the set leaves over, and the
 * set goes in circles. At a given approach it does not: so the approach is enclosed, by false position (Illinois), and the last step is
 * made by the force again. */
static bool enclose(pcg_work *w, const dry_problem *p, active_set *a) {
    const grid *g = &w->grid[0];
    if (!window(w, 0, whole_box(g))) return false;
    level *l = w->at[0];
    double least = INFINITY, goal = p->given[0];
    for (size_t c = 0, n = grid_cells(g); c < n; c++) least = fmin(least, p->h[c]);
    crop(l, g, p->h, l->h);
    memset(l->p, 0, grid_cells(g) * sizeof *l->p);
    set_by_pressure(l, p->cap);
    double low = least, high = least + fmax(p->rms, 1e-30), f_low = -goal, f_high = 0;
    for (int k = 0; k < 60 && (f_high = force_at(w, p, a, high) - goal) < 0; k++) {
        low = high, f_low = f_high;
        high = least + 2 * (high - least);
    }
    bool tried = false;
    for (int k = 0, side = 0; k < 200 && high - low > 1e-15 * fabs(high - least); k++) {
        bool known = isfinite(f_high) && k % 8 != 7; /* now and then the middle, so that it cannot creep */
        double middle = known ? low - f_low * (high - low) / (f_high - f_low) : (low + high) / 2;
        double f = force_at(w, p, a, middle) - goal;
        if (fabs(f) <= w->self.tol * goal) return true;
        if (fabs(f) <= 1e-7 * goal && !tried) {
            tried = true;
            a->most = a->inner + w->self.most;
            if (solve_level(w, 0, p, a)) return true;
        }
        if (f < 0) {
            low = middle, f_low = f;
            if (side < 0) f_high /= 2;
            side = -1;
        } else {
            high = middle, f_high = f;
            if (side > 0) f_low /= 2;
            side = 1;
        }
    }
    return false;
}

/* Moments by steps from those that a tilt of zero has. */
static bool ramp(pcg_work *w, const dry_problem *p, active_set *a) {
    enum { STEPS = 16 };
    const grid *g = &w->grid[0];
    dry_problem now = *p;
    if (!window(w, 0, whole_box(g))) return false;
    level *l = w->at[0];
    now.forced[1] = now.forced[2] = false;
    now.given[1] = p->forced[1] ? 0 : p->given[1], now.given[2] = p->forced[2] ? 0 : p->given[2];
    for (int k = 0; k < PLANES; k++) a->lambda[k] = now.forced[k] ? 0 : now.given[k];
    crop(l, g, p->h, l->h);
    first_guess(&now, g, l, a);
    a->most = a->inner + w->self.most;
    if (!solve_level(w, 0, &now, a)) return false;
    double from[PLANES];
    plane_sums(g, l->p, from);
    now = *p;
    for (int step = 1; step <= STEPS; step++) {
        for (int k = 1; k < PLANES; k++)
            if (p->forced[k]) now.given[k] = from[k] + (p->given[k] - from[k]) * step / STEPS;
        a->most = a->inner + w->self.most;
        if (!solve_level(w, 0, &now, a)) return false;
    }
    return true;
}

static abut_status solve(void *work, const dry_problem *p, dry_solution *s, abut_message *message) {
    pcg_work *w = work;
    w->h[0] = (double *)p->h;
    active_set a = {.forcing = w->self.forcing, .most = w->self.most};
    for (int k = 0; k < PLANES; k++) a.lambda[k] = p->forced[k] ? (s->warm ? s->lambda[k] : 0) : p->given[k];
    bool no_memory = false, ready = s->warm && start_warm(w, p, s, &no_memory);
    if (no_memory || (!ready && !cold(w, p, &a))) return say(message, ABUT_NO_MEMORY, "out of memory");
    bool done = false;
    for (int round = 0; round < 20; round++) {
        done = solve_level(w, 0, p, &a);
        bool turns = p->forced[1] || p->forced[2];
        if (!done && round == 0 && p->forced[0]) done = (turns ? ramp : enclose)(w, p, &a);
        box open;
        if (!spread(w, p, &a, s, &open)) return say(message, ABUT_NO_MEMORY, "out of memory");
        if (open.i1 <= open.i0 || !done) break;
        box b = contact_box(w->at[0]);
        b = (box){b.i0 < open.i0 ? b.i0 : open.i0, b.j0 < open.j0 ? b.j0 : open.j0, b.i1 > open.i1 ? b.i1 : open.i1,
                  b.j1 > open.j1 ? b.j1 : open.j1};
        level *now = window(w, 0, grown(b, 2, &w->grid[0]));
        if (!now) return say(message, ABUT_NO_MEMORY, "out of memory");
        crop(now, &w->grid[0], p->h, now->h);
        crop(now, &w->grid[0], s->p, now->p);
        set_by_pressure(now, p->cap);
    }
    memcpy(s->lambda, a.lambda, sizeof s->lambda);
    s->scale = a.scale;
    s->residual = residual_of(p, s) / a.scale;
    s->inner = a.inner, s->outer = a.outer;
    s->work = work_done(w) - w->counted;
    w->counted += s->work;
    return done ? ABUT_OK : ABUT_NO_CONVERGENCE;
}

static const abut_param_info params[] = {
    SOLVER_PARAMS(2000),
    {.name = "forcing",
     .unit = "1",
     .preset = 0.2,
     .low = 1e-3,
     .high = 0.9,
     .meaning = "residual at which the inner iteration ends, over that of the contact set"},
    {.name = "levels", .unit = "1", .preset = LEVELS, .low = 1, .high = LEVELS, .meaning = "nested grids at most"},
    {0},
};
static const abut_choice examples[] = {{"pcg", {{.name = "tol", .value = 1e-10}}}, {0}};

const dry_solver_type dry_solver_pcg = {
    .type = {"dry_solver", "pcg", "active set with preconditioned conjugate gradients on nested grids", params,
             examples, ABUT_USUAL},
    .size = sizeof(pcg),
    .init = init,
    .create = create,
    .destroy = destroy,
    .bytes = bytes,
    .solve = solve,
};
