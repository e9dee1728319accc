/* Tables that machines leave at the end of a run, below /tables. */
#include <stdio.h>

#include "h5_inside.h"

/* The group is made for the first table. */
static bool put_table(h5_file *f, hid_t *tables, const char *machine, const machine_extra *t) {
    char name[280];
    h5_table_column column[MACHINE_EXTRA_COLUMNS];
    if (*tables < 0) *tables = H5Gcreate2(f->file, "tables", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (*tables < 0) return false;
    (void)snprintf(name, sizeof name, "%.220s_%s", machine, t->name);
    for (int i = 0; i < t->columns; i++)
        column[i] = (h5_table_column){t->column[i].name, t->column[i].unit, t->column[i].meaning, t->values[i]};
    return h5_put_table(*tables, &(h5_table){name, t->rows, t->columns, column});
}

static bool put_machine(h5_file *f, hid_t *tables, const world_machine *m) {
    bool good = true;
    for (int i = 0; m->type->table && i < m->type->tables && good; i++) {
        machine_extra t = {.rows = 0};
        if (m->type->table(m->self, i, &t))
            good = put_table(f, tables, m->name, &t);
        else
            good = !t.no_memory;
        machine_extra_free(&t);
    }
    return good;
}

abut_status h5_machine_tables(h5_file *f, const batch *b, abut_message *message) {
    hid_t tables = -1;
    bool good = !f->lost;
    for (int i = 0; i < b->table_count && good; i++)
        if (b->tables[i].machine) good = put_machine(f, &tables, b->tables[i].machine->machine);
    if (tables >= 0) (void)H5Gclose(tables);
    return good ? ABUT_OK : h5_fail(f, message);
}
