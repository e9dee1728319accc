/* The public interface of friction on a grid (abut/field_friction.h). */
#include "abut/field_friction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "base/plane.h"
#include "friction.h"
#include "friction_carry.h"

enum { MOST_ROUNDS = 60 };
static const double USUAL_MEMORY = 4e9,
                    SETTLED = 1e-8; /* bytes; change of the pressure between rounds over the greatest */

struct abut_field_friction {
    abut_field_friction_def def;
    grid g;
    elastic_pair pair;
    friction_grid *f;
    double *memory;
    double *q, *s, *p;       /* of the last solve: 2, 2 and 1 numbers per cell */
    double *q0, *p0;         /* the past */
    double *heights, *other; /* of pressure and tractions together: without tractions; with them */
    bool past;
};

static double number_of_cells(const abut_field_grid *g) { return (double)g->nx * g->ny; }

double abut_field_friction_bytes(const abut_field_friction_def *def) {
    bool rolls = def->rolled > 0;
    int operators = rolls ? 3 : 1, kernels = rolls ? 5 + 10 + 10 : 5;
    double table = 6 * sizeof(double) * 2 * number_of_cells(&def->grid);
    return operators * convolve_bytes(def->grid.nx, def->grid.ny, false, 4, 0) +
           convolve_bytes(def->grid.nx, def->grid.ny, false, 0, kernels) + table +
           sizeof(double) * number_of_cells(&def->grid) * (11 + 7 + (rolls ? 101 : 23));
}

/* ---- what may be wrong ---- */

static abut_status check_grid(const abut_field_grid *g, abut_message *m) {
    if (g->nx < 1 || g->ny < 1)
        return say_at(m, "grid", ABUT_BAD_VALUE, "a grid needs at least one cell, not %d x %d", g->nx, g->ny);
    if (!(g->lx > 0) || !(g->ly > 0) || !isfinite(g->lx) || !isfinite(g->ly))
        return say_at(m, "grid", ABUT_BAD_VALUE, "the sides of a window must be positive, not %g m x %g m", g->lx,
                      g->ly);
    if (g->periodic)
        return say_at(m, "grid.periodic", ABUT_BAD_VALUE,
                      "friction and stresses are not known for periodic windows: leave periodic out");
    return ABUT_OK;
}

static abut_status check_material(const abut_material *b, const char *key, abut_message *m) {
    if (b->rigid) return ABUT_OK;
    if (!(b->E > 0) || !isfinite(b->E))
        return say_at(m, key, ABUT_BAD_VALUE, "friction needs both materials: E must be positive, not %g Pa", b->E);
    if (!(b->nu > -1) || !(b->nu <= 0.5))
        return say_at(m, key, ABUT_BAD_VALUE, "nu must be in (-1, 0.5], not %g", b->nu);
    return ABUT_OK;
}

static abut_status check(const abut_field_friction_def *d, abut_message *m) {
    abut_status s = check_grid(&d->grid, m);
    if (s == ABUT_OK) s = check_material(&d->a, "materials.a", m);
    if (s == ABUT_OK) s = check_material(&d->b, "materials.b", m);
    if (s != ABUT_OK) return s;
    if (d->a.rigid && d->b.rigid) return say_at(m, "materials", ABUT_BAD_VALUE, "one of the bodies must be elastic");
    if (!(d->mu >= 0) || !isfinite(d->mu))
        return say_at(m, "friction.mu", ABUT_BAD_VALUE, "the coefficient of friction must not be negative, not %g",
                      d->mu);
    if (!(d->rolled >= 0) || d->rolled > d->grid.lx)
        return say_at(m, "friction.rolling", ABUT_BAD_VALUE,
                      "a step of rolling must lie between 0 and the length of the window, %g m, not %g m", d->grid.lx,
                      d->rolled);
    double bytes = abut_field_friction_bytes(d), most = d->memory > 0 ? d->memory : USUAL_MEMORY;
    if (bytes > most)
        return say_at(m, "grid", ABUT_BAD_VALUE,
                      "friction on %d x %d cells needs %.2g bytes, more than the %.2g allowed", d->grid.nx, d->grid.ny,
                      bytes, most);
    return ABUT_OK;
}

static double shear_modulus(const abut_material *m) { return m->rigid ? INFINITY : m->E / (2 * (1 + m->nu)); }

static grid grid_of(const abut_field_grid *g) { return (grid){g->nx, g->ny, g->lx / g->nx, g->ly / g->ny, false}; }

abut_field_friction *abut_field_friction_create(const abut_field_friction_def *def, abut_message *message) {
    if (check(def, message) != ABUT_OK) return NULL;
    abut_field_friction *f = calloc(1, sizeof *f);
    if (f) {
        f->def = *def;
        f->g = grid_of(&def->grid);
        f->pair = elastic_pair_of(shear_modulus(&def->a), def->a.rigid ? 0 : def->a.nu, shear_modulus(&def->b),
                                  def->b.rigid ? 0 : def->b.nu);
        size_t n = grid_cells(&f->g);
        f->f = friction_grid_create(&f->g, &f->pair, def->rolled);
        f->memory = calloc(11 * n, sizeof *f->memory);
        f->q = f->memory;
        if (f->f && f->memory) {
            f->s = f->q + 2 * n, f->q0 = f->s + 2 * n, f->p = f->q0 + 2 * n, f->p0 = f->p + n;
            f->heights = f->p0 + n, f->other = f->heights + n;
            return f;
        }
        abut_field_friction_destroy(f);
    }
    say(message, ABUT_NO_MEMORY, "no memory for friction on %d x %d cells", def->grid.nx, def->grid.ny);
    return NULL;
}

void abut_field_friction_destroy(abut_field_friction *f) {
    if (!f) return;
    friction_grid_destroy(f->f);
    free(f->memory);
    free(f);
}

void abut_field_friction_accept(abut_field_friction *f) {
    size_t n = grid_cells(&f->g);
    memcpy(f->q0, f->q, 2 * n * sizeof *f->q);
    memcpy(f->p0, f->p, n * sizeof *f->p);
    f->past = true;
}

void abut_field_friction_forget(abut_field_friction *f) { f->past = false; }

/* ---- the past: tractions and pressure, 3 numbers per cell, and whether there is one ---- */

size_t abut_field_friction_memory_size(const abut_field_friction *f) {
    return (3 * grid_cells(&f->g) + 1) * sizeof(double);
}

void abut_field_friction_get_memory(const abut_field_friction *f, void *block) {
    double *to = block;
    size_t n = grid_cells(&f->g);
    to[0] = f->past;
    memcpy(to + 1, f->q0, 2 * n * sizeof *to);
    memcpy(to + 1 + 2 * n, f->p0, n * sizeof *to);
}

void abut_field_friction_set_memory(abut_field_friction *f, const void *block) {
    const double *from = block;
    size_t n = grid_cells(&f->g);
    f->past = from[0] != 0;
    memcpy(f->q0, from + 1, 2 * n * sizeof *from);
    memcpy(f->p0, from + 1 + 2 * n, n * sizeof *from);
}

void abut_field_friction_move(abut_field_friction *f, double x, double y, double angle) {
    friction_move m = {x, y, angle};
    size_t n = grid_cells(&f->g);
    double *room = f->heights; /* and f->other behind it: not needed between solves */
    friction_carry_pairs(&f->g, &f->g, &m, f->q0, room);
    memcpy(f->q0, room, 2 * n * sizeof *room);
    friction_carry(&f->g, &f->g, &m, f->p0, room);
    memcpy(f->p0, room, n * sizeof *room);
}

/* ---- one solve ---- */

/* All cells slip: q = -mu p w/|w| with the rigid slip w; none at the pole. */
static friction_result slide(abut_field_friction *f, const abut_field_motion *motion) {
    size_t n = grid_cells(&f->g);
    friction_result r = {.report = {.converged = true}};
    friction_grid_rigid_slip(f->f, motion->shift, motion->twist, f->s);
    for (size_t i = 0; i < n; i++) {
        double length = plane_length(f->s[i], f->s[n + i]), c = length > 0 ? -f->def.mu * f->p[i] / length : 0;
        f->q[i] = c * f->s[i];
        f->q[n + i] = c * f->s[n + i];
        r.report.slip += f->p[i] > 0;
    }
    friction_grid_sums(f->f, f->q, f->s, &r);
    r.shift[0] = motion->shift[0], r.shift[1] = motion->shift[1];
    return r;
}

static friction_result tangential(abut_field_friction *f, const abut_field_motion *motion) {
    if (motion->sliding) return slide(f, motion);
    double d = f->def.rolled > 0 ? f->def.rolled : 1;
    friction_step step = {
        .mu = f->def.mu,
        .pressure = f->p,
        .q0 = f->past ? f->q0 : NULL,
        .p0 = f->past ? f->p0 : NULL,
        .shift = {d * motion->shift[0], d * motion->shift[1]},
        .twist = d * motion->twist,
        .steady = motion->steady,
        .force_given = motion->by_force,
        .force = {motion->force[0], motion->force[1]},
        .tolerance = f->def.tol,
    };
    friction_result r = friction_grid_step(f->f, &step, f->q, f->s);
    r.shift[0] /= d, r.shift[1] /= d;
    return r;
}

static abut_status check_motion(const abut_field_friction *f, const abut_field_motion *motion, abut_message *m) {
    const double all[] = {motion->shift[0], motion->shift[1], motion->twist, motion->force[0], motion->force[1]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!isfinite(all[i])) return say_at(m, "friction", ABUT_BAD_VALUE, "a motion must be finite, not %g", all[i]);
    if (!(f->def.rolled > 0) && motion->steady)
        return say_at(m, "friction.rolling", ABUT_BAD_VALUE, "only rolling can be steady");
    if (motion->sliding && motion->shift[0] == 0 && motion->shift[1] == 0 && motion->twist == 0)
        return say_at(m, "friction.sliding", ABUT_BAD_VALUE, "sliding needs a direction");
    return ABUT_OK;
}

/* A force that friction cannot carry has no shift. */
static abut_status check_force(const abut_field_friction *f, const abut_field_motion *motion, abut_message *m) {
    if (!motion->by_force) return ABUT_OK;
    double sum = 0;
    for (size_t i = 0; i < grid_cells(&f->g); i++) sum += fmax(0, f->p[i]);
    double most = f->def.mu * sum * grid_area(&f->g), force = plane_length(motion->force[0], motion->force[1]);
    if (force < most) return ABUT_OK;
    return say_at(m, f->def.rolled > 0 ? "friction.rolling.force" : "friction.force", ABUT_BAD_VALUE,
                  "a force of %g N is not below the friction force, %g N", force, most);
}

static abut_status report(const abut_field_friction *f, const friction_result *r, long rounds,
                          abut_field_friction_result *out, abut_message *m) {
    *out = (abut_field_friction_result){
        .force = {r->force[0], r->force[1]},
        .moment = r->moment,
        .shift = {r->shift[0], r->shift[1]},
        .loss = r->loss,
        .stick_cells = r->report.stick,
        .slip_cells = r->report.slip,
        .residual = r->report.residual,
        .steps = r->report.steps,
        .inner = r->report.inner,
        .rounds = rounds,
        .traction = f->q,
        .slip = f->s,
    };
    if (r->report.converged) return ABUT_OK;
    return say(m, ABUT_NO_CONVERGENCE, "friction did not come to its tolerance: residual %.2g", r->report.residual);
}

static abut_status check_pressure(const abut_field_friction *f, const double *p, abut_message *m) {
    for (size_t i = 0; i < grid_cells(&f->g); i++)
        if (!isfinite(p[i])) return say(m, ABUT_NOT_FINITE, "the pressure of cell %zu is %g", i, p[i]);
    return ABUT_OK;
}

abut_status abut_field_friction_solve(abut_field_friction *f, const double *pressure, const abut_field_motion *motion,
                                      abut_field_friction_result *out, abut_message *message) {
    abut_status s = check_motion(f, motion, message);
    if (s == ABUT_OK) s = check_pressure(f, pressure, message);
    if (s != ABUT_OK) return s;
    memcpy(f->p, pressure, grid_cells(&f->g) * sizeof *f->p);
    s = check_force(f, motion, message);
    if (s != ABUT_OK) return s;
    friction_result r = tangential(f, motion);
    return report(f, &r, 1, out, message);
}

/* ---- pressure and tractions together: Panagiotopoulos' iteration ---- */

/* The greatest change of the pressure, over the greatest pressure. */
static double take_pressure(abut_field_friction *f, const double *p) {
    double change = 0, most = 0;
    for (size_t i = 0; i < grid_cells(&f->g); i++) {
        change = fmax(change, fabs(p[i] - f->p[i]));
        most = fmax(most, p[i]);
        f->p[i] = p[i];
    }
    return most > 0 ? change / most : 0;
}

static abut_status rounds(abut_field_friction *f, abut_field *normal, const abut_field_load *load,
                          const abut_field_motion *motion, abut_field_result *pressed, abut_field_friction_result *out,
                          abut_message *message) {
    size_t n = grid_cells(&f->g);
    bool coupled = f->pair.K != 0;
    for (int k = 1;; k++) {
        abut_status s = abut_field_solve(normal, load, pressed, message);
        if (s != ABUT_OK) return s;
        double change = take_pressure(f, pressed->pressure);
        s = check_force(f, motion, message);
        if (s != ABUT_OK) return s;
        friction_result r = tangential(f, motion);
        if (!coupled || (k > 1 && change < SETTLED)) return report(f, &r, k, out, message);
        if (k == MOST_ROUNDS) {
            report(f, &r, k, out, NULL);
            return say(message, ABUT_NO_CONVERGENCE,
                       "pressure and tractions did not settle: the pressure still changes by %.2g", change);
        }
        friction_operator_normal(friction_grid_operator(f->f), f->q, f->other);
        for (size_t i = 0; i < n; i++) f->other[i] += f->heights[i];
        s = abut_field_set_heights(normal, f->other, message);
        if (s != ABUT_OK) return s;
    }
}

abut_status abut_field_friction_with_pressure(abut_field_friction *f, abut_field *normal, const abut_field_load *load,
                                              const abut_field_motion *motion, abut_field_result *pressed,
                                              abut_field_friction_result *out, abut_message *message) {
    abut_status s = check_motion(f, motion, message);
    if (s != ABUT_OK) return s;
    memcpy(f->heights, abut_field_heights(normal), grid_cells(&f->g) * sizeof *f->heights);
    s = rounds(f, normal, load, motion, pressed, out, message);
    if (f->pair.K != 0) {
        abut_status back = abut_field_set_heights(normal, f->heights, message);
        if (s == ABUT_OK) s = back;
    }
    return s;
}

abut_status abut_field_friction_creep(abut_field_friction *f, const double *pressure, abut_field_creep *out,
                                      abut_message *message) {
    if (!(f->def.rolled > 0))
        return say_at(message, "friction.rolling", ABUT_BAD_VALUE, "coefficients of creep need rolling");
    double cells = 0;
    for (size_t i = 0; i < grid_cells(&f->g); i++) cells += pressure[i] > 0;
    if (cells == 0) return say(message, ABUT_BAD_VALUE, "coefficients of creep need cells that touch");
    double ab = cells * grid_area(&f->g) / PI;
    /* heights and what lies behind them are not needed between solves; the last tractions stay as they are */
    creep_coefficients c = friction_creep_coefficients(f->f, pressure, ab, f->heights);
    *out = (abut_field_creep){c.C11, c.C22, c.C23, c.C32, c.C33, sqrt(ab)};
    return ABUT_OK;
}
