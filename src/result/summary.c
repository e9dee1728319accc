/* How a run went, as JSON. */
#include "summary.h"

#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "base/message.h"
#include "machine/machine.h"
#include "machine/watch.h"

static const char *const film_regime_names[ABUT_FILM_REGIMES] = {"none", "rigid_isoviscous", "elastic_isoviscous",
                                                                 "rigid_piezoviscous", "elastic_piezoviscous"};

double run_speed(const run_outcome *o) { return o->wall_seconds > 0 ? o->t_reached / o->wall_seconds : (double)NAN; }

static void put_run(json *j, const char *run_id, const run_outcome *o) {
    json_string(j, "status", o->status);
    if (o->message && o->message[0]) json_string(j, "message", o->message);
    json_string(j, "model", o->model);
    json_string(j, "title", o->title);
    json_string(j, "abut_version", abut_version());
    json_string(j, "run_id", run_id);
    json_number(j, "t_end", o->t_end);
    json_number(j, "t_reached", o->t_reached);
    json_number(j, "wall_seconds", o->wall_seconds);
    json_number(j, "cpu_seconds", o->cpu_seconds);
    json_number(j, "real_time_factor", run_speed(o));
}

static void put_warnings(json *j, const run_outcome *o) {
    json_begin(j, "warnings", '[');
    for (int i = 0; i < o->warning_count; i++) {
        const abut_model_error *w = &o->warnings[i];
        json_begin(j, NULL, '{');
        json_string(j, "code", w->code);
        json_string(j, "path", w->path);
        json_string(j, "message", w->message);
        json_string(j, "file", w->file);
        json_number(j, "line", w->line);
        json_number(j, "column", w->column);
        json_end(j);
    }
    json_end(j);
}

static void put_solver(json *j, const abut_run_stats *s, double rtol) {
    json_begin(j, "solver", '{');
    json_string(j, "type", s->solver);
    json_string(j, "why", s->why);
    json_string(j, "start", s->settled ? "equilibrium" : "given");
    json_number(j, "rtol", rtol);
    json_end(j);
    json_string(j, "kernel", s->kernel);
    json_number(j, "steps", (double)s->steps);
    json_number(j, "rejected", (double)s->rejected);
    json_number(j, "rhs_evals", (double)s->rhs_evals);
    json_number(j, "jac_evals", (double)s->jac_evals);
    json_number(j, "factorisations", (double)s->factorisations);
    json_number(j, "newton_fails", (double)s->newton_fails);
    json_number(j, "events", (double)s->events);
    json_number(j, "last_step", s->last_step);
    json_number(j, "unknowns", s->unknowns);
    json_number(j, "constraints", s->constraints);
    json_number(j, "redundant", s->redundant);
    json_number(j, "constraint_residual", s->constraint_residual);
}

static void put_energy(json *j, const abut_energy *e) {
    json_begin(j, "energy", '{');
    json_number(j, "initial", e->initial);
    json_number(j, "final", e->final);
    json_number(j, "kinetic", e->kinetic);
    json_number(j, "gravity", e->gravity);
    json_number(j, "springs", e->springs);
    json_number(j, "contacts", e->contacts);
    json_number(j, "dissipated_normal", e->dissipated_normal);
    json_number(j, "dissipated_friction", e->dissipated_friction);
    json_number(j, "dissipated_dampers", e->dissipated_dampers);
    json_number(j, "work_of_loads_and_drives", e->work_of_loads_and_drives);
    json_number(j, "work_of_curvature", e->work_of_curvature);
    json_number(j, "residual", e->residual);
    json_end(j);
}

/* Parts of the time under load; nulls without such. */
void summary_put_regimes(json *j, const double time[ABUT_FILM_REGIMES]) {
    double whole = 0;
    for (int k = 0; k < ABUT_FILM_REGIMES; k++) whole += time[k];
    json_begin(j, "regimes", '{');
    for (int k = 0; k < ABUT_FILM_REGIMES; k++)
        json_number(j, film_regime_names[k], whole > 0 ? time[k] / whole : (double)NAN);
    json_end(j);
}

static void put_film(json *j, const abut_contact_stats *s) {
    json_number(j, "h_min_least", s->h_min_least > 0 ? s->h_min_least : (double)NAN);
    json_number(j, "lambda_least", s->lambda_least > 0 ? s->lambda_least : (double)NAN);
    json_number(j, "loss_mean", s->observed > 0 ? s->lost_friction / s->observed : 0);
    json_begin(j, "energy_lost", '{');
    json_number(j, "friction", s->lost_friction);
    json_number(j, "fluid", s->lost_fluid);
    json_number(j, "boundary", s->lost_boundary);
    json_number(j, "rolling", s->lost_rolling);
    json_end(j);
    summary_put_regimes(j, s->time_in_regime);
    double whole = 0;
    for (int k = 0; k < ABUT_FILM_REGIMES; k++) whole += s->time_in_regime[k];
    if (s->time_beyond > 0) json_number(j, "beyond_table", s->time_beyond / whole);
}

static void put_contacts(json *j, const abut_world *w) {
    json_begin(j, "contacts", '{');
    for (int id = 1; id <= abut_contact_count(w); id++) {
        abut_contact_stats s = abut_read_contact_stats(w, (abut_contact){id});
        const char *name = abut_contact_name(w, (abut_contact){id});
        json_begin(j, name ? name : "", '{');
        json_number(j, "max_N", s.max_N);
        json_number(j, "max_p_max", s.max_p_max);
        json_number(j, "max_approach", s.max_approach);
        json_number(j, "time_touching", s.time_touching);
        json_number(j, "touches", (double)s.touches);
        if (abut_contact_lubricated(w, (abut_contact){id})) put_film(j, &s);
        json_end(j);
    }
    json_end(j);
}

/* Only of models that have such groups. */
static void put_collides(json *j, const abut_world *w) {
    if (!abut_collide_count(w)) return;
    json_begin(j, "collide", '{');
    for (int id = 1; id <= abut_collide_count(w); id++) {
        abut_collide_stats s = abut_read_collide_stats(w, (abut_collide){id});
        json_begin(j, abut_collide_name(w, (abut_collide){id}), '{');
        json_number(j, "surfaces", s.surfaces);
        json_number(j, "max_N", s.max_N);
        json_number(j, "max_p_max", s.max_p_max);
        json_number(j, "max_approach", s.max_approach);
        json_number(j, "touches", (double)s.touches);
        json_number(j, "touching", s.touching);
        json_number(j, "most_touching", s.most_touching);
        json_end(j);
    }
    json_end(j);
}

void summary_put_greatest(json *j, const abut_greatest *g, const char *of) {
    json_begin(j, "greatest", '{');
    if (of) json_string(j, "of", of);
    json_number(j, "contact_force", g->contact_force);
    json_number(j, "pressure", g->pressure);
    json_number(j, "approach", g->approach);
    json_number(j, "film_least", g->film_least);
    json_number(j, "joint_force", g->joint_force);
    json_number(j, "speed", g->speed);
    json_number(j, "angular_speed", g->angular_speed);
    json_end(j);
}

static void put_machines(json *j, const abut_world *w) {
    json_begin(j, "machines", '{');
    for (int id = 1; id <= abut_machine_count(w); id++) {
        const world_machine *m = machine_at(w, (abut_machine){id}, NULL);
        json_begin(j, m->name, '{');
        watch_json(m, j);
        json_end(j);
    }
    json_end(j);
}

/* False: out of memory. */
static bool put_all(FILE *to, const char *run_id, const abut_world *w, const run_outcome *o) {
    abut_run_stats stats = abut_read_stats(w);
    abut_energy energy = abut_read_energy(w);
    json j = json_start(to);
    put_run(&j, run_id, o);
    put_warnings(&j, o);
    put_solver(&j, &stats, o->rtol);
    put_energy(&j, &energy);
    abut_greatest greatest = abut_read_greatest(w);
    summary_put_greatest(&j, &greatest, NULL);
    put_contacts(&j, w);
    put_collides(&j, w);
    put_machines(&j, w);
    watch_types_json(w, &j);
    json_end(&j);
    return !j.no_memory;
}

abut_status summary_write(const run_folder *folder, const abut_world *w, const run_outcome *o, abut_message *message) {
    FILE *file = folder_begin(folder, SUMMARY_NAME, message);
    if (!file) return ABUT_BAD_FILE;
    bool whole = put_all(file, folder->run_id, w, o);
    abut_status status = folder_end(folder, SUMMARY_NAME, file, message);
    return status || whole ? status : say(message, ABUT_NO_MEMORY, "out of memory for the summary");
}
