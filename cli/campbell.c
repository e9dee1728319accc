/* abut modes --speeds: modes over the speed of the drives, crossings with orders of it, stability limit; as a table, CSV or JSON. */
#include "campbell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/machine.h"
#include "abut/text.h"
#include "command.h"
#include "complain.h"
#include "handy.h"
#include "mode_page.h"
#include "open_model.h"

enum { MOST_ORDERS = 2 + 2 * 16, MOST_CROSSINGS = 400 };
static const double most_shapes = 4000; /* of a body in a mode, on the page: about 2 MB */
static const double rpm = 30 / PI;

typedef struct order {
    char name[120];
    double order;
} order;

typedef struct crossing {
    const char *name; /* of the order */
    abut_crossing at;
} crossing;

typedef struct answer {
    abut_model *model;
    abut_world *world;
    const abut_solver_def *solver;
    abut_campbell diagram;
    order order[MOST_ORDERS];
    crossing crossing[MOST_CROSSINGS];
    int orders, crossings;
} answer;

/* ---- orders: the speed itself, twice it, and what the rolling elements of bearings do ---- */
static void add_order(answer *a, double value, const char *machine, const char *name) {
    if (!(value > 0) || a->orders == MOST_ORDERS) return;
    order *o = &a->order[a->orders++];
    o->order = value;
    (void)snprintf(o->name, sizeof o->name, "%.80s%s%s", machine, *machine ? " " : "", name);
}

/* Of the equilibrium that was found last, at the speed of the model. */
static void find_orders(answer *a) {
    add_order(a, 1, "", "1x");
    add_order(a, 2, "", "2x");
    double turns = fabs(abut_driven_speed(a->world)) * rpm / 60; /* Hz */
    for (int id = 1; turns > 0 && id <= abut_machine_count(a->world); id++) {
        abut_bearing_frequencies found;
        if (abut_machine_rolling(a->world, (abut_machine){id}, NULL, &found)) continue;
        const char *name = abut_machine_name(a->world, (abut_machine){id});
        add_order(a, found.ftf / turns, name, "cage");
        add_order(a, found.bpfo / turns, name, "BPFO");
    }
}

static abut_status find_crossings(answer *a) {
    abut_crossing *found = calloc(MOST_CROSSINGS, sizeof *found);
    abut_status status = found ? ABUT_OK : ABUT_NO_MEMORY;
    for (int i = 0; !status && i < a->orders; i++) {
        int count = 0;
        status =
            abut_campbell_cross(a->world, a->solver, &a->diagram, a->order[i].order, found, MOST_CROSSINGS, &count);
        for (int k = 0; !status && k < count && a->crossings < MOST_CROSSINGS; k++)
            a->crossing[a->crossings++] = (crossing){a->order[i].name, found[k]};
    }
    free(found);
    return status;
}

/* ---- JSON ---- */
static void json_mode(abut_json *j, const answer *a, const abut_campbell_speed *at, int k, bool shaped) {
    const abut_mode *m = &at->modes.mode[k];
    abut_json_begin(j, NULL, '{');
    abut_json_string(j, "kind", mode_kind_name(m));
    abut_json_number(j, "curve", at->branch[k] < 0 ? (double)NAN : at->branch[k] + 1);
    abut_json_number(j, "frequency", m->frequency);
    abut_json_number(j, "damping_ratio", m->damping_ratio);
    abut_json_number(j, "re", m->re);
    abut_json_number(j, "im", m->im);
    abut_json_string(j, "whirl", whirl_name(m->whirl));
    abut_json_bool(j, "unstable", m->unstable);
    if (shaped) json_shape(j, a->world, &at->modes, k);
    abut_json_end(j);
}

static void json_orders(abut_json *j, const answer *a) {
    abut_json_begin(j, "orders", '[');
    for (int i = 0; i < a->orders; i++) {
        abut_json_begin(j, NULL, '{');
        abut_json_string(j, "name", a->order[i].name);
        abut_json_number(j, "order", a->order[i].order);
        abut_json_end(j);
    }
    abut_json_end(j);
}

static void json_crossings(abut_json *j, const answer *a) {
    abut_json_begin(j, "crossings", '[');
    for (int i = 0; i < a->crossings; i++) {
        const abut_crossing *c = &a->crossing[i].at;
        abut_json_begin(j, NULL, '{');
        abut_json_string(j, "name", a->crossing[i].name);
        abut_json_number(j, "order", c->order);
        abut_json_number(j, "speed", c->speed);
        abut_json_number(j, "frequency", c->frequency);
        abut_json_number(j, "damping_ratio", c->damping_ratio);
        abut_json_string(j, "whirl", whirl_name(c->whirl));
        abut_json_number(j, "curve", c->branch + 1);
        abut_json_end(j);
    }
    abut_json_end(j);
}

/* shapes: at every so many speeds; 0: none */
static void put_json(abut_json *j, const answer *a, int shapes) {
    abut_json_begin(j, "speeds", '[');
    for (int i = 0; i < a->diagram.count; i++) {
        const abut_campbell_speed *at = &a->diagram.at[i];
        abut_json_begin(j, NULL, '{');
        abut_json_number(j, "speed", at->speed);
        abut_json_begin(j, "modes", '[');
        for (int k = 0; k < at->modes.count; k++) json_mode(j, a, at, k, shapes && i % shapes == 0);
        abut_json_end(j);
        abut_json_end(j);
    }
    abut_json_end(j);
    json_orders(j, a);
    json_crossings(j, a);
    abut_json_number(j, "stability_limit", a->diagram.stability_limit);
    json_mode_warnings(j, a->model);
}

static void print_json(const answer *a) {
    abut_json j = abut_json_start(stdout);
    put_json(&j, a, 0);
    abut_json_end(&j);
}

/* Of the page, with shapes at as many speeds as there is room for. */
static void put_page(abut_json *j, const void *answer_of) {
    const answer *a = answer_of;
    double shapes = 0;
    for (int i = 0; i < a->diagram.count; i++)
        shapes += (double)a->diagram.at[i].modes.count * a->diagram.at[i].modes.bodies;
    put_json(j, a, (int)ceil(shapes / most_shapes));
}

/* ---- CSV ---- */
static void print_csv(const answer *a) {
    (void)printf("speed,curve,frequency,damping_ratio,re,im,whirl,unstable\n");
    for (int i = 0; i < a->diagram.count; i++)
        for (int k = 0; k < a->diagram.at[i].modes.count; k++) {
            const abut_mode *m = &a->diagram.at[i].modes.mode[k];
            (void)printf("%.17g,%d,%.17g,%.17g,%.17g,%.17g,%s,%d\n", a->diagram.at[i].speed,
                         a->diagram.at[i].branch[k] + 1, m->frequency, m->damping_ratio, m->re, m->im,
                         whirl_name(m->whirl), m->unstable);
        }
}

/* ---- the table ---- */
/* Without what the accuracy of an equilibrium makes of nothing. */
static double visible(double ratio) { return fabs(ratio) > 1e-7 ? ratio : 0; }

static void print_speed(const abut_campbell_speed *at) {
    bool first = true;
    for (int k = 0; k < at->modes.count; k++) {
        const abut_mode *m = &at->modes.mode[k];
        if (m->kind != ABUT_MODE_OSCILLATION && !m->unstable) continue;
        if (first)
            (void)printf("%12.7g", at->speed * rpm);
        else
            (void)printf("%12s", "");
        if (at->branch[k] >= 0)
            (void)printf(" %6d", at->branch[k] + 1);
        else
            (void)printf(" %6s", "");
        (void)printf(" %13.7g %11.4g  %s%s\n", m->frequency, visible(m->damping_ratio), whirl_name(m->whirl),
                     m->unstable ? ", UNSTABLE" : "");
        first = false;
    }
    if (first) (void)printf("%12.7g\n", at->speed * rpm);
}

static void print_table(const answer *a) {
    const abut_campbell *d = &a->diagram;
    (void)printf("%12s %6s %13s %11s  %s\n", "speed [rpm]", "curve", "f [Hz]", "zeta", "whirl");
    for (int i = 0; i < d->count; i++) print_speed(&d->at[i]);
    (void)printf("\ncrossings: %d\n", a->crossings);
    if (a->crossings)
        (void)printf("%-24s %9s %12s %6s %13s %11s  %s\n", "order", "", "speed [rpm]", "curve", "f [Hz]", "zeta",
                     "whirl");
    for (int i = 0; i < a->crossings; i++) {
        const abut_crossing *c = &a->crossing[i].at;
        (void)printf("%-24s %9.5g %12.7g %6d %13.7g %11.4g  %s\n", a->crossing[i].name, c->order, c->speed * rpm,
                     c->branch + 1, c->frequency, visible(c->damping_ratio), whirl_name(c->whirl));
    }
    if (isnan(d->stability_limit))
        (void)printf("\nstable at all these speeds\n");
    else
        (void)printf("\nunstable from %.7g rpm on\n", d->stability_limit * rpm);
}

/* ---- the answer ---- */
static void complain_of_world(const flag_set *set, const abut_world *w, abut_status status) {
    const char *why = abut_world_message(w);
    complain(set->command->name, "%s", why[0] ? why : abut_status_text(status));
}

/* An equilibrium as the model stands; without one there is nothing to look at. */
static int check_equilibrium(const flag_set *set, abut_model *m) {
    const abut_world *w = abut_model_world(m);
    abut_status status = abut_model_static(m, NULL, NULL);
    if (!status) return STATUS_DONE;
    if (abut_world_place(w).id)
        (void)refused_model(m, status);
    else
        complain_of_world(set, w, status);
    return STATUS_USAGE;
}

/* With bodies where they are in equilibrium at the speed that the model gives. */
static int write_page(const flag_set *set, abut_model *m, const answer *a, const char *page, bool said) {
    int refused = campbell_start(set, m);
    return refused ? refused : mode_page_write(set, m, page, said, put_page, a);
}

static int finish(const flag_set *set, answer *a, campbell_form form, abut_status status) {
    if (status && !a->diagram.count) {
        complain_of_world(set, a->world, status);
        return STATUS_USAGE;
    }
    if (status) { /* what was found is worth printing */
        complain_of_world(set, a->world, status);
        abut_world_clear_message(a->world);
    }
    abut_status checked = abut_model_check_modes(a->model); /* of the last equilibrium found */
    if (checked) complain(set->command->name, "%s", abut_status_text(checked));
    abut_status crossed = find_crossings(a);
    if (crossed) complain_of_world(set, a->world, crossed);
    (form == CAMPBELL_JSON ? print_json : form == CAMPBELL_CSV ? print_csv : print_table)(a);
    print_warnings(a->model, 0, false);
    return status || crossed || checked ? STATUS_FAILED : STATUS_DONE;
}

int campbell_start(const flag_set *set, abut_model *m) {
    abut_solver_def solver = abut_model_solver(m);
    solver.statics = true;
    int refused = start_model(m, &solver);
    return refused ? refused : check_equilibrium(set, m);
}

int campbell_answer(flag_set *set, abut_model *m, const double *speed, int count, campbell_form form,
                    const char *page) {
    abut_solver_def solver = abut_model_solver(m);
    solver.statics = true;
    int refused = campbell_start(set, m);
    if (refused) return refused;
    answer *a = calloc(1, sizeof *a);
    if (!a) return STATUS_FAILED;
    a->model = m;
    a->world = abut_model_world(m);
    a->solver = &solver;
    find_orders(a);
    abut_status status = abut_campbell_find(a->world, &solver, speed, count, &a->diagram);
    int result = finish(set, a, form, status);
    if (page && a->diagram.count) {
        int written = write_page(set, m, a, page, form == CAMPBELL_TABLE);
        if (written) result = written;
    }
    abut_campbell_free(&a->diagram);
    free(a);
    return result;
}
