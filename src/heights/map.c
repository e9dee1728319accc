/* Height maps in memory: made, cut out, written, destroyed. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/heights.h"
#include "base/message.h"

static const double NODES_MAX = 1 << 28; /* 2 GiB */

abut_status abut_heights_create(size_t nx, size_t ny, double lx, double ly, abut_heights *out, abut_message *message) {
    *out = (abut_heights){0};
    double nodes = (double)nx * (double)ny;
    if (nx < 2 || ny < 2)
        return say_at(message, "n", ABUT_BAD_VALUE, "a map has at least 2 x 2 heights, got %zu x %zu", nx, ny);
    if (nodes > NODES_MAX)
        return say_at(message, "n", ABUT_BAD_VALUE, "a map of %zu x %zu heights needs %.4g MB; %.4g MB are allowed", nx,
                      ny, nodes * 8e-6, NODES_MAX * 8e-6);
    if (!(lx > 0) || !(ly > 0) || !isfinite(lx) || !isfinite(ly))
        return say_at(message, "lx", ABUT_BAD_VALUE, "size of the map: must be positive, got %g x %g m", lx, ly);
    double *z = calloc(nx * ny, sizeof *z);
    if (!z) return say(message, ABUT_NO_MEMORY, "out of memory");
    *out = (abut_heights){.nx = nx, .ny = ny, .lx = lx, .ly = ly, .z = z};
    return ABUT_OK;
}

void abut_heights_destroy(abut_heights *h) {
    if (!h) return;
    free(h->z);
    *h = (abut_heights){0};
}

abut_status abut_heights_window(const abut_heights *h, size_t i, size_t j, size_t nx, size_t ny, abut_heights *out,
                                abut_message *message) {
    *out = (abut_heights){0};
    if (i > h->nx || nx > h->nx - i || j > h->ny || ny > h->ny - j)
        return say_at(message, "window", ABUT_BAD_VALUE,
                      "the window of %zu x %zu from column %zu and row %zu on reaches beyond the map of %zu x %zu", nx,
                      ny, i, j, h->nx, h->ny);
    abut_status status = abut_heights_create(nx, ny, h->lx / (double)h->nx * (double)nx,
                                             h->ly / (double)h->ny * (double)ny, out, message);
    if (status) return status;
    for (size_t row = 0; row < ny; row++) memcpy(out->z + row * nx, h->z + (j + row) * h->nx + i, nx * sizeof *out->z);
    out->generated = h->generated;
    memcpy(out->title, h->title, sizeof out->title);
    memcpy(out->format, h->format, sizeof out->format);
    return ABUT_OK;
}

static bool put(const abut_heights *h, FILE *to) {
    (void)fprintf(to, "# Channel: %s\n# Width: %.17g m\n# Height: %.17g m\n# Value units: m\n# Origin: %s\n",
                  h->title[0] ? h->title : "height map", h->lx, h->ly, h->generated ? "generated" : "measured");
    for (size_t k = 0; k < h->nx * h->ny; k++) (void)fprintf(to, "%.17g%c", h->z[k], (k + 1) % h->nx ? '\t' : '\n');
    return !ferror(to);
}

abut_status abut_heights_write(const abut_heights *h, const char *path, abut_message *message) {
    FILE *to = fopen(path, "w");
    if (!to) return say(message, ABUT_BAD_FILE, "'%.200s' cannot be written: %s", path, strerror(errno));
    bool good = put(h, to);
    good = !fclose(to) && good;
    return good ? ABUT_OK : say(message, ABUT_BAD_FILE, "'%.200s' cannot be written: %s", path, strerror(errno));
}
