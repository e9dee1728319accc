/* Finding quantities: table, object, column. Objects may have dots in their names, columns have none. */
#include "quantity.h"

#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "machine/machine.h"
#include "machine/watch.h"

/* "contact_a.b.N": what stands between the prefix and the last dot. */
typedef struct parts {
    char object[256];
    const char *column;
} parts;

/* False: the name does not begin with this prefix. */
static bool split(const char *name, const char *prefix, bool named, parts *p) {
    size_t length = strlen(prefix);
    const char *dot = strrchr(name, '.');
    if (!dot || strncmp(name, prefix, length) != 0 || name[length] != (named ? '_' : '.')) return false;
    const char *from = named ? name + length + 1 : dot;
    if (from > dot || (size_t)(dot - from) >= sizeof p->object) return false;
    (void)snprintf(p->object, sizeof p->object, "%.*s", (int)(dot - from), from);
    p->column = dot + 1;
    return true;
}

/* The heading among those of a column, separated by commas: its index, or -1. */
static int head_index(const char *heads, const char *wanted, nearest_word *best, char (*room)[64]) {
    int index = 0;
    for (const char *h = heads; h; h = strchr(h, ',') ? strchr(h, ',') + 1 : NULL, index++) {
        size_t length = strcspn(h, ",");
        if (strlen(wanted) == length && !strncmp(h, wanted, length)) return index;
        char word[64];
        (void)snprintf(word, sizeof word, "%.*s", (int)length, h);
        nearest_offer(best, wanted, word);
        if (best->word != word) continue;
        memcpy(*room, word, sizeof word);
        best->word = *room;
    }
    return -1;
}

static bool no_column(const char *name, const char *column, const nearest_word *best, abut_message *why) {
    char hint[100];
    (void)say(why, ABUT_UNKNOWN_NAME, "'%.100s' is not recorded: there is no column '%.60s'%s", name, column,
              nearest_hint(best, hint, sizeof hint));
    return false;
}

static bool find_column(const table_info *t, const char *name, const char *column, quantity *q, abut_message *why) {
    nearest_word best = {0};
    char room[64];
    int found = -1;
    for (const column_info *c = t->columns; c->name; c++) {
        int index = found < 0 ? head_index(c->heads, column, &best, &room) : -1;
        if (index >= 0) {
            found = q->numbers + index;
            q->unit = c->unit;
        }
        q->numbers += c->width;
    }
    q->index = found;
    return found >= 0 || no_column(name, column, &best, why);
}

static bool has_head(const table_info *t, const char *column) {
    nearest_word best = {0};
    char room[64];
    for (const column_info *c = t->columns; c->name; c++)
        if (head_index(c->heads, column, &best, &room) >= 0) return true;
    return false;
}

static bool no_object(const abut_world *w, const table_info *t, const char *name, const char *object,
                      abut_message *why) {
    enum { COMPARED = 10000 };
    nearest_word best = {0};
    char hint[100];
    for (int id = 1; id <= t->count(w) && id <= COMPARED; id++) nearest_offer(&best, object, t->label(w, id));
    (void)say(why, ABUT_UNKNOWN_NAME, "'%.100s' is not recorded: there is no %s '%.60s'%s", name, t->prefix, object,
              nearest_hint(&best, hint, sizeof hint));
    return false;
}

static bool find_in_table(const abut_world *w, const table_info *t, const char *name, const parts *p, quantity *q,
                          abut_message *why) {
    q->table = t;
    if (t->count) {
        int count = t->count(w);
        q->id = 1;
        while (q->id <= count && strcmp(t->label(w, q->id), p->object) != 0) q->id++;
        if (q->id > count) return no_object(w, t, name, p->object, why);
    }
    if (t->more && t->more->has(w, q->id) && has_head(t->more, p->column)) q->table = t = t->more;
    return find_column(t, name, p->column, q, why);
}

static bool find_in_machine(const abut_world *w, const char *name, const parts *p, quantity *q, abut_message *why) {
    nearest_word best = {0};
    char hint[100];
    for (int id = 1; id <= abut_machine_count(w); id++) {
        const world_machine *m = machine_at(w, (abut_machine){id}, NULL);
        nearest_offer(&best, p->object, m->name);
        if (!strcmp(m->name, p->object)) q->machine = m;
    }
    if (!q->machine) {
        (void)say(why, ABUT_UNKNOWN_NAME, "'%.100s' is not recorded: there is no machine '%.60s'%s", name, p->object,
                  nearest_hint(&best, hint, sizeof hint));
        return false;
    }
    q->numbers = watch_columns(q->machine->watch);
    nearest_word column = {0};
    char room[64];
    for (int i = 0; i < q->numbers; i++) {
        const watch_column *c = watch_column_at(q->machine->watch, i);
        if (head_index(c->name, p->column, &column, &room) < 0) continue;
        q->index = i;
        q->unit = c->unit;
        return true;
    }
    return no_column(name, p->column, &column, why);
}

bool quantity_find(const abut_world *w, const char *name, quantity *out, abut_message *why) {
    parts p;
    *out = (quantity){0};
    if (split(name, "machine", true, &p)) return find_in_machine(w, name, &p, out, why);
    for (const table_info *const *t = result_tables; *t; t++)
        if ((*t)->prefix && split(name, (*t)->prefix, (*t)->count != NULL, &p))
            return find_in_table(w, *t, name, &p, out, why);
    (void)say(why, ABUT_UNKNOWN_NAME,
              "'%.100s' is not recorded: write body_NAME.COLUMN, contact_NAME.COLUMN, joint_NAME.COLUMN, "
              "machine_NAME.COLUMN or energy.COLUMN, columns as in the CSV files",
              name);
    return false;
}

double quantity_read(const abut_world *w, const quantity *q, double *row) {
    if (q->machine)
        watch_record(w, q->machine->watch, row);
    else
        q->table->read(w, q->id, row);
    return row[q->index];
}
