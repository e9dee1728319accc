/* Tables of a contact on a grid. */
#include "dry_csv.h"

#include <math.h>

#include "clear.h"
#include "csv.h"

/* What is not a number stays blank. */
static void put_line(FILE *to, const double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        if (i) (void)fputc(',', to);
        if (!isnan(numbers[i])) csv_number(to, numbers[i]);
    }
    (void)fputc('\n', to);
}

abut_status dry_csv_loads(const run_folder *folder, const double (*figures)[DRY_FIGURES], int loads,
                          abut_message *message) {
    FILE *to = folder_begin(folder, DRY_LOADS_NAME, message);
    if (!to) return ABUT_BAD_FILE;
    for (int i = 0; i < DRY_FIGURES; i++) (void)fprintf(to, "%s%s", i ? "," : "", dry_figures[i].name);
    (void)fputc('\n', to);
    for (int i = 0; i < loads; i++) put_line(to, figures[i], DRY_FIGURES);
    return folder_end(folder, DRY_LOADS_NAME, to, message);
}

/* ---- maps ---- */
static double place(int i, int n, double length) { return (i - 0.5 * (n - 1)) * length / n; }

size_t dry_peak(const dry_fields *f) {
    size_t cells = (size_t)f->grid.nx * (size_t)f->grid.ny, best = 0;
    for (size_t c = 1; c < cells; c++)
        if (f->pressure[c] > f->pressure[best]) best = c;
    return best;
}

/* Of `count` cells from `first` on, `step` apart. */
static abut_status put_cells(const run_folder *folder, const char *name, const dry_fields *f, size_t first, size_t step,
                             size_t count, abut_message *message) {
    FILE *to = folder_begin(folder, name, message);
    if (!to) return ABUT_BAD_FILE;
    const abut_field_grid *g = &f->grid;
    size_t nx = (size_t)g->nx, cells = nx * (size_t)g->ny;
    (void)fprintf(to, DRY_MAP_HEADING "height%s\n", f->traction ? ",traction_x,traction_y,slip_x,slip_y,state" : "");
    for (size_t k = 0; k < count; k++) {
        size_t c = first + k * step;
        double line[11] = {place((int)(c % nx), g->nx, g->lx),
                           place((int)(c / nx), g->ny, g->ly),
                           f->pressure[c],
                           f->gap[c],
                           f->contact[c],
                           f->heights[c]};
        if (f->traction) {
            line[6] = f->traction[c], line[7] = f->traction[cells + c];
            line[8] = f->slip[c], line[9] = f->slip[cells + c], line[10] = f->state[c];
        }
        put_line(to, line, f->traction ? 11 : 6);
    }
    return folder_end(folder, name, to, message);
}

abut_status dry_csv_fields(const run_folder *folder, const dry_fields *f, abut_message *message) {
    size_t peak = dry_peak(f), nx = (size_t)f->grid.nx, ny = (size_t)f->grid.ny;
    abut_status status = put_cells(folder, DRY_MAP_NAME, f, 0, 1, nx * ny, message);
    if (!status) status = put_cells(folder, DRY_SECTION_PREFIX "x.csv", f, peak / nx * nx, 1, nx, message);
    if (!status) status = put_cells(folder, DRY_SECTION_PREFIX "y.csv", f, peak % nx, nx, ny, message);
    return status;
}

abut_status dry_csv_stress(const run_folder *folder, const char *name, const double (*point)[3],
                           const abut_field_stress *stress, int count, abut_message *message) {
    FILE *to = folder_begin(folder, name, message);
    if (!to) return ABUT_BAD_FILE;
    (void)fputs(DRY_STRESS_HEADING "yy,zz,xy,yz,zx,von_mises,shear\n", to);
    for (int i = 0; i < count; i++) {
        const abut_field_stress *s = &stress[i];
        const double line[] = {point[i][0], point[i][1], point[i][2], s->xx,        s->yy,   s->zz,
                               s->xy,       s->yz,       s->zx,       s->von_mises, s->shear};
        put_line(to, line, (int)(sizeof line / sizeof *line));
    }
    return folder_end(folder, name, to, message);
}
