/* The sections in the order of their dependence: what is named comes before what names it. */
#include <math.h>
#include <string.h>

#include "model.h"
#include "sections.h"

static void read_list(reader *r, const node *section, const char *what, const char *item,
                      void (*read)(reader *r, const node *n)) {
    if (!section) return;
    if (section->kind != NODE_LIST) {
        error_on(r, section, "%s: expected a list, got %s", what, node_phrase(section));
        return;
    }
    for (unsigned i = 0; i < section->count && !r->more_errors; i++)
        if (need_map(r, section->items[i], item)) read(r, section->items[i]);
}

/* One number for all kinds of state, or one for each. */
static void read_tolerances(reader *r, const node *n, abut_solver_def *to) {
    tolerance_keys k = {0};
    if (n->kind != NODE_MAP) {
        (void)read_ranged(r, n, "atol", "1", 0, INFINITY, OPEN_ENDS, &to->atol);
        return;
    }
    (void)read_keys(r, n, &keys_of_tolerances, NULL, &k);
    to->atol_position = k.position;
    to->atol_velocity = k.velocity;
    to->atol_angle = k.angle;
    to->atol_angular_velocity = k.angular_velocity;
}

static abut_start_place start_place(const char *word) {
    return !strcmp(word, "given")         ? ABUT_START_GIVEN
           : !strcmp(word, "equilibrium") ? ABUT_START_EQUILIBRIUM
                                          : ABUT_START_AUTO;
}

static void read_solver(reader *r, const node *n, model *out) {
    solver_keys k = {0};
    if (!need_map(r, n, "solver")) return;
    (void)read_keys(r, n, &keys_of_solver, NULL, &k);
    out->solver.type = k.type;
    out->t_end = out->solver.t_end = k.t_end;
    out->solver.rtol = k.rtol;
    out->solver.first_step = k.first_step;
    out->solver.max_step = k.max_step;
    out->solver.max_order = k.max_order;
    out->solver.fixed_step = k.fixed_step;
    out->solver.iterations = k.iterations;
    out->solver.threads = k.threads;
    if (k.start) out->solver.start = start_place(k.start);
    out->solver.events = k.events;
    if (k.atol) read_tolerances(r, k.atol, &out->solver);
    if (k.first_step > 0 && k.max_step > 0 && k.first_step > k.max_step)
        error_on(r, node_get(n, "first_step"), "first_step: must not exceed max_step (%g s), got %g", k.max_step,
                 k.first_step);
}

static void read_output(reader *r, const node *n, model *out) {
    output_keys k = {0};
    if (!need_map(r, n, "output")) return;
    (void)read_keys(r, n, &keys_of_output, NULL, &k);
    out->output_every = k.every;
    out->output_from = out->solver.statistics_from = k.from;
    if (out->t_end > 0 && k.every > 0 && out->t_end / k.every > 1e8)
        error_on(r, node_get(n, "every"), "every: more than 1e8 outputs until t_end (%g s), got %g", out->t_end,
                 k.every);
}

void build_model(reader *r, const node *root, model *out) {
    model_keys k = {0};
    if (!need_map(r, root, "model")) return;
    r->root = root;
    (void)read_keys(r, root, &keys_of_model, NULL, &k);
    r->world = abut_world_create(&(abut_world_def){k.gravity, r->registry});
    if (!r->world) longjmp(*r->memory.no_memory, 1);
    out->title = (char *)k.title;
    if (k.materials) read_materials(r, k.materials);
    if (k.lubricants) read_lubricants(r, k.lubricants);
    read_list(r, k.bodies, "bodies", "body", read_body);
    read_list(r, k.surfaces, "surfaces", "surface", read_surface);
    if (count_parts(r, k.machines)) read_list(r, k.machines, "machines", "machine", read_machine);
    read_list(r, k.points, "points", "point", read_point);
    read_list(r, k.joints, "joints", "joint", read_joint);
    read_list(r, k.forces, "forces", "force", read_force);
    read_list(r, k.contacts, "contacts", "contact", read_contact);
    if (k.groups) read_groups(r, k.groups);
    read_list(r, k.collide, "collide", "collide", read_collide);
    if (k.solver) read_solver(r, k.solver, out);
    if (k.output) read_output(r, k.output, out);
}
