/* abut static: equilibrium under the loads of the model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/quat.h"
#include "command.h"
#include "complain.h"
#include "machine/machine.h"
#include "open_model.h"

enum { AT_JSON, AT_REST, AT_SET, AT_PLUGIN };

static const flag_info static_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    [AT_REST] = {"at-rest", FLAG_SWITCH, .meaning = "bearings as if nothing turned: no centrifugal forces"},
    [AT_SET] = {"set", FLAG_REPEAT, .meaning = "path=value: change one value of the model; may be given often"},
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

typedef struct equilibrium {
    const abut_world *world;
    const abut_quat *start; /* orientation of each body before */
    double residual;        /* N or N m */
    int iterations;
} equilibrium;

/* Rotation vector (rad, world axes) from the start pose, the shorter way. */
static vec3 body_rotation(const equilibrium *e, int id) {
    abut_quat q = abut_read_body(e->world, (abut_body){id}).q;
    return quat_log(quat_multiply(q, quat_conjugate(e->start[id])));
}

/* ---- the answer ---- */
static void json_vector(json *j, const char *key, vec3 v) {
    json_begin(j, key, '[');
    json_number(j, NULL, v.x);
    json_number(j, NULL, v.y);
    json_number(j, NULL, v.z);
    json_end(j);
}

static void json_contact(json *j, const equilibrium *e, abut_contact contact) {
    abut_element_out c = {0};
    if (abut_read_contact(e->world, contact, &c)) c = (abut_element_out){.h = (double)NAN};
    json_begin(j, abut_contact_name(e->world, contact), '{');
    json_number(j, "N", c.N);
    json_number(j, "approach", c.h);
    json_number(j, "a", c.a);
    json_number(j, "b", c.b);
    json_number(j, "p_max", c.p_max);
    json_end(j);
}

static void print_json(const equilibrium *e) {
    json j = json_start(stdout);
    json_begin(&j, "bodies", '{');
    for (int id = 1; id <= abut_body_count(e->world); id++) {
        json_begin(&j, abut_body_name(e->world, (abut_body){id}), '{');
        json_vector(&j, "position", abut_read_body(e->world, (abut_body){id}).r);
        json_vector(&j, "rotation", body_rotation(e, id));
        json_end(&j);
    }
    json_end(&j);
    json_begin(&j, "contacts", '{');
    for (int id = 1; id <= abut_contact_count(e->world); id++) json_contact(&j, e, (abut_contact){id});
    json_end(&j);
    json_begin(&j, "machines", '{');
    for (int id = 1; id <= abut_machine_count(e->world); id++) {
        const world_machine *m = machine_at(e->world, (abut_machine){id}, NULL);
        json_begin(&j, m->name, '{');
        if (m->type->rest_json) m->type->rest_json(e->world, m->self, &j);
        json_end(&j);
    }
    json_end(&j);
    json_number(&j, "residual", e->residual);
    json_number(&j, "iterations", e->iterations);
    json_end(&j);
}

/* Part of a machine that reports it itself. */
static bool in_machine(const equilibrium *e, int id, bool contact) {
    for (int i = 1; i <= abut_machine_count(e->world); i++) {
        const world_machine *m = machine_at(e->world, (abut_machine){i}, NULL);
        int first = contact ? m->contact : m->body, count = contact ? m->contacts : m->bodies;
        if (m->type->rest_print && id >= first && id < first + count) return true;
    }
    return false;
}

static void print_bodies(const equilibrium *e) {
    (void)printf("%-16s %14s %14s %14s %12s %12s %12s\n", "body", "x [m]", "y [m]", "z [m]", "turned [rad]", "", "");
    for (int id = 1; id <= abut_body_count(e->world); id++) {
        if (in_machine(e, id, false)) continue;
        vec3 r = abut_read_body(e->world, (abut_body){id}).r, turn = body_rotation(e, id);
        (void)printf("%-16s %14.8g %14.8g %14.8g %12.5g %12.5g %12.5g\n", abut_body_name(e->world, (abut_body){id}),
                     r.x, r.y, r.z, turn.x, turn.y, turn.z);
    }
}

static void print_contacts(const equilibrium *e) {
    bool head = false;
    for (int id = 1; id <= abut_contact_count(e->world); id++) {
        abut_element_out c = {0};
        if (in_machine(e, id, true) || abut_read_contact(e->world, (abut_contact){id}, &c)) continue;
        if (!head)
            (void)printf("\n%-16s %14s %14s %12s %12s %12s\n", "contact", "N [N]", "approach [um]", "a [mm]", "b [mm]",
                         "p_max [MPa]");
        head = true;
        (void)printf("%-16s %14.8g %14.6g %12.5g %12.5g %12.6g\n", abut_contact_name(e->world, (abut_contact){id}), c.N,
                     c.h * 1e6, c.a * 1e3, c.b * 1e3, c.p_max * 1e-6);
    }
}

static void print_table(const equilibrium *e) {
    (void)printf("equilibrium after %d iterations, largest unbalanced force %.3g (N, N m)\n\n", e->iterations,
                 e->residual);
    print_bodies(e);
    print_contacts(e);
    for (int id = 1; id <= abut_machine_count(e->world); id++) {
        const world_machine *m = machine_at(e->world, (abut_machine){id}, NULL);
        if (m->type->rest_print) m->type->rest_print(e->world, m->self, stdout);
    }
}

/* ---- the command ---- */
static abut_quat *orientations(const abut_world *w) {
    abut_quat *q = calloc((size_t)abut_body_count(w) + 1, sizeof *q);
    for (int id = 1; q && id <= abut_body_count(w); id++) q[id] = abut_read_body(w, (abut_body){id}).q;
    return q;
}

static int solve(flag_set *set, model *m) {
    m->solver.statics = true;
    m->solver.at_rest = set->value[AT_REST].given;
    int refused = start_model(m);
    if (refused) return refused;
    abut_status status = ABUT_OK;
    abut_quat *start = orientations(m->world);
    equilibrium e = {.world = m->world, .start = start};
    if (!start)
        status = ABUT_NO_MEMORY;
    else
        status = abut_static(m->world, &e.residual, &e.iterations);
    if (!status) (set->value[AT_JSON].given ? print_json : print_table)(&e);
    free(start);
    if (!status) return STATUS_DONE;
    const char *why = abut_world_message(m->world);
    complain(set->command->name, "%s", why[0] ? why : abut_status_text(status));
    return STATUS_FAILED;
}

static int run_static(flag_set *set) {
    model m;
    if (!open_model(set, AT_SET, &m)) return STATUS_USAGE;
    int status = solve(set, &m);
    model_free(&m);
    return status;
}

const cli_command command_static = {
    .info =
        {.name = "static",
         .usage = "MODEL [--json] [--at-rest] [--set path=value]...",
         .summary = "equilibrium of a model under its loads",
         .flags = static_flags,
         .words_max = 1,
         .notes =
             "Loads as at t = 0, everything at rest. Rotations are rotation vectors in world axes, from the start\n"
             "pose of the model.\n"
             "The balls of a bearing stay at their azimuth, in planes through the axis of the outer ring; what would\n"
             "drive them out is the cage force. They carry the centrifugal forces and, as `control` says, the\n"
             "gyroscopic moments of the drives' final speeds, unless --at-rest is given. Printed are the load, angle\n"
             "and pressure of every ball at both races and the stiffness of the bearing (5 x 5).\n"},
    .run = run_static,
};
