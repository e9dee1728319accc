/* Gap of two smooth bodies next to the point where they touch: h = P x^2 + Q y^2. */
#include <math.h>

#include "gap.h"

typedef struct quadric {
    double P, Q; /* 1/m */
} quadric;

static abut_status init(void *self, const abut_args *args) {
    *(quadric *)self = (quadric){abut_arg(args, "P"), abut_arg(args, "Q")};
    return ABUT_OK;
}

static abut_status heights(const void *self, const gap_place *at, double *h, abut_message *message) {
    (void)message;
    const quadric *q = self;
    for (int j = 0; j < at->grid.ny; j++)
        for (int i = 0; i < at->grid.nx; i++) {
            double x = grid_x(&at->grid, i), y = grid_y(&at->grid, j);
            h[(size_t)j * (size_t)at->grid.nx + (size_t)i] = q->P * x * x + q->Q * y * y;
        }
    return ABUT_OK;
}

static const abut_param_info params[] = {
    {.name = "P", .unit = "1/m", .required = true, .low = -INFINITY, .high = INFINITY, .meaning = "of x^2"},
    {.name = "Q", .unit = "1/m", .required = true, .low = -INFINITY, .high = INFINITY, .meaning = "of y^2"},
    {0},
};
static const abut_choice examples[] = {{"quadric", {{.name = "P", .value = 50}, {.name = "Q", .value = 50}}}, {0}};

const gap_type gap_quadric = {
    .type = {"gap", "quadric", "h = P x^2 + Q y^2", params, examples},
    .size = sizeof(quadric),
    .init = init,
    .heights = heights,
};
