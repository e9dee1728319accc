/* abut rough --out: the page of a rough surface. Its data are what --json prints, and the map: at most MOST x MOST heights, the highest of each
 * block of cells where there are more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/result.h"
#include "rough_output.h"
#include "text_stream.h"

enum { MOST = 256 };

static double highest(const abut_heights *h, size_t row, size_t column, size_t block) {
    double top = -INFINITY;
    for (size_t j = row; j < row + block && j < h->ny; j++)
        for (size_t i = column; i < column + block && i < h->nx; i++) top = fmax(top, h->z[j * h->nx + i]);
    return top;
}

/* "fields": rows and columns of blocks of cells, and their heights, row by row. */
static void put_map(FILE *to, const abut_heights *h) {
    size_t side = h->nx > h->ny ? h->nx : h->ny, block = (side + MOST - 1) / MOST;
    size_t rows = (h->ny + block - 1) / block, columns = (h->nx + block - 1) / block;
    (void)fprintf(to, "{\"rows\": %zu, \"columns\": %zu, \"block\": %zu, \"heights\": [", rows, columns, block);
    for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < columns; i++)
            (void)fprintf(to, "%s%.5g", i + j ? "," : "", highest(h, j * block, i * block, block));
    (void)fputs("]}", to);
}

static void put_data(const rough_answer *a, FILE *to) {
    abut_json j = abut_json_start(to);
    abut_json_string(&j, "kind", "rough");
    if (a->file) abut_json_string(&j, "file", a->file);
    rough_put_json(a, &j);
    abut_json_key(&j, "fields");
    put_map(to, &a->map);
    abut_json_end(&j);
}

bool rough_write_page(const rough_answer *a, const char *folder, abut_message *m) {
    char path[1200], title[300];
    text_stream s;
    if (text_begin(&s)) put_data(a, s.to);
    char *data = text_end(&s);
    bool good = data != NULL;
    (void)snprintf(path, sizeof path, "%.1000s/report.html", folder);
    (void)snprintf(title, sizeof title, "Rough surface: %.200s",
                   a->map.title[0] ? a->map.title
                   : a->file       ? a->file
                                   : "a generated map");
    if (!good) {
        m->status = ABUT_NO_MEMORY;
        (void)snprintf(m->text, sizeof m->text, "out of memory for the page");
    }
    good = good && abut_report_answer(title, data, path, m) == ABUT_OK;
    free(data);
    return good;
}
