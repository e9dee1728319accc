/* Running: start, accepted steps, statistics, and the instant that readers see. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "contact/element.h"
#include "registry/registry.h"
#include "settle.h"
#include "static.h"
#include "world.h"

/* ---- start ---- */
static abut_status check_solver(abut_world *w, const abut_solver_def *d) {
    const struct {
        const char *key;
        double x;
    } numbers[] = {{"rtol", d->rtol},
                   {"atol", d->atol},
                   {"atol.position", d->atol_position},
                   {"atol.velocity", d->atol_velocity},
                   {"atol.angle", d->atol_angle},
                   {"atol.angular_velocity", d->atol_angular_velocity},
                   {"t_end", d->t_end},
                   {"first_step", d->first_step},
                   {"max_step", d->max_step}};
    world_about(w, "solver", 0);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (!(numbers[i].x >= 0))
            return world_refuse_at(w, numbers[i].key, ABUT_BAD_VALUE,
                                   "solver: tolerances, steps and the end time must not be negative");
    if (d->rtol >= 1)
        return world_refuse_at(w, "rtol", ABUT_BAD_VALUE, "solver: rtol must be below 1, got %g", d->rtol);
    if (!(d->fixed_step >= 0) || d->iterations < 0)
        return world_refuse_at(w, d->fixed_step >= 0 ? "iterations" : "fixed_step", ABUT_BAD_VALUE,
                               "solver: fixed_step and iterations must not be negative");
    if (d->renew_every < 0) return world_refuse_at(w, "", ABUT_BAD_VALUE, "solver: renew_every must not be negative");
    if (d->threads < 0) return world_refuse_at(w, "threads", ABUT_BAD_VALUE, "solver: threads must not be negative");
    if (d->max_order < 0)
        return world_refuse_at(w, "max_order", ABUT_BAD_VALUE, "solver: max_order must not be negative");
    return ABUT_OK;
}

static void set_tolerances(abut_world *w) {
    const abut_solver_def *d = &w->solver;
    mb_set_tolerances(w->system, &(mb_tolerances){d->rtol, d->atol, d->atol_position, d->atol_velocity, d->atol_angle,
                                                  d->atol_angular_velocity});
    for (int i = 1; i <= w->contacts; i++) abut_element_tolerance(w->contact[i].element, d->rtol);
}

static abut_status make_integrator(abut_world *w) {
    abut_message message = {0};
    const abut_solver_def *d = &w->solver;
    w->t_stop = d->t_end > 0 ? d->t_end : INFINITY;
    integrator_setup setup = {.work = w->work,
                              .system = w->system,
                              .rtol = d->rtol,
                              .t_end = &w->t_stop,
                              .first_step = d->first_step,
                              .max_step = d->max_step,
                              .max_order = d->max_order,
                              .fixed_step = d->fixed_step,
                              .iterations = d->iterations,
                              .has_contacts = w->contacts > 0 || w->collides > 0,
                              .events = d->events,
                              .counts = &w->counts,
                              .observe = w->integrator->observes ? world_observe : NULL,
                              .user = w};
    mb_set_threads(w->system, d->threads);
    w->integrator_self = calloc(1, w->integrator->size);
    if (!w->integrator_self) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    abut_status status = w->integrator->create(w->integrator_self, &setup, &message);
    if (!status) status = w->integrator->restart(w->integrator_self, 0, w->y);
    world_about(w, "solver", 0);
    return status ? world_refuse_at(w, "type", status, "%s", message.text[0] ? message.text : abut_status_text(status))
                  : ABUT_OK;
}

/* Every change of the shown state ends here. */
abut_status world_evaluate(abut_world *w) {
    abut_status status = mb_rhs(w->reader, w->t_shown, w->y, w->y_middle, NULL);
    dynamics_subtree_sums(w->reader);
    return status;
}

static int culprit(const abut_world *w) { /* the first contact that cannot be evaluated as it stands */
    for (int i = 1; i <= w->contacts; i++) {
        abut_element_in in;
        abut_element_out out = {0};
        applied_input(w->reader, &w->system->contact[i - 1], w->y + w->system->size.nx + w->system->size.nu, &in);
        if (abut_element_eval(w->contact[i].element, &in, &out)) return i;
    }
    return 0;
}

static abut_status start_energy(abut_world *w) {
    abut_status status = world_evaluate(w);
    if (status) {
        int contact = culprit(w);
        if (!contact)
            return world_refuse(w, ABUT_INCONSISTENT, "the model cannot be evaluated at the start: %s",
                                abut_status_text(status));
        world_about(w, "contact", contact);
        return world_refuse_at(w, "", ABUT_INCONSISTENT, "the model cannot be evaluated at the start: contact '%s': %s",
                               w->contact[contact].name, abut_status_text(status));
    }
    w->energy_start = world_stored(w, w->reader, NULL);
    world_observe_start(w);
    return ABUT_OK;
}

abut_status abut_start(abut_world *w, const abut_solver_def *def) {
    if (w->status) return w->status;
    world_stop(w);
    abut_status found = w->observer && !w->balancing ? w->observer->before(w, def) : ABUT_OK;
    world_stop(w); /* it may have been started to be looked at */
    if (found) return found;
    w->solver = def ? *def : (abut_solver_def){0};
    w->solver.type = keep_text(&w->keep, w->solver.type);
    if (w->solver.rtol == 0) w->solver.rtol = 1e-5;
    abut_status status = world_kept(w);
    if (!status) status = check_solver(w, &w->solver);
    if (!w->solver.statics) world_unsettle(w);
    if (!status && world_should_settle(w)) status = world_settle(w);
    w->resting = w->solver.statics;
    for (int i = 1; !status && i <= w->machines; i++) {
        world_about(w, "machine", i);
        if (w->machine[i].type->prepare) status = w->machine[i].type->prepare(w, w->machine[i].self);
    }
    for (int i = 1; i <= w->bodies; i++) w->body[i].hidden = world_hider(w, w->body[i].machine) != NULL;
    if (!status) status = world_masses(w);
    if (!status) status = world_tree(w);
    const integrator_type *asked = (const integrator_type *)abut_registry_find(w->registry, "solver", w->solver.type);
    w->turning = !w->resting && !w->outside && (world_solver_open(w) || (asked && asked->turning));
    for (int i = 1; i <= w->contacts; i++) w->turning = w->turning && abut_element_states(w->contact[i].element) == 0;
    w->swarming = !w->plain && !w->resting && !(asked && asked->single);
    if (!status) status = world_assemble(w);
    if (!status) status = world_start_state(w);
    if (!status) set_tolerances(w);
    if (!status) status = world_choose(w);
    if (!status) status = world_check_crowds(w);
    if (!status) status = start_energy(w);
    if (!status) status = mb_accept(w->work, 0, w->y);
    if (!status) status = make_integrator(w);
    if (status) {
        world_stop(w);
        return w->status ? w->status : world_refuse(w, status, "%s", abut_status_text(status));
    }
    w->started = true;
    if (w->observer) w->observer->start(w);
    if (w->observer && world_observes(w)) w->observer->accepted(w, 0);
    return ABUT_OK;
}

void world_stop(abut_world *w) {
    if (w->integrator_self) w->integrator->destroy(w->integrator_self);
    free(w->integrator_self);
    mb_work_destroy(w->work);
    mb_work_destroy(w->reader);
    mb_system_destroy(w->system);
    free(w->y);
    free(w->y_start);
    free(w->y_middle);
    for (int i = 1; i <= w->contacts; i++) abut_element_forget(w->contact[i].element);
    w->integrator_self = NULL;
    w->work = w->reader = NULL;
    w->system = NULL;
    w->y = w->y_start = w->y_middle = NULL;
    w->started = false;
    w->counts = (integrator_counts){0};
    w->t_step = w->h_step = w->t_shown = w->violation = w->energy_start = w->lost = 0;
    memset(w->quads, 0, sizeof w->quads);
    w->why.text[0] = '\0';
    w->redundant = 0;
}

void abut_set_watch(abut_world *w, int (*watch)(void *user), void *user) {
    w->watch = watch;
    w->watch_user = user;
}

/* After a step: what integrators do not do themselves. */
static abut_status commit(abut_world *w, double t) {
    const integrator_type *type = w->integrator;
    mb_sizes z = mb_size(w->system);
    double *u0 = w->y_start + z.nx, h = t - w->t_step;
    double *end = w->y, *middle = w->y_middle;
    if (w->system->cyclics) {
        type->dense(w->integrator_self, t - 0.5 * h, middle, NULL);
        type->dense(w->integrator_self, t, end, NULL);
        mb_turn_cyclic(w->work, t - h, h, u0, middle + z.nx, end + z.nx, true);
    } else
        type->dense(w->integrator_self, t, end, NULL);
    if (!type->observes) {
        abut_status status = mb_rhs(w->work, t, end, middle, NULL);
        w->counts.rhs_evals++;
        if (!status) world_observe(w, t, end);
    }
    if (z.nc) w->violation = fmax(w->violation, mb_violation(w->work, t, end));
    abut_status status = mb_accept(w->work, t, end);
    mb_copy(w->work, w->y_start, end, z.nx + z.nu + z.ns);
    w->h_step = h;
    w->t_step = t;
    return status;
}

static abut_status fail(abut_world *w, abut_status status, const abut_message *message) {
    w->t_shown = w->t_step;
    memcpy(w->y, w->y_start, (size_t)(w->system->size.nx + w->system->size.nu + w->system->size.ns) * sizeof(double));
    (void)world_evaluate(w);
    return world_refuse(w, status, "%s", message->text[0] ? message->text : abut_status_text(status));
}

static abut_status one_step(abut_world *w) {
    abut_message message = {0};
    double t = w->t_step;
    if (w->watch && w->watch(w->watch_user)) return ABUT_STOPPED;
    if (world_renews(w)) w->integrator->renew(w->integrator_self);
    if (w->t_step == 0 && w->h_step == 0)
        memcpy(w->y_start, w->y,
               (size_t)(w->system->size.nx + w->system->size.nu + w->system->size.ns) * sizeof(double));
    abut_status status = w->integrator->step(w->integrator_self, &t, &message);
    if (status) return fail(w, status, &message);
    status = commit(w, t);
    return status < 0 ? fail(w, status, &message) : ABUT_OK;
}

/* Sets what readers see to an instant within the last step. */
static void show(abut_world *w, double t) {
    mb_sizes z = mb_size(w->system);
    if (w->h_step > 0) {
        if (w->system->cyclics) { /* back from the committed end of the step */
            double *middle = w->y_middle;
            w->integrator->dense(w->integrator_self, 0.5 * (t + w->t_step), middle, NULL);
            w->integrator->dense(w->integrator_self, t, w->y, NULL);
            mb_turn_cyclic(w->reader, w->t_step, t - w->t_step, w->y_start + z.nx, middle + z.nx, w->y + z.nx, false);
        }
        w->integrator->dense(w->integrator_self, t, w->y, w->quads);
    }
    w->t_shown = t;
    (void)world_evaluate(w);
}

static abut_status ready(abut_world *w) {
    if (w->status) return w->status;
    return w->started ? ABUT_OK : abut_start(w, NULL);
}

/* At the very end the statistics of the last state are still to be taken. */
static void observe_last(abut_world *w) {
    if (!w->integrator->observes || w->h_step == 0) return;
    abut_status status = mb_rhs(w->work, w->t_step, w->y_start, w->y_middle, NULL);
    if (!status) world_observe(w, w->t_step, w->y_start);
}

static abut_status moving(abut_world *w) {
    abut_status status = ready(w);
    if (status || !w->resting || !w->machines) return status;
    return world_refuse(w, ABUT_BAD_VALUE, "the world was started for statics: start it anew to let time pass");
}

abut_status abut_advance(abut_world *w, double t) {
    abut_status status = moving(w);
    if (status) return status;
    double end = w->solver.t_end > 0 ? w->solver.t_end : INFINITY;
    if (!(t <= end * (1 + 1e-12)))
        return world_refuse(w, ABUT_BAD_VALUE, "advance: t = %g s lies beyond the end %g s", t, end);
    if (t < w->t_step - w->h_step)
        return world_refuse(w, ABUT_BAD_VALUE, "advance: t = %g s has passed; the last step began at %g s", t,
                            w->t_step - w->h_step);
    t = fmin(t, end);
    while (w->t_step < t)
        if ((status = one_step(w))) return status;
    show(w, t);
    if (t == end) observe_last(w);
    return ABUT_OK;
}

abut_status abut_step(abut_world *w) {
    abut_status status = moving(w);
    if (status) return status;
    if (w->solver.t_end > 0 && w->t_step >= w->solver.t_end) return ABUT_OK;
    if ((status = one_step(w))) return status;
    show(w, w->t_step);
    return ABUT_OK;
}

static void hold_spin(void *user, int i, machine_spin how) {
    const world_machine *m = &((abut_world *)user)->machine[i + 1];
    if (m->type->rest_spin) m->type->rest_spin(m->self, how);
}

/* Parts of machines lie away from the coordinates of their joints, or are hidden. */
static double part_reach(const abut_world *w) {
    double most = 0;
    for (int i = 1; i <= w->bodies; i++)
        if (w->body[i].machine) most = fmax(most, v3_norm(w->body[i].def.start.r));
    return most;
}

/* The body with the largest unbalanced force where statics has given up; 0: there is none. */
static int most_pushed(const abut_world *w) {
    int most = 0;
    double largest = 0;
    for (int i = 1; i <= w->bodies; i++) {
        double force = w->body[i].mass * v3_norm(abut_read_body(w, (abut_body){i}).a);
        if (w->body[i].def.fixed || !(force > largest) || !isfinite(force)) continue;
        most = i, largest = force;
    }
    return most;
}

/* Has it gone away, or turned on in its joint without end? */
static bool lost(const abut_world *w, int body) {
    const mb_node *n = &w->system->node[w->body[body].node];
    bool far = v3_norm(abut_read_body(w, (abut_body){body}).r) > static_lost;
    for (int i = 0; i < n->nu && n->x + i < mb_size(w->system).nx; i++) far |= fabs(w->y[n->x + i]) > static_lost;
    return far;
}

/* There is no equilibrium: a body that went away is to blame, if there is one, or the one that is pushed most. */
static abut_status no_rest(abut_world *w, abut_status status, const char *text) {
    for (int i = 1; status == ABUT_NO_EQUILIBRIUM && i <= w->bodies; i++) {
        if (!lost(w, i)) continue;
        world_about(w, "body", i);
        return world_refuse_at(w, "", status, "body '%.80s' moves away without limit: nothing holds it",
                               w->body[i].name);
    }
    int pushed = status == ABUT_NO_EQUILIBRIUM ? most_pushed(w) : 0;
    if (!pushed) return world_refuse(w, status, "%s", text[0] ? text : abut_status_text(status));
    int machine = w->body[pushed].machine;
    world_about(w, machine ? "machine" : "body", machine ? machine : pushed);
    return world_refuse_at(w, "", status, "%s; body '%.80s' is pushed most", text, w->body[pushed].name);
}

abut_status abut_static(abut_world *w, double *residual, int *iterations) {
    abut_message message = {0};
    abut_status status = ready(w);
    if (!status && (w->machines || w->system->swarms || w->collides) &&
        !w->resting) { /* assembled anew, without the inner bodies of machines */
        abut_solver_def solver = w->solver;
        solver.statics = true;
        status = abut_start(w, &solver);
    }
    if (status) return status;
    mb_sizes z = mb_size(w->system);
    memset(w->y + z.nx, 0, (size_t)z.nu * sizeof(double));
    const static_spins spins = {w->machines, w, hold_spin, part_reach(w)};
    for (int i = 0; i < spins.count; i++) hold_spin(w, i, SPIN_FREE);
    (void)mb_hold(w->system, false);
    status = static_solve(w->system, w->work, w->y, &spins, residual, iterations, &message);
    w->t_shown = w->t_step = w->h_step = 0;
    if (!status) status = w->integrator->restart(w->integrator_self, 0, w->y);
    if (status)
        (void)world_evaluate(w);
    else
        status = start_energy(w);
    return status ? no_rest(w, status, message.text) : ABUT_OK;
}
