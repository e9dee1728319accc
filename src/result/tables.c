/* The recorded quantities and how each is read from the world. */
#include "tables.h"

#include <math.h>

#include "abut/machine/common.h"

static double *put(double *to, double value) {
    *to = value;
    return to + 1;
}

static double *put3(double *to, abut_vec3 v) { return put(put(put(to, v.x), v.y), v.z); }

/* ---- time ---- */
static void read_time(const abut_world *w, int id, double *to) {
    (void)id;
    *to = abut_time(w);
}

static const column_info time_columns[] = {
    {"time", "s", 1, COLUMN_REAL, "t", "instant of each row of the other datasets"},
    {0},
};

static const table_info time_table = {.name = "", .read = read_time, .columns = time_columns};

/* ---- bodies ---- */
static const char *body_label(const abut_world *w, int id) { return abut_body_name(w, (abut_body){id}); }

static void read_body(const abut_world *w, int id, double *to) {
    abut_body_state s = abut_read_body(w, (abut_body){id});
    to = put3(to, s.r);
    to = put3(put(to, s.q.w), (abut_vec3){s.q.x, s.q.y, s.q.z});
    to = put3(to, s.v);
    (void)put3(to, s.w);
}

static const column_info body_columns[] = {
    {"position", "m", 3, COLUMN_REAL, "x,y,z", "centre of mass, world axes"},
    {"quaternion", "1", 4, COLUMN_REAL, "q0,q1,q2,q3", "orientation, body to world, scalar first"},
    {"velocity", "m/s", 3, COLUMN_REAL, "vx,vy,vz", "of the centre of mass, world axes"},
    {"angular_velocity", "rad/s", 3, COLUMN_REAL, "wx,wy,wz", "body axes"},
    {0},
};

static const table_info body_table = {.name = "bodies",
                                      .prefix = "body",
                                      .count = abut_body_count,
                                      .label = body_label,
                                      .read = read_body,
                                      .columns = body_columns};

/* ---- contacts ---- */
static const char *contact_label(const abut_world *w, int id) { return abut_contact_name(w, (abut_contact){id}); }

/* Of a film: no number where there is none. */
static double or_none(double x) { return x > 0 ? x : (double)NAN; }

static void read_contact(const abut_world *w, int id, double *to) {
    abut_element_out c = {.want_frame = abut_contact_lubricated(w, (abut_contact){id})};
    bool known = abut_read_contact(w, (abut_contact){id}, &c) == ABUT_OK;
    if (!known) c = (abut_element_out){.h = (double)NAN};
    to = put(put(to, c.touching), c.mode);
    to = put(put(to, c.h), c.N);
    to = put3(put3(to, c.force), c.point);
    to = put(put(put(to, c.a), c.b), c.p_max);
    to = put(to, sqrt(c.slip.x * c.slip.x + c.slip.y * c.slip.y + c.slip.z * c.slip.z));
    (void)put(to, or_none(c.film.h_c));
}

static const column_info contact_columns[] = {
    {"touching", "1", 1, COLUMN_SMALL, "touching", "1 in contact, 0 apart"},
    {"mode", "1", 1, COLUMN_SMALL, "mode", "0 open, 1 stick, 2 slip"},
    {"approach", "m", 1, COLUMN_REAL, "approach", "positive in contact, minus the gap apart"},
    {"N", "N", 1, COLUMN_REAL, "N", "normal force"},
    {"force", "N", 3, COLUMN_REAL, "fx,fy,fz", "whole force on the second body, world axes"},
    {"point", "m", 3, COLUMN_REAL, "px,py,pz", "contact point, world axes"},
    {"a", "m", 1, COLUMN_REAL, "a", "major semi-axis of the contact ellipse"},
    {"b", "m", 1, COLUMN_REAL, "b", "minor semi-axis of the contact ellipse"},
    {"p_max", "Pa", 1, COLUMN_REAL, "p_max", "greatest pressure"},
    {"slip", "m/s", 1, COLUMN_REAL, "slip", "speed of sliding"},
    {"film", "m", 1, COLUMN_REAL, "film", "central film thickness; no number: no film"},
    {0},
};

/* ---- films: of lubricated contacts only ---- */
static bool has_film(const abut_world *w, int id) { return abut_contact_lubricated(w, (abut_contact){id}); }

static void read_film(const abut_world *w, int id, double *to) {
    abut_element_out c = {.want_frame = true};
    if (abut_read_contact(w, (abut_contact){id}, &c)) c = (abut_element_out){0};
    const abut_film_state *f = &c.film;
    to = put(put(put(put(put(to, f->u_sum), f->M), f->L), f->D), f->regime);
    to = put(put(put(put(to, or_none(f->h_c)), or_none(f->h_min)), or_none(f->lambda)), f->fluid_share);
    to = put(put(put(to, f->T_fluid), f->T_boundary), f->T_rolling);
    to = put(put(to, c.loss_friction), f->loss_fluid);
    (void)put(put(to, f->loss_boundary), f->loss_rolling);
}

static const column_info film_columns[] = {
    {"u_sum", "m/s", 1, COLUMN_REAL, "u_sum", "sum of the surface velocities relative to the contact point"},
    {"M", "1", 1, COLUMN_REAL, "M", "Moes' number of the load"},
    {"L", "1", 1, COLUMN_REAL, "L", "Moes' number of the lubricant"},
    {"D", "1", 1, COLUMN_REAL, "D", "curvature across the rolling over that along it; 0: line contact"},
    {"regime", "1", 1, COLUMN_SMALL, "regime",
     "0 no film; 1 rigid, 2 elastic, both isoviscous; 3 rigid, 4 elastic, both piezoviscous"},
    {"h_c", "m", 1, COLUMN_REAL, "h_c", "central film thickness; no number: no film"},
    {"h_min", "m", 1, COLUMN_REAL, "h_min", "least film thickness; no number: no film"},
    {"lambda", "1", 1, COLUMN_REAL, "lambda", "h_min over the roughness; no number: no film, or smooth surfaces"},
    {"fluid_share", "1", 1, COLUMN_REAL, "fluid_share", "part of the load that the film carries"},
    {"T_fluid", "N", 1, COLUMN_REAL, "T_fluid", "friction by shear of the film"},
    {"T_boundary", "N", 1, COLUMN_REAL, "T_boundary", "friction of asperities"},
    {"T_rolling", "N", 1, COLUMN_REAL, "T_rolling", "rolling resistance of the inlet"},
    {"loss", "W", 1, COLUMN_REAL, "loss", "dissipated by friction of all kinds"},
    {"loss_fluid", "W", 1, COLUMN_REAL, "loss_fluid", "of it by shear of the film"},
    {"loss_boundary", "W", 1, COLUMN_REAL, "loss_boundary", "of it by asperities"},
    {"loss_rolling", "W", 1, COLUMN_REAL, "loss_rolling", "of it by rolling"},
    {0},
};

static const table_info film_table = {.name = "films",
                                      .count = abut_contact_count,
                                      .label = contact_label,
                                      .read = read_film,
                                      .columns = film_columns,
                                      .has = has_film};

static const table_info contact_table = {.name = "contacts",
                                         .prefix = "contact",
                                         .count = abut_contact_count,
                                         .label = contact_label,
                                         .read = read_contact,
                                         .columns = contact_columns,
                                         .more = &film_table};

/* ---- joints ---- */
static const char *joint_label(const abut_world *w, int id) { return abut_joint_name(w, (abut_joint){id}); }

static void read_joint(const abut_world *w, int id, double *to) {
    abut_joint_state s = abut_read_joint(w, (abut_joint){id});
    for (int i = 0; i < 7; i++) to = put(to, s.x[i]);
    for (int i = 0; i < 6; i++) to = put(to, s.v[i]);
    to = put3(put3(to, s.force), s.torque);
    (void)put(put(to, s.drive), s.residual);
}

static const column_info joint_columns[] = {
    {"coordinate", "m or rad", 7, COLUMN_REAL, "x1,x2,x3,x4,x5,x6,x7",
     "translations, then the angle or the quaternion, from the start pose; 0 beyond those the joint has"},
    {"velocity", "m/s or rad/s", 6, COLUMN_REAL, "v1,v2,v3,v4,v5,v6", "one per degree of freedom; 0 beyond"},
    {"force", "N", 3, COLUMN_REAL, "fx,fy,fz", "of joint and drive on the child, world axes"},
    {"torque", "N m", 3, COLUMN_REAL, "mx,my,mz", "of joint and drive on the child, at the joint, world axes"},
    {"drive", "N or N m", 1, COLUMN_REAL, "drive", "along the driven coordinate"},
    {"residual", "m or rad", 1, COLUMN_REAL, "residual", "violation of a joint that closes a loop"},
    {0},
};

static const table_info joint_table = {.name = "joints",
                                       .prefix = "joint",
                                       .count = abut_joint_count,
                                       .label = joint_label,
                                       .read = read_joint,
                                       .columns = joint_columns};

/* ---- groups that collide ---- */
static const char *collide_label(const abut_world *w, int id) { return abut_collide_name(w, (abut_collide){id}); }

static void read_collide(const abut_world *w, int id, double *to) {
    abut_collide_state s = abut_read_collide(w, (abut_collide){id});
    (void)put(put(put(put(to, s.touching), s.max_N), s.max_p_max), s.energy);
}

static const column_info collide_columns[] = {
    {"touching", "1", 1, COLUMN_COUNT, "touching", "contacts that are closed"},
    {"max_N", "N", 1, COLUMN_REAL, "max_N", "greatest normal force"},
    {"max_p_max", "Pa", 1, COLUMN_REAL, "max_p_max", "greatest pressure"},
    {"energy", "J", 1, COLUMN_REAL, "energy", "stored in these contacts"},
    {0},
};

static bool has_collides(const abut_world *w, int id) {
    (void)id;
    return abut_collide_count(w) > 0;
}

static const table_info collide_table = {.name = "collide",
                                         .prefix = "collide",
                                         .count = abut_collide_count,
                                         .label = collide_label,
                                         .read = read_collide,
                                         .columns = collide_columns,
                                         .has = has_collides};

static const char *surface_label(const abut_world *w, int id) { return abut_surface_name(w, (abut_surface){id}); }

static const column_info no_columns[] = {{0}};

static const table_info surface_table = {.name = "surfaces",
                                         .count = abut_surface_count,
                                         .label = surface_label,
                                         .columns = no_columns,
                                         .has = has_collides};

/* ---- energy ---- */
static void read_energy(const abut_world *w, int id, double *to) {
    (void)id;
    abut_energy e = abut_read_energy(w);
    to = put(put(put(put(to, e.kinetic), e.gravity), e.springs), e.contacts);
    to = put(put(put(to, e.dissipated_normal), e.dissipated_friction), e.dissipated_dampers);
    (void)put(put(put(to, e.work_of_loads_and_drives), e.residual), e.work_of_curvature);
}

static const column_info energy_columns[] = {
    {"kinetic", "J", 1, COLUMN_REAL, "kinetic", "of all bodies"},
    {"gravity", "J", 1, COLUMN_REAL, "gravity", "potential of gravity"},
    {"springs", "J", 1, COLUMN_REAL, "springs", "stored in springs"},
    {"contacts", "J", 1, COLUMN_REAL, "contacts", "stored in contacts"},
    {"dissipated_normal", "J", 1, COLUMN_REAL, "dissipated_normal", "lost in the damping of contacts since the start"},
    {"dissipated_friction", "J", 1, COLUMN_REAL, "dissipated_friction", "lost in friction since the start"},
    {"dissipated_dampers", "J", 1, COLUMN_REAL, "dissipated_dampers", "lost in dampers since the start"},
    {"work", "J", 1, COLUMN_REAL, "work", "done by loads and drives since the start"},
    {"residual", "J", 1, COLUMN_REAL, "residual", "stored now + dissipated - works - stored at the start: should be 0"},
    {"work_of_curvature", "J", 1, COLUMN_REAL, "work_of_curvature",
     "gained by contacts whose curvatures change under a normal force that is not made conservative"},
    {0},
};

static const table_info energy_table = {
    .name = "energy", .prefix = "energy", .read = read_energy, .columns = energy_columns};

/* ---- machines: their names; each has a table of its own, see machine_table.h ---- */
static const char *machine_label(const abut_world *w, int id) { return abut_machine_name(w, (abut_machine){id}); }

static const table_info machine_table = {
    .name = "machines", .count = abut_machine_count, .label = machine_label, .columns = no_columns};

/* ---- the solver ---- */
static void read_solver(const abut_world *w, int id, double *to) {
    (void)id;
    abut_run_stats s = abut_read_stats(w);
    to = put(put(put(to, s.last_step), (double)s.steps), (double)s.rejected);
    (void)put(to, (double)s.rhs_evals);
}

static const column_info solver_columns[] = {
    {"step", "s", 1, COLUMN_REAL, "step", "size of the last accepted step"},
    {"steps_so_far", "1", 1, COLUMN_COUNT, "steps_so_far", "accepted steps since the start"},
    {"rejected_so_far", "1", 1, COLUMN_COUNT, "rejected_so_far", "rejected steps since the start"},
    {"rhs_evals_so_far", "1", 1, COLUMN_COUNT, "rhs_evals_so_far", "evaluations of all forces since the start"},
    {0},
};

static const table_info solver_table = {.name = "solver", .read = read_solver, .columns = solver_columns};

const table_info *const result_tables[] = {&time_table,   &body_table,   &contact_table, &film_table,    &joint_table,
                                           &energy_table, &solver_table, &machine_table, &collide_table, &surface_table,
                                           NULL};

int table_objects(const table_info *t, const abut_world *w, int *ids) {
    int all = t->count ? t->count(w) : 1, n = 0;
    for (int id = 1; id <= all; id++) {
        if (t->has && !t->has(w, id)) continue;
        if (ids) ids[n] = id;
        n++;
    }
    return n;
}
