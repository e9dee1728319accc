/* See maps.h. Numbers of CSV have 17 digits, those of VTK are doubles as they are in memory. */
#include "maps.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

static void head(FILE *to, const map_set *m) {
    (void)fprintf(to, "x,y");
    for (int f = 0; f < m->fields; f++) (void)fprintf(to, ",%s", m->field[f].name);
    (void)fprintf(to, "\n");
}

static void cell(FILE *to, const map_set *m, int i, int j) {
    (void)fprintf(to, "%.17g,%.17g", map_x(m, i), map_y(m, j));
    for (int f = 0; f < m->fields; f++)
        (void)fprintf(to, ",%.17g", m->field[f].value[(size_t)j * (size_t)m->nx + (size_t)i]);
    (void)fprintf(to, "\n");
}

abut_status maps_csv(const run_folder *folder, const map_set *m, abut_message *message) {
    FILE *to = folder_begin(folder, "maps.csv", message);
    if (!to) return ABUT_BAD_FILE;
    head(to, m);
    for (int j = 0; j < m->ny; j++)
        for (int i = 0; i < m->nx; i++) cell(to, m, i, j);
    return folder_end(folder, "maps.csv", to, message);
}

abut_status maps_sections(const run_folder *folder, const map_set *m, int i, int j, abut_message *message) {
    static const char *const names[] = {"section_x.csv", "section_y.csv"};
    for (int along = 0; along < 2; along++) {
        FILE *to = folder_begin(folder, names[along], message);
        if (!to) return ABUT_BAD_FILE;
        head(to, m);
        for (int k = 0; k < (along ? m->ny : m->nx); k++) cell(to, m, along ? i : k, along ? k : j);
        abut_status s = folder_end(folder, names[along], to, message);
        if (s) return s;
    }
    return ABUT_OK;
}

/* ImageData with its arrays appended as they are, each behind its length in bytes. */
abut_status maps_vtk(const run_folder *folder, const map_set *m, abut_message *message) {
    FILE *to = folder_begin(folder, "maps.vti", message);
    if (!to) return ABUT_BAD_FILE;
    double dx = m->lx / m->nx, dy = m->ly / m->ny;
    uint64_t bytes = 8 * (uint64_t)m->nx * (uint64_t)m->ny, offset = 0;
    const uint16_t one = 1;
    (void)fprintf(to,
                  "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"%s\" "
                  "header_type=\"UInt64\">\n"
                  "<ImageData WholeExtent=\"0 %d 0 %d 0 0\" Origin=\"%.17g %.17g 0\" Spacing=\"%.17g %.17g 1\">\n"
                  "<Piece Extent=\"0 %d 0 %d 0 0\">\n<CellData>\n",
                  *(const uint8_t *)&one ? "LittleEndian" : "BigEndian", m->nx, m->ny, -m->lx / 2, -m->ly / 2, dx, dy,
                  m->nx, m->ny);
    for (int f = 0; f < m->fields; f++, offset += 8 + bytes)
        (void)fprintf(to, "<DataArray type=\"Float64\" Name=\"%s\" format=\"appended\" offset=\"%llu\"/>\n",
                      m->field[f].name, (unsigned long long)offset);
    (void)fprintf(to, "</CellData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_");
    for (int f = 0; f < m->fields; f++) {
        (void)fwrite(&bytes, sizeof bytes, 1, to);
        (void)fwrite(m->field[f].value, 1, bytes, to);
    }
    (void)fprintf(to, "\n</AppendedData>\n</VTKFile>\n");
    return folder_end(folder, "maps.vti", to, message);
}

abut_status maps_table(const run_folder *folder, const h5_table *t, abut_message *message) {
    char name[80];
    (void)snprintf(name, sizeof name, "%.60s.csv", t->name);
    FILE *to = folder_begin(folder, name, message);
    if (!to) return ABUT_BAD_FILE;
    for (int c = 0; c < t->columns; c++) (void)fprintf(to, "%s%s", c ? "," : "", t->column[c].name);
    for (long r = 0; r < t->rows; r++)
        for (int c = 0; c < t->columns; c++) (void)fprintf(to, "%s%.17g", c ? "," : "\n", t->column[c].values[r]);
    (void)fprintf(to, "\n");
    return folder_end(folder, name, to, message);
}

abut_status maps_h5(const run_folder *folder, const char *title, const map_set *m, const h5_table *more, int count,
                    abut_message *message) {
    size_t cells = (size_t)m->nx * (size_t)m->ny;
    double *place = malloc(2 * cells * sizeof *place);
    h5_table_column *columns = calloc((size_t)m->fields + 2, sizeof *columns);
    h5_table *tables = calloc((size_t)count + 1, sizeof *tables);
    abut_status s = ABUT_NO_MEMORY;
    if (place && columns && tables) {
        for (size_t c = 0; c < cells; c++) {
            place[c] = map_x(m, (int)(c % (size_t)m->nx));
            place[cells + c] = map_y(m, (int)(c / (size_t)m->nx));
        }
        columns[0] = (h5_table_column){"x", "m", "centre of the cell", place};
        columns[1] = (h5_table_column){"y", "m", "centre of the cell", place + cells};
        for (int f = 0; f < m->fields; f++)
            columns[f + 2] =
                (h5_table_column){m->field[f].name, m->field[f].unit, m->field[f].meaning, m->field[f].value};
        tables[0] = (h5_table){"cells", (long)cells, m->fields + 2, columns};
        for (int t = 0; t < count; t++) tables[t + 1] = more[t];
        s = h5_write_tables(folder, title, "done", tables, count + 1, message);
    } else {
        (void)say(message, s, "out of memory");
    }
    free(place);
    free(columns);
    free(tables);
    return s;
}
