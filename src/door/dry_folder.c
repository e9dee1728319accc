/* Results of a contact on a grid in a folder; see abut/dry.h. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/message.h"
#include "base/plane.h"
#include "dry.h"
#include "report/dry_vtk.h"
#include "result/clear.h"
#include "result/room.h"
#include "result/summary.h"

struct abut_dry_folder {
    const abut_dry *dry;
    run_folder folder, vtk; /* vtk: the one below, if asked for */
    bool csv, has_vtk;
    dry_h5 *file;
    dry_fields last; /* of the last load, and heights: copies */
    double *pressure, *gap, *heights, *state;
    unsigned char *contact;
    double (*figures)[DRY_FIGURES]; /* of each load */
    int loads, most;
};

static size_t cells_of(const abut_dry_folder *f) { return (size_t)f->last.grid.nx * (size_t)f->last.grid.ny; }
static const abut_dry_content *content_of(const abut_dry_folder *f) { return &f->dry->file.content; }

static void drop(abut_dry_folder *f) {
    folder_release(&f->vtk);
    folder_release(&f->folder);
    free(f->pressure);
    free(f->gap);
    free(f->heights);
    free(f->state);
    free(f->contact);
    free(f->figures);
    free(f);
}

/* ---- the beginning ---- */
/* Refuses loads that write more than ROOM_MUCH and more than there is room for. */
static abut_status check_room(const abut_dry_folder *f, abut_message *message) {
    const double csv_line = 120, vtk_cell = 22; /* bytes of a cell: as text; four words as base64 */
    double cells = (double)cells_of(f);
    double bytes = cells * ((8 + 8 + 1 + (f->has_vtk ? vtk_cell : 0)) * f->most + 8 + (f->csv ? csv_line : 0));
    double there = room_free(&f->folder);
    if (!(bytes > ROOM_MUCH && bytes > there)) return ABUT_OK;
    return say(message, ABUT_BAD_FILE,
               "%d loads take up to about %.3g GB in '%.150s', where %.3g GB are free: fewer loads or cells", f->most,
               1e-9 * bytes, f->folder.path, 1e-9 * there);
}

static abut_status open_vtk(abut_dry_folder *f, abut_message *message) {
    char path[FOLDER_FILE];
    if (!f->has_vtk) return ABUT_OK;
    (void)snprintf(path, sizeof path, "%s/vtk", f->folder.path);
    abut_status status = folder_make(path, message);
    return status ? status : folder_open(&f->vtk, path, message);
}

static abut_status begin(abut_dry_folder *f, const abut_dry_folder_def *def, abut_message *message) {
    const dry_file *file = &def->dry->file;
    const h5_header header = {
        .title = file->content.title, .model_path = file->path, .model_text = file->text, .model_length = file->length};
    abut_status status = folder_own(&f->folder, def->path, message);
    if (status) return status;
    clear_parts(&f->folder);
    status = check_room(f, message);
    if (!status) status = clear_results(&f->folder, file->content.field.registry, message);
    if (!status) status = open_vtk(f, message);
    if (!status && !(f->file = dry_h5_create(&f->folder, &header, &def->grid, f->heights, message)))
        status = ABUT_BAD_FILE;
    return status ? status : folder_place(&f->folder, H5_NAME, message);
}

/* Where a body has ended there is neither height nor gap: not a number in files, blank as text. */
static void copy_lengths(double *to, const double *from, size_t count) {
    for (size_t c = 0; c < count; c++) to[c] = fabs(from[c]) < 1e20 ? from[c] : NAN;
}

static bool make_room(abut_dry_folder *f, const double *heights) {
    size_t cells = cells_of(f);
    f->pressure = calloc(cells, sizeof(double));
    f->gap = calloc(cells, sizeof(double));
    f->heights = calloc(cells, sizeof(double));
    f->contact = calloc(cells, 1);
    f->figures = calloc((size_t)f->most, sizeof *f->figures);
    if (!f->pressure || !f->gap || !f->heights || !f->contact || !f->figures) return false;
    copy_lengths(f->heights, heights, cells);
    f->last.heights = f->heights, f->last.pressure = f->pressure, f->last.gap = f->gap, f->last.contact = f->contact;
    return true;
}

abut_dry_folder *abut_dry_folder_create(const abut_dry_folder_def *def, abut_message *message) {
    abut_dry_folder *f = calloc(1, sizeof *f);
    if (f) {
        *f = (abut_dry_folder){.dry = def->dry, .csv = def->csv, .has_vtk = def->vtk, .last.grid = def->grid};
        f->most = content_of(f)->loads;
    }
    if (!f || !make_room(f, def->heights)) {
        (void)say(message, ABUT_NO_MEMORY, "out of memory for results");
        if (f) drop(f);
        return NULL;
    }
    if (begin(f, def, message) == ABUT_OK) return f;
    (void)dry_h5_close(f->file, NULL, NULL);
    drop(f);
    return NULL;
}

/* ---- loads ---- */
static void keep_last(abut_dry_folder *f, const abut_field_result *r) {
    size_t cells = cells_of(f);
    memcpy(f->pressure, r->pressure, cells * sizeof(double));
    copy_lengths(f->gap, r->gap, cells);
    memcpy(f->contact, r->contact, cells);
}

abut_status abut_dry_folder_add(abut_dry_folder *f, const abut_field_result *r, double stiffness,
                                abut_message *message) {
    if (f->loads >= f->most) return say(message, ABUT_BAD_VALUE, "the file has %d loads, this is one more", f->most);
    keep_last(f, r);
    dry_figures_of(r, stiffness, f->figures[f->loads]);
    abut_field_result kept = *r;
    kept.gap = f->gap;
    abut_status status = dry_h5_add(f->file, &kept, f->figures[f->loads], message);
    if (!status && f->has_vtk) status = dry_vtk_load(&f->vtk, f->loads, &f->last, r->force, r->approach, message);
    if (!status) f->loads++;
    return status;
}

/* ---- friction and stresses ---- */
/* A cell slips where the traction is as great as friction allows, to 1e-6 of the greatest. */
static bool find_state(abut_dry_folder *f, const double *pressure, const double *q) {
    size_t cells = cells_of(f);
    double mu = content_of(f)->friction ? content_of(f)->friction->mu : 0, most = 0;
    f->state = calloc(cells, sizeof *f->state);
    if (!f->state) return false;
    for (size_t c = 0; c < cells; c++) most = fmax(most, mu * pressure[c]);
    for (size_t c = 0; c < cells; c++)
        if (pressure[c] > 0) f->state[c] = plane_length(q[c], q[cells + c]) >= mu * pressure[c] - 1e-6 * most ? 2 : 1;
    return true;
}

static abut_status put_friction(abut_dry_folder *f, const abut_dry_end *end, abut_message *message) {
    const abut_field_friction_result *r = end->friction;
    if (!r || f->loads == 0) return ABUT_OK;
    size_t cells = cells_of(f);
    if (!find_state(f, end->pressed->pressure, r->traction))
        return say(message, ABUT_NO_MEMORY, "out of memory for results");
    keep_last(f, end->pressed);
    f->last.traction = r->traction, f->last.slip = r->slip, f->last.state = f->state;
    const dry_map maps[] = {{"friction/pressure", "Pa", "under which friction is", f->pressure},
                            {"friction/traction_x", "Pa", "on body a", r->traction},
                            {"friction/traction_y", "Pa", "on body a", r->traction + cells},
                            {"friction/slip_x", "m", "of body a against body b in the last step", r->slip},
                            {"friction/slip_y", "m", "of body a against body b in the last step", r->slip + cells},
                            {"friction/state", "1", "0 open, 1 stick, 2 slip", f->state, true}};
    abut_status status = ABUT_OK;
    for (size_t i = 0; i < sizeof maps / sizeof *maps && !status; i++)
        status = dry_h5_map(f->file, &maps[i], f->last.grid.ny, f->last.grid.nx, message);
    if (!status && f->has_vtk) {
        const double *last = f->figures[f->loads - 1];
        status = dry_vtk_load(&f->vtk, f->loads - 1, &f->last, last[DRY_FORCE], last[DRY_APPROACH], message);
    }
    return status;
}

enum { STRESSES = 11 };
static const dry_figure stress_columns[STRESSES] = {{"x", "m", "place"},
                                                    {"y", "m", "place"},
                                                    {"depth", "m", "below the surface"},
                                                    {"xx", "Pa", "stress"},
                                                    {"yy", "Pa", "stress"},
                                                    {"zz", "Pa", "stress"},
                                                    {"xy", "Pa", "stress"},
                                                    {"yz", "Pa", "stress"},
                                                    {"zx", "Pa", "stress"},
                                                    {"von_mises", "Pa", "equivalent stress after von Mises"},
                                                    {"shear", "Pa", "greatest shear stress"}};

/* Points first .. first + count - 1, column by column. NULL: out of memory. */
static double *stress_numbers(const abut_dry_end *end, int first, int count) {
    double *all = calloc((size_t)count * STRESSES, sizeof *all);
    for (int i = 0; all && i < count; i++) {
        const abut_field_stress *s = &end->stress[first + i];
        const double *p = end->point[first + i];
        const double line[STRESSES] = {p[0],  p[1],  p[2],  s->xx,        s->yy,   s->zz,
                                       s->xy, s->yz, s->zx, s->von_mises, s->shear};
        for (int k = 0; k < STRESSES; k++) all[(size_t)k * (size_t)count + (size_t)i] = line[k];
    }
    return all;
}

static abut_status put_line(abut_dry_folder *f, const double *all, int count, abut_message *message) {
    h5_table_column column[STRESSES];
    for (int k = 0; k < STRESSES; k++)
        column[k] = (h5_table_column){stress_columns[k].name, stress_columns[k].unit, stress_columns[k].meaning,
                                      all + (size_t)k * (size_t)count};
    return dry_h5_table(f->file, &(h5_table){"stress_line", count, STRESSES, column}, message);
}

static abut_status put_section(abut_dry_folder *f, const double *all, const int size[2], abut_message *message) {
    abut_status status = ABUT_OK;
    size_t count = (size_t)size[0] * (size_t)size[1];
    for (int k = 0; k < STRESSES && !status; k++) {
        char path[64];
        (void)snprintf(path, sizeof path, "section/%s", stress_columns[k].name);
        const dry_map map = {path, stress_columns[k].unit, stress_columns[k].meaning, all + (size_t)k * count};
        status = dry_h5_map(f->file, &map, size[1], size[0], message);
    }
    return status;
}

static abut_status put_stresses(abut_dry_folder *f, const abut_dry_end *end, abut_message *message) {
    const abut_dry_subsurface *s = content_of(f)->subsurface;
    if (!s || !end->stress) return ABUT_OK;
    const int counts[2] = {s->line, s->section[0] * s->section[1]};
    abut_status status = ABUT_OK;
    for (int k = 0; k < 2 && !status; k++) {
        if (counts[k] == 0) continue;
        int first = k ? counts[0] : 0;
        double *all = stress_numbers(end, first, counts[k]);
        if (!all) return say(message, ABUT_NO_MEMORY, "out of memory for results");
        status = k ? put_section(f, all, s->section, message) : put_line(f, all, counts[k], message);
        if (!status && f->csv)
            status = dry_csv_stress(&f->folder, k ? DRY_STRESS_PREFIX "section.csv" : DRY_STRESS_PREFIX "line.csv",
                                    end->point + first, end->stress + first, counts[k], message);
        free(all);
    }
    return status;
}

/* ---- Hertz ---- */
/* Are the heights h = P x^2 + Q y^2, with both above 0? To 1e-9 of the greatest; by what they are, whatever gap they came from. */
static bool is_quadric(const dry_fields *f, double *P, double *Q) {
    const abut_field_grid *g = &f->grid;
    double x = 0.5 * (g->nx - 1) * g->lx / g->nx, y = 0.5 * (g->ny - 1) * g->ly / g->ny, most = 0, worst = 0;
    double dx = g->nx % 2 ? 0 : 0.5 * g->lx / g->nx, dy = g->ny % 2 ? 0 : 0.5 * g->ly / g->ny; /* of middle cells */
    size_t nx = (size_t)g->nx, row = (size_t)(g->ny / 2) * nx, column = nx / 2, middle = row + column;
    *P = (f->heights[row] - f->heights[middle]) / (x * x - dx * dx);
    *Q = (f->heights[column] - f->heights[middle]) / (y * y - dy * dy);
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            double u = (i - 0.5 * (g->nx - 1)) * g->lx / g->nx, v = (j - 0.5 * (g->ny - 1)) * g->ly / g->ny;
            double h = f->heights[(size_t)j * nx + (size_t)i];
            if (isnan(h)) return false;
            worst = fmax(worst, fabs(h - *P * u * u - *Q * v * v));
            most = fmax(most, fabs(h));
        }
    return g->nx > 2 && g->ny > 2 && *P > 0 && *Q > 0 && worst <= 1e-9 * most;
}

static void put_pair(json *j, const char *key, double x, double y) {
    json_begin(j, key, '[');
    json_number(j, NULL, x);
    json_number(j, NULL, y);
    json_end(j);
}

/* What Hertz says to the last load, where his conditions hold. */
static void put_hertz(const abut_dry_folder *f, json *j) {
    const abut_field_def *d = &content_of(f)->field;
    const double *r = f->figures[f->loads - 1];
    double P, Q,
        E = d->E_star > 0
                ? d->E_star
                : abut_E_star(d->a.rigid ? INFINITY : d->a.E, d->a.nu, d->b.rigid ? INFINITY : d->b.E, d->b.nu);
    bool tilted = r[DRY_TILT] != 0 || r[DRY_TILT + 1] != 0;
    abut_hertz h;
    if (tilted || r[DRY_PLASTIC] > 0 || f->last.grid.periodic || !is_quadric(&f->last, &P, &Q)) return;
    if (abut_hertz_from_force(fmin(P, Q), fmax(P, Q), E, r[DRY_FORCE], &h)) return;
    json_begin(j, "by_hertz", '{');
    put_pair(j, "semi_axes", P <= Q ? h.a : h.b, P <= Q ? h.b : h.a);
    json_number(j, "p_max", h.p_max);
    json_number(j, "approach", h.approach);
    json_number(j, "stiffness", h.stiffness);
    json_end(j);
}

/* ---- the end ---- */
static void put_grid(const abut_dry_folder *f, json *j) {
    const abut_field_grid *g = &f->last.grid;
    json_begin(j, "grid", '{');
    json_number(j, "nx", g->nx);
    json_number(j, "ny", g->ny);
    json_number(j, "lx", g->lx);
    json_number(j, "ly", g->ly);
    json_bool(j, "periodic", g->periodic);
    json_end(j);
}

static abut_status put_summary(const abut_dry_folder *f, const abut_dry_end *end, abut_message *message) {
    FILE *to = folder_begin(&f->folder, SUMMARY_NAME, message);
    if (!to) return ABUT_BAD_FILE;
    errno = 0;
    json j = json_start(to);
    json_string(&j, "kind", "dry");
    json_string(&j, "status", end->status);
    if (end->message && end->message[0]) json_string(&j, "message", end->message);
    json_string(&j, "model", f->dry->file.path);
    json_string(&j, "title", content_of(f)->title);
    json_string(&j, "abut_version", abut_version());
    json_string(&j, "run_id", f->folder.run_id);
    json_number(&j, "loads_wanted", f->most);
    json_number(&j, "loads_done", f->loads);
    put_grid(f, &j);
    if (end->put && f->loads) end->put(&j, end->user);
    if (f->loads) put_hertz(f, &j);
    json_end(&j);
    return folder_end(&f->folder, SUMMARY_NAME, to, message);
}

abut_status abut_dry_folder_end(abut_dry_folder *f, const abut_dry_end *end, abut_message *message) {
    abut_status status = put_friction(f, end, message);
    if (!status) status = put_stresses(f, end, message);
    abut_status closed = dry_h5_close(f->file, status ? "failed" : end->status, status ? NULL : message);
    if (!status) status = closed;
    if (!status && f->csv)
        status = dry_csv_loads(&f->folder, (const double(*)[DRY_FIGURES])f->figures, f->loads, message);
    if (!status && f->csv && f->loads) status = dry_csv_fields(&f->folder, &f->last, message);
    if (!status && f->has_vtk) status = dry_vtk_list(&f->vtk, f->loads, message);
    if (!status) status = put_summary(f, end, message);
    drop(f);
    return status;
}
