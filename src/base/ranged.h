/* Numbers whose products and quotients with a few others are numbers, too: from 1e-30 to 1e30. */
#ifndef ABUT_BASE_RANGED_H
#define ABUT_BASE_RANGED_H

#include <stdbool.h>

static inline bool is_ranged(double x) { return x >= 1e-30 && x <= 1e30; }

#endif
