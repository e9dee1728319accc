/* Running the examples; see example.h. */
#include "example.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "machine/watch.h"
#include "suite.h"

/* ---- start and end ---- */
static void complain(const model_error *error, void *user) { ck_abort_msg("%s: %s", (const char *)user, error->text); }

enum { SETTINGS_MAX = 16 };

static int split(char *text, const char *list[SETTINGS_MAX]) {
    int count = 0;
    for (char *part = text; part && *part;) {
        char *end = strchr(part, ';');
        ck_assert_int_lt(count, SETTINGS_MAX);
        list[count++] = part;
        if (end) *end = '\0';
        part = end ? end + 1 : NULL;
    }
    return count;
}

example example_start(const char *name, const char *settings, const char *solver) {
    example e = {0};
    char path[512], *text = strdup(settings ? settings : "");
    const char *list[SETTINGS_MAX];
    int count = split(text, list);
    (void)snprintf(path, sizeof path, "%s/../../examples/%s/model.yaml", ABUT_TEST_DATA, name);
    (void)model_read(path, list, count, complain, path, &e.m);
    if (solver) e.m.solver.type = solver;
    (void)model_start(&e.m, complain, path);
    free(text);
    e.w = e.m.world;
    return e;
}

void example_end(example *e) {
    model_free(&e->m);
    *e = (example){0};
}

void example_advance(example *e, double t) {
    ck_assert_msg(abut_advance(e->w, t) == ABUT_OK, "t = %g: %s", t, abut_world_message(e->w));
}

/* ---- numbers by name ---- */
typedef struct named {
    const char *name;
    double value;
} named;

static double pick(const named *list, size_t count, const char *object, const char *quantity) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i].name, quantity)) return list[i].value;
    ck_abort_msg("%s has no quantity %s", object, quantity);
    return NAN;
}
#define PICK(list, object, quantity) pick(list, sizeof(list) / sizeof *(list), object, quantity)

static double of_body(const abut_world *w, abut_body body, const char *quantity) {
    abut_body_state s = abut_read_body(w, body);
    const named list[] = {{"x", s.r.x},  {"y", s.r.y},  {"z", s.r.z},  {"q0", s.q.w}, {"q1", s.q.x}, {"q2", s.q.y},
                          {"q3", s.q.z}, {"vx", s.v.x}, {"vy", s.v.y}, {"vz", s.v.z}, {"wx", s.w.x}, {"wy", s.w.y},
                          {"wz", s.w.z}, {"ax", s.a.x}, {"ay", s.a.y}, {"az", s.a.z}};
    return PICK(list, abut_body_name(w, body), quantity);
}

static double of_joint(const abut_world *w, abut_joint joint, const char *quantity) {
    abut_joint_state s = abut_read_joint(w, joint);
    if (!strcmp(quantity, "residual")) return s.residual;
    int i = quantity[0] ? quantity[1] - '1' : -1;
    ck_assert_msg(i >= 0 && i < 6 && strchr("xv", quantity[0]) && !quantity[2], "joint %s has no quantity %s",
                  abut_joint_name(w, joint), quantity);
    return quantity[0] == 'x' ? s.x[i] : s.v[i];
}

static double of_contact(const abut_world *w, abut_contact contact, const char *quantity) {
    abut_element_out o = {.want_frame = abut_contact_lubricated(w, contact)};
    ck_assert_int_eq(abut_read_contact(w, contact, &o), ABUT_OK);
    abut_contact_stats s = abut_read_contact_stats(w, contact);
    const named list[] = {{"approach", o.h},
                          {"rate", o.hdot},
                          {"N", o.N},
                          {"h_c", o.film.h_c},
                          {"h_min", o.film.h_min},
                          {"fluid_share", o.film.fluid_share},
                          {"T_fluid", o.film.T_fluid},
                          {"T_boundary", o.film.T_boundary},
                          {"T_rolling", o.film.T_rolling},
                          {"touches", (double)s.touches},
                          {"time_touching", s.time_touching}};
    return PICK(list, abut_contact_name(w, contact), quantity);
}

static double of_energy(const abut_world *w, const char *quantity) {
    abut_energy e = abut_read_energy(w);
    const named list[] = {{"kinetic", e.kinetic},
                          {"total", e.final},
                          {"dissipated", e.dissipated_normal + e.dissipated_friction + e.dissipated_dampers},
                          {"residual", e.residual}};
    return PICK(list, "energy", quantity);
}

static double of_machine(const abut_world *w, abut_machine machine, const char *quantity) {
    const world_machine *m = machine_at(w, machine, NULL);
    int count = watch_columns(m->watch), at = watch_find_column(m->watch, quantity);
    double *row = calloc((size_t)count, sizeof *row), value = NAN;
    ck_assert_ptr_nonnull(row);
    watch_record(w, m->watch, row);
    if (at >= 0) value = row[at];
    free(row);
    ck_assert_msg(isfinite(value), "%s has no quantity %s", m->name, quantity);
    return value;
}

double example_number(const abut_world *w, const char *object, const char *quantity) {
    if (!strcmp(object, "energy")) return of_energy(w, quantity);
    if (!strcmp(object, "run") && !strcmp(quantity, "constraint_residual"))
        return abut_read_stats(w).constraint_residual;
    abut_body body = abut_find_body(w, object);
    if (body.id) return of_body(w, body, quantity);
    abut_joint joint = abut_find_joint(w, object);
    if (joint.id) return of_joint(w, joint, quantity);
    abut_machine machine = abut_find_machine(w, object);
    if (machine.id) return of_machine(w, machine, quantity);
    abut_contact contact = abut_find_contact(w, object);
    ck_assert_msg(contact.id != 0, "there is no body, joint, machine or contact '%s'", object);
    return of_contact(w, contact, quantity);
}

/* ---- events ---- */
static double value_at(example *e, const search *s, double t) {
    example_advance(e, t);
    return example_number(e->w, s->object, s->quantity);
}

search example_search(example *e, const char *object, const char *quantity) {
    search s = {object, quantity, abut_read_stats(e->w).t, 0};
    s.before = value_at(e, &s, s.t);
    return s;
}

static double narrow(example *e, const search *s, double low, double high, double f_low) {
    for (int i = 0; i < 50; i++) {
        double middle = 0.5 * (low + high), f = value_at(e, s, middle);
        if ((f > 0) == (f_low > 0))
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

bool example_find_zero(example *e, search *s, double t_end, double *t) {
    while (s->t < t_end) {
        double from = s->t, old = s->before;
        ck_assert_msg(abut_step(e->w) == ABUT_OK, "%s", abut_world_message(e->w));
        s->t = abut_read_stats(e->w).t;
        if (s->t == from) return false;
        s->before = example_number(e->w, s->object, s->quantity);
        if ((old > 0) == (s->before > 0)) continue;
        *t = narrow(e, s, from, s->t, old);
        example_advance(e, *t);
        return true;
    }
    return false;
}

/* ---- examples in C ---- */
int example_compare_program(example *e, const char *program, double tolerance) {
    char command[512], object[64], quantity[64];
    int count = 0;
    double value;
    (void)snprintf(command, sizeof command, "'%s/example_%s'", ABUT_TEST_BIN, program);
    FILE *lines = popen(command, "r");
    ck_assert_msg(lines != NULL, "cannot run %s", command);
    while (fscanf(lines, "%63s %63s %lf", object, quantity, &value) == 3) {
        double here = example_number(e->w, object, quantity);
        ck_assert_msg(fabs(value - here) <= tolerance * fmax(1, fabs(here)),
                      "%s: %s of %s is %.17g, the model has %.17g", program, quantity, object, value, here);
        count++;
    }
    ck_assert_int_eq(pclose(lines), 0);
    return count;
}
