/* No friction. */
#include "abut/extend.h"

static void force(const void *self, const abut_patch *p, const abut_normal *n, bool derivatives, abut_traction *out) {
    (void)self, (void)p, (void)n;
    if (derivatives) out->used = 0;
    for (int i = 0; i < ABUT_TRACTIONS; i++) out->T[i] = 0;
    out->loss = 0;
    out->mode = 2;
}

static unsigned uses(const void *self) {
    (void)self;
    return ABUT_L_POINT;
}

static bool slip(const void *self, abut_slip *out) {
    (void)self;
    *out = (abut_slip){.law = {.v_s2 = 1e-300}};
    return true;
}

static const abut_choice examples[] = {
    {"none", {{0}}},
    {0},
};

const abut_friction_type friction_none = {
    .type = {"friction", "none", "no friction", NULL, examples, ABUT_USUAL},
    .uses = uses,
    .force = force,
    .slip = slip,
};
