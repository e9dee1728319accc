/* From the tables of what a run records. */
#include "outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flanges.h"
#include "machine/machine.h"
#include "machine/watch.h"
#include "result/tables.h"
#include "world/host.h"

enum { NAME_MOST = 600, MACHINE_TABLE = -1, FLANGE_TABLE = -2, NO_TABLE = -3 };

static bool add(output_list *l, output o, const char *name) {
    if (l->count == l->room) {
        int room = 2 * l->room + 64;
        output *more = realloc(l->item, (size_t)room * sizeof *more);
        if (!more) return false;
        l->item = more;
        l->room = room;
    }
    o.name = strdup(name);
    if (!o.name) return false;
    l->item[l->count++] = o;
    if (o.at >= l->widest) l->widest = o.at + 1;
    return true;
}

void outputs_free(output_list *list) {
    for (int i = 0; i < list->count; i++) free(list->item[i].name);
    free(list->item);
    *list = (output_list){0};
}

/* ---- bodies, contacts, joints ---- */
static bool of_machine(const abut_world *w, const char *prefix, int id) {
    if (!strcmp(prefix, "body")) return abut_machine_of_body(w, (abut_body){id}).id != 0;
    return !strcmp(prefix, "contact") && abut_machine_of_contact(w, (abut_contact){id}).id != 0;
}

/* All numbers of one object of a table; `stem` as in the CSV files. */
static bool add_object(output_list *l, const abut_world *w, int table, int id, const char *prefix, const char *stem) {
    const table_info *t = result_tables[table];
    int at = 0;
    for (const column_info *c = t->columns; c->name; c++) {
        const char *head = c->heads;
        for (int k = 0; k < c->width; k++, head += strcspn(head, ",") + 1) {
            char name[NAME_MOST];
            (void)snprintf(name, sizeof name, "%s.%.*s", stem, (int)strcspn(head, ","), head);
            output o = {.unit = c->unit, .meaning = c->meaning, .table = table, .id = id, .at = at++};
            o.part = of_machine(w, prefix, id);
            o.run = t->read && !t->count; /* energies: some of them are integrals */
            if (!add(l, o, name)) return false;
        }
    }
    return true;
}

/* Its number in the list of tables; -1: it is not there. */
static int table_of(const table_info *wanted) {
    for (int i = 0; wanted && result_tables[i]; i++)
        if (result_tables[i] == wanted) return i;
    return -1;
}

static bool add_table(output_list *l, const abut_world *w, int table) {
    const table_info *t = result_tables[table];
    int more = table_of(t->more), all = t->count ? t->count(w) : 1;
    for (int id = 1; id <= all; id++) {
        char stem[NAME_MOST - 80];
        if (t->has && !t->has(w, id)) continue;
        const char *label = t->count ? t->label(w, id) : NULL;
        (void)snprintf(stem, sizeof stem, "%s%s%s", t->prefix, label ? "_" : "", label ? label : "");
        if (!add_object(l, w, table, id, t->prefix, stem)) return false;
        bool longer = more >= 0 && (!result_tables[more]->has || result_tables[more]->has(w, id));
        if (longer && !add_object(l, w, more, id, t->prefix, stem)) return false;
    }
    return true;
}

/* ---- machines ---- */
static bool add_machine(output_list *l, const abut_world *w, int id) {
    const world_machine *m = machine_at(w, (abut_machine){id}, NULL);
    for (int i = 0; i < watch_columns(m->watch); i++) {
        const watch_column *c = watch_column_at(m->watch, i);
        char name[NAME_MOST];
        (void)snprintf(name, sizeof name, "machine_%s.%s", m->name, c->name);
        output o = {.unit = c->unit, .meaning = c->meaning, .table = MACHINE_TABLE, .id = id, .at = i};
        o.part = c->group > 0;
        if (!add(l, o, name)) return false;
    }
    return true;
}

/* ---- flanges ---- */
static bool add_flange(output_list *l, const abut_world *w, int guide) {
    for (int i = 0; i < FLANGE_OUTPUTS; i++) {
        const flange_number *n = &flange_outputs[i];
        char name[NAME_MOST];
        (void)snprintf(name, sizeof name, "flange_%s.%s", abut_body_name(w, host_guided(w, guide)), n->name);
        output o = {
            .unit = n->unit, .meaning = n->meaning, .table = FLANGE_TABLE, .id = guide, .at = i, .always = true};
        if (!add(l, o, name)) return false;
    }
    return true;
}

bool outputs_list(const abut_world *w, output_list *out) {
    *out = (output_list){.widest = 1};
    bool good = true;
    for (int i = 0; good && result_tables[i]; i++)
        if (result_tables[i]->prefix) good = add_table(out, w, i);
    for (int id = 1; good && id <= abut_machine_count(w); id++) good = add_machine(out, w, id);
    for (int i = 1; good && i <= host_guides(w); i++) good = add_flange(out, w, i);
    if (!good) outputs_free(out);
    return good;
}

const output *outputs_find(const output_list *list, const char *name) {
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->item[i].name, name)) return &list->item[i];
    return NULL;
}

/* ---- reading ---- */
void outputs_read(const abut_world *w, const output *const *chosen, int count, double *row, double *values) {
    int table = NO_TABLE, id = 0; /* whose numbers are in the row */
    for (int i = 0; i < count; i++) {
        const output *o = chosen[i];
        if (o->table != table || o->id != id) {
            table = o->table, id = o->id;
            if (table == MACHINE_TABLE)
                watch_record(w, machine_at(w, (abut_machine){id}, NULL)->watch, row);
            else if (table == FLANGE_TABLE)
                host_wrench(w, host_guided(w, id), row);
            else
                result_tables[table]->read(w, id, row);
        }
        values[i] = row[o->at];
    }
}
