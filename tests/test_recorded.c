/* Every number that a run leaves is the number that the public interface reads at that instant, to the last bit: CSV files by
 * their headings, datasets of results.h5, summary.json. A wet contact on a turning disc, an axle, a spring, a damper. */
#include <check.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/lubrication.h"
#include "model/model.h"
#include "result/recorder.h"
#include "result/summary.h"
#include "support/near.h"
#include "support/owned.h"
#include "support/suite.h"

static const char text[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {steel: {E: 210 GPa, density: 7850}}\n"
    "lubricants: {oil: {eta0: 0.1, alpha: 2e-8}}\n"
    "bodies:\n"
    "  - {name: disc, fixed: true, drive: {speed: 100 rpm}}\n"
    "  - {name: ball, position: [0.05, 0, 9.999 mm], angular_velocity: [50, 0, 0]}\n"
    "  - {name: carrier, mass: 0.1, inertia: [1e-5, 1e-5, 1e-5], position: [0.05, 0, 9.999 mm]}\n"
    "surfaces:\n"
    "  - {name: shell, body: ball, shape: {type: sphere, radius: 10 mm}, material: steel}\n"
    "  - {name: top, body: disc, shape: plane, material: steel}\n"
    "joints:\n"
    "  - {name: axle, type: revolute, parent: carrier, child: ball, position: [0.05, 0, 9.999 mm],"
    " orientation: {axis: [0, 1, 0], angle: 90 deg}}\n"
    "  - {name: guide, type: prismatic, child: carrier, position: [0.05, 0, 9.999 mm]}\n"
    "forces:\n"
    "  - {type: load, body: carrier, force: [0, 0, -20]}\n"
    "  - {type: spring, between: [world, carrier], axis: [0, 0, 1], stiffness: 1000, damping: 3, length: 0}\n"
    "contacts:\n"
    "  - {name: wet, between: [shell, top], normal: {damping: 1}, friction: mixed, lubricant: oil,\n"
    "     roughness: {sigma: 0.1 um, asperity_radius: 10 um, asperity_density: 1e10}}\n"
    "solver: {t_end: 20 ms, rtol: 1e-6}\n";

enum { ROWS = 9, BODIES = 3, JOINTS = 2, MOST = 24 };

/* What was read at each row. */
typedef struct seen {
    double t;
    abut_body_state body[BODIES];
    abut_joint_state joint[JOINTS];
    abut_element_out wet;
    abut_energy energy;
    abut_run_stats stats;
} seen;
static seen row[ROWS];
static abut_contact_stats contact_stats;

static char folder[64];

static void print_line(const model_error *error, void *user) {
    (void)user;
    (void)fprintf(stderr, "%s\n", error->text);
}

static const run_outcome outcome = {"done", "", "m.yaml", "wet", 0.02, 0.016, 4, 3, 1e-6};

static void record(void) {
    model m;
    abut_message message = {0};
    (void)snprintf(folder, sizeof folder, "/tmp/abut_recorded_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(model_read_text("m.yaml", text, strlen(text), NULL, 0, print_line, NULL, &m), 0);
    ck_assert_int_eq(model_start(&m, print_line, NULL), ABUT_OK);
    recorder *r = recorder_create(&(recorder_def){.world = m.world,
                                                  .folder = own(folder),
                                                  .header = {"wet", "m.yaml", text, strlen(text), NULL, 0},
                                                  .rows_expected = ROWS,
                                                  .csv = true},
                                  &message);
    ck_assert_msg(r != NULL, "%s", message.text);
    for (int i = 0; i < ROWS; i++) {
        seen *s = &row[i];
        must(abut_advance(m.world, 2e-3 * i));
        must(recorder_add(r, &message));
        s->t = abut_time(m.world);
        for (int k = 0; k < BODIES; k++) s->body[k] = abut_read_body(m.world, (abut_body){k + 1});
        for (int k = 0; k < JOINTS; k++) s->joint[k] = abut_read_joint(m.world, (abut_joint){k + 1});
        s->wet = (abut_element_out){.want_frame = true};
        must(abut_read_contact(m.world, (abut_contact){1}, &s->wet));
        s->energy = abut_read_energy(m.world);
        s->stats = abut_read_stats(m.world);
    }
    contact_stats = abut_read_contact_stats(m.world, (abut_contact){1});
    ck_assert_int_eq(recorder_finish(r, "done", &message), ABUT_OK);
    ck_assert_int_eq(summary_write(&owned_folder, m.world, &outcome, &message), ABUT_OK);
    model_free(&m);
}

static void clean(void) {
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static char *whole_file(const char *name) {
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    char *data = calloc(1, 1 << 16);
    (void)fread(data, 1, (1 << 16) - 1, file);
    (void)fclose(file);
    return data;
}

/* ---- CSV ---- */
/* Number of row `at` (0: the first) under a heading. */
static double cell(const char *csv, const char *heading, int at) {
    size_t length = strlen(heading);
    int column = 0;
    const char *h = csv;
    while (strncmp(h, heading, length) != 0 || (h[length] != ',' && h[length] != '\n')) {
        h += strcspn(h, ",\n");
        ck_assert_msg(*h == ',', "no column %s", heading);
        h++, column++;
    }
    const char *line = csv;
    for (int i = 0; i <= at; i++) line = strchr(line, '\n') + 1;
    for (int i = 0; i < column; i++) line += strcspn(line, ",") + 1;
    return strtod(line, NULL);
}

typedef struct expected {
    const char *heading;
    double value;
} expected;

static void check_row(const char *csv, const char *what, int at, const expected *e) {
    for (; e->heading; e++) {
        double x = cell(csv, e->heading, at);
        ck_assert_msg(x == e->value, "%s, row %d: %s is %.17g instead of %.17g", what, at, e->heading, x, e->value);
    }
}

START_TEST(bodies_csv) {
    static const char *const name[BODIES] = {"body_disc.csv", "body_ball.csv", "body_carrier.csv"};
    record();
    for (int k = 0; k < BODIES; k++) {
        char *csv = whole_file(name[k]);
        for (int i = 0; i < ROWS; i++) {
            const abut_body_state *s = &row[i].body[k];
            check_row(csv, name[k], i,
                      (const expected[]){{"t", 2e-3 * i},
                                         {"x", s->r.x},
                                         {"y", s->r.y},
                                         {"z", s->r.z},
                                         {"q0", s->q.w},
                                         {"q1", s->q.x},
                                         {"q2", s->q.y},
                                         {"q3", s->q.z},
                                         {"vx", s->v.x},
                                         {"vy", s->v.y},
                                         {"vz", s->v.z},
                                         {"wx", s->w.x},
                                         {"wy", s->w.y},
                                         {"wz", s->w.z},
                                         {NULL, 0}});
        }
        free(csv);
    }
    clean();
}
END_TEST

START_TEST(contacts_csv) {
    record();
    char *csv = whole_file("contact_wet.csv");
    for (int i = 0; i < ROWS; i++) {
        const abut_element_out *c = &row[i].wet;
        const abut_film_state *f = &c->film;
        ck_assert(c->touching && f->h_c > 0 && f->T_fluid > 0 && f->T_boundary > 0 && f->loss_rolling > 0);
        check_row(csv, "contact", i,
                  (const expected[]){{"touching", 1},
                                     {"mode", c->mode},
                                     {"approach", c->h},
                                     {"N", c->N},
                                     {"fx", c->force.x},
                                     {"fy", c->force.y},
                                     {"fz", c->force.z},
                                     {"px", c->point.x},
                                     {"py", c->point.y},
                                     {"pz", c->point.z},
                                     {"a", c->a},
                                     {"b", c->b},
                                     {"p_max", c->p_max},
                                     {"film", f->h_c},
                                     {"u_sum", f->u_sum},
                                     {"M", f->M},
                                     {"L", f->L},
                                     {"D", f->D},
                                     {"regime", f->regime},
                                     {"h_c", f->h_c},
                                     {"h_min", f->h_min},
                                     {"lambda", f->lambda},
                                     {"fluid_share", f->fluid_share},
                                     {"T_fluid", f->T_fluid},
                                     {"T_boundary", f->T_boundary},
                                     {"T_rolling", f->T_rolling},
                                     {"loss", c->loss_friction},
                                     {"loss_fluid", f->loss_fluid},
                                     {"loss_boundary", f->loss_boundary},
                                     {"loss_rolling", f->loss_rolling},
                                     {NULL, 0}});
        expect_near(cell(csv, "slip", i), hypotl(c->slip.x, hypotl(c->slip.y, c->slip.z)), 1e-15, NULL, "slip");
    }
    free(csv);
    clean();
}
END_TEST

START_TEST(joints_csv) {
    static const char *const name[JOINTS] = {"joint_axle.csv", "joint_guide.csv"};
    record();
    for (int k = 0; k < JOINTS; k++) {
        char *csv = whole_file(name[k]), head[8];
        for (int i = 0; i < ROWS; i++) {
            const abut_joint_state *s = &row[i].joint[k];
            for (int j = 0; j < 7; j++) {
                (void)snprintf(head, sizeof head, "x%d", j + 1);
                ck_assert(cell(csv, head, i) == s->x[j]);
                (void)snprintf(head, sizeof head, "v%d", j + 1);
                ck_assert(j == 6 || cell(csv, head, i) == s->v[j]);
            }
            check_row(csv, name[k], i,
                      (const expected[]){{"fx", s->force.x},
                                         {"fy", s->force.y},
                                         {"fz", s->force.z},
                                         {"mx", s->torque.x},
                                         {"my", s->torque.y},
                                         {"mz", s->torque.z},
                                         {"drive", s->drive},
                                         {"residual", s->residual},
                                         {NULL, 0}});
        }
        free(csv);
    }
    clean();
}
END_TEST

START_TEST(energy_csv) {
    record();
    char *csv = whole_file("energy.csv");
    for (int i = 0; i < ROWS; i++) {
        const abut_energy *e = &row[i].energy;
        check_row(csv, "energy", i,
                  (const expected[]){{"kinetic", e->kinetic},
                                     {"gravity", e->gravity},
                                     {"springs", e->springs},
                                     {"contacts", e->contacts},
                                     {"dissipated_normal", e->dissipated_normal},
                                     {"dissipated_friction", e->dissipated_friction},
                                     {"dissipated_dampers", e->dissipated_dampers},
                                     {"work", e->work_of_loads_and_drives},
                                     {"residual", e->residual},
                                     {NULL, 0}});
    }
    const abut_energy *e = &row[ROWS - 1].energy;
    ck_assert(e->springs > 0 && e->dissipated_dampers > 0 && e->dissipated_normal > 0 && e->dissipated_friction > 0);
    free(csv);
    clean();
}
END_TEST

/* ---- HDF5: each column of the CSV files is one of a dataset ---- */
static void read_set(hid_t file, const char *name, double *to, size_t most) {
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    ck_assert_msg(set >= 0, "%s", name);
    ck_assert_msg((size_t)H5Sget_simple_extent_npoints(space) <= most, "%s", name);
    ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) >= 0);
    (void)H5Sclose(space);
    (void)H5Dclose(set);
}

static const struct {
    const char *set, *csv[BODIES], *heads[7];
    int objects;
} sets[] = {
    {"bodies/position", {"body_disc.csv", "body_ball.csv", "body_carrier.csv"}, {"x", "y", "z"}, 3},
    {"bodies/quaternion", {"body_disc.csv", "body_ball.csv", "body_carrier.csv"}, {"q0", "q1", "q2", "q3"}, 3},
    {"bodies/velocity", {"body_disc.csv", "body_ball.csv", "body_carrier.csv"}, {"vx", "vy", "vz"}, 3},
    {"bodies/angular_velocity", {"body_disc.csv", "body_ball.csv", "body_carrier.csv"}, {"wx", "wy", "wz"}, 3},
    {"contacts/touching", {"contact_wet.csv"}, {"touching"}, 1},
    {"contacts/mode", {"contact_wet.csv"}, {"mode"}, 1},
    {"contacts/approach", {"contact_wet.csv"}, {"approach"}, 1},
    {"contacts/N", {"contact_wet.csv"}, {"N"}, 1},
    {"contacts/force", {"contact_wet.csv"}, {"fx", "fy", "fz"}, 1},
    {"contacts/point", {"contact_wet.csv"}, {"px", "py", "pz"}, 1},
    {"contacts/slip", {"contact_wet.csv"}, {"slip"}, 1},
    {"contacts/film", {"contact_wet.csv"}, {"film"}, 1},
    {"films/regime", {"contact_wet.csv"}, {"regime"}, 1},
    {"films/h_min", {"contact_wet.csv"}, {"h_min"}, 1},
    {"films/loss_rolling", {"contact_wet.csv"}, {"loss_rolling"}, 1},
    {"joints/coordinate", {"joint_axle.csv", "joint_guide.csv"}, {"x1", "x2", "x3", "x4", "x5", "x6", "x7"}, 2},
    {"joints/velocity", {"joint_axle.csv", "joint_guide.csv"}, {"v1", "v2", "v3", "v4", "v5", "v6"}, 2},
    {"joints/torque", {"joint_axle.csv", "joint_guide.csv"}, {"mx", "my", "mz"}, 2},
    {"joints/residual", {"joint_axle.csv", "joint_guide.csv"}, {"residual"}, 2},
    {"energy/work", {"energy.csv"}, {"work"}, 1},
    {"energy/residual", {"energy.csv"}, {"residual"}, 1},
};

START_TEST(datasets) {
    char path[96];
    double x[ROWS * MOST];
    record();
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(file >= 0);
    read_set(file, "time", x, ROWS);
    for (int i = 0; i < ROWS; i++) ck_assert(x[i] == row[i].t);
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        int width = 0;
        while (width < 7 && sets[k].heads[width]) width++;
        read_set(file, sets[k].set, x, ROWS * MOST);
        for (int o = 0; o < sets[k].objects; o++) {
            char *csv = whole_file(sets[k].csv[o]);
            for (int i = 0; i < ROWS; i++)
                for (int c = 0; c < width; c++)
                    ck_assert_msg(x[(i * sets[k].objects + o) * width + c] == cell(csv, sets[k].heads[c], i),
                                  "%s, row %d, object %d, %s", sets[k].set, i, o, sets[k].heads[c]);
            free(csv);
        }
    }
    double steps[ROWS], rejected[ROWS], evals[ROWS], last[ROWS];
    read_set(file, "solver/steps_so_far", steps, ROWS);
    read_set(file, "solver/rejected_so_far", rejected, ROWS);
    read_set(file, "solver/rhs_evals_so_far", evals, ROWS);
    read_set(file, "solver/step", last, ROWS);
    for (int i = 0; i < ROWS; i++) {
        const abut_run_stats *s = &row[i].stats;
        ck_assert(steps[i] == (double)s->steps && rejected[i] == (double)s->rejected);
        ck_assert(evals[i] == (double)s->rhs_evals && last[i] == s->last_step);
    }
    (void)H5Fclose(file);
    clean();
}
END_TEST

/* ---- summary.json ---- */
/* The number behind the keys, one after the other. */
static double number(const char *at, const char *const *keys) {
    for (; *keys; keys++) {
        char key[64];
        (void)snprintf(key, sizeof key, "\"%s\": ", *keys);
        at = strstr(at, key);
        ck_assert_msg(at != NULL, "no %s", *keys);
        at += strlen(key);
    }
    return strtod(at, NULL);
}
#define NUMBER(...) number(said, (const char *const[]){__VA_ARGS__, NULL})

START_TEST(summary) {
    record();
    char *said = whole_file("summary.json");
    const abut_energy *e = &row[ROWS - 1].energy;
    const abut_run_stats *s = &row[ROWS - 1].stats;
    const abut_contact_stats *c = &contact_stats;
    const expected of_energy[] = {{"initial", e->initial},
                                  {"final", e->final},
                                  {"kinetic", e->kinetic},
                                  {"gravity", e->gravity},
                                  {"springs", e->springs},
                                  {"contacts", e->contacts},
                                  {"dissipated_normal", e->dissipated_normal},
                                  {"dissipated_friction", e->dissipated_friction},
                                  {"dissipated_dampers", e->dissipated_dampers},
                                  {"work_of_loads_and_drives", e->work_of_loads_and_drives},
                                  {"residual", e->residual}};
    for (size_t i = 0; i < sizeof of_energy / sizeof *of_energy; i++)
        ck_assert_msg(NUMBER("energy", of_energy[i].heading) == of_energy[i].value, "%s", of_energy[i].heading);
    const expected of_contact[] = {{"max_N", c->max_N},
                                   {"max_p_max", c->max_p_max},
                                   {"max_approach", c->max_approach},
                                   {"time_touching", c->time_touching},
                                   {"touches", (double)c->touches},
                                   {"h_min_least", c->h_min_least},
                                   {"lambda_least", c->lambda_least},
                                   {"friction", c->lost_friction},
                                   {"fluid", c->lost_fluid},
                                   {"boundary", c->lost_boundary},
                                   {"rolling", c->lost_rolling}};
    for (size_t i = 0; i < sizeof of_contact / sizeof *of_contact; i++)
        ck_assert_msg(NUMBER("wet", of_contact[i].heading) == of_contact[i].value, "%s", of_contact[i].heading);
    expect_within(c->observed, 0.016, 1e-4, NULL, "observed: to the last accepted step but one");
    expect_near(NUMBER("wet", "loss_mean"), (long double)c->lost_friction / c->observed, 1e-12, NULL, "mean loss");
    const expected of_run[] = {{"t_end", 0.02},
                               {"t_reached", 0.016},
                               {"wall_seconds", 4},
                               {"cpu_seconds", 3},
                               {"real_time_factor", 0.004},
                               {"rtol", 1e-6},
                               {"steps", (double)s->steps},
                               {"rejected", (double)s->rejected},
                               {"rhs_evals", (double)s->rhs_evals},
                               {"jac_evals", (double)s->jac_evals},
                               {"factorisations", (double)s->factorisations},
                               {"events", (double)s->events},
                               {"last_step", s->last_step},
                               {"unknowns", s->unknowns}};
    for (size_t i = 0; i < sizeof of_run / sizeof *of_run; i++)
        ck_assert_msg(NUMBER(of_run[i].heading) == of_run[i].value, "%s", of_run[i].heading);
    free(said);
    clean();
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&bodies_csv, &contacts_csv, &joints_csv,
                                              &energy_csv, &datasets,     &summary};
    return suite_main("recorded", all, sizeof all / sizeof *all);
}
