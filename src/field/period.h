/* A height map as one period. */
#ifndef ABUT_FIELD_PERIOD_H
#define ABUT_FIELD_PERIOD_H

#include "abut/heights.h"

/* A copy of the map about its mean; one that is not periodic is mirrored at two of its edges, so that it goes on without a step. */
abut_status period_of(const abut_heights *h, bool periodic, abut_heights *out, abut_message *message);

#endif
