/* Images of VTK (The VTK User's Guide, 11th ed., ch. 19: XML file formats, ImageData). */
#include "dry_vtk.h"

#include <stdlib.h>

#include "base/message.h"
#include "result/clear.h"
#include "vtk_file.h"

enum { NAME_SIZE = 64 };

static void head(FILE *to, const abut_field_grid *g, double force, double approach) {
    (void)fprintf(to,
                  "<?xml version=\"1.0\"?>\n"
                  "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt32\">\n"
                  "<ImageData WholeExtent=\"0 %d 0 %d 0 0\" Origin=\"%.17g %.17g 0\" Spacing=\"%.17g %.17g 1\">\n"
                  "<FieldData>\n"
                  "<DataArray type=\"Float64\" Name=\"force\" NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n"
                  "<DataArray type=\"Float64\" Name=\"approach\" NumberOfTuples=\"1\" "
                  "format=\"ascii\">%.17g</DataArray>\n"
                  "</FieldData>\n"
                  "<Piece Extent=\"0 %d 0 %d 0 0\">\n<CellData Scalars=\"pressure\">\n",
                  g->nx, g->ny, -0.5 * g->lx, -0.5 * g->ly, g->lx / g->nx, g->ly / g->ny, force, approach, g->nx,
                  g->ny);
}

static void put(FILE *to, const char *name, const double *x, size_t cells, float *scratch) {
    for (size_t i = 0; i < cells; i++) scratch[i] = (float)x[i];
    vtk_floats(to, name, 1, scratch, cells);
}

/* x and y beside each other, z = 0 */
static void put_vectors(FILE *to, const char *name, const double *x, size_t cells, float *scratch) {
    for (size_t i = 0; i < cells; i++) {
        scratch[3 * i] = (float)x[i], scratch[3 * i + 1] = (float)x[cells + i];
        scratch[3 * i + 2] = 0;
    }
    vtk_floats(to, name, 3, scratch, cells);
}

abut_status dry_vtk_load(const run_folder *folder, int index, const dry_fields *f, double force, double approach,
                         abut_message *message) {
    char name[NAME_SIZE];
    size_t cells = (size_t)f->grid.nx * (size_t)f->grid.ny;
    float *scratch = malloc(3 * cells * sizeof *scratch);
    if (!scratch) return say(message, ABUT_NO_MEMORY, "out of memory for files for ParaView");
    (void)snprintf(name, sizeof name, VTK_DRY "_%06d.vti", index);
    FILE *to = folder_begin(folder, name, message);
    if (to) {
        head(to, &f->grid, force, approach);
        put(to, "pressure", f->pressure, cells, scratch);
        put(to, "gap", f->gap, cells, scratch);
        put(to, "heights", f->heights, cells, scratch);
        for (size_t i = 0; i < cells; i++) scratch[i] = (float)f->contact[i];
        vtk_floats(to, "contact", 1, scratch, cells);
        if (f->traction) {
            put_vectors(to, "traction", f->traction, cells, scratch);
            put_vectors(to, "slip", f->slip, cells, scratch);
            put(to, "state", f->state, cells, scratch);
        }
        (void)fputs("</CellData>\n</Piece>\n</ImageData>\n</VTKFile>\n", to);
    }
    free(scratch);
    return to ? folder_end(folder, name, to, message) : ABUT_BAD_FILE;
}

abut_status dry_vtk_list(const run_folder *folder, int loads, abut_message *message) {
    double bytes = 0, *time = malloc(((size_t)loads + 1) * sizeof *time);
    if (!time) return say(message, ABUT_NO_MEMORY, "out of memory for files for ParaView");
    for (int i = 0; i < loads; i++) time[i] = i;
    abut_status status = vtk_list(folder, VTK_DRY, "vti", time, loads, &bytes, message);
    free(time);
    return status;
}
