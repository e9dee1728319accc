/* The files of a contact on a grid; see abut/dry.h. */
#include <stdlib.h>
#include <string.h>

#include "abut/dry.h"
#include "base/message.h"
#include "report/maps_page.h"

enum { ROW_COLUMNS = 5, MAPS = 3, FRICTION_MAPS = 4 };

/* A table of the loads; *values is to be freed. NULL: out of memory. */
static double *load_table(const abut_dry_output *out, h5_table_column column[ROW_COLUMNS], h5_table *t) {
    size_t n = (size_t)out->loads;
    double *v = malloc(n * ROW_COLUMNS * sizeof *v);
    if (!v) return NULL;
    for (size_t k = 0; k < n; k++) {
        const abut_field_result *r = &out->load[k];
        const double row[ROW_COLUMNS] = {r->force, r->approach, r->p_max, r->area_fraction, r->mean_gap};
        for (size_t c = 0; c < ROW_COLUMNS; c++) v[c * n + k] = row[c];
    }
    static const char *const names[ROW_COLUMNS][3] = {{"force", "N", "force"},
                                                      {"approach", "m", "approach"},
                                                      {"p_max", "Pa", "greatest pressure"},
                                                      {"area_fraction", "1", "area of contact over that of the window"},
                                                      {"mean_gap", "m", "mean gap"}};
    for (size_t c = 0; c < ROW_COLUMNS; c++)
        column[c] = (h5_table_column){names[c][0], names[c][1], names[c][2], v + c * n};
    *t = (h5_table){"loads", out->loads, ROW_COLUMNS, column};
    return v;
}

static int friction_maps(const abut_dry_output *out, map_field *to) {
    size_t n = (size_t)out->grid.nx * (size_t)out->grid.ny;
    const double *q = out->friction->traction, *s = out->friction->slip;
    to[0] = (map_field){"traction_x", "Pa", "traction on body a along x", q};
    to[1] = (map_field){"traction_y", "Pa", "traction on body a along y", q + n};
    to[2] = (map_field){"slip_x", "m", "slip of body a along x in the step", s};
    to[3] = (map_field){"slip_y", "m", "slip of body a along y in the step", s + n};
    return FRICTION_MAPS;
}

static abut_status write_all(const run_folder *folder, const abut_dry_output *out, const double *contact,
                             const h5_table *loads, abut_message *message) {
    const abut_field_result *r = out->result;
    map_field fields[MAPS + FRICTION_MAPS] = {{"pressure", "Pa", "pressure", r->pressure},
                                              {"gap", "m", "gap of the deformed bodies", r->gap},
                                              {"contact", "1", "0 open, 1 in contact, 2 at the hardness", contact}};
    int count = MAPS + (out->friction ? friction_maps(out, fields + MAPS) : 0);
    const map_set m = {out->grid.nx, out->grid.ny, out->grid.lx, out->grid.ly, count, fields};
    size_t most = 0;
    for (size_t c = 0; c < (size_t)m.nx * (size_t)m.ny; c++)
        if (r->pressure[c] > r->pressure[most]) most = c;
    int i = (int)(most % (size_t)m.nx), j = (int)(most / (size_t)m.nx), tables = out->loads > 1;
    abut_status s = maps_csv(folder, &m, message);
    if (!s) s = maps_sections(folder, &m, i, j, message);
    if (!s) s = maps_vtk(folder, &m, message);
    if (!s && tables) s = maps_table(folder, loads, message);
    if (!s) s = maps_h5(folder, out->title, &m, loads, tables, message);
    if (!s) s = maps_page(folder, out->title, out->summary, &m, i, j, loads, tables, message);
    if (s || !out->summary) return s;
    FILE *to = folder_begin(folder, "summary.json", message);
    if (!to) return ABUT_BAD_FILE;
    (void)fputs(out->summary, to);
    return folder_end(folder, "summary.json", to, message);
}

abut_status abut_dry_write(const abut_dry_output *out, abut_message *message) {
    run_folder folder = {0};
    abut_status s = folder_own(&folder, out->folder, message);
    if (s) return s;
    h5_table loads = {0};
    h5_table_column column[ROW_COLUMNS];
    size_t cells = (size_t)out->grid.nx * (size_t)out->grid.ny;
    double *contact = malloc(cells * sizeof *contact), *table = load_table(out, column, &loads);
    if (contact && table) {
        for (size_t c = 0; c < cells; c++) contact[c] = out->result->contact[c];
        s = write_all(&folder, out, contact, &loads, message);
    } else {
        s = say(message, ABUT_NO_MEMORY, "out of memory");
    }
    free(contact);
    free(table);
    folder_release(&folder);
    return s;
}
