/* Gap of a rough body on a plane: h = P x^2 + Q y^2 - z, z a height map (abut/heights.h), levelled and filtered. The cells are those of the
 * map: the grid may leave out cells and sides. P and Q: the smooth shape below the roughness, zero for a flat body. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/heights.h"
#include "base/message.h"
#include "gap.h"

typedef struct heights_gap {
    abut_heights map;
    double P, Q; /* 1/m */
} heights_gap;

static double number(const abut_args *args, const char *name) {
    double x = abut_arg(args, name);
    return isnan(x) ? 0 : x;
}

static abut_status prepare(abut_heights *map, const abut_args *args, abut_message *why) {
    abut_status status = abut_heights_level(map, (abut_level)abut_arg_word(args, "level"), why);
    return status ? status
                  : abut_heights_filter(map, number(args, "lambda_c"), number(args, "lambda_s"),
                                        abut_arg(args, "periodic") != 0, why);
}

static abut_status init(void *self, const abut_args *args) {
    heights_gap *g = self;
    size_t length;
    const void *bytes = abut_arg_data(args, "file", &length);
    abut_message why = {0};
    const abut_heights_options o = {.lx = number(args, "lx"),
                                    .ly = number(args, "ly"),
                                    .height_unit = number(args, "height_unit"),
                                    .length_unit = number(args, "length_unit"),
                                    .generated = abut_arg(args, "generated") != 0};
    g->P = number(args, "P");
    g->Q = number(args, "Q");
    abut_status status = abut_heights_parse(bytes, length, &o, &g->map, &why);
    const char *key = status && why.place.key[0] ? why.place.key : "file";
    if (!status && (status = prepare(&g->map, args, &why))) {
        abut_heights_destroy(&g->map);
        key = !strcmp(why.place.key, "level") ? "level" : "lambda_c";
    }
    return status ? abut_refuse_at(args, key, status, "%s", why.text) : ABUT_OK;
}

static void drop(void *self) { abut_heights_destroy(&((heights_gap *)self)->map); }

static void window(const void *self, grid *g) {
    const abut_heights *m = &((const heights_gap *)self)->map;
    g->nx = (int)m->nx;
    g->ny = (int)m->ny;
    g->dx = m->lx / (double)m->nx;
    g->dy = m->ly / (double)m->ny;
}

static bool same(double a, double b) { return fabs(a - b) <= 1e-6 * b; }

static abut_status heights(const void *self, const gap_place *at, double *h, abut_message *message) {
    const heights_gap *g = self;
    const abut_heights *m = &g->map;
    const grid *w = &at->grid;
    double dx = m->lx / (double)m->nx, dy = m->ly / (double)m->ny;
    if ((size_t)w->nx != m->nx || (size_t)w->ny != m->ny || !same(w->dx, dx) || !same(w->dy, dy))
        return say_at(
            message, "grid", ABUT_BAD_VALUE,
            "the map has %zu x %zu cells over %g x %g m, the grid %d x %d over %g x %g m: leave them out there", m->nx,
            m->ny, m->lx, m->ly, w->nx, w->ny, w->dx * w->nx, w->dy * w->ny);
    for (int j = 0; j < w->ny; j++)
        for (int i = 0; i < w->nx; i++) {
            size_t k = (size_t)j * m->nx + (size_t)i;
            double x = grid_x(w, i), y = grid_y(w, j);
            h[k] = g->P * x * x + g->Q * y * y - m->z[k];
        }
    return ABUT_OK;
}

static const char *caution(const void *self, const gap_place *at) {
    (void)at;
    return ((const heights_gap *)self)->map.generated ? "the height map was generated, not measured" : NULL;
}

#define LENGTH(key, says)                                                                                              \
    { .name = key, .unit = "m", .preset = NAN, .low = 0, .high = INFINITY, .open = true, .meaning = says }

static const abut_param_info params[] = {
    {.name = "file",
     .kind = ABUT_FILE,
     .unit = "1",
     .required = true,
     .meaning = "height map: text matrix, Gwyddion's text export or .gsf, NumPy .npy, Surfer .grd"},
    LENGTH("lx", "length of the map along its rows, where the file does not say it"),
    LENGTH("ly", "the same across them; default: square cells"),
    LENGTH("height_unit", "unit of the heights, where the file does not say it"),
    LENGTH("length_unit", "unit of the sizes, where the file has sizes without unit"),
    {.name = "generated",
     .kind = ABUT_FLAG,
     .unit = "1",
     .low = 0,
     .high = 1,
     .meaning = "1: the map is not a measurement"},
    {.name = "level",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "none|mean|plane|quadratic",
     .meaning = "what is taken out of the heights"},
    LENGTH("lambda_c", "Gaussian filter: waves longer than this are taken out"),
    LENGTH("lambda_s", "Gaussian filter: waves shorter than this are taken out"),
    {.name = "periodic",
     .kind = ABUT_FLAG,
     .unit = "1",
     .low = 0,
     .high = 1,
     .meaning = "1: for the filters the map goes on at its other side"},
    {.name = "P",
     .unit = "1/m",
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "the body below the roughness: P x^2 + Q y^2"},
    {.name = "Q", .unit = "1/m", .low = -INFINITY, .high = INFINITY, .meaning = "the same of y^2"},
    {0},
};

static const char example_map[] = "# Width: 4 um\n# Height: 4 um\n# Value units: nm\n# Origin: generated\n"
                                  "0 5 0 -5\n5 9 4 0\n0 4 1 -5\n-5 0 -5 -9\n";
static const abut_choice examples[] = {
    {"heights", {{.name = "file", .data = example_map, .count = sizeof example_map - 1}, {.name = "P", .value = 10}}},
    {0}};

const gap_type gap_heights = {
    .type = {"gap", "heights", "a rough body by its height map, on a plane or curved", params, examples},
    .size = sizeof(heights_gap),
    .init = init,
    .drop = drop,
    .rough = true,
    .window = window,
    .heights = heights,
    .caution = caution,
};
