/* An array is called as its dataset in results.h5, without the first group: brg/ball_Q_inner. */
#include "vtk_machines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "vtk_file.h"

struct vtk_column {
    char *path; /* in results.h5 */
    source_set set;
};

static const char group[] = "machines/";

static bool add_column(const run_source *r, const char *machine, const char *name, vtk_machines *m) {
    struct vtk_column *more = realloc(m->column, ((size_t)m->columns + 1) * sizeof *more);
    if (!more) return false;
    m->column = more;
    struct vtk_column *c = &m->column[m->columns];
    size_t size = sizeof group + strlen(machine) + strlen(name) + 2;
    bool dots = strspn(machine, ".") == strlen(machine);
    *c = (struct vtk_column){.path = malloc(size + 1)};
    if (!c->path) return false;
    (void)snprintf(c->path, size + 1, "%s%s%s/%s", group, dots ? "_" : "", machine, name);
    if (source_find(&r->rows, c->path, &c->set))
        m->columns++;
    else
        free(c->path);
    return true;
}

static bool add_machine(const run_source *r, const char *machine, vtk_machines *m) {
    char path[600];
    bool dots = strspn(machine, ".") == strlen(machine), good = true;
    (void)snprintf(path, sizeof path, "%s%s%.500s", group, dots ? "_" : "", machine);
    source_names names = source_members(&r->rows, path);
    for (int i = 0; good && i < names.count; i++) good = add_column(r, machine, names.name[i], m);
    source_names_free(&names);
    return good;
}

bool vtk_machines_open(const run_source *r, vtk_machines *out) {
    *out = (vtk_machines){0};
    source_names names = source_list(&r->rows, "machines/names");
    bool good = true;
    for (int i = 0; good && i < names.count; i++) good = add_machine(r, names.name[i], out);
    source_names_free(&names);
    size_t most = 1;
    for (int i = 0; i < out->columns; i++) most = out->column[i].set.width > most ? out->column[i].set.width : most;
    out->scratch = malloc(most * sizeof *out->scratch);
    return good && out->scratch;
}

void vtk_machines_close(vtk_machines *m) {
    for (int i = 0; i < m->columns; i++) {
        source_drop(&m->column[i].set);
        free(m->column[i].path);
    }
    free(m->column);
    free(m->scratch);
    *m = (vtk_machines){0};
}

const char *vtk_machines_put(const vtk_machines *m, long row, FILE *to) {
    const thin one = {row + 1, 1, 1};
    for (int i = 0; i < m->columns; i++) {
        const struct vtk_column *c = &m->column[i];
        if (!source_read(&c->set, &one, 0, 1, H5T_NATIVE_FLOAT, m->scratch)) return c->path;
        errno = 0;
        vtk_field(to, c->path + sizeof group - 1, m->scratch, c->set.width);
        if (errno == ENOMEM) return c->path;
    }
    return NULL;
}
