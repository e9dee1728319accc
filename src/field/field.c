/* The public interface of contact on a grid: checks a definition, holds gap, solver and last solution. */
#include "abut/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/message.h"
#include "object.h"
#include "registry/registry.h"

static const double MEMORY = 4e9; /* bytes, unless given */

/* ---- checks ---- */
static abut_status check_grid(const grid *g, abut_message *m) {
    const struct {
        const char *key, *side_key;
        int cells;
        double side;
    } way[2] = {{"grid.nx", "grid.lx", g->nx, g->nx * g->dx}, {"grid.ny", "grid.ly", g->ny, g->ny * g->dy}};
    for (int k = 0; k < 2; k++) {
        if (way[k].cells < 2)
            return say_at(m, way[k].key, ABUT_BAD_VALUE, "%s: a grid has at least 2 cells each way, got %d",
                          way[k].key + 5, way[k].cells);
        if (way[k].cells > 1 << 20)
            return say_at(m, way[k].key, ABUT_BAD_VALUE, "%s: at most 1048576 cells each way, got %d", way[k].key + 5,
                          way[k].cells);
        if (!(way[k].side >= 1e-30 && way[k].side <= 1e30))
            return say_at(m, way[k].side_key, ABUT_BAD_VALUE,
                          "%s: the side of the window must be a length above 0, got %g m", way[k].side_key + 5,
                          way[k].side);
    }
    double oblong = fmax(g->dx / g->dy, g->dy / g->dx);
    if (oblong > 1000)
        return say_at(m, "grid", ABUT_BAD_VALUE, "grid: cells are %g times as long as wide; at most 1000", oblong);
    return ABUT_OK;
}

static abut_status material_good(const abut_material *a, const char *key, abut_message *m) {
    if (a->rigid) return ABUT_OK;
    if (!(a->E >= 1e-30 && a->E <= 1e30))
        return say_below(
            m, key, say_at(m, "E", ABUT_BAD_VALUE, "E must be a pressure between 1e-30 and 1e30 Pa, got %g", a->E));
    if (!(a->nu > -1 && a->nu <= 0.5))
        return say_below(m, key, say_at(m, "nu", ABUT_BAD_VALUE, "nu must be in (-1, 0.5], got %g", a->nu));
    return ABUT_OK;
}

static abut_status find_modulus(const abut_field_def *def, double *E_star, abut_message *m) {
    *E_star = def->E_star;
    if (def->E_star == 0) {
        abut_status s = material_good(&def->a, "materials.a", m);
        if (!s) s = material_good(&def->b, "materials.b", m);
        if (s) return s;
        *E_star =
            abut_E_star(def->a.rigid ? INFINITY : def->a.E, def->a.nu, def->b.rigid ? INFINITY : def->b.E, def->b.nu);
        if (!(*E_star < INFINITY)) return say_at(m, "materials", ABUT_BAD_VALUE, "materials: both bodies are rigid");
    }
    if (!(*E_star >= 1e-30 && *E_star <= 1e30))
        return say_at(m, "E_star", ABUT_BAD_VALUE, "E_star must be a pressure between 1e-30 and 1e30 Pa, got %g",
                      *E_star);
    if (!(def->hardness >= 0 && def->hardness <= 1e30))
        return say_at(m, "hardness", ABUT_BAD_VALUE, "hardness must be a pressure of 0 or more, got %g Pa",
                      def->hardness);
    return ABUT_OK;
}

/* ---- creation ---- */
static abut_status choose_solver(abut_field *f, const abut_field_def *def, abut_message *m) {
    abut_args args;
    abut_status s = registry_check(f->registry, "dry_solver", ABUT_USUAL, &def->solver, &args, m);
    if (s) {
        (void)say_below(m, "solver", s);
        return s;
    }
    f->solver = (const dry_solver_type *)args.type;
    return say_below(m, "solver", registry_make(&args, f->solver->size, f->solver->init, &f->solver_self));
}

static abut_status choose_gap(abut_field *f, const abut_field_def *def, abut_message *m) {
    if (def->heights) {
        f->problem.rough = def->rough;
        return ABUT_OK;
    }
    abut_args args;
    abut_status s = registry_check(f->registry, "gap", 0, &def->gap, &args, m);
    if (!s)
        s = registry_make(&args, ((const gap_type *)args.type)->size, ((const gap_type *)args.type)->init,
                          &f->gap_self);
    if (s) {
        (void)say_below(m, "gap", s);
        return s;
    }
    f->gap = (const gap_type *)args.type;
    f->problem.rough = f->gap->rough;
    return ABUT_OK;
}

static void choose_grid(abut_field *f, const abut_field_def *def) {
    const abut_field_grid *d = &def->grid;
    grid own = {0}, *g = &f->problem.grid;
    if (f->gap && f->gap->window) f->gap->window(f->gap_self, &own);
    *g = (grid){.nx = d->nx ? d->nx : own.nx, .ny = d->ny ? d->ny : own.ny, .periodic = d->periodic};
    g->dx = g->nx > 0 ? (d->lx != 0 ? d->lx : own.nx * own.dx) / g->nx : 0;
    g->dy = g->ny > 0 ? (d->ly != 0 ? d->ly : own.ny * own.dy) / g->ny : 0;
}

static double bytes_of(const abut_field *f) {
    return f->solver->bytes(f->solver_self, &f->problem.grid) + 25.0 * (double)grid_cells(&f->problem.grid);
}

static abut_status allocate(abut_field *f, const abut_field_def *def, abut_message *m) {
    double most = def->memory > 0 ? def->memory : MEMORY, need = bytes_of(f);
    const grid *g = &f->problem.grid;
    if (need > most)
        return say_at(m, "grid", ABUT_NO_MEMORY,
                      "grid: %d x %d cells need %.3g GB of memory, more than the %.3g GB allowed", g->nx, g->ny,
                      need / 1e9, most / 1e9);
    size_t n = grid_cells(g);
    f->h = malloc(n * sizeof *f->h);
    f->solution.p = calloc(n, sizeof(double));
    f->solution.g = calloc(n, sizeof(double));
    f->solution.cell = calloc(n, 1);
    if (!f->h || !f->solution.p || !f->solution.g || !f->solution.cell) return say(m, ABUT_NO_MEMORY, "out of memory");
    f->problem.h = f->h;
    return ABUT_OK;
}

/* Heights as solvers want them: finite, with their rms. */
static abut_status take_heights(abut_field *f, abut_message *m) {
    size_t n = grid_cells(&f->problem.grid), bodies = 0;
    double sum = 0, squares = 0, least = INFINITY;
    for (size_t c = 0; c < n; c++) {
        if (f->h[c] == INFINITY) f->h[c] = NO_BODY;
        if (no_body(f->h[c])) continue;
        if (!(fabs(f->h[c]) < 1e20))
            return say_at(m, "gap", ABUT_NOT_FINITE, "gap: the height of cell %zu, %zu is %g",
                          c % (size_t)f->problem.grid.nx + 1, c / (size_t)f->problem.grid.nx + 1, f->h[c]);
        sum += f->h[c];
        least = fmin(least, f->h[c]);
        bodies++;
    }
    if (bodies < 2)
        return say_at(m, "gap", ABUT_BAD_VALUE,
                      "gap: the bodies face each other in fewer than two cells of the window");
    for (size_t c = 0; c < n; c++)
        if (!no_body(f->h[c])) squares += pow(f->h[c] - sum / (double)bodies, 2);
    f->least = least;
    f->mean = sum / (double)bodies;
    f->bodies = bodies;
    f->problem.rms = sqrt(squares / (double)bodies);
    return ABUT_OK;
}

static abut_status make(abut_field *f, const abut_field_def *def, abut_message *m) {
    abut_status s = find_modulus(def, &f->problem.E_star, m);
    if (!s) s = choose_solver(f, def, m);
    if (!s) s = choose_gap(f, def, m);
    if (s) return s;
    choose_grid(f, def);
    f->problem.cap = def->hardness > 0 ? def->hardness : INFINITY;
    if ((s = check_grid(&f->problem.grid, m)) || (s = allocate(f, def, m))) return s;
    gap_place at = {f->problem.grid, f->problem.E_star, f->registry};
    if (f->gap && f->gap->ends) f->gap->ends(f->gap_self, &at, f->ends);
    if (f->gap && f->gap->caution) f->caution = f->gap->caution(f->gap_self, &at);
    if (!f->gap)
        memcpy(f->h, def->heights, grid_cells(&at.grid) * sizeof *f->h);
    else if ((s = f->gap->heights(f->gap_self, &at, f->h, m)))
        return say_below(m, "gap", s);
    if ((s = take_heights(f, m))) return s;
    f->work = f->solver->create(f->solver_self, &f->problem);
    return f->work ? ABUT_OK : say(m, ABUT_NO_MEMORY, "out of memory");
}

abut_field *abut_field_create(const abut_field_def *def, abut_message *message) {
    abut_field *f = calloc(1, sizeof *f);
    if (!f) {
        (void)say(message, ABUT_NO_MEMORY, "out of memory");
        return NULL;
    }
    f->registry = def->registry ? def->registry : abut_field_types();
    if (make(f, def, message) == ABUT_OK) return f;
    abut_field_destroy(f);
    return NULL;
}

void abut_field_destroy(abut_field *f) {
    if (!f) return;
    if (f->work) f->solver->destroy(f->work);
    free(f->solver_self);
    if (f->gap && f->gap->drop) f->gap->drop(f->gap_self);
    free(f->gap_self);
    free(f->h);
    free(f->solution.p);
    free(f->solution.g);
    free(f->solution.cell);
    free(f);
}

double abut_field_bytes(const abut_field_def *def) {
    abut_field f = {.registry = def->registry ? def->registry : abut_field_types()};
    abut_message m = {0};
    double need = NAN;
    if (!choose_solver(&f, def, &m) && !choose_gap(&f, def, &m)) {
        choose_grid(&f, def);
        if (!check_grid(&f.problem.grid, &m)) need = bytes_of(&f);
    }
    if (f.gap && f.gap->drop) f.gap->drop(f.gap_self);
    free(f.gap_self);
    free(f.solver_self);
    return need;
}

abut_field_grid abut_field_size(const abut_field *f) {
    const grid *g = &f->problem.grid;
    return (abut_field_grid){g->nx, g->ny, g->nx * g->dx, g->ny * g->dy, g->periodic};
}

const double *abut_field_heights(const abut_field *f) { return f->h; }

abut_status abut_field_set_heights(abut_field *f, const double *heights, abut_message *message) {
    memcpy(f->h, heights, grid_cells(&f->problem.grid) * sizeof *f->h);
    return take_heights(f, message);
}

void abut_field_forget(abut_field *f) { f->solution.warm = false; }

/* ---- solving ---- */
static abut_status take_load(abut_field *f, const abut_field_load *l, abut_message *m) {
    dry_problem *p = &f->problem;
    p->forced[0] = l->by_force;
    p->given[0] = l->by_force ? l->force : l->approach;
    if (l->by_force && !(l->force >= 1e-300 && l->force < 1e30))
        return say_at(m, "force", ABUT_BAD_VALUE, "force must be above 0, got %g N", l->force);
    if (!l->by_force && !(fabs(l->approach) < 1e20))
        return say_at(m, "approach", ABUT_BAD_VALUE, "approach is not a length: %g m", l->approach);
    for (int k = 0; k < 2; k++) {
        p->forced[k + 1] = l->by_moment[k];
        p->given[k + 1] = l->by_moment[k] ? l->moment[k] : -l->tilt[k];
        if (!(fabs(p->given[k + 1]) < 1e20))
            return say_at(m, l->by_moment[k] ? "moment" : "tilt", ABUT_NOT_FINITE, "%s: %g is beyond reason",
                          l->by_moment[k] ? "moment" : "tilt", p->given[k + 1]);
        if (p->grid.periodic && (l->by_moment[k] || l->tilt[k] != 0))
            return say_at(m, l->by_moment[k] ? "moment" : "tilt", ABUT_BAD_VALUE,
                          "a periodic window has neither tilt nor moment: it would not repeat itself");
    }
    if (p->grid.periodic && !l->by_force && l->approach >= f->mean)
        return say_at(m, "approach", ABUT_BAD_VALUE,
                      "approach: %g m brings the mean planes of a periodic window together or past each other; it must "
                      "be below %g m, "
                      "the mean height of the gap",
                      l->approach, f->mean);
    double area = grid_area(&p->grid) * (double)f->bodies;
    if (l->by_force && l->force > p->cap * area * (1 - 1e-9))
        return say_at(m, "force", ABUT_BAD_VALUE, "force: the window carries at most %g N at this hardness",
                      p->cap * area);
    return ABUT_OK;
}

static bool apart(const abut_field *f) { /* nothing touches */
    const dry_problem *p = &f->problem;
    if (p->forced[0]) return false;
    for (int j = 0; j < p->grid.ny; j++)
        for (int i = 0; i < p->grid.nx; i++) {
            double plane = 0;
            for (int k = 0; k < PLANES; k++)
                if (!p->forced[k]) plane += p->given[k] * plane_at(&p->grid, k, i, j);
            if (plane > p->h[(size_t)j * (size_t)p->grid.nx + (size_t)i]) return false;
        }
    return true;
}

static void part(abut_field *f) {
    const dry_problem *p = &f->problem;
    dry_solution *s = &f->solution;
    size_t n = grid_cells(&p->grid);
    memset(s->p, 0, n * sizeof *s->p);
    memset(s->cell, CELL_OPEN, n);
    for (int k = 0; k < PLANES; k++) s->lambda[k] = p->forced[k] ? 0 : p->given[k];
    for (int j = 0; j < p->grid.ny; j++)
        for (int i = 0; i < p->grid.nx; i++) {
            size_t c = (size_t)j * (size_t)p->grid.nx + (size_t)i;
            s->g[c] = p->h[c];
            for (int k = 0; k < PLANES; k++) s->g[c] -= s->lambda[k] * plane_at(&p->grid, k, i, j);
        }
    s->residual = 0, s->scale = p->rms, s->inner = s->outer = 0, s->work = 0, s->warm = false;
}

static double seconds_now(void) { return (double)clock() / CLOCKS_PER_SEC; }

abut_status abut_field_solve(abut_field *f, const abut_field_load *load, abut_field_result *out,
                             abut_message *message) {
    double begin = seconds_now();
    abut_status status = take_load(f, load, message);
    *out = (abut_field_result){0};
    if (status) return status;
    f->tangent = false;
    if (apart(f)) {
        part(f);
    } else {
        status = f->solver->solve(f->work, &f->problem, &f->solution, message);
        f->solution.warm = status == ABUT_OK;
    }
    if (status && status != ABUT_NO_CONVERGENCE) return status;
    field_result(f, out);
    out->seconds = seconds_now() - begin;
    if (status)
        return say(message, status, "the contact was not found: residual %.2g after %ld iterations; %s", out->residual,
                   out->inner,
                   out->at_edge ? "it reaches the edge of the window"
                                : "a coarser tolerance or another solver may help");
    if (out->at_edge && !f->problem.rough)
        return say_at(
            message, "grid", ABUT_OUTSIDE_DOMAIN,
            "the contact reaches the edge of the window of %g x %g m: it must be larger (lx, ly), or periodic",
            f->problem.grid.nx * f->problem.grid.dx, f->problem.grid.ny * f->problem.grid.dy);
    return ABUT_OK;
}

abut_status abut_field_sweep(abut_field *f, const abut_field_load *loads, int count, abut_field_seen_fn *seen,
                             void *user, abut_message *message) {
    for (int i = 0; i < count; i++) {
        abut_field_result r;
        abut_status s = abut_field_solve(f, &loads[i], &r, message);
        if (s) return s;
        if (seen && seen(i, &r, user)) return ABUT_STOPPED;
    }
    return ABUT_OK;
}
