/* No damping: the elastic force is the force. */
#include "damping.h"

static void apply(const void *self, const abut_patch *p, const abut_damping_memory *memory, abut_normal *n) {
    (void)self, (void)p, (void)memory, (void)n;
}

static double chi(const void *self) {
    (void)self;
    return 0;
}

static const abut_choice examples[] = {
    {"none", {{0}}},
    {0},
};

const abut_damping_type damping_none = {
    .type = {"damping", "none", "no damping", NULL, examples, ABUT_USUAL},
    .apply = apply,
    .no_memory = true,
    .chi = chi,
};
