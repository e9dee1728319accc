/* abut static: equilibrium under the loads of the model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/result.h"
#include "abut/text.h"
#include "command.h"
#include "complain.h"
#include "open_model.h"

enum { AT_JSON, AT_REST, AT_SET, AT_OUTSIDE, AT_FMU, AT_PLUGIN };

static const flag_info static_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    [AT_REST] = {"at-rest", FLAG_SWITCH, .meaning = "bearings as if nothing turned: no centrifugal forces"},
    [AT_SET] = {"set", FLAG_REPEAT, .meaning = "path=value: change one value of the model; may be given often"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_FMU] = FMU_FLAG,
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
static abut_vec3 body_rotation(const equilibrium *e, int id) {
    return abut_rotation_vector(e->start[id], abut_read_body(e->world, (abut_body){id}).q);
}

/* ---- the answer ---- */
static void json_vector(abut_json *j, const char *key, abut_vec3 v) {
    abut_json_begin(j, key, '[');
    abut_json_number(j, NULL, v.x);
    abut_json_number(j, NULL, v.y);
    abut_json_number(j, NULL, v.z);
    abut_json_end(j);
}

static void json_contact(abut_json *j, const equilibrium *e, abut_contact contact) {
    abut_element_out c = {0};
    if (abut_read_contact(e->world, contact, &c)) c = (abut_element_out){.h = (double)NAN};
    abut_json_begin(j, abut_contact_name(e->world, contact), '{');
    abut_json_number(j, "N", c.N);
    abut_json_number(j, "approach", c.h);
    abut_json_number(j, "a", c.a);
    abut_json_number(j, "b", c.b);
    abut_json_number(j, "p_max", c.p_max);
    abut_json_end(j);
}

static void print_json(const equilibrium *e) {
    abut_json j = abut_json_start(stdout);
    abut_json_begin(&j, "bodies", '{');
    for (int id = 1; id <= abut_body_count(e->world); id++) {
        abut_json_begin(&j, abut_body_name(e->world, (abut_body){id}), '{');
        json_vector(&j, "position", abut_read_body(e->world, (abut_body){id}).r);
        json_vector(&j, "rotation", body_rotation(e, id));
        abut_json_end(&j);
    }
    abut_json_end(&j);
    abut_json_begin(&j, "contacts", '{');
    for (int id = 1; id <= abut_contact_count(e->world); id++) json_contact(&j, e, (abut_contact){id});
    abut_json_end(&j);
    abut_json_begin(&j, "machines", '{');
    for (int id = 1; id <= abut_machine_count(e->world); id++) {
        abut_json_begin(&j, abut_machine_name(e->world, (abut_machine){id}), '{');
        abut_machine_static_json(e->world, (abut_machine){id}, &j);
        abut_json_end(&j);
    }
    abut_json_end(&j);
    abut_json_number(&j, "residual", e->residual);
    abut_json_number(&j, "iterations", e->iterations);
    abut_json_end(&j);
}

/* Part of a machine that reports it itself. */
static bool in_machine(const equilibrium *e, abut_machine machine) {
    return machine.id && abut_machine_static_print(e->world, machine, NULL);
}

static void print_bodies(const equilibrium *e) {
    (void)printf("%-16s %14s %14s %14s %12s %12s %12s\n", "body", "x [m]", "y [m]", "z [m]", "turned [rad]", "", "");
    for (int id = 1; id <= abut_body_count(e->world); id++) {
        if (in_machine(e, abut_machine_of_body(e->world, (abut_body){id}))) continue;
        abut_vec3 r = abut_read_body(e->world, (abut_body){id}).r, turn = body_rotation(e, id);
        (void)printf("%-16s %14.8g %14.8g %14.8g %12.5g %12.5g %12.5g\n", abut_body_name(e->world, (abut_body){id}),
                     r.x, r.y, r.z, turn.x, turn.y, turn.z);
    }
}

static void print_contacts(const equilibrium *e) {
    bool head = false;
    for (int id = 1; id <= abut_contact_count(e->world); id++) {
        abut_element_out c = {0};
        abut_contact contact = {id};
        if (in_machine(e, abut_machine_of_contact(e->world, contact)) || abut_read_contact(e->world, contact, &c))
            continue;
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
    for (int id = 1; id <= abut_machine_count(e->world); id++)
        (void)abut_machine_static_print(e->world, (abut_machine){id}, stdout);
}

/* ---- the command ---- */
static abut_quat *orientations(const abut_world *w) {
    abut_quat *q = calloc((size_t)abut_body_count(w) + 1, sizeof *q);
    for (int id = 1; q && id <= abut_body_count(w); id++) q[id] = abut_read_body(w, (abut_body){id}).q;
    return q;
}

static int solve(flag_set *set, abut_model *m) {
    abut_world *w = abut_model_world(m);
    abut_solver_def solver = abut_model_solver(m);
    solver.statics = true;
    solver.at_rest = set->value[AT_REST].given;
    int refused = start_model(m, &solver);
    if (refused) return refused;
    abut_quat *start = orientations(w);
    equilibrium e = {.world = w, .start = start};
    abut_status status = start ? abut_model_static(m, &e.residual, &e.iterations) : ABUT_NO_MEMORY;
    if (!status) (set->value[AT_JSON].given ? print_json : print_table)(&e);
    free(start);
    if (!status) return STATUS_DONE;
    say_no_equilibrium(set, m, status);
    return STATUS_FAILED;
}

static int run_static(flag_set *set) {
    abut_model *m = open_model(set, AT_SET);
    if (!m) return STATUS_USAGE;
    int status = solve(set, m);
    abut_model_destroy(m);
    return status;
}

const cli_command command_static = {
    .info =
        {.name = "static",
         .usage = "MODEL [--json] [--at-rest] [--set path=value]... [--plugin FILE]...",
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
