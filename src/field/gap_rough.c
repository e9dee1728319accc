/* Gap of a body with generated self-affine roughness on a plane: h = P x^2 + Q y^2 - z, z as abut_field_generate makes it for the grid. */
#include <math.h>
#include <stdlib.h>

#include "abut/rough.h"
#include "base/message.h"
#include "gap.h"

typedef struct rough_gap {
    abut_self_affine surface; /* without cells and sides */
    double P, Q;              /* 1/m */
} rough_gap;

static double number(const abut_args *args, const char *name) {
    double x = abut_arg(args, name);
    return isnan(x) ? 0 : x;
}

static abut_status init(void *self, const abut_args *args) {
    rough_gap *g = self;
    double seed = abut_arg(args, "seed");
    g->surface = (abut_self_affine){.hurst = abut_arg(args, "hurst"),
                                    .roll_off = number(args, "roll_off"),
                                    .cut_off = number(args, "cut_off"),
                                    .rms_slope = number(args, "rms_slope"),
                                    .rms_height = number(args, "rms_height"),
                                    .seed = (uint64_t)seed};
    g->P = number(args, "P");
    g->Q = number(args, "Q");
    if (seed != floor(seed))
        return abut_refuse_at(args, "seed", ABUT_BAD_VALUE, "seed: must be a whole number, got %g", seed);
    if ((g->surface.rms_slope > 0) == (g->surface.rms_height > 0))
        return abut_refuse_at(args, "rms_slope", ABUT_MISSING, "give either rms_slope or rms_height");
    return ABUT_OK;
}

static abut_status heights(const void *self, const gap_place *at, double *h, abut_message *message) {
    const rough_gap *g = self;
    const grid *w = &at->grid;
    abut_self_affine s = g->surface;
    abut_heights map;
    s.nx = (size_t)w->nx, s.ny = (size_t)w->ny;
    s.lx = w->dx * w->nx, s.ly = w->dy * w->ny;
    abut_status status = abut_field_generate(&s, &map, message);
    if (status) return say_below(message, "gap", status);
    for (int j = 0; j < w->ny; j++)
        for (int i = 0; i < w->nx; i++) {
            size_t k = (size_t)j * s.nx + (size_t)i;
            double x = grid_x(w, i), y = grid_y(w, j);
            h[k] = g->P * x * x + g->Q * y * y - map.z[k];
        }
    abut_heights_destroy(&map);
    return ABUT_OK;
}

static const char *caution(const void *self, const gap_place *at) {
    (void)self, (void)at;
    return "the roughness was generated, not measured";
}

#define POSITIVE_OF(key, of, says)                                                                                     \
    { .name = key, .unit = of, .preset = NAN, .low = 0, .high = INFINITY, .open = true, .meaning = says }

static const abut_param_info params[] = {
    {.name = "hurst",
     .unit = "1",
     .required = true,
     .low = 0,
     .high = 1,
     .meaning = "exponent: the spectrum falls as q^(-2(1 + hurst))"},
    POSITIVE_OF("rms_slope", "1", "r.m.s. slope, by the spectrum; this or"),
    POSITIVE_OF("rms_height", "m", "r.m.s. height"),
    POSITIVE_OF("roll_off", "m", "wavelength above which the spectrum is flat; default: the window"),
    POSITIVE_OF("cut_off", "m", "shortest wavelength; default: two cells"),
    {.name = "seed", .unit = "1", .preset = 1, .low = 0, .high = 1e15, .meaning = "of the random numbers, whole"},
    {.name = "P",
     .unit = "1/m",
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "the body below the roughness: P x^2 + Q y^2"},
    {.name = "Q", .unit = "1/m", .low = -INFINITY, .high = INFINITY, .meaning = "the same of y^2"},
    {0},
};
static const abut_choice examples[] = {
    {"rough",
     {{.name = "hurst", .value = 0.8},
      {.name = "rms_slope", .value = 0.01},
      {.name = "P", .value = 10},
      {.name = "Q", .value = 10}}},
    {0},
};

const gap_type gap_rough = {
    .type = {"gap", "rough", "a body with generated self-affine roughness, on a plane or curved", params, examples},
    .size = sizeof(rough_gap),
    .init = init,
    .rough = true,
    .heights = heights,
    .caution = caution,
};
